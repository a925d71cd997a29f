"""The report of a simulation: its keys, its arithmetic, and the hands that it points to."""

import csv
import io
import json
from collections import Counter

import pytest
from cli.running import domsim, only_json

from domsim.engine.players import PLAYERS
from domsim.engine.tally import new_tally
from domsim.report.simulate_text import clauses_csv, simulate_text
from domsim.rules.bundled import bundled_names
from domsim.simulate.run import Outcome
from domsim.simulate.stats import mean, quantile, rate, standard_error, wilson
from domsim.simulate.summary import summary

from .support import replayed, simulation

EVERY_RULE_SET = pytest.mark.parametrize("name", bundled_names())
FOLDING = ("one-table-200", "fold.doubles=3")


def report(name: str, *settings: str):
    """Return the report of 300 hands among all players."""
    return simulation(name, *settings, players=PLAYERS, fold="always").report(hands=300)


# --- the keys that scripts rely on

KEYS = {
    "": "schema rules seed players hands matches ends ties sides leader seats clauses plays passes "
    "draws discards pips_left match",
    "rules": "name digest",
    "ends": "out blocked folded",
    "sides": "side hands_won matches_won points",
    "leader": "hands_won",
    "seats": "seat led out",
    "clauses": "clause occurred paid points withheld rate ci95 first",
    "match": "hands several_reached target_ties",
}


@EVERY_RULE_SET
def test_the_report_has_the_keys_of_the_contract(name):
    data = only_json(domsim("simulate", name, "--matches", 2, "--seed", 7, "--format=json").stdout)
    for part, keys in KEYS.items():
        found = data[part] if part else data
        for item in found if isinstance(found, list) else [found]:
            assert set(keys.split()) <= set(item)
    assert {"mean", "min", "max"} <= set(data["match"]["hands"])
    assert data["schema"] == "domsim.simulate/1"
    assert (data["seed"], data["matches"], data["rules"]["name"]) == (7, 2, name)
    assert "partial" not in data


# --- counts agree with one another


@EVERY_RULE_SET
def test_counts_are_counted_once(name):
    data = report(name)
    hands, ends, ties = data["hands"], data["ends"], data["ties"]
    decided = hands - ties - ends["folded"]
    sides, seats = data["sides"], data["seats"]
    assert sum(ends.values()) == sum(seat["led"] for seat in seats) == hands
    assert sum(seat["out"] for seat in seats) == ends["out"]
    assert sum(side["hands_won"] for side in sides) == decided
    assert sum(side["matches_won"] for side in sides) == data["matches"]
    assert data["leader"]["rate"] == rate(data["leader"]["hands_won"], decided)
    assert len(data["players"]) == len(seats)


@EVERY_RULE_SET
def test_every_award_was_paid_or_withheld_for_a_reason(name):
    data = report(name)
    clauses = {clause["clause"]: clause for clause in data["clauses"]}
    for clause in clauses.values():
        assert clause["occurred"] == clause["paid"] + sum(clause["withheld"].values())
    paid = sum(clause["points"] for clause in clauses.values())
    assert paid == sum(side["points"] for side in data["sides"])
    assert clauses["out"]["occurred"] == data["ends"]["out"]
    assert clauses["block"]["occurred"] == data["ends"]["blocked"]
    ties = (clauses[name]["withheld"].get("tie", 0) for name in ("out", "block"))
    assert sum(ties) == data["ties"]


@EVERY_RULE_SET
def test_histograms_hold_every_hand_and_every_match(name):
    data = report(name)
    points, lengths = Counter(dict(data["points"]["histogram"])), data["match"]["hands"]
    matches = Counter(dict(lengths["histogram"]))
    settled = data["ends"]["out"] + data["ends"]["blocked"]
    won = sum(c["points"] for c in data["clauses"] if c["clause"] in ("out", "block"))
    assert (points.total(), sum(points.elements())) == (settled, won)
    assert data["points"]["mean"] == mean(won, settled)
    assert (matches.total(), sum(matches.elements())) == (data["matches"], data["hands"])
    assert (min(matches), max(matches)) == (lengths["min"], lengths["max"])


def test_folded_hands_are_led_but_neither_won_nor_settled():
    data = report(*FOLDING)
    folded = data["ends"]["folded"]
    assert folded > 0
    assert sum(side["hands_won"] for side in data["sides"]) == data["hands"] - folded
    assert sum(count for _, count in data["points"]["histogram"]) == data["hands"] - folded


