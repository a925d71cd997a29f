"""One turn: what a seat may and must do, and how a hand runs to its end."""

import pytest
from helpers import (
    act,
    awards,
    counts,
    deal_next,
    dealt,
    ended,
    held,
    legal_moves,
    mask,
    position,
    rules_of,
    winner,
)

from domsim.engine import state as at
from domsim.engine import turn

from .hands import IN_ORDER

PAIRS = rules_of("gbs-pairs-points")
ONE_TABLE = rules_of("one-table-200")
DUEL = rules_of("gbs-duel-points")
DRAW_ONE = rules_of("draw-100", "turn.stuck=draw-one")
GAPLE = rules_of("gaple")
# Three hands that play no part.
OTHERS = {2: "6-6", 3: "6-5", 4: "6-4"}


def moves(rules, state):
    return " ".join(str(move) for move in legal_moves(rules, state))


@pytest.mark.parametrize(
    ("ends", "left", "right"),
    [((3, 5), "5-3 3-1", "5-3 5-0"), ((5, 3), "5-3 5-0", "5-3 3-1"), ((3, 3), "5-3 3-1", ""),
     ((2, 4), "", ""), ((1, 2), "3-1", ""), ((2, 0), "", "5-0"), ((6, 6), "6-6", "")],
)  # fmt: skip
def test_a_tile_joins_an_end_that_shows_one_of_its_numbers(ends, left, right):
    state = position(PAIRS, {1: "5-3 3-1 5-0 6-6"}, ends)
    assert turn.fits_left(state) == mask(left)
    assert turn.fits_right(state) == mask(right)


def test_a_tile_that_fits_two_different_ends_has_two_placements():
    assert moves(PAIRS, position(PAIRS, {1: "5-3"}, (3, 5))) == "5-3L 5-3R"


def test_on_equal_ends_a_tile_has_one_placement():
    assert moves(PAIRS, position(PAIRS, {1: "5-3 5-5"}, (5, 5))) == "5-3L 5-5L"


def test_on_a_free_lead_every_tile_of_the_hand_may_be_played():
    state = dealt(PAIRS, IN_ORDER, leader=1)
    assert moves(PAIRS, state) == "0-0L 1-0L 1-1L 2-0L 2-1L 2-2L 3-0L"


@pytest.mark.parametrize(
    ("ends", "tile", "end", "after"),
    [((3, 5), "5-3", turn.ON_LEFT, (5, 5)), ((3, 5), "5-3", turn.ON_RIGHT, (3, 3)),
     ((3, 5), "3-1", turn.ON_LEFT, (1, 5)), ((3, 5), "5-0", turn.ON_RIGHT, (3, 0)),
     ((5, 5), "5-5", turn.ON_LEFT, (5, 5)), ((5, 5), "5-0", turn.ON_RIGHT, (5, 0)),
     ((0, 3), "5-0", turn.ON_LEFT, (5, 3))],
)  # fmt: skip
def test_a_played_tile_shows_its_other_number(ends, tile, end, after):
    state = position(PAIRS, {1: f"{tile} 6-6", 2: "0-0 1-1 5-1"}, ends)
    turn.lay(PAIRS, state, mask(tile).bit_length() - 1, end)
    assert (state[at.LEFT], state[at.RIGHT]) == after
    assert held(state, 1) == "6-6"
    assert (state[at.LAST], state[at.PLAYED], state[at.PLAYS]) == (1, 3, 3)


@pytest.mark.parametrize(("written", "ends"), [("2-1", (2, 1)), ("1-2", (1, 2)), ("2-2", (2, 2))])
def test_the_first_tile_lies_as_it_is_written(written, ends):
    state = act(PAIRS, dealt(PAIRS, IN_ORDER, leader=1), written)
    assert (state[at.LEFT], state[at.RIGHT], state[at.PLAYED]) == (*ends, 1)


def test_the_second_hand_can_be_opened_with_any_tile():
    # Nothing of the line before is left behind: an empty line is no pair of ends -1 and -1.
    state = act(PAIRS, position(PAIRS, {1: "2-0", **OTHERS}, (1, 2)), "1:2-0")
    deal_next(PAIRS, state, IN_ORDER)
    assert [state[i] for i in (at.END, at.PLAYED, at.LAST, at.PASSES, at.PLAYS)] == [0] * 5
    assert moves(PAIRS, state) == "0-0L 1-0L 1-1L 2-0L 2-1L 2-2L 3-0L"
    assert held(act(PAIRS, state, "1:0-0 2:4-0"), 2) == "3-1 3-2 3-3 4-1 4-2 4-3"


