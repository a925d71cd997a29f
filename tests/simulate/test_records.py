"""Records: one line a hand that replays to the same result, the same bytes for any workers."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from cli.running import domsim, only_json

from domsim.engine.players import PLAYERS
from domsim.engine.tally import ALL_DISCARDS, ALL_DRAWS, ALL_PASSES, ALL_PLAYS, FOLDED, HANDS_PLAYED
from domsim.rules.bundled import bundled_names
from domsim.simulate.run import Length, run

from .support import (
    ENGINES,
    NEEDS_NUMBA,
    READS_PEAKS,
    peak_kilobytes,
    replayed,
    simulation,
)

EVERY_PLAYER = ",".join(PLAYERS)


def recorded(folder: Path, rules: str, *options: object) -> Path:
    """Simulate with records and return their file."""
    file = folder / "hands.jsonl"
    found = domsim("simulate", rules, "--seed", 7, "--records", file, *options)
    assert found.exit_code == 0, found.stderr
    return file


def hands_in(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def assert_replays(file: Path) -> list[dict]:
    """Replay a file of records; every one must come out as recorded. Return the scenarios."""
    found = domsim("replay", file, "--format=json")
    data = only_json(found.stdout)
    assert (found.exit_code, data["ok"], data["findings"]) == (0, True, [])
    assert len(data["scenarios"]) == len(hands_in(file))
    assert all(len(scenario["checks"]) >= 12 for scenario in data["scenarios"])
    return data["scenarios"]


# --- every hand replays


@pytest.mark.parametrize("name", bundled_names())
def test_every_record_replays_as_it_was_played(name, tmp_path):
    scenarios = assert_replays(recorded(tmp_path, name, "--hands", 60))
    hands = [scenario["hands"][0] for scenario in scenarios]
    for before, after in pairwise(hands):
        if before["next_leader"] is not None:
            follows = (before["number"] + 1, before["next_leader"], before["scores"])
            assert (after["number"], after["leader"], after["scores_before"]) == follows
        else:
            assert (after["number"], set(after["scores_before"])) == (1, {0})


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        pytest.param("one-table-200", ["--players", EVERY_PLAYER], id="players by seat"),
        pytest.param("one-table-200", ["--set", "match.target=60"], id="a target"),
        pytest.param("gaple", ["--set", "table.players=3"], id="three players"),
        pytest.param(
            "gbs-duel-points", ["--set", "turn.stuck=draw-one", "--set", "table.stock_floor=2"],
            id="drawing one, but not the last two",
        ),
        pytest.param(
            "block-100", ["--set", "table.tiles=double-nine", "--set", "table.hand_size=15"],
            id="double-nine",
        ),
    ],
)  # fmt: skip
def test_records_name_what_was_changed(rules, options, tmp_path):
    file = recorded(tmp_path, rules, "--hands", 60, *options)
    assert_replays(file)
    settings = dict(text.split("=") for text in options if "=" in text)
    written = json.loads(hands_in(file)[0]).get("set", {})
    assert {path: str(value) for path, value in written.items()} == settings


@pytest.mark.parametrize(
    "fold", [["--fold", "always"], ["--set", "fold.rule=must"]], ids=["may fold", "must fold"]
)
def test_folded_hands_are_recorded_too(fold, tmp_path):
    options = ["--set", "fold.doubles=4", "--hands", 150]
    scenarios = assert_replays(recorded(tmp_path, "one-table-200", *fold, *options))
    folded = [s["hands"][0] for s in scenarios if s["hands"][0]["end"] == "folded"]
    assert len(folded) > 5
    assert all([e["action"] for e in hand["events"]] == ["fold"] for hand in folded)
    assert any(hand["number"] == 1 for hand in folded)


def test_records_begin_at_the_start_scores():
    recorder = simulation("one-table-200", start_scores=(150, 190)).recorder
    for record in recorder.stretch(0, 10, 0, 1):
        assert replayed(record).ok
        if record["start"]["hand"] == 1:
            assert record["start"]["scores"] == [150, 190]


# --- a rule set given by file

HOUSE = "name: house\nextends: one-table-200\nmatch: {target: 60}\n"


def test_a_rule_set_is_named_as_seen_from_the_records(tmp_path, monkeypatch):
    (tmp_path / "rules").mkdir()
    (tmp_path / "runs" / "today").mkdir(parents=True)
    (tmp_path / "rules" / "house.yaml").write_text(HOUSE)
    monkeypatch.chdir(tmp_path / "rules")
    folder = Path("..") / "runs" / "today"
    file = recorded(folder, "house.yaml", "--hands", 30, "--set", "fold.rule=none")
    record = json.loads(hands_in(file)[0])
    assert (record["rules"], record["set"]) == ("../../rules/house.yaml", {"fold.rule": "none"})
    monkeypatch.chdir(tmp_path)
    (scenario, *_) = assert_replays(Path("runs/today/hands.jsonl"))
    assert scenario["rules"]["name"] == "house"


# --- samples

WAYS = [
    pytest.param(["--workers", workers, "--chunk", chunk], id=f"{workers} workers, {chunk} a chunk")
    for workers, chunk in ((1, 1), (1, 7), (2, 3), (3, 5))
]


@pytest.fixture(scope="module")
def every_hand(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the records of 200 hands, written by one process."""
    file = recorded(tmp_path_factory.mktemp("all"), "one-table-200", "--hands", 200)
    return hands_in(file)


