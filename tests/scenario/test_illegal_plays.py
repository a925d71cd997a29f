"""A play that the rules do not allow is refused: its code, its place, the rule it breaks."""

import re

import pytest

from domsim.rules.bundled import bundled_folder
from scenario.support import DRAW, GAPLE, ONE_TABLE, PASSES, marked, play, refused

OPENING = PASSES.replace("start: {hand: 2, leader: 1}\n", "")
LAST_TILE = """\
rules: one-table-200
hands:
- position:
    ends: [6, 5]
    hands: {1: 6-4, 2: 5-4, 3: 1-1, 4: 2-2}
    turn: 1
    leader: 1
"""
SHORT_STOCK = """\
rules: draw-100
hands:
- position:
    ends: [6, 6]
    hands: {1: 6-5 6-4, 2: 5-4}
    stock: ''
    turn: 2
    leader: 1
"""
ILLEGAL = {
    "another seat": (
        PASSES, "1:6-6 3:6-4 2:5-4", 3, "not-your-turn",
        "it is the turn of seat 1, who can play 4-4 6-0, not of seat 2",
    ),
    "a tile of another seat": (
        PASSES, "1:5-4", 1, "not-in-hand",
        "seat 1 does not hold 5-4; it holds 1-1 2-2 3-3 4-4 5-5 6-0 6-6",
    ),
    "a tile that fits nowhere": (
        PASSES, "1:5-5 2:5-4 3:6-1", 3, "does-not-fit",
        "6-1 does not fit; the ends are 4 and 5",
    ),
    "a tile on the wrong end": (
        PASSES, "1:5-5 2:5-4L 3:6-5L", 3, "does-not-fit",
        "6-5 does not fit on the left; the ends are 4 and 5",
    ),
    "a tile on a number that is no end": (
        PASSES, "1:5-5 2:5-4 3:6-5@6", 3, "does-not-fit",
        "6-5 does not fit on 6; the ends are 4 and 5",
    ),
    "a first tile on a number it has not": (
        PASSES, "1:6-0@5", 1, "does-not-fit", "the first tile shows no 5"
    ),
    "a tile that fits both ends": (
        PASSES, "1:6-0 2:0-5 3:6-5", 3, "ambiguous-end",
        "6-5 fits both ends 6 and 5; say which",
    ),
    "a pass with a tile that fits": (
        PASSES, "1:5-5 2:pass", 2, "must-play",
        "seat 2 passes, but can play 5-0 5-1 5-2 5-3 5-4",
    ),
    "a pass of the leader": (
        PASSES, "1:pass", 1, "must-play",
        "seat 1 passes, but can play 1-1 2-2 3-3 4-4 5-5 6-0 6-6",
    ),
    "a draw with a tile that fits": (
        DRAW, "1:draw", 1, "must-play", "seat 1 draws, but can play 6-0 6-1 6-2 6-3 6-4 6-5 6-6"
    ),
    "a discard with a tile that fits": (
        GAPLE.replace("leader: 2", "leader: 1"), "1:x0-0", 1, "must-play",
        "seat 1 discards, but can play 6-1 6-2 6-3 6-4 6-5",
    ),
    "a pass while tiles can be drawn": (
        DRAW, "1:6-6 2:pass", 2, "must-draw", "seat 2 passes, but must draw; 14 are left"
    ),
    "a pass instead of a discard": (
        GAPLE, "2:pass", 1, "must-discard", "seat 2 passes, but must discard a tile"
    ),
    "a draw where tiles are discarded": (
        GAPLE, "2:draw", 1, "nothing-to-draw", "seat 2 draws, but these rules have no stock"
    ),
    "a draw where nothing is drawn": (
        PASSES, "1:6-6 2:draw", 2, "nothing-to-draw",
        "seat 2 draws, but nothing is to be drawn",
    ),
    "a draw from an empty stock": (
        SHORT_STOCK, "2:draw", 1, "nothing-to-draw", "seat 2 draws, but nothing is to be drawn"
    ),
    "another tile than the next of the stock": (
        DRAW, "1:6-6 2:+4-2", 2, "wrong-draw", "the next tile of the stock is 4-3, not 4-2"
    ),
    "a discard where nobody discards": (
        PASSES, "1:6-6 2:x5-4", 2, "no-discard", "seat 2 discards, but can only pass"
    ),
    "a discard of another seat's tile": (
        GAPLE, "2:x6-1", 1, "not-in-hand",
        "seat 2 does not hold 6-1; it holds 5-0 5-1 5-2 5-3 5-4 5-5",
    ),
    "another tile than the one that opens the match": (
        OPENING, "1:5-5", 1, "must-lead", "seat 1 must lead 6-6, not 5-5"
    ),
    "another seat than the holder of the opening tile": (
        OPENING, "2:5-4", 1, "wrong-lead", "seat 1 leads this hand, not seat 2"
    ),
    "another seat than start names": (
        PASSES, "4:3-2", 1, "wrong-lead", "seat 1 leads this hand, not seat 4"
    ),
    "a play after going out": (
        LAST_TILE, "1:6-4 2:5-4", 2, "hand-over", "the hand is over"
    ),
    "a pass after going out": (LAST_TILE, "1:6-4 2:pass", 2, "hand-over", "the hand is over"),
    "a fold after going out": (LAST_TILE, "1:6-4 2:fold", 2, "hand-over", "the hand is over"),
    "a fold without doubles enough": (
        ONE_TABLE, "2:fold", 1, "fold-not-allowed",
        "seat 2 may not fold; it holds 1-1 6-0 6-1 6-2 6-3 6-4 6-5",
    ),
    "a fold after the first tile": (
        ONE_TABLE, "1:1-0 2:6-0 1:fold", 3, "fold-not-allowed",
        "seat 1 may not fold; it holds 2-0 2-2 3-3 4-4 5-5 6-6",
    ),
    "a fold where nobody folds": (
        PASSES, "1:fold", 1, "fold-not-allowed",
        "seat 1 may not fold; it holds 1-1 2-2 3-3 4-4 5-5 6-0 6-6",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("deal", "plays", "number", "code", "sentence"), ILLEGAL.values(), ids=ILLEGAL
)
def test_an_illegal_play_is_refused_with_its_number_and_place(deal, plays, number, code, sentence):
    (finding,) = refused(f"{deal}  plays: {plays}\n")
    assert (finding.code, marked(finding.place)) == (code, plays.split()[number - 1])
    assert finding.message == f"hand 1, play {number}: {sentence}"
    assert finding.path == "hands[0].plays"


RULES = {
    "must-draw": (DRAW, "1:6-6 2:pass", "turn.stuck is draw-until-fits", "stuck:"),
    "must-discard": (GAPLE, "2:pass", "turn.stuck is discard", "stuck:"),
    "nothing-to-draw": (PASSES, "1:6-6 2:draw", "turn.stuck is pass", "stuck:"),
    "must-lead": (OPENING, "1:5-5", "opening.first_tile is must-lead", "first_tile:"),
    "wrong-lead in the match-opening hand": (
        OPENING, "2:5-4", "opening.first_leader is tile-holder", "first_leader:"
    ),
    "fold-not-allowed": (ONE_TABLE, "2:fold", "fold.rule is may", "rule:"),
}  # fmt: skip


@pytest.mark.parametrize(("deal", "plays", "rule", "line"), RULES.values(), ids=RULES)
def test_it_says_which_rule_it_breaks_and_where_the_rule_set_says_so(deal, plays, rule, line):
    (finding,) = refused(f"{deal}  plays: {plays}\n")
    named = re.fullmatch(r"(.*) \(rulesets/(.*):(\d+)\)", finding.help or "")
    assert named is not None
    text = (bundled_folder("rulesets") / named[2]).read_text().splitlines()
    assert (named[1], text[int(named[3]) - 1].strip().split()[0]) == (rule, line)


def test_a_rule_that_nobody_wrote_is_the_default():
    (finding,) = refused(PASSES + "  plays: 1:fold\n")
    assert finding.help == "fold.rule is none (the default)"


def test_a_rule_may_be_set_by_the_scenario():
    text = PASSES.replace("start:", "set:\n  turn.stuck: pass\nstart:")
    (finding,) = refused(text + "  plays: 1:6-6 2:draw\n")
    assert finding.help == "turn.stuck is pass (t.yaml:3)"


COMMON = {
    "must-play": ("1:5-5 2:pass", "who can play must play"),
    "not-your-turn": (
        "1:6-6 3:6-4 2:5-4", "seats play in turn; only forced passes and draws may be left out"
    ),
    "does-not-fit": (
        "1:5-5 2:5-4 3:6-1", "a tile joins an end that shows one of its numbers"
    ),
    "ambiguous-end": ("1:6-0 2:0-5 3:6-5", "add L, R or @ and the number of the end"),
}  # fmt: skip


@pytest.mark.parametrize(("plays", "rule"), COMMON.values(), ids=COMMON)
def test_a_rule_of_every_game_is_said_in_words(plays, rule):
    (finding,) = refused(f"{PASSES}  plays: {plays}\n")
    assert finding.help == rule


BEFORE_PLAY = {
    "a seat that the table has not": ("5:6-6", "unknown-seat"),
    "a seat that no table has": ("7:6-6", "bad-notation"),
    "seat zero": ("0:6-6", "bad-notation"),
    "a tile of a larger set": ("1:7-6", "foreign-tile"),
    "a text that is no play": ("1:66", "bad-notation"),
}


@pytest.mark.parametrize(("word", "code"), BEFORE_PLAY.values(), ids=BEFORE_PLAY)
def test_a_play_that_cannot_be_meant_is_refused_before_anything_is_played(word, code):
    (finding,) = refused(f"{PASSES}  plays: 1:6-6 {word}\n")
    assert (finding.code, marked(finding.place)) == (code, word)


def test_every_word_that_is_no_play_is_told():
    found = refused(PASSES + "  plays: 1:66 2:pas\n" + "- deal: {seed: 1}\n  plays: [1:6/6]\n")
    assert [marked(f.place) for f in found] == ["1:66", "2:pas", "1:6/6"]


def test_more_plays_than_a_hand_can_take_are_refused():
    (finding,) = refused(PASSES + "  plays: " + "1:6-6 " * 1001 + "\n")
    assert (finding.code, finding.path) == ("too-many-plays", "hands[0].plays")


# --- illegal plays that are expected

EXPECTED = "  plays: 1:6-6 2:draw 3:6-4\n  expect: {illegal: {play: 2, code: nothing-to-draw}}\n"


def test_an_illegal_play_may_be_expected():
    assert play(PASSES + EXPECTED).ok


def test_an_expected_illegal_play_ends_the_hand_there():
    hand = play(PASSES + EXPECTED).hands[0]
    assert (hand.end, hand.line) == ("unfinished", "6-6")
    assert hand.as_json()["illegal"] == {
        "play": 2, "code": "nothing-to-draw", "message": "seat 2 draws, but nothing is to be drawn",
    }  # fmt: skip


@pytest.mark.parametrize(
    "expected",
    ["{play: 1, code: nothing-to-draw}", "{play: 2, code: must-play}"],
    ids=["another play", "another code"],
)
def test_another_illegal_play_than_the_expected_one_is_a_failed_expectation(expected):
    text = PASSES + EXPECTED.replace("{play: 2, code: nothing-to-draw}", expected)
    (check,) = play(text).checks
    assert (check.ok, check.field) == (False, "illegal")
    assert check.why == "seat 2 draws, but nothing is to be drawn"


def test_a_legal_play_that_was_expected_to_be_illegal_is_a_failed_expectation():
    text = PASSES + EXPECTED.replace("2:draw", "2:pass")
    (check,) = play(text).checks
    assert (check.ok, check.actual, check.why) == (False, None, "every play was legal")
