"""domsim compare: what a rule changes, as text, JSON and CSV."""

import csv
import json
import shlex
from functools import cache
from typing import Any

import pytest
from cli.running import domsim, only_json, written
from simulate.support import NEEDS_NUMBA, rules_with

from domsim.report.compare_text import compare_text
from domsim.verify.compare import Question, comparison_data
from domsim.verify.compare_rules import Variant
from domsim.verify.compare_run import Comparison

CAPICUA_FIRST = ("--set-b", "score.order=capicua-first")
SHORT = ("--matches", "40", "--seed", "7", "--engine", "python")


@cache
def compared(a: str, b: str, *options: str) -> Any:
    """Return the JSON report of a comparison that works."""
    result = domsim("compare", a, b, *options, "--format", "json")
    assert result.exit_code == 0, result.output
    return only_json(result.stdout)


@cache
def simulated(*words: str) -> Any:
    return only_json(domsim("simulate", *words, "--format", "json").stdout)


def refused(*words: str) -> list[dict[str, Any]]:
    """Return the findings for which a comparison is refused."""
    result = domsim("compare", *words, "--format", "json")
    assert result.exit_code == 2
    report = only_json(result.stdout)
    assert (report["schema"], report["ok"]) == ("domsim.compare/1", False)
    return report["findings"]


def report() -> Any:
    """Return the comparison that most tests look at: capicúa before the hand's points."""
    return compared("one-table-200", "one-table-200", *CAPICUA_FIRST, *SHORT)


# --- nothing differs


def test_a_rule_set_compared_with_itself():
    same = compared("gaple", "gaple", *SHORT)
    assert (same["identical"], same["matches_parted"], same["first"]) == (True, 0, [])
    assert (same["hands"]["scores_differ"], same["hands"]["paid_differently"]) == (0, 0)
    assert same["hands"]["both"] == same["a"]["hands"] == same["b"]["hands"]
    nothing = {"value": 0.0, "standard_error": 0.0, "ci95": [0.0, 0.0]}
    assert same["match_hands"]["difference"] == nothing
    for side in same["sides"]:
        for key in ("points_a_hand", "points_a_match", "share_of_matches"):
            assert side[key]["difference"] == nothing


def test_no_difference_is_said_in_a_line():
    result = domsim("compare", "gaple", "gaple", "--set-b", "title=Fridays", *SHORT)
    lines = result.stdout.splitlines()
    assert lines[-1] == "no difference: the same scores after every hand, and the same clauses"
    assert "   both have the same rules" in lines


# --- the numbers


@pytest.mark.parametrize(("label", "change"), [("a", ()), ("b", ("--set", CAPICUA_FIRST[1]))])
def test_each_rule_set_counts_what_a_simulation_counts(label, change):
    alone = simulated("one-table-200", *change, *SHORT)
    here = report()[label]
    for key in ("hands", "ends", "ties"):
        assert here[key] == alone[key]
    assert here["digest"] == alone["rules"]["digest"]
    for counted, known in zip(report()["clauses"], alone["clauses"], strict=True):
        assert counted["clause"] == known["clause"]
        assert counted[label] == {key: known[key] for key in counted[label]}
    for counted, known in zip(report()["sides"], alone["sides"], strict=True):
        for key in ("points", "hands_won", "matches_won"):
            assert counted[key][label] == known[key]


def test_differences_are_b_less_a():
    found = report()
    for side in found["sides"]:
        for key in ("points", "hands_won", "matches_won"):
            assert side[key]["difference"] == side[key]["b"] - side[key]["a"]
    for clause in found["clauses"]:
        for key in ("occurred", "paid", "points"):
            assert clause["difference"][key] == clause["b"][key] - clause["a"][key]


def test_points_a_hand_are_all_points_of_all_hands():
    found = report()
    for side in found["sides"]:
        for label in ("a", "b"):
            a_hand = side["points"][label] / found[label]["hands"]
            assert side["points_a_hand"][label] == round(a_hand, 6)
            assert side["points_a_match"][label] == side["points"][label] / 40
            assert side["share_of_matches"][label] == side["matches_won"][label] / 40