@pytest.mark.parametrize("way", WAYS)
def test_records_are_the_same_bytes(way, tmp_path, every_hand):
    assert hands_in(recorded(tmp_path, "one-table-200", "--hands", 200, *way)) == every_hand


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("every", [2, 7, 1000])
def test_a_sample_is_every_so_many_hands_of_the_run(every, way, tmp_path, every_hand):
    options = ["--hands", 200, "--sample", every, *way]
    assert hands_in(recorded(tmp_path, "one-table-200", *options)) == every_hand[::every]


@pytest.mark.parametrize("compiled", ENGINES)
def test_records_are_of_the_hands_that_were_counted(compiled):
    game = simulation("gbs-duel-points", players=PLAYERS, compiled=compiled)
    tally = run(game.plan, Length(matches=20)).tally
    hands = [replayed(record).hands[0] for record in game.recorder.stretch(0, 20, 0, 1)]
    actions = [event.action for hand in hands for event in hand.events]
    assert (len(hands), tally[FOLDED]) == (tally[HANDS_PLAYED], 0)
    counts = [actions.count(action) for action in ("play", "pass", "draw", "discard")]
    assert counts == [tally[slot] for slot in (ALL_PLAYS, ALL_PASSES, ALL_DRAWS, ALL_DISCARDS)]


def test_the_report_is_the_same_with_records_and_without(tmp_path):
    words = ["simulate", "gaple", "--hands", 100, "--seed", 7, "--format=json"]
    with_records = domsim(*words, "--records", tmp_path / "hands.jsonl")
    assert with_records.stdout == domsim(*words).stdout


# --- faults


def test_a_sample_needs_records():
    found = domsim("simulate", "gaple", "--sample", 2)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--sample goes with --records" in found.stderr


def test_records_that_cannot_be_written_are_an_error(tmp_path):
    found = domsim("simulate", "gaple", "--hands", 9, "--records", tmp_path / "no" / "hands.jsonl")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "error[unwritable-file]: cannot write" in found.stderr


# --- memory


@READS_PEAKS
@pytest.mark.parametrize("engine", ["python", pytest.param("numba", marks=NEEDS_NUMBA)])
def test_memory_does_not_grow_with_the_run(engine, tmp_path):
    def peak(hands: int) -> int:
        words = ["simulate", "gaple", "--seed", 7, "--workers", 1, "--engine", engine]
        return peak_kilobytes(*words, "--hands", hands, "--records", tmp_path / f"{hands}.jsonl")

    # In kilobytes; as text alone, what is written more takes 3 MB.
    assert peak(6_000) - peak(1_000) < 1_500
    sizes = [(tmp_path / f"{hands}.jsonl").stat().st_size for hands in (1_000, 6_000)]
    assert sizes[1] - sizes[0] > 3_000_000
