"""Conformance cases: the states of a hand, their check by replay, and the choice of hands."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cli.running import domsim, only_json
from helpers import Hands, dealt, position, rules_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario.support import play
from simulate.support import replayed, rules_with

from domsim.report.json_text import json_line
from domsim.rules.bundled import bundled_names
from domsim.scenario.export import RulesReference
from domsim.scenario.results import Check
from domsim.scenario.states import legal_moves
from domsim.simulate.setup import make_plan
from domsim.verify.branches import branches
from domsim.verify.cases import CaseWriter, Choice, Scan, choose, scan

BUNDLED = pytest.mark.parametrize("name", bundled_names())

# --- the states of a hand, written out by hand

# Seat 1 lays 6-4 on the left of two sixes. Seat 2 draws 2-1, which does not fit, and 6-1, which
# fits the 6 on the right. Seat 1 goes out with 1-0: seat 2 keeps 1-1 + 0-0 + 2-1 = 5 pips.
DRAW_TWICE = """\
rules: draw-100
hands:
- position:
    line: 6-6 6-5 5-5 5-4 4-4 4-3 3-3 3-2 2-2 2-6
    hands: {1: 6-4 1-0, 2: 1-1 0-0}
    stock: 2-1 6-1 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    turn: 1
    leader: 1
  plays: 1:6-4 2:+2-1 2:+6-1 2:6-1 1:1-0
  states:
  - turn: 1
    ends: [6, 6]
    hands: {1: 1-0 6-4, 2: 0-0 1-1}
    stock: 2-1 6-1 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [0, 0]
    legal: [6-4L]
  - turn: 2
    ends: [4, 6]
    hands: {1: 1-0, 2: 0-0 1-1}
    stock: 2-1 6-1 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [0, 0]
    legal: [draw]
  - turn: 2
    ends: [4, 6]
    hands: {1: 1-0, 2: 0-0 1-1 2-1}
    stock: 6-1 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [0, 0]
    legal: [draw]
  - turn: 2
    ends: [4, 6]
    hands: {1: 1-0, 2: 0-0 1-1 2-1 6-1}
    stock: 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [0, 0]
    legal: [6-1R]
  - turn: 1
    ends: [4, 1]
    hands: {1: 1-0, 2: 0-0 1-1 2-1}
    stock: 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [0, 0]
    legal: [1-0R]
  - turn:
    ends: [4, 0]
    hands: {1: "", 2: 0-0 1-1 2-1}
    stock: 2-0 3-0 3-1 4-0 4-1 4-2 5-0 5-1 5-2 5-3 6-0 6-3
    scores: [5, 0]
    legal: []
"""

# The ends are 5 and 4. Seat 1 lays 4-0 on the right, seat 2 lays 6-5 on the left, seat 3 6-6,
# seat 4 6-3. Seat 1 lays 3-2 on the 3, and seat 2, stuck on 2 and 0, discards its last tile.
DISCARD = """\
rules: gaple
hands:
- position:
    line: 5-1 1-6 6-0 0-3 3-3 3-5 5-0 0-1 1-3 3-4 4-1 1-1 1-2 2-4
    hands: {1: 0-0 4-0 3-2, 2: 4-4 6-5, 3: 5-5 6-6, 4: 6-3 5-4}
    discards: {1: 6-4, 4: 2-2}
    leader: 2
    last: 4
    turn: 1
  plays: 1:4-0R 2:6-5L 3:6-6L 4:6-3L 1:3-2L 2:x4-4
  states:
  - {turn: 1, ends: [5, 4], discards: {1: 6-4, 4: 2-2}, legal: 4-0R}
  - {turn: 2, ends: [5, 0], discards: {1: 6-4, 4: 2-2}, legal: 6-5L}
  - {turn: 3, ends: [6, 0], discards: {1: 6-4, 4: 2-2}, legal: 6-6L}
  - {turn: 4, ends: [6, 0], discards: {1: 6-4, 4: 2-2}, legal: 6-3L}
  - {turn: 1, ends: [3, 0], discards: {1: 6-4, 4: 2-2}, legal: 0-0R 3-2L}
  - {turn: 2, ends: [2, 0], discards: {1: 6-4, 4: 2-2}, legal: x4-4}
  - {discards: {1: 6-4, 2: 4-4, 4: 2-2}, hands: {2: ""}, legal: []}
