"""Between hands: who leads next, found through real plays, and when a match is over."""

import pytest
from helpers import act, deal_next, dealt, ended, position, rules_of, scores, winner

from domsim.engine import state as at
from domsim.engine.match import check_target
from domsim.engine.state import new_state, start_match
from domsim.engine.turn import fold
from domsim.tiles import tile_text

from .hands import IN_ORDER


def next_lead(rules, state):
    """Deal the next hand, in which seat 4 holds 6-6, and return who leads it."""
    deal_next(rules, state, IN_ORDER)
    return state[at.LEADER]


# --- opening.after_out


def seat_3_goes_out(rules):
    """Play a hand that seat 1 led and seat 3 won."""
    hands = {1: "6-6 6-5", 2: "6-4 5-4", 3: "2-0", 4: "5-5 3-3"}
    state = position(rules, hands, (1, 2), turn=1, last=4, leader=1)
    return act(rules, state, "1:pass 2:pass 3:2-0")


AFTER_OUT = [("winner", 3), ("out-seat", 3), ("first-of-side", 1), ("next-seat", 2),
             ("same-seat", 1), ("locker", 3), ("as-first-hand", 4)]  # fmt: skip


@pytest.mark.parametrize(("rule", "leader"), AFTER_OUT)
def test_who_leads_after_going_out(rule, leader):
    rules = rules_of("gbs-pairs-points", f"opening.after_out={rule}")
    assert next_lead(rules, seat_3_goes_out(rules)) == leader


@pytest.mark.parametrize("name", ["gbs-pairs-points", "gbs-individual-points", "one-table-200"])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_whoever_went_out_leads_whatever_his_seat(name, seat):
    rules = rules_of(name)
    hands = {1: "6-6", 2: "6-5", 3: "6-4", 4: "6-3"} | {seat: "2-0"}
    state = position(rules, hands, (1, 2), turn=seat, leader=seat % 4 + 1)
    assert next_lead(rules, act(rules, state, f"{seat}:2-0")) == seat


def test_first_of_side_is_the_winner_where_every_seat_is_a_side():
    rules = rules_of("gbs-individual-points", "opening.after_out=first-of-side")
    assert next_lead(rules, seat_3_goes_out(rules)) == 3


def seat_2_discards_its_last_tile(rules):
    """Play a hand of gaple that seat 4 led: 10 pips, 11 discarded, 3, 12."""
    hands = {1: "2-0 5-5", 2: "6-5", 3: "3-0", 4: "6-6"}
    return act(rules, position(rules, hands, (3, 2), leader=4), "1:2-0 2:x6-5")


AFTER_DISCARD = [
    ("winner", "who-went-out", 2),
    ("winner", "lowest-count", 3),
    ("locker", "who-went-out", 1),
    ("out-seat", "who-went-out", 2),
    ("out-seat", "lowest-count", 2),
    ("next-seat", "lowest-count", 1),
]


@pytest.mark.parametrize(("rule", "won_by", "leader"), AFTER_DISCARD)
def test_who_leads_after_a_discard_that_emptied_a_hand(rule, won_by, leader):
    rules = rules_of("gaple", f"opening.after_out={rule}", f"end.out_winner={won_by}")
    state = seat_2_discards_its_last_tile(rules)
    assert ended(state) == "out"
    assert state[at.NEXT_LEADER] == leader


# --- opening.after_block and after_draw
# Seat 2 lays 2-1 on the 2 of 1|2, and no other hand shows a 1.

# 8/7/2/6 are left: side 1 wins 10 v 13, seat 3 has the lowest hand, and 7 v 2 against the locker.
WON = {1: "4-4", 2: "2-1 4-3", 3: "2-0", 4: "6-0"}
# 8/7/2/3: 10 v 10.
DRAWN = WON | {4: "3-0"}


def seat_2_locks(rules, hands, leader):
    """Play a block that ``leader`` led."""
    state = act(rules, position(rules, hands, (1, 2), turn=2, leader=leader), "2:2-1R")
    while ended(state) == "unfinished":
        act(rules, state, "pass")
    return state


AFTER_BLOCK = [
    ("side-totals", "first-of-side", 3, 1),
    ("side-totals", "locker", 3, 2),
    ("side-totals", "same-seat", 3, 3),
    ("side-totals", "next-seat", 3, 4),
    ("side-totals", "as-first-hand", 3, 4),
    ("lowest-hand", "winner", 4, 3),
    ("lowest-hand", "first-of-side", 4, 1),
    ("locker-and-next", "winner", 4, 3),
]


@pytest.mark.parametrize(("compare", "rule", "led", "leads"), AFTER_BLOCK)
def test_who_leads_after_a_block(compare, rule, led, leads):
    rules = rules_of("gbs-pairs-points", f"block.compare={compare}", f"opening.after_block={rule}")
    state = seat_2_locks(rules, WON, led)
    assert winner(state)[1] == 1
    assert next_lead(rules, state) == leads


