"""The result of a simulation as text and as CSV."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domsim.report.tables import csv_table, text_table

BAR = 40
BINS = 12

Data = Mapping[str, Any]

CLAUSE_HEADERS = (
    "clause", "occurred", "a hand", "95 % interval", "paid", "points", "withheld", "first",
)  # fmt: skip


def simulate_text(data: Data) -> str:
    """Return the whole report for people."""
    return "\n".join(_lines(data))


def clauses_csv(data: Data) -> str:
    """Return the clause table as CSV."""
    headers = (
        "clause", "occurred", "rate", "low", "high", "paid", "points", "withheld", "first_match",
        "first_hand",
    )  # fmt: skip
    rows = []
    for c in data["clauses"]:
        first = c["first"] or {"match": "", "hand": ""}
        rows.append((
            c["clause"], c["occurred"], c["rate"], *c["ci95"], c["paid"], c["points"],
            _withheld(c["withheld"]), first["match"], first["hand"],
        ))  # fmt: skip
    return csv_table(headers, rows)


def _lines(data: Data) -> Iterator[str]:
    if data.get("partial"):
        yield "PARTIAL: the run was interrupted; these are the matches completed until then."
        yield ""
    yield f"{data['rules']['name']} ({data['rules']['digest']}), seed {data['seed']}"
    yield f"players: {_players(data['players'])}"
    yield f"{data['hands']:,} hands in {data['matches']:,} matches"
    yield ""
    yield _ends(data)
    yield ""
    yield _sides(data)
    yield ""
    yield _seats(data)
    yield ""
    yield _clauses(data)
    yield ""
    yield from _distribution("points for winning a hand (0: drawn)", data["points"])
    yield ""
    yield from _distribution("hands in a match", data["match"]["hands"])
    yield ""
    yield from _closing(data)


def _players(names: Sequence[str]) -> str:
    if len(set(names)) == 1:
        return f"{names[0]} in every seat"
    return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names, 1))


def _percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def _interval(bounds: Sequence[float]) -> str:
    return f"{100 * bounds[0]:.2f} - {100 * bounds[1]:.2f} %"


def _share(count: int, total: int) -> str:
    return _percent(count / total) if total else "-"


def _ends(data: Data) -> str:
    hands = data["hands"]
    counts = [("out", data["ends"]["out"]), ("blocked", data["ends"]["blocked"])]
    if data["ends"]["folded"]:
        counts.append(("folded", data["ends"]["folded"]))
    counts.append(("drawn (nobody won)", data["ties"]))
    rows = [(name, f"{count:,}", _share(count, hands)) for name, count in counts]
    return text_table(("how hands ended", "hands", "share"), rows)


def _sides(data: Data) -> str:
    rows = [
        (
            f"side {s['side']}", f"{s['hands_won']:,}", _interval(s["hands_ci95"]),
            f"{s['matches_won']:,}", _interval(s["ci95"]), f"{s['points']:,}",
        )
        for s in data["sides"]
    ]  # fmt: skip
    leader = data["leader"]
    rows.append((
        "the leader's side", f"{leader['hands_won']:,}", _interval(leader["ci95"]), "", "", "",
    ))  # fmt: skip
    headers = ("", "hands won", "of those decided", "matches won", "of all", "points")
    return text_table(headers, rows)


def _seats(data: Data) -> str:
    rows = [
        (f"seat {s['seat']}", f"{s['led']:,}", f"{s['out']:,}", f"{s['hands_won']:,}")
        for s in data["seats"]
    ]
    return text_table(("", "led", "went out", "hands won alone"), rows)


def _clauses(data: Data) -> str:
    rows = []
    for c in data["clauses"]:
        first = f"match {c['first']['match']}, hand {c['first']['hand']}" if c["first"] else "never"
        rows.append((
            c["clause"], f"{c['occurred']:,}", _percent(c["rate"]), _interval(c["ci95"]),
            f"{c['paid']:,}", f"{c['points']:,}", _withheld(c["withheld"]), first,
        ))  # fmt: skip
    return text_table(CLAUSE_HEADERS, rows)


def _withheld(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.items())


def _distribution(title: str, part: Data) -> Iterator[str]:
    quantiles = part["quantiles"]
    spread = ", ".join(f"{int(percent)} %: {value}" for percent, value in quantiles.items())
    error = f"standard error {part['standard_error']:.2f}"
    yield f"{title}: mean {part['mean']:.2f} ({error}); {spread}"
    yield from _bars(part["histogram"])


def _bars(histogram: Sequence[Sequence[int]]) -> Iterator[str]:
    if not histogram:
        return
    lowest, highest = histogram[0][0], histogram[-1][0]
    width = max(1, -(-(highest - lowest + 1) // BINS))
    bins: dict[int, int] = {}
    for value, count in histogram:
        start = lowest + (value - lowest) // width * width
        bins[start] = bins.get(start, 0) + count
    most = max(bins.values())
    for start in range(lowest, highest + 1, width):
        count = bins.get(start, 0)
        label = f"{start}" if width == 1 else f"{start}-{start + width - 1}"
        bar = "#" * round(BAR * count / most)
        yield f"  {label:>9}  {count:>9,}  {bar}".rstrip()


def _closing(data: Data) -> Iterator[str]:
    hands, pips, match = data["hands"], data["pips"], data["match"]
    per = {
        key: data[key] / hands if hands else 0 for key in ("plays", "passes", "draws", "discards")
    }
    parts = [f"{per[key]:.2f} {key}" for key in per if data[key] or key == "plays"]
    yield f"a hand: {', '.join(parts)}"
    yield (
        f"pips left: {pips['mean']:.2f} (after going out {pips['mean_out']:.2f}, "
        f"blocked {pips['mean_blocked']:.2f})"
    )
    yield (
        f"several sides at the target in one hand: {match['several_reached']:,}; "
        f"level at the top and played on: {match['target_ties']:,}"
    )
    if match["abandoned"]:
        yield f"matches abandoned as endless: {match['abandoned']:,}"
