"""A hand may begin in the middle: it goes on as if it had been played up to there."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domsim.engine import state as at
from scenario.support import (
    Simulated,
    events,
    first_hand,
    marked,
    middle,
    play,
    position,
    refused,
    scenario_of,
    scores_of,
    simulated_hands,
    told,
)

# --- going on


def played_from(sim: Simulated, number: int, *, with_line: bool):
    """Replay the rest of a simulated hand from the position before a turn."""
    turn = sim.turns[number]
    hand = {"position": position(sim, turn, with_line=with_line)}
    data = scenario_of(sim, turn.before, hand, sim.plays[number:])
    return play(json.dumps(data)).hands[0]


@given(simulated_hands(), st.data(), st.booleans())
def test_a_hand_taken_up_in_the_middle_ends_as_the_whole_hand(sim, data, with_line):
    assume(middle(sim))
    hand = played_from(sim, data.draw(st.sampled_from(middle(sim))), with_line=with_line)
    ended = sim.ended
    assert hand.end == at.ENDS[ended[at.END]]
    assert (hand.leader, hand.last_seat or 0) == (ended[at.LEADER], ended[at.LAST])
    assert (hand.winner_seat or 0, hand.winner_side or 0) == (
        ended[at.WINNER_SEAT], ended[at.WINNER_SIDE]
    )  # fmt: skip
    assert list(hand.scores) == scores_of(sim.rules, ended)
    assert list(hand.pips or ()) == ended[at.COUNTS + 1 : at.COUNTS + 1 + sim.rules.seats]
    assert (hand.would_lead or 0) == ended[at.NEXT_LEADER]


@given(simulated_hands(), st.data())
def test_it_does_not_matter_whether_the_line_or_its_ends_are_known(sim, data):
    assume(middle(sim))
    number = data.draw(st.sampled_from(middle(sim)))
    with_line = played_from(sim, number, with_line=True).as_json()
    with_ends = played_from(sim, number, with_line=False).as_json()
    assert with_ends.pop("line") is None
    assert str(with_line.pop("line")).count("-") == sim.ended[at.PLAYED]
    assert with_ends == with_line


# --- what may be left out

PAIRS = """\
rules: gbs-pairs-points
start: {hand: 2}
hands:
- position:
    line: 6-6 6-1 1-4
    hands:
      1: 5-5 4-4 3-3 2-2 1-0 2-0
      2: 6-5 6-4 6-3 6-2 6-0 1-1
      3: 5-4 5-3 5-2 5-1 5-0 0-0
      4: 2-1 4-3 4-2 4-0 3-2 3-1 3-0
    turn: 4
    last: 3
    leader: 1
"""
ONE_TILE = """\
rules: gbs-pairs-points
start: {hand: 2}
hands:
- position:
    line: 6-6
    hands:
      1: 5-5 4-4 3-3 2-2 1-0 2-0
      2: 6-5 6-4 6-3 6-2 6-0 1-1 6-1
      3: 5-4 5-3 5-2 5-1 5-0 0-0 4-1
      4: 2-1 4-3 4-2 4-0 3-2 3-1 3-0
    turn: 2
    last: 1
    leader: 1
"""
ENDS = PAIRS.replace("line: 6-6 6-1 1-4", "ends: [6, 4]")
LEFT_OUT = {
    "the last seat": ("    last: 3\n", ""),
    "the turn": ("    turn: 4\n", ""),
    "the leader, where start names it": ("    leader: 1\n", "\nstart"),
    "the ends beside the line": ("    turn: 4\n", "    turn: 4\n    ends: [6, 4]\n"),
}


@pytest.mark.parametrize("text", [PAIRS, ENDS], ids=["line", "ends"])
def test_a_position_is_taken_up(text):
    hand = first_hand(text + "  plays: 4:4-0 1:1-0\n")
    assert (events(hand), hand.leader, hand.ends) == ("4:4-0R 1:1-0R", 1, (6, 1))


def test_the_line_grows_from_where_it_was():
    assert first_hand(PAIRS + "  plays: 4:4-0 1:1-0\n").line == "6-6 6-1 1-4 4-0 0-1"
    assert first_hand(ENDS + "  plays: 4:4-0 1:1-0\n").line is None


@pytest.mark.parametrize(("old", "new"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_follows_from_the_rest_may_be_left_out(old, new):
    text = PAIRS.replace(old, new)
    if new == "\nstart":
        text = PAIRS.replace(old, "").replace("hand: 2", "hand: 2, leader: 1")
    assert events(first_hand(text + "  plays: 4-0\n")) == "4:4-0R"


def test_the_leader_of_a_line_of_one_tile_is_who_laid_it():
    assert first_hand(ONE_TILE.replace("    leader: 1\n", "")).leader == 1


def test_scores_may_be_over_the_target_in_the_middle_of_a_hand():
    text = PAIRS.replace("{hand: 2}", "{hand: 2, scores: [110, 0]}")
    assert first_hand(text).scores_before == (110, 0)


# --- impossible positions

GAPLE = """\
rules: gaple
start: {hand: 2}
hands:
- position:
    line: 6-0 0-0 0-5
    hands:
      1: 6-6 6-5 6-4 6-3 6-2
      2: 5-5 5-4 5-3 5-2 5-1
      3: 4-4 4-3 4-2 4-1 1-1
      4: 3-3 3-2 3-1 3-0 2-2 2-1
    discards: {3: 4-0}
    turn: 4
    leader: 1
    last: 2
    passes: 1
