"""Every tile of a deal is accounted for: each fault is named, at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.rules.bundled import bundled_names
from domsim.rules.source import read_yaml
from domsim.scenario.load import load_scenario
from scenario.support import (
    DRAW,
    ONE_TABLE,
    events,
    first_hand,
    full_deal,
    marked,
    refused,
    simulate,
    told,
)

GAPLE = """\
rules: gaple
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 6-6 6-5 6-4 6-3 6-2 6-1
    2: 5-5 5-4 5-3 5-2 5-1 5-0
    3: 4-4 4-3 4-2 4-1 4-0 6-0
    4: 3-3 3-2 3-1 3-0 2-2 2-1
    table: 0-0
"""
FULL = {"pairs": ONE_TABLE, "a tile turned up": GAPLE, "a stock": DRAW}


@pytest.mark.parametrize("text", FULL.values(), ids=FULL)
def test_a_deal_that_names_every_tile_is_taken(text):
    assert first_hand(text).end == "unfinished"


def test_a_hand_may_be_a_text_or_a_list():
    listed = ONE_TABLE.replace("1: 6-6 5-5 4-4", "1: [6-6, 5-5, 4-4,").replace("2-0\n", "2-0]\n")
    listed = listed.replace("4-4, 3-3 2-2 1-0 2-0]", "4-4, '3-3 2-2', '1-0', 0-2]")
    assert events(first_hand(listed + "  plays: 1:6-6\n")) == "1:6-6"


def test_tiles_may_be_written_either_way_and_in_any_order():
    turned = ONE_TABLE.replace("4-3 4-2 4-1 4-0", "0-4,1-4, 2-4,3-4")
    turned = turned.replace("leader: 1", "leader: 4")
    assert first_hand(turned + "  plays: 4:0-4\n").ends == (0, 4)


def test_sleepers_may_be_named():
    assert first_hand(GAPLE + "    asleep: 2-0 1-0 1-1\n").end == "unfinished"


def test_the_tile_turned_up_lies_with_its_lower_number_on_the_left():
    deal = GAPLE.replace("table: 0-0", "table: 2-0")
    assert (first_hand(deal).ends, first_hand(deal).line) == ((0, 2), "0-2")


def test_the_stock_is_drawn_in_the_order_written():
    text = DRAW.replace("1: 6-6", "1: 0-0").replace("1-0 0-0", "1-0 6-6")
    hand = first_hand(text + "  plays: 1:0-0\n")
    assert events(hand) == "1:0-0"
    text = text.replace("2: 5-5 5-4 5-3 5-2 5-1 5-0", "2: 5-5 5-4 5-3 5-2 5-1 3-3")
    text = text.replace("4-3 4-2 4-1 4-0 3-3", "4-3 4-2 4-1 4-0 5-0")
    assert events(first_hand(text + "  plays: 1:0-0\n")) == (
        "1:0-0 (2:+4-3) (2:+4-2) (2:+4-1) (2:+4-0)"
    )


FAULTS = {
    "a hand left out": (ONE_TABLE, "    3: 5-4 5-3 5-2 5-1 5-0 0-0 2-1\n", "", [
        ("missing-hand", "1: 6-6 5-5 4-4 3-3 2-2 1-0 2-0"),
    ]),
    "an empty hand": (ONE_TABLE, "3: 5-4 5-3 5-2 5-1 5-0 0-0 2-1", "3: []", [
        ("wrong-hand-size", "[]"),
    ]),
    "a hand that is nothing": (ONE_TABLE, "3: 5-4 5-3 5-2 5-1 5-0 0-0 2-1", "3:", [
        ("missing-hand", "1: 6-6 5-5 4-4 3-3 2-2 1-0 2-0"),
    ]),
    "a tile left out": (ONE_TABLE, "0-0 2-1", "0-0", [
        ("wrong-hand-size", "5-4 5-3 5-2 5-1 5-0 0-0"),
    ]),
    "a tile too many": (ONE_TABLE, "0-0 2-1", "0-0 2-1 7-7", [
        ("foreign-tile", "7-7"), ("wrong-hand-size", "5-4 5-3 5-2 5-1 5-0 0-0 2-1 7-7"),
    ]),
    "a tile twice": (ONE_TABLE, "0-0 2-1", "0-0 3-0", [("doubled-tile", "3-0")]),
    "a tile twice, turned round": (ONE_TABLE, "5-5 4-4", "5-5 5-6", [("doubled-tile", "6-5")]),
    "a tile of a larger set": (ONE_TABLE, "0-0 2-1", "0-0 7-1", [("foreign-tile", "7-1")]),
    "a text that is no tile": (ONE_TABLE, "0-0 2-1", "0-0 21", [("bad-tile", "21")]),
    "a play for a tile": (ONE_TABLE, "0-0 2-1", "0-0 2-1L", [("bad-tile", "2-1L")]),
    "a seat too many": (ONE_TABLE, "    4: ", "    5: ", [
        ("missing-hand", "1: 6-6 5-5 4-4 3-3 2-2 1-0 2-0"),
        ("unknown-seat", "4-3 4-2 4-1 4-0 3-2 3-1 3-0"),
    ]),
    "a seat that no table has": (ONE_TABLE, "    4: ", "    7: ", [("unknown-key", "7")]),
    "seat zero": (ONE_TABLE, "    4: ", "    0: ", [("unknown-key", "0")]),
    "a seat in words": (ONE_TABLE, "    4: ", "    seat_4: ", [("unknown-key", "seat_4")]),
    "a seat as a fraction": (ONE_TABLE, "    4: ", "    4.0: ", [("unknown-key", "4.0")]),
    "hands as a list": (ONE_TABLE, "    1: 6-6", "    - 6-6", [("yaml-syntax", "2")]),
    "a number for a hand": (ONE_TABLE, "0-0 2-1", "0-0 2-1\n    asleep: 5", [
        ("invalid-value", "5"),
    ]),
    "numbers in a hand": (GAPLE, "6-6 6-5 6-4 6-3 6-2 6-1", "[1, 2]", [
        ("invalid-value", "[1, 2]"),
    ]),
    "a tile on a table that has none": (ONE_TABLE, "3-0\n", "3-0\n    table: 3-0\n", [
        ("no-table", "3-0"),
    ]),
    "a table without its tile": (GAPLE, "    table: 0-0\n", "", [
        ("missing-table", "1: 6-6 6-5 6-4 6-3 6-2 6-1"),
    ]),
    "a table with two tiles": (GAPLE, "table: 0-0", "table: 0-0 1-1", [
        ("missing-table", "0-0 1-1"),
    ]),
    "a table with a tile from a hand": (GAPLE, "table: 0-0", "table: 6-6", [
        ("doubled-tile", "6-6"),
    ]),
    "a stock that is left out": (DRAW, "stock: ", "asleep: ", [
        ("missing-stock", "1: 6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
        ("no-asleep", "4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0"),
    ]),
    "a stock that lacks a tile": (DRAW, " 3-3 3-2", " 3-2", [
        ("missing-tile", "1: 6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
    ]),
    "a stock where tiles sleep": (GAPLE, "0-0\n", "0-0\n    stock: 2-0 1-0 1-1\n", [
        ("no-stock", "2-0 1-0 1-1"),
    ]),
    "sleepers that lack a tile": (GAPLE, "0-0\n", "0-0\n    asleep: 2-0 1-0\n", [
        ("missing-tile", "1: 6-6 6-5 6-4 6-3 6-2 6-1"),
    ]),
    "sleepers where every tile is dealt": (ONE_TABLE, "3-0\n", "3-0\n    asleep: 0-0\n", [
        ("no-asleep", "0-0"), ("doubled-tile", "0-0"),
    ]),
    "an unknown group": (ONE_TABLE, "    4: ", "    boneyard: ", [("unknown-key", "boneyard")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_deal_is_refused_with_every_fault_at_its_place(text, old, new, expected):
    assert old in text
    assert sorted(told(text.replace(old, new))) == sorted(expected)


SENTENCES = {
    "a tile twice": (
        "0-0 2-1", "0-0 3-0", "3-0 is given twice: to seat 3 and to seat 4", None,
    ),
    "a tile of a larger set": (
        "0-0 2-1", "0-0 7-1", "7-1 is not in the double-six set of one-table-200",
        "its numbers run from 0 to 6",
    ),
    "a text that is no tile": ("0-0 2-1", "0-0 21", "'21' is not a tile", "write 2-1"),
    "a tile left out": (
        "0-0 2-1", "0-0", "seat 3 is dealt 6 tiles; one-table-200 deals 7", None,
    ),
    "a seat too many": ("    4: ", "    5: ", "there is no seat 5; the rules seat 4", None),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence", "hint"), SENTENCES.values(), ids=SENTENCES)
def test_a_fault_names_its_tile_and_seat(old, new, sentence, hint):
    found = refused(ONE_TABLE.replace(old, new))
    assert (sentence, hint) in [(f.message, f.help) for f in found]


def test_missing_tiles_are_named():
    found = refused(DRAW.replace(" 3-3 3-2", "").replace(" 0-0", ""))
    assert [f.message for f in found] == ["tiles are in no hand or group: 0-0, 3-2, 3-3"]


def test_every_fault_of_every_hand_is_told():
    text = ONE_TABLE.replace("0-0 2-1", "0-0 21") + ONE_TABLE.split("hands:\n")[1].replace(
        "6-6 5-5", "9-9 5-5"
    )
    assert [(f.path, f.code) for f in refused(text)] == [
        ("hands[0].deal.3", "bad-tile"), ("hands[1].deal.1", "foreign-tile"),
    ]  # fmt: skip


# --- a simulated deal by its address


def loaded_deal(text: str) -> list[int]:
    """Return the state into which the deal of a scenario's first hand has been laid."""
    return list(load_scenario(read_yaml(text, "t.yaml"), None, {}).hands[0].state)


