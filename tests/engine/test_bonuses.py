"""The bonuses: what earns each, when it is paid, and what does not earn it."""

import pytest
from helpers import act, awards, dealt, ended, paid, position, rules_of

from .hands import BLOCK_10_4_2_6, BLOCK_10_6_2_6, IN_ORDER, block

GBS = rules_of("gbs-pairs-points")
ONE_TABLE = rules_of("one-table-200")
PLAYED_AGAIN = "bonuses.straight_pass.paid=played-again"
LAST_PASS = "bonuses.straight_pass.paid=last-pass"

# --- capicúa

DEFINITIONS = ("different-ends", "both-ends", "alike-after", "no-blank", "double-on-equal-ends")
# Ends, last tile, and which of the definitions above count it.
CAPICUA = [
    ((3, 5), "5-3", "yes yes yes yes no"),
    ((0, 3), "3-0", "yes yes yes no no"),
    ((5, 5), "5-3", "no yes no no no"),
    ((5, 5), "5-5", "no yes yes no yes"),
    ((0, 0), "0-0", "no yes yes no yes"),
    ((3, 5), "5-5", "no no no no no"),
    ((3, 5), "4-3", "no no no no no"),
    ((0, 4), "0-0", "no no no no no"),
    ((0, 0), "3-0", "no yes no no no"),
]
CAPICUA_ROWS = [f"{left}|{right} {tile}" for (left, right), tile, _ in CAPICUA]


@pytest.mark.parametrize(("ends", "tile", "counts"), CAPICUA, ids=CAPICUA_ROWS)
def test_which_last_tile_is_a_capicua(ends, tile, counts):
    for definition, counted in zip(DEFINITIONS, counts.split(), strict=True):
        rules = rules_of("gbs-pairs-points", f"bonuses.capicua.tile={definition}")
        state = position(rules, {1: tile, 2: "6-6", 3: "6-4", 4: "6-2"}, ends)
        act(rules, state, tile)
        assert (("capicua", 1, 25) in paid(state)) == (counted == "yes"), definition


@pytest.mark.parametrize("last", ["5-3L", "5-3R"])
def test_a_capicua_may_be_laid_on_either_end(last):
    # 12 + 8 pips of the opponents, then 25.
    state = act(GBS, position(GBS, {1: "5-3", 2: "6-6", 3: "6-4", 4: "6-2"}, (3, 5)), last)
    assert paid(state) == [("out", 1, 20), ("capicua", 1, 25)]


def test_a_tile_that_fits_both_ends_is_no_capicua_while_the_hand_goes_on():
    state = position(GBS, {1: "5-3 6-5", 2: "6-6", 3: "6-4", 4: "6-2"}, (3, 5))
    act(GBS, state, "1:5-3L 2:pass 3:pass 4:pass 1:6-5")
    assert "capicua" not in [clause for clause, *_ in awards(state)]


def test_a_capicua_is_paid_to_who_laid_it_though_another_has_the_lowest_count():
    # Gaple: seat 1 goes out with 11 discarded. Seat 2 wins with 1: 10 + 11 + 9.
    rules = rules_of("gaple", "bonuses.capicua.points=25")
    hands = {1: "5-3", 2: "1-0", 3: "6-6", 4: "6-4"}
    state = act(rules, position(rules, hands, (3, 5), discards={1: "6-5"}), "1:5-3L")
    assert paid(state) == [("out", 2, 30), ("capicua", 1, 25)]


def test_a_discarded_last_tile_is_no_capicua():
    rules = rules_of("gaple", "bonuses.capicua.points=25", "bonuses.capicua.tile=both-ends")
    state = position(rules, {1: "5-3", 2: "1-0", 3: "6-6", 4: "2-0"}, (1, 2))
    act(rules, state, "1:x5-3")
    assert (ended(state), [clause for clause, *_ in awards(state)]) == ("out", ["out"])


# --- straight pass: seat 1 lays 1-0, then 2-1, then 3-2, and nobody else holds 0, 1, 2 or 3-2

