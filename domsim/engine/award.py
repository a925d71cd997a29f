"""The one door through which points pass."""

from domsim.engine.state import (
    A_CLAUSE,
    A_NOMINAL,
    A_PAID,
    A_REASON,
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
    bonus = clause > CLAUSE_BLOCK
    if bonus and rules.unit == UNIT_WINS:
        _record(state, clause, seat, side, nominal, 0, REASON_SHOWN_ONLY)
    elif bonus and limit == LIMIT_MUST_FIT and tested_on + nominal >= rules.target:
        _record(state, clause, seat, side, nominal, 0, REASON_DOES_NOT_FIT)
    else:
        _record(state, clause, seat, side, nominal, nominal, REASON_NONE)


def withhold(state: State, clause: int, seat: int, side: int, nominal: int, reason: int) -> None:
    """Record an award that pays nothing, with the reason; side 0 where nobody earned it."""
    _record(state, clause, seat, side, nominal, 0, reason)


def _record(
    state: State, clause: int, seat: int, side: int, nominal: int, paid: int, reason: int
) -> None:
    at = AWARDS + AWARD_WIDTH * state[AWARD_COUNT]
    state[at + A_CLAUSE] = clause
    state[at + A_SEAT] = seat
    state[at + A_SIDE] = side
    state[at + A_NOMINAL] = nominal
    state[at + A_PAID] = paid
    state[at + A_REASON] = reason
    state[AWARD_COUNT] += 1
    if paid > 0:
        state[SCORES + side] += paid