@given(st.sampled_from(bundled_names()), st.integers(0, 2**63 - 1), st.integers(1, 9))
def test_an_address_names_the_deal_of_a_simulation(name, seed, hand):
    sim = simulate(name, seed, hand=hand)
    state = loaded_deal(f"rules: {name}\nhands:\n- deal: {{seed: {seed}, hand: {hand}}}\n")
    order = slice(at.ORDER, at.ORDER + sim.rules.shuffled)
    hands = slice(at.HANDS + 1, at.HANDS + 1 + sim.rules.seats)
    assert state[order] == sim.begun[order]
    assert state[hands] == sim.begun[hands]


def test_a_deal_in_full_is_the_deal_at_its_address():
    sim = simulate("gaple", 7)
    deal = full_deal(sim)
    lines = "".join(f"    {key}: {tiles}\n" for key, tiles in deal.items())
    in_full = loaded_deal(f"rules: gaple\nhands:\n- deal:\n{lines}")
    by_address = loaded_deal("rules: gaple\nhands:\n- deal: {seed: 7}\n")
    tiles = slice(at.HANDS + 1, at.HANDS + 5)
    assert in_full[tiles] == by_address[tiles]
    assert in_full[at.LEFT : at.RIGHT + 1] == by_address[at.LEFT : at.RIGHT + 1]