RUN = {1: "1-0 2-1 3-2", 2: "6-6 6-5", 3: "5-5 6-4", 4: "3-3"}
ALL_PASS = " 2:pass 3:pass 4:pass "
TWICE = "1:1-0L" + ALL_PASS + "1:2-1L" + ALL_PASS + "1:3-2L"
MOMENTS = [
    # (value, plays, straight passes paid so far)
    (PLAYED_AGAIN, "1:1-0L 2:pass 3:pass 4:pass", 0),
    (PLAYED_AGAIN, "1:1-0L 2:pass 3:pass 4:pass 1:2-1L", 1),
    (LAST_PASS, "1:1-0L 2:pass 3:pass", 0),
    (LAST_PASS, "1:1-0L 2:pass 3:pass 4:pass", 1),
    (LAST_PASS, "1:1-0L 2:pass 3:pass 4:pass 1:2-1L", 1),
]


@pytest.mark.parametrize(("value", "plays", "times"), MOMENTS)
def test_when_passes_all_round_are_paid(value, plays, times):
    rules = rules_of("gbs-pairs-points", value)
    state = act(rules, position(rules, RUN, (0, 0)), plays)
    assert awards(state) == [("straight-pass", 1, 25, None)] * times


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
def test_two_cycles_are_paid_twice_the_second_with_the_last_tile(value):
    # The opponents are left with 23 + 6 pips.
    rules = rules_of("gbs-pairs-points", value)
    state = act(rules, position(rules, RUN, (0, 0)), TWICE)
    assert paid(state) == [("straight-pass", 1, 25)] * 2 + [("out", 1, 29)]


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
def test_two_passes_are_not_all_round(value):
    # Seat 4 holds 6-1 and plays after the passes of its partner and of seat 3.
    rules = rules_of("gbs-pairs-points", value)
    state = position(rules, RUN | {4: "6-1 3-3"}, (0, 0))
    act(rules, state, "1:1-0L 2:pass 3:pass 4:6-1 1:pass 2:6-6")
    assert awards(state) == []


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
def test_a_cycle_begun_by_the_opening_tile_counts(value):
    # Seat 4 leads 6-6 and holds every other 6.
    rules = rules_of("gbs-pairs-points", value)
    state = act(rules, dealt(rules, IN_ORDER), "4:6-6 1:pass 2:pass 3:pass 4:6-0")
    assert paid(state) == [("straight-pass", 2, 25)]


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
def test_passes_all_round_pay_nothing_when_everybody_is_blocked(value):
    # 2-1 leaves 1|1, and nobody holds another 1: 4 + 10 against 12 + 6.
    rules = rules_of("gbs-pairs-points", value)
    state = position(rules, {1: "2-1 4-0", 2: "6-6", 3: "6-4", 4: "3-3"}, (1, 2))
    act(rules, state, "1:2-1R 2:pass 3:pass 4:pass 1:pass")
    assert awards(state) == [("block", 1, 18, None)]


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_individually_the_seat_itself_scores_its_passes_all_round(value, seat):
    rules = rules_of("gbs-individual-points", value)
    hands = {(seat + i - 2) % 4 + 1: RUN[i] for i in (1, 2, 3, 4)}
    state = position(rules, hands, (0, 0), turn=seat)
    act(rules, state, "1-0L pass pass pass 2-1L")
    assert paid(state) == [("straight-pass", seat, 25)]


@pytest.mark.parametrize("value", [PLAYED_AGAIN, LAST_PASS])
def test_in_a_duel_the_one_opponent_passes_once_the_stock_is_empty(value):
    rules = rules_of("gbs-duel-points", value)
    state = position(rules, {1: "1-0 2-1 5-3", 2: "6-6"}, (0, 0), stock="4-4")
    act(rules, state, "1:1-0L 2:draw 2:pass 1:2-1L")
    assert paid(state) == [("straight-pass", 1, 25)]


@pytest.mark.parametrize(("value", "times"), [(PLAYED_AGAIN, 0), (LAST_PASS, 1)])
def test_drawing_one_the_player_of_the_last_tile_may_be_stuck_too(value, times):
    # Seat 2 passes, but seat 1 cannot play again: seat 2 draws 6-0 and does.
    rules = rules_of("gbs-duel-points", "turn.stuck=draw-one", value)
    state = position(rules, {1: "1-0 5-3", 2: "6-6"}, (0, 0), stock="4-4 5-4 6-0")
    act(rules, state, "1:1-0L 2:draw 2:pass 1:draw 1:pass 2:draw 2:6-0")
    assert paid(state) == [("straight-pass", 1, 25)] * times


