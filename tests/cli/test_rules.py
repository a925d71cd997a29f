"""domsim rules: the list, a rule set shown four ways, the schema and the reference."""

import csv
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from report import scenes

from domsim.report.rules_text import LIST_HEADERS, reference_text, resolved_text
from domsim.rules.bundled import bundled_folder, bundled_names
from domsim.rules.loader import load_rules, override
from domsim.rules.models import RuleSet
from domsim.rules.sheet import sheet_text
from domsim.rules.source import read_yaml
from domsim.scenario.models import Scenario

from .running import domsim, only_json, written

SHOWN_AS = [("--resolved",), ("--sheet",), ("--format", "json"), ()]


# --- list


def test_the_list_has_a_row_for_every_bundled_rule_set():
    lines = domsim("rules", "list").stdout.split("\n")
    assert lines[0].split() == list(LIST_HEADERS)
    assert [line.split()[0] for line in lines[2:-1]] == list(bundled_names())
    assert lines[2].split(None, 5) == [
        "block-100", "2", "individual", "100", "points", "Block dominoes for two, to 100",
    ]  # fmt: skip


def test_the_list_as_csv():
    rows = list(csv.DictReader(domsim("rules", "list", "--format", "csv").stdout.split("\n")))
    assert [row["name"] for row in rows] == list(bundled_names())
    assert rows[bundled_names().index("gbs-duel-wins")] == {
        "name": "gbs-duel-wins", "players": "2", "sides": "individual", "target": "3",
        "unit": "wins", "extends": "gbs-duel-points", "title": "GBS dominoes, duel, by wins",
    }  # fmt: skip


def test_the_list_as_json():
    report = only_json(domsim("rules", "list", "--format", "json").stdout)
    assert (report["schema"], report["ok"]) == ("domsim.rules/1", True)
    assert [(rules["name"], rules["digest"]) for rules in report["rules"]] == [
        (name, load_rules(name).digest) for name in bundled_names()
    ]


# --- show


def test_a_rule_set_is_shown_as_its_file():
    source = bundled_folder("rulesets") / "gaple.yaml"
    assert domsim("rules", "show", "gaple").stdout == source.read_text(encoding="utf-8")


def test_a_rule_set_is_shown_with_the_origin_of_every_value():
    result = domsim("rules", "show", "gaple-five", "--resolved")
    assert result.stdout == resolved_text(load_rules("gaple-five")) + "\n"


def test_a_rule_set_is_shown_as_a_sheet():
    result = domsim("rules", "show", "gaple-five", "--sheet")
    assert result.stdout == sheet_text(load_rules("gaple-five").rules) + "\n"


def test_a_rule_set_is_shown_as_json():
    loaded = load_rules("gaple-five")
    report = only_json(domsim("rules", "show", "gaple-five", "--format", "json").stdout)
    assert (report["name"], report["digest"], report["ok"]) == ("gaple-five", loaded.digest, True)
    assert RuleSet.model_validate(report["rules"]) == loaded.rules
    assert {
        "path": "table.players", "value": 5, "file": "rulesets/gaple-five.yaml", "line": 5,
    } in report["values"]  # fmt: skip
    assert "sheet" not in report


def test_the_sheet_is_part_of_the_json_when_asked_for():
    report = only_json(domsim("rules", "show", "gaple", "--sheet", "--format", "json").stdout)
    assert report["sheet"] == sheet_text(load_rules("gaple").rules)


@pytest.mark.parametrize("options", SHOWN_AS, ids=["resolved", "sheet", "json", "resolved anyway"])
def test_overrides_are_seen_in_what_is_shown(options: tuple[str, ...]):
    result = domsim("rules", "show", "gaple", "--set", "match.target=4321", *options)
    assert (result.exit_code, "4321" in result.stdout) == (0, True)


def test_an_override_is_told_as_the_origin():
    result = domsim("rules", "show", "gaple", "--set", "match.target=150")
    assert result.stdout == (
        resolved_text(load_rules("gaple", [override("match.target=150")])) + "\n"
    )
    assert "  target: 150                  # --set:1\n" in result.stdout


