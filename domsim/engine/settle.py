"""The end of a hand: who wins it, what it is worth, who leads next."""

from domsim.engine.award import award, withhold
from domsim.engine.bits import tile_of_bit
from domsim.engine.match import close_hand
from domsim.engine.state import (
    BROKEN_BY_LEADER,
    BROKEN_BY_LIGHTEST,
    BROKEN_BY_LOCKER,
    BROKEN_BY_LOWER_NUMBER,
    BROKEN_BY_NO_TILE,
    BROKEN_BY_NOBODY,
    CAPICUA,
    CLAUSE_BLOCK,
    CLAUSE_BLOCKED_BONUS,
    CLAUSE_CAPICUA,
    CLAUSE_OUT,
    COUNTS,
    DISCARDS,
    END,
    END_BLOCKED,
    END_FOLDED,
    END_OUT,
    HANDS,
    LAST,
    LEADER,
    LEFT,
    LIVE,
    NEXT_LEADER,
    PLAYED,
    REASON_TIE,
    RIGHT,
    SCORES,
    TIE,
    TIE_BROKEN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
    seat_after,
    side_of,
)
from domsim.rules.axes import (
    BlockFound,
    BlockTie,
    Compare,
    Count,
    FirstLeader,
    Limit,
    Order,
    OutWinner,
    Unit,
)
from domsim.rules.lowering import Rules
from domsim.tiles import LOW, PIPS, SUIT

AT_ONCE = BlockFound.AT_ONCE.code
TIE_LOCKER = BlockTie.LOCKER.code
TIE_LEADER = BlockTie.LEADER.code
TIE_LIGHTEST = BlockTie.LIGHTEST_TILE.code
COMPARE_LOWEST_HAND = Compare.LOWEST_HAND.code
COMPARE_LOCKER = Compare.LOCKER_AND_NEXT.code
COUNT_LOSING = Count.LOSING_SIDES.code
COUNT_ALL = Count.ALL_TILES.code
COUNT_ALL_BUT_WINNER = Count.ALL_BUT_WINNER.code
COUNT_NET = Count.NET.code
COUNT_EACH = Count.EACH_DIFFERENCES.code
LEAD_RANDOM = FirstLeader.RANDOM_SEAT.code
LIMIT_NONE = Limit.NONE.code
ORDER_CAPICUA_FIRST = Order.CAPICUA_FIRST.code
ORDER_SCORE_BEFORE = Order.BOTH_ON_SCORE_BEFORE.code
OUT_LOWEST_COUNT = OutWinner.LOWEST_COUNT.code
UNIT_WINS = Unit.WINS.code

# The rank of a lightest tile: its weight counts before its lower number, an empty hand before all.
NO_TILE_LEFT = 0
WEIGHT = 16
FAR = 1 << 40

TIE_RULE_BROKE = (BROKEN_BY_NOBODY, BROKEN_BY_LOCKER, BROKEN_BY_LEADER, BROKEN_BY_LIGHTEST)


def is_blocked(state: State) -> bool:
    """Tell whether no tile in any hand or in the drawable stock fits the line."""
    if state[PLAYED] == 0:
        return state[LIVE] == 0
    return state[LIVE] & (SUIT[state[LEFT]] | SUIT[state[RIGHT]]) == 0


def find_block(rules: Rules, state: State) -> None:
    """End the hand if it is blocked and the rules find a block at once."""
    if rules.block_found == AT_ONCE and is_blocked(state):
        finish_block(rules, state)


def finish_folded(rules: Rules, state: State) -> None:
    """End the hand by folding: nobody scores, the same seat leads the redealt hand.

    Where a tile named the leader (NEXT_LEADER is still 0), its new holder leads instead.
    """
    state[END] = END_FOLDED
    if state[NEXT_LEADER] > 0 or rules.first_leader == LEAD_RANDOM:
        state[NEXT_LEADER] = state[LEADER]


def finish_out(rules: Rules, state: State, seat: int) -> None:
    """End the hand because ``seat`` has no tile left, and award what it is worth."""
    state[END] = END_OUT
    _count_pips(rules, state)
    if rules.out_winner == OUT_LOWEST_COUNT:
        _compare(rules, state)
    else:
        _win(rules, state, seat, side_of(rules, seat))
    side = side_of(rules, seat)
    before = state[SCORES + side]
    if rules.order == ORDER_CAPICUA_FIRST:
        _award_capicua(rules, state, seat, before)
        _award_hand(rules, state, CLAUSE_OUT, rules.count_out)
    else:
        _award_hand(rules, state, CLAUSE_OUT, rules.count_out)
        tested_on = before if rules.order == ORDER_SCORE_BEFORE else state[SCORES + side]
        _award_capicua(rules, state, seat, tested_on)
    close_hand(rules, state)


