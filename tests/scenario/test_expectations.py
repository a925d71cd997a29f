"""What a scenario expects is compared with what came out, and a difference is explained."""

import pytest

from domsim.scenario.models import HandExpected, MatchExpected
from domsim.scenario.results import Check
from scenario.support import PASSES, play, refused, told

# Seat 1 goes out with 6-5, which fits both ends: 8 + 2 + 4 pips are left, and it is a capicúa.
CAPICUA = """\
rules: one-table-200
start: {hand: 5, scores: [0, 0]}
hands:
- position:
    ends: [6, 5]
    hands: {1: 6-5, 2: 4-4, 3: 1-1, 4: 2-2}
    turn: 1
    leader: 3
  plays: 1:6-5L
"""
NO_ROOM = CAPICUA.replace("[0, 0]", "[170, 0]")


def checks(text: str, expected: str) -> list[Check]:
    """Return the checks of a scenario whose first hand expects something."""
    return list(play(f"{text}  expect: {expected}\n").checks)


# --- fields

OUT = "{seat: 1, action: play, tile: 6-5, side: L, ends: [5, 5]}"
FIELDS = {
    "number": ("5", "4"),
    "leader": ("3", "1"),
    "end": ("out", "blocked"),
    "last_seat": ("1", "4"),
    "winner_seat": ("1", "null"),
    "winner_side": ("1", "2"),
    "tie": ("false", "true"),
    "ends": ("[5, 5]", "[5, 6]"),
    "line": ("null", "6-5"),
    "pips": ("[0, 8, 2, 4]", "[0, 8, 2, 5]"),
    "awards": ("[{clause: out}, {clause: capicua}]", "[{clause: out}]"),
    "scores_before": ("[0, 0]", "[1, 0]"),
    "scores": ("[39, 0]", "[14, 0]"),
    "next_leader": ("1", "2"),
    "events": (f"[{OUT}]", "[]"),
    "illegal": ("null", "{play: 1, code: must-play}"),
}


def test_every_field_that_can_be_expected_is_shown_here():
    assert set(FIELDS) == set(HandExpected.model_fields)


@pytest.mark.parametrize(("field", "right"), [(f, r) for f, (r, _) in FIELDS.items()])
def test_a_field_that_came_out_as_expected_is_met(field, right):
    (check,) = checks(CAPICUA, f"{{{field}: {right}}}")
    assert (check.ok, check.hand, check.field, check.why) == (True, 1, field, "")


@pytest.mark.parametrize(("field", "wrong"), [(f, w) for f, (_, w) in FIELDS.items()])
def test_a_field_that_came_out_otherwise_is_not_met(field, wrong):
    (check,) = checks(CAPICUA, f"{{{field}: {wrong}}}")
    assert (check.ok, check.field) == (False, field)
    assert check.expected != check.actual


def test_what_is_not_expected_is_not_checked():
    assert checks(CAPICUA, "{}") == []
    assert play(CAPICUA).checks == ()
    assert play(CAPICUA + "  expect:\n").ok


def test_each_field_has_a_check_of_its_own():
    found = checks(CAPICUA, "{end: out, scores: [1, 1], tie: true}")
    assert [(c.field, c.ok) for c in found] == [("end", True), ("tie", False), ("scores", False)]


def test_a_failed_check_says_expected_actual_and_why():
    (check,) = checks(NO_ROOM, "{scores: [209, 0]}")
    assert check.as_json() == {
        "hand": 1, "field": "scores", "expected": [209, 0], "actual": [184, 0], "ok": False,
        "why": "out: every tile left is 0 + 8 + 2 + 4 = 14 pips; capicúa: the last tile of seat 1 "
        "fits both of two different ends: does not fit, 184 + 25 = 209 would reach 200",
    }  # fmt: skip


def test_a_line_is_compared_word_by_word():
    text = PASSES + "  plays: 1:6-6 3:6-4\n  expect: {line: ' 4-6   6-6'}\n"
    assert play(text).ok