def test_where_wins_are_counted_bonuses_are_shown_only():
    data = report("gbs-pairs-wins")
    capicua = next(c for c in data["clauses"] if c["clause"] == "capicua")
    assert capicua["occurred"] > 0
    assert (capicua["paid"], capicua["points"]) == (0, 0)
    assert capicua["withheld"] == {"shown-only": capicua["occurred"]}
    assert {side["points"] - side["hands_won"] for side in data["sides"]} == {0}


# --- statistics, by hand


@pytest.mark.parametrize(
    ("count", "trials", "low", "high"),
    [
        # z² = 3.841459; (c + z²/2 ± z sqrt(c (n - c) / n + z²/4)) / (n + z²)
        pytest.param(0, 10, 0.0, 0.277533, id="3.841459 / 13.841459"),
        pytest.param(1, 10, 0.017876, 0.404150, id="(2.920729 ± 2.673295) / 13.841459"),
        pytest.param(5, 10, 0.236593, 0.763407, id="(6.920729 ± 3.645936) / 13.841459"),
        pytest.param(10, 10, 0.722467, 1.0, id="1 - 3.841459 / 13.841459"),
        pytest.param(0, 0, 0.0, 1.0, id="nothing known"),
    ],
)
def test_wilson_intervals(count, trials, low, high):
    assert wilson(count, trials) == [low, high]


@pytest.mark.parametrize(
    ("values", "error"),
    [
        # Variance 5/3 of four values: sqrt(5/12). Variance 0. One value, or none, has no spread.
        ([1, 2, 3, 4], 0.645497),
        ([7, 7, 7], 0.0),
        ([10**9, 10**9 + 2], 1.0),
        ([5], 0.0),
        ([], 0.0),
    ],
)
def test_standard_errors_of_a_mean(values, error):
    assert standard_error(sum(values), sum(v * v for v in values), len(values)) == error


@pytest.mark.parametrize(("share", "value"), [(0.05, 0), (0.25, 2), (0.5, 2), (0.75, 3), (1, 9)])
def test_quantiles_are_values_that_were_counted(share, value):
    # 0, 2 2 2 2 2, 3 3 3, 9: a share of ten.
    assert quantile([1, 0, 5, 3, 0, 0, 0, 0, 0, 1], share) == value


def test_rates_and_means_are_rounded_to_six_digits():
    assert (rate(1, 3), rate(0, 0), mean(2, 3), mean(0, 0)) == (0.333333, 0.0, 0.666667, 0.0)


# --- clauses and their first hands

ONE_HAND = ("gbs-pairs-points", "match.target=1", "bonuses.blocked_bonus.points=30")


def test_a_clause_that_never_fired_is_listed_with_zero():
    # One hand, which is won by going out without a bonus; Wilson: 3.841459 / 4.841459.
    clauses = simulation(*ONE_HAND).report(hands=1)["clauses"]
    never = {"occurred": 0, "paid": 0, "points": 0, "withheld": {}, "rate": 0.0, "first": None}
    by_name = {clause.pop("clause"): clause for clause in clauses}
    assert list(by_name) == ["out", "block", "capicua", "straight-pass", "blocked-bonus"]
    assert by_name["out"]["first"] == {"match": 0, "hand": 1}
    for name in ("block", "capicua", "straight-pass", "blocked-bonus"):
        assert by_name[name] == never | {"ci95": [0.0, 0.793451]}


def test_a_clause_worth_nothing_is_no_clause_of_the_rule_set():
    assert [c["clause"] for c in report("gaple")["clauses"]] == ["out", "block"]


@pytest.mark.parametrize("name", ["one-table-200", "gbs-duel-points", "gbs-pairs-wins", "draw-100"])
def test_the_first_hand_of_a_clause_shows_it_and_no_earlier_hand_does(name):
    game = simulation(name)
    for clause in game.report(hands=150)["clauses"]:
        first = clause["first"]
        records = game.recorder.stretch(0, first["match"] + 1, 0, 1)
        shown = [
            (match, hand)
            for record in records
            for match, hand in [address(record)]
            if any(a["clause"] == clause["clause"] for a in record["hands"][0]["expect"]["awards"])
        ]
        assert shown[0] == (first["match"], first["hand"])


def address(record) -> tuple[int, int]:
    """Return match and hand of a record, from its title."""
    words = record["scenario"].replace(",", "").split()
    return int(words[-3]), int(words[-1])