"""


def checks(text: str) -> list[Check]:
    """Replay a scenario and return its checks."""
    return list(play(text).checks)


def told(text: str) -> list[tuple[str, Any, Any]]:
    """Return what a scenario expects and did not get: field, expected, actual."""
    return [(c.field, c.expected, c.actual) for c in checks(text) if not c.ok]


@pytest.mark.parametrize(("text", "count"), [(DRAW_TWICE, 6), (DISCARD, 7)])
def test_there_is_a_state_before_every_event_and_one_at_the_end(text: str, count: int):
    (check,) = checks(text)
    assert (check.hand, check.field, check.ok) == (1, "states", True)
    assert check.expected == check.actual == count


MISTAKES = {
    "turn": ("  - turn: 2", "  - turn: 1", "states[1].turn", 1, 2),
    "ends": ("ends: [4, 1]", "ends: [1, 4]", "states[4].ends", [1, 4], [4, 1]),
    "hand": ("2: 0-0 1-1 2-1 6-1}", "2: 0-0 1-1 2-1}", "states[3].hands.2",
             "0-0 1-1 2-1", "0-0 1-1 2-1 6-1"),
    "scores": ("scores: [5, 0]", "scores: [6, 0]", "states[5].scores", [6, 0], [5, 0]),
    "a move too many": ("[6-4L]", "[6-4L, 6-4R]", "states[0].legal", "6-4L 6-4R", "6-4L"),
    "another move": ("[draw]", "[pass]", "states[1].legal", "pass", "draw"),
    "no move at all": ("[1-0R]", "[]", "states[4].legal", "", "1-0R"),
}  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "field", "expected", "actual"), MISTAKES.values(),
                         ids=MISTAKES)  # fmt: skip
def test_a_wrong_state_is_named_with_its_number_and_its_field(
    right: str, wrong: str, field: str, expected: Any, actual: Any
):
    assert told(DRAW_TWICE.replace(right, wrong, 1)) == [(field, expected, actual)]


def test_a_stock_in_another_order_is_another_stock():
    text = DRAW_TWICE.replace("stock: 6-1 2-0", "stock: 2-0 6-1")
    ((field, expected, actual),) = told(text)
    assert (field, expected[:7], actual[:7]) == ("states[2].stock", "2-0 6-1", "6-1 2-0")


def test_a_discard_that_is_not_told_is_missed():
    text = DISCARD.replace("{1: 6-4, 2: 4-4, 4: 2-2}", "{1: 6-4, 4: 2-2}")
    assert told(text) == [("states[6].discards.2", "", "4-4")]


def test_the_check_says_before_which_move_it_was_and_that_the_last_is_the_end():
    wrong = DRAW_TWICE.replace("[1-0R]", "[]").replace("[5, 0]", "[0, 5]")
    assert [check.why for check in checks(wrong)] == ["before 1:1-0R", "at the end"]


def test_a_state_that_is_missing_is_missed():
    *kept, _last = DISCARD.splitlines()
    text = "\n".join(kept)
    assert told(text) == [("states", 6, 7)]


def test_any_part_of_a_state_in_any_order_will_do():
    """Tiles and moves are compared as sets, and a tile may be written low-high."""
    text = DISCARD.replace("legal: 0-0R 3-2L", "legal: [2-3L, 0-0R], hands: {1: 2-3 0-0}")
    assert told(text) == []


def test_forced_actions_that_are_left_out_of_the_plays_have_states_too():
    """Seat 2 draws twice before it plays; the script names only the play."""
    assert told(DRAW_TWICE.replace("2:+2-1 2:+6-1 ", "")) == []


def test_replay_names_the_hand_the_state_the_field_and_both_values(tmp_path: Path):
    path = tmp_path / "wrong.yaml"
    path.write_text(DRAW_TWICE.replace("[6-4L]", "[6-4R]"), encoding="utf-8")
    result = domsim("replay", path)
    assert result.exit_code == 1
    assert "hand 1, states[0].legal: expected 6-4R, got 6-4L" in result.output
    data = only_json(domsim("replay", path, "--format", "json").stdout)
    assert data["scenarios"][0]["checks"] == [{
        "hand": 1, "field": "states[0].legal", "expected": "6-4R", "actual": "6-4L", "ok": False,
        "why": "before 1:6-4L",
    }]  # fmt: skip


# --- the legal moves

ONE_EACH = {1: "6-6 6-4 2-1 5-0", 2: "4-3", 3: "3-3", 4: "1-1"}
MOVES = {
    "both of two different ends": ((6, 4), "6-4L 6-4R 6-6L"),
    "two equal ends are one placement": ((6, 6), "6-4L 6-6L"),
    "the left end before the right": ((1, 2), "2-1L 2-1R"),
    "in the order of the tiles": ((2, 0), "2-1L 5-0R"),
    "nothing fits": ((3, 3), "pass"),
}


@pytest.mark.parametrize(("ends", "legal"), MOVES.values(), ids=MOVES)
def test_legal_moves_stand_in_one_order(ends: tuple[int, int], legal: str):
    rules = rules_of("gbs-pairs-points")
    assert " ".join(legal_moves(rules, position(rules, ONE_EACH, ends))) == legal


FIVE_DOUBLES: Hands = {
    1: "0-0 1-1 2-2 3-3 4-4 1-0 2-0", 2: "3-0 4-0 5-0 6-0 2-1 3-1 4-1",
    3: "5-1 6-1 3-2 4-2 5-2 6-2 4-3", 4: "5-3 6-3 5-4 6-4 5-5 6-5 6-6",
}  # fmt: skip


def test_whoever_may_fold_may_do_so_out_of_turn():
    """Seat 4 holds 6-6 and must lead it; seat 1 was dealt five doubles."""
    rules = rules_of("one-table-200")
    assert legal_moves(rules, dealt(rules, FIVE_DOUBLES)) == ["6-6", "1:fold"]


def test_later_hands_are_led_with_any_tile():
    rules = rules_of("gbs-pairs-points")
    state = dealt(rules, FIVE_DOUBLES, leader=2)
    assert " ".join(legal_moves(rules, state)) == "2-1 3-0 3-1 4-0 4-1 5-0 6-0"


# --- the choice of cases


@cache
def looked(name: str, *changes: str) -> Scan:
    """Look at hands of a rule set, seed 7."""
    loaded = rules_with(name, *changes)
    plan = make_plan(loaded, 7, ["random"] * loaded.codes.seats)
    return scan(loaded, plan, look=1500)


def cases(name: str, chosen: list[Choice]) -> list[dict[str, Any]]:
    """Return chosen hands as records."""
    writer = CaseWriter(rules_with(name), looked(name), RulesReference(name, {}))
    return [writer.case(choice) for choice in chosen]


def shown(chosen: list[Choice]) -> int:
    """Return the branches that the chosen hands show."""
    mask = 0
    for choice in chosen:
        mask |= choice.mask
    return mask


@BUNDLED
def test_thirty_cases_show_every_branch_that_was_met(name: str):
    assert shown(choose(looked(name), 30)) == looked(name).shown


@BUNDLED
def test_the_cases_replay_with_all_their_states_and_expectations(name: str):
    for record in cases(name, choose(looked(name), 12)):
        result = replayed(record)
        assert result.ok, [check for check in result.checks if not check.ok]
        (hand,) = record["hands"]
        assert len(hand["states"]) == len(hand["plays"].split()) + 1
        assert len(result.checks) == len(hand["expect"]) + len(record["expect"]) + 1


def test_rare_branches_are_as_frequent_as_the_others_allow():
    """A lock that is tied is one hand in sixty; of the cases it is one in eight or more."""
    found = looked("one-table-200")
    tied = 1 << [branch.name for branch in found.branches].index("tie-locker")
    simulated = sum(len(hands) for mask, hands in found.found.items() if mask & tied)
    assert simulated < found.hands / 50
    chosen = choose(found, 80)
    assert sum(1 for choice in chosen if choice.mask & tied) >= 10


def test_no_hand_is_chosen_twice_and_fewer_cases_are_the_beginning_of_more():
    chosen = choose(looked("gaple"), 200)
    assert len({choice.address for choice in chosen}) == 200
    assert choose(looked("gaple"), 5) == chosen[:5]


def test_more_cases_than_were_looked_at_are_all_there_are():
    found = looked("gaple-five")
    assert len(choose(found, 10**6)) == found.hands


def test_folding_is_shown_where_the_rules_allow_it():
    record = next(
        record for record in cases("one-table-200", choose(looked("one-table-200"), 30))
        if record["hands"][0]["expect"]["end"] == "folded"
    )  # fmt: skip
    first, last = record["hands"][0]["states"]
    assert record["scenario"].endswith(", folding")
    assert record["hands"][0]["plays"] in [move for move in first["legal"] if "fold" in move]
    assert (last["turn"], last["legal"], last["hands"]) == (None, [], first["hands"])


def test_a_case_says_what_it_shows_and_where_it_comes_from():
    (record,) = cases("gbs-pairs-points", choose(looked("gbs-pairs-points"), 1))
    names = record["about"].removeprefix("shows ").split(", ")
    assert set(names) <= {branch.name for branch in looked("gbs-pairs-points").branches}
    assert record["scenario"].startswith("gbs-pairs-points: seed 7, match ")


def rebuilt(record: Mapping[str, Any]) -> dict[str, Any]:
    """Write a record anew from its deal, its start and its plays alone."""
    (hand,) = record["hands"]
    keys = ("scenario", "rules", "start")
    bare = {"deal": hand["deal"], "plays": hand["plays"], "states": []}
    return {key: record[key] for key in keys} | {"hands": [bare]}


@pytest.mark.parametrize("name", ["gaple", "gbs-duel-points", "one-table-200"])
def test_a_record_stands_alone(name: str):
    """Its start, deal and plays are enough for every state, whatever was before it."""
    for record in reversed(cases(name, choose(looked(name), 12))):
        (hand,) = replayed(rebuilt(record)).hands
        assert list(hand.states) == record["hands"][0]["states"]
        assert list(hand.scores) == record["hands"][0]["expect"]["scores"]


def test_a_leader_whom_chance_named_is_given():
    """Gaple's first hand is led by a random seat, which no other program could guess."""
    chosen = choose(looked("gaple"), 40)
    starts = [record["start"] for record in cases("gaple", chosen)]
    opening = [start for start in starts if start["hand"] == 1]
    assert opening
    assert all("leader" in start for start in starts)


