"""Rule sets as text: the list, the resolved values that load again, the field reference."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from domsim.report.rules_text import (
    LIST_HEADERS,
    list_row,
    reference_text,
    resolved_text,
    resolved_values,
    yaml_scalar,
)
from domsim.rules.bundled import bundled_folder, bundled_names
from domsim.rules.loader import LoadedRules, load_rules, override
from domsim.rules.models import RuleSet
from domsim.rules.source import read_yaml
from domsim.scenario.models import Scenario


def reloaded(text: str, folder: Path) -> LoadedRules:
    """Write a rule set to a file of its own and load it."""
    path = folder / "resolved.yaml"
    path.write_text(text, encoding="utf-8")
    return load_rules(str(path))


@pytest.mark.parametrize("name", bundled_names())
def test_resolved_text_is_a_rule_set_of_its_own_with_the_same_digest(name: str, tmp_path: Path):
    loaded = load_rules(name)
    again = reloaded(resolved_text(loaded), tmp_path)
    assert again.digest == loaded.digest
    assert again.rules == loaded.rules.model_copy(update={"extends": None})


def test_resolved_text_needs_no_parent_wherever_it_is_kept(tmp_path: Path):
    for name in ("rules", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "rules" / "parent.yaml").write_text("name: parent\nmatch: {target: 70}\n")
    child = tmp_path / "rules" / "child.yaml"
    child.write_text("name: child\nextends: parent.yaml\n")
    loaded = load_rules(str(child))
    assert reloaded(resolved_text(loaded), tmp_path / "elsewhere").digest == loaded.digest


def test_every_value_names_the_file_and_line_that_set_it():
    loaded = load_rules("gbs-duel-wins", [override("bonuses.capicua.points=30")])
    lines = [" ".join(line.split()) for line in resolved_text(loaded).split("\n")]
    assert [line for line in lines if line.startswith(("name", "players", "points", "fall"))] == [
        "name: gbs-duel-wins # rulesets/gbs-duel-wins.yaml:1",
        "players: 2 # rulesets/gbs-duel-points.yaml:5",
        "fallback: highest-double # rulesets/gbs-pairs-points.yaml:13",
        "points: 30 # --set:1",
        "points: 25 # rulesets/gbs-pairs-points.yaml:33",
        "points: 0 # default",
        "points: 0 # rulesets/gbs-pairs-points.yaml:34",
    ]


def test_the_origins_point_at_lines_that_hold_the_value():
    loaded = load_rules("one-table-200")
    source = bundled_folder("rulesets").joinpath("one-table-200.yaml").read_text().split("\n")
    placed = [value for value in resolved_values(loaded) if value[2] != "default"]
    assert placed[0] == (("name",), "one-table-200", "rulesets/one-table-200.yaml", 1)
    assert all(f"{path[-1]}:" in source[line - 1] for path, _, _, line in placed)


AWKWARD = [
    "null", "true", "no", "on", "~", "123", "007", "1e5", "0o17", "0x1f", ".5", "6:6", "1_000",
    "", " padded ", "# no comment", "a: b", "- item", "*alias", "&anchor", "!tag", "[list", "{map",
    'say "no"', "it's", "back\\slash", "two\nlines", "tab\there", "\u2028", "Capicúa",
    "x" * 2000, "=", "<<", "@", "`", "%", "?", ":", "trailing:",
]  # fmt: skip


@pytest.mark.parametrize("text", AWKWARD, ids=lambda text: ascii(text[:12]))
def test_any_text_reads_back_as_the_same_text(text: str):
    assert read_yaml(f"- {yaml_scalar(text)} # origin", "t.yaml").data == [text]


def test_any_note_survives_under_any_key(tmp_path: Path):
    rules = {"name": "true", "title": "007", "match": {"target": 5}}
    notes = {text: text for text in AWKWARD[:20]}
    model = RuleSet.model_validate(rules | {"notes": notes})
    loaded = LoadedRules(model, load_rules("gaple").codes, "", {}, ())
    assert reloaded(resolved_text(loaded), tmp_path).rules == model


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"), (True, "true"), (False, "false"), (100, "100"), ("6-6", "6-6"),
        ("hand-first", "hand-first"), ("One table", '"One table"'), ("null", '"null"'),
    ],
    ids=str,
)  # fmt: skip
def test_plain_words_are_written_without_quotes(value: Any, text: str):
    assert yaml_scalar(value) == text


def test_the_row_of_a_rule_set_in_the_list():
    row = dict(zip(LIST_HEADERS, list_row(load_rules("gbs-duel-wins")), strict=True))
    assert row == {
        "name": "gbs-duel-wins", "players": 2, "sides": "individual", "target": 3, "unit": "wins",
        "extends": "gbs-duel-points", "title": "GBS dominoes, duel, by wins",
    }  # fmt: skip


# --- the reference


def schema_keys(model: type[BaseModel]) -> set[str]:
    """Return every dotted key that the JSON Schema of a model describes."""
    schema = model.model_json_schema()

    def walk(node: dict[str, Any], prefix: str) -> set[str]:
        found: set[str] = set()
        for key, value in node.get("properties", {}).items():
            found.add(prefix + key)
            found |= inner(value, prefix + key)
        return found

    def inner(node: dict[str, Any], path: str) -> set[str]:
        if "$ref" in node:
            return walk(schema["$defs"][node["$ref"].rpartition("/")[2]], f"{path}.")
        if "items" in node:
            return inner(node["items"], f"{path}[]")
        return set().union(*(inner(option, path) for option in node.get("anyOf", [])), set())

    return walk(schema, "")


def reference_rows(model: type[BaseModel]) -> dict[str, list[str]]:
    """Return the cells of the reference by key."""
    rows = [line.strip("| ").split(" | ") for line in reference_text(model).split("\n")[2:]]
    return {cells[0].strip("`"): cells[1:] for cells in rows}


@pytest.mark.parametrize("model", [RuleSet, Scenario], ids=["ruleset", "scenario"])
def test_the_reference_lists_every_key_of_the_schema(model: type[BaseModel]):
    assert set(reference_rows(model)) == schema_keys(model)


@pytest.mark.parametrize("model", [RuleSet, Scenario], ids=["ruleset", "scenario"])
def test_every_key_of_the_reference_has_a_meaning(model: type[BaseModel]):
    assert all(cells[-1].endswith((".", ".`")) for cells in reference_rows(model).values())


CELLS = [
    (RuleSet, "name", "text", "required"),
    (RuleSet, "table", "group", ""),
    (RuleSet, "table.players", "2 to 6", "`4`"),
    (RuleSet, "turn.stuck", "`pass`, `draw-until-fits`, `draw-one`, `discard`", "`pass`"),
    (RuleSet, "opening.tile", "text", "`6-6`"),
    (RuleSet, "match.target", "1 to 1000000", "required"),
    (RuleSet, "notes", "group", ""),
    (Scenario, "seed", "0 to 9223372036854775807", ""),
    (Scenario, "players", "text, or a list of texts", ""),
    (Scenario, "start.scores", "list of 0 to 1000000000", ""),
    (Scenario, "hands", "list of groups", ""),
    (Scenario, "hands[].expect.illegal.play", "1 or more", "required"),
    (Scenario, "hands[].expect.events[].forced", "`true`, `false`", "`false`"),
]


@pytest.mark.parametrize(("model", "key", "values", "default"), CELLS, ids=[c[1] for c in CELLS])
def test_the_reference_says_what_a_key_takes(
    model: type[BaseModel], key: str, values: str, default: str
):
    assert reference_rows(model)[key][:2] == [values, default]
