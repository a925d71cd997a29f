"""A comparison of two rule sets as text and as CSV."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from domsim.report.replay_text import scores_text
from domsim.report.rules_diff_text import heading
from domsim.report.rules_text import yaml_scalar
from domsim.report.tables import csv_table, text_table

Data = Mapping[str, Any]

CSV_HEADERS = ("what", "of", "a", "b", "difference", "low", "high")
WHY = {"scores": "the scores part", "match-end": "the match ends differently"}


def compare_text(data: Data) -> str:
    """Return the whole report for people."""
    return "\n".join(_lines(data))


def compare_csv(data: Data) -> str:
    """Return every number that is compared as CSV, one a line."""
    rows = [(what, of, *_csv_cells(part)) for what, of, part, _ in _estimates(data)]
    rows += [
        (counted, clause["clause"], one, two, difference, "", "")
        for clause in data["clauses"]
        for counted, one, two, difference in _counted(clause)
    ]
    return csv_table(CSV_HEADERS, rows)


def _lines(data: Data) -> Iterator[str]:
    if data.get("partial"):
        yield "PARTIAL: the comparison was interrupted; these are the matches completed until then."
        yield ""
    yield from _who(data)
    yield ""
    if data["identical"]:
        yield "no difference: the same scores after every hand, and the same clauses"
        return
    yield from _how_far(data)
    yield ""
    yield _estimates_table(data)
    yield ""
    yield from _clauses(data)
    for parting in data["first"]:
        yield ""
        yield from _parting(parting, [data["a"], data["b"]])


def _who(data: Data) -> Iterator[str]:
    yield from heading(data)
    for field in data["rules_differ"]:
        yield f"   {field['path']}: {_value(field['a'])} -> {_value(field['b'])}"
    if not data["rules_differ"]:
        yield "   both have the same rules"
    names = data["players"]
    players = f"{names[0]} in every seat" if len(set(names)) == 1 else ", ".join(names)
    yield f"seed {data['seed']}, players: {players}"
    yield (
        f"{data['matches']:,} matches under each: {data['a']['hands']:,} hands under A, "
        f"{data['b']['hands']:,} under B"
    )


def _value(value: Data | None) -> str:
    return "-" if value is None else yaml_scalar(value["value"])


def _how_far(data: Data) -> Iterator[str]:
    hands = data["hands"]
    both, differ, paid = hands["both"], hands["scores_differ"], hands["paid_differently"]
    yield f"{both:,} hands were dealt under both, from the same deal:"
    yield f"  after {differ:,} of them ({_percent(differ, both)}) the scores are not the same"
    yield f"  {paid:,} of them ({_percent(paid, both)}) paid the sides different points"
    parted, matches = data["matches_parted"], data["matches"]
    yield f"{parted:,} of {matches:,} matches part ({_percent(parted, matches)})"


def _percent(count: int, total: int) -> str:
    return f"{100 * count / total:.2f} %" if total else "-"


# --- estimates


def _estimates(data: Data) -> Iterator[tuple[str, str, Data, int]]:
    """Yield what is estimated, of whom, the estimate, and the factor by which it is shown."""
    unit = "/".join(dict.fromkeys([data["a"]["unit"], data["b"]["unit"]]))
    parts = [
        (f"{unit} a hand", "points_a_hand", 1),
        (f"{unit} a match", "points_a_match", 1),
        ("matches won", "share_of_matches", 100),
    ]
    for what, key, factor in parts:
        for side in data["sides"]:
            yield what, _whose(side), side[key], factor
    yield "hands in a match", "", data["match_hands"], 1


def _whose(side: Data) -> str:
    """Name a side; where every seat is a side of its own, the seat."""
    return f"side {side['side']}" if len(side["seats"]) > 1 else f"seat {side['side']}"


def _estimates_table(data: Data) -> str:
    rows = []
    for what, of, part, factor in _estimates(data):
        unit = " %" if factor == 100 else ""
        shown = [f"{factor * part[label]:.2f}{unit}" for label in ("a", "b")]
        difference = part["difference"]
        shown.append(f"{factor * difference['value']:+.2f}{unit}")
        rows.append((f"{what}, {of}" if of else what, *shown, _interval(difference, factor, unit)))
    return text_table(("", "A", "B", "B - A", "95 % interval, paired by match"), rows)


def _interval(difference: Data, factor: int, unit: str) -> str:
    if difference["ci95"] is None:
        return "-"
    low, high = (factor * bound for bound in difference["ci95"])
    return f"{low:+.2f} to {high:+.2f}{unit}"


def _csv_cells(part: Data) -> tuple[Any, ...]:
    low, high = part["difference"]["ci95"] or ("", "")
    return part["a"], part["b"], part["difference"]["value"], low, high


# --- clauses


def _counted(clause: Data) -> Iterator[tuple[str, int, int, int]]:
    """Yield what is counted of a clause: its name, under A, under B, the difference."""
    a, b, difference = clause["a"], clause["b"], clause["difference"]
    for key in ("occurred", "paid", "points"):
        yield key, a[key], b[key], difference[key]
    for reason, more in difference["withheld"].items():
        yield reason, a["withheld"].get(reason, 0), b["withheld"].get(reason, 0), more


def _clauses(data: Data) -> Iterator[str]:
    """Show what differs of every clause, and name the clauses of which nothing does."""
    rows, alike = [], []
    hands_a, hands_b = data["a"]["hands"], data["b"]["hands"]
    for clause in data["clauses"]:
        differing = [row for row in _counted(clause) if row[3]]
        for key, a, b, more in differing:
            counts = (f"{a:,}", f"{b:,}", f"{more:+,}")
            rows.append((clause["clause"], key, *counts, _each(a, hands_a), _each(b, hands_b)))
        alike += [] if differing else [clause["clause"]]
    if rows:
        yield text_table(("clause", "counted", "A", "B", "B - A", "A, a hand", "B, a hand"), rows)
    if alike:
        yield f"counted alike: {', '.join(alike)}"


def _each(count: int, hands: int) -> str:
    return f"{count / hands:.4f}" if hands else "-"


# --- the hands at which matches part


def _parting(parting: Data, rules: Sequence[Data]) -> Iterator[str]:
    """Show a hand as it went under both rule sets, side by side."""
    yield f"match {parting['match']}, hand {parting['hand']}: {WHY[parting['why']]}"
    a, b = parting["a"], parting["b"]
    rows = [(name, show(a), show(b)) for name, show in _ROWS]
    awards = zip_longest(_awards(a), _awards(b), fillvalue="")
    rows[3:3] = [("award" if number == 0 else "", *pair) for number, pair in enumerate(awards)]
    yield text_table(("", *(f"{x}  {r['name']}" for x, r in zip("AB", rules, strict=True))), rows)
    yield f"A  {a['export']}"
    yield f"B  {b['export']}"


def _leader(played: Data) -> str:
    leader = played["hand"]["leader"]
    return f"seat {leader}" if leader else "nobody"


def _end(played: Data) -> str:
    hand = played["hand"]
    if hand["end"] not in ("out", "blocked"):
        return str(hand["end"])
    seat, side = hand["winner_seat"], hand["winner_side"]
    won = f"seat {seat} wins" if seat else f"side {side} wins" if side else "nobody wins"
    return f"{hand['end']}, {won}"


def _awards(played: Data) -> list[str]:
    return [_award(award) for award in played["hand"]["awards"]]


def _award(award: Data) -> str:
    side = f" to side {award['side']}" if award["side"] else ""
    if award["reason"]:
        return f"{award['clause']} {award['nominal']}{side}: {award['reason']}"
    return f"{award['clause']} {award['paid']}{side}"


def _match(played: Data) -> str:
    match = played["match"]
    return f"side {match['winner_side']} wins" if match["winner_side"] else "goes on"


_ROWS = (
    ("leader", _leader),
    ("before", lambda played: scores_text(played["hand"]["scores_before"])),
    ("end", _end),
    ("after", lambda played: scores_text(played["hand"]["scores"])),
    ("match", _match),
)
