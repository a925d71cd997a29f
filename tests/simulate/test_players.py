"""Players at work: deterministic, blind to what their seat may not see, the thoughtful ones better.

How each weighs its moves, point by point, is worked out in ``tests/engine/test_players.py``.
"""

import pytest
from helpers import act, position
from hypothesis import assume, given
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.deal import count_live, deal
from domsim.engine.players import BALANCED, HEAVIEST, PLAYERS, RANDOM, WATCHFUL, take_turn
from domsim.engine.rng import STREAM_PLAY, seed_stream
from domsim.engine.state import State, new_state, start_match
from domsim.rules.bundled import bundled_names
from domsim.rules.lowering import Rules
from domsim.simulate.compiled import available
from domsim.tiles import mask_of, tiles_in, tiles_text

from .support import rules_with, simulation

EVERY_PLAYER = pytest.mark.parametrize("player", range(len(PLAYERS)), ids=PLAYERS)
PAIRS, DUEL, GAPLE = (
    rules_with(name).codes for name in ("gbs-pairs-points", "gbs-duel-points", "gaple")
)


def did(rules: Rules, state: State, player: int, seed: int = 0) -> tuple[str, tuple[int, int]]:
    """Let a player do one thing; return the tile that left his hand, and the ends then."""
    after, seat = list(state), state[at.TURN]
    seed_stream(after, seed, 0, 1, STREAM_PLAY)
    take_turn(rules, after, player)
    gone = state[at.HANDS + seat] & ~after[at.HANDS + seat]
    return tiles_text(gone), (after[at.LEFT], after[at.RIGHT])


# --- what sets them apart


@pytest.mark.parametrize(
    ("player", "tile"),
    [
        pytest.param(HEAVIEST, "6-6", id="heaviest: 12 pips"),
        # 6-6: 12 + 4 (6-5) + 3 for a double. 6-5: 11 + 8 (6-6 5-4). Of equals the lower tile.
        pytest.param(BALANCED, "6-5", id="balanced: 19 either way"),
        pytest.param(WATCHFUL, "6-5", id="watchful: nothing to remember yet"),
    ],
)
def test_leading(player, tile):
    state = position(PAIRS, {1: "6-6 6-5 5-4 1-0", 2: "0-0", 3: "1-1", 4: "2-2"}, None)
    assert did(PAIRS, state, player)[0] == tile


@pytest.mark.parametrize(
    ("player", "move"),
    [
        # 6-5 on the 5: 11 + 8 (5-3 6-6). 5-3 on the 3: 8 + 4 (6-5), but both ends that seat 2
        # was stuck on are worth 12 more, against 3 for the 3 that 6-5 leaves.
        pytest.param(HEAVIEST, ("6-5", (3, 6)), id="heaviest"),
        pytest.param(BALANCED, ("6-5", (3, 6)), id="balanced: 19 against 12"),
        pytest.param(WATCHFUL, ("5-3", (5, 5)), id="watchful: 22 against 24"),
    ],
)
def test_remembering_what_the_opponent_in_a_duel_was_stuck_on(player, move):
    hands = {1: "5-3 6-5 6-6 0-0", 2: "1-1 4-4 2-0"}
    state = act(DUEL, position(DUEL, hands, (3, 5), turn=2, last=1), "2:pass")
    assert did(DUEL, state, player) == move


def test_drawing_until_a_tile_fits_shows_what_the_hand_lacks():
    # Seat 2 draws 4-4 and lays 5-1; nothing that it holds now fits 3 or 5. On the 1 of 3|1, 6-1
    # leaves 3|6: 7 + 4 (3-1) and 3 for the 3. 3-1 leaves 3|3: 4 and 12 for both ends.
    hands = {1: "3-1 6-1 2-2", 2: "1-1 2-0"}
    state = position(DUEL, hands, (3, 5), turn=2, last=1, stock="4-4 5-1 0-0")
    act(DUEL, state, "2:draw 2:draw 2:5-1R")
    assert did(DUEL, state, BALANCED) == ("6-1", (3, 6))
    assert did(DUEL, state, WATCHFUL) == ("3-1", (3, 3))


