"""What holds for winners, awards and scores in every hand of every valid rule set."""

from itertools import chain
from typing import NamedTuple

import pytest
from helpers import awards_in_full, make, random_rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.state import seat_after, side_of
from domsim.rules.lowering import Rules, lower
from domsim.rules.models import RuleSet

from .played import Start, played_hands, replayed

pytestmark = pytest.mark.heavy

MANY = settings(max_examples=200)
ANY_HAND = played_hands()
LATER_HAND = played_hands(later=True)
DEALT_OUT = played_hands(random_rule_sets(everything_dealt=True))
BONUSES = {
    "capicua": "capicua",
    "straight-pass": "straight_pass",
    "come-out-pass": "come_out_pass",
    "blocked-bonus": "blocked_bonus",
}


def sides_of(hand):
    return range(1, hand.codes.sides + 1)


def counts_of(hand):
    """Return the counted pips by seat."""
    return {seat: hand.end[at.COUNTS + seat] for seat in range(1, hand.codes.seats + 1)}


def totals_of(hand):
    """Return the counted pips by side."""
    totals = dict.fromkeys(sides_of(hand), 0)
    for seat, pips in counts_of(hand).items():
        totals[side_of(hand.codes, seat)] += pips
    return totals


# --- scores


@MANY
@given(ANY_HAND)
def test_scores_change_only_by_paid_awards(hand):
    expected = dict(zip(sides_of(hand), hand.start.scores, strict=True))
    known = 0
    for state in hand.states:
        for award in awards_in_full(state)[known:]:
            expected[award.side] = expected.get(award.side, 0) + award.paid
        known = state[at.AWARD_COUNT]
        assert [state[at.SCORES + side] for side in sides_of(hand)] == [
            expected[side] for side in sides_of(hand)
        ]


@MANY
@given(ANY_HAND)
def test_an_award_pays_all_or_nothing_and_says_why(hand):
    for award in awards_in_full(hand.end):
        assert award.paid == (0 if award.reason else award.nominal)
        assert award.side == (side_of(hand.codes, award.seat) if award.seat else award.side)
        assert (award.side == 0) == (award.reason == "tie")


@MANY
@given(ANY_HAND)
def test_a_bonus_that_must_fit_never_brings_a_score_to_the_target(hand):
    scores = dict(zip(sides_of(hand), hand.start.scores, strict=True))
    for award in awards_in_full(hand.end):
        score = scores.get(award.side, 0) + award.paid
        scores[award.side] = score
        # Tested on the score before the hand, capicúa may reach it together with the hand.
        before = hand.rules.score.order == "both-on-score-before" and award.clause == "capicua"
        if award.paid and award.clause in BONUSES and not before:
            limit = getattr(hand.rules.bonuses, BONUSES[award.clause]).limit
            assert limit == "none" or score < hand.codes.target


@MANY
@given(ANY_HAND)
def test_a_bonus_pays_its_points_or_is_only_shown_where_wins_count(hand):
    for award in awards_in_full(hand.end):
        if award.clause in BONUSES:
            assert award.nominal == getattr(hand.rules.bonuses, BONUSES[award.clause]).points > 0
            assert award.paid == 0 or hand.rules.match.unit == "points"


# --- winners


@MANY
@given(ANY_HAND)
def test_a_hand_has_one_winner_or_is_a_tie(hand):
    end = hand.end
    seat, side = end[at.WINNER_SEAT], end[at.WINNER_SIDE]
    clauses = [award for award in awards_in_full(end) if award.clause in ("out", "block")]
    if end[at.END] == at.END_FOLDED:
        assert (seat, side, end[at.TIE], clauses) == (0, 0, 0, [])
        return
    assert end[at.TIE] == (side == 0)
    assert seat == 0 or side_of(hand.codes, seat) == side
    assert {award.clause for award in clauses} == {at.ENDS[end[at.END]].replace("blocked", "block")}
    assert [award.side for award in clauses].count(side) == 1
    each = "each-differences" in (hand.rules.score.out, hand.rules.score.block)
    assert len(clauses) == 1 or each


@MANY
@given(ANY_HAND)
def test_who_went_out_has_nothing_left(hand):
    end = hand.end
    if end[at.END] == at.END_OUT and hand.rules.end.out_winner == "who-went-out":
        assert end[at.HANDS + end[at.WINNER_SEAT]] == 0
        assert end[at.WINNER_SEAT] == hand.states[-2][at.TURN]


def compared(hand):
    """Return the counts that are compared, by side; empty where none are."""
    end, compare, counts = hand.end, hand.rules.block.compare, counts_of(hand)
    by_count = end[at.END] == at.END_OUT and hand.rules.end.out_winner == "lowest-count"
    if end[at.END] != at.END_BLOCKED and not by_count:
        return {}
    if compare == "side-totals":
        return totals_of(hand)
    seats = list(counts)
    if compare == "locker-and-next":
        locker = end[at.LAST]
        seats = [locker, seat_after(hand.codes, locker)] if locker else []
    lowest = {}
    for seat in seats:
        side = side_of(hand.codes, seat)
        lowest[side] = min(counts[seat], lowest.get(side, counts[seat]))
    return lowest


