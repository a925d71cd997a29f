"""Dealing and opening: what is dealt, who leads the first hand and with what, folding."""

import pytest
from helpers import act, awards, deal_next, dealt, ended, held, legal_moves, mask, rules_of

from domsim.engine import state as at
from domsim.engine.deal import deal, may_fold
from domsim.engine.state import new_state
from domsim.engine.turn import can_fold, fold
from domsim.tiles import tile_text, tiles_in

from .hands import IN_ORDER

PAIRS = rules_of("gbs-pairs-points")
ONE_TABLE = rules_of("one-table-200")
GAPLE = rules_of("gaple")

# Six each in the same order, for gaple; 6-3 is turned up and 6-4 6-5 6-6 sleep.
SIX_EACH = {
    1: "0-0 1-0 1-1 2-0 2-1 2-2",
    2: "3-0 3-1 3-2 3-3 4-0 4-1",
    3: "4-2 4-3 4-4 5-0 5-1 5-2",
    4: "5-3 5-4 5-5 6-0 6-1 6-2",
}


def lead(state):
    """Return who leads, and the tile that must be led; None when any may."""
    named = state[at.MUST_LEAD]
    return state[at.LEADER], tile_text(named - 1) if named else None


# --- table: players, tiles, hand_size, turned_up, undealt

# seats x hand, turned up, stock that is drawn, asleep; together the whole set.
TABLES = [
    pytest.param("one-table-200", (), 4 * 7, 0, 0, 0, id="none undealt"),
    pytest.param("gbs-duel-points", (), 2 * 7, 0, 14, 0, id="stock"),
    pytest.param("block-100", (), 2 * 7, 0, 0, 14, id="asleep"),
    pytest.param("draw-100", ("table.stock_floor=2",), 2 * 7, 0, 12, 2, id="stock with a floor"),
    pytest.param("gaple", (), 4 * 6, 1, 0, 3, id="turned up"),
    pytest.param("gaple-five", (), 5 * 5, 1, 0, 2, id="five players"),
    pytest.param("gaple", ("table.tiles=double-seven",), 4 * 6, 1, 0, 11, id="double-seven"),
    pytest.param("gaple", ("table.tiles=double-eight", "table.players=6"), 6 * 6, 1, 0, 8,
                 id="double-eight, six players"),
    pytest.param("gbs-pairs-points",
                 ("table.tiles=double-nine", "table.hand_size=10", "table.undealt=asleep"),
                 4 * 10, 0, 0, 15, id="double-nine, ten each"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "in_hands", "up", "stock", "asleep"), TABLES)
def test_what_is_dealt(name, changes, in_hands, up, stock, asleep):
    rules, state = rules_of(name, *changes), new_state()
    deal(rules, state, 5)
    hands = [state[at.HANDS + seat] for seat in range(1, rules.seats + 1)]
    assert [len(list(tiles_in(hand))) for hand in hands] == [rules.hand_size] * rules.seats
    assert len(list(tiles_in(sum(hands)))) == in_hands  # no tile in two hands
    assert state[at.PLAYED] == up
    assert state[at.STOCK_END] - state[at.STOCK_NEXT] == stock
    assert sorted(state[at.ORDER : at.ORDER + rules.tiles]) == list(range(rules.tiles))
    assert rules.tiles == in_hands + up + stock + asleep


def test_a_tile_turned_up_is_the_line_with_its_lower_number_on_the_left():
    state = dealt(GAPLE, SIX_EACH, table="6-3", rest="6-4 6-5 6-6", leader=4)
    assert (state[at.LEFT], state[at.RIGHT], state[at.PLAYED], state[at.PLAYS]) == (3, 6, 1, 0)
    assert lead(state) == (4, None)
    # The leader joins the line like everybody else: 3 on the left, 6 on the right.
    assert " ".join(map(str, legal_moves(GAPLE, state))) == "5-3L 6-0R 6-1R 6-2R"


def test_a_line_that_begins_empty_has_no_tile_turned_up():
    assert dealt(PAIRS, IN_ORDER)[at.PLAYED] == 0


# --- opening.first_leader and opening.tile, with every tile dealt

FIRST_LEADERS = [
    pytest.param(["first_leader=tile-holder"], (4, "6-6"), id="tile-holder"),
    pytest.param(["first_leader=tile-holder", "tile=0-0"], (1, "0-0"), id="tile-holder of 0-0"),
    pytest.param(["first_leader=tile-holder", "tile=4-3"], (2, "4-3"), id="tile-holder of 4-3"),
    pytest.param(["first_leader=highest-double"], (4, "6-6"), id="highest-double"),
    pytest.param(["first_leader=heaviest-tile"], (4, "6-6"), id="heaviest-tile"),
]


