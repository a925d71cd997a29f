"""Games played by the PyPI library `dominoes` end the same way under an equivalent rule set.

The library's rules, in its own words (``dominoes.Game``): pairs, all 28 tiles dealt; a hand ends
when a player runs out, whose team earns all that is left at the table, or when nobody can play:
then the team with the lower total earns both totals, and equal totals are a tie.
"""

import random
from typing import Any

import pytest

from .support import replayed

pytestmark = pytest.mark.heavy

dominoes = pytest.importorskip("dominoes", reason="the peer library 'dominoes' is not installed")

EQUIVALENT = {
    "end.block_found": "at-once",
    "block.compare": "side-totals",
    "block.tie": "nobody",
    "score.out": "all-tiles",
    "score.block": "all-tiles",
    "bonuses.capicua.points": 0,
    "bonuses.straight_pass.points": 0,
}
GAMES = 500


def play_random_game(seed: int) -> Any:
    """Let the library play a game; every other one is opened by 6-6, the rest by a random seat."""
    random.seed(seed)
    if seed % 2:
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
    else:
        game = dominoes.Game.new(starting_player=random.randrange(4))
    game.dealt = [list(hand) for hand in game.hands]
    if seed % 2:
        game.dealt[game.starting_player].append(dominoes.Domino(6, 6))  # it is laid already
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return game


def text(tile: Any) -> str:
    return f"{tile.first}-{tile.second}"


def scenario_of(game: Any, opened_by_tile: bool) -> dict[str, Any]:
    """Transcribe a game, passes and all; the first tile lies as it is written."""
    hands = {str(seat): " ".join(map(text, hand)) for seat, hand in enumerate(game.dealt, 1)}
    seats = [(game.starting_player + turn) % 4 + 1 for turn in range(len(game.moves))]
    actions = [f"{text(m[0])}{'L' if m[1] else 'R'}" if m else "pass" for m in game.moves]
    actions[0] = actions[0].rstrip("LR")
    plays = [f"{seat}:{action}" for seat, action in zip(seats, actions, strict=True)]
    start = {} if opened_by_tile else {"hand": 2, "leader": game.starting_player + 1}
    return {
        "rules": "gbs-pairs-points",
        "set": EQUIVALENT,
        "start": start,
        "hands": [{"deal": hands, "plays": " ".join(plays)}],
    }


def test_games_of_the_library_end_alike():
    ends = set()
    for seed in range(GAMES):
        game = play_random_game(seed)
        (hand,) = replayed(scenario_of(game, opened_by_tile=seed % 2 == 1)).hands
        won = {0: None, 1: 1, -1: 2}[(game.result.points > 0) - (game.result.points < 0)]
        pips = tuple(sum(tile.first + tile.second for tile in hand) for hand in game.hands)
        end = "out" if game.result.won else "blocked"
        assert (hand.end, hand.last_seat) == (end, game.result.player + 1), seed
        assert (hand.pips, hand.winner_side) == (pips, won), seed
        assert sum(award.paid for award in hand.awards) == abs(game.result.points), seed
        ends.add((end, won))
    assert ends == {("out", 1), ("out", 2), ("blocked", 1), ("blocked", 2), ("blocked", None)}