def test_the_next_leader_of_a_finished_match_may_be_expected_either_way():
    text = CAPICUA.replace("[0, 0]", "[190, 0]")
    assert [checks(text, f"{{next_leader: {n}}}")[0].ok for n in ("null", "1", "2")] == [
        True, True, False,
    ]  # fmt: skip


# --- awards

AWARDS = {
    "both, by their clauses": ("[{clause: out}, {clause: capicua}]", True),
    "both, by what they paid": ("[{paid: 14}, {paid: 25}]", True),
    "both, by nothing": ("[{}, {}]", True),
    "both, by every key": (
        "[{clause: out, seat: 1, side: 1, nominal: 14, paid: 14, reason: null}, {paid: 25}]", True
    ),
    "in another order": ("[{clause: capicua}, {clause: out}]", False),
    "one left out": ("[{clause: out}]", False),
    "the other left out": ("[{clause: capicua}]", False),
    "none": ("[]", False),
    "nothing": ("null", False),
    "one more": ("[{}, {}, {}]", False),
    "the same twice": ("[{clause: out}, {clause: out}]", False),
    "another payment": ("[{clause: out, paid: 15}, {clause: capicua}]", False),
    "another seat": ("[{clause: out, seat: 2}, {clause: capicua}]", False),
    "another side": ("[{clause: out}, {clause: capicua, side: 2}]", False),
    "a reason": ("[{clause: out}, {clause: capicua, reason: does-not-fit}]", False),
    "its words": ("[{text: 'out: every tile left is 0 + 8 + 2 + 4 = 14 pips'}, {}]", True),
}  # fmt: skip


@pytest.mark.parametrize(("expected", "ok"), AWARDS.values(), ids=AWARDS)
def test_every_award_that_paid_must_be_listed_in_order(expected, ok):
    (check,) = checks(CAPICUA, f"{{awards: {expected}}}")
    assert check.ok is ok


UNPAID = {
    "left out": ("[{clause: out, paid: 14}]", True),
    "listed": ("[{clause: out}, {clause: capicua}]", True),
    "listed with its reason": ("[{paid: 14}, {paid: 0, reason: does-not-fit}]", True),
    "listed with its nominal points": ("[{paid: 14}, {nominal: 25}]", True),
    "listed as paid": ("[{paid: 14}, {clause: capicua, paid: 25}]", False),
    "listed without a reason": ("[{paid: 14}, {clause: capicua, reason: null}]", False),
    "listed first": ("[{clause: capicua}, {clause: out}]", False),
    "listed in place of the other": ("[{clause: capicua}]", False),
}


@pytest.mark.parametrize(("expected", "ok"), UNPAID.values(), ids=UNPAID)
def test_an_award_that_paid_nothing_may_be_listed(expected, ok):
    (check,) = checks(NO_ROOM, f"{{awards: {expected}}}")
    assert check.ok is ok


def test_failed_awards_show_what_was_awarded_by_the_keys_that_matter():
    (check,) = checks(NO_ROOM, "{awards: [{clause: out, paid: 39}]}")
    assert check.expected == [{"clause": "out", "paid": 39}]
    assert check.actual == [
        {"clause": "out", "side": 1, "paid": 14, "reason": None},
        {"clause": "capicua", "side": 1, "paid": 0, "reason": "does-not-fit"},
    ]
    assert "does not fit, 184 + 25 = 209 would reach 200" in check.why


def test_awards_expected_of_a_hand_without_any_say_so():
    (check,) = checks(PASSES, "{awards: [{clause: out}]}")
    assert (check.actual, check.why) == ([], "no award was made")


# --- events


