"""domsim explore: the report as text and as JSON, which scenario it takes, exit codes."""

import json
from pathlib import Path

import pytest
from cli.running import ROOT, domsim, only_json, written

from .test_explore import A_FOLD_IS_OPEN, EACH_FOR_HIMSELF, PLAYED_OUT, WITH_A_STOCK, WITH_DISCARDS

EIGHT_LEFT = "scenarios/one-table-200/eight-plays-left.yaml"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def report(folder: Path, text: str, *options: object) -> list[str]:
    """Explore a scenario and return the lines of the report."""
    written(folder, t=text)
    result = domsim("explore", "t.yaml", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


# --- text


def test_the_report_in_full(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    result = domsim("explore", EIGHT_LEFT)
    assert (result.exit_code, result.stderr) == (0, "")
    head, position, counts, results, best, _, moves = result.stdout.split("\n\n")
    assert head.splitlines()[:2] == [
        "Eight tiles left, two in each hand: what can still happen?",
        f"  from {EIGHT_LEFT}",
    ]
    assert position.splitlines() == [
        "Hand 6: seat 2 to move, scores 160 - 140",
        "  ends    3 and 6",
        "  seat 1  4-4 6-6",
        "  seat 2  3-3 5-3",
        "  seat 3  5-0 5-5",
        "  seat 4  0-0 6-0",
    ]
    assert counts == "What can follow: 7 lines of play, 20 positions, 5 results"
    rows = [row.split("  ") for row in results.splitlines()[2:]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert [row[-1] for row in cells] == [
        "2:5-3 3:5-5 4:6-0 1:pass 2:pass 3:5-0@0",
        "2:5-3 3:5-0 4:0-0 1:6-6 2:pass 3:pass 4:6-0@0",
        "2:3-3 3:pass 4:6-0 1:pass 2:5-3",
        "2:5-3 3:5-0 4:6-0@6 1:pass 2:pass 3:pass 4:0-0",
        "2:5-3 3:5-0 4:6-0@0 1:6-6",
    ]
    assert [row[:-1] for row in cells[2:]] == [
        ["3", "1", "out", "seat 2, side 2", "out 35 to side 2", "160 - 175", "goes on"],
        ["4", "1", "out", "seat 4, side 2", "straight-pass 25 to side 2; out 36 to side 2",
         "160 - 201", "side 2 wins"],
        ["5", "1", "blocked", "seat 2, side 2", "block 24 to side 2", "160 - 164", "goes on"],
    ]  # fmt: skip
    assert cells[0][4] == "out 26 to side 1; capicua 0 to side 1 (does-not-fit)"
    assert best.splitlines() == [
        "Best play with all hands open: side 2 outscores side 1 by 35 (0 - 35 from here on), "
        "result 3",
        "  2:3-3 3:pass 4:6-0 1:pass 2:5-3",
    ]
    assert [line.split() for line in moves.splitlines()[2:]] == [
        ["2:3-3", "1", "3", "160", "-", "175", "+35"],
        ["2:5-3", "6", "1", "186", "-", "140", "-26"],
    ]


def test_four_players_each_for_himself_are_named_by_their_seats(tmp_path: Path):
    lines = report(tmp_path, EACH_FOR_HIMSELF)
    assert any("  out 15 to seat 2  0 - 15 - 0 - 0  goes on  1:3-1 2:1-0" in row for row in lines)
    assert (
        "Best play with all hands open: each for himself the seats score 0 - 0 - 13 - 0 "
        "from here on, result 2"
    ) in lines


def test_stock_and_discards_are_shown_where_there_are_any(tmp_path: Path):
    assert "  stock   2-1 1-0" in report(tmp_path, WITH_A_STOCK)
    assert "  seat 2  2-0, discarded 2-1" in report(tmp_path, WITH_DISCARDS)


def test_a_position_before_a_play_says_so(tmp_path: Path):
    lines = report(tmp_path, PLAYED_OUT, "--from-play", 2)
    assert "Hand 2, before play 2: seat 2 to move, scores 0 - 0 - 0 - 0" in lines
    assert "What can follow: 1 line of play, 1 position, 1 result" in lines


def test_a_hand_not_begun_and_one_that_is_folded(tmp_path: Path):
    lines = report(tmp_path, A_FOLD_IS_OPEN)
    assert "  ends    no tile on the line" in lines
    (folded,) = [line for line in lines if "folded" in line]
    assert " ".join(folded.split()) == "2 1 folded nobody none 0 - 0 goes on 2:fold"


def test_nobody_outscores_the_other_where_all_is_even(tmp_path: Path):
    # 4-3 on either end leaves nothing that fits: 5-5 2-0 and 6-6 are 12 pips each, a draw.
    even = (
        "rules: block-100\nstart: {hand: 2}\nhands:\n- position:\n    ends: [3, 4]\n"
        "    hands: {1: 4-3 5-5 2-0, 2: 6-6}\n    turn: 1\n    leader: 1\n"
    )
    lines = report(tmp_path, even)
    assert (
        "Best play with all hands open: neither seat outscores the other (0 - 0 from here on), "
        "result 1"
    ) in lines
    assert any("nobody    block 0 (tie)" in row for row in lines)


def test_a_pair_that_wins_a_block_together(tmp_path: Path):
    # 3-0 leaves equal ends that nothing fits: 2 + 6 pips against 7 + 11.
    together = (
        "rules: gbs-pairs-points\nstart: {hand: 2}\nhands:\n- position:\n    ends: [3, 0]\n"
        "    hands: {1: 3-0 1-1, 2: 6-1, 3: 5-1, 4: 6-5}\n    turn: 1\n    leader: 1\n"
    )
    lines = report(tmp_path, together)
    assert any("  blocked  side 1    block 18 to side 1  18 - 0" in row for row in lines)


# --- JSON


def test_the_report_as_json(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    data = only_json(domsim("explore", EIGHT_LEFT, "--format", "json").stdout)
    assert (data["schema"], data["ok"], data["findings"]) == ("domsim.explore/1", True, [])
    assert data["rules"]["name"] == "one-table-200"
    assert (data["lines"], data["positions"], len(data["results"])) == (7, 20, 5)
    assert data["results"][3] == {
        "number": 4,
        "end": "out",
        "winner_seat": 4,
        "winner_side": 2,
        "tie": False,
        "awards": [
            {"clause": "straight-pass", "side": 2, "paid": 25, "reason": None},
            {"clause": "out", "side": 2, "paid": 36, "reason": None},
        ],
        "scores": [160, 201],
        "match": {"over": True, "winner_side": 2},
        "lines": 1,
        "witness": "2:5-3 3:5-0 4:6-0@6 1:pass 2:pass 3:pass 4:0-0",
    }
    assert data["best"] == {
        "result": 3,
        "gains": [0, 35],
        "ahead": [-35, 35],
        "line": "2:3-3 3:pass 4:6-0 1:pass 2:5-3",
    }
    assert data["moves"] == [
        {"play": "2:3-3", "lines": 1, "result": 3, "ahead": 35},
        {"play": "2:5-3", "lines": 6, "result": 1, "ahead": -26},
    ]


def test_the_position_as_json(tmp_path: Path):
    written(tmp_path, t=WITH_A_STOCK + "  plays: 1:3-0 2:draw 2:1-0 1:4-2\n")
    data = only_json(domsim("explore", "t.yaml", "--from-play=2", "--format=json").stdout)
    assert data["from_play"] == 2
    assert data["position"] == {
        "hand": 2,
        "turn": 2,
        "ends": [0, 4],
        "line": None,
        "hands": ["4-2", "5-5"],
        "discards": ["", ""],
        "stock": "2-1 1-0",
        "scores": [0, 0],
    }


def test_the_same_bytes_every_time_and_in_a_file(tmp_path: Path):
    written(tmp_path, t=WITH_DISCARDS)
    printed = [domsim("explore", "t.yaml", "--format", "json").stdout for _ in range(2)]
    result = domsim("explore", "t.yaml", "--format", "json", "-o", "out.json")
    assert (result.exit_code, result.output) == (0, "")
    assert {*printed} == {Path("out.json").read_text(encoding="utf-8")}


def test_warnings_about_the_rules_stand_beside_the_result(tmp_path: Path):
    doubtful = WITH_A_STOCK.replace("start:", "set: {end.emptied_by: play-or-discard}\nstart:")
    written(tmp_path, t=doubtful)
    plain = domsim("explore", "t.yaml")
    assert (plain.exit_code, plain.stderr.partition(":")[0]) == (0, "warning[never-discards]")
    data = only_json(domsim("explore", "t.yaml", "--format", "json").stdout)
    assert (data["ok"], [f["severity"] for f in data["findings"]]) == (True, ["warning"])


# --- what it takes


def test_a_bundled_scenario_is_found_from_anywhere():
    assert domsim("explore", EIGHT_LEFT).exit_code == 0


def test_a_record_on_standard_input(tmp_path: Path):
    (path,) = written(tmp_path, t=WITH_A_STOCK)
    record = json.dumps({"rules": "draw-100", "start": {"hand": 2}, "hands": [
        {"position": {"ends": [3, 4], "hands": {"1": "3-0 4-2", "2": "5-5"}, "stock": "2-1 1-0",
                      "turn": 1, "leader": 1}}
    ]})  # fmt: skip
    piped = domsim("explore", "-", stdin=record).stdout.splitlines()
    assert piped[2:] == domsim("explore", path).stdout.splitlines()[2:]


def refused(*args: object) -> tuple[int, str, str]:
    """Return exit code, stdout and the first line of stderr."""
    result = domsim("explore", *args)
    return result.exit_code, result.stdout, result.stderr.partition("\n")[0]


def test_what_is_no_single_scenario_is_exit_code_2(tmp_path: Path):
    written(tmp_path, t=WITH_A_STOCK, rules="name: x\nmatch: {target: 1}\n")
    assert refused("nosuch.yaml") == (
        2, "", "error[no-input]: there is no file or folder nosuch.yaml"
    )  # fmt: skip
    assert refused("rules.yaml") == (2, "", "error[not-a-scenario]: this is no scenario")
    assert refused(".") == (2, "", "error[several-scenarios]: there is more than one scenario")


def test_the_report_does_not_replace_the_scenario(tmp_path: Path):
    (path,) = written(tmp_path, t=WITH_A_STOCK)
    code, _, message = refused("t.yaml", "-o", "t.yaml")
    assert (code, message.partition(":")[0]) == (2, "error[output-is-input]")
    assert path.read_text(encoding="utf-8") == WITH_A_STOCK


@pytest.mark.parametrize("option", ["--from-play", "--max-positions"])
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_numbers_begin_at_one(tmp_path: Path, option: str, value: str):
    written(tmp_path, t=WITH_A_STOCK)
    result = domsim("explore", "t.yaml", option, value)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_hand_that_is_over_is_exit_code_2(tmp_path: Path):
    written(tmp_path, t=PLAYED_OUT)
    result = domsim("explore", "t.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "error[hand-over]: the last hand is over, so nothing can follow",
        "  --> t.yaml:4:3",
        "  |",
        "4 | - position:",
        "  |   ^^^^^^^^^",
        "help: --from-play N explores the position before its N-th written play",
    ]


def test_a_search_that_is_given_up_is_exit_code_2(tmp_path: Path):
    # WITH_A_STOCK has 8 positions.
    written(tmp_path, t=WITH_A_STOCK)
    assert domsim("explore", "t.yaml", "--max-positions", 8).exit_code == 0
    code, out, message = refused("t.yaml", "--max-positions", 7)
    assert (code, out) == (2, "")
    assert message == (
        "error[too-many-positions]: more than 7 positions can follow; the search was given up"
    )


def test_as_json_a_refusal_is_the_one_object_on_stdout(tmp_path: Path):
    written(tmp_path, t=WITH_A_STOCK)
    result = domsim("explore", "t.yaml", "--max-positions", 7, "--format", "json")
    assert (result.exit_code, result.stderr) == (2, "")
    data = only_json(result.stdout)
    assert (data["schema"], data["ok"]) == ("domsim.explore/1", False)
    assert [finding["code"] for finding in data["findings"]] == ["too-many-positions"]


def test_a_whole_hand_is_too_large_and_the_help_names_a_way(tmp_path: Path):
    written(tmp_path, t="rules: one-table-200\nhands: [{deal: {seed: 1}}]\n")
    result = domsim("explore", "t.yaml", "--max-positions", 2_000)
    assert result.exit_code == 2
    assert "--from-play" in result.stderr
