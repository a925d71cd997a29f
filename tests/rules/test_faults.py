"""Faults of form in the user's words: at the value, with a guess where there is one."""

import pytest

from domsim.rules.faults import known_keys
from domsim.rules.models import RuleSet
from domsim.scenario.models import Scenario
from rules.schema_walk import AXES, fields
from rules.support import SMALLEST, marked, rules_refusal

SAID = {
    "an unknown key": (
        "tabel: {}", "unknown-key", "tabel", "unknown key 'tabel'", "did you mean 'table'?"
    ),
    "an unknown key like no other": (
        "turn: {colour: red}", "unknown-key", "colour", "unknown key 'colour'", "known keys: stuck"
    ),
    "a key named like a type": (
        "turn: {str: red}", "unknown-key", "str", "unknown key 'str'", "known keys: stuck"
    ),
    "a number as a key": (
        "turn: {1: red}", "unknown-key", "1", "unknown key '1'", "known keys: stuck"
    ),
    "a value misspelt": (
        "turn: {stuck: drw-one}", "unknown-value", "drw-one", "'drw-one' is no value of 'stuck'",
        "did you mean 'draw-one'? one of: pass, draw-until-fits, draw-one, discard",
    ),
    "a value like no other": (
        "turn: {stuck: 5}", "unknown-value", "5", "'5' is no value of 'stuck'",
        "one of: pass, draw-until-fits, draw-one, discard",
    ),
    "a value in capitals": (
        "block: {tie: Locker}", "unknown-value", "Locker", "'Locker' is no value of 'tie'",
        "did you mean 'locker'? one of: nobody, locker, leader, lightest-tile",
    ),
    "no value": (
        "fold: {rule: }", "unknown-value", " ", "'empty' is no value of 'rule'",
        "one of: none, may, must",
    ),
    "yes and no are text": (
        "fold: {rule: no}", "unknown-value", "no", "'no' is no value of 'rule'",
        "did you mean 'none'? one of: none, may, must",
    ),
    "text for a number": (
        "table: {players: four}", "wrong-type", "four",
        "'players' must be a whole number, not the text 'four'",
        "Number of seats, in turn order from 1.",
    ),
    "a quoted number": (
        "table: {players: '4'}", "wrong-type", "'4'",
        "'players' must be a whole number, not the text '4'",
        "Number of seats, in turn order from 1.",
    ),
    "a fraction": (
        "table: {players: 4.5}", "wrong-type", "4.5",
        "'players' must be a whole number, not the number 4.5",
        "Number of seats, in turn order from 1.",
    ),
    "a whole fraction": (
        "table: {players: 4.0}", "wrong-type", "4.0",
        "'players' must be a whole number, not the number 4.0",
        "Number of seats, in turn order from 1.",
    ),
    "infinity": (
        "table: {players: .inf}", "wrong-type", ".inf",
        "'players' must be a whole number, not the number inf",
        "Number of seats, in turn order from 1.",
    ),
    "true for a number": (
        "table: {players: true}", "wrong-type", "true",
        "'players' must be a whole number, not 'true'",
        "Number of seats, in turn order from 1.",
    ),
    "a list for a number": (
        "table: {players: [4]}", "wrong-type", "[4]",
        "'players' must be a whole number, not a list",
        "Number of seats, in turn order from 1.",
    ),
    "a number for a section": (
        "turn: 5", "wrong-type", "5", "'turn' must be a group of keys, not the number 5",
        "What a player does who cannot play.",
    ),
    "a section left empty": (
        "turn:\nend: {}", "wrong-type", "", "'turn' must be a group of keys, not empty",
        "What a player does who cannot play.",
    ),
    "a number too small": (
        "table: {players: 1}", "out-of-range", "1", "'players' is 1; it must be at least 2", None
    ),
    "a number too large": (
        "table: {players: 7}", "out-of-range", "7", "'players' is 7; it must be at most 6", None
    ),
    "a negative number": (
        "bonuses: {capicua: {points: -5}}", "out-of-range", "-5",
        "'points' is -5; it must be at least 0", None,
    ),
    "a tile misspelt": (
        "opening: {tile: 6:6}", "bad-tile", "6:6", "'6:6' is not a tile", "write 6-6"
    ),
    "a tile that is none": (
        "opening: {tile: six}", "bad-tile", "six", "'six' is not a tile", "write a tile as 6-4"
    ),
    "a tile of no set": (
        "opening: {tile: 10-6}", "bad-tile", "10-6", "'10-6' is not a tile", "write a tile as 6-4"
    ),
    "a number for a tile": (
        "opening: {tile: 66}", "invalid-value", "66", "66 is not a tile", None
    ),
    "a note that is no text": (
        "notes: {players: 4}", "wrong-type", "4", "'players' must be text, not the number 4", None
    ),
    "a very long value": (
        "turn: {stuck: " + "x" * 90 + "}", "unknown-value", "x" * 90,
        f"'{'x' * 39}…' is no value of 'stuck'", "one of: pass, draw-until-fits, draw-one, discard",
    ),
    "a very long key": (
        "y" * 90 + ": 1", "unknown-key", "y" * 90, f"unknown key '{'y' * 39}…'",
        f"known keys: {', '.join(RuleSet.model_fields)}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "place", "sentence", "hint"), SAID.values(), ids=SAID)
def test_a_fault_is_told_in_the_users_words(tmp_path, text, code, place, sentence, hint):
    (finding,) = rules_refusal(tmp_path, SMALLEST + text)
    assert (finding.code, marked(finding.place)) == (code, place)
    assert (finding.message, finding.help) == (sentence, hint)


NAMES = {
    "X": "'X' is not a name",
    "two words": "'two words' is not a name",
    "ñandú": "'ñandú' is not a name",
    "-x": "'-x' is not a name",
    "''": "'' is not a name",
    "x" * 65: f"'{'x' * 39}…' is not a name",
}


@pytest.mark.parametrize(("name", "sentence"), NAMES.items(), ids=lambda v: v[:12])
def test_a_name_is_small_letters_digits_and_hyphens(tmp_path, name, sentence):
    (finding,) = rules_refusal(tmp_path, f"name: {name}\nmatch: {{target: 9}}\n")
    assert (finding.code, finding.message) == ("bad-name", sentence)
    assert finding.help == "use small letters, digits and hyphens"


def test_a_missing_key_is_told_where_it_belongs_and_what_it_is_for(tmp_path):
    (finding,) = rules_refusal(tmp_path, "name: x\nmatch: {unit: wins}\n")
    assert (finding.code, marked(finding.place)) == ("missing-key", "match")
    assert (finding.path, finding.message) == ("match.target", "the key 'target' is missing")
    assert finding.help == "Score that wins the match, checked at the end of a hand."


MISSPELT = [(path, value.value) for path, axis in AXES.items() for value in axis]


@pytest.mark.parametrize(("path", "value"), MISSPELT, ids=str)
def test_every_value_of_every_axis_is_guessed_when_misspelt(tmp_path, path, value):
    misspelt = value + value[-1]
    (finding,) = rules_refusal(tmp_path, SMALLEST, f"{path}={misspelt}")
    assert (finding.code, finding.path) == ("unknown-value", path)
    assert (finding.help or "").startswith(f"did you mean '{value}'? one of: ")
    assert marked(finding.place) == misspelt


KEYS = [path for path, _ in fields(RuleSet)]


@pytest.mark.parametrize("path", KEYS)
def test_every_key_is_guessed_when_misspelt(tmp_path, path):
    *above, key = path.split(".")
    found = rules_refusal(tmp_path, SMALLEST, f"{'.'.join([*above, key + key[-1]])}=5")
    assert [f.help for f in found if f.code == "unknown-key"] == [f"did you mean '{key}'?"]


def test_the_keys_known_at_a_path_are_those_of_the_schema():
    assert known_keys(RuleSet, ["bonuses", "capicua"]) == ["points", "tile", "limit"]
    assert known_keys(Scenario, ["hands", 0, "position", "hands"]) == list("123456")
    assert known_keys(RuleSet, ["bonuses", "nothing"]) == []
