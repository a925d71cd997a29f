"""One turn: what a player may do, and what each action changes.

These are the unchecked doors for players that choose among the legal moves; scripts come in
through ``domsim.scenario``, which checks a play against ``duty`` and ``fits`` first.
"""

from domsim.engine.award import award, withhold
from domsim.engine.deal import may_fold
from domsim.engine.settle import find_block, finish_block, finish_folded, finish_out, is_blocked
from domsim.engine.state import (
    CAPICUA,
    CLAUSE_COME_OUT_PASS,
    CLAUSE_STRAIGHT_PASS,
    COME_OUT,
    DISCARD_COUNT,
    DISCARDS,
    DRAWS,
    DREW,
    END,
    END_RUNNING,
    HANDS,
    LAST,
    LAST_END,
    LEADER,
    LEFT,
    LIVE,
    MUST_LEAD,
    OPENING,
    ORDER,
    PASS_COUNT,
    PASSES,
    PLAYED,
    PLAYS,
    REASON_MATCH_OPENING,
    REASON_PARTNER_PASSED,
    RIGHT,
    SCORES,
    SEEN,
    SHORT,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    State,
    seat_after,
    side_of,
)
from domsim.rules.axes import (
    BlockFound,
    Capicua,
    EmptiedBy,
    FoldRule,
    MatchOpening,
    Partner,
    StraightPassPaid,
    Stuck,
)
from domsim.rules.lowering import Rules
from domsim.tiles import HIGH, LOW, SUIT

DUTY_PLAY, DUTY_PASS, DUTY_DRAW, DUTY_DISCARD = range(4)
ON_LEFT, ON_RIGHT = 0, 1

ALL_PASSED = BlockFound.ALL_PASSED.code
STUCK_DRAW_UNTIL_FITS = Stuck.DRAW_UNTIL_FITS.code
STUCK_DRAW_ONE = Stuck.DRAW_ONE.code
STUCK_DISCARD = Stuck.DISCARD.code
EMPTIED_BY_EITHER = EmptiedBy.PLAY_OR_DISCARD.code
FOLD_MAY = FoldRule.MAY.code
OPENING_EXCLUDED = MatchOpening.EXCLUDED.code
PARTNER_CANCELS = Partner.CANCELS.code
PAID_PLAYED_AGAIN = StraightPassPaid.PLAYED_AGAIN.code
CAPICUA_BOTH_ENDS = Capicua.BOTH_ENDS.code
CAPICUA_ALIKE_AFTER = Capicua.ALIKE_AFTER.code
CAPICUA_NO_BLANK = Capicua.NO_BLANK.code
CAPICUA_DOUBLE = Capicua.DOUBLE_ON_EQUAL_ENDS.code


def fits_left(state: State) -> int:
    """Return the mask of tiles that the seat to move may lay on the left end.

    On an empty line every tile that may be led stands here.
    """
    hand = state[HANDS + state[TURN]]
    if state[PLAYED] == 0:
        return 1 << (state[MUST_LEAD] - 1) if state[MUST_LEAD] else hand
    return hand & SUIT[state[LEFT]]


def fits_right(state: State) -> int:
    """Return the mask of tiles for the right end; none where that would be the same placement."""
    if state[PLAYED] == 0 or state[LEFT] == state[RIGHT]:
        return 0
    return state[HANDS + state[TURN]] & SUIT[state[RIGHT]]


def duty(rules: Rules, state: State) -> int:
    """Return what the seat to move has to do: a DUTY code. Who can play must play."""
    if fits_left(state) | fits_right(state):
        return DUTY_PLAY
    return stuck_duty(rules, state)


