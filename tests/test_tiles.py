"""Tiles: their numbers, masks and notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.tiles import (
    DOUBLES,
    HIGH,
    LOW,
    PIPS,
    SUIT,
    TileError,
    full_set,
    mask_of,
    parse_numbers,
    parse_tile,
    set_word,
    tile_count,
    tile_of,
    tile_text,
    tiles_in,
    tiles_text,
)

# Tile h-l comes after the 1 + 2 + … + h tiles of the smaller sets: h(h + 1) / 2 + l.
NUMBERED = [("0-0", 0), ("1-0", 1), ("1-1", 2), ("2-0", 3), ("5-5", 20), ("6-0", 21), ("6-6", 27),
            ("7-0", 28), ("7-7", 35), ("8-8", 44), ("9-0", 45), ("9-9", 54)]  # fmt: skip


@pytest.mark.parametrize(("text", "number"), NUMBERED)
def test_tiles_are_numbered_by_their_higher_number_then_the_lower(text, number):
    assert parse_tile(text) == number
    assert tile_text(number) == text


# (n + 1)(n + 2) / 2 tiles; every number lies n + 2 times in a set: (n + 2)(0 + 1 + … + n) pips.
SETS = [(6, 28, 168), (7, 36, 252), (8, 45, 360), (9, 55, 495)]


@pytest.mark.parametrize(("highest", "tiles", "pips"), SETS)
def test_a_set_has_its_tiles_and_pips(highest, tiles, pips):
    assert tile_count(highest) == tiles
    assert list(tiles_in(full_set(highest))) == list(range(tiles))
    assert sum(PIPS[:tiles]) == pips


@pytest.mark.parametrize("highest", [6, 7, 8, 9])
def test_a_smaller_set_is_the_beginning_of_a_larger_one(highest):
    tiles = {(HIGH[t], LOW[t]) for t in tiles_in(full_set(highest))}
    assert tiles == {(h, low) for h in range(highest + 1) for low in range(h + 1)}


def test_there_is_one_blank_double_in_a_double_nine_set():
    assert [t for t in range(55) if (HIGH[t], LOW[t]) == (0, 0)] == [0]


@pytest.mark.parametrize("number", range(10))
def test_a_suit_holds_the_tiles_that_show_its_number(number):
    shown = {tile for tile in range(55) if number in (HIGH[tile], LOW[tile])}
    assert len(shown) == 10
    assert SUIT[number] == mask_of(shown)


def test_the_suit_of_six_in_a_double_six_set():
    # 6-0 … 6-6 are tiles 21 … 27, the seven highest bits of 28.
    assert SUIT[6] & full_set(6) == 0b1111111 << 21


def test_doubles():
    assert tiles_text(DOUBLES) == "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9"


@given(st.integers(0, 9), st.integers(0, 9))
def test_a_tile_reads_the_same_in_either_order(a, b):
    high, low = max(a, b), min(a, b)
    assert parse_tile(f"{a}-{b}") == parse_tile(f"{b}-{a}") == tile_of(a, b) == tile_of(b, a)
    assert tile_text(tile_of(a, b)) == f"{high}-{low}"


def test_numbers_keep_the_order_in_which_they_are_written():
    assert parse_numbers("4-6") == (4, 6)
    assert parse_numbers("6-4") == (6, 4)


@given(st.sets(st.integers(0, 54)))
def test_a_mask_holds_exactly_its_tiles(tiles):
    assert list(tiles_in(mask_of(tiles))) == sorted(tiles)


def test_tiles_are_printed_high_low_in_tile_order():
    assert tiles_text(mask_of([tile_of(0, 6), tile_of(5, 5), tile_of(0, 0)])) == "0-0 5-5 6-0"
    assert tiles_text(0) == ""


@pytest.mark.parametrize(
    ("text", "help_text"),
    [("", "write a tile as 6-4"), ("6", "write a tile as 6-4"), ("64", "write 6-4"),
     ("6:4", "write 6-4"), ("6-", "write a tile as 6-4"), ("-4", "write a tile as 6-4"),
     ("10-1", "write a tile as 6-4"), ("a-b", "write a tile as 6-4"), ("6 - 4", "write 6-4"),
     ("6-4-2", "write a tile as 6-4"), ("6\N{MINUS SIGN}4", "write 6-4"),
     ("\N{ARABIC-INDIC DIGIT THREE}-1", "write a tile as 6-4")],
)  # fmt: skip
def test_what_is_no_tile_is_refused_with_a_guess(text, help_text):
    with pytest.raises(TileError) as refused:
        parse_tile(text)
    assert str(refused.value) == f"'{text}' is not a tile"
    assert refused.value.help == help_text


@pytest.mark.parametrize(("text", "highest"), [("7-0", 6), ("0-7", 6), ("8-8", 7), ("9-1", 8)])
def test_a_tile_of_a_larger_set_is_refused(text, highest):
    with pytest.raises(TileError) as refused:
        parse_tile(text, highest)
    assert str(refused.value) == f"{text} is not in the double-{set_word(highest)} set"
    assert refused.value.help == f"its numbers run from 0 to {highest}"


def test_every_set_has_its_word():
    assert [set_word(highest) for highest in (6, 7, 8, 9)] == ["six", "seven", "eight", "nine"]
