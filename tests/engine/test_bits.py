"""Bits of a mask, against Python's own counting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.engine.bits import count_tiles, nth_tile, tile_of_bit

MASKS = st.integers(0, 2**55 - 1)


@pytest.mark.parametrize("tile", range(55))
def test_a_lone_bit_names_its_tile(tile):
    assert tile_of_bit(1 << tile) == tile


@given(MASKS)
def test_tiles_are_counted(mask):
    assert count_tiles(mask) == bin(mask).count("1")


@given(MASKS)
def test_the_nth_tile_counts_from_the_lowest(mask):
    tiles = [tile for tile in range(55) if mask >> tile & 1]
    assert [nth_tile(mask, number) for number in range(len(tiles))] == tiles


def test_the_largest_mask_is_counted():
    assert count_tiles(0) == 0
    assert count_tiles(2**55 - 1) == 55
    assert nth_tile(2**55 - 1, 54) == 54