def test_a_leader_whom_the_opening_rule_names_again_must_lead_its_tile():
    """Under as-first-hand the holder of 6-6 leads every hand, and with that tile."""
    changes = ("opening.after_out=as-first-hand", "opening.after_block=as-first-hand")
    found = looked("one-table-200", *changes)
    overrides = {change.split("=")[0]: change.split("=")[1] for change in changes}
    reference = RulesReference("one-table-200", overrides)
    writer = CaseWriter(rules_with("one-table-200", *changes), found, reference)
    records = [writer.case(choice) for choice in choose(found, 12)]
    later = [r for r in records if r["start"]["hand"] > 1 and "opening" not in r["start"]]
    assert later
    for record in later:
        assert record["start"]["by_rule"] is True
        assert record["hands"][0]["states"][0]["legal"][0] == "6-6"
    assert all(replayed(record).ok for record in records)


def test_a_hand_that_is_blocked_as_it_is_dealt_begins_at_the_scores_before_it():
    """Two players with one tile each: often neither fits the tile turned up."""
    changes = ("table.players=2", "table.hand_size=1")
    found = looked("gaple", *changes)
    reference = RulesReference("gaple", {"table.players": 2, "table.hand_size": 1})
    writer = CaseWriter(rules_with("gaple", *changes), found, reference)
    records = [writer.case(choice) for choice in choose(found, 20)]
    still = [record for record in records if not record["hands"][0]["plays"]]
    assert still
    for record in still:
        (hand,), start = record["hands"], record["start"]["scores"]
        (award,), (state,) = hand["expect"]["awards"], hand["states"]
        assert (hand["expect"]["end"], state["turn"], state["legal"]) == ("blocked", None, [])
        assert sum(state["scores"]) == sum(start) + award["paid"]
        assert replayed(record).ok


