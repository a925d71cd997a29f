"""Minimising: a found hand becomes the smallest scenario that still shows what was sought."""

import pytest

from domsim.rules.loader import load_rules
from domsim.scenario.export import RulesReference
from domsim.simulate.records import Recorder
from domsim.simulate.setup import make_plan
from domsim.verify.find import find
from domsim.verify.minimise import Minimiser
from domsim.verify.where import parse_condition
from tests.cli.running import domsim


def minimised(name, *where, seed=7):
    loaded = load_rules(name)
    conditions = [parse_condition(text, loaded.codes) for text in where]
    plan = make_plan(loaded, seed, ["random"] * loaded.codes.seats)
    (at,) = find(plan, conditions, 200_000, 1).found
    whole = Recorder(plan, loaded.rules, RulesReference(name, {})).hand(at.match, at.hand)
    return Minimiser(loaded, conditions).minimise(whole, "title")


SOUGHT = [
    ("one-table-200", ["withheld.capicua=does-not-fit"], 1),
    ("one-table-200", ["end=blocked", "tie-broken=locker"], 1),
    ("gbs-pairs-points", ["paid=straight-pass", "end=out"], 1),
    ("gaple", ["tie-broken=no-tile"], 1),
    ("draw-100", ["end=blocked", "draws>=1"], 2),
]


@pytest.mark.parametrize(
    ("name", "where", "plays"), SOUGHT, ids=[f"{s[0]} {' '.join(s[1])}" for s in SOUGHT]
)
def test_the_hand_begins_as_late_as_shows_the_conditions(name, where, plays, tmp_path):
    data = minimised(name, *where)
    (hand,) = data["hands"]
    assert "position" in hand
    assert len(hand["plays"].split()) >= plays
    assert len(hand["plays"].split()) <= 16


def test_a_capicua_needs_only_its_last_tile():
    data = minimised("one-table-200", "clause=capicua")
    (hand,) = data["hands"]
    assert len(hand["plays"].split()) == 1
    assert [a["clause"] for a in hand["expect"]["awards"]] == ["out", "capicua"]


def test_where_the_tiles_do_not_matter_only_the_ends_are_kept():
    (hand,) = minimised("one-table-200", "clause=capicua")["hands"]
    assert "line" not in hand["position"]
    assert len(set(hand["position"]["ends"])) == 2


def test_a_hand_of_twenty_plays_keeps_exactly_twenty():
    (hand,) = minimised("one-table-200", "plays>=20")["hands"]
    assert sum(not play.endswith("pass") for play in hand["plays"].split()) == 20


def test_the_file_that_is_saved_replays_and_validates(tmp_path):
    file = tmp_path / "smallest.yaml"
    command = ["--where", "withheld=partner-passed", "--seed", 7, "--minimise", "--save", file]
    assert domsim("find", "one-table-200", *command).exit_code == 0
    assert domsim("replay", file).exit_code == 0
    assert domsim("validate", file).exit_code == 0
    assert domsim("find", "one-table-200", *command).exit_code == 0
