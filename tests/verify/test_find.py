"""``domsim find``: the first hands of a seed that satisfy conditions."""

from dataclasses import replace

import pytest

from domsim.engine.batch import begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.state import HAND, OVER, new_state, next_hand
from domsim.engine.watch import HEAD, all_hold
from domsim.rules.loader import load_rules
from domsim.simulate.compiled import available
from domsim.simulate.finds import Find, counted, kept
from domsim.simulate.plan import Plan
from domsim.simulate.run import Length, run
from domsim.simulate.setup import make_plan
from domsim.verify.find import find
from domsim.verify.where import parse_condition, watch_of
from tests.cli.running import domsim, only_json

LOADED = load_rules("one-table-200")


def plan(**changes) -> Plan:
    return replace(make_plan(LOADED, 7, ["random"] * 4), **changes)


def conditions(*texts):
    return [parse_condition(text, LOADED.codes) for text in texts]


def plain_search(wanted, hands):
    """Look at hand after hand in a plain loop."""
    codes, here, state, found, seen, match = LOADED.codes, plan(), new_state(), [], 0, 0
    watch = watch_of([wanted], 1, stop=False)
    while seen < hands:
        begin_match(codes, state, match, here.start_scores)
        while True:
            deal(codes, state, here.seed)
            play_hand(codes, state, here.players, here.fold_policy)
            seen += 1
            if all_hold(codes, state, watch, HEAD + 1, len(wanted)):
                found.append(Find(match, state[HAND]))
            if state[OVER]:
                break
            next_hand(state)
        match += 1
    return found


def test_the_first_hands_in_the_order_of_matches_are_found():
    wanted = conditions("end=blocked", "points>=80")
    search = find(plan(), wanted, 1_000, 3)
    assert list(search.found) == plain_search(wanted, 1_000)[:3]


def test_the_search_stops_after_the_match_that_completes_it():
    wanted = conditions("clause=capicua")
    (first,) = find(plan(), wanted, 10_000, 1).found
    search = find(plan(), wanted, 10_000, 1)
    played = run(plan(), Length(matches=first.match + 1)).tally
    assert search.hands == played[0]


ENGINES = [False, pytest.param(True, marks=pytest.mark.skipif(not available(), reason="no numba"))]


@pytest.mark.parametrize("compiled", ENGINES, ids=["interpreted", "compiled"])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_chunks_and_engine_change_nothing(compiled, size):
    watch = watch_of([conditions("withheld.capicua=does-not-fit")], 4, stop=True)
    outcome = run(plan(watch=watch, compiled=compiled), Length(hands=5_000), size=size)
    reference = run(plan(watch=watch), Length(hands=5_000), size=50)
    assert outcome.tally == reference.tally


def test_all_are_counted_where_the_search_does_not_stop():
    wanted = conditions("end=blocked", "points>=80")
    watch = watch_of([wanted, conditions("end=folded")], 2, stop=False)
    tally = run(plan(watch=watch), Length(hands=1_000)).tally
    every = plain_search(wanted, 1_000)
    assert counted(watch, tally, 0) == len(every)
    assert kept(watch, tally, 0) == every[:2]
    assert (counted(watch, tally, 1), kept(watch, tally, 1)) == (0, [])


def test_nothing_found_exits_1_and_says_how_rare_it_must_be():
    # Only a hand's own points reach 200 under one-table, so two sides never do.
    result = domsim(
        "find", "one-table-200", "--where", "several-reached=yes", "--seed", 7, "--max-hands", 500
    )
    assert result.exit_code == 1
    assert result.output.startswith("nothing found: no hand with several-reached=yes in 50")


def test_rare_scores_are_reached_by_beginning_there():
    found = find(
        replace(plan(), start_scores=(0, 180, 180, 0, 0, 0, 0)),
        conditions("withheld.straight-pass=does-not-fit"), 2_000, 1,
    ).found  # fmt: skip
    assert found


def test_what_is_found_is_exported_and_replays(tmp_path):
    where = ["--where", "clause=straight-pass", "--where", "winner!=leader"]
    result = domsim(
        "find", "gaple-five", "--where", "tie-broken=lightest", "--seed", 3, "--limit", 2,
        "--save", tmp_path / "found",
    )  # fmt: skip
    assert result.exit_code == 0
    assert domsim("replay", tmp_path / "found").exit_code == 0
    assert len(list((tmp_path / "found").iterdir())) == 2
    saved = domsim("find", "one-table-200", *where, "--seed", 3, "--save", tmp_path / "one.yaml")
    assert saved.exit_code == 0
    assert domsim("replay", tmp_path / "one.yaml").exit_code == 0


def test_json_names_where_what_and_how_often():
    result = domsim(
        "find", "one-table-200", "--where", "clause=capicua", "--seed", 7, "--format", "json"
    )
    data = only_json(result.stdout)
    assert data["schema"] == "domsim.find/1"
    assert data["found"] == [{"match": 4, "hand": 9}]
    assert data["where"] == ["clause=capicua"]


@pytest.mark.parametrize("scores", ["1", "1,2,3", "a,b", "200,0", "-1,0"])
def test_start_scores_that_make_no_sense_are_refused(scores):
    result = domsim(
        "find", "one-table-200", "--where", "end=out", f"--start-scores={scores}", "--seed", 1
    )
    assert result.exit_code == 2
    assert "--start-scores" in result.output
