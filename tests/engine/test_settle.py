"""The end of a hand: whose pips are compared, who wins, what that is worth.

Hands are written as tiles; their pips stand beside them.
"""

import pytest
from helpers import awards, awards_in_full, counts, paid, rules_of, scores, winner

from domsim.engine import state as at

from .hands import (
    BLOCK_5_9_5_7,
    BLOCK_9_9_20_30,
    BLOCK_10_4_2_6,
    BLOCK_12_20_20_25,
    OUT_0_21_8_12,
    block,
    out,
)

# --- score.out and score.block: which pips the winner scores

# Pairs: seat 1 goes out, its side holds 8, the other 33. 41 - 0 are left at the table.
# Individuals: every other seat holds 21 + 8 + 12 = 41 more than nothing. With each-differences
# seat 3 scores 13 + 4 against 21 and 12, seat 4 scores 9 against 21.
OUT_WORTH = [
    ("losing-sides", {1: 33}, {1: 41}),
    ("all-tiles", {1: 41}, {1: 41}),
    ("all-but-winner", {1: 41}, {1: 41}),
    ("net", {1: 25}, {1: 41}),
    ("differences", {1: 25}, {1: 41}),
    ("each-differences", {1: 25}, {1: 41, 3: 17, 4: 9}),
]


@pytest.mark.parametrize(("count", "pairs", "individual"), OUT_WORTH, ids=[w[0] for w in OUT_WORTH])
def test_what_going_out_is_worth(count, pairs, individual):
    for name, worth in (("gbs-pairs-points", pairs), ("gbs-individual-points", individual)):
        state = out(rules_of(name, f"score.out={count}"), OUT_0_21_8_12)
        assert paid(state) == [("out", side, points) for side, points in worth.items()]


# Seat 1 went out but discarded 3-3 before: 6 v 21, 8, 12. All 47, others 41, net 41 - 6;
# differences 15 + 2 + 6 = 23; seat 3 scores 13 + 4, seat 4 scores 9.
OUT_WITH_DISCARDS = [
    ("losing-sides", {1: 41}), ("all-tiles", {1: 47}), ("all-but-winner", {1: 41}),
    ("net", {1: 35}), ("differences", {1: 23}), ("each-differences", {1: 23, 3: 17, 4: 9}),
]  # fmt: skip


@pytest.mark.parametrize(("count", "worth"), OUT_WITH_DISCARDS)
def test_discards_count_against_who_goes_out(count, worth):
    rules = rules_of("gaple", f"score.out={count}", "end.out_winner=who-went-out")
    state = out(rules, OUT_0_21_8_12, discards={1: "3-3"})
    assert counts(rules, state) == (6, 21, 8, 12)
    assert paid(state) == [("out", side, points) for side, points in worth.items()]


# 10/4/2/6. One table, locker 1: 10 v 4, seat 2 wins for side 2, which holds 10 against 12.
# GBS pairs: 12 v 10, side 2 wins as a whole. Individuals: seat 3 wins with 2; differences
# 8 + 2 + 4; with each-differences seat 2 scores 6 + 2, seat 4 scores 4.
BLOCK_WORTH = [
    ("losing-sides", {2: 12}, {2: 12}, {3: 20}),
    ("all-tiles", {2: 22}, {2: 22}, {3: 22}),
    ("all-but-winner", {2: 18}, {2: 12}, {3: 20}),
    ("net", {2: 2}, {2: 2}, {3: 18}),
    ("differences", {2: 2}, {2: 2}, {3: 14}),
    ("each-differences", {2: 2}, {2: 2}, {3: 14, 2: 8, 4: 4}),
]


@pytest.mark.parametrize(
    ("count", "one_table", "pairs", "individual"), BLOCK_WORTH, ids=[w[0] for w in BLOCK_WORTH]
)
def test_what_a_block_is_worth(count, one_table, pairs, individual):
    worths = {"one-table-200": one_table, "gbs-pairs-points": pairs,
              "gbs-individual-points": individual}  # fmt: skip
    for name, worth in worths.items():
        state = block(rules_of(name, f"score.block={count}"), BLOCK_10_4_2_6)
        assert paid(state) == [("block", side, points) for side, points in worth.items()]


