"""A counter of lines of play that shares nothing with the engine: sets of pairs of numbers.

It is slow, and short enough to be checked by reading.
"""

from typing import NamedTuple

Tile = tuple[int, int]  # lower number first


class Table(NamedTuple):
    """A hand under way. Seats count from 0; the ends are None before the first tile."""

    stuck: str  # what is done when no tile fits: pass, draw or discard
    at_once: bool  # whether a block ends the hand at once, or when all have passed
    hands: tuple[frozenset[Tile], ...]
    turn: int
    ends: Tile | None = None
    stock: tuple[Tile, ...] = ()
    lead: Tile | None = None  # tile that must be led
    idle: int = 0  # turns in a row without a play


def stock(text: str) -> tuple[Tile, ...]:
    """Return the tiles written ``6-4 1-0``, in their order."""
    pairs = [[int(number) for number in word.split("-")] for word in text.split()]
    return tuple((min(pair), max(pair)) for pair in pairs)


def tiles(text: str) -> frozenset[Tile]:
    """Return the tiles of a hand."""
    return frozenset(stock(text))


def lines(table: Table, depth: int) -> int:
    """Count the lines of exactly ``depth`` moves."""
    if depth == 0:
        return 1
    return 0 if over(table) else sum(lines(after, depth - 1) for after in following(table))


def over(table: Table) -> bool:
    """Tell whether the hand has ended."""
    if not all(table.hands):
        return True
    if table.at_once and table.ends is not None:
        unplayed = frozenset(table.stock).union(*table.hands)
        return not any(fits(tile, table.ends) for tile in unplayed)
    return table.idle >= len(table.hands) and not table.stock


def fits(tile: Tile, ends: Tile) -> bool:
    """Tell whether a tile shows one of the ends."""
    return bool(set(tile) & set(ends))


def following(table: Table) -> list[Table]:
    """Return the table after each distinct move of the seat in turn."""
    hand = table.hands[table.turn]
    placements = {(tile, ends) for tile in hand for ends in placed(table, tile)}
    if placements:
        return [_next(table, hand - {tile}, ends=ends, idle=0) for tile, ends in placements]
    if table.stuck == "draw" and table.stock:
        drawn = hand | {table.stock[0]}
        return [table._replace(hands=_with(table, drawn), stock=table.stock[1:])]
    thrown = hand if table.stuck == "discard" else {None}
    return [_next(table, hand - {tile}, ends=table.ends, idle=table.idle + 1) for tile in thrown]


def placed(table: Table, tile: Tile) -> set[Tile]:
    """Return the pairs of ends, lower first, that a tile can leave."""
    if table.ends is None:
        return {tile} if table.lead in (None, tile) else set()
    found = set()
    for here, there in (table.ends, table.ends[::-1]):
        for number, other in (tile, tile[::-1]):
            if number == here:
                found.add((min(other, there), max(other, there)))
    return found


def _next(table: Table, hand: frozenset[Tile], *, ends: Tile | None, idle: int) -> Table:
    turn = (table.turn + 1) % len(table.hands)
    return table._replace(hands=_with(table, hand), turn=turn, ends=ends, idle=idle)


def _with(table: Table, hand: frozenset[Tile]) -> tuple[frozenset[Tile], ...]:
    return tuple(hand if s == table.turn else other for s, other in enumerate(table.hands))
