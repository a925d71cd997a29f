"""Who leads, hand after hand, and where the match stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.engine import state as at
from scenario.support import (
    DRAW,
    GAPLE,
    LAST_TILE,
    PASSES,
    first_hand,
    marked,
    play,
    refused,
    simulate,
    told,
)

NO_START = {"gbs": PASSES.replace("start: {hand: 2, leader: 1}\n", ""),
            "gaple": GAPLE.replace("start: {hand: 2, leader: 2}\n", ""),
            "draw": DRAW.replace("start: {hand: 2, leader: 1}\n", "")}  # fmt: skip
DEAL = PASSES.split("hands:\n")[1]


def with_start(start: str) -> str:
    """Return the scenario of one hand of pairs with another start."""
    return PASSES.replace("{hand: 2, leader: 1}", start)


# --- who leads

LEADERS = {
    "the holder of 6-6 in the first hand": (NO_START["gbs"], 1),
    "the same, numbered": (with_start("{hand: 1}"), 1),
    "the same, named too": (with_start("{leader: 1}"), 1),
    "the highest double dealt": (NO_START["draw"], 1),
    "the highest double, another seat's": (
        NO_START["draw"].replace("6-6 6-5", "4-4 6-5").replace("5-0 4-4", "5-0 6-6"), 2
    ),
    "who is named in a later hand": (with_start("{hand: 5, leader: 3}"), 3),
    "the seat of the first play in a later hand": (
        with_start("{hand: 5}") + "  plays: 4:2-1\n", 4
    ),
    "the seat of the first play where chance decides": (
        NO_START["gaple"] + "  plays: 3:6-0\n", 3
    ),
    "who is named where chance decides": (
        GAPLE.replace("{hand: 2, leader: 2}", "{leader: 4}"), 4
    ),
    "the holder of 6-6 after a fold": (with_start("{hand: 2, opening: true}"), 1),
}  # fmt: skip


@pytest.mark.parametrize(("text", "leader"), LEADERS.values(), ids=LEADERS)
def test_a_hand_is_led_by(text, leader):
    assert first_hand(text).leader == leader


def test_what_opens_the_match_must_be_led_after_a_fold_too():
    text = with_start("{hand: 2, opening: true}") + "  plays: 1:5-5\n"
    assert told(text) == [("must-lead", "1:5-5")]


@given(st.integers(0, 2**63 - 1))
def test_chance_names_the_leader_of_a_simulated_hand(seed):
    hand = first_hand(f"rules: gaple\nhands:\n- deal: {{seed: {seed}}}\n")
    assert hand.leader == simulate("gaple", seed).begun[at.LEADER]


def test_chance_follows_the_seed_of_the_scenario():
    text = NO_START["gaple"] + "seed: {}\n"
    leaders = [first_hand(text.format(seed)).leader for seed in range(30)]
    assert leaders == [simulate("gaple", seed).begun[at.LEADER] for seed in range(30)]
    assert set(leaders) == {1, 2, 3, 4}


WRONG = {
    "the first hand is led by the holder of 6-6": (
        with_start("{leader: 3}"), "3",
        "seat 1 leads the match-opening hand with 6-6, not seat 3",
    ),
    "after a fold too": (
        with_start("{hand: 3, opening: true, leader: 3}"), "3",
        "seat 1 leads the match-opening hand with 6-6, not seat 3",
    ),
    "the first play of the first hand": (
        NO_START["gbs"] + "  plays: 3:6-5\n", "3:6-5",
        "hand 1, play 1: seat 1 leads this hand, not seat 3",
    ),
    "the first play of a hand whose leader is named": (
        PASSES + "  plays: 3:6-5\n", "3:6-5",
        "hand 1, play 1: seat 1 leads this hand, not seat 3",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "sentence"), WRONG.values(), ids=WRONG)
def test_another_leader_is_refused_at_its_place(text, place, sentence):
    (finding,) = refused(text)
    assert (finding.code, marked(finding.place), finding.message) == ("wrong-lead", place, sentence)


def test_a_hand_that_nobody_is_said_to_lead_is_refused():
    for text in (with_start("{hand: 2}"), with_start("{hand: 2}") + "  plays: 6-6\n"):
        (finding,) = refused(text)
        assert (finding.code, finding.path) == ("leader-needed", "hands[0]")
        assert finding.help == ("add start: {leader: 1}, or write the seat before the first play")


# --- hand after hand


def test_a_hand_follows_the_one_before():
    hands = play(LAST_TILE + DEAL + "  plays: 1:6-6 3:6-4\n").hands
    assert [(h.number, h.leader, h.end) for h in hands] == [(4, 3, "out"), (5, 1, "unfinished")]
    assert [(h.scores_before, h.scores) for h in hands] == [((0, 0), (13, 0)), ((13, 0), (13, 0))]


def test_the_match_stands_where_its_last_hand_left_it():
    result = play(LAST_TILE.replace("[0, 0]", "[90, 95]"))
    assert (result.scores, result.over, result.winner_side) == ((103, 95), True, 1)
    assert result.reached == (1,)


def test_the_leader_of_a_hand_that_follows_is_named_by_the_rules():
    text = LAST_TILE + DEAL + "  plays: 3:6-5\n"
    (finding,) = refused(text)
    assert (finding.code, finding.path, marked(finding.place)) == (
        "wrong-lead", "hands[1].plays", "3:6-5"
    )  # fmt: skip
    assert (finding.help or "").startswith("opening.after_out is winner (rulesets/gbs-pairs-points")


def test_nothing_follows_an_unfinished_hand():
    (finding,) = refused(PASSES + "  plays: 1:6-6\n" + DEAL)
    assert (finding.code, finding.path) == ("unfinished-hand", "hands[1]")
    assert finding.message == "hand 1 is not finished, so hand 2 cannot follow"


def test_nothing_follows_the_end_of_the_match():
    (finding,) = refused(LAST_TILE.replace("[0, 0]", "[90, 0]") + DEAL)
    assert (finding.code, finding.path) == ("match-over", "hands[1]")
    assert finding.message == "the match was over after hand 1; hand 2 cannot follow"


def test_a_scenario_holds_no_more_hands_than_anybody_writes():
    text = "rules: gaple\nhands:\n" + "- {}\n" * 5001
    assert [code for code, _ in told(text)] == ["too-many-hands"]


def test_the_last_hand_may_be_unfinished():
    result = play(PASSES + "  plays: 1:6-6\n")
    (hand,) = result.hands
    assert (hand.end, hand.winner_side, hand.pips, hand.next_leader) == (
        "unfinished", None, None, None
    )  # fmt: skip
    assert (result.over, result.ok) == (False, True)


def test_a_match_that_is_over_has_no_next_leader_but_says_who_it_would_be():
    (hand,) = play(LAST_TILE.replace("[0, 0]", "[90, 0]")).hands
    assert (hand.next_leader, hand.would_lead) == (None, 1)


def test_players_finish_every_hand_that_the_script_leaves():
    text = PASSES + "  plays: 1:6-6\n" + DEAL + "seed: 1\nplayers: random\n"
    text = text.replace(DEAL + "seed", DEAL + "  plays: ''\nseed")
    hands = play(text).hands
    assert {hand.end for hand in hands} <= {"out", "blocked"}
    assert hands[1].leader == hands[0].next_leader
    assert hands[1].scores_before == hands[0].scores


def test_a_later_hand_of_the_same_seed_is_played_otherwise():
    text = LAST_TILE + DEAL + "seed: 1\nplayers: random\n"
    later = text.replace("hand: 4", "hand: 5")
    assert play(text).hands[1].events != play(later).hands[1].events


def test_a_position_that_follows_is_led_by_whom_the_rules_name():
    following = LAST_TILE.split("hands:\n")[1]
    assert [code for code, _ in told(LAST_TILE + following)] == ["wrong-lead"]


# --- where the match stands before

STARTS = {
    "a score too few": ("{hand: 2, leader: 1, scores: [5]}", "wrong-score-count", "[5]"),
    "a score too many": ("{hand: 2, scores: [1, 2, 3]}", "wrong-score-count", "[1, 2, 3]"),
    "no scores": ("{hand: 2, leader: 1, scores: []}", "wrong-score-count", "[]"),
    "a match that is over": ("{hand: 2, leader: 1, scores: [100, 0]}", "match-over", "[100, 0]"),
    "a seat too many": ("{hand: 2, leader: 5}", "unknown-seat", "5"),
    "a seat beyond six": ("{hand: 2, leader: 7}", "out-of-range", "7"),
    "seat zero": ("{hand: 2, leader: 0}", "out-of-range", "0"),
    "a negative score": ("{hand: 2, leader: 1, scores: [-1, 0]}", "out-of-range", "-1"),
    "a fraction": ("{hand: 2, leader: 1, scores: [0.5, 0]}", "wrong-type", "0.5"),
    "true for a score": ("{hand: 2, leader: 1, scores: [true, 0]}", "wrong-type", "true"),
    "scores as text": ("{hand: 2, leader: 1, scores: 5 6}", "wrong-type", "5 6"),
    "scores by side": ("{hand: 2, leader: 1, scores: {1: 5}}", "wrong-type", "{1: 5}"),
    "hand zero": ("{hand: 0, leader: 1}", "out-of-range", "0"),
    "a hand in words": ("{hand: two, leader: 1}", "wrong-type", "two"),
    "a text": ("hand 2", "wrong-type", "hand 2"),
    "a list": ("[2, 1]", "wrong-type", "[2, 1]"),
}  # fmt: skip


@pytest.mark.parametrize(("start", "code", "place"), STARTS.values(), ids=STARTS)
def test_a_start_that_cannot_be_is_refused(start, code, place):
    assert told(with_start(start)) == [(code, place)]


def test_equal_scores_over_the_target_go_on():
    assert first_hand(with_start("{hand: 9, leader: 1, scores: [110, 110]}")).end == "unfinished"


def test_a_start_left_empty_is_a_new_match():
    assert first_hand(with_start("")).number == 1
