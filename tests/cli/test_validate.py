"""domsim validate: every fault at once, in text and JSON; what it accepts; its exit codes."""

import json
from pathlib import Path

import pytest
from report import scenes

from domsim.rules.bundled import bundled_names

from .running import domsim, only_json, written

GOOD = "name: good\nmatch: {target: 100}\n"
THREE_FAULTS = """\
name: mine
extends: one-table-200
table:
  hand_sise: 7
block: {tie: lokcer}
match: {target: 0}
"""
IN_TEXT = """\
error[unknown-key]: unknown key 'hand_sise'
  --> mine.yaml:4:3
  |
4 |   hand_sise: 7
  |   ^^^^^^^^^
help: did you mean 'hand_size'?

error[unknown-value]: 'lokcer' is no value of 'tie'
  --> mine.yaml:5:14
  |
5 | block: {tie: lokcer}
  |              ^^^^^^
help: did you mean 'locker'? one of: nobody, locker, leader, lightest-tile

error[out-of-range]: 'target' is 0; it must be at least 1
  --> mine.yaml:6:17
  |
6 | match: {target: 0}
  |                 ^

1 file checked, 1 not valid: 3 errors
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def test_every_fault_is_told_at_once_with_carets_under_it(tmp_path: Path):
    written(tmp_path, mine=THREE_FAULTS)
    result = domsim("validate", "mine.yaml")
    assert (result.exit_code, result.stdout, result.stderr) == (1, IN_TEXT, "")


def test_json_tells_the_same_faults_at_the_same_places(tmp_path: Path):
    written(tmp_path, mine=THREE_FAULTS)
    result = domsim("validate", "mine.yaml", "--format", "json")
    report = only_json(result.stdout)
    assert (result.exit_code, result.stderr, report["ok"]) == (1, "", False)
    assert report["findings"][0] == {
        "code": "unknown-key", "severity": "error", "message": "unknown key 'hand_sise'",
        "file": "mine.yaml", "line": 4, "column": 3, "path": "table.hand_sise",
        "help": "did you mean 'hand_size'?",
    }  # fmt: skip
    shown = [
        f"{f['severity']}[{f['code']}]: {f['message']}\n  --> {f['file']}:{f['line']}:{f['column']}"
        for f in report["findings"]
    ]
    assert [block for block in shown if block not in IN_TEXT] == []
    assert len(shown) == 3


FAULTS = [
    pytest.param("name: x\n", "missing-key", "1:1", id="a key is missing"),
    pytest.param("name: X Y\nmatch: {target: 1}\n", "bad-name", "1:7", id="no name"),
    pytest.param(GOOD + "turn: {stuck: no}\n", "unknown-value", "3:15", id="no is text"),
    pytest.param(GOOD + "name: again\n", "duplicate-key", "3:1", id="a key twice"),
    pytest.param("name: [\n", "yaml-syntax", "2:1", id="no YAML"),
    pytest.param("", "empty-file", "1:1", id="empty"),
    pytest.param("- a\n- b\n", "wrong-type", "1:1", id="a list"),
    pytest.param("extends: gabble\n", "unknown-parent", "1:10", id="unknown parent"),
    pytest.param(scenes.ILLEGAL, "must-play", "10:10", id="an illegal play"),
    pytest.param(
        scenes.CAPICUA.replace("1: 6-4", "1: 6-7"), "foreign-tile", "7:16", id="a foreign tile"
    ),
    pytest.param(
        scenes.CAPICUA.replace("1:6-4L", "1:6-4X"), "bad-notation", "10:10", id="bad notation"
    ),
    pytest.param(
        scenes.CAPICUA.replace("pairs-points", "pears-points"), "unknown-rules", "2:8",
        id="a scenario without rules",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "place"), FAULTS)
def test_a_fault_has_its_code_and_place_in_both_formats(
    tmp_path: Path, text: str, code: str, place: str
):
    written(tmp_path, t=text)
    in_text, in_json = domsim("validate", "t.yaml"), domsim("validate", "t.yaml", "--format=json")
    first = only_json(in_json.stdout)["findings"][0]
    assert (in_text.exit_code, in_json.exit_code) == (1, 1)
    assert in_text.stdout.startswith(f"error[{code}]: {first['message']}\n  --> t.yaml:{place}\n")
    assert (first["code"], f"{first['line']}:{first['column']}") == (code, place)


def test_valid_files_are_counted(tmp_path: Path):
    written(tmp_path, a=GOOD, b=scenes.CAPICUA)
    one, two = domsim("validate", "a.yaml"), domsim("validate", "a.yaml", "b.yaml")
    assert (one.exit_code, one.stdout) == (0, "1 file checked, it is valid\n")
    assert (two.exit_code, two.stdout) == (0, "2 files checked, all valid\n")


def test_json_of_a_valid_file():
    result = domsim("validate", "gaple", "--format", "json")
    assert (result.exit_code, only_json(result.stdout)) == (
        0,
        {"schema": "domsim.validate/1", "ok": True, "findings": [], "files": 1},
    )


@pytest.mark.parametrize("name", bundled_names())
def test_bundled_rule_sets_are_checked_by_name(name: str):
    assert domsim("validate", name).exit_code == 0


def test_a_folder_is_checked_in_the_order_of_its_names(tmp_path: Path):
    (tmp_path / "all" / "deep").mkdir(parents=True)
    written(tmp_path / "all", b="name: 1\n", a="nam: 1\n")
    written(tmp_path / "all" / "deep", c="x: 1\n")
    (tmp_path / "all" / "notes.txt").write_text("not looked at")
    result = domsim("validate", "all", "--format", "json")
    report = only_json(result.stdout)
    files = list(dict.fromkeys(f["file"] for f in report["findings"]))
    assert files == ["all/a.yaml", "all/b.yaml", "all/deep/c.yaml"]
    assert (result.exit_code, report["files"]) == (1, 3)


def test_a_file_given_twice_is_faulted_once(tmp_path: Path):
    written(tmp_path, mine=THREE_FAULTS)
    result = domsim("validate", "mine.yaml", "mine.yaml")
    assert result.stdout.endswith("2 files checked, 2 not valid: 3 errors\n")


STDIN = [
    pytest.param(GOOD, 1, id="yaml rules"),
    pytest.param(json.dumps({"name": "good", "match": {"target": 5}}), 1, id="json rules"),
    pytest.param('{"name": "a", "match": {"target": 5}}\n' * 3, 3, id="json lines"),
    pytest.param('\ufeff{"name": "a", "match": {"target": 5}}\n' * 2, 2, id="byte order marks"),
    pytest.param('\ufeff{\n\t"name": "a",\n\t"match": {"target": 5}\n}', 1, id="json with tabs"),
    pytest.param(scenes.CAPICUA, 1, id="yaml scenario"),
]


@pytest.mark.parametrize(("text", "files"), STDIN)
def test_standard_input_is_read_as_what_it_is(text: str, files: int):
    result = domsim("validate", "-", "--format", "json", stdin=text)
    assert (result.exit_code, only_json(result.stdout)["files"]) == (0, files)


def test_faults_of_standard_input_are_placed_in_it():
    result = domsim("validate", "-", stdin="name: x\nmach: {}\n")
    assert "  --> <stdin>:2:1\n  |\n2 | mach: {}\n  | ^^^^\n" in result.stdout


def test_faults_of_json_lines_are_placed_in_their_line(tmp_path: Path):
    lines = ['{"name": "a", "match": {"target": 5}}', "", '{"name": "b", "mach": 1}']
    (tmp_path / "r.jsonl").write_text("\n".join(lines))
    result = domsim("validate", "r.jsonl", "--format", "json")
    places = [(f["file"], f["line"]) for f in only_json(result.stdout)["findings"]]
    assert set(places) == {("r.jsonl", 3)}


def test_a_warning_is_told_and_the_file_stays_valid():
    result = domsim("validate", "one-table-200", "--set", "match.target=100000")
    assert result.exit_code == 0
    assert result.stdout.startswith("warning[target-far]: ")
    assert result.stdout.endswith("1 file checked, it is valid: 1 warning\n")


# --- overrides


def test_an_override_is_validated_like_the_file():
    assert domsim("validate", "gaple", "--set", "match.target=150").exit_code == 0
    result = domsim("validate", "gaple", "--set", "match.targt=150", "--set", "turn.stuck=pas")
    assert (result.exit_code, result.stdout) == (
        1,
        "error[unknown-key]: unknown key 'targt'\n"
        "  --> --set:1:1\n"
        "  |\n"
        "1 | match.targt=150\n"
        "  | ^^^^^^^^^^^\n"
        "help: did you mean 'target'?\n"
        "\n"
        "error[unknown-value]: 'pas' is no value of 'stuck'\n"
        "  --> --set:1:12\n"
        "  |\n"
        "1 | turn.stuck=pas\n"
        "  |            ^^^\n"
        "help: did you mean 'pass'? one of: pass, draw-until-fits, draw-one, discard\n"
        "\n"
        "1 file checked, 1 not valid: 2 errors\n",
    )


@pytest.mark.parametrize("form", ["text", "json"])
def test_overrides_that_cannot_be_read_are_bad_usage(form: str):
    result = domsim("validate", "gaple", "--set", "match.target", "--set", "=1", "--format", form)
    assert result.exit_code == 2
    if form == "json":
        codes = [(f["code"], f["file"]) for f in only_json(result.stdout)["findings"]]
        assert codes == [("bad-override", "--set")] * 2
    else:
        assert result.stdout == ""
        assert result.stderr.count("error[bad-override]: ") == 2


def test_overrides_touch_the_rule_sets_and_not_the_scenarios(tmp_path: Path):
    written(tmp_path, s=scenes.CAPICUA)
    result = domsim("validate", "s.yaml", "gaple", "--set", "match.target=0", "--format", "json")
    report = only_json(result.stdout)
    assert (report["files"], [f["file"] for f in report["findings"]]) == (2, ["--set"])


# --- exit codes


def test_what_cannot_be_read_is_exit_code_2(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    for name in ("nowhere.yaml", "empty", ""):
        result = domsim("validate", name, "--format", "json")
        codes = [f["code"] for f in only_json(result.stdout)["findings"]]
        assert (result.exit_code, codes) == (2, ["no-input"])


def test_what_cannot_be_read_does_not_hide_the_other_faults(tmp_path: Path):
    written(tmp_path, mine=THREE_FAULTS)
    result = domsim("validate", "mine.yaml", "nowhere", "gaple", "--format", "json")
    assert (result.exit_code, len(only_json(result.stdout)["findings"])) == (2, 4)


def test_the_same_input_gives_the_same_bytes(tmp_path: Path):
    written(tmp_path, mine=THREE_FAULTS)
    runs = [domsim("validate", ".", "gaple", "--format", "json").stdout_bytes for _ in range(2)]
    assert runs[0] == runs[1]