@pytest.mark.parametrize(
    ("player", "tile"),
    [
        pytest.param(HEAVIEST, "2-0", id="heaviest: the lightest"),
        pytest.param(BALANCED, "6-5", id="balanced: the one without companions"),
        pytest.param(WATCHFUL, "6-5", id="watchful: likewise"),
    ],
)
def test_discarding(player, tile):
    state = position(GAPLE, {1: "2-0 4-0 6-5", 2: "1-1", 3: "3-3", 4: "1-0"}, (1, 3))
    assert did(GAPLE, state, player)[0] == tile


def test_random_takes_every_legal_move_sooner_or_later():
    state = position(PAIRS, {1: "5-3 3-1 6-6", 2: "0-0", 3: "1-1", 4: "2-2"}, (3, 5))
    moves = {did(PAIRS, state, RANDOM, seed) for seed in range(40)}
    assert moves == {("5-3", (5, 5)), ("5-3", (3, 3)), ("3-1", (1, 5))}


# --- deterministic


@EVERY_PLAYER
def test_a_player_plays_a_match_the_same_way_again(player):
    first, again, other = (
        simulation("gaple", players=(PLAYERS[player],), seed=seed).recorder.match(2)
        for seed in (7, 7, 8)
    )
    assert first == again
    assert first["hands"] != other["hands"]


@EVERY_PLAYER
def test_the_deals_do_not_depend_on_who_plays(player):
    def deals(name: str) -> list[dict]:
        recorder = simulation("gbs-duel-points", players=(name,)).recorder
        return [hand["deal"] for hand in recorder.match(0)["hands"]]

    ours, theirs = deals(PLAYERS[player]), deals("random")
    assert len(ours) > 1
    assert ours[: len(theirs)] == theirs[: len(ours)]


# --- blind to the other hands


@st.composite
def positions(draw: st.DrawFn) -> tuple[Rules, State]:
    """Draw a rule set and the middle of one of its hands, played by everybody."""
    rules = rules_with(draw(st.sampled_from(bundled_names()))).codes
    state = new_state()
    start_match(state, draw(st.integers(0, 10**6)))
    deal(rules, state, 11)
    for turn in range(draw(st.integers(0, 30))):
        if state[at.END] == at.END_RUNNING:
            take_turn(rules, state, turn % len(PLAYERS))
    assume(state[at.END] == at.END_RUNNING)
    return rules, state


def exchanged(draw: st.DrawFn, rules: Rules, state: State) -> State:
    """Shuffle all that the seat to move cannot see: hands, discards and undealt tiles."""
    other, own = list(state), state[at.TURN]
    seen = state[at.SEEN] | state[at.HANDS + own] | state[at.DISCARDS + own]
    hidden = iter(draw(st.permutations(list(tiles_in(rules.every_tile & ~seen)))))
    for seat in range(1, rules.seats + 1):
        for pile in (at.HANDS + seat, at.DISCARDS + seat):
            if seat != own:
                other[pile] = mask_of(next(hidden) for _ in tiles_in(state[pile]))
    undealt = list(hidden)
    for place, tile in enumerate(undealt, at.ORDER + rules.tiles - len(undealt)):
        other[place] = tile
    count_live(rules, other)
    return other


@given(st.data())
def test_a_choice_depends_on_nothing_hidden_from_the_seat(data):
    rules, state = data.draw(positions())
    other = exchanged(data.draw, rules, state)
    for player in range(len(PLAYERS)):
        assert did(rules, state, player) == did(rules, other, player)


# --- better than chance

HANDS = 20_000 if available() else 2_000


@pytest.mark.parametrize("name", ["gbs-pairs-points", "gbs-duel-points", "gaple"])
@pytest.mark.parametrize("player", ["balanced", "watchful"])
def test_thoughtful_players_win_more_hands_than_random_ones(name, player):
    # 60 to 64 of 100 in 100,000 hands; chance would be 50, give or take 1.1 in 2,000.
    assert share_of_odd_seats(name, player, "random") > 0.56


def test_remembering_pays_in_a_duel():
    # 53.5 of 100 in 100,000 hands.
    assert share_of_odd_seats("gbs-duel-points", "watchful", "balanced") > 0.51


def share_of_odd_seats(name: str, ours: str, theirs: str) -> float:
    """Return the share of decided hands that one kind of player wins against another."""
    game = simulation(name, players=(ours, theirs), compiled=available())
    won = [side["hands_won"] for side in game.report(hands=HANDS)["sides"]]
    return sum(won[::2]) / sum(won)
