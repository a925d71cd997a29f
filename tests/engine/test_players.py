"""How the players choose."""

from collections import Counter

import pytest
from helpers import act, awards, chosen, dealt, ended, held, position, rules_of

from domsim.engine import state as at
from domsim.engine.deal import deal
from domsim.engine.players import (
    BALANCED,
    FOLD_ALWAYS,
    FOLD_NEVER,
    HEAVIEST,
    PLAYERS,
    RANDOM,
    WATCHFUL,
    fold_if_wanted,
    folding_seat,
    take_turn,
)
from domsim.engine.rng import STREAM_PLAY, seed_stream
from domsim.engine.state import new_state, start_match

from .hands import IN_ORDER

PAIRS = rules_of("gbs-pairs-points")
ONE_TABLE = rules_of("one-table-200")
GAPLE = rules_of("gaple")
OTHERS = {2: "0-0 1-0", 3: "2-0 2-2", 4: "4-4 4-2"}


def often(rules, state, times):
    """Count what `random` does in a position."""
    return Counter(chosen(rules, state, RANDOM, seed) for seed in range(times))


def chi_square(seen, expected):
    return sum((number - expected) ** 2 / expected for number in seen.values())


# --- random: 1000 expected of each; the limits are 0.999 quantiles of chi-square


def test_random_counts_a_tile_on_two_different_ends_as_two_moves():
    # 5-3 on the 3 or on the 5, 3-1 on the 3; 6-6 fits nowhere. 13.82: 2 degrees of freedom.
    state = position(PAIRS, {1: "5-3 3-1 6-6", **OTHERS}, (3, 5))
    seen = often(PAIRS, state, 3000)
    assert set(seen) == {("5-3", (5, 5)), ("5-3", (3, 3)), ("3-1", (1, 5))}
    assert chi_square(seen, 1000) < 13.82


def test_random_counts_a_tile_on_two_equal_ends_as_one_move():
    # 10.83: 1 degree of freedom.
    state = position(PAIRS, {1: "5-3 3-1 6-6", **OTHERS}, (3, 3))
    seen = often(PAIRS, state, 2000)
    assert set(seen) == {("5-3", (5, 3)), ("3-1", (1, 3))}
    assert chi_square(seen, 1000) < 10.83


def test_random_leads_every_tile_as_often():
    # 22.46: 6 degrees of freedom.
    seen = often(PAIRS, dealt(PAIRS, IN_ORDER, leader=2), 7000)
    assert {tile for tile, _ in seen} == set(IN_ORDER[2].split())
    assert chi_square(seen, 1000) < 22.46


def test_random_leads_the_tile_that_must_be_led():
    assert set(often(PAIRS, dealt(PAIRS, IN_ORDER), 20)) == {("6-6", (6, 6))}


def test_random_discards_every_tile_as_often():
    state = position(GAPLE, {1: "5-4 5-5 6-6", **OTHERS}, (1, 3))
    seen = often(GAPLE, state, 3000)
    assert {tile for tile, _ in seen} == {"5-4", "5-5", "6-6"}
    assert chi_square(seen, 1000) < 13.82


@pytest.mark.parametrize(("rules", "hand"), [(PAIRS, "3-1 6-6"), (GAPLE, "6-6")])
def test_a_move_without_a_choice_leaves_the_generator_alone(rules, hand):
    state = position(rules, {1: hand, **OTHERS}, (3, 5))
    seed_stream(state, 1, 2, 3, STREAM_PLAY)
    before = state[at.WORD_A : at.WORD_D + 1]
    take_turn(rules, state, RANDOM)
    assert state[at.WORD_A : at.WORD_D + 1] == before


# --- heaviest


@pytest.mark.parametrize(
    ("hand", "ends", "choice"),
    [
        pytest.param("5-3 6-3 3-1", (3, 4), ("6-3", (6, 4)), id="most pips"),
        pytest.param("5-4 6-3", (3, 4), ("6-3", (6, 4)), id="the higher number of equals"),
        pytest.param("5-3 3-1", (3, 5), ("5-3", (5, 5)), id="the left end where both would do"),
        pytest.param("6-3 5-5", (3, 5), ("5-5", (3, 5)), id="the right end where it must"),
        pytest.param("6-6 3-1", (3, 5), ("3-1", (1, 5)), id="what fits, not what is heaviest"),
    ],
)
def test_heaviest_lays_the_tile_with_most_pips(hand, ends, choice):
    state = position(PAIRS, {1: f"{hand} 0-0", **OTHERS}, ends)
    assert chosen(PAIRS, state, HEAVIEST) == choice


