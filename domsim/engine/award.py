"""The one door through which points pass."""

from domsim.engine.state import (
    A_CLAUSE,
    A_NOMINAL,
    A_PAID,
    A_REASON,
    A_SCORE,
    A_SEAT,
    A_SIDE,
    AWARD_COUNT,
    AWARD_WIDTH,
    AWARDS,
    CLAUSE_BLOCK,
    REASON_DOES_NOT_FIT,
    REASON_NONE,
    REASON_SHOWN_ONLY,
    SCORES,
    State,
)
from domsim.rules.axes import Limit, Unit
from domsim.rules.lowering import Rules

LIMIT_MUST_FIT = Limit.MUST_FIT.code
UNIT_WINS = Unit.WINS.code


def award(
    rules: Rules,
    state: State,
    clause: int,
    seat: int,
    side: int,
    nominal: int,
    limit: int,
    tested_on: int,
) -> None:
    """Award ``nominal`` points (or 1 win) to a side, unless the rules withhold them.

    What a hand is worth always counts. A bonus is only shown where wins are counted, and
    pays nothing where it must fit under the target but ``tested_on``, a score in points,
    leaves no room for all of it.
    """
    reason = REASON_NONE
    if clause > CLAUSE_BLOCK:
        if rules.unit == UNIT_WINS:
            reason = REASON_SHOWN_ONLY
        elif limit == LIMIT_MUST_FIT and tested_on + nominal >= rules.target:
            reason = REASON_DOES_NOT_FIT
    _record(state, clause, seat, side, nominal, reason, tested_on)


def withhold(state: State, clause: int, seat: int, side: int, nominal: int, reason: int) -> None:
    """Record an award that pays nothing, with the reason; side 0 where nobody earned it."""
    _record(state, clause, seat, side, nominal, reason, state[SCORES + side] if side else 0)


def _record(
    state: State, clause: int, seat: int, side: int, nominal: int, reason: int, tested_on: int
) -> None:
    paid = nominal if reason == REASON_NONE else 0
    at = AWARDS + AWARD_WIDTH * state[AWARD_COUNT]
    state[at + A_CLAUSE] = clause
    state[at + A_SEAT] = seat
    state[at + A_SIDE] = side
    state[at + A_NOMINAL] = nominal
    state[at + A_PAID] = paid
    state[at + A_REASON] = reason
    state[at + A_SCORE] = tested_on
    state[AWARD_COUNT] += 1
    if paid > 0:
        state[SCORES + side] += paid