@pytest.mark.parametrize("count", ["net", "differences"])
def test_a_winner_whose_side_holds_more_scores_nothing_but_wins(count):
    # Seat 2 wins 10 v 4, but its side holds 34 against 12: 12 - 34 is no score below nothing.
    hands = BLOCK_10_4_2_6 | {4: BLOCK_9_9_20_30[4]}
    state = block(rules_of("one-table-200", f"score.block={count}"), hands)
    assert awards(state) == [("block", 2, 0, None)]
    assert winner(state) == (2, 2)


def test_a_side_that_lost_the_block_may_score_its_differences():
    # Seat 2 wins 10 v 4 for a side that holds 34; the other holds 12, and scores 22 as a side.
    rules = rules_of("one-table-200", "score.block=each-differences")
    state = block(rules, BLOCK_10_4_2_6 | {4: BLOCK_9_9_20_30[4]}, scores=(5, 7))
    assert paid(state) == [("block", 2, 0), ("block", 1, 22)]
    assert [award.seat for award in awards_in_full(state)] == [2, 0]
    assert [award.score for award in awards_in_full(state)] == [7, 5]


def test_the_winner_of_a_block_takes_the_losers_pips_without_deducting_its_own():
    # GBS pairs: 12 v 10, side 2 takes 12, not 2.
    assert paid(block(rules_of("gbs-pairs-points"), BLOCK_10_4_2_6)) == [("block", 2, 12)]


def test_a_lock_counts_at_most_126():
    # The line: the suit of 0 (21 pips) and 2-1, 4-3, 6-5 (21) to join its tiles; 168 - 42.
    hands = {1: "1-1 2-2 3-3 4-4 5-5", 2: "6-6 3-1 4-1 5-1 6-1", 3: "3-2 4-2 5-2 6-2",
             4: "5-3 6-3 5-4 6-4"}  # fmt: skip
    state = block(rules_of("one-table-200"), hands)
    # The locker's 2 + 4 + 6 + 8 + 10 = 30 against 12 + 4 + 5 + 6 + 7 = 34.
    assert paid(state) == [("block", 1, 126)]


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_neither_the_partner_nor_an_opponent_is_dropped_in_any_seat(seat):
    # From the seat that goes out on: 21, 8 (the partner), 12.
    hands = {(seat - 1 + i) % 4 + 1: OUT_0_21_8_12[i + 1] for i in range(4)}
    side = 1 if seat in (1, 3) else 2
    assert paid(out(rules_of("gbs-pairs-points"), hands, seat)) == [("out", side, 33)]
    assert paid(out(rules_of("one-table-200"), hands, seat)) == [("out", side, 41)]
    assert paid(out(rules_of("gbs-individual-points"), hands, seat)) == [("out", seat, 41)]


def test_a_hand_won_for_nothing_is_still_won():
    state = out(rules_of("gbs-duel-points"), {1: "", 2: "0-0"})
    assert awards(state) == [("out", 1, 0, None)]
    assert (winner(state), state[at.TIE]) == ((1, 1), 0)


@pytest.mark.parametrize(
    ("hands", "result"), [({1: "6-4", 2: "4-0"}, {2: 6}), ({1: "5-0", 2: "6-3"}, {1: 4})]
)
def test_block_100_scores_the_others_pips_less_its_own(hands, result):
    # 10 - 4 and 9 - 5.
    assert paid(block(rules_of("block-100"), hands)) == [("block", s, p) for s, p in result.items()]


# --- end.out_winner


@pytest.mark.parametrize(
    ("value", "won_by", "points"), [("lowest-count", 2, 30), ("who-went-out", 1, 1)]
)
def test_who_wins_when_a_hand_is_empty(value, won_by, points):
    # Seat 1 went out with 11 pips of discards; the others hold 1, 12, 10.
    # Seat 2 scores 10 + 11 + 9; seat 1 only the 1 that seat 3 holds beyond it.
    rules = rules_of("gaple", f"end.out_winner={value}")
    state = out(rules, {2: "1-0", 3: "6-6", 4: "5-5"}, discards={1: "6-5"})
    assert winner(state) == (won_by, won_by)
    assert paid(state) == [("out", won_by, points)]