@pytest.mark.parametrize(("hand", "tile"), [("6-6 5-4 5-5", "5-4"), ("5-5 6-4 6-6", "5-5")])
def test_heaviest_discards_its_lightest_tile(hand, tile):
    # 9 of 12, 9, 10; of the two that weigh 10 the lower tile.
    state = position(GAPLE, {1: hand, **OTHERS}, (1, 3))
    assert chosen(GAPLE, state, HEAVIEST)[0] == tile


# --- balanced: pips, 4 for each kept tile that fits the new ends, 3 for a double


@pytest.mark.parametrize(
    ("hand", "ends", "choice"),
    [
        # 6-5 leaves 5|1: 11 + 4 (4-1). 6-4 leaves 4|1: 10 + 8 (4-3 4-1). 4-1 leaves 6|4: 5 + 12.
        pytest.param("6-5 6-4 4-3 4-1", (6, 1), ("6-4", (4, 1)), id="companions"),
        # 4-4 leaves 4|0: 8 + 4 (6-4) + 3. 6-4 leaves 6|0: 10 + 4 (6-6).
        pytest.param("4-4 6-4 6-6", (4, 0), ("4-4", (4, 0)), id="a double"),
        # 5-3 leaves 5|5 or 3|3: 8 + 0 both.
        pytest.param("5-3 6-6", (3, 5), ("5-3", (5, 5)), id="the left of equals"),
    ],
)
def test_balanced_weighs_pips_companions_and_doubles(hand, ends, choice):
    assert chosen(PAIRS, position(PAIRS, {1: hand, **OTHERS}, ends), BALANCED) == choice


def test_balanced_discards_the_tile_with_the_fewest_companions():
    # 2-0 and 4-0 are companions, 6-5 has none.
    state = position(GAPLE, {1: "2-0 4-0 6-5", **OTHERS}, (1, 3))
    assert chosen(GAPLE, state, BALANCED)[0] == "6-5"


# --- watchful: the value of balanced, and what the other seats were stuck on

WATCHED = [
    # Seat 2 passed on 3|5. 6-0 leaves 0|5: 6 + 4 + 3 for the 5. 5-2 leaves 6|2: 7 + 4.
    pytest.param({1: "6-0 5-2", 2: "1-1 4-4", 3: "6-3 1-0", 4: "6-6 2-2"},
                 "2:pass 3:6-3 4:6-6", ("5-2", (6, 2)), ("6-0", (0, 5)),
                 id="an end that the next opponent lacks"),
    # 6-4 leaves 4|5: 10 + 8 + 3 for the 5. 6-5 leaves 5|5: 11 + 4 + 3 + 3 + 6 for both ends.
    pytest.param({1: "6-5 5-4 6-4", 2: "1-1 4-4", 3: "6-3 1-0", 4: "6-6 2-2"},
                 "2:pass 3:6-3 4:6-6", ("6-4", (4, 5)), ("6-5", (5, 5)),
                 id="both ends that the next opponent lacks"),
    # Seat 3 passed on 3|5. 6-1 leaves 1|5: 7 + 4 - 2 for the 5. 5-2 leaves 6|2: 7 + 4.
    pytest.param({1: "6-1 5-2", 2: "4-4 4-0", 3: "0-0 1-0", 4: "6-3 2-2"},
                 "3:pass 4:6-3", ("6-1", (1, 5)), ("5-2", (6, 2)),
                 id="no end that its partner lacks"),
    # Seat 3 laid 6-3 on the left, and seat 4 passed on 6|5, which is worth 1 on either end.
    # 6-1 leaves 1|5: 7 + 4 + 1. 5-2 leaves 6|2: 7 + 4 + 1 + 2 for the 6 of its partner.
    pytest.param({1: "6-1 5-2", 2: "4-0 3-0", 3: "6-3 1-0", 4: "4-4 2-2"},
                 "3:6-3 4:pass", ("6-1", (1, 5)), ("5-2", (6, 2)),
                 id="the end that its partner left"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "plays", "balanced", "watchful"), WATCHED)
def test_watchful_minds(hands, plays, balanced, watchful):
    state = act(PAIRS, position(PAIRS, hands, (3, 5), turn=int(plays[0])), plays)
    assert chosen(PAIRS, state, BALANCED) == balanced
    assert chosen(PAIRS, state, WATCHFUL) == watchful