@pytest.mark.parametrize(
    ("name", "hands", "leads"),
    [
        # 10 v 13, and 16 v 13 when seat 3 holds 8: the first seat of the pair, whoever locked.
        ("gbs-pairs-points", WON, 1),
        ("gbs-pairs-points", WON | {3: "6-2"}, 2),
        # The lowest of 8/7/2/6, of 8/7/8/6.
        ("gbs-individual-points", WON, 3),
        ("gbs-individual-points", WON | {3: "6-2"}, 4),
        # The locker's 7 v 2, 7 v 8.
        ("one-table-200", WON, 3),
        ("one-table-200", WON | {3: "6-2"}, 2),
    ],
)
def test_who_leads_after_a_block_in_the_bundled_rules(name, hands, leads):
    rules = rules_of(name)
    assert next_lead(rules, seat_2_locks(rules, hands, 4)) == leads


AFTER_DRAW = [("next-seat", 4), ("same-seat", 3), ("locker", 2), ("as-first-hand", 4)]


@pytest.mark.parametrize(("rule", "leads"), AFTER_DRAW)
def test_who_leads_after_a_drawn_hand(rule, leads):
    rules = rules_of("gbs-pairs-points", f"opening.after_draw={rule}")
    state = seat_2_locks(rules, DRAWN, 3)
    assert (winner(state), state[at.TIE]) == ((0, 0), 1)
    assert next_lead(rules, state) == leads


@pytest.mark.parametrize(("rule", "must_lead"), [("as-first-hand", "6-6"), ("next-seat", None)])
def test_only_as_first_hand_names_the_tile_again(rule, must_lead):
    # GBS: a drawn first hand is not repeated as a 6-6 hand, though seat 4, who leads, holds it.
    rules = rules_of("gbs-pairs-points", f"opening.after_draw={rule}")
    state = seat_2_locks(rules, DRAWN, 3)
    assert next_lead(rules, state) == 4
    named = state[at.MUST_LEAD]
    assert (tile_text(named - 1) if named else None) == must_lead


# --- the hand's number, what is known of the hand before, and what a new match forgets


def test_how_the_hand_before_ended_is_known():
    rules = rules_of("gbs-pairs-points", "fold.rule=may", "fold.doubles=3")
    ends = {
        at.PREVIOUS_OUT: seat_3_goes_out(rules),
        at.PREVIOUS_BLOCK: seat_2_locks(rules, WON, 3),
        at.PREVIOUS_DRAW: seat_2_locks(rules, DRAWN, 3),
        at.PREVIOUS_FOLD: dealt(rules, IN_ORDER),
    }
    fold(rules, ends[at.PREVIOUS_FOLD])
    for previous, state in ends.items():
        assert state[at.PREVIOUS] == at.PREVIOUS_NONE
        deal_next(rules, state, IN_ORDER)
        assert state[at.PREVIOUS] == previous


def test_only_the_first_hand_is_the_match_opening_one():
    # One tile each: who leads goes out.
    changes = "table.hand_size=1", "table.undealt=asleep", "bonuses.capicua.points=0"
    rules = rules_of("gbs-pairs-points", *changes)
    hands = {1: "6-5", 2: "6-6", 3: "6-4", 4: "0-0"}
    state = dealt(rules, hands)
    assert (state[at.HAND], state[at.OPENING], state[at.MUST_LEAD] - 1) == (1, 1, 27)
    act(rules, state, "2:6-6")
    deal_next(rules, state, hands)
    assert (state[at.HAND], state[at.OPENING], state[at.MUST_LEAD]) == (2, 0, 0)
    assert state[at.LEADER] == 2


def test_scores_carry_on_until_a_new_match_resets_them():
    rules = rules_of("gbs-pairs-points")
    state = seat_3_goes_out(rules)
    # Opponents' pips: 6-4 5-4 and 5-5 3-3.
    assert scores(rules, state) == (10 + 9 + 10 + 6, 0)
    deal_next(rules, state, IN_ORDER)
    assert scores(rules, state) == (35, 0)
    start_match(state, 7)
    assert scores(rules, state) == (0, 0)
    assert (state[at.MATCH], state[at.HAND], state[at.OPENING]) == (7, 1, 1)
    assert state[at.NEXT_LEADER] == 0


# --- match.target, match.several, match.tie


def decided(rules, points, hand_winner):
    """Return whether the match is over, its winner, and the marks for several and for a tie."""
    state = new_state()
    state[at.SCORES + 1 : at.SCORES + 1 + len(points)] = points
    state[at.WINNER_SIDE] = hand_winner
    check_target(rules, state)
    return state[at.OVER], state[at.MATCH_WINNER], state[at.SEVERAL], state[at.TARGET_TIE]