@MANY
@given(ANY_HAND)
def test_the_lowest_of_what_is_compared_wins_and_only_equals_tie(hand):
    counts = compared(hand)
    lowest = {side for side, count in counts.items() if count == min(counts.values())}
    if len(lowest) == 1:
        assert hand.end[at.WINNER_SIDE] in lowest
    elif lowest:
        assert hand.end[at.WINNER_SIDE] in lowest | {0}
        assert (
            hand.end[at.WINNER_SIDE]
            or hand.rules.block.tie in ("nobody", "lightest-tile")
            or (hand.end[at.LAST] == 0 and hand.rules.block.tie == "locker")
        )


def worth(hand, count):
    """Work out what the winner of a hand scores, in other words than the engine's."""
    counts, totals = counts_of(hand), totals_of(hand)
    seat, side = hand.end[at.WINNER_SEAT], hand.end[at.WINNER_SIDE]
    everything, own = sum(counts.values()), totals[side]
    return {
        "all-tiles": everything,
        "losing-sides": everything - own,
        "all-but-winner": everything - (counts[seat] if seat else own),
        "net": max(0, everything - 2 * own),
        "differences": sum(t - own for t in totals.values() if t > own),
        "each-differences": sum(t - own for t in totals.values() if t > own),
    }[count]


@MANY
@given(ANY_HAND)
def test_a_hand_is_worth_what_its_rules_say(hand):
    count = hand.rules.score.out if hand.end[at.END] == at.END_OUT else hand.rules.score.block
    for award in awards_in_full(hand.end):
        if award.clause in ("out", "block") and award.side == hand.end[at.WINNER_SIDE] > 0:
            assert award.nominal == (1 if hand.rules.match.unit == "wins" else worth(hand, count))


# --- the same hand told otherwise


def with_straight_pass(rules, paid):
    """Return a rule set in which passes all round are paid at another moment."""
    data = rules.model_dump()
    data["bonuses"]["straight_pass"] = {"points": 25, "paid": paid, "limit": "none"}
    return lower(RuleSet.model_validate(data))


@MANY
@given(DEALT_OUT)
def test_both_moments_of_the_straight_pass_agree_when_all_is_dealt_and_blocks_end_at_once(hand):
    found = []
    for paid in ("last-pass", "played-again"):
        end = replayed(with_straight_pass(hand.rules, paid), hand.start, hand.moves)
        found.append([(a.seat, a.side) for a in awards_in_full(end) if a.clause == "straight-pass"])
    assert found[0] == found[1]


def results(state):
    """Return what a hand comes to, whichever way round its line lies."""
    facts = (at.END, at.LAST, at.WINNER_SEAT, at.WINNER_SIDE, at.TIE, at.NEXT_LEADER, at.OVER)
    return [state[fact] for fact in (*facts, at.MATCH_WINNER)], awards_in_full(state)


@MANY
@given(ANY_HAND)
def test_turning_the_line_round_changes_nothing(hand):
    state = hand.start.state(hand.codes)
    state[at.LEFT], state[at.RIGHT] = state[at.RIGHT], state[at.LEFT]
    for move in hand.moves:
        make(hand.codes, state, move._replace(end=1 - move.end))
    assert results(state) == results(hand.end)
    assert (state[at.RIGHT], state[at.LEFT]) == (hand.end[at.LEFT], hand.end[at.RIGHT])


class Shift(NamedTuple):
    """Every seat moved on round the table by the same number of places."""

    codes: Rules
    places: int

    def seat(self, seat):
        return (seat - 1 + self.places) % self.codes.seats + 1 if seat else 0

    def side(self, side):
        return (side - 1 + self.places) % self.codes.sides + 1 if side else 0

    def award(self, award):
        return award._replace(seat=self.seat(award.seat), side=self.side(award.side))

    def start(self, start):
        size, dealt = self.codes.hand_size, self.codes.seats * self.codes.hand_size
        hands = [start.order[i : i + size] for i in range(0, dealt, size)]
        order = [*chain(*self.row(hands)), *start.order[dealt:]]
        return Start(order, self.seat(start.leader), self.row(start.scores))

    def row(self, values):
        """Shift values that belong to seats, or to sides."""
        places = self.places % len(values)
        return [*values[len(values) - places :], *values[: len(values) - places]]


@MANY
@given(LATER_HAND, st.integers(1, 5))
def test_seats_moved_on_round_the_table_move_the_result(hand, places):
    shift, end = Shift(hand.codes, places), hand.end
    state = replayed(hand.codes, shift.start(hand.start), hand.moves)
    for fact in (at.END, at.TIE, at.OVER, at.SEVERAL, at.TARGET_TIE, at.LEFT, at.RIGHT):
        assert state[fact] == end[fact]
    for fact in (at.LAST, at.WINNER_SEAT):
        assert state[fact] == shift.seat(end[fact])
    for fact in (at.WINNER_SIDE, at.MATCH_WINNER):
        assert state[fact] == shift.side(end[fact])
    assert state[at.SCORES + 1 :][: hand.codes.sides] == shift.row(
        end[at.SCORES + 1 :][: hand.codes.sides]
    )
    assert sorted(awards_in_full(state), key=str) == sorted(
        map(shift.award, awards_in_full(end)), key=str
    )
    # The first seat of a pair is seat 1 or 2 wherever the winners sit.
    opening = hand.rules.opening
    if hand.rules.table.sides != "pairs" or "first-of-side" not in (
        opening.after_out, opening.after_block,
    ):  # fmt: skip
        assert state[at.NEXT_LEADER] == shift.seat(end[at.NEXT_LEADER])