def test_watchful_keeps_the_end_of_its_partner_on_the_right_too():
    # Seat 1 laid 6-3 on the right, and seat 2 passed on 5|6, which is worth 1 on either end.
    # 6-1 leaves 5|1: 7 + 4 + 1. 5-1 leaves 1|6: 6 + 4 + 1 + 2.
    hands = {1: "6-3 1-0", 2: "4-4 2-2", 3: "6-1 5-1", 4: "4-0 3-0"}
    state = act(PAIRS, position(PAIRS, hands, (5, 3)), "1:6-3 2:pass")
    assert chosen(PAIRS, state, BALANCED) == ("6-1", (5, 1))
    assert chosen(PAIRS, state, WATCHFUL) == ("5-1", (1, 6))


def test_watchful_has_no_partner_among_individuals():
    # Seat 3, now an opponent, passed on 3|5: 6-1 leaves 1|5, 7 + 4 + 1; 5-2 leaves 6|2, 7 + 4.
    rules = rules_of("gbs-individual-points")
    hands = {1: "6-1 5-2", 2: "4-4 4-0", 3: "0-0 1-0", 4: "6-3 2-2"}
    state = act(rules, position(rules, hands, (3, 5), turn=3), "3:pass 4:6-3")
    assert chosen(rules, state, WATCHFUL) == ("6-1", (1, 5))


# --- every player


EVERY_PLAYER = pytest.mark.parametrize("player", range(len(PLAYERS)), ids=PLAYERS)


@EVERY_PLAYER
def test_a_player_sees_no_hand_but_his_own(player):
    hand = {1: "5-3 6-3 5-1 4-4"}
    one = position(PAIRS, hand | {2: "0-0 1-0", 3: "2-0 2-2", 4: "6-6 6-5"}, (3, 5))
    other = position(PAIRS, hand | {2: "6-6 2-1", 3: "0-0 6-5", 4: "4-3 5-5"}, (3, 5))
    for seed in range(10):
        assert chosen(PAIRS, one, player, seed) == chosen(PAIRS, other, player, seed)


@EVERY_PLAYER
def test_a_stuck_player_does_what_the_rules_demand(player):
    duel = rules_of("gbs-duel-points")
    state = position(duel, {1: "6-6", 2: "0-0 4-4"}, (1, 2), stock="5-5 3-1")
    for _ in range(3):
        take_turn(duel, state, player)
    # Draws 5-5 and 3-1, lays 3-1.
    assert (state[at.DRAWS], held(state, 1), state[at.TURN]) == (2, "5-5 6-6", 2)
    state = position(PAIRS, {1: "6-6", 2: "1-1", 3: "1-0", 4: "2-0"}, (1, 2))
    take_turn(PAIRS, state, player)
    assert (state[at.PASS_COUNT], state[at.TURN]) == (1, 2)


@EVERY_PLAYER
def test_a_player_finishes_any_hand(player):
    for name in ("gbs-duel-points", "gaple", "one-table-200"):
        rules = rules_of(name)
        for match in range(20):
            state = new_state()
            start_match(state, match)
            deal(rules, state, 11)
            while state[at.END] == at.END_RUNNING:
                take_turn(rules, state, player)
            assert ended(state) in ("out", "blocked")


# --- folding

DOUBLES = {
    1: "1-0 2-0 3-0 4-0 5-0 6-0 2-1",
    2: "0-0 1-1 2-2 3-3 4-4 5-5 6-6",
    3: "3-1 4-1 5-1 6-1 3-2 4-2 5-2",
    4: "6-2 4-3 5-3 6-3 5-4 6-4 6-5",
}


@pytest.mark.parametrize(
    ("hands", "policy", "end"),
    [
        (DOUBLES, FOLD_ALWAYS, "folded"),
        (DOUBLES, FOLD_NEVER, "unfinished"),
        (IN_ORDER, FOLD_ALWAYS, "unfinished"),
    ],
)
def test_players_fold_never_or_whenever_they_may(hands, policy, end):
    # IN_ORDER holds three doubles in a hand at most.
    state = dealt(ONE_TABLE, hands, leader=1)
    assert folding_seat(ONE_TABLE, state) == (2 if hands is DOUBLES else 0)
    fold_if_wanted(ONE_TABLE, state, policy)
    assert (ended(state), awards(state)) == (end, [])


def test_the_first_seat_from_the_leader_on_folds():
    # Seat 1 holds 0-0 1-1 2-2 and seat 3 holds 4-4 5-5.
    rules = rules_of("one-table-200", "fold.doubles=2")
    assert [folding_seat(rules, dealt(rules, IN_ORDER, leader=s)) for s in (2, 4)] == [3, 1]
