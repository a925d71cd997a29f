"""Counting and finding bits of a mask, with nothing but integer arithmetic.

2 is a primitive root modulo 59, so the powers 2**0 … 2**57 leave different remainders and
a small table turns a single bit into the number of its tile.
"""

_MODULUS = 59
_TILE_OF_REMAINDER: tuple[int, ...] = tuple(
    {(1 << t) % _MODULUS: t for t in range(_MODULUS - 1)}.get(r, 0) for r in range(_MODULUS)
)


def tile_of_bit(bit: int) -> int:
    """Return the tile of a mask that holds exactly one."""
    return _TILE_OF_REMAINDER[bit % _MODULUS]


def count_tiles(mask: int) -> int:
    """Return how many tiles a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def nth_tile(mask: int, number: int) -> int:
    """Return the ``number``-th tile of a mask, from 0, in tile order."""
    for _ in range(number):
        mask &= mask - 1
    return tile_of_bit(mask & -mask)
