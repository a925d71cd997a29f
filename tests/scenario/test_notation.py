"""The notation of moves: every form of the contract, and what is said about anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.scenario.notation import NotationError, Play, format_play, parse_play
from domsim.tiles import parse_tile

FORMS = {
    "6-4": Play("play", None, (6, 4)),
    "4-6": Play("play", None, (4, 6)),
    "1:6-4": Play("play", 1, (6, 4)),
    "1:6-4L": Play("play", 1, (6, 4), "L"),
    "2:6-4R": Play("play", 2, (6, 4), "R"),
    "6-4@6": Play("play", None, (6, 4), "@6"),
    "3:6-4@4": Play("play", 3, (6, 4), "@4"),
    "6:9-9@9": Play("play", 6, (9, 9), "@9"),
    "pass": Play("pass"),
    "2:pass": Play("pass", 2),
    "draw": Play("draw"),
    "4:draw": Play("draw", 4),
    "+2-5": Play("draw", None, (2, 5)),
    "3:+2-5": Play("draw", 3, (2, 5)),
    "x1-4": Play("discard", None, (1, 4)),
    "4:x1-4": Play("discard", 4, (1, 4)),
    "fold": Play("fold"),
    "5:fold": Play("fold", 5),
}


@pytest.mark.parametrize(("text", "play"), FORMS.items(), ids=FORMS)
def test_a_play_is_read_in_every_form(text, play):
    assert parse_play(text) == play
    assert str(play) == text


@pytest.mark.parametrize(
    ("text", "tile"), [("6-4", "6-4"), ("4-6L", "6-4"), ("+2-5", "5-2"), ("x1-4", "4-1")]
)
def test_a_play_names_the_same_tile_in_either_order(text, tile):
    assert parse_play(text).tile == parse_tile(tile)


@pytest.mark.parametrize("text", ["pass", "draw", "fold"])
def test_a_play_without_a_tile_names_none(text):
    with pytest.raises(ValueError, match=f"{text} names no tile"):
        _ = parse_play(text).tile


SEATS = st.none() | st.integers(1, 6)
NUMBERS = st.tuples(st.integers(0, 9), st.integers(0, 9))
ENDS = st.sampled_from(["", "L", "R", *(f"@{n}" for n in range(10))])
PLAYS = st.one_of(
    st.builds(Play, st.just("play"), SEATS, NUMBERS, ENDS),
    st.builds(Play, st.just("draw"), SEATS, st.none() | NUMBERS),
    st.builds(Play, st.just("discard"), SEATS, NUMBERS),
    st.builds(Play, st.sampled_from(["pass", "fold"]), SEATS),
)


@given(PLAYS)
def test_a_play_written_out_and_read_again_is_the_same(play):
    assert parse_play(format_play(play)) == play


HELP = "write 1:6-4, 1:6-4L, 1:6-4R, 1:6-4@6, 1:pass, 1:draw, 1:+6-4, 1:x6-4 or 1:fold"
FAULTS = {
    "": HELP,
    "1:": HELP,
    ":6-4": "write 6-4",
    "6-": HELP,
    "64": "write 6-4",
    "6/4": "write 6-4",
    "1:6:4": "write 6-4",
    "6–4": "write 6-4",
    "12-3": HELP,
    "six-four": HELP,
    "6-4l": "write 6-4",
    "6-4LR": "write 6-4",
    "L6-4": "write 6-4",
    "6-4@": "write 6-4",
    "6-4@10": HELP,
    "6-4@x": "write 6-4",
    "Pass": HELP,
    "passes": HELP,
    "+": HELP,
    "x": HELP,
    "x64": "write 6-4",
    "1:2:6-4": HELP,
    "0:6-4": "seats are numbered from 1",
    "7:pass": "seats are numbered from 1",
    "99:pass": "seats are numbered from 1",
    "١:6-4": "write 6-4",
    "1:٦-٤": HELP,
    "9" * 5000 + ":6-4": HELP,
}


@pytest.mark.parametrize(("text", "hint"), FAULTS.items(), ids=lambda v: v[:10])
def test_what_is_no_play_is_refused_with_what_would_be(text, hint):
    with pytest.raises(NotationError) as caught:
        parse_play(text)
    assert caught.value.help == hint


def test_a_very_long_text_is_quoted_in_part():
    with pytest.raises(NotationError, match=r"^'x{39}…' is not a play$"):
        parse_play("x" * 500)


@given(st.text(max_size=8))
def test_a_text_is_a_play_or_is_refused(text):
    try:
        play = parse_play(text)
    except NotationError:
        return
    assert parse_play(str(play)) == play