def test_a_side_that_loses_the_hand_keeps_its_straight_pass():
    # Seat 2 lays 1-0, all pass, 2-1; seat 1 goes out with 3-2 and takes 12 + 21.
    hands = {1: "3-2", 2: "1-0 2-1 6-6", 3: "4-4", 4: "5-5 6-5"}
    state = position(GBS, hands, (0, 0), turn=2)
    act(GBS, state, "2:1-0L 3:pass 4:pass 1:pass 2:2-1L 3:pass 4:pass 1:3-2")
    assert paid(state) == [("straight-pass", 2, 25), ("out", 1, 33)]


# --- come-out pass: seat 1 leads 5-5 of two tiles; who of the others holds a 5?

STUCK = {1: "5-5 5-0", 2: "6-6 6-4", 3: "4-4 4-3", 4: "3-3 3-2"}
FOLLOWS = {2: "5-1 6-6", 3: "5-2 4-4", 4: "5-3 3-3"}
SHORT = ("table.hand_size=2", "table.undealt=asleep", "fold.rule=none")
CANCELS = "bonuses.come_out_pass.partner=cancels"
IGNORED = "bonuses.come_out_pass.partner=ignored"
CANCELLED = ("come-out-pass", 1, 0, "partner-passed")
COME_OUT = ("come-out-pass", 1, 25, None)
STRAIGHT = ("straight-pass", 1, 25, None)


def come_out(plays, follow, *changes, leader=1):
    """Play a later hand of two tiles each in which the seats ``follow`` hold a 5."""
    rules = rules_of("one-table-200", *SHORT, *changes)
    hands = STUCK | {seat: FOLLOWS[seat] for seat in follow}
    return act(rules, dealt(rules, hands, leader=leader), plays)


COME_OUTS = [
    pytest.param("1:5-5 2:5-1 3:pass", [2], [], [], id="next seat plays"),
    pytest.param("1:5-5 2:pass", [3], [], [COME_OUT], id="next seat passes"),
    pytest.param("1:5-5 2:pass 3:5-2", [3], [COME_OUT], [COME_OUT], id="partner plays"),
    pytest.param("1:5-5 2:pass 3:pass 4:5-3", [4], [CANCELLED], [COME_OUT], id="partner passes"),
    pytest.param("1:5-5 2:pass 3:pass 4:pass", [], [CANCELLED, STRAIGHT], [COME_OUT, STRAIGHT],
                 id="all three pass"),
]  # fmt: skip


@pytest.mark.parametrize(("plays", "follow", "cancels", "ignored"), COME_OUTS)
def test_the_partner_and_the_come_out_pass(plays, follow, cancels, ignored):
    assert awards(come_out(plays, follow, CANCELS)) == cancels
    assert awards(come_out(plays, follow, IGNORED)) == ignored


@pytest.mark.parametrize("partner", [CANCELS, IGNORED])
def test_a_pass_on_a_later_tile_is_no_come_out_pass(partner):
    # The line is 5-5 5-1 when seat 3 passes, 5-3 5-5 5-1 when seat 1 has played.
    state = come_out("1:5-5 2:5-1 3:pass 4:5-3 1:pass 2:pass", [2, 4], partner)
    assert awards(state) == []


@pytest.mark.parametrize(
    ("value", "awarded"),
    [("excluded", [("come-out-pass", 1, 0, "match-opening")]), ("included", [COME_OUT])],
)
@pytest.mark.parametrize("partner", [CANCELS, IGNORED])
def test_whether_the_match_opening_hand_can_earn_a_come_out_pass(value, awarded, partner):
    changes = f"bonuses.come_out_pass.match_opening={value}", "opening.tile=5-5", partner
    assert awards(come_out("1:5-5 2:pass 3:5-2", [3], *changes, leader=0)) == awarded