HIGHEST = "match.several=highest-score"
WHO_WON = "match.several=hand-winner"
AGAIN = "match.tie=another-hand"
TIE_TO_WINNER = "match.tie=hand-winner"
TARGET = [
    # (several, tie, scores, winner of the hand) -> (over, match winner, several, tie)
    (HIGHEST, AGAIN, (99, 99), 1, (0, 0, 0, 0)),
    (HIGHEST, AGAIN, (100, 99), 1, (1, 1, 0, 0)),
    (HIGHEST, AGAIN, (20, 137), 2, (1, 2, 0, 0)),
    (HIGHEST, AGAIN, (105, 20), 0, (1, 1, 0, 0)),  # a drawn hand, a bonus carried side 1 over
    (HIGHEST, AGAIN, (101, 20), 2, (1, 1, 0, 0)),  # side 1 lost the hand and reached the target
    (HIGHEST, AGAIN, (100, 101), 1, (1, 2, 1, 0)),
    (HIGHEST, AGAIN, (101, 100), 2, (1, 1, 1, 0)),
    (HIGHEST, AGAIN, (500, 500), 1, (0, 0, 1, 1)),
    (HIGHEST, TIE_TO_WINNER, (100, 100), 2, (1, 2, 1, 0)),
    (HIGHEST, TIE_TO_WINNER, (100, 100), 0, (0, 0, 1, 1)),
    (WHO_WON, AGAIN, (100, 101), 1, (1, 1, 1, 0)),
    (WHO_WON, AGAIN, (100, 101), 0, (1, 2, 1, 0)),  # drawn: the highest score
    (WHO_WON, AGAIN, (101, 99), 2, (1, 1, 0, 0)),  # the winner of the hand is not there yet
    (WHO_WON, AGAIN, (100, 100), 1, (1, 1, 1, 0)),
]


@pytest.mark.parametrize(("several", "tie", "points", "hand_winner", "result"), TARGET)
def test_who_wins_the_match_of_two_sides(several, tie, points, hand_winner, result):
    rules = rules_of("gbs-pairs-points", several, tie)
    assert decided(rules, points, hand_winner) == result


TARGET_OF_FOUR = [
    (HIGHEST, AGAIN, (100, 120, 99, 110), 1, (1, 2, 1, 0)),
    (HIGHEST, AGAIN, (120, 100, 120, 0), 2, (0, 0, 1, 1)),
    (HIGHEST, TIE_TO_WINNER, (120, 100, 120, 0), 3, (1, 3, 1, 0)),
    (HIGHEST, TIE_TO_WINNER, (120, 100, 120, 0), 2, (0, 0, 1, 1)),  # seat 2 is not on top
    (WHO_WON, AGAIN, (120, 100, 120, 0), 2, (1, 2, 1, 0)),
    (WHO_WON, AGAIN, (120, 100, 110, 0), 4, (1, 1, 1, 0)),
]


@pytest.mark.parametrize(("several", "tie", "points", "hand_winner", "result"), TARGET_OF_FOUR)
def test_who_wins_the_match_of_four(several, tie, points, hand_winner, result):
    rules = rules_of("gbs-individual-points", several, tie)
    assert decided(rules, points, hand_winner) == result


@pytest.mark.parametrize(
    ("several", "points", "hand_winner", "result"),
    [
        (HIGHEST, (1, 0), 1, (1, 1, 0, 0)),
        (HIGHEST, (0, 0), 1, (0, 0, 0, 0)),
        (WHO_WON, (1, 2), 1, (1, 1, 1, 0)),
        (WHO_WON, (1, 2), 0, (1, 2, 1, 0)),
    ],
)
def test_a_target_of_one(several, points, hand_winner, result):
    rules = rules_of("gbs-pairs-points", several, "match.target=1")
    assert decided(rules, points, hand_winner) == result


@pytest.mark.parametrize(("wins", "over"), [((2, 2), 0), ((3, 2), 1), ((2, 3), 1)])
def test_a_match_by_wins_ends_at_three(wins, over):
    assert decided(rules_of("gbs-pairs-wins"), wins, 1)[0] == over


@pytest.mark.parametrize(("target", "over"), [(35, 1), (36, 0)])
def test_the_target_is_checked_at_the_end_of_the_hand(target, over):
    state = seat_3_goes_out(rules_of("gbs-pairs-points", f"match.target={target}"))
    assert state[at.OVER] == over


def test_a_tie_at_the_target_is_led_on_as_usual_until_one_is_alone_on_top():
    # 100-100 after seat 3 took 35; it leads again, takes 35 more, and 135-100 ends the match.
    rules = rules_of("gbs-pairs-points")
    hands = {1: "6-6 6-5", 2: "6-4 5-4", 3: "2-0", 4: "5-5 3-3"}
    state = position(rules, hands, (1, 2), turn=3, scores=(65, 100))
    act(rules, state, "3:2-0")
    assert (scores(rules, state), state[at.OVER], state[at.NEXT_LEADER]) == ((100, 100), 0, 3)
    state = position(rules, hands, (1, 2), turn=3, scores=(100, 100))
    act(rules, state, "3:2-0")
    assert (state[at.OVER], state[at.MATCH_WINNER], state[at.SEVERAL]) == (1, 1, 1)