def stuck_duty(rules: Rules, state: State) -> int:
    """Return what the seat to move has to do when no tile fits."""
    if rules.stuck == STUCK_DISCARD:
        return DUTY_DISCARD if state[HANDS + state[TURN]] else DUTY_PASS
    if state[STOCK_NEXT] < state[STOCK_END]:
        if rules.stuck == STUCK_DRAW_UNTIL_FITS:
            return DUTY_DRAW
        if rules.stuck == STUCK_DRAW_ONE and state[DREW] == 0:
            return DUTY_DRAW
    return DUTY_PASS


def lay(rules: Rules, state: State, tile: int, end: int) -> None:
    """Play a tile on an end (ON_LEFT or ON_RIGHT) of the line.

    On an empty line ON_LEFT lays it with its lower number on the left, ON_RIGHT turned round.
    """
    seat = state[TURN]
    hand = state[HANDS + seat] ^ (1 << tile)
    state[HANDS + seat] = hand
    state[LIVE] ^= 1 << tile
    if hand == 0 and state[PLAYED] > 0 and is_capicua(rules, state, tile):
        state[CAPICUA] = 1
    if state[COME_OUT]:
        _come_out_played(rules, state)
    if rules.straight_pass > 0 and rules.straight_pass_paid == PAID_PLAYED_AGAIN:
        _straight_pass_played(rules, state, seat)
    _join(state, tile, end)
    state[SEEN] |= 1 << tile
    state[PLAYED] += 1
    state[PLAYS] += 1
    state[LAST] = seat
    state[LAST_END] = end
    state[PASSES] = 0
    if hand == 0:
        finish_out(rules, state, seat)
        return
    find_block(rules, state)
    if state[END] == END_RUNNING:
        state[TURN] = seat_after(rules, seat)
        state[DREW] = 0


def _join(state: State, tile: int, end: int) -> None:
    if state[PLAYED] == 0:
        state[LEFT] = LOW[tile] if end == ON_LEFT else HIGH[tile]
        state[RIGHT] = HIGH[tile] if end == ON_LEFT else LOW[tile]
    elif end == ON_LEFT:
        state[LEFT] = other_number(tile, state[LEFT])
    else:
        state[RIGHT] = other_number(tile, state[RIGHT])


def other_number(tile: int, number: int) -> int:
    """Return the number of a tile that lies away from ``number``, which it shows."""
    return LOW[tile] if HIGH[tile] == number else HIGH[tile]


def is_capicua(rules: Rules, state: State, tile: int) -> bool:
    """Tell whether a last tile makes a capicúa on the ends as they are before it is placed."""
    left, right = state[LEFT], state[RIGHT]
    high, low = HIGH[tile], LOW[tile]
    double = high == low
    both = (left in (high, low)) and (right in (high, low))
    different = both and left != right
    rule = rules.capicua_tile
    if rule == CAPICUA_BOTH_ENDS:
        return both
    if rule == CAPICUA_ALIKE_AFTER:
        return different or (double and both)
    if rule == CAPICUA_DOUBLE:
        return double and both
    if rule == CAPICUA_NO_BLANK:
        return different and low > 0
    return different


def pass_turn(rules: Rules, state: State) -> None:
    """Pass, which is legal only when no tile fits and nothing is to be drawn."""
    _show_short(state, state[TURN])
    state[PASSES] += 1
    state[PASS_COUNT] += 1
    if rules.come_out_pass > 0 and state[PLAYED] == 1 + rules.turned_up:
        _come_out_passed(rules, state)
    if state[PASSES] == rules.seats - 1 and rules.straight_pass > 0:
        _straight_pass_at_last(rules, state)
    _end_stuck_turn(rules, state)


def draw(rules: Rules, state: State) -> int:
    """Draw the next tile of the stock into the hand of the seat to move, and return it."""
    seat = state[TURN]
    tile = state[ORDER + state[STOCK_NEXT]]
    state[STOCK_NEXT] += 1
    state[HANDS + seat] |= 1 << tile
    state[SHORT + seat] = 0
    _show_short(state, seat)
    state[DREW] = 1
    state[DRAWS] += 1
    return tile