def test_a_lowest_count_that_nobody_holds_alone_may_be_a_draw():
    rules = rules_of("gaple", "block.tie=nobody")
    state = out(rules, {2: "1-1", 3: "6-6", 4: "5-5"}, discards={1: "2-0"})
    assert awards(state) == [("out", 0, 0, "tie")]
    assert (winner(state), state[at.TIE]) == ((0, 0), 1)


# --- match.unit


@pytest.mark.parametrize("name", ["gbs-pairs-wins", "gbs-individual-wins"])
def test_a_hand_won_is_one_win(name):
    rules = rules_of(name)
    assert paid(out(rules, OUT_0_21_8_12, seat=1)) == [("out", 1, 1)]
    side = 2 if name == "gbs-pairs-wins" else 3
    assert paid(block(rules, BLOCK_10_4_2_6)) == [("block", side, 1)]


def test_only_the_winner_gets_a_win_where_everybody_would_score_differences():
    rules = rules_of("gbs-individual-wins", "score.out=each-differences")
    assert scores(rules, out(rules, OUT_0_21_8_12)) == (1, 0, 0, 0)


# --- block.compare: (counts, locker) -> winning seat and side

PAIRS_COMPARE = [
    ("side-totals", BLOCK_10_4_2_6, 1, (0, 2)),  # 12 v 10
    ("side-totals", BLOCK_9_9_20_30, 1, (0, 1)),  # 29 v 39
    ("lowest-hand", BLOCK_10_4_2_6, 1, (3, 1)),  # 2 of seat 3
    ("lowest-hand", BLOCK_12_20_20_25, 1, (1, 1)),  # 12 of seat 1
    ("locker-and-next", BLOCK_10_4_2_6, 1, (2, 2)),  # 10 v 4
    ("locker-and-next", BLOCK_10_4_2_6, 2, (3, 1)),  # 4 v 2
    ("locker-and-next", BLOCK_10_4_2_6, 3, (3, 1)),  # 2 v 6
    ("locker-and-next", BLOCK_10_4_2_6, 4, (4, 2)),  # 6 v 10
    ("locker-and-next", BLOCK_9_9_20_30, 4, (1, 1)),  # 30 v 9
]


@pytest.mark.parametrize(("compare", "hands", "locker", "won_by"), PAIRS_COMPARE)
def test_whose_pips_are_compared_in_pairs(compare, hands, locker, won_by):
    state = block(
        rules_of("one-table-200", f"block.compare={compare}", "opening.after_block=locker"),
        hands,
        locker,
    )
    assert winner(state) == won_by


INDIVIDUAL_COMPARE = [
    ("side-totals", BLOCK_10_4_2_6, 1, 3),  # the lowest of four
    ("side-totals", BLOCK_12_20_20_25, 1, 1),
    ("lowest-hand", BLOCK_10_4_2_6, 1, 3),  # the same, where a side is one hand
    ("locker-and-next", BLOCK_10_4_2_6, 1, 2),  # 10 v 4
    ("locker-and-next", BLOCK_10_4_2_6, 4, 4),  # 6 v 10
]


@pytest.mark.parametrize(("compare", "hands", "locker", "seat"), INDIVIDUAL_COMPARE)
def test_whose_pips_are_compared_individually(compare, hands, locker, seat):
    state = block(rules_of("gbs-individual-points", f"block.compare={compare}"), hands, locker)
    assert winner(state) == (seat, seat)


def test_a_tie_above_the_lowest_does_not_matter():
    # 12/20/20/25: seat 1 takes 20 + 20 + 25.
    state = block(rules_of("gbs-individual-points"), BLOCK_12_20_20_25)
    assert awards(state) == [("block", 1, 65, None)]


@pytest.mark.parametrize(("leader", "seat"), [(1, 1), (2, 3), (3, 3), (4, 1)])
def test_partners_tied_for_lowest_are_no_tie(leader, seat):
    # 5/9/5/7: side 1 wins; its winning seat is the first of the two from the leader on.
    rules = rules_of("gbs-pairs-points", "block.compare=lowest-hand")
    state = block(rules, BLOCK_5_9_5_7, locker=2, leader=leader)
    assert winner(state) == (seat, 1)
    assert paid(state) == [("block", 1, 16)]
