"""A replay in words: who led, how the hand ended, why each award paid or not, how it stands."""

import pytest

from domsim.report.replay_text import scenario_text, scores_text, verdict_text

from . import scenes
from .scenes import replayed, told

CAPICUA_IN_FULL = """\
Capicúa on the last tile
  from t.yaml
  rules gbs-pairs-points ({digest}): 4 players in pairs, to 100 points

Hand 3: seat 1 leads, scores 10 - 20

    move    seat  play      ends    hand left
  ------  ------  --------  ------  -----------
       1       1  6-4 left  4 | 4

  end     seat 1 went out; ends 4 and 4
  pips    seat 1: 0, seat 2: 16, seat 3: 4, seat 4: 2

  award      side    worth    paid  withheld    why
  -------  ------  -------  ------  ----------  {rule}
  out           1       18      18              out: seats 2 and 4 hold 16 + 2 = 18 pips
  capicua       1       25      25              capicúa: the last tile of seat 1 {shape}

  scores  10 - 20 -> 53 - 20
  next    seat 1 leads

Match: 53 - 20; nobody is at 100 points
Expected: 3 checks, all met"""


def test_a_scenario_in_full_with_its_moves():
    result = replayed(scenes.CAPICUA)
    shape = "fits both of two different ends"
    expected = CAPICUA_IN_FULL.format(digest=result.rules.digest, rule="-" * 64, shape=shape)
    assert scenario_text(result, moves=True) == expected


def test_without_moves_only_their_table_is_left_out():
    with_moves = told(scenes.CAPICUA, moves=True).split("\n")
    without = told(scenes.CAPICUA).split("\n")
    assert [line for line in with_moves if line not in without] == [
        "move seat play ends hand left",
        "------ ------ -------- ------ -----------",
        "1 1 6-4 left 4 | 4",
    ]


def test_a_line_that_is_known_is_shown_as_it_lies():
    assert "line 0-6 6-6" in told(scenes.PARTNER_PASSES)


AWARDS = [
    pytest.param(
        scenes.CAPICUA_THAT_DOES_NOT_FIT,
        "out 1 22 22 out: every tile left is 0 + 16 + 4 + 2 = 22 pips",
        id="going out, every tile counts",
    ),
    pytest.param(
        scenes.CAPICUA_THAT_DOES_NOT_FIT,
        "capicua 1 25 0 does-not-fit capicúa: the last tile of seat 1 fits both of two different "
        "ends: does not fit, 182 + 25 = 207 would reach 200",
        id="a bonus that does not fit",
    ),
    pytest.param(
        scenes.SEVERAL_REACH_THE_TARGET,
        "straight-pass 2 25 25 passes all round: everybody else passed and seat 2 plays again",
        id="passes all round",
    ),
    pytest.param(
        scenes.PARTNER_PASSES,
        "come-out-pass 1 25 0 partner-passed come-out pass: seat 2 passed on the opening tile of "
        "seat 1: cancelled, the partner passed on it too",
        id="a come-out pass that the partner cancels",
    ),
    pytest.param(
        scenes.MATCH_OPENING,
        "come-out-pass 1 25 0 match-opening come-out pass: seat 2 passed on the opening tile of "
        "seat 1: not in the match-opening hand",
        id="no come-out pass in the first hand",
    ),
    pytest.param(
        scenes.LOCKED,
        "block 2 12 12 block: side 1 (10 + 2 = 12) 12, side 2 (4 + 6 = 10) 10; side 2 is lowest; "
        "seats 1 and 3 hold 10 + 2 = 12 pips",
        id="a block compared by pairs",
    ),
    pytest.param(
        scenes.LOCKED_AND_COMPARED,
        "block 2 22 22 block: locker seat 1 10, seat 2 4; seat 2 is lowest; every tile left is "
        "10 + 4 + 2 + 6 = 22 pips",
        id="a block compared by the locker",
    ),
    pytest.param(
        scenes.LOCKED_AND_LEVEL,
        "block - 0 0 tie block: side 1 (10 + 2 = 12) 12, side 2 (4 + 8 = 12) 12; the lowest are "
        "equal, nobody wins: nobody won the hand",
        id="a block that nobody wins",
    ),
    pytest.param(
        scenes.WINS_COUNTED,
        "block 2 1 1 block: side 1 (10 + 2 = 12) 12, side 2 (4 + 6 = 10) 10; side 2 is lowest; "
        "1 win (seats 1 and 3 hold 10 + 2 = 12 pips)",
        id="a hand that counts as a win",
    ),
]


@pytest.mark.parametrize(("scenario", "line"), AWARDS)
def test_an_award_tells_its_sum_or_why_it_was_withheld(scenario: str, line: str):
    assert line in told(scenario).split("\n")


