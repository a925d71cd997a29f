"""The schema of rule sets: complete, documented, and the same in both directions."""

import json

import pytest
import yaml
from jsonschema import Draft202012Validator

from domsim.rules.bundled import bundled_names
from domsim.rules.loader import digest, load_rules
from domsim.rules.lowering import lower
from domsim.rules.models import RuleSet
from domsim.scenario.models import Scenario
from rules.schema_walk import AXES, NUMBERS, models, nested
from rules.support import SMALLEST, load_text

SCHEMAS = {"ruleset": RuleSet, "scenario": Scenario}
BASE = {
    "name": "base",
    "table": {"hand_size": 6, "undealt": "asleep"},
    "opening": {"tile": "0-0"},
    "match": {"target": 100},
}


def with_value(path: str, value: object) -> RuleSet:
    """Return the base rule set with one value changed."""
    data = json.loads(json.dumps(BASE))
    for section, change in nested(path, value).items():
        old = data.get(section)
        data[section] = old | change if isinstance(old, dict) else change
    return RuleSet.model_validate(data)


# --- the JSON Schema


@pytest.mark.parametrize("model", SCHEMAS.values(), ids=SCHEMAS)
def test_the_json_schema_is_one(model):
    Draft202012Validator.check_schema(model.model_json_schema())


@pytest.mark.parametrize("name", bundled_names())
def test_the_json_schema_accepts_a_resolved_rule_set(name):
    schema = Draft202012Validator(RuleSet.model_json_schema())
    data = load_rules(name).rules.model_dump(mode="json")
    assert list(schema.iter_errors(data)) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [("tabel", {}), ("table.hand_sise", 7), ("turn.stuck", "drwa-one"), ("match.target", 0),
     ("table.players", 7), ("match.target", "100")],
)  # fmt: skip
def test_the_json_schema_refuses_what_the_loader_refuses(path, value):
    schema = Draft202012Validator(RuleSet.model_json_schema())
    assert not schema.is_valid({"name": "x", "match": {"target": 100}} | nested(path, value))


def test_the_json_schema_of_scenarios_accepts_the_forms_of_the_contract():
    schema = Draft202012Validator(Scenario.model_json_schema())
    deal = {"1": "6-6 6-5", "2": ["6-4", "6-3"], "asleep": "0-0"}
    hand = {"deal": deal, "plays": "1:6-6", "expect": {"awards": [{"clause": "out", "paid": 3}]}}
    assert list(schema.iter_errors({"rules": "gaple", "hands": [hand]})) == []
    assert not schema.is_valid({"rules": "gaple", "hands": [{"dael": deal}]})


ALL_MODELS = {m.__name__: m for schema in SCHEMAS.values() for m in models(schema)}


@pytest.mark.parametrize("model", ALL_MODELS.values(), ids=ALL_MODELS)
def test_every_field_is_described(model):
    undescribed = [name for name, info in model.model_fields.items() if not info.description]
    assert undescribed == []


@pytest.mark.parametrize("model", ALL_MODELS.values(), ids=ALL_MODELS)
def test_every_section_is_described(model):
    assert model.__doc__


# --- lowering

LOWERED_ALIKE = {"table.undealt": {"none"}}  # with no tile left over there is nothing to sleep
AXIS_VALUES = [
    (path, value)
    for path, axis in AXES.items()
    for value in axis
    if value not in LOWERED_ALIKE.get(path, ())
]


@pytest.mark.parametrize("path", AXES)
def test_each_value_of_an_axis_has_its_own_integers(path):
    values = [value for p, value in AXIS_VALUES if p == path]
    assert len({lower(with_value(path, value)) for value in values}) == len(values)


@pytest.mark.parametrize(("path", "value"), AXIS_VALUES)
def test_each_value_of_an_axis_is_read_by_its_name_and_written_by_it(path, value):
    rules = with_value(path, value.value)
    dumped = rules.model_dump(mode="json")
    for part in path.split("."):
        dumped = dumped[part]
    assert (type(value)(dumped), list(type(value))[value.code]) == (value, value)


@pytest.mark.parametrize("path", NUMBERS)
def test_each_number_is_lowered(path):
    assert lower(with_value(path, 2)) != lower(with_value(path, 3))


def test_the_opening_tile_is_lowered():
    assert lower(with_value("opening.tile", "0-0")).opening_tile == 0
    assert lower(with_value("opening.tile", "6-6")).opening_tile == 27


def test_a_tile_may_be_written_either_way_round():
    assert with_value("opening.tile", "4-6").opening.tile == "6-4"


def test_everything_lowered_is_a_number_of_the_engine():
    codes = [load_rules(name).codes for name in bundled_names()]
    assert all(type(n) is int and 0 <= n < 2**63 for rules in codes for n in rules)


# --- digest


@pytest.mark.parametrize("path", [*AXES, *NUMBERS])
def test_the_digest_changes_with_every_axis_and_number(path):
    values = list(AXES[path])[:2] if path in AXES else [2, 3]
    first, second = (digest(with_value(path, value)) for value in values)
    assert first != second


@pytest.mark.parametrize(
    ("path", "value"),
    [("name", "other"), ("title", "Another"), ("extends", "other"), ("notes", {"a": "b"})],
)
def test_the_digest_does_not_change_with_words(path, value):
    assert digest(with_value(path, value)) == digest(RuleSet.model_validate(BASE))


def test_the_digest_names_what_is_resolved_not_how_it_is_written(tmp_path):
    short = load_text(tmp_path, SMALLEST)
    full = load_text(tmp_path, SMALLEST + "turn: {stuck: pass}\ntable: {players: 4}\n")
    assert short.digest == full.digest
    assert len(short.digest) == 16


def test_bundled_rule_sets_are_all_different():
    assert len({load_rules(name).digest for name in bundled_names()}) == len(bundled_names())


# --- both directions


@pytest.mark.parametrize("name", bundled_names())
def test_a_rule_set_written_out_and_read_again_is_the_same(name, tmp_path):
    loaded = load_rules(name)
    text = yaml.safe_dump(loaded.rules.model_dump(mode="json", exclude={"extends"}))
    again = load_text(tmp_path, text)
    assert (again.codes, again.digest, again.name) == (loaded.codes, loaded.digest, name)
    assert again.rules == loaded.rules.model_copy(update={"extends": None})


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_rule_set_has_the_name_of_its_file_and_no_warnings(name):
    loaded = load_rules(name)
    assert (loaded.name, loaded.warnings) == (name, ())
    assert loaded.rules.title
