"""Blocks in which the lowest counts are equal: every value of ``block.tie``."""

import pytest
from helpers import Award, awards_in_full, paid, rules_of, winner

from domsim.engine import state as at

from .hands import (
    BLOCK_7_9_7_30,
    BLOCK_9_9_20_30,
    BLOCK_10_4_2_6,
    BLOCK_10_6_2_6,
    block,
    out,
)

# (block.tie, locker, leader) -> winning seat and side

# 10/6/2/6: both pairs hold 12. The lightest tile is 2-0, of seat 3.
SIDE_TOTALS = [
    ("nobody", 1, 1, (0, 0)),
    ("locker", 1, 2, (0, 1)),
    ("locker", 4, 1, (0, 2)),
    ("leader", 4, 3, (0, 1)),
    ("leader", 1, 2, (0, 2)),
    ("lightest-tile", 4, 2, (0, 1)),
]


@pytest.mark.parametrize(("tie", "locker", "leader", "won_by"), SIDE_TOTALS)
def test_equal_pair_totals(tie, locker, leader, won_by):
    rules = rules_of("gbs-pairs-points", f"block.tie={tie}")
    state = block(rules, BLOCK_10_6_2_6, locker, leader=leader)
    assert winner(state) == won_by
    assert state[at.TIE] == (won_by == (0, 0))


# 9/9/20/30, locker 1: seats 1 and 2 are equal. 6-3 and 5-4 weigh the same; 3 is the lower number.
LOCKER_AND_NEXT = [
    ("nobody", 1, (0, 0)),
    ("locker", 2, (1, 1)),
    ("leader", 1, (1, 1)),
    ("leader", 2, (2, 2)),
    ("leader", 3, (1, 1)),
    ("leader", 4, (2, 2)),
    ("lightest-tile", 2, (1, 1)),
]


@pytest.mark.parametrize(("tie", "leader", "won_by"), LOCKER_AND_NEXT)
def test_equal_counts_of_locker_and_next(tie, leader, won_by):
    rules = rules_of("one-table-200", f"block.tie={tie}")
    state = block(rules, BLOCK_9_9_20_30, 1, leader=leader)
    assert winner(state) == won_by
    # Every tile left at the table: 9 + 9 + 20 + 30.
    assert paid(state) == ([("block", won_by[1], 68)] if won_by[0] else [])


def test_the_next_seat_wins_a_tie_of_locker_and_next_by_a_lighter_tile():
    # 9 = 6-2 and 1-0.
    rules = rules_of("one-table-200", "block.tie=lightest-tile")
    assert winner(block(rules, BLOCK_9_9_20_30 | {2: "6-2 1-0"}, 1)) == (2, 2)


# 9/9/20/30 by the lowest hand: seats 1 and 2 are equal, and sit on different sides. Where
# neither locked or led, the first of them from that seat on wins.
LOWEST_HAND = [
    ("nobody", 1, 1, (0, 0)),
    ("locker", 1, 2, (1, 1)),
    ("locker", 2, 1, (2, 2)),
    ("locker", 3, 2, (1, 1)),
    ("leader", 1, 2, (2, 2)),
    ("leader", 2, 3, (1, 1)),
]


@pytest.mark.parametrize(("tie", "locker", "leader", "won_by"), LOWEST_HAND)
def test_equal_lowest_hands_of_two_sides(tie, locker, leader, won_by):
    rules = rules_of("gbs-pairs-points", "block.compare=lowest-hand", f"block.tie={tie}")
    assert winner(block(rules, BLOCK_9_9_20_30, locker, leader=leader)) == won_by


def test_a_partner_who_is_not_tied_takes_no_part_in_the_lightest_tile():
    # 9/9/20/30: the tied players hold 6-3 and 5-4, and 6-3 has the lower number. Seat 4 holds
    # 1-0, but 30 pips.
    rules = rules_of("gbs-pairs-points", "block.compare=lowest-hand", "block.tie=lightest-tile")
    assert winner(block(rules, BLOCK_9_9_20_30, 1)) == (1, 1)


# 7/9/7/30: seats 1 and 3 are equal. 6-1 and 5-2 weigh the same; 1 is the lower number.
INDIVIDUAL = [
    ("nobody", 1, 1, 0),
    ("locker", 3, 1, 3),
    ("locker", 2, 1, 3),
    ("locker", 4, 3, 1),
    ("leader", 3, 1, 1),
    ("leader", 1, 2, 3),
    ("leader", 3, 4, 1),
    ("lightest-tile", 3, 3, 1),
]


@pytest.mark.parametrize(("tie", "locker", "leader", "seat"), INDIVIDUAL)
def test_equal_lowest_counts_individually(tie, locker, leader, seat):
    rules = rules_of("gbs-individual-points", f"block.tie={tie}")
    assert winner(block(rules, BLOCK_7_9_7_30, locker, leader=leader)) == (seat, seat)


def test_a_leader_who_is_neither_locker_nor_next_gives_the_tie_to_the_first_of_them():
    # Locker 1 and seat 2 hold 9 each; from leader 3 on the turn comes to seat 1 first.
    rules = rules_of("gbs-individual-points", "block.compare=locker-and-next", "block.tie=leader")
    assert winner(block(rules, BLOCK_9_9_20_30, 1, leader=3)) == (1, 1)