@settings(max_examples=20)
@given(st.data())
def test_a_change_of_any_state_of_any_case_is_found(data: st.DataObject):
    name = data.draw(st.sampled_from(bundled_names()))
    (record,) = cases(name, [data.draw(st.sampled_from(choose(looked(name), 12)))])
    states = record["hands"][0]["states"]
    number = data.draw(st.integers(0, len(states) - 1))
    state = states[number]
    field = data.draw(st.sampled_from(["turn", "legal", "scores"]))
    wrong = {
        "turn": 1 if state["turn"] != 1 else 2,
        "legal": [*state["legal"], "9-9L"],
        "scores": [state["scores"][0] + 1, *state["scores"][1:]],
    }
    state[field] = wrong[field]
    failed = [check for check in replayed(record).checks if not check.ok]
    assert [check.field for check in failed] == [f"states[{number}].{field}"]


# --- the command


def test_export_writes_cases_that_replay_and_says_what_they_show(tmp_path: Path):
    path = tmp_path / "cases.jsonl"
    words = ("export", "gbs-duel-points", "--cases", "25", "--seed", "3")
    result = domsim(*words, "-o", path)
    assert (result.exit_code, result.stdout) == (0, "")
    everything = sum(1 for b in branches(rules_with("gbs-duel-points")) if b.unreachable is None)
    assert result.stderr == f"25 cases show {everything} of {everything} branches\n"
    assert domsim("replay", path).stdout.endswith("25 scenarios, 25 as expected\n")
    assert domsim("validate", path).exit_code == 0
    assert domsim(*words).stdout == path.read_text(encoding="utf-8")