def test_five_more_for_each_capicua():
    # No bonus must fit, and with this seed the 8 matches have the same 155 hands under both:
    # 17 capicúas pay 30 in place of 25, 17 * 5 = 85 points in all.
    found = compared(
        "gbs-pairs-points", "gbs-pairs-points", "--set", "match.target=300",
        "--set-b", "bonuses.capicua.points=30", "--matches", "8", "--seed", "1",
    )  # fmt: skip
    assert found["a"]["hands"] == found["b"]["hands"] == found["hands"]["both"] == 155
    differences = {clause["clause"]: clause["difference"] for clause in found["clauses"]}
    unchanged = {"occurred": 0, "paid": 0, "points": 0, "withheld": {}}
    assert differences["capicua"] == unchanged | {"points": 85}
    assert differences["out"] == differences["straight-pass"] == unchanged
    assert differences["block"] == unchanged | {"withheld": {"tie": 0}}
    assert sum(side["points"]["difference"] for side in found["sides"]) == 85
    assert found["hands"]["paid_differently"] == 17


def test_a_nearer_target_shortens_matches():
    found = compared("gaple", "gaple", "--set-b", "match.target=50", *SHORT)
    hands = found["match_hands"]
    assert hands["a"] == found["a"]["hands"] / 40 == found["a"]["match"]["hands"]["mean"]
    assert hands["b"] == found["b"]["hands"] / 40
    assert hands["difference"]["value"] == pytest.approx(hands["b"] - hands["a"], abs=1e-6)
    assert hands["difference"]["ci95"][1] < 0
    assert found["matches_parted"] == 40


def test_the_clauses_of_both_are_compared():
    # Only one-table pays come-out passes.
    found = compared("one-table-200", "gbs-pairs-points", *SHORT)
    come_out = next(c for c in found["clauses"] if c["clause"] == "come-out-pass")
    assert come_out["b"] == {"occurred": 0, "paid": 0, "points": 0, "withheld": {}}
    assert come_out["difference"]["points"] == -come_out["a"]["points"] < 0
    assert come_out["difference"]["withheld"] == {
        reason: -count for reason, count in come_out["a"]["withheld"].items()
    }


def test_individuals_are_compared_seat_by_seat():
    found = compared("gaple", "gaple", "--set-b", "match.target=50", *SHORT)
    assert [(side["side"], side["seats"]) for side in found["sides"]] == [
        (seat, [seat]) for seat in range(1, 5)
    ]
    text = domsim("compare", "gaple", "gaple", "--set-b", "match.target=50", *SHORT).stdout
    assert "matches won, seat 4" in text
    assert "side 4 wins" not in text.split("match 0")[0]


def test_pairs_are_compared_side_by_side():
    assert [side["seats"] for side in report()["sides"]] == [[1, 3], [2, 4]]


def test_the_fields_that_differ_are_named_with_their_origin():
    assert report()["rules_differ"] == [{
        "path": "score.order", "decides": True,
        "a": {"value": "hand-first", "file": "rulesets/one-table-200.yaml", "line": 32},
        "b": {"value": "capicua-first", "file": "--set-b", "line": 1},
    }]  # fmt: skip


# --- the hands that part


def test_a_hand_that_parts_is_shown_as_it_went_under_both():
    # 139 + 42 = 181, and 25 more would reach 200: withheld. Capicúa first: 139 + 25 = 164 fits,
    # and the hand's 42 end the match.
    (first, *_) = report()["first"]
    assert (first["match"], first["hand"], first["why"]) == (5, 7, "scores")
    a, b = first["a"], first["b"]
    assert a["hand"]["scores_before"] == b["hand"]["scores_before"] == [139, 87]
    assert [(w["clause"], w["paid"], w["reason"]) for w in a["hand"]["awards"]] == [
        ("out", 42, None), ("capicua", 0, "does-not-fit"),
    ]  # fmt: skip
    assert [(w["clause"], w["paid"]) for w in b["hand"]["awards"]] == [("capicua", 25), ("out", 42)]
    assert (a["hand"]["scores"], b["hand"]["scores"]) == ([181, 87], [206, 87])
    assert a["match"] == {"over": False, "winner_side": None}
    assert b["match"] == {"over": True, "winner_side": 1}


