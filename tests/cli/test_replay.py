"""domsim replay: one scenario in full, several in a line each; JSON; what it reads; exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from report import scenes

from domsim.report.replay_text import scenario_text
from domsim.rules.bundled import bundled_folder
from domsim.rules.source import LARGEST_JSON, read_yaml
from domsim.scenario.files import entries

from .running import domsim, only_json, written

UNFINISHED_HAND_FOLLOWED = scenes.PARTNER_PASSES + scenes.PARTNER_PASSES.partition("hands:\n")[2]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def as_record(text: str) -> str:
    """Return a scenario as one line of JSON."""
    return json.dumps(read_yaml(text, "t.yaml").data)


def replayed_json(*args: object, stdin: str = "") -> dict[str, Any]:
    """Return what replay writes as JSON."""
    return only_json(domsim("replay", *args, "--format", "json", stdin=stdin).stdout)


# --- text


@pytest.mark.parametrize("options", [(), ("--moves",)], ids=["plain", "with moves"])
def test_one_scenario_is_told_in_full(tmp_path: Path, options: tuple[str, ...]):
    written(tmp_path, t=scenes.CAPICUA)
    result = domsim("replay", "t.yaml", *options)
    expected = scenario_text(scenes.replayed(scenes.CAPICUA), moves=bool(options))
    assert (result.exit_code, result.stdout) == (0, expected + "\n")


def test_one_scenario_that_fails_is_told_with_its_moves(tmp_path: Path):
    written(tmp_path, t=scenes.WRONG_SCORES)
    result = domsim("replay", "t.yaml")
    expected = scenario_text(scenes.replayed(scenes.WRONG_SCORES), moves=True)
    assert (result.exit_code, result.stdout) == (1, expected + "\n")


def test_of_several_scenarios_each_is_one_line(tmp_path: Path):
    written(tmp_path, a=scenes.CAPICUA, b=scenes.LOCKED)
    result = domsim("replay", "a.yaml", "b.yaml")
    assert (result.exit_code, result.stdout) == (
        0,
        "ok    Capicúa on the last tile  (3 checks)\n"
        "ok    Locked on blanks  (0 checks)\n"
        "\n"
        "2 scenarios, 2 as expected\n",
    )


def test_of_several_scenarios_those_that_fail_are_told_in_full_with_moves(tmp_path: Path):
    written(tmp_path, t=scenes.WRONG_SCORES, u=scenes.LOCKED)
    result = domsim("replay", "t.yaml", "u.yaml")
    in_full = scenario_text(scenes.replayed(scenes.WRONG_SCORES), moves=True)
    assert (result.exit_code, result.stdout) == (
        1,
        "FAIL  Capicúa on the last tile  (1 of 3 checks failed)\n"
        f"\n{in_full}\n\n"
        "ok    Locked on blanks  (0 checks)\n"
        "\n"
        "2 scenarios, 1 as expected, 1 failed\n",
    )


@pytest.mark.parametrize("moves", [False, True], ids=["plain", "with moves"])
def test_full_tells_every_scenario_in_full(tmp_path: Path, moves: bool):
    written(tmp_path, t=scenes.CAPICUA)
    result = domsim("replay", "t.yaml", "t.yaml", "--full", *["--moves"] * moves)
    in_full = scenario_text(scenes.replayed(scenes.CAPICUA), moves=moves)
    assert result.stdout.count(in_full) == 2


def test_an_illegal_play_is_told_at_its_word_with_the_rule_it_breaks(tmp_path: Path):
    written(tmp_path, t=scenes.ILLEGAL)
    result = domsim("replay", "t.yaml")
    assert (result.exit_code, result.stdout) == (
        2,
        "error[must-play]: hand 1, play 1: seat 1 passes, but can play 6-4\n"
        "  --> t.yaml:10:10\n"
        "   |\n"
        "10 |   plays: 1:pass\n"
        "   |          ^^^^^^\n"
        "help: who can play must play\n"
        "\n"
        "1 scenario, 0 as expected, 1 could not be replayed\n",
    )


def test_a_rule_that_a_play_breaks_is_named_with_its_file_and_line(tmp_path: Path):
    written(tmp_path, t=scenes.FOLDED.replace("one-table-200", "gbs-pairs-points"))
    assert "help: fold.rule is none (the default)" in domsim("replay", "t.yaml").stdout
    written(tmp_path, t=scenes.FOLDED.replace("2:fold", "1:fold"))
    assert "help: fold.rule is may (rulesets/one-table-200.yaml:11)" in (
        domsim("replay", "t.yaml").stdout
    )


def test_an_illegal_play_that_is_expected_passes(tmp_path: Path):
    written(tmp_path, t=scenes.ILLEGAL_AS_EXPECTED)
    result = domsim("replay", "t.yaml")
    assert (result.exit_code, "Expected: 1 check, all met" in result.stdout) == (0, True)


# --- exit codes

OUTCOMES = [
    pytest.param((scenes.CAPICUA,), 0, id="as expected"),
    pytest.param((scenes.LOCKED,), 0, id="nothing expected"),
    pytest.param((scenes.PARTNER_PASSES,), 0, id="unfinished"),
    pytest.param((scenes.WRONG_SCORES,), 1, id="a failed expectation"),
    pytest.param((scenes.ILLEGAL,), 2, id="an illegal play"),
    pytest.param((UNFINISHED_HAND_FOLLOWED,), 2, id="a hand after an unfinished one"),
    pytest.param(("rules: gaple\n",), 2, id="invalid"),
    pytest.param(("name: x\nmatch: {target: 1}\n",), 2, id="a rule set"),
    pytest.param(("",), 2, id="empty"),
    pytest.param((scenes.WRONG_SCORES, scenes.CAPICUA), 1, id="one of two failed"),
    pytest.param((scenes.WRONG_SCORES, scenes.ILLEGAL), 2, id="failed and illegal"),
]


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(("texts", "code"), OUTCOMES)
def test_exit_codes(tmp_path: Path, texts: tuple[str, ...], code: int, form: str):
    written(tmp_path, **{f"s{number}": text for number, text in enumerate(texts)})
    assert domsim("replay", ".", "--format", form).exit_code == code


@pytest.mark.parametrize("name", ["nowhere", "nowhere.yaml", "no-table-200", "empty", "a/../b"])
def test_what_is_no_scenario_is_told_and_exit_code_2(tmp_path: Path, name: str):
    (tmp_path / "empty").mkdir()
    written(tmp_path, good=scenes.CAPICUA)
    result = domsim("replay", name, "good.yaml")
    assert (result.exit_code, result.stdout.split(":")[0]) == (2, "error[no-input]")
    assert result.stdout.endswith("2 scenarios, 1 as expected, 1 could not be replayed\n")


def test_a_rule_set_is_told_where_to_go(tmp_path: Path):
    written(tmp_path, r="name: x\nmatch: {target: 1}\n")
    result = domsim("replay", "r.yaml")
    assert "error[not-a-scenario]" in result.stdout
    assert "help: rule sets are checked by domsim validate" in result.stdout


# --- json


def test_json_has_the_keys_of_the_contract(tmp_path: Path):
    written(tmp_path, t=scenes.CAPICUA)
    report = replayed_json("t.yaml")
    (scenario,) = report["scenarios"]
    (hand,) = scenario["hands"]
    assert report.keys() >= {"schema", "ok", "scenarios"}
    assert scenario.keys() >= {
        "scenario", "file", "rules", "ok", "hands", "scores", "over", "winner_side", "reached",
        "checks",
    }  # fmt: skip
    assert scenario["rules"].keys() >= {"name", "digest"}
    assert hand.keys() >= {
        "number", "leader", "end", "last_seat", "winner_seat", "winner_side", "tie", "ends",
        "line", "pips", "awards", "scores_before", "scores", "next_leader", "events",
    }  # fmt: skip
    assert all(
        award.keys() >= {"clause", "seat", "side", "nominal", "paid", "reason", "text"}
        for award in hand["awards"]
    )
    assert all(
        check.keys() >= {"hand", "field", "expected", "actual", "ok"}
        for check in scenario["checks"]
    )


def test_json_of_a_scenario(tmp_path: Path):
    written(tmp_path, t=scenes.CAPICUA)
    report = replayed_json("t.yaml")
    hand = report["scenarios"][0].pop("hands")[0]
    assert (report["schema"], report["ok"]) == ("domsim.replay/1", True)
    assert hand | {"awards": None} == {
        "number": 3, "leader": 1, "end": "out", "last_seat": 1, "winner_seat": 1,
        "winner_side": 1, "tie": False, "ends": [4, 4], "line": None, "pips": [0, 16, 4, 2],
        "awards": None, "scores_before": [10, 20], "scores": [53, 20], "next_leader": 1,
        "events": [{"seat": 1, "action": "play", "tile": "6-4", "side": "L", "ends": [4, 4]}],
    }  # fmt: skip
    assert [(a["clause"], a["side"], a["paid"], a["reason"]) for a in hand["awards"]] == [
        ("out", 1, 18, None),
        ("capicua", 1, 25, None),
    ]


def test_json_marks_what_was_filled_in(tmp_path: Path):
    written(tmp_path, t=scenes.PARTNER_PASSES)
    (hand,) = replayed_json("t.yaml")["scenarios"][0]["hands"]
    assert hand["line"] == "0-6 6-6"
    assert hand["events"] == [
        {"seat": 1, "action": "play", "tile": "6-6", "side": None, "ends": [6, 6]},
        {"seat": 2, "action": "pass", "forced": True},
        {"seat": 3, "action": "pass", "forced": True},
        {"seat": 4, "action": "play", "tile": "6-0", "side": "L", "ends": [0, 6]},
    ]


def test_json_tells_expected_actual_and_why(tmp_path: Path):
    written(tmp_path, t=scenes.WRONG_SCORES)
    report = replayed_json("t.yaml")
    failed = [check for check in report["scenarios"][0]["checks"] if not check["ok"]]
    assert (report["ok"], len(failed)) == (False, 1)
    assert failed[0].pop("why").startswith("out: seats 2 and 4 hold 16 + 2 = 18 pips; ")
    assert failed[0] == {
        "hand": 1, "field": "scores", "expected": [50, 20], "actual": [53, 20], "ok": False,
    }  # fmt: skip


def test_json_keeps_the_scenarios_beside_the_findings(tmp_path: Path):
    written(tmp_path, a=scenes.CAPICUA, b=scenes.ILLEGAL)
    report = replayed_json(".")
    assert (report["ok"], len(report["scenarios"])) == (False, 1)
    (finding,) = report["findings"]
    assert finding.pop("message").startswith("hand 1, play 1: ")
    assert finding == {
        "code": "must-play", "severity": "error", "file": "b.yaml", "line": 10, "column": 10,
        "path": "hands[0].plays", "help": "who can play must play",
    }  # fmt: skip


def test_the_same_input_gives_the_same_bytes(tmp_path: Path):
    written(tmp_path, a=scenes.CAPICUA, b=scenes.SEVERAL_REACH_THE_TARGET, c=scenes.ILLEGAL)
    runs = [domsim("replay", ".", "--format", "json").stdout_bytes for _ in range(2)]
    assert runs[0] == runs[1]


# --- what it reads


STDIN = [
    pytest.param(scenes.CAPICUA, 1, id="yaml"),
    pytest.param(as_record(scenes.CAPICUA), 1, id="json"),
    pytest.param(f"{as_record(scenes.CAPICUA)}\n\n{as_record(scenes.LOCKED)}\n", 2, id="jsonl"),
]


@pytest.mark.parametrize(("text", "count"), STDIN)
def test_standard_input_is_read_as_what_it_is(text: str, count: int):
    report = replayed_json("-", stdin=text)
    assert (report["ok"], len(report["scenarios"])) == (True, count)
    assert {scenario["file"] for scenario in report["scenarios"]} == {"<stdin>"}


def test_records_are_told_by_file_and_line(tmp_path: Path):
    records = [as_record(scenes.CAPICUA), as_record(scenes.WRONG_SCORES), '{"rules": "gaple"}']
    (tmp_path / "r.jsonl").write_text("\n".join(records))
    report = replayed_json("r.jsonl")
    assert [(s["file"], s["line"], s["ok"]) for s in report["scenarios"]] == [
        ("r.jsonl", 1, True),
        ("r.jsonl", 2, False),
    ]
    assert [(f["code"], f["line"]) for f in report["findings"]] == [("missing-key", 3)]


def test_json_and_yaml_of_a_scenario_replay_alike(tmp_path: Path):
    written(tmp_path, t=scenes.SEVERAL_REACH_THE_TARGET)
    (tmp_path / "t.json").write_text(as_record(scenes.SEVERAL_REACH_THE_TARGET))
    one, other = (replayed_json(name)["scenarios"][0] for name in ("t.yaml", "t.json"))
    assert {**one, "file": ""} == {**other, "file": ""}


def test_the_rule_set_is_found_beside_the_scenario(tmp_path: Path):
    folder = tmp_path / "club"
    folder.mkdir()
    written(
        folder,
        house="name: house\nextends: gbs-pairs-points\nbonuses: {capicua: {points: 30}}\n",
        t=scenes.CAPICUA.replace("gbs-pairs-points", "house.yaml"),
    )
    (scenario,) = replayed_json("club/t.yaml")["scenarios"]
    assert (scenario["rules"]["name"], scenario["scores"]) == ("house", [58, 20])


def test_a_folder_is_replayed_in_the_order_of_its_names(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    written(tmp_path, b=scenes.CAPICUA, a=scenes.LOCKED)
    written(tmp_path / "deep", c=scenes.FOLDED)
    files = [scenario["file"] for scenario in replayed_json(".")["scenarios"]]
    assert files == ["a.yaml", "b.yaml", "deep/c.yaml"]


def test_bundled_scenarios_are_found_from_anywhere():
    report = replayed_json("scenarios/gbs-pairs-points", "gbs-duel-wins")
    assert report["ok"]
    assert len(report["scenarios"]) > 2


def test_scenarios_without_a_folder_of_that_name_are_the_bundled_ones():
    first = next(entries(["scenarios"]))
    assert first.path.is_relative_to(bundled_folder("scenarios"))


def test_a_record_that_is_too_long_does_not_hide_the_next(tmp_path: Path):
    too_long = json.dumps({"about": "x" * LARGEST_JSON})
    (tmp_path / "r.jsonl").write_text(f"{too_long}\n{as_record(scenes.CAPICUA)}\n")
    report = replayed_json("r.jsonl")
    assert [(f["code"], f["line"]) for f in report["findings"]] == [("file-too-large", 1)]
    assert [(s["line"], s["ok"]) for s in report["scenarios"]] == [(2, True)]