@pytest.mark.parametrize(
    ("rules", "turns", "sides"),
    [(PAIRS, [2, 3, 4, 1], [1, 2, 1, 2]), (DUEL, [2, 1], [1, 2]),
     (GAPLE, [2, 3, 4, 1], [1, 2, 3, 4]),
     (rules_of("gaple-five"), [2, 3, 4, 5, 1], [1, 2, 3, 4, 5])],
    ids=["pairs", "duel", "individual", "five"],
)  # fmt: skip
def test_seats_take_turns_and_sit_on_sides(rules, turns, sides):
    seats = range(1, rules.seats + 1)
    assert [at.seat_after(rules, seat) for seat in seats] == turns
    assert [at.side_of(rules, seat) for seat in seats] == sides


def test_the_turn_passes_round_the_table_after_plays_and_passes():
    state = position(PAIRS, {1: "2-0 5-5", 2: "3-2", 3: "6-5 6-6", 4: "0-0 3-3"}, (1, 2), turn=3)
    act(PAIRS, state, "3:pass 4:pass 1:2-0 2:pass 3:pass 4:0-0 1:pass")
    assert state[at.TURN] == 2


# turn.stuck: (rules, stock) -> what a seat must do that holds 6-6 on ends 1|2.
STUCK = [
    pytest.param(PAIRS, "", turn.DUTY_PASS, id="pass"),
    pytest.param(GAPLE, "", turn.DUTY_DISCARD, id="discard"),
    pytest.param(DUEL, "3-3", turn.DUTY_DRAW, id="draw-until-fits"),
    pytest.param(DUEL, "", turn.DUTY_PASS, id="draw-until-fits, empty stock"),
    pytest.param(DRAW_ONE, "3-3", turn.DUTY_DRAW, id="draw-one"),
    pytest.param(DRAW_ONE, "", turn.DUTY_PASS, id="draw-one, empty stock"),
]


@pytest.mark.parametrize(("rules", "stock", "what"), STUCK)
def test_what_a_stuck_seat_must_do(rules, stock, what):
    assert turn.duty(rules, position(rules, {1: "6-6", 2: "1-1"}, (1, 2), stock=stock)) == what


@pytest.mark.parametrize(("rules", "stock", "what"), STUCK)
def test_who_can_play_must_play(rules, stock, what):
    del what
    state = position(rules, {1: "6-6 2-0", 2: "1-1"}, (1, 2), stock=stock)
    assert turn.duty(rules, state) == turn.DUTY_PLAY


def test_draw_until_fits_draws_in_order_until_a_tile_fits():
    state = position(DUEL, {1: "6-6", 2: "1-1"}, (1, 2), stock="3-3 4-4 2-0 5-5")
    act(DUEL, state, "1:draw 1:draw 1:draw")
    assert held(state, 1) == "2-0 3-3 4-4 6-6"
    assert (state[at.DRAWS], state[at.TURN], turn.duty(DUEL, state)) == (3, 1, turn.DUTY_PLAY)


def test_draw_until_fits_passes_on_an_empty_stock():
    state = position(DUEL, {1: "6-6", 2: "1-1"}, (1, 2), stock="3-3 4-4")
    act(DUEL, state, "1:draw 1:draw 1:pass 2:1-1")
    assert (state[at.DRAWS], state[at.PASS_COUNT]) == (2, 1)


def test_draw_one_draws_once_a_turn_then_passes():
    state = position(DRAW_ONE, {1: "6-6", 2: "5-5"}, (1, 2), stock="3-3 4-4 2-0")
    act(DRAW_ONE, state, "1:draw 1:pass 2:draw 2:pass 1:draw 1:2-0")
    assert held(state, 1) == "3-3 6-6"
    assert held(state, 2) == "4-4 5-5"