def test_a_rule_set_in_a_file_is_shown_too(tmp_path: Path):
    (path,) = written(tmp_path, house="name: house\nextends: gaple\n# kept\n")
    assert domsim("rules", "show", path).stdout == "name: house\nextends: gaple\n# kept\n"
    assert "# Gaple" not in domsim("rules", "show", path, "--sheet").stdout
    assert "six tiles" in domsim("rules", "show", path, "--sheet").stdout


def test_warnings_go_to_stderr_and_leave_the_result_alone():
    result = domsim("rules", "show", "gaple", "--set", "match.target=1000000", "--format", "json")
    assert only_json(result.stdout)["rules"]["match"]["target"] == 1_000_000
    assert result.stderr.startswith("warning[target-far]: ")


def test_resolved_and_sheet_exclude_each_other():
    result = domsim("rules", "show", "gaple", "--resolved", "--sheet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error[usage]: --resolved and --sheet exclude each other\n"


UNKNOWN = [
    pytest.param("gapel", "no bundled rule set is named 'gapel'", "did you mean 'g", id="typo"),
    pytest.param("x", "no bundled rule set is named 'x'", "bundled: block-100, ", id="far off"),
    pytest.param("", "no bundled rule set is named ''", "bundled: block-100, ", id="empty"),
    pytest.param("no/such.yaml", "there is no file no/such.yaml", None, id="no file"),
    pytest.param("../..", "there is no file ../..", None, id="a folder"),
]


@pytest.mark.parametrize(("name", "message", "hint"), UNKNOWN)
@pytest.mark.parametrize("options", SHOWN_AS, ids=["resolved", "sheet", "json", "file"])
def test_an_unknown_rule_set_is_exit_code_2(
    name: str, message: str, hint: str | None, options: tuple[str, ...]
):
    result = domsim("rules", "show", name, *options)
    assert result.exit_code == 2
    if "json" in options:
        (finding,) = only_json(result.stdout)["findings"]
        assert (finding["code"], finding["message"]) == ("unknown-rules", message)
        assert (finding["help"] or "").startswith(hint or "")
    else:
        assert result.stdout == ""
        assert result.stderr.startswith(f"error[unknown-rules]: {message}\n  --> {name}:1:1\n")
        assert (hint or "") in result.stderr


@pytest.mark.parametrize("options", SHOWN_AS, ids=["resolved", "sheet", "json", "file"])
def test_an_invalid_rule_set_is_not_shown(tmp_path: Path, options: tuple[str, ...]):
    (path,) = written(tmp_path, bad="name: bad\n")
    result = domsim("rules", "show", path, *options)
    assert result.exit_code == 2
    assert "missing-key" in (result.stdout if "json" in options else result.stderr)


# --- schema and reference


@pytest.mark.parametrize("kind", ["ruleset", "scenario"])
def test_the_schema_is_a_json_schema(kind: str):
    schema = only_json(domsim("rules", "schema", kind).stdout)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("name", bundled_names())
def test_bundled_rule_sets_keep_to_the_schema(name: str):
    schema = json.loads(domsim("rules", "schema").stdout)
    resolved = load_rules(name).rules.model_dump(mode="json", exclude_none=True)
    assert list(Draft202012Validator(schema).iter_errors(resolved)) == []


def test_scenarios_keep_to_the_schema_and_faults_do_not():
    validator = Draft202012Validator(json.loads(domsim("rules", "schema", "scenario").stdout))
    good = read_yaml(scenes.CAPICUA, "t.yaml").data
    assert list(validator.iter_errors(good)) == []
    assert [error.message for error in validator.iter_errors(good | {"hands": []})] != []
    assert [error.message for error in validator.iter_errors(good | {"hnads": 1})] != []


def test_the_rule_set_is_the_schema_without_a_name():
    assert domsim("rules", "schema").stdout == domsim("rules", "schema", "ruleset").stdout


@pytest.mark.parametrize(("kind", "model"), [("ruleset", RuleSet), ("scenario", Scenario)])
def test_the_reference_is_a_table_of_every_key(kind: str, model: type):
    assert domsim("rules", "reference", kind).stdout == reference_text(model) + "\n"


@pytest.mark.parametrize("command", ["schema", "reference"])
def test_an_unknown_schema_is_bad_usage(command: str):
    result = domsim("rules", command, "rulesets")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'rulesets' is not one of 'ruleset', 'scenario'" in result.stderr