def test_a_tie_for_lowest_is_a_draw_that_pays_nothing():
    state = block(rules_of("gbs-individual-points"), BLOCK_7_9_7_30)
    assert awards_in_full(state) == [Award("block", 0, 0, 0, 0, "tie", 0)]
    assert state[at.TIE] == 1


@pytest.mark.parametrize("tie", ["locker", "leader"])
def test_a_side_favoured_by_a_tie_does_not_win_a_block_that_it_lost(tie):
    # 10/6/2/5: 12 v 11, though seat 1 locked and led.
    rules = rules_of("gbs-pairs-points", f"block.tie={tie}")
    assert winner(block(rules, BLOCK_10_6_2_6 | {4: "4-1"}, 1)) == (0, 2)


@pytest.mark.parametrize("compare", ["side-totals", "locker-and-next"])
def test_with_no_tile_played_there_is_no_locker_to_win(compare):
    changes = "block.tie=locker", f"block.compare={compare}", "end.out_winner=who-went-out"
    state = block(rules_of("gaple", *changes), BLOCK_7_9_7_30, locker=0)
    assert (winner(state), state[at.TIE]) == ((0, 0), 1)


# --- gaple: the tied player whose lightest unplayed tile is lightest


@pytest.mark.parametrize(
    ("hands", "discards", "seat"),
    [
        # 21 each: 0-0 comes before 2-0.
        pytest.param({1: "6-5 5-3 2-0", 2: "6-6 5-4 0-0"}, {}, 2, id="lighter tile"),
        # 21 each: 2-0 and 1-1 both weigh 2; the lower number of 2-0 is 0.
        pytest.param({1: "6-6 5-2 1-1", 2: "6-5 5-3 2-0"}, {}, 2, id="lower number"),
        # 13 each: unplayed are 6-6 and 6-5; the discards 1-0 and 2-0 take no part.
        pytest.param({1: "6-6", 2: "6-5"}, {1: "1-0", 2: "2-0"}, 2, id="discards take no part"),
    ],
)
def test_gaple_breaks_a_tie_by_the_lightest_unplayed_tile(hands, discards, seat):
    hands = hands | {3: "6-4 6-3 5-5", 4: "6-2 6-1 4-4 5-1"}
    assert winner(block(rules_of("gaple"), hands, discards=discards)) == (seat, seat)


@pytest.mark.parametrize("emptied", [1, 2])
def test_a_tied_player_with_no_tile_left_comes_before_any_tile(emptied):
    # 9 each: 5-4 discarded, against 0-0 and 6-3 in the hand.
    hands = {3 - emptied: "0-0 6-3", 3: "6-6", 4: "5-5"}
    state = out(rules_of("gaple"), hands, seat=emptied, discards={emptied: "5-4"})
    assert winner(state) == (emptied, emptied)


# --- what decided a tie is noted

# 13 each for seats 1 and 2: 3-2 weighs 5; 6-0 weighs 6, though its lower number is 0.
FIVE_AND_SIX = {1: "5-3 3-2", 2: "6-1 6-0", 3: "6-6 5-5", 4: "6-5 4-4"}
BROKEN = [
    ("nobody", BLOCK_10_4_2_6, at.BROKEN_NOT_TIED),
    ("nobody", BLOCK_7_9_7_30, at.BROKEN_BY_NOBODY),
    ("locker", BLOCK_7_9_7_30, at.BROKEN_BY_LOCKER),
    ("leader", BLOCK_7_9_7_30, at.BROKEN_BY_LEADER),
    ("lightest-tile", BLOCK_7_9_7_30, at.BROKEN_BY_LOWER_NUMBER),
    ("lightest-tile", BLOCK_7_9_7_30 | {3: "4-2 1-0"}, at.BROKEN_BY_LIGHTEST),
    # DEFECT: settle._note_broken takes this pip for a lower number: the ranks 5 * 16 + 2 and
    # 6 * 16 + 0 are less than 16 apart.
    ("lightest-tile", FIVE_AND_SIX, at.BROKEN_BY_LIGHTEST),
]


@pytest.mark.parametrize(("tie", "hands", "broken"), BROKEN)
def test_what_decided_a_tie_is_noted(tie, hands, broken):
    rules = rules_of("gbs-individual-points", f"block.tie={tie}")
    assert block(rules, hands)[at.TIE_BROKEN] == broken


BROKEN_OF_TWO = [
    ("nobody", at.BROKEN_BY_NOBODY),
    ("locker", at.BROKEN_BY_LOCKER),
    ("leader", at.BROKEN_BY_LEADER),
    ("lightest-tile", at.BROKEN_BY_LOWER_NUMBER),
]


@pytest.mark.parametrize(("tie", "broken"), BROKEN_OF_TWO)
def test_what_decided_a_tie_of_locker_and_next_is_noted(tie, broken):
    rules = rules_of("one-table-200", f"block.tie={tie}")
    assert block(rules, BLOCK_9_9_20_30, 1)[at.TIE_BROKEN] == broken
    assert block(rules, BLOCK_10_4_2_6, 1)[at.TIE_BROKEN] == at.BROKEN_NOT_TIED


def test_a_tie_decided_by_having_no_tile_left_is_noted():
    hands = {2: "0-0 6-3", 3: "6-6", 4: "5-5"}
    state = out(rules_of("gaple"), hands, discards={1: "5-4"})
    assert state[at.TIE_BROKEN] == at.BROKEN_BY_NO_TILE