@pytest.mark.parametrize(("floor", "draws"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_the_floor_of_the_stock_is_never_drawn(floor, draws):
    # draw-100 finds a block at once; here seat 2 can always play, so the hand goes on.
    rules = rules_of("draw-100", f"table.stock_floor={floor}")
    state = dealt(rules, SHORT_DUEL, rest=STOCK_OF_14, leader=1)
    state[at.STOCK_NEXT] += 11  # eleven of the fourteen are drawn, three left
    act(rules, state, "1:0-0" + " 2:draw" * draws + " 2:pass")
    assert state[at.DRAWS] == draws


# Seat 2 has no blank, and the last three of the stock have none.
SHORT_DUEL = {1: "0-0 1-0 2-0 3-0 4-0 5-0 6-0", 2: "1-1 2-1 2-2 3-1 3-2 3-3 4-1"}
STOCK_OF_14 = "4-2 4-3 4-4 5-1 5-2 5-3 5-4 5-5 6-1 6-2 6-3 6-4 6-5 6-6"


def test_a_discard_leaves_the_hand_face_down_and_counts_against_its_owner():
    state = position(GAPLE, {1: "6-6 5-0", 2: "1-1 1-0", 3: "3-3", 4: "4-4"}, (1, 2), turn=1)
    act(GAPLE, state, "1:x6-6 2:1-1L 3:x3-3")
    assert state[at.DISCARDS + 1] == mask("6-6")
    assert state[at.DISCARD_COUNT] == 2
    # Seat 3 emptied its hand: 5 + 12, 1, 6 and 8 pips.
    assert counts(GAPLE, state) == (17, 1, 6, 8)


@pytest.mark.parametrize(
    ("value", "end", "last_to_hold"), [("play-or-discard", "out", 1), ("play", "unfinished", 2)]
)
def test_whether_a_discard_of_the_last_tile_ends_the_hand(value, end, last_to_hold):
    rules = rules_of("gaple", f"end.emptied_by={value}")
    state = position(rules, {1: "6-6", 2: "2-1 2-0", 3: "5-5 1-1", 4: "4-4"}, (1, 2))
    act(rules, state, "1:x6-6")
    assert ended(state) == end
    assert state[at.TURN] == last_to_hold


def test_a_seat_that_discarded_its_last_tile_passes_from_then_on():
    rules = rules_of("gaple", "end.emptied_by=play")
    state = position(rules, {1: "6-6", 2: "2-1 2-0", 3: "5-2 3-3", 4: "4-4 5-5"}, (1, 2))
    act(rules, state, "1:x6-6 2:2-1L 3:5-2L 4:5-5L 1:pass 2:2-0")
    assert (ended(state), winner(state)) == ("out", (2, 2))


def test_a_played_last_tile_ends_the_hand():
    state = act(PAIRS, position(PAIRS, {1: "2-0", **OTHERS}, (1, 2)), "1:2-0")
    assert (ended(state), state[at.LAST], winner(state)) == ("out", 1, (1, 1))


@pytest.mark.parametrize("rules", [PAIRS, ONE_TABLE], ids=["all-passed", "at-once"])
def test_going_out_comes_before_locking(rules):
    # 2-1 leaves 1|1, and nobody holds a 1.
    state = act(rules, position(rules, {1: "2-1", **OTHERS}, (1, 2)), "1:2-1R")
    assert (ended(state), winner(state)) == ("out", (1, 1))


# end.block_found: 2-1 leaves 1|1, seat 1 keeps 3-3, and nobody holds a 1.
FOUND = [
    pytest.param(ONE_TABLE, "", id="at-once"),
    pytest.param(PAIRS, "2:pass 3:pass 4:pass 1:pass", id="all-passed"),
]


@pytest.mark.parametrize(("rules", "passes"), FOUND)
def test_when_a_block_is_found(rules, passes):
    state = act(rules, position(rules, {1: "2-1 3-3", **OTHERS}, (1, 2)), "1:2-1R")
    for word in passes.split():
        assert ended(state) == "unfinished"
        act(rules, state, word)
    assert ended(state) == "blocked"
    assert (state[at.LAST], state[at.PASS_COUNT]) == (1, len(passes.split()))


def test_discards_all_round_are_a_block_too():
    # Nobody shows a 1 or a 2; each seat keeps one of its two tiles.
    rules = rules_of("gaple", "end.block_found=all-passed")
    hands = {1: "6-6 5-5", 2: "4-4 3-3", 3: "6-5 6-4", 4: "5-4 6-3"}
    state = act(rules, position(rules, hands, (1, 2)), "1:x6-6 2:x4-4 3:x6-5")
    assert ended(state) == "unfinished"
    assert ended(act(rules, state, "4:x5-4")) == "blocked"


def test_three_passes_do_not_end_a_hand_that_can_go_on():
    state = position(PAIRS, {1: "2-1 1-0", **OTHERS}, (1, 2))
    act(PAIRS, state, "1:2-1R 2:pass 3:pass 4:pass 1:1-0")
    assert (ended(state), winner(state)) == ("out", (1, 1))


def test_at_once_a_stock_that_holds_a_fitting_tile_is_no_block():
    rules = rules_of("draw-100")
    state = position(rules, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 1-0")
    act(rules, state, "1:2-1R 2:draw 2:draw 2:1-0")
    # 1|0 or 0|1: nobody holds either, and the stock is empty.
    assert ended(state) == "blocked"


def test_at_once_a_tile_below_the_floor_of_the_stock_cannot_save_the_hand():
    rules = rules_of("draw-100", "table.stock_floor=1")
    state = position(rules, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 1-0")
    state[at.STOCK_END] = 1
    state[at.LIVE] = mask("2-1 3-3 6-6 5-5")
    assert ended(act(rules, state, "1:2-1R")) == "blocked"


def test_in_a_duel_the_whole_stock_is_drawn_into_the_count_of_a_block():
    # gbs finds the block when both have passed: seat 2 draws 5-5 and 4-4 first.
    state = position(DUEL, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 4-4")
    act(DUEL, state, "1:2-1R 2:draw 2:draw 2:pass 1:pass")
    assert ended(state) == "blocked"
    assert counts(DUEL, state) == (6, 30)
    # At once the stock stays: 6 v 12.
    at_once = rules_of("gbs-duel-points", "end.block_found=at-once")
    state = position(at_once, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 4-4")
    assert counts(at_once, act(at_once, state, "1:2-1R")) == (6, 12)


def test_a_block_after_the_last_draw_is_found():
    # The last tile drawn fits nothing: with draw-one and all-passed the hand still ends.
    rules = rules_of("gbs-duel-points", "turn.stuck=draw-one")
    state = position(rules, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 4-4")
    act(rules, state, "1:2-1R 2:draw 2:pass 1:draw 1:pass")
    assert ended(state) == "blocked"
    assert counts(rules, state) == (14, 22)


def test_all_passed_waits_while_a_stock_is_left():
    rules = rules_of("gbs-duel-points", "turn.stuck=draw-one")
    state = position(rules, {1: "2-1 3-3", 2: "6-6"}, (1, 2), stock="5-5 4-4 5-4 1-0")
    act(rules, state, "1:2-1R 2:draw 2:pass 1:draw 1:pass 2:draw 2:pass 1:draw")
    assert (ended(state), turn.duty(rules, state)) == ("unfinished", turn.DUTY_PLAY)


def test_a_line_turned_up_that_nobody_can_join_is_a_block_before_the_first_turn():
    rules = rules_of("gaple", "table.hand_size=5")
    hands = {1: "0-0 1-0 1-1 2-0 2-1", 2: "2-2 3-0 3-1 3-2 3-3",
             3: "4-0 4-1 4-2 4-3 4-4", 4: "5-0 5-1 5-2 5-3 5-4"}  # fmt: skip
    rest = "5-5 6-0 6-1 6-2 6-3 6-4 6-5"
    state = dealt(rules, hands, table="6-6", rest=rest, leader=2)
    assert ended(state) == "blocked"
    # Seat 1 scores 14 + 22 + 27 by differences.
    assert counts(rules, state) == (8, 22, 30, 35)
    assert awards(state) == [("block", 1, 63, None)]


# --- what everybody has seen: numbers, as bits, that a seat lacks


def test_a_pass_or_a_discard_shows_that_a_seat_lacks_both_ends():
    state = position(PAIRS, {1: "6-6", 2: "2-0 4-4", 3: "6-5", 4: "6-4"}, (1, 2))
    act(PAIRS, state, "1:pass 2:2-0 3:pass")
    assert [state[at.SHORT + seat] for seat in (1, 2, 3, 4)] == [0b110, 0, 0b011, 0]
    state = act(GAPLE, position(GAPLE, {1: "6-6 5-5", **OTHERS, 4: "2-0"}, (1, 2)), "1:x6-6")
    assert state[at.SHORT + 1] == 0b110


def test_a_draw_makes_everything_unknown_but_the_ends_that_it_was_drawn_for():
    # 3-1 is drawn when 4 and 5 are the ends: that the seat lacks a 1 is no longer known.
    state = position(DRAW_ONE, {1: "6-6", 2: "5-4"}, (4, 5), stock="3-1 2-2")
    state[at.SHORT + 1] = 0b110
    act(DRAW_ONE, state, "1:draw")
    assert state[at.SHORT + 1] == 0b110000