def finish_block(rules: Rules, state: State) -> None:
    """End the hand by a block, compare, and award what it is worth."""
    state[END] = END_BLOCKED
    _count_pips(rules, state)
    _compare(rules, state)
    _award_hand(rules, state, CLAUSE_BLOCK, rules.count_block)
    if rules.blocked_bonus > 0:
        _award_blocked_bonus(rules, state)
    close_hand(rules, state)


def _count_pips(rules: Rules, state: State) -> None:
    for seat in range(1, rules.seats + 1):
        tiles = state[HANDS + seat] | state[DISCARDS + seat]
        pips = 0
        while tiles:
            pips += PIPS[tile_of_bit(tiles & -tiles)]
            tiles &= tiles - 1
        state[COUNTS + seat] = pips


def _win(rules: Rules, state: State, seat: int, side: int) -> None:
    state[WINNER_SEAT] = seat
    state[WINNER_SIDE] = side


def _compare(rules: Rules, state: State) -> None:
    """Find the winner by the lowest count, or the tie that nobody wins."""
    if rules.compare == COMPARE_LOCKER:
        _compare_locker(rules, state)
    else:
        _compare_sides(rules, state)
    if state[WINNER_SIDE] == 0:
        state[TIE] = 1


def _compare_locker(rules: Rules, state: State) -> None:
    locker = state[LAST]
    if locker == 0:
        return
    other = seat_after(rules, locker)
    difference = state[COUNTS + locker] - state[COUNTS + other]
    if difference == 0:
        difference = _break_locker_tie(rules, state, locker, other)
    if difference < 0:
        _win(rules, state, locker, side_of(rules, locker))
    elif difference > 0:
        _win(rules, state, other, side_of(rules, other))


def _break_locker_tie(rules: Rules, state: State, locker: int, other: int) -> int:
    """Return less than 0 when the locker wins the tie, more when the next seat does."""
    if rules.block_tie == TIE_LIGHTEST:
        first, second = _lightest(state[HANDS + locker]), _lightest(state[HANDS + other])
        _note_lightest(state, first, second)
        return first - second
    _note_broken(rules, state, rules.block_tie in (TIE_LOCKER, TIE_LEADER))
    if rules.block_tie == TIE_LOCKER:
        return -1
    if rules.block_tie == TIE_LEADER:
        seat = state[LEADER]
        while side_of(rules, seat) not in (side_of(rules, locker), side_of(rules, other)):
            seat = seat_after(rules, seat)
        return -1 if side_of(rules, seat) == side_of(rules, locker) else 1
    return 0


def _note_broken(rules: Rules, state: State, broken: bool) -> None:
    """Note whether the tie was broken by the rule for ties, or nobody won."""
    state[TIE_BROKEN] = TIE_RULE_BROKE[rules.block_tie] if broken else BROKEN_BY_NOBODY


def _note_lightest(state: State, first: int, second: int) -> None:
    """Note what decided between the ranks of the two lightest tiles."""
    broken = BROKEN_BY_LIGHTEST
    if first == second:
        broken = BROKEN_BY_NOBODY
    elif NO_TILE_LEFT in (first, second):
        broken = BROKEN_BY_NO_TILE
    elif first // WEIGHT == second // WEIGHT:
        broken = BROKEN_BY_LOWER_NUMBER
    state[TIE_BROKEN] = broken


def _compare_sides(rules: Rules, state: State) -> None:
    lowest = FAR
    for side in range(1, rules.sides + 1):
        lowest = min(lowest, _side_count(rules, state, side))
    winner = 0
    tied = 0
    for side in range(1, rules.sides + 1):
        if _side_count(rules, state, side) == lowest:
            winner = side
            tied += 1
    if tied > 1:
        winner = _break_side_tie(rules, state, lowest)
        if rules.block_tie != TIE_LIGHTEST:
            _note_broken(rules, state, winner > 0)
    if winner > 0:
        _win(rules, state, _winning_seat(rules, state, winner, lowest), winner)


def _side_count(rules: Rules, state: State, side: int) -> int:
    """Return the count by which a side is compared: its sum, or its lowest hand."""
    total = 0
    lowest = FAR
    for seat in range(side, rules.seats + 1, rules.sides):
        total += state[COUNTS + seat]
        lowest = min(lowest, state[COUNTS + seat])
    return lowest if rules.compare == COMPARE_LOWEST_HAND else total


def _break_side_tie(rules: Rules, state: State, lowest: int) -> int:
    if rules.block_tie == TIE_LIGHTEST:
        return _side_of_lightest(rules, state, lowest)
    seat = 0
    if rules.block_tie == TIE_LOCKER:
        seat = state[LAST]
    elif rules.block_tie == TIE_LEADER:
        seat = state[LEADER]
    if seat == 0:
        return 0
    while _side_count(rules, state, side_of(rules, seat)) != lowest:
        seat = seat_after(rules, seat)
    return side_of(rules, seat)