@pytest.mark.parametrize(("changes", "expected"), FIRST_LEADERS)
def test_who_leads_the_match_opening_hand(changes, expected):
    rules = rules_of("gbs-pairs-points", *(f"opening.{change}" for change in changes))
    assert lead(dealt(rules, IN_ORDER)) == expected


# Two hands of a duel from which 6-6 is missing. Doubles: 4-4 beats 2-2, though 6-5 is heavier.
# Without doubles 6-4 (10 pips) is heaviest; of 6-3 and 5-4 (9 pips) the one with the higher number.
DOUBLES = {1: "6-5 2-2 1-0 2-0 3-0 4-0 5-0", 2: "4-4 3-1 4-1 5-1 6-1 3-2 4-2"}
NO_DOUBLE = {1: "1-0 2-0 3-0 4-0 5-0 6-0 2-1", 2: "3-1 4-1 5-1 6-1 3-2 4-2 6-4"}
NINES = {1: "1-0 2-0 3-0 4-0 5-0 6-0 5-4", 2: "3-1 4-1 5-1 6-1 3-2 4-2 6-3"}
FALLBACKS = [
    pytest.param("highest-double", DOUBLES, (2, "4-4"), id="highest double"),
    pytest.param("highest-double", NO_DOUBLE, (2, "6-4"), id="no double: heaviest tile"),
    pytest.param("highest-double", NINES, (2, "6-3"), id="no double: higher number of equals"),
    pytest.param("heaviest-tile", DOUBLES, (1, "6-5"), id="heaviest tile"),
    pytest.param("heaviest-tile", NINES, (2, "6-3"), id="heaviest: higher number of equals"),
]


def undealt(*hands):
    """Return the tiles of a double-six set that are in none of the hands."""
    taken = mask(" ".join(hands))
    return " ".join(tile_text(tile) for tile in range(28) if not taken >> tile & 1)


@pytest.mark.parametrize(("fallback", "hands", "expected"), FALLBACKS)
def test_who_leads_when_six_six_was_not_dealt(fallback, hands, expected):
    rules = rules_of("gbs-duel-points", f"opening.fallback={fallback}")
    assert lead(dealt(rules, hands, rest=undealt(*hands.values()))) == expected


@pytest.mark.parametrize(("rule", "hands", "expected"), FALLBACKS)
def test_the_same_rules_may_name_the_first_leader_at_once(rule, hands, expected):
    rules = rules_of("block-100", f"opening.first_leader={rule}")
    assert lead(dealt(rules, hands, rest=undealt(*hands.values()))) == expected


@pytest.mark.parametrize("rule", ["first_leader=random-seat", "fallback=random-seat"])
def test_a_random_seat_leads_any_tile(rule):
    rules = rules_of("gbs-duel-points", f"opening.{rule}")
    rest = undealt(*DOUBLES.values())
    leads = {lead(dealt(rules, DOUBLES, rest=rest, seed=seed)) for seed in range(20)}
    assert leads == {(1, None), (2, None)}


def test_the_fallback_is_not_asked_while_the_named_tile_was_dealt():
    rules = rules_of("gbs-pairs-points", "opening.fallback=random-seat")
    assert {lead(dealt(rules, IN_ORDER, seed=seed)) for seed in range(20)} == {(4, "6-6")}


NAMED = [
    pytest.param("gbs-duel-points", ["opening.tile=6-5"], DOUBLES, at.OPENED_BY_TILE, id="tile"),
    pytest.param("gbs-duel-points", [], DOUBLES, at.OPENED_BY_DOUBLE, id="fallback: a double"),
    pytest.param("gbs-duel-points", [], NINES, at.OPENED_BY_HEAVIEST, id="fallback: the heaviest"),
    pytest.param("block-100", [], DOUBLES, at.OPENED_BY_DOUBLE, id="a double"),
    pytest.param("block-100", [], NINES, at.OPENED_BY_HEAVIEST, id="no double"),
    pytest.param("block-100", ["opening.first_leader=heaviest-tile"], DOUBLES,
                 at.OPENED_BY_HEAVIEST, id="the heaviest"),
    pytest.param("block-100", ["opening.first_leader=random-seat"], DOUBLES,
                 at.OPENED_BY_CHANCE, id="a random seat"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "hands", "opened_by"), NAMED)
def test_what_named_the_leader_is_noted(name, changes, hands, opened_by):
    rules, rest = rules_of(name, *changes), undealt(*hands.values())
    assert dealt(rules, hands, rest=rest)[at.OPENED_BY] == opened_by
    assert dealt(rules, hands, rest=rest, leader=1)[at.OPENED_BY] == at.OPENED_BY_LEAD


# --- opening.first_tile


