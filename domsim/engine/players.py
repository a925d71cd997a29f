"""Players that decide where a script leaves a choice. Each sees only its own hand and the line.

`random` chooses evenly among its distinct legal moves: a tile that fits two different ends is
two moves, on equal ends one. Discards are chosen evenly too.

`heaviest` lays the tile with most pips (of equal weights the higher number), on the left end
where both would do; it discards its lightest tile, which counts least against it.
"""

from domsim.engine.bits import count_tiles, nth_tile
from domsim.engine.deal import heaviest_tile
from domsim.engine.rng import below
from domsim.engine.state import END, END_RUNNING, HANDS, LEADER, TURN, State, seat_after
from domsim.engine.turn import (
    DUTY_DISCARD,
    DUTY_DRAW,
    DUTY_PLAY,
    ON_LEFT,
    ON_RIGHT,
    can_fold,
    discard,
    draw,
    duty,
    fits_left,
    fits_right,
    fold,
    lay,
    pass_turn,
)
from domsim.rules.lowering import Rules
from domsim.tiles import PIPS

RANDOM, HEAVIEST = 0, 1
PLAYERS = ("random", "heaviest")


def choose_play(state: State, player: int) -> int:
    """Return the move of a player who can play: 2 * tile, plus 1 on the right end."""
    left, right = fits_left(state), fits_right(state)
    if player == HEAVIEST:
        tile = heaviest_tile(left | right)
        return 2 * tile + (ON_LEFT if left >> tile & 1 else ON_RIGHT)
    on_left = count_tiles(left)
    moves = on_left + count_tiles(right)
    number = below(state, moves) if moves > 1 else 0
    if number < on_left:
        return 2 * nth_tile(left, number) + ON_LEFT
    return 2 * nth_tile(right, number - on_left) + ON_RIGHT


def choose_discard(state: State, player: int) -> int:
    """Return the tile that a stuck player discards."""
    hand = state[HANDS + state[TURN]]
    if player == HEAVIEST:
        return _lightest_tile(hand)
    tiles = count_tiles(hand)
    return nth_tile(hand, below(state, tiles) if tiles > 1 else 0)


def _lightest_tile(hand: int) -> int:
    best = nth_tile(hand, 0)
    for number in range(1, count_tiles(hand)):
        tile = nth_tile(hand, number)
        if PIPS[tile] < PIPS[best]:
            best = tile
    return best


def take_turn(rules: Rules, state: State, player: int) -> None:
    """Let the seat to move do one thing: play, draw, discard or pass."""
    what = duty(rules, state)
    if what == DUTY_PLAY:
        move = choose_play(state, player)
        lay(rules, state, move >> 1, move & 1)
    elif what == DUTY_DRAW:
        draw(rules, state)
    elif what == DUTY_DISCARD:
        discard(rules, state, choose_discard(state, player))
    else:
        pass_turn(rules, state)


def fold_if_allowed(rules: Rules, state: State) -> None:
    """Fold for the first seat, from the leader on, that may."""
    seat = state[LEADER]
    for _ in range(rules.seats):
        if state[END] == END_RUNNING and can_fold(rules, state, seat):
            fold(rules, state)
        seat = seat_after(rules, seat)