def test_the_address_of_a_clause_is_ready_for_export():
    game = simulation("one-table-200")
    for clause in game.report(hands=150)["clauses"]:
        found = domsim(
            "export", "one-table-200", "--seed", 7, "--match", clause["first"]["match"],
            "--hand", clause["first"]["hand"], "--format", "json",
        )  # fmt: skip
        result = replayed(json.loads(found.stdout))
        assert result.ok
        assert clause["clause"] in {award.clause for award in result.hands[0].awards}


# --- text and CSV


def bars(text: str, title: str) -> list[str]:
    """Return the lines of a distribution."""
    lines = text[text.index(title) :].split("\n\n", 1)[0].splitlines()
    return lines[1:]


def clause_row(text: str, clause: str) -> str:
    """Return the row of a clause in the table of clauses."""
    table = text[text.index("\nclause ") :].splitlines()
    return next(line for line in table if line.startswith(f"{clause} "))


def test_bars_are_as_long_as_their_share_of_the_longest():
    # 0 to 23 in 12 bins of 2; the longest bar has 40 signs.
    data = report("one-table-200")
    data["points"]["histogram"] = [[0, 1], [10, 2], [11, 2], [23, 3]]
    shown = bars(simulate_text(data), "points for winning a hand")
    assert [line.split() for line in shown] == [
        ["0-1", "1", "#" * 10], ["2-3", "0"], ["4-5", "0"], ["6-7", "0"], ["8-9", "0"],
        ["10-11", "4", "#" * 40], ["12-13", "0"], ["14-15", "0"], ["16-17", "0"], ["18-19", "0"],
        ["20-21", "0"], ["22-23", "3", "#" * 30],
    ]  # fmt: skip


def test_a_narrow_distribution_has_a_bar_a_value():
    data = report("one-table-200")
    data["match"]["hands"]["histogram"] = [[4, 1000], [6, 500]]
    shown = bars(simulate_text(data), "hands in a match")
    assert [line.split() for line in shown] == [
        ["4", "1,000", "#" * 40], ["5", "0"], ["6", "500", "#" * 20]
    ]  # fmt: skip


def test_the_text_says_what_the_report_holds():
    data = report("one-table-200")
    text = simulate_text(data)
    assert f"one-table-200 ({data['rules']['digest']}), seed 7" in text
    assert "players: seat 1 random, seat 2 heaviest, seat 3 balanced, seat 4 watchful" in text
    assert f"{data['hands']} hands in {data['matches']} matches" in text
    for clause in data["clauses"]:
        row, first = clause_row(text, clause["clause"]), clause["first"]
        assert f"  {clause['occurred']}  " in row
        assert row.endswith(f"match {first['match']}, hand {first['hand']}")


def test_the_text_lists_what_never_happened():
    text = simulate_text(simulation(*ONE_HAND).report(hands=1))
    row = clause_row(text, "capicua")
    assert row.split()[1:4] == ["0", "0.00", "%"]
    assert row.endswith("never")


def test_an_interrupted_run_without_a_hand_is_reported_too():
    game = simulation("gaple")
    data = summary(game.loaded, 7, game.names, Outcome(new_tally(), partial=True))
    assert simulate_text(data).startswith("PARTIAL: ")
    assert (data["hands"], data["partial"], data["clauses"][0]["ci95"]) == (0, True, [0.0, 1.0])


def test_the_clauses_as_csv():
    data = simulation("one-table-200").report(hands=150)
    rows = list(csv.DictReader(io.StringIO(clauses_csv(data))))
    for row, clause in zip(rows, data["clauses"], strict=True):
        withheld = ", ".join(f"{reason} {n}" for reason, n in clause["withheld"].items())
        assert row == {
            "clause": clause["clause"], "occurred": str(clause["occurred"]),
            "rate": str(clause["rate"]), "low": str(clause["ci95"][0]),
            "high": str(clause["ci95"][1]), "paid": str(clause["paid"]),
            "points": str(clause["points"]), "withheld": withheld,
            "first_match": str(clause["first"]["match"]),
            "first_hand": str(clause["first"]["hand"]),
        }  # fmt: skip


def test_a_clause_that_never_fired_has_no_first_hand_in_csv():
    rows = list(csv.reader(io.StringIO(clauses_csv(simulation(*ONE_HAND).report(hands=1)))))
    assert rows[2] == ["block", "0", "0.0", "0.0", "0.793451", "0", "0", "", "", ""]