@pytest.mark.parametrize(("value", "moves"), [
    ("must-lead", "6-6L"), ("any-tile", "6-0L 6-1L 6-2L 6-3L 6-4L 6-5L 6-6L"),
])  # fmt: skip
def test_whether_the_tile_that_named_the_leader_must_be_led(value, moves):
    rules = rules_of("gbs-pairs-points", f"opening.first_tile={value}")
    state = dealt(rules, IN_ORDER)
    assert state[at.LEADER] == 4
    assert " ".join(map(str, legal_moves(rules, state))) == moves


def test_nothing_must_be_led_on_a_tile_turned_up():
    rules = rules_of("gaple", "opening.first_leader=highest-double", "opening.first_tile=any-tile")
    assert lead(dealt(rules, SIX_EACH, table="6-3", rest="6-4 6-5 6-6")) == (4, None)


def test_a_later_hand_is_led_with_any_tile():
    assert lead(dealt(PAIRS, IN_ORDER, leader=2)) == (2, None)


# --- fold.rule and fold.doubles

# Seat 1 holds five doubles, seat 2 the 5-5 and seat 3 the 6-6.
FIVE_DOUBLES = {
    1: "0-0 1-1 2-2 3-3 4-4 1-0 2-0",
    2: "5-5 3-0 4-0 5-0 6-0 2-1 3-1",
    3: "6-6 4-1 5-1 6-1 3-2 4-2 5-2",
    4: "6-2 4-3 5-3 6-3 5-4 6-4 6-5",
}


@pytest.mark.parametrize(("rule", "doubles", "folds"), [
    ("none", 5, ""), ("may", 5, "1"), ("may", 6, ""), ("may", 1, "123"), ("may", 4, "1"),
])  # fmt: skip
def test_who_may_fold_before_the_first_tile(rule, doubles, folds):
    rules = rules_of("one-table-200", f"fold.rule={rule}", f"fold.doubles={doubles}")
    state = dealt(rules, FIVE_DOUBLES)
    assert "".join(str(seat) for seat in (1, 2, 3, 4) if can_fold(rules, state, seat)) == folds


@pytest.mark.parametrize(("doubles", "end"), [(5, "folded"), (6, "unfinished")])
def test_a_hand_that_must_be_redealt_ends_at_once(doubles, end):
    rules = rules_of("one-table-200", "fold.rule=must", f"fold.doubles={doubles}")
    state = dealt(rules, FIVE_DOUBLES)
    assert ended(state) == end
    assert may_fold(rules, state, 1) == (doubles == 5)


def test_nobody_may_fold_once_a_tile_is_played():
    state = act(ONE_TABLE, dealt(ONE_TABLE, FIVE_DOUBLES), "3:6-6")
    assert not can_fold(ONE_TABLE, state, 1)


def test_nobody_may_fold_after_a_draw_or_a_discard():
    rules = rules_of("gaple", "fold.rule=may", "fold.doubles=3")
    state = dealt(rules, SIX_EACH, table="6-3", rest="6-4 6-5 6-6", leader=1)
    assert can_fold(rules, state, 1)
    assert not can_fold(rules, act(rules, state, "1:x2-1"), 1)


def test_a_folded_opening_hand_is_opened_again_by_the_new_holder_of_six_six():
    state = dealt(ONE_TABLE, FIVE_DOUBLES)
    assert lead(state) == (3, "6-6")
    fold(ONE_TABLE, state)
    assert (ended(state), awards(state)) == ("folded", [])
    deal_next(ONE_TABLE, state, IN_ORDER)
    assert (state[at.HAND], state[at.OPENING]) == (2, 1)
    assert lead(state) == (4, "6-6")


def test_a_folded_later_hand_is_led_again_by_the_same_seat():
    state = dealt(ONE_TABLE, FIVE_DOUBLES, leader=2)
    fold(ONE_TABLE, state)
    deal_next(ONE_TABLE, state, IN_ORDER)
    assert (lead(state), state[at.OPENING]) == ((2, None), 0)


def test_a_folded_hand_that_a_random_seat_led_is_led_by_the_same_seat():
    rules = rules_of("one-table-200", "opening.first_leader=random-seat")
    for seed in range(5):
        state = dealt(rules, FIVE_DOUBLES, seed=seed)
        leader = state[at.LEADER]
        fold(rules, state)
        deal_next(rules, state, IN_ORDER)
        assert lead(state) == (leader, None)


def test_a_new_deal_leaves_nothing_of_the_old_hands():
    state = dealt(ONE_TABLE, FIVE_DOUBLES)
    fold(ONE_TABLE, state)
    deal_next(ONE_TABLE, state, IN_ORDER)
    assert [held(state, seat) for seat in (1, 2, 3, 4)] == list(IN_ORDER.values())