def test_all_three_passing_in_the_match_opening_hand_pay_the_straight_pass_only():
    state = come_out("1:5-5 2:pass 3:pass 4:pass", [], "opening.tile=5-5", leader=0)
    assert paid(state) == [("straight-pass", 1, 25)]


def test_a_come_out_pass_is_paid_before_the_hand_that_the_partner_wins():
    state = position(ONE_TABLE, STUCK | {3: "5-2"}, None)
    act(ONE_TABLE, state, "1:5-5 2:pass 3:5-2")
    # 5 of seat 1, 12 + 10 of seat 2, 6 + 5 of seat 4.
    assert paid(state) == [("come-out-pass", 1, 25), ("out", 1, 38)]


def test_individually_the_leader_scores_the_come_out_pass():
    rules = rules_of("gbs-individual-points", *SHORT, "bonuses.come_out_pass.points=30")
    state = act(rules, dealt(rules, STUCK | {3: FOLLOWS[3]}, leader=1), "1:5-5 2:pass")
    assert paid(state) == [("come-out-pass", 1, 30)]


@pytest.mark.parametrize(
    ("plays", "awarded"),
    [("1:5-0 2:pass", [("come-out-pass", 1, 25)]), ("4:pass 1:5-0 2:pass", [])],
    ids=["the leader's tile", "the leader passed"],
)
def test_on_a_tile_turned_up_the_opening_tile_is_the_leaders_first(plays, awarded):
    rules = rules_of(
        "gaple", "table.hand_size=2", "turn.stuck=pass", "end.emptied_by=play",
        "bonuses.come_out_pass.points=25",
    )  # fmt: skip
    hands = {1: "5-0 0-0", 2: "6-6 6-4", 3: "5-4 4-3", 4: "3-3 3-2"}
    state = dealt(rules, hands, table="5-1", leader=int(plays[0]))
    assert paid(act(rules, state, plays)) == awarded


# --- blocked-hand bonus

BLOCKED = "bonuses.blocked_bonus.points=30"


@pytest.mark.parametrize("locker", [1, 2, 3, 4])
def test_the_winner_of_a_block_gets_the_bonus_whoever_locked(locker):
    # 12 v 10.
    state = block(rules_of("gbs-pairs-points", BLOCKED), BLOCK_10_4_2_6, locker)
    assert paid(state) == [("block", 2, 12), ("blocked-bonus", 2, 30)]


def test_a_drawn_block_brings_no_bonus():
    state = block(rules_of("gbs-pairs-points", BLOCKED), BLOCK_10_6_2_6)
    assert awards(state) == [("block", 0, 0, "tie"), ("blocked-bonus", 0, 0, "tie")]


def test_going_out_brings_no_bonus_for_a_block_that_it_makes():
    rules = rules_of("gbs-pairs-points", BLOCKED)
    state = act(rules, position(rules, {1: "2-1", 2: "6-6", 3: "6-4", 4: "3-3"}, (1, 2)), "1:2-1R")
    # 12 + 6; 2-1 fits both ends.
    assert paid(state) == [("out", 1, 18), ("capicua", 1, 25)]


# --- each bonus has points of its own; 0 switches it off


@pytest.mark.parametrize("points", [0, 1, 25, 30])
def test_bonuses_have_their_points_set_separately(points):
    rules = rules_of(
        "gbs-pairs-points", f"bonuses.capicua.points={points}", "bonuses.straight_pass.points=7"
    )
    state = position(rules, {1: "1-0 2-1", 2: "6-6", 3: "6-4", 4: "3-3"}, (2, 0))
    act(rules, state, "1:1-0R 2:pass 3:pass 4:pass 1:2-1L")
    capicua = [("capicua", 1, points)] if points else []
    assert paid(state) == [("straight-pass", 1, 7), ("out", 1, 18), *capicua]


@pytest.mark.parametrize("bonus", ["straight_pass", "come_out_pass"])
def test_a_bonus_of_no_points_leaves_no_award(bonus):
    state = come_out("1:5-5 2:pass 3:pass 4:pass", [], f"bonuses.{bonus}.points=0")
    assert bonus.replace("_", "-") not in [clause for clause, *_ in awards(state)]
