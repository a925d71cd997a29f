"""Tiles, tile sets and masks.

A tile is a small integer. Tiles are numbered by their higher number, then by
their lower one: 0-0 is 0, 1-0 is 1, 1-1 is 2, … 9-9 is 54. A smaller set is a
prefix of a larger one, so one table serves every set from double-six to
double-nine. A group of tiles is a mask with one bit a tile, a non-negative
integer below 2**55.
"""

from collections.abc import Iterable, Iterator

_DIGITS = frozenset("0123456789")

SMALLEST_SET = 6
LARGEST_SET = 9

HIGH: tuple[int, ...] = tuple(h for h in range(LARGEST_SET + 1) for _ in range(h + 1))
LOW: tuple[int, ...] = tuple(low for h in range(LARGEST_SET + 1) for low in range(h + 1))
PIPS: tuple[int, ...] = tuple(h + low for h, low in zip(HIGH, LOW, strict=True))
SUIT: tuple[int, ...] = tuple(
    sum(1 << t for t in range(len(HIGH)) if n in (HIGH[t], LOW[t])) for n in range(LARGEST_SET + 1)
)
DOUBLES: int = sum(1 << t for t in range(len(HIGH)) if HIGH[t] == LOW[t])


class TileError(ValueError):
    """A text that is no tile, with a hint for the reader in ``help``."""

    def __init__(self, message: str, help_text: str) -> None:
        super().__init__(message)
        self.help = help_text


def tile_count(highest: int) -> int:
    """Return how many tiles the set up to double-``highest`` holds (28 for double-six)."""
    return (highest + 1) * (highest + 2) // 2


def full_set(highest: int) -> int:
    """Return the mask of the whole set up to double-``highest``."""
    return (1 << tile_count(highest)) - 1


def tile_of(a: int, b: int) -> int:
    """Return the tile that shows the numbers ``a`` and ``b``, in either order."""
    high, low = (a, b) if a >= b else (b, a)
    return high * (high + 1) // 2 + low


def parse_numbers(text: str) -> tuple[int, int]:
    """Return the two numbers of a tile as written, left one first.

    Raises TileError if the text is no tile of any set up to double-nine.
    """
    left, dash, right = text.partition("-")
    if dash and len(text) == 3 and left in _DIGITS and right in _DIGITS:
        return int(left), int(right)
    digits = [c for c in text if c in "0123456789"]
    guess = f"write {digits[0]}-{digits[1]}" if len(digits) == 2 else "write a tile as 6-4"
    raise TileError(f"'{text}' is not a tile", guess)


def parse_tile(text: str, highest: int = LARGEST_SET) -> int:
    """Return the tile written as ``6-4`` or ``4-6``.

    Raises TileError if the text is no tile, or is outside the set up to double-``highest``.
    """
    a, b = parse_numbers(text)
    if max(a, b) > highest:
        raise TileError(
            f"{text} is not in the double-{set_word(highest)} set",
            f"its numbers run from 0 to {highest}",
        )
    return tile_of(a, b)


def tile_text(tile: int) -> str:
    """Return a tile high-low, the way it is printed: ``6-4``."""
    return f"{HIGH[tile]}-{LOW[tile]}"


def tiles_in(mask: int) -> Iterator[int]:
    """Yield the tiles of a mask, in tile order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(tiles: Iterable[int]) -> int:
    """Return the mask that holds the given tiles."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def tiles_text(mask: int) -> str:
    """Return the tiles of a mask high-low, in tile order, separated by blanks."""
    return " ".join(tile_text(t) for t in tiles_in(mask))


def set_word(highest: int) -> str:
    """Return the English word for the highest number of a set: ``six`` … ``nine``."""
    return ("six", "seven", "eight", "nine")[highest - SMALLEST_SET]