def _side_of_lightest(rules: Rules, state: State, lowest: int) -> int:
    """Return the tied side that holds the lightest unplayed tile; 0 when that is tied too."""
    best = second = FAR
    winner = 0
    for side in range(1, rules.sides + 1):
        if _side_count(rules, state, side) != lowest:
            continue
        weight = FAR
        for seat in range(side, rules.seats + 1, rules.sides):
            if rules.compare != COMPARE_LOWEST_HAND or state[COUNTS + seat] == lowest:
                weight = min(weight, _lightest(state[HANDS + seat]))
        if weight < best:
            best, second, winner = weight, best, side
        else:
            second = min(second, weight)
    _note_lightest(state, best, second)
    return winner if second > best else 0


def _lightest(hand: int) -> int:
    """Rank a hand by its lightest tile, then by that tile's lower number; empty ranks first."""
    best = FAR if hand else NO_TILE_LEFT
    while hand:
        tile = tile_of_bit(hand & -hand)
        best = min(best, (1 + PIPS[tile]) * WEIGHT + LOW[tile])
        hand &= hand - 1
    return best


def _winning_seat(rules: Rules, state: State, side: int, lowest: int) -> int:
    """Return the seat that won the comparison, or 0 where the side won it together."""
    if rules.sides == rules.seats:
        return side
    if rules.compare != COMPARE_LOWEST_HAND:
        return 0
    seat = state[LEADER]
    while side_of(rules, seat) != side or state[COUNTS + seat] != lowest:
        seat = seat_after(rules, seat)
    return seat


def _award_hand(rules: Rules, state: State, clause: int, count: int) -> None:
    seat, side = state[WINNER_SEAT], state[WINNER_SIDE]
    if side == 0:
        withhold(state, clause, 0, 0, 0, REASON_TIE)
        return
    worth = 1 if rules.unit == UNIT_WINS else hand_worth(rules, state, count, seat, side)
    award(rules, state, clause, seat, side, worth, LIMIT_NONE, state[SCORES + side])
    if count == COUNT_EACH and rules.unit != UNIT_WINS:
        for other in range(1, rules.sides + 1):
            points = _differences(rules, state, other)
            if other != side and points > 0:
                seat = other if rules.sides == rules.seats else 0
                award(rules, state, clause, seat, other, points, LIMIT_NONE, state[SCORES + other])


def hand_worth(rules: Rules, state: State, count: int, seat: int, side: int) -> int:
    """Return the pips that the winner of a hand scores under a way of counting.

    ``seat`` is the winning seat, or 0 where the whole side won.
    """
    if count == COUNT_NET:
        own = _side_total(rules, state, side)
        return max(0, _pips_taken(rules, state, COUNT_LOSING, 0, side) - own)
    if count > COUNT_NET:
        return _differences(rules, state, side)
    return _pips_taken(rules, state, count, seat, side)


def _pips_taken(rules: Rules, state: State, count: int, seat: int, side: int) -> int:
    pips = 0
    for other in range(1, rules.seats + 1):
        mine = side_of(rules, other) == side
        if count == COUNT_ALL_BUT_WINNER:
            mine = mine and seat in (0, other)
        if count == COUNT_ALL or not mine:
            pips += state[COUNTS + other]
    return pips


def _differences(rules: Rules, state: State, side: int) -> int:
    """Return the sum of what every other side with more pips holds beyond this side's."""
    own = _side_total(rules, state, side)
    points = 0
    for other in range(1, rules.sides + 1):
        points += max(0, _side_total(rules, state, other) - own)
    return points


def _side_total(rules: Rules, state: State, side: int) -> int:
    total = 0
    for seat in range(side, rules.seats + 1, rules.sides):
        total += state[COUNTS + seat]
    return total


def _award_capicua(rules: Rules, state: State, seat: int, tested_on: int) -> None:
    if state[CAPICUA] and rules.capicua > 0:
        award(
            rules, state, CLAUSE_CAPICUA, seat, side_of(rules, seat),
            rules.capicua, rules.capicua_limit, tested_on,
        )  # fmt: skip


def _award_blocked_bonus(rules: Rules, state: State) -> None:
    side = state[WINNER_SIDE]
    if side == 0:
        withhold(state, CLAUSE_BLOCKED_BONUS, 0, 0, rules.blocked_bonus, REASON_TIE)
        return
    award(
        rules, state, CLAUSE_BLOCKED_BONUS, state[WINNER_SEAT], side,
        rules.blocked_bonus, rules.blocked_bonus_limit, state[SCORES + side],
    )  # fmt: skip