def discard(rules: Rules, state: State, tile: int) -> None:
    """Discard a tile face down, which is legal only when no tile fits."""
    seat = state[TURN]
    state[HANDS + seat] ^= 1 << tile
    state[DISCARDS + seat] |= 1 << tile
    state[LIVE] ^= 1 << tile
    _show_short(state, seat)
    state[PASSES] += 1
    state[DISCARD_COUNT] += 1
    if state[HANDS + seat] == 0 and rules.emptied_by == EMPTIED_BY_EITHER:
        finish_out(rules, state, seat)
        return
    _end_stuck_turn(rules, state)


def _show_short(state: State, seat: int) -> None:
    """Note what everybody sees: a stuck seat holds neither of the two ends."""
    state[SHORT + seat] |= (1 << state[LEFT]) | (1 << state[RIGHT])


def can_fold(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat may fold now: before the first tile, with doubles enough."""
    begun = state[PLAYED] > rules.turned_up or state[PASSES] or state[DRAWS]
    if rules.fold_rule != FOLD_MAY or begun:
        return False
    return may_fold(rules, state, seat)


def fold(rules: Rules, state: State) -> None:
    """Fold the hand; it is redealt."""
    finish_folded(rules, state)


def _end_stuck_turn(rules: Rules, state: State) -> None:
    if (
        rules.block_found == ALL_PASSED
        and state[PASSES] >= rules.seats
        and state[STOCK_NEXT] >= state[STOCK_END]
    ):
        finish_block(rules, state)
        return
    state[TURN] = seat_after(rules, state[TURN])
    state[DREW] = 0


def _straight_pass_played(rules: Rules, state: State, seat: int) -> None:
    if state[PASSES] >= rules.seats - 1 and state[LAST] == seat:
        _award_straight_pass(rules, state, seat)


def _straight_pass_at_last(rules: Rules, state: State) -> None:
    if rules.straight_pass_paid == PAID_PLAYED_AGAIN or state[LAST] == 0 or is_blocked(state):
        return
    _award_straight_pass(rules, state, state[LAST])


def _award_straight_pass(rules: Rules, state: State, seat: int) -> None:
    side = side_of(rules, seat)
    award(
        rules, state, CLAUSE_STRAIGHT_PASS, seat, side,
        rules.straight_pass, rules.straight_pass_limit, state[SCORES + side],
    )  # fmt: skip


def _come_out_passed(rules: Rules, state: State) -> None:
    """Take a pass on the opening tile: by the next seat, then perhaps by the partner."""
    leader = state[LEADER]
    if state[LAST] != leader:
        return
    if state[PASSES] == 1:
        if rules.come_out_partner == PARTNER_CANCELS:
            state[COME_OUT] = 1
        else:
            _award_come_out(rules, state, leader)
    elif state[COME_OUT]:
        state[COME_OUT] = 0
        reason = REASON_PARTNER_PASSED
        if state[OPENING] and rules.come_out_opening == OPENING_EXCLUDED:
            reason = REASON_MATCH_OPENING
        _withhold_come_out(rules, state, leader, reason)


def _come_out_played(rules: Rules, state: State) -> None:
    state[COME_OUT] = 0
    _award_come_out(rules, state, state[LEADER])


def _award_come_out(rules: Rules, state: State, leader: int) -> None:
    side = side_of(rules, leader)
    if state[OPENING] and rules.come_out_opening == OPENING_EXCLUDED:
        _withhold_come_out(rules, state, leader, REASON_MATCH_OPENING)
        return
    award(
        rules, state, CLAUSE_COME_OUT_PASS, leader, side,
        rules.come_out_pass, rules.come_out_limit, state[SCORES + side],
    )  # fmt: skip


def _withhold_come_out(rules: Rules, state: State, leader: int, reason: int) -> None:
    withhold(
        state, CLAUSE_COME_OUT_PASS, leader, side_of(rules, leader), rules.come_out_pass, reason
    )
