"""Watching for hands that satisfy conditions, while they are played.

A watch is a flat sequence of integers: the number of groups, how many hands to keep of each,
whether to stop once every group has as many, then group after group: how many conditions, and
four integers for each of them (what is looked at, a detail, a comparison, a number). A hand
counts for a group when all of the group's conditions hold after its last award.

What was seen stands behind a tally: for each group the number of hands that counted, then the
match, plus 1, and hand of the first of them.
"""

from collections.abc import MutableSequence, Sequence

from domsim.engine.state import (
    A_CLAUSE,
    A_PAID,
    A_REASON,
    A_SIDE,
    AWARD_COUNT,
    AWARD_WIDTH,
    AWARDS,
    CLAUSE_BLOCK,
    COUNTS,
    END,
    END_OUT,
    HAND,
    LAST,
    LEADER,
    LEFT,
    MATCH,
    MATCH_WINNER,
    OVER,
    PASSES,
    REASON_NONE,
    RIGHT,
    SCORES,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
    side_of,
)
from domsim.rules.lowering import Rules

(
    LOOK_STATE,  # the place of the state that the detail names
    LOOK_OCCURRED,  # awards of a clause, paid or not
    LOOK_PAID,  # awards of a clause that were not withheld
    LOOK_WITHHELD,  # awards withheld, the detail is 16 * clause + reason; either may be any
    LOOK_POINTS,  # points paid for winning the hand
    LOOK_PIPS,  # pips left in all hands
    LOOK_BEFORE,  # score of a side before the hand
    LOOK_WON_BY_LEADER,  # 1 when the leader's side won the hand
    LOOK_WON_BY_LOCKER,  # 1 when the side of the last tile won it
    LOOK_WON_BY_OUT,  # 1 when the seat that went out won it
    LOOK_OUT_BY_DISCARD,  # 1 when a discard emptied the hand
    LOOK_STOCK_LEFT,  # tiles that could still be drawn
    LOOK_ENDS_DIFFER,  # 1 when the two ends differ
    LOOK_MATCH_HANDS,  # hands in the match, once it is over; 0 before
    LOOK_LOSER_WON_MATCH,  # 1 when the match went to a side that did not win the hand
) = range(15)

LESS, AT_MOST, EQUAL, NOT_EQUAL, AT_LEAST, MORE = range(6)
ANY = 15
CONDITION_WIDTH = 4
HEAD = 3
KEPT_WIDTH = 2

Watch = Sequence[int]


def seen_size(watch: Watch) -> int:
    """Return how many integers stand behind the tally for a watch."""
    return watch[0] * (1 + KEPT_WIDTH * watch[1]) if len(watch) else 0


def observe(
    rules: Rules, state: State, watch: Watch, seen: MutableSequence[int], base: int
) -> bool:
    """Note the hand that has ended in ``seen`` from ``base`` on; tell whether to stop now."""
    at = HEAD
    slot = base
    full = watch[2] > 0
    for _ in range(watch[0]):
        conditions = watch[at]
        if all_hold(rules, state, watch, at + 1, conditions):
            kept = seen[slot]
            if kept < watch[1]:
                seen[slot + 1 + KEPT_WIDTH * kept] = state[MATCH] + 1
                seen[slot + 2 + KEPT_WIDTH * kept] = state[HAND]
            seen[slot] += 1
        full = full and seen[slot] >= watch[1]
        at += 1 + CONDITION_WIDTH * conditions
        slot += 1 + KEPT_WIDTH * watch[1]
    return full


def all_hold(rules: Rules, state: State, watch: Watch, at: int, conditions: int) -> bool:
    """Tell whether a number of conditions, from place ``at`` of a watch on, all hold."""
    for number in range(conditions):
        c = at + CONDITION_WIDTH * number
        found = look(rules, state, watch[c], watch[c + 1])
        if not compares(found, watch[c + 2], watch[c + 3]):
            return False
    return True


def compares(found: int, how: int, wanted: int) -> bool:
    """Tell whether a number compares as wanted."""
    if how == LESS:
        return found < wanted
    if how == AT_MOST:
        return found <= wanted
    if how == EQUAL:
        return found == wanted
    if how == NOT_EQUAL:
        return found != wanted
    if how == AT_LEAST:
        return found >= wanted
    return found > wanted


def look(rules: Rules, state: State, what: int, detail: int) -> int:
    """Return the number that a condition looks at, after a hand."""
    if what == LOOK_STATE:
        return state[detail]
    if what <= LOOK_BEFORE:
        return _look_at_awards(rules, state, what, detail)
    if what <= LOOK_WON_BY_OUT:
        return _look_at_winner(rules, state, what)
    if what == LOOK_OUT_BY_DISCARD:
        # A play sets the count of stuck turns back, a discard does not.
        return 1 if state[END] == END_OUT and state[PASSES] > 0 else 0
    if what == LOOK_STOCK_LEFT:
        return state[STOCK_END] - state[STOCK_NEXT]
    if what == LOOK_ENDS_DIFFER:
        return 1 if state[LEFT] != state[RIGHT] else 0
    if what == LOOK_MATCH_HANDS:
        return state[HAND] if state[OVER] else 0
    return 1 if state[OVER] and state[MATCH_WINNER] != state[WINNER_SIDE] else 0


def _look_at_awards(rules: Rules, state: State, what: int, detail: int) -> int:
    if what == LOOK_PIPS:
        pips = 0
        for seat in range(1, rules.seats + 1):
            pips += state[COUNTS + seat]
        return pips
    found = state[SCORES + detail] if what == LOOK_BEFORE else 0
    for number in range(state[AWARD_COUNT]):
        at = AWARDS + AWARD_WIDTH * number
        clause, reason, paid = state[at + A_CLAUSE], state[at + A_REASON], state[at + A_PAID]
        if what == LOOK_BEFORE:
            found -= paid if state[at + A_SIDE] == detail else 0
        elif what == LOOK_POINTS:
            found += paid if clause <= CLAUSE_BLOCK else 0
        elif what == LOOK_WITHHELD:
            named = detail // 16 in (ANY, clause) and detail % 16 in (ANY, reason)
            found += 1 if named and reason != REASON_NONE else 0
        elif clause == detail and (what == LOOK_OCCURRED or reason == REASON_NONE):
            found += 1
    return found


def _look_at_winner(rules: Rules, state: State, what: int) -> int:
    winner = state[WINNER_SIDE]
    if winner == 0:
        return 0
    if what == LOOK_WON_BY_OUT:
        return 1 if state[END] == END_OUT and state[WINNER_SEAT] == state[TURN] else 0
    seat = state[LEADER] if what == LOOK_WON_BY_LEADER else state[LAST]
    return 1 if seat > 0 and side_of(rules, seat) == winner else 0