STANDINGS = [
    pytest.param(scenes.CAPICUA, "Match: 53 - 20; nobody is at 100 points", id="still open"),
    pytest.param(
        scenes.WINS_COUNTED, "Match: 0 - 1; nobody is at 3 wins", id="still open, in wins"
    ),
    pytest.param(
        scenes.ONE_REACHES_THE_TARGET,
        "Match: 103 - 20; side 1 wins, at or over 100",
        id="won by the only side there",
    ),
    pytest.param(
        scenes.SEVERAL_REACH_THE_TARGET,
        "Match: 100 - 101; side 2 wins; sides 1 and 2 are at or over 100, the highest score wins",
        id="won by score, from a lost hand",
    ),
    pytest.param(
        scenes.HAND_DECIDES,
        "Match: 100 - 101; side 1 wins; sides 1 and 2 are at or over 100, "
        "the winner of the hand wins",
        id="won by the hand, with the lower score",
    ),
    pytest.param(
        scenes.LEVEL_AT_THE_TARGET,
        "Match: 100 - 100; sides 1 and 2 are level at or over 100, another hand is played",
        id="level at the target, play goes on",
    ),
    pytest.param(
        scenes.HAND_DECIDES_THE_TIE,
        "Match: 100 - 100; side 1 wins; sides 1 and 2 are at or over 100, "
        "the winner of the hand wins",
        id="level at the target, the hand decides",
    ),
    pytest.param(
        scenes.PARTNER_PASSES, "Match: 0 - 0; the hand is still being played", id="unfinished"
    ),
]


@pytest.mark.parametrize(("scenario", "line"), STANDINGS)
def test_the_match_says_who_won_and_by_which_rule(scenario: str, line: str):
    assert line in told(scenario).split("\n")


ENDS = [
    pytest.param(scenes.CAPICUA, "end seat 1 went out; ends 4 and 4", id="out"),
    pytest.param(scenes.LOCKED, "end blocked, locked by seat 1; ends 0 and 0", id="blocked"),
    pytest.param(scenes.FOLDED, "end seat 2 folded, all redeal", id="folded"),
    pytest.param(
        scenes.PARTNER_PASSES, "end unfinished, the hand is still being played", id="unfinished"
    ),
]


@pytest.mark.parametrize(("scenario", "line"), ENDS)
def test_the_end_of_a_hand_in_words(scenario: str, line: str):
    assert line in told(scenario).split("\n")


def test_an_unfinished_hand_counts_no_pips_and_names_no_next_leader():
    words = {line.split(" ")[0] for line in told(scenes.PARTNER_PASSES).split("\n")}
    assert words & {"end", "pips", "next", "scores"} == {"end", "scores"}


def test_a_match_that_is_over_has_no_next_leader():
    assert "next seat" in told(scenes.LEVEL_AT_THE_TARGET)
    assert "next seat" not in told(scenes.SEVERAL_REACH_THE_TARGET)


def test_moves_show_forced_passes_ends_and_the_hand_that_is_left():
    moves = told(scenes.PARTNER_PASSES, moves=True).split("\n")
    assert moves[8:12] == [
        "1 1 6-6 6 | 6 5-5 6-1 6-2 6-3 6-4 6-5",
        "2 2 pass (forced) 0-0 1-0 1-1 2-0 2-1 2-2 3-0",
        "3 3 pass (forced) 3-1 3-2 3-3 4-0 4-1 4-2 4-3",
        "4 4 6-0 left 0 | 6 4-4 5-0 5-1 5-2 5-3 5-4",
    ]


def test_an_illegal_play_that_was_expected_is_told_with_its_rule():
    text = told(scenes.ILLEGAL_AS_EXPECTED)
    assert "illegal play 1 (must-play): seat 1 passes, but can play 6-4" in text
    assert text.endswith("Expected: 1 check, all met")


def test_a_failed_expectation_says_expected_got_and_why():
    assert told(scenes.WRONG_SCORES).split("\n")[-3:] == [
        "Expected: 1 of 3 checks failed",
        "hand 1, scores: expected [50, 20], got [53, 20]",
        "why: out: seats 2 and 4 hold 16 + 2 = 18 pips; "
        "capicúa: the last tile of seat 1 fits both of two different ends",
    ]


def test_awards_that_were_expected_are_told_by_their_keys():
    text = told(scenes.CAPICUA_THAT_DOES_NOT_FIT)
    assert "hand 1, awards: expected clause out, paid 18; clause capicua, got clause out, " in text


def test_what_is_expected_of_the_match_is_told_apart_from_its_hands():
    text = scenes.CAPICUA + "expect: {over: true, winner_side: 1}\n"
    assert told(text).split("\n")[-3:] == [
        "Expected: 2 of 5 checks failed",
        "match, over: expected true, got false",
        "match, winner_side: expected 1, got nothing",
    ]


@pytest.mark.parametrize(
    ("scenario", "verdict"),
    [
        (scenes.CAPICUA, "ok    Capicúa on the last tile  (3 checks)"),
        (scenes.WRONG_SCORES, "FAIL  Capicúa on the last tile  (1 of 3 checks failed)"),
        (scenes.LOCKED, "ok    Locked on blanks  (0 checks)"),
    ],
    ids=["met", "failed", "nothing expected"],
)
def test_the_verdict_is_one_line(scenario: str, verdict: str):
    assert verdict_text(replayed(scenario)) == verdict


def test_scores_stand_side_by_side():
    assert scores_text([67, 76, 0]) == "67 - 76 - 0"
