"""A replayed scenario as text: moves, breakdown of every award, scores, verdict."""

from collections.abc import Iterator, Mapping, Sequence

from domsim.report.tables import text_table
from domsim.rules.models import RuleSet
from domsim.scenario.results import Check, Event, HandResult, ScenarioResult
from domsim.tiles import tile_text, tiles_text


def scenario_text(result: ScenarioResult, *, moves: bool) -> str:
    """Return a scenario in full; with ``moves`` every move as a table."""
    return "\n".join(_scenario_lines(result, moves))


def verdict_text(result: ScenarioResult) -> str:
    """Return the one line that tells whether a scenario came out as expected."""
    failed = sum(1 for check in result.checks if not check.ok)
    state = "ok  " if result.ok else "FAIL"
    count = _checks(len(result.checks))
    what = f"{failed} of {count} failed" if failed else count
    return f"{state}  {result.title}  ({what})"


def rules_line(rules: RuleSet) -> str:
    """Return the table in a few words: ``4 players in pairs, to 100 points``."""
    table, match = rules.table, rules.match
    sides = "in pairs" if table.sides == "pairs" else "each for himself"
    unit = str(match.unit) if match.target != 1 else str(match.unit).rstrip("s")
    return f"{table.players} players {sides}, to {match.target} {unit}"


def scores_text(scores: Sequence[int]) -> str:
    """Return scores by side: ``67 - 76``."""
    return " - ".join(map(str, scores))


def _scenario_lines(result: ScenarioResult, moves: bool) -> Iterator[str]:
    rules = result.rules
    place = result.file if result.line == 1 else f"{result.file}:{result.line}"
    yield result.title
    yield f"  from {place}"
    yield f"  rules {rules.name} ({rules.digest}): {rules_line(rules.rules)}"
    for hand in result.hands:
        yield ""
        yield from _hand_lines(hand, moves)
    yield ""
    yield _standing(result)
    yield from _check_lines(result.checks)


def _hand_lines(hand: HandResult, moves: bool) -> Iterator[str]:
    leader = f"seat {hand.leader} leads" if hand.leader else "nobody leads"
    yield f"Hand {hand.number}: {leader}, scores {scores_text(hand.scores_before)}"
    if moves and hand.events:
        yield ""
        yield _moves_table(hand.events)
        yield ""
    if hand.line:
        yield f"  line    {hand.line}"
    yield f"  end     {_end_words(hand)}"
    if hand.pips is not None:
        held = ", ".join(f"seat {seat}: {pips}" for seat, pips in enumerate(hand.pips, 1))
        yield f"  pips    {held}"
    if hand.awards:
        yield ""
        yield _awards_table(hand)
        yield ""
    if hand.illegal is not None:
        yield f"  illegal play {hand.illegal['play']} ({hand.illegal['code']}): " + str(
            hand.illegal["message"]
        )
    yield f"  scores  {scores_text(hand.scores_before)} -> {scores_text(hand.scores)}"
    if hand.next_leader is not None:
        yield f"  next    seat {hand.next_leader} leads"


def _end_words(hand: HandResult) -> str:
    if hand.end == "unfinished":
        return "unfinished, the hand is still being played"
    if hand.end == "folded":
        seat = hand.events[-1].seat if hand.events else None
        return f"seat {seat} folded, all redeal"
    ends = f"ends {hand.ends[0]} and {hand.ends[1]}" if hand.ends else "no tile on the line"
    if hand.end == "out":
        seat = hand.events[-1].seat if hand.events else hand.last_seat
        return f"seat {seat} went out; {ends}"
    locker = f"locked by seat {hand.last_seat}" if hand.last_seat else "locked before any play"
    return f"blocked, {locker}; {ends}"


def _moves_table(events: Sequence[Event]) -> str:
    rows = []
    for number, event in enumerate(events, 1):
        ends = f"{event.ends[0]} | {event.ends[1]}" if event.ends else ""
        rows.append((number, event.seat, _action_words(event), ends, tiles_text(event.hand)))
    return text_table(("move", "seat", "play", "ends", "hand left"), rows, "  ")


def _action_words(event: Event) -> str:
    tile = "" if event.tile is None else f" {tile_text(event.tile)}"
    side = {"L": " left", "R": " right"}.get(event.end or "", "")
    forced = " (forced)" if event.forced else ""
    action = tile.strip() if event.action == "play" else f"{event.action}{tile}"
    return f"{action}{side}{forced}"


def _awards_table(hand: HandResult) -> str:
    rows = [
        (a.clause, a.side or "-", a.nominal, a.paid, a.reason or "", a.text) for a in hand.awards
    ]
    return text_table(("award", "side", "worth", "paid", "withheld", "why"), rows, "  ")


def _standing(result: ScenarioResult) -> str:
    """Say how the match stands: who won and why, or what is still open."""
    target = result.rules.rules.match.target
    scores = f"Match: {scores_text(result.scores)}"
    if not result.over:
        return f"{scores}; {_open(result, target)}"
    won = f"{scores}; side {result.winner_side} wins"
    if len(result.reached) > 1:
        sides = _and(result.reached)
        return f"{won}; sides {sides} are at or over {target}, {_decider(result)} wins"
    return f"{won}, at or over {target}"


def _open(result: ScenarioResult, target: int) -> str:
    if result.hands[-1].end == "unfinished":
        return "the hand is still being played"
    if not result.reached:
        return f"nobody is at {target} {result.rules.rules.match.unit}"
    level = [s for s in result.reached if result.scores[s - 1] == max(result.scores)]
    return f"sides {_and(level)} are level at or over {target}, another hand is played"


def _decider(result: ScenarioResult) -> str:
    """Say which rule chose the winner among the sides that reached the target."""
    top = max(result.scores)
    by_score = result.scores[(result.winner_side or 0) - 1] == top and result.scores.count(top) == 1
    by_hand = result.hands[-1].winner_side == result.winner_side
    hand_first = result.rules.rules.match.several == "hand-winner" and by_hand
    return "the highest score" if by_score and not hand_first else "the winner of the hand"


def _and(sides: Sequence[int]) -> str:
    return " and ".join(map(str, sides))


def _check_lines(checks: Sequence[Check]) -> Iterator[str]:
    if not checks:
        return
    failed = [check for check in checks if not check.ok]
    if not failed:
        yield f"Expected: {_checks(len(checks))}, all met"
        return
    yield f"Expected: {len(failed)} of {_checks(len(checks))} failed"
    for check in failed:
        where = f"hand {check.hand}" if check.hand else "match"
        wanted, got = _value(check.expected), _value(check.actual)
        yield f"  {where}, {check.field}: expected {wanted}, got {got}"
        if check.why:
            yield f"    why: {check.why}"


def _checks(count: int) -> str:
    return f"{count} check{'' if count == 1 else 's'}"


def _value(value: object) -> str:
    if value is None or value == []:
        return "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(part)}" for key, part in value.items())
    if isinstance(value, list) and isinstance(value[0], Mapping):
        return "; ".join(_value(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