def test_the_hand_of_an_address_is_by_default_the_hand_of_the_match():
    text = "rules: gaple\nstart: {{hand: 3, leader: 1}}\nhands:\n- deal: {{seed: 7{}}}\n"
    assert loaded_deal(text.format("")) == loaded_deal(text.format(", match: 0, hand: 3"))
    assert loaded_deal(text.format("")) != loaded_deal(text.format(", hand: 2"))
    assert loaded_deal(text.format("")) != loaded_deal(text.format(", match: 1"))


ADDRESSES = {
    "an address and tiles": ("{seed: 1, 1: 6-6}", "deal-named-twice", "{seed: 1, 1: 6-6}"),
    "an address without a seed": ("{match: 1, hand: 2}", "missing-key", "{match: 1, hand: 2}"),
    "a seed in words": ("{seed: one}", "wrong-type", "one"),
    "a negative seed": ("{seed: -1}", "out-of-range", "-1"),
    "a seed too large": ("{seed: 9223372036854775808}", "out-of-range", "9223372036854775808"),
    "a seed as a fraction": ("{seed: 1.0}", "wrong-type", "1.0"),
    "a seed that is true": ("{seed: true}", "wrong-type", "true"),
    "hand zero": ("{seed: 1, hand: 0}", "out-of-range", "0"),
    "a negative match": ("{seed: 1, match: -1}", "out-of-range", "-1"),
    "a list": ("[6-6, 6-5]", "wrong-type", "[6-6, 6-5]"),
    "a text": ("6-6 6-5", "wrong-type", "6-6 6-5"),
    "a number": ("5", "wrong-type", "5"),
}


@pytest.mark.parametrize(("deal", "code", "place"), ADDRESSES.values(), ids=ADDRESSES)
def test_a_faulty_address_is_refused(deal, code, place):
    (finding,) = refused(f"rules: gaple\nhands:\n- deal: {deal}\n")
    assert (finding.code, marked(finding.place)) == (code, place)