@pytest.mark.parametrize(
    ("expected", "ok"),
    [
        ("[{seat: 1, action: play}, {seat: 2, action: pass}]", True),
        ("[{seat: 1, action: play, tile: 6-6}, {seat: 2, action: pass, forced: true}]", True),
        ("[{seat: 1, action: play, ends: [6, 6]}, {seat: 2, action: pass}]", True),
        ("[{seat: 1, action: play}, {seat: 2, action: pass, forced: false}]", False),
        ("[{seat: 1, action: play, tile: 6-5}, {seat: 2, action: pass}]", False),
        ("[{seat: 1, action: play}]", False),
    ],
)
def test_events_are_compared_by_the_keys_given(expected, ok):
    (check,) = checks(PASSES + "  plays: 1:6-6\n", f"{{events: {expected}}}")
    assert check.ok is ok


# --- the match

MATCH = {
    "over": ("false", "true"),
    "winner_side": ("null", "1"),
    "scores": ("[39, 0]", "[39, 1]"),
    "reached": ("[]", "[1]"),
}


def test_every_field_of_the_match_is_shown_here():
    assert set(MATCH) == set(MatchExpected.model_fields)


@pytest.mark.parametrize("field", MATCH)
def test_the_match_is_compared_after_its_last_hand(field):
    right, wrong = MATCH[field]
    met, failed = (play(f"{CAPICUA}expect: {{{field}: {v}}}\n").checks for v in (right, wrong))
    assert [(c.hand, c.field, c.ok) for c in (*met, *failed)] == [
        (None, field, True), (None, field, False),
    ]  # fmt: skip


def test_a_scenario_is_met_when_every_check_is():
    assert play(CAPICUA + "  expect: {end: out}\nexpect: {over: false}\n").ok
    assert not play(CAPICUA + "  expect: {end: out}\nexpect: {over: true}\n").ok


# --- expectations that cannot be meant

FAULTS = {
    "an unknown field": ("{scors: [1, 2]}", [("unknown-key", "scors")]),
    "an unknown key of an award": ("{awards: [{claus: out}]}", [("unknown-key", "claus")]),
    "a number for awards": ("{awards: 5}", [("wrong-type", "5")]),
    "awards that are numbers": ("{awards: [5]}", [("wrong-type", "5")]),
    "one award without its list": ("{awards: {clause: out}}", [("wrong-type", "{clause: out}")]),
    "text for scores": ("{scores: 5 6}", [("wrong-type", "5 6")]),
    "a fraction": ("{scores: [5.5, 6]}", [("wrong-type", "5.5")]),
    "a negative score": ("{scores: [-5, 6]}", [("out-of-range", "-5")]),
    "seat zero": ("{leader: 0}", [("out-of-range", "0")]),
    "true for a seat": ("{leader: true}", [("wrong-type", "true")]),
    "text for true": ("{tie: maybe}", [("wrong-type", "maybe")]),
    "a clause misspelt": ("{awards: [{clause: capicuá}]}", [("invalid-value", "capicuá")]),
    "an end misspelt": ("{end: outt}", [("invalid-value", "outt")]),
    "play zero": ("{illegal: {play: 0, code: must-play}}", [("out-of-range", "0")]),
    "an illegal play without its code": ("{illegal: {play: 1}}", [("missing-key", "illegal")]),
    "an illegal play in words": ("{illegal: must-play}", [("wrong-type", "must-play")]),
    "a text": ("out", [("wrong-type", "out")]),
    "a list": ("[out]", [("wrong-type", "[out]")]),
}


@pytest.mark.parametrize(("expected", "findings"), FAULTS.values(), ids=FAULTS)
def test_an_expectation_that_cannot_be_meant_is_refused(expected, findings):
    assert told(f"{CAPICUA}  expect: {expected}\n") == findings


@pytest.mark.parametrize("value", ["1", "yes"])
def test_only_true_and_false_are_expected_of_a_tie(value):
    assert told(f"{CAPICUA}  expect: {{tie: {value}}}\n") == [("wrong-type", value)]


def test_a_fault_of_an_expectation_names_its_path():
    (finding,) = refused(CAPICUA + "  expect:\n    awards:\n    - {clause: out}\n    - {pade: 5}\n")
    assert (finding.path, finding.help) == (
        "hands[0].expect.awards[1].pade", "did you mean 'paid'?"
    )  # fmt: skip
