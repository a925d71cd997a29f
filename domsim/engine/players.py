"""Players that decide where a script leaves a choice. Each sees only what its seat may see:
its own hand, the line, and who passed, drew or discarded on which ends.

`random` chooses evenly among its distinct legal moves: a tile that fits two different ends is
two moves, on equal ends one. Discards are chosen evenly too.

`heaviest` lays the tile with most pips (of equal weights the higher number), on the left end
where both would do; it discards its lightest tile, which counts least against it.

`balanced` keeps its numbers balanced and sheds heavy tiles. Of its moves it takes the one with
the highest value: the pips of the tile, 4 for every tile it keeps that fits the new ends, and 3
for a double, which is hard to place later. Of equal moves the one with the lower tile, on the
left, comes first. It discards the tile with the fewest companions in its hand, of equal ones
the lightest.

`watchful` values its moves like `balanced`, and remembers which ends everybody was stuck on. A
new end that the next opponent is known to lack is worth 3, both ends 6 more; an end that its
partner is known to lack costs 2, both ends 4 more; an end left by its partner is kept where it
can be (2). Individuals have no partner and weigh every opponent by turn: the next one fully,
the others by 1.
"""

from domsim.engine.bits import count_tiles, nth_tile, tile_of_bit
from domsim.engine.deal import heaviest_tile
from domsim.engine.rng import below
from domsim.engine.state import (
    END,
    END_RUNNING,
    HANDS,
    LAST,
    LAST_END,
    LEADER,
    LEFT,
    PLAYED,
    RIGHT,
    SHORT,
    TURN,
    State,
    seat_after,
    side_of,
)
from domsim.engine.turn import (
    DUTY_DISCARD,
    DUTY_DRAW,
    ON_LEFT,
    ON_RIGHT,
    can_fold,
    discard,
    draw,
    fits_left,
    fits_right,
    fold,
    lay,
    other_number,
    pass_turn,
    stuck_duty,
)
from domsim.rules.lowering import Rules
from domsim.tiles import HIGH, LOW, PIPS, SUIT

RANDOM, HEAVIEST, BALANCED, WATCHFUL = range(4)
PLAYERS = ("random", "heaviest", "balanced", "watchful")

FOLD_NEVER, FOLD_ALWAYS = range(2)

_COMPANION = 4
_DOUBLE = 3
_OPPONENT_SHORT = 3
_OPPONENT_STUCK = 6
_PARTNER_SHORT = 2
_PARTNER_STUCK = 4
_PARTNER_END = 2
_WORST = -1000


def choose_play(rules: Rules, state: State, player: int, left: int, right: int) -> int:
    """Return the move of a player who can play: 2 * tile, plus 1 on the right end.

    ``left`` and ``right`` are the masks of the tiles that may be laid there.
    """
    if player >= BALANCED:
        return _most_valuable(rules, state, player, left, right)
    if player == HEAVIEST:
        tile = heaviest_tile(left | right)
        return 2 * tile + (ON_LEFT if left >> tile & 1 else ON_RIGHT)
    on_left = count_tiles(left)
    moves = on_left + count_tiles(right)
    number = below(state, moves) if moves > 1 else 0
    if number < on_left:
        return 2 * nth_tile(left, number) + ON_LEFT
    return 2 * nth_tile(right, number - on_left) + ON_RIGHT


def _most_valuable(rules: Rules, state: State, player: int, left: int, right: int) -> int:
    best, best_move = _WORST, 0
    for end in (ON_LEFT, ON_RIGHT):
        tiles = left if end == ON_LEFT else right
        while tiles:
            tile = tile_of_bit(tiles & -tiles)
            value = _value(rules, state, player, tile, end)
            if value > best:
                best, best_move = value, 2 * tile + end
            tiles &= tiles - 1
    return best_move


def _value(rules: Rules, state: State, player: int, tile: int, end: int) -> int:
    """Return what `balanced` or `watchful` thinks of laying a tile on an end."""
    left, right = state[LEFT], state[RIGHT]
    if state[PLAYED] == 0:
        left, right = LOW[tile], HIGH[tile]
    elif end == ON_LEFT:
        left = other_number(tile, left)
    else:
        right = other_number(tile, right)
    kept = state[HANDS + state[TURN]] ^ (1 << tile)
    value = PIPS[tile] + _COMPANION * count_tiles(kept & (SUIT[left] | SUIT[right]))
    if HIGH[tile] == LOW[tile]:
        value += _DOUBLE
    if player == WATCHFUL:
        value += _table_value(rules, state, end, left, right)
    return value


def _table_value(rules: Rules, state: State, end: int, left: int, right: int) -> int:
    """Return what the new ends are worth by what the other seats have shown they lack."""
    seat = state[TURN]
    side = side_of(rules, seat)
    other = seat_after(rules, seat)
    first = other
    value = 0
    while other != seat:
        lacked = (state[SHORT + other] >> left & 1) + (state[SHORT + other] >> right & 1)
        if side_of(rules, other) == side:
            value -= _PARTNER_SHORT * lacked + (_PARTNER_STUCK if lacked == 2 else 0)
        elif other == first:
            value += _OPPONENT_SHORT * lacked + (_OPPONENT_STUCK if lacked == 2 else 0)
        else:
            value += lacked
        other = seat_after(rules, other)
    last = state[LAST]
    if last > 0 and last != seat and side_of(rules, last) == side and end != state[LAST_END]:
        value += _PARTNER_END
    return value


def choose_discard(state: State, player: int) -> int:
    """Return the tile that a stuck player discards."""
    hand = state[HANDS + state[TURN]]
    if player == RANDOM:
        tiles = count_tiles(hand)
        return nth_tile(hand, below(state, tiles) if tiles > 1 else 0)
    best = nth_tile(hand, 0)
    least = -_WORST
    rest = hand
    while rest:
        tile = tile_of_bit(rest & -rest)
        worth = PIPS[tile]
        if player >= BALANCED:
            worth += 20 * count_tiles(hand & (SUIT[HIGH[tile]] | SUIT[LOW[tile]]))
        if worth < least:
            best, least = tile, worth
        rest &= rest - 1
    return best


def take_turn(rules: Rules, state: State, player: int) -> None:
    """Let the seat to move do one thing: play, draw, discard or pass."""
    left, right = fits_left(state), fits_right(state)
    if left | right:
        move = choose_play(rules, state, player, left, right)
        lay(rules, state, move >> 1, move & 1)
        return
    what = stuck_duty(rules, state)
    if what == DUTY_DRAW:
        draw(rules, state)
    elif what == DUTY_DISCARD:
        discard(rules, state, choose_discard(state, player))
    else:
        pass_turn(rules, state)


def folding_seat(rules: Rules, state: State) -> int:
    """Return the first seat, from the leader on, that may fold now; 0 when none may."""
    seat = state[LEADER]
    for _ in range(rules.seats):
        if state[END] == END_RUNNING and can_fold(rules, state, seat):
            return seat
        seat = seat_after(rules, seat)
    return 0


def fold_if_wanted(rules: Rules, state: State, policy: int) -> None:
    """Fold for the first seat that may, under the policy FOLD_ALWAYS."""
    if policy == FOLD_ALWAYS and folding_seat(rules, state) > 0:
        fold(rules, state)