def test_the_hand_side_by_side():
    text = domsim(
        "compare", "one-table-200", "one-table-200", *CAPICUA_FIRST, *SHORT, "--limit", "1"
    ).stdout
    assert text.endswith("""
match 5, hand 7: the scores part
        A  one-table-200                    B  one-table-200
------  ----------------------------------  --------------------
leader  seat 4                              seat 4
before  139 - 87                            139 - 87
end     out, seat 1 wins                    out, seat 1 wins
award   out 42 to side 1                    capicua 25 to side 1
        capicua 25 to side 1: does-not-fit  out 42 to side 1
after   181 - 87                            206 - 87
match   goes on                             side 1 wins
A  domsim export one-table-200 --seed 7 --match 5 --hand 7
B  domsim export one-table-200 --set score.order=capicua-first --seed 7 --match 5 --hand 7
""")


def test_a_match_that_ends_under_one_of_them_only():
    found = compared("gbs-pairs-points", "gbs-pairs-points", "--set-b", "match.target=200", *SHORT)
    (first, *_) = found["first"]
    assert first["why"] == "match-end"
    assert first["a"]["hand"]["scores"] == first["b"]["hand"]["scores"]
    assert (first["a"]["match"]["over"], first["b"]["match"]["over"]) == (True, False)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_as_many_hands_are_shown_as_were_asked_for(limit):
    options = (*CAPICUA_FIRST, *SHORT, "--limit", str(limit))
    found = compared("one-table-200", "one-table-200", *options)
    assert found["first"] == report()["first"][:limit]


OPTIONS = [
    pytest.param(CAPICUA_FIRST, id="as it is"),
    pytest.param(("--set", "match.target=150", *CAPICUA_FIRST), id="set for both"),
    pytest.param(
        ("--set-b", "score.block=losing-sides", "--players", "watchful, random,random,random"),
        id="players, with a space",
    ),
    pytest.param(
        ("--set-b", "notes.why=It's fair, they say", "--set-b", "fold.doubles=4", "--fold=always"),
        id="folding, and words to be quoted",
    ),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_export_commands_write_the_hands_shown(options):
    for first in compared("one-table-200", "one-table-200", *options, *SHORT)["first"]:
        for label in ("a", "b"):
            shown = first[label]
            words = shlex.split(shown["export"])
            assert words[0] == "domsim"
            record = json.loads(domsim(*words[1:], "--format", "json").stdout)
            expected = record["hands"][0]["expect"]
            for key in ("end", "winner_seat", "scores", "next_leader"):
                assert shown["hand"][key] == expected[key]
            assert record["start"]["scores"] == shown["hand"]["scores_before"]
            assert record["expect"]["over"] == shown["match"]["over"]


# --- which rules


def test_what_is_set_for_one_comes_after_what_is_set_for_both():
    options = ("--set", "match.target=100", "--set-a", "match.target=60", *SHORT)
    found = compared("gaple", "gaple", *options)
    assert found["a"]["set"] == ["match.target=100", "match.target=60"]
    assert found["a"]["digest"] == rules_with("gaple", "match.target=60").digest
    assert found["b"]["digest"] == rules_with("gaple", "match.target=100").digest


def test_files_are_compared(tmp_path, monkeypatch):
    written(tmp_path, club="name: our-club\nextends: gaple\nmatch: {target: 50}\n")
    monkeypatch.chdir(tmp_path)
    text = domsim("compare", "gaple", "club.yaml", *SHORT).stdout
    assert text.splitlines()[1].startswith("B  club.yaml (our-club, ")
    assert "   match.target: 100 -> 50" in text
    assert "B  domsim export club.yaml --seed 7 --match 0 --hand" in text


@pytest.mark.parametrize(
    ("a", "b", "options", "fields"),
    [
        ("gaple", "gaple-five", (), ["table.players", "table.hand_size"]),
        ("gbs-pairs-points", "gbs-individual-points", (), ["table.sides"]),
        ("block-100", "block-100", ("--set-b", "table.hand_size=6"), ["table.hand_size"]),
        ("block-100", "block-100", ("--set-a", "table.tiles=double-nine"), ["table.tiles"]),
    ],
)
def test_rule_sets_that_deal_differently_are_not_comparable(a, b, options, fields):
    findings = refused(a, b, *options)
    assert [(finding["code"], finding["path"]) for finding in findings] == [
        ("not-comparable", field) for field in fields
    ]


def test_not_comparable_is_shown_where_b_says_so():
    result = domsim("compare", "gaple", "gaple", "--set-b", "table.hand_size=5")
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        result.stderr
        == """\
error[not-comparable]: the same deals make no sense: 'table.hand_size' is 6 in A, gaple, but 5 in \
B, gaple
  --> --set-b:1:17
  |
1 | table.hand_size=5
  |                 ^
help: compare rule sets with the same players, sides, tiles and hand size
"""
    )