def test_the_line_for_cases_in_the_help_works_as_it_stands():
    line = next(x for x in domsim("export", "--help").stdout.splitlines() if "For cases:" in x)
    result = domsim(*line.split("domsim ")[1].split())
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 20)


def test_too_few_cases_say_what_is_not_shown():
    result = domsim("export", "gaple", "--cases", "1", "--seed", "3")
    assert result.stderr.startswith("1 case shows ")
    assert "more cases would also show: " in result.stderr
    assert len(result.stdout.splitlines()) == 1


def test_overrides_and_rule_files_are_named_as_a_scenario_names_them(tmp_path: Path):
    rules = tmp_path / "ours.yaml"
    rules.write_text("name: ours\nextends: gaple\n", encoding="utf-8")
    path = tmp_path / "cases.jsonl"
    words = ("--cases", "2", "--seed", "1", "--set", "match.target=40", "-o", path)
    assert domsim("export", rules, *words).exit_code == 0
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(r["rules"], r["set"]) for r in records] == [("ours.yaml", {"match.target": 40})] * 2
    assert domsim("replay", path).exit_code == 0


BAD_USAGE = {
    "neither": ((), "give --match or --cases"),
    "both": (("--match", "1", "--cases", "2"), "give --match or --cases"),
    "a hand of cases": (("--hand", "1", "--cases", "2"), "--hand goes with --match"),
    "yaml": (("--cases", "2", "--format", "yaml"), "written as JSON Lines"),
    "none": (("--cases", "0"), "Invalid value for '--cases'"),
}


@pytest.mark.parametrize(("words", "message"), BAD_USAGE.values(), ids=BAD_USAGE)
def test_bad_usage_of_export(words: tuple[str, ...], message: str):
    result = domsim("export", "gaple", "--seed", "1", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


def test_a_record_is_one_line_of_json_with_sorted_keys():
    (record,) = cases("gaple", choose(looked("gaple"), 1))
    assert json.loads(json_line(record)) == record
