"""What can still happen, as text: the position, every result with a witness, the best play."""

from collections.abc import Iterator, Sequence

from domsim.report.replay_text import rules_line, scores_text
from domsim.report.tables import text_table
from domsim.verify.explore import AwardMade, Exploration, Reachable


def explore_text(found: Exploration) -> str:
    """Return everything that was found about a position."""
    return "\n".join(_lines(found))


def _lines(found: Exploration) -> Iterator[str]:
    document, rules = found.loaded.document, found.loaded.rules
    place = document.name if document.first_line == 1 else f"{document.name}:{document.first_line}"
    yield found.loaded.title
    yield f"  from {place}"
    yield f"  rules {rules.name} ({rules.digest}): {rules_line(rules.rules)}"
    yield ""
    yield from _position_lines(found)
    yield ""
    yield f"What can follow: {_counts(found)}"
    yield ""
    yield _results_table(found)
    yield ""
    yield from _best_lines(found)
    yield ""
    yield "Each first move, and what best play comes to after it:"
    yield ""
    yield _moves_table(found)


def _position_lines(found: Exploration) -> Iterator[str]:
    at = found.position
    before = f", before play {found.from_play}" if found.from_play else ""
    yield f"Hand {at.hand}{before}: seat {at.turn} to move, scores {scores_text(at.scores)}"
    yield f"  ends    {f'{at.ends[0]} and {at.ends[1]}' if at.ends else 'no tile on the line'}"
    for seat, (held, thrown) in enumerate(zip(at.hands, at.discards, strict=True), 1):
        discarded = f", discarded {thrown}" if thrown else ""
        yield f"  seat {seat}  {held or 'no tile'}{discarded}"
    if at.stock:
        yield f"  stock   {at.stock}"


def _counts(found: Exploration) -> str:
    parts = [
        _many(found.lines, "line of play", "lines of play"),
        _many(found.positions, "position"),
        _many(len(found.results), "result"),
    ]
    return ", ".join(parts)


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def _results_table(found: Exploration) -> str:
    side = _side_word(found)
    headers = ("result", "lines", "end", "winner", "awards", "scores", "match", "by")
    return text_table(headers, [_result_row(result, side) for result in found.results], "  ")


def _result_row(result: Reachable, side: str) -> tuple[int | str, ...]:
    match = f"{side} {result.match_winner} wins" if result.over else "goes on"
    return (
        result.number, f"{result.lines:,}", result.end, _winner(result, side),
        _awards(result.awards, side), scores_text(result.scores), match, result.witness,
    )  # fmt: skip


def _winner(result: Reachable, side: str) -> str:
    if result.winner_side is None:
        return "nobody"
    if result.winner_seat is None:
        return f"side {result.winner_side}"
    seat = f"seat {result.winner_seat}"
    return seat if side == "seat" else f"{seat}, side {result.winner_side}"


def _awards(awards: Sequence[AwardMade], side: str) -> str:
    return "; ".join(_award(award, side) for award in awards) or "none"


def _award(award: AwardMade, side: str) -> str:
    to = "" if award.side is None else f" to {side} {award.side}"
    why = f" ({award.reason})" if award.reason else ""
    return f"{award.clause} {award.paid}{to}{why}"


def _best_lines(found: Exploration) -> Iterator[str]:
    best = found.best
    yield f"Best play with all hands open: {_forced(found)}, result {best.result}"
    yield f"  {best.line}"


def _forced(found: Exploration) -> str:
    """Say what best play comes to, in the words of who plays against whom."""
    best, side = found.best, _side_word(found)
    gains = scores_text(best.gains)
    if len(best.ahead) > 2:
        return f"each for himself the seats score {gains} from here on"
    if best.ahead[0] == 0:
        return f"neither {side} outscores the other ({gains} from here on)"
    winner, loser = (1, 2) if best.ahead[0] > 0 else (2, 1)
    by = max(best.ahead)
    return f"{side} {winner} outscores {side} {loser} by {by} ({gains} from here on)"


def _moves_table(found: Exploration) -> str:
    rows = [
        (
            move.play, f"{move.lines:,}", move.result,
            scores_text(found.results[move.result - 1].scores), f"{move.ahead:+}",
        )
        for move in found.moves
    ]  # fmt: skip
    return text_table(("first move", "lines", "result", "scores", "ahead"), rows, "  ")


def _side_word(found: Exploration) -> str:
    return "side" if found.loaded.rules.rules.table.sides == "pairs" else "seat"