"""
DUEL = """\
rules: gbs-duel-points
start: {hand: 2}
hands:
- position:
    ends: [6, 5]
    hands: {1: 6-5 5-5, 2: 0-0 4-4}
    turn: 2
    leader: 1
"""
DRAW = """\
rules: draw-100
start: {hand: 2}
hands:
- position:
    line: 6-6 6-1
    hands:
      1: 6-5 6-4 6-3 6-2 6-0 5-5
      2: 5-4 5-3 5-2 5-0 4-4 4-3
    stock: 5-1 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0
    turn: 1
    leader: 1
"""


@pytest.mark.parametrize("text", [GAPLE, DRAW], ids=["discards", "a stock"])
def test_a_position_may_have_discards_or_a_stock(text):
    assert first_hand(text).end == "unfinished"


def test_passes_before_the_position_count():
    passed = DUEL.replace("turn: 2", "turn: 1\n    passes: 1")
    awards = first_hand(passed + "  plays: 1:6-5L\n").awards
    assert [(a.clause, a.seat, a.paid) for a in awards] == [("straight-pass", 1, 25)]


IMPOSSIBLE = {
    "a broken line": (PAIRS, "6-6 6-1 1-4", "6-6 1-6 1-4", [("broken-line", "1-6")] * 1 + [
        ("broken-line", "1-4"),
    ]),
    "a line that meets itself wrongly": (PAIRS, "6-6 6-1 1-4", "6-1 1-4 6-6", [
        ("broken-line", "6-6"),
    ]),
    "an empty line": (PAIRS, "line: 6-6 6-1 1-4", "line: []", [("missing-key", "[]")]),
    "a line that is no list of tiles": (PAIRS, "6-6 6-1 1-4", "6-6 61 1-4", [
        ("bad-tile", "61"),
    ]),
    "other ends than those of the line": (PAIRS, "turn: 4", "turn: 4\n    ends: [6, 1]", [
        ("impossible-position", "[6, 1]"),
    ]),
    "neither line nor ends": (PAIRS, "    line: 6-6 6-1 1-4\n", "", [
        ("missing-key", "hands:"),
    ]),
    "ends that the tiles played cannot have": (ENDS, "[6, 4]", "[6, 3]", [
        ("impossible-position", "[6, 3]"),
    ]),
    "equal ends that the tiles played cannot have": (ENDS, "[6, 4]", "[6, 6]", [
        ("impossible-position", "[6, 6]"),
    ]),
    "ends beyond the set": (ENDS, "[6, 4]", "[7, 4]", [("impossible-position", "[7, 4]")]),
    "a tile in a hand and in the line": (PAIRS, "1-0 2-0", "1-0 6-6", [("doubled-tile", "6-6")]),
    "a tile that is nowhere": (PAIRS, "1-0 2-0", "1-0", [
        ("missing-tile", "line: 6-6 6-1 1-4"),
    ]),
    "a tile that the ends do not explain": (ENDS, "1-0 2-0", "1-0", [
        ("impossible-position", "[6, 4]"),
    ]),
    "two lines at once": (
        ENDS.replace("5-5 4-4 ", "5-5 6-6 ").replace("5-4 5-3", "1-4 5-3"),
        "[6, 4]", "[6, 4]", [("impossible-position", "[6, 4]")],
    ),
    "too many tiles in a hand": (PAIRS, "line: 6-6 6-1 1-4", "line: 1-4", [
        ("missing-tile", "line: 1-4"),
    ]),
    "more tiles than are dealt": (
        PAIRS.replace("line: 6-6 6-1 1-4", "line: 1-4"), "3-1 3-0", "3-1 3-0 6-6 6-1", [
            ("impossible-position", "1: 5-5 4-4 3-3 2-2 1-0 2-0"),
        ],
    ),
    "a hand left out": (PAIRS, "      3: 5-4 5-3 5-2 5-1 5-0 0-0\n", "", [
        ("missing-hand", "1: 5-5 4-4 3-3 2-2 1-0 2-0"),
    ]),
    "nothing on the line": (
        ENDS.replace("1-0 2-0", "1-0 2-0 6-6").replace("6-0 1-1", "6-0 1-1 6-1"),
        "5-0 0-0", "5-0 0-0 4-1", [("impossible-position", "1: 5-5 4-4 3-3 2-2 1-0 2-0 6-6")],
    ),
    "another turn than the last seat's neighbour": (PAIRS, "turn: 4", "turn: 2", [
        ("impossible-position", "2"),
    ]),
    "a pass with a tile that fits": (PAIRS, "last: 3", "last: 2\n    passes: 1", [
        ("impossible-position", "1"),
    ]),
    "a seat that no table has": (PAIRS, "turn: 4", "turn: 5", [("unknown-seat", "5")]),
    "a leader that no table has": (PAIRS, "leader: 1", "leader: 6", [("unknown-seat", "6")]),
    "no leader": (PAIRS, "    leader: 1\n", "", [("leader-needed", "line: 6-6 6-1 1-4")]),
    "another leader than start names": (PAIRS, "{hand: 2}", "{hand: 2, leader: 2}", [
        ("impossible-position", "1"),
    ]),
    "another leader than who laid the only tile": (ONE_TILE, "leader: 1", "leader: 4", [
        ("impossible-position", "4"),
    ]),
    "neither turn nor last": (PAIRS, "    turn: 4\n    last: 3\n", "", [
        ("missing-key", "line: 6-6 6-1 1-4"),
    ]),
    "discards where nobody discards": (PAIRS, "turn: 4", "turn: 4\n    discards: {1: 0-3}", [
        ("impossible-position", "{1: 0-3}"), ("doubled-tile", "0-3"),
    ]),
    "a stock where there is none": (PAIRS, "turn: 4", "turn: 4\n    stock: 0-3", [
        ("no-stock", "0-3"), ("doubled-tile", "0-3"),
    ]),
    "sleepers where there are none": (PAIRS, "turn: 4", "turn: 4\n    asleep: 0-3", [
        ("no-asleep", "0-3"), ("doubled-tile", "0-3"),
    ]),
    "too many sleepers": (GAPLE, " 4-0}", " 4-0}\n    asleep: 2-0 1-0", [
        ("missing-tile", "line: 6-0 0-0 0-5"),
    ]),
    "a discard too few": (GAPLE, "    discards: {3: 4-0}\n", "", [
        ("impossible-position", "6-0 0-0 0-5"),
    ]),
    "a turn that the tiles taken do not allow": (GAPLE, "leader: 1", "leader: 4", [
        ("impossible-position", "1: 6-6 6-5 6-4 6-3 6-2"),
    ]),
    "a pass while tiles can be drawn": (
        DRAW.replace("6-5 6-4 6-3 6-2 6-0 5-5", "4-2 5-5 4-0 3-3 3-2 2-2").replace(
            "5-1 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2", "6-5 5-1 6-4 4-1 6-3 6-2 6-0 3-1 3-0"
        ), "turn: 1", "turn: 2\n    passes: 1", [("impossible-position", "1")],
    ),
    "a number for the line": (PAIRS, "line: 6-6 6-1 1-4", "line: 5", [("invalid-value", "5")]),
    "a text for the ends": (ENDS, "[6, 4]", "6 4", [("wrong-type", "6 4")]),
    "one end": (ENDS, "[6, 4]", "[6]", [("missing-key", "ends")]),
    "three ends": (ENDS, "[6, 4]", "[6, 4, 1]", [("wrong-length", "[6, 4, 1]")]),
    "a fraction for an end": (ENDS, "[6, 4]", "[6.0, 4]", [("wrong-type", "6.0")]),
    "a negative end": (ENDS, "[6, 4]", "[-6, 4]", [("out-of-range", "-6")]),
    "seat zero": (PAIRS, "turn: 4", "turn: 0", [("out-of-range", "0")]),
    "a seat beyond six": (PAIRS, "last: 3", "last: 7", [("out-of-range", "7")]),
    "true for a seat": (PAIRS, "leader: 1", "leader: true", [("wrong-type", "true")]),
    "negative passes": (PAIRS, "last: 3", "passes: -1", [("out-of-range", "-1")]),
    "hands as a list": (PAIRS.replace("      1:", "      -1:"), "-1:", "-1:", [
        ("unknown-key", "-1"),
    ]),
    "a deal beside the position": (PAIRS, "- position", "- deal: {seed: 1}\n  position", [
        ("missing-key", "deal: {seed: 1}"),
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "expected"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_play_cannot_lead_to_is_refused_at_its_place(text, old, new, expected):
    assert old in text
    assert sorted(told(text.replace(old, new))) == sorted(expected)


SENTENCES = {
    "a pass with a tile that fits": (
        PAIRS, "last: 3", "last: 2\n    passes: 1", "seat 3 passed but holds 5-4, which fits"
    ),
    "a turn that does not follow": (
        PAIRS, "turn: 4", "turn: 2", "after seat 3 and 0 passes it is not seat 2's turn"
    ),
    "ends that cannot be": (
        ENDS, "[6, 4]", "[6, 3]",
        "the tiles played (4-1 6-1 6-6) form no line with the ends 6 and 3",
    ),
    "a broken line": (PAIRS, "6-1 1-4", "6-1 4-1", "6-1 does not join 4-1"),
    "more passes than discards": (
        GAPLE, "passes: 1", "passes: 5", "seat 2 was stuck, so it has discarded 1 tiles or more"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "sentence"), SENTENCES.values(), ids=SENTENCES)
def test_the_sentence_says_why(text, old, new, sentence):
    found = refused(text.replace(old, new))
    assert sentence in [f.message for f in found]
    assert all(marked(f.place) for f in found)
