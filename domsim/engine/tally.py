"""Counting what happens in simulated hands: one flat sequence of integers that can be merged.

Every slot is a sum, except the first occurrences, the shortest and the longest match, which
stand in a region of their own behind the sums.
"""

from collections.abc import MutableSequence

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
    DISCARD_COUNT,
    DRAWS,
    END,
    END_BLOCKED,
    END_FOLDED,
    END_OUT,
    HAND,
    LEADER,
    MATCH,
    MATCH_WINNER,
    MOST_SEATS,
    OVER,
    PASS_COUNT,
    PLAYS,
    SEVERAL,
    TARGET_TIE,
    TIE,
    TURN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
    side_of,
)
from domsim.rules.lowering import Rules

Tally = MutableSequence[int]

CLAUSE_COUNT = 6
REASON_COUNT = 6
MOST_POINTS = 512  # a hand of more points is counted in the last place
MOST_MATCH_HANDS = 1024  # likewise a longer match

(
    HANDS_PLAYED,
    MATCHES,
    OUT,
    BLOCKED,
    FOLDED,
    TIES,
    DECIDED,
    LEADER_WON,
    ALL_PLAYS,
    ALL_PASSES,
    ALL_DRAWS,
    ALL_DISCARDS,
    PIPS_LEFT,
    PIPS_LEFT_OUT,
    PIPS_LEFT_BLOCKED,
    PIPS_LEFT_SQUARES,
    POINTS,
    POINTS_SQUARES,
    MATCH_HANDS_SQUARES,
    SEVERAL_REACHED,
    TARGET_TIES,
    ABANDONED,
) = range(22)

# Slots by seat or side, from 1.
_BY_SEAT = 22
SIDE_HANDS_WON = _BY_SEAT
SIDE_MATCHES_WON = SIDE_HANDS_WON + MOST_SEATS + 1
SIDE_POINTS = SIDE_MATCHES_WON + MOST_SEATS + 1
SEAT_LED = SIDE_POINTS + MOST_SEATS + 1
SEAT_OUT = SEAT_LED + MOST_SEATS + 1
SEAT_WON = SEAT_OUT + MOST_SEATS + 1

# Slots by clause: occurred, paid, points, then one for each reason.
CLAUSES_AT = SEAT_WON + MOST_SEATS + 1
C_OCCURRED, C_PAID, C_POINTS, C_REASON = range(4)
CLAUSE_WIDTH = 3 + REASON_COUNT

POINTS_AT = CLAUSES_AT + CLAUSE_COUNT * CLAUSE_WIDTH
MATCH_HANDS_AT = POINTS_AT + MOST_POINTS
SUMS = MATCH_HANDS_AT + MOST_MATCH_HANDS

# Behind the sums: by clause the first match, plus 1 (0 for never), and hand that show it.
FIRST_AT = SUMS
SHORTEST = FIRST_AT + 2 * CLAUSE_COUNT
LONGEST = SHORTEST + 1
TALLY_SIZE = LONGEST + 1


def new_tally() -> list[int]:
    """Return a tally of nothing."""
    return [0] * TALLY_SIZE


def count_hand(rules: Rules, state: State, tally: Tally) -> None:
    """Count a hand that has ended."""
    tally[HANDS_PLAYED] += 1
    tally[ALL_PLAYS] += state[PLAYS]
    tally[ALL_PASSES] += state[PASS_COUNT]
    tally[ALL_DRAWS] += state[DRAWS]
    tally[ALL_DISCARDS] += state[DISCARD_COUNT]
    tally[SEVERAL_REACHED] += state[SEVERAL]
    tally[TARGET_TIES] += state[TARGET_TIE]
    tally[SEAT_LED + state[LEADER]] += 1
    if state[END] == END_FOLDED:
        tally[FOLDED] += 1
        return
    if state[END] == END_OUT:
        tally[OUT] += 1
        tally[SEAT_OUT + state[TURN]] += 1
    _count_winner(rules, state, tally)
    _count_pips(rules, state, tally)
    _count_awards(state, tally)


def _count_winner(rules: Rules, state: State, tally: Tally) -> None:
    side = state[WINNER_SIDE]
    if state[TIE]:
        tally[TIES] += 1
        return
    tally[DECIDED] += 1
    tally[SIDE_HANDS_WON + side] += 1
    tally[SEAT_WON + state[WINNER_SEAT]] += 1
    if side == side_of(rules, state[LEADER]):
        tally[LEADER_WON] += 1


def _count_pips(rules: Rules, state: State, tally: Tally) -> None:
    pips = 0
    for seat in range(1, rules.seats + 1):
        pips += state[COUNTS + seat]
    tally[PIPS_LEFT] += pips
    tally[PIPS_LEFT_SQUARES] += pips * pips
    if state[END] == END_BLOCKED:
        tally[BLOCKED] += 1
        tally[PIPS_LEFT_BLOCKED] += pips
    else:
        tally[PIPS_LEFT_OUT] += pips


def _count_awards(state: State, tally: Tally) -> None:
    hand_points = 0
    for number in range(state[AWARD_COUNT]):
        at = AWARDS + AWARD_WIDTH * number
        clause, paid = state[at + A_CLAUSE], state[at + A_PAID]
        slot = CLAUSES_AT + CLAUSE_WIDTH * clause
        if tally[slot + C_OCCURRED] == 0:
            tally[FIRST_AT + 2 * clause] = state[MATCH] + 1
            tally[FIRST_AT + 2 * clause + 1] = state[HAND]
        tally[slot + C_OCCURRED] += 1
        tally[slot + C_POINTS] += paid
        tally[slot + C_REASON + state[at + A_REASON]] += 1
        if state[at + A_REASON] == 0:
            tally[slot + C_PAID] += 1
        tally[SIDE_POINTS + state[at + A_SIDE]] += paid
        if clause <= CLAUSE_BLOCK:
            hand_points += paid
    tally[POINTS] += hand_points
    tally[POINTS_SQUARES] += hand_points * hand_points
    tally[POINTS_AT + min(hand_points, MOST_POINTS - 1)] += 1


def count_match(state: State, tally: Tally) -> None:
    """Count a match whose last hand has been counted."""
    hands = state[HAND]
    tally[MATCHES] += 1
    tally[MATCH_HANDS_SQUARES] += hands * hands
    tally[MATCH_HANDS_AT + min(hands, MOST_MATCH_HANDS - 1)] += 1
    if tally[SHORTEST] == 0 or hands < tally[SHORTEST]:
        tally[SHORTEST] = hands
    tally[LONGEST] = max(tally[LONGEST], hands)
    if state[OVER]:
        tally[SIDE_MATCHES_WON + state[MATCH_WINNER]] += 1
    else:
        tally[ABANDONED] += 1


def merge(into: Tally, later: Tally) -> None:
    """Add the tally of later matches to that of earlier ones."""
    for slot in range(SUMS):
        into[slot] += later[slot]
    for slot in range(FIRST_AT, SHORTEST, 2):
        if into[slot] == 0:
            into[slot], into[slot + 1] = later[slot], later[slot + 1]
    shortest = [n for n in (into[SHORTEST], later[SHORTEST]) if n]
    into[SHORTEST] = min(shortest, default=0)
    into[LONGEST] = max(into[LONGEST], later[LONGEST])