def test_what_is_wrong_with_both_is_told_once():
    findings = refused("gaple", "gaple", "--set", "match.target=none", "--set-b", "match.unit=x")
    assert [(f["code"], f["path"], f["file"]) for f in findings] == [
        ("wrong-type", "match.target", "--set"),
        ("unknown-value", "match.unit", "--set-b"),
    ]


@pytest.mark.parametrize(
    ("words", "code", "file"),
    [
        (("gaple", "gapel"), "unknown-rules", "gapel"),
        (("gaple", "gaple", "--set-a", "target"), "bad-override", "--set-a"),
        (("gaple", "gaple", "--players", "nobody"), "unknown-player", "--players"),
    ],
)
def test_what_cannot_be_compared(words, code, file):
    assert [(finding["code"], finding["file"]) for finding in refused(*words)] == [(code, file)]


# --- how it is written


@pytest.mark.parametrize(
    "options",
    [
        ("--workers", "1", "--engine", "python"),
        ("--workers", "3", "--engine", "python"),
        pytest.param(("--workers", "2", "--engine", "numba"), marks=NEEDS_NUMBA),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_workers_and_engines_give_the_same_bytes(options, form):
    words = ("compare", "one-table-200", "one-table-200", *CAPICUA_FIRST, "--matches", "220")
    shown = domsim(*words, "--seed", "3", "--format", form, *options)
    assert shown.exit_code == 0
    assert shown.stdout == same_bytes(form)


@cache
def same_bytes(form: str) -> str:
    words = ("compare", "one-table-200", "one-table-200", *CAPICUA_FIRST, "--matches", "220")
    return domsim(*words, "--seed", "3", "--format", form).stdout


def test_csv_has_a_line_for_every_number():
    words = ("compare", "one-table-200", "one-table-200", *CAPICUA_FIRST, *SHORT)
    rows = list(csv.DictReader(domsim(*words, "--format", "csv").stdout.splitlines()))
    found = report()
    side = found["sides"][1]["points_a_hand"]
    assert rows[1] == {
        "what": "points a hand", "of": "side 2", "a": str(side["a"]), "b": str(side["b"]),
        "difference": str(side["difference"]["value"]),
        "low": str(side["difference"]["ci95"][0]), "high": str(side["difference"]["ci95"][1]),
    }  # fmt: skip
    capicua = next(c for c in found["clauses"] if c["clause"] == "capicua")
    assert {
        "what": "does-not-fit", "of": "capicua", "a": str(capicua["a"]["withheld"]["does-not-fit"]),
        "b": str(capicua["b"]["withheld"]["does-not-fit"]),
        "difference": str(capicua["difference"]["withheld"]["does-not-fit"]), "low": "", "high": "",
    } in rows  # fmt: skip


def test_one_match_has_no_interval():
    words = ("compare", "gaple", "gaple", "--set-b", "match.target=50", "--matches", "1")
    text = domsim(*words, "--seed", "7").stdout
    (line,) = (line for line in text.splitlines() if line.startswith("hands in a match"))
    assert line.split()[-1] == "-"


def test_wins_are_not_called_points():
    text = domsim("compare", "gbs-duel-wins", "gbs-duel-points", *SHORT).stdout
    assert "wins/points a hand, seat 1" in text


def test_a_chosen_seed_is_told(tmp_path):
    out = tmp_path / "report.json"
    words = ("compare", "gaple", "gaple", "--matches", "2", "--format", "json", "-o", out)
    result = domsim(*words)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith(f"seed {json.loads(out.read_text())['seed']} was chosen")


def test_a_comparison_interrupted_at_once_has_counted_nothing():
    gaple, shorter = rules_with("gaple"), rules_with("gaple", "match.target=50")
    question = Question(
        Variant(gaple, "gaple", ()), Variant(shorter, "gaple", ("match.target=50",)), 7,
        ("random",) * 4,
    )  # fmt: skip
    data = comparison_data(question, question.pair(3), Comparison(partial=True))
    assert (data["partial"], data["matches"], data["match_hands"]["a"]) == (True, 0, 0.0)
    assert compare_text(data).startswith("PARTIAL: the comparison was interrupted")
