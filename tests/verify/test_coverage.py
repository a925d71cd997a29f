"""``domsim coverage``: which branches of a rule set the scenarios reach."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domsim.rules.bundled import bundled_names
from domsim.rules.loader import LoadedRules, digest, load_rules, override
from domsim.rules.lowering import lower
from domsim.simulate.setup import make_plan
from domsim.verify.branches import branches
from domsim.verify.coverage import cover, simulate_coverage
from tests.cli.running import ROOT, domsim, only_json
from tests.helpers import random_rule_sets


def names(name, *changes):
    loaded = load_rules(name, [override(change) for change in changes])
    return {branch.name: branch.unreachable for branch in branches(loaded)}


@pytest.mark.parametrize("name", bundled_names())
def test_the_bundled_scenarios_reach_every_reachable_branch(name):
    result = domsim("coverage", name, ROOT / "scenarios" / name, "--require-all")
    assert result.exit_code == 0, result.output


def test_one_table_cannot_bring_two_sides_to_200_in_one_hand():
    assert names("one-table-200")["match-several"] == (
        "only the winner of the hand can reach the target in it"
    )


def test_without_the_limit_it_can():
    free = names("one-table-200", "bonuses.straight_pass.limit=none")
    assert free["match-several"] is None
    assert free["match-won-by-draw"] == "a tie is always broken"


def test_the_branches_follow_the_values():
    one = names("one-table-200")
    assert "capicua-does-not-fit" in one
    assert "come-out-pass-partner-passed" in one
    assert "discard" not in one
    other = names("one-table-200", "bonuses.capicua.points=0", "bonuses.come_out_pass.points=0")
    assert not any(name.startswith(("capicua", "come-out")) for name in other)
    assert "tie-lower-number" in names("gaple")
    assert "straight-pass-shown-only" in names("gbs-pairs-wins")
    assert "stock-exhausted" in names("draw-100")


def test_an_untouched_branch_exits_1_only_where_all_are_required(tmp_path):
    source = ROOT / "scenarios" / "one-table-200" / "capicua-paid.yaml"
    assert domsim("coverage", "one-table-200", source).exit_code == 0
    result = domsim("coverage", "one-table-200", source, "--require-all")
    assert result.exit_code == 1
    assert "untouched: " in result.output


def test_scenarios_under_other_rules_are_left_out():
    result = domsim("coverage", "one-table-200", ROOT / "scenarios" / "gaple", "--format", "json")
    data = only_json(result.stdout)
    assert data["scenarios"] == 0
    assert data["other_rules"] > 10
    assert data["ok"] is False


def test_simulated_frequencies_stand_beside_the_scenarios():
    result = domsim(
        "coverage", "gaple", ROOT / "scenarios" / "gaple", "--hands", 2_000, "--seed", 7,
        "--format", "json",
    )  # fmt: skip
    branch = {b["branch"]: b for b in only_json(result.stdout)["branches"]}
    # Every hand under Gaple is decided, so nothing is led after a drawn hand.
    assert branch["lead-after-draw"]["simulated"] == 0
    assert branch["out"]["simulated"] + branch["block-won-by-locker"]["simulated"] < 2_100
    assert branch["out"]["rate"] == pytest.approx(0.70, abs=0.05)


def test_missing_branches_are_searched_shortened_and_written(tmp_path):
    source = ROOT / "scenarios" / "one-table-200" / "capicua-paid.yaml"
    folder = tmp_path / "missing"
    domsim("coverage", "one-table-200", source, "--seed", 7, "--write-missing", folder)
    assert (folder / "come-out-pass-partner-passed.yaml").is_file()
    assert domsim("replay", folder).exit_code == 0
    result = domsim("coverage", "one-table-200", source, folder, "--require-all")
    assert result.exit_code == 0, result.output


@given(rules=random_rule_sets(), seed=st.integers(0, 1000))
@settings(max_examples=60)
def test_no_hand_reaches_what_was_said_to_be_out_of_reach(rules, seed):
    loaded = LoadedRules(rules, lower(rules), digest(rules), {}, ())
    plan = make_plan(loaded, seed, ["random"] * loaded.codes.seats, fold="always")
    simulate_coverage(cover(loaded, []), plan, 150)
