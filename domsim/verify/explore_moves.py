"""The legal moves of a position, each distinct one once, and the positions they lead to."""

from typing import NamedTuple

from domsim.engine.state import HANDS, LEFT, ORDER, RIGHT, STOCK_NEXT, TURN, State
from domsim.engine.turn import (
    DUTY_DISCARD,
    DUTY_DRAW,
    DUTY_PASS,
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
from domsim.scenario.notation import Kind, Play, format_play
from domsim.tiles import HIGH, LOW, tiles_in

FOLD = 4  # beside the DUTY codes
NOTHING = -1

_KINDS: dict[int, Kind] = {
    DUTY_PLAY: "play",
    DUTY_PASS: "pass",
    DUTY_DRAW: "draw",
    DUTY_DISCARD: "discard",
    FOLD: "fold",
}


class Move(NamedTuple):
    """One thing that a seat may do: ``what`` is a DUTY code or FOLD.

    ``end`` is where a tile is laid in the position for which the move was made; ``number``
    names that end by what it shows, where the tile could be laid on two.
    """

    seat: int
    what: int
    tile: int = NOTHING
    end: int = ON_LEFT
    number: int = NOTHING

    def __str__(self) -> str:
        """Return the move as a play of a scenario; it holds for the line turned round too."""
        end = "" if self.number == NOTHING else f"@{self.number}"
        numbers = None if self.tile == NOTHING else (HIGH[self.tile], LOW[self.tile])
        return format_play(Play(_KINDS[self.what], self.seat, numbers, end))


def moves_of(rules: Rules, state: State) -> list[Move]:
    """Return the moves of the seat in turn: by tile, then by the number joined.

    A forced pass or draw is the only one.
    """
    seat, what = state[TURN], duty(rules, state)
    if what == DUTY_PLAY:
        return _placements(state, seat)
    if what == DUTY_DISCARD:
        return [Move(seat, what, tile) for tile in tiles_in(state[HANDS + seat])]
    if what == DUTY_DRAW:
        return [Move(seat, what, state[ORDER + state[STOCK_NEXT]])]
    return [Move(seat, what)]


def _placements(state: State, seat: int) -> list[Move]:
    left, right = fits_left(state), fits_right(state)
    ends = sorted(((state[LEFT], ON_LEFT), (state[RIGHT], ON_RIGHT)))
    moves = []
    for tile in tiles_in(left | right):
        if (left & right) >> tile & 1:
            moves += [Move(seat, DUTY_PLAY, tile, end, number) for number, end in ends]
        else:
            end = ON_LEFT if left >> tile & 1 else ON_RIGHT
            moves.append(Move(seat, DUTY_PLAY, tile, end))
    return moves


def folds_of(rules: Rules, state: State) -> list[Move]:
    """Return the folds that are open to any seat, which only the first move of a hand can be."""
    seats = range(1, rules.seats + 1)
    return [Move(seat, FOLD) for seat in seats if can_fold(rules, state, seat)]


def after_move(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a move; the state given stays as it is."""
    after = list(state)
    if move.what == DUTY_PLAY:
        lay(rules, after, move.tile, move.end)
    elif move.what == DUTY_DISCARD:
        discard(rules, after, move.tile)
    elif move.what == DUTY_DRAW:
        draw(rules, after)
    elif move.what == FOLD:
        fold(rules, after)
    else:
        pass_turn(rules, after)
    return after
