"""domsim rules diff: the fields that differ, and where each value was set."""

from typing import Any

import pytest
from cli.running import domsim, only_json, written
from simulate.support import rules_with


def diff(*words: object) -> Any:
    """Return the JSON report of a diff that works."""
    result = domsim("rules", "diff", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    return only_json(result.stdout)


def test_a_value_of_a_parent_one_of_a_file_a_setting_and_a_default(tmp_path):
    (club,) = written(tmp_path, club="name: our-club\nextends: gaple\nmatch:\n  target: 50\n")
    settings = ("--set-b", "turn.stuck=pass", "--set-b", "fold.doubles=6")
    title, *found = diff("gaple", club, *settings)["differences"]
    assert (title["path"], title["decides"]) == ("title", False)
    assert found == [
        {
            "path": "fold.doubles", "decides": True,
            "a": {"value": 5, "file": "default", "line": 0},
            "b": {"value": 6, "file": "--set-b", "line": 1},
        },
        {
            "path": "turn.stuck", "decides": True,
            "a": {"value": "discard", "file": "rulesets/gaple.yaml", "line": 16},
            "b": {"value": "pass", "file": "--set-b", "line": 1},
        },
        {
            "path": "match.target", "decides": True,
            "a": {"value": 100, "file": "rulesets/gaple.yaml", "line": 29},
            "b": {"value": 50, "file": str(club), "line": 4},
        },
    ]  # fmt: skip


def test_the_table():
    words = ("gbs-duel-points", "gbs-duel-wins", "--set-b", "block.tie=locker")
    a, b = rules_with("gbs-duel-points"), rules_with("gbs-duel-wins", "block.tie=locker")
    expected = f"""\
A  gbs-duel-points ({a.digest})
B  gbs-duel-wins --set block.tie=locker ({b.digest})

field         A       B       set in A by                        set in B by
------------  ------  ------  ---------------------------------  -----------------------------
block.tie     nobody  locker  rulesets/gbs-pairs-points.yaml:26  --set-b
match.unit    points  wins    rulesets/gbs-pairs-points.yaml:36  rulesets/gbs-duel-wins.yaml:5
match.target  100     3       rulesets/gbs-pairs-points.yaml:37  rulesets/gbs-duel-wins.yaml:6

other words, which change no score: title
"""
    assert domsim("rules", "diff", *words).stdout == expected


def test_nothing_differs():
    result = domsim("rules", "diff", "gaple", "gaple")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2:] == ["", "nothing differs that decides a score"]
    assert diff("gaple", "gaple")["differences"] == []


def test_what_is_set_for_both_does_not_differ():
    found = diff("gaple", "gaple", "--set", "match.target=50")
    assert found["differences"] == []
    assert found["a"]["digest"] == found["b"]["digest"] != diff("gaple", "gaple")["a"]["digest"]


def test_the_same_value_set_elsewhere_does_not_differ():
    assert diff("gaple", "gaple", "--set-a", "match.target=100")["differences"] == []


def test_words_are_named_but_decide_nothing():
    words = ("gaple", "gaple", "--set-b", "title=Fridays", "--set-b", "notes.coffee=Black")
    assert domsim("rules", "diff", *words).stdout.splitlines()[3:] == [
        "nothing differs that decides a score",
        "",
        "other words, which change no score: title, notes.coffee",
    ]
    title, note = diff(*words)["differences"]
    assert (title["decides"], title["b"]["value"]) == (False, "Fridays")
    assert note == {
        "path": "notes.coffee", "decides": False, "a": None,
        "b": {"value": "Black", "file": "--set-b", "line": 1},
    }  # fmt: skip


def test_rule_sets_that_cannot_be_compared_can_be_told_apart():
    differing = diff("gaple", "gaple-five")["differences"]
    decisive = [found["path"] for found in differing if found["decides"]]
    assert decisive == ["table.players", "table.hand_size"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_rules_that_cannot_be_loaded_exit_2(form):
    result = domsim("rules", "diff", "gaple", "gapel", "--format", form)
    assert result.exit_code == 2
    assert "did you mean 'gaple'?" in result.output
