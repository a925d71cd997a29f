"""Dealing: from the address of a hand to tiles in hands, and who leads them."""

from domsim.engine.bits import count_tiles, tile_of_bit
from domsim.engine.rng import STREAM_DEAL, STREAM_LEAD, STREAM_PLAY, below, seed_stream
from domsim.engine.settle import find_block, finish_folded
from domsim.engine.state import (
    HAND,
    HANDS,
    LEADER,
    LEFT,
    LIVE,
    MATCH,
    MUST_LEAD,
    NEXT_LEADER,
    OPENED_BY,
    OPENED_BY_CHANCE,
    OPENED_BY_DOUBLE,
    OPENED_BY_HEAVIEST,
    OPENED_BY_LEAD,
    OPENED_BY_TILE,
    ORDER,
    PLAYED,
    RIGHT,
    SEEN,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    State,
)
from domsim.rules.axes import Fallback, FirstLeader, FirstTile, FoldRule
from domsim.rules.lowering import Rules
from domsim.tiles import DOUBLES, HIGH, LOW, PIPS

LEAD_HOLDER = FirstLeader.TILE_HOLDER.code
LEAD_DOUBLE = FirstLeader.HIGHEST_DOUBLE.code
LEAD_HEAVIEST = FirstLeader.HEAVIEST_TILE.code
FALLBACK_DOUBLE = Fallback.HIGHEST_DOUBLE.code
FALLBACK_HEAVIEST = Fallback.HEAVIEST_TILE.code
MUST_LEAD_IT = FirstTile.MUST_LEAD.code
MUST_FOLD = FoldRule.MUST.code


def deal(rules: Rules, state: State, seed: int) -> None:
    """Deal the state's current hand from the seed and begin it.

    The generator is left at the beginning of the players' stream.
    """
    seed_stream(state, seed, state[MATCH], state[HAND], STREAM_DEAL)
    shuffle(rules, state)
    deal_out(rules, state)
    begin(rules, state, seed)
    seed_stream(state, seed, state[MATCH], state[HAND], STREAM_PLAY)


def shuffle(rules: Rules, state: State) -> None:
    """Put the whole set in random order (Fisher and Yates), as far as the order matters."""
    for i in range(rules.tiles):
        state[ORDER + i] = i
    for i in range(rules.shuffled):
        j = i + below(state, rules.tiles - i)
        tile = state[ORDER + j]
        state[ORDER + j] = state[ORDER + i]
        state[ORDER + i] = tile


def deal_out(rules: Rules, state: State) -> None:
    """Hand out the order: seat after seat, the tile turned up, then the stock or the sleepers."""
    at = ORDER
    for seat in range(1, rules.seats + 1):
        hand = 0
        for _ in range(rules.hand_size):
            hand |= 1 << state[at]
            at += 1
        state[HANDS + seat] = hand
    if rules.turned_up:
        turn_up(state, state[at])
        at += 1
    state[STOCK_NEXT] = at - ORDER
    state[STOCK_END] = at - ORDER + rules.stock_tiles - min(rules.stock_floor, rules.stock_tiles)


def turn_up(state: State, tile: int) -> None:
    """Lay the tile turned up before play; its lower number is the left end."""
    state[LEFT] = LOW[tile]
    state[RIGHT] = HIGH[tile]
    state[SEEN] = 1 << tile
    state[PLAYED] = 1


def count_live(rules: Rules, state: State) -> None:
    """Find the tiles that can still be played: those in the hands and the drawable stock."""
    live = 0
    for seat in range(1, rules.seats + 1):
        live |= state[HANDS + seat]
    for i in range(state[STOCK_NEXT], state[STOCK_END]):
        live |= 1 << state[ORDER + i]
    state[LIVE] = live


def begin(rules: Rules, state: State, seed: int) -> None:
    """Begin the dealt hand: redeal if the rules demand it, otherwise find who leads."""
    count_live(rules, state)
    set_leader(rules, state, seed)
    if rules.fold_rule == MUST_FOLD and may_fold_any(rules, state):
        finish_folded(rules, state)
        return
    find_block(rules, state)


def set_leader(rules: Rules, state: State, seed: int) -> None:
    """Set the leader, and the tile that must be led in a hand opened by rule."""
    if state[NEXT_LEADER] > 0:
        state[LEADER] = state[NEXT_LEADER]
        state[OPENED_BY] = OPENED_BY_LEAD
    else:
        tile = opening_tile(rules, state)
        if tile == 0:
            seed_stream(state, seed, state[MATCH], state[HAND], STREAM_LEAD)
            state[LEADER] = 1 + below(state, rules.seats)
            state[OPENED_BY] = OPENED_BY_CHANCE
        else:
            state[LEADER] = holder_of(rules, state, tile - 1)
            if rules.first_tile == MUST_LEAD_IT and state[PLAYED] == 0:
                state[MUST_LEAD] = tile
    state[TURN] = state[LEADER]


def opening_tile(rules: Rules, state: State) -> int:
    """Return, plus 1, the tile whose holder leads a hand opened by rule; 0 for a random seat."""
    dealt = 0
    for seat in range(1, rules.seats + 1):
        dealt |= state[HANDS + seat]
    rule = rules.first_leader
    if rule == LEAD_HOLDER:
        if dealt >> rules.opening_tile & 1:
            state[OPENED_BY] = OPENED_BY_TILE
            return rules.opening_tile + 1
        if rules.fallback == FALLBACK_DOUBLE:
            rule = LEAD_DOUBLE
        elif rules.fallback == FALLBACK_HEAVIEST:
            rule = LEAD_HEAVIEST
    if rule == LEAD_DOUBLE and dealt & DOUBLES:
        state[OPENED_BY] = OPENED_BY_DOUBLE
        return highest_double(dealt) + 1
    if rule in (LEAD_DOUBLE, LEAD_HEAVIEST):
        state[OPENED_BY] = OPENED_BY_HEAVIEST
        return heaviest_tile(dealt) + 1
    return 0


def highest_double(mask: int) -> int:
    """Return the highest double of a mask that holds one."""
    doubles = mask & DOUBLES
    while doubles & (doubles - 1):
        doubles &= doubles - 1
    return tile_of_bit(doubles)


def heaviest_tile(mask: int) -> int:
    """Return the tile with most pips; of equal weights the one with the higher number."""
    best = 0
    heaviest = -1
    while mask:
        tile = tile_of_bit(mask & -mask)
        # Tiles are numbered by their higher number, so the later of two equals is wanted.
        if PIPS[tile] >= heaviest:
            best, heaviest = tile, PIPS[tile]
        mask &= mask - 1
    return best


def holder_of(rules: Rules, state: State, tile: int) -> int:
    """Return the seat that holds a tile; 0 when nobody does."""
    for seat in range(1, rules.seats + 1):
        if state[HANDS + seat] >> tile & 1:
            return seat
    return 0


def may_fold(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat was dealt doubles enough for a redeal."""
    return count_tiles(state[HANDS + seat] & DOUBLES) >= rules.fold_doubles


def may_fold_any(rules: Rules, state: State) -> bool:
    """Tell whether any seat was dealt doubles enough for a redeal."""
    for seat in range(1, rules.seats + 1):  # noqa: SIM110 - compiled code knows no any()
        if may_fold(rules, state, seat):
            return True
    return False
