"""Bonuses near the target, their order, and the worked arithmetic of the rules."""

import pytest
from helpers import act, awards, awards_in_full, position, rules_of, scores

from domsim.engine import state as at

from .hands import BLOCK_9_9_20_30, BLOCK_10_4_2_6, OUT_0_21_8_12, block, out

ONE_TABLE = rules_of("one-table-200")
GBS = rules_of("gbs-pairs-points")
ALL_PASS = " 2:pass 3:pass 4:pass "


def running_scores(state, side, before):
    """Return the score of a side after each of its awards, paid or not."""
    seen = []
    for _, to, points, _ in awards(state):
        if to == side:
            before += points
            seen.append(before)
    return seen


# --- limit: each bonus of 25 on 174, which leaves room, and on 175, which does not


def straight_pass(rules, score):
    state = position(rules, {1: "1-0 2-1", 2: "6-6", 3: "6-4", 4: "3-3"}, (0, 0), scores=(score, 0))
    return act(rules, state, "1:1-0L" + ALL_PASS)


def come_out_pass(rules, score):
    hands = {1: "5-0 6-0", 2: "6-6", 3: "5-2 4-4", 4: "3-3"}
    state = position(rules, hands, None, scores=(score, 0))
    return act(rules, state, "1:5-0 2:pass 3:5-2")


def capicua(rules, score):
    # The hand is worth 1 + 0 + 2 and comes first.
    hands = {1: "5-3", 2: "1-0", 3: "0-0", 4: "1-1"}
    return act(rules, position(rules, hands, (3, 5), scores=(score - 3, 0)), "1:5-3L")


def blocked_bonus(rules, score):
    # 10 v 2 and 6 v 4: seat 3 wins by the lowest hand for side 1, and 10 + 4 + 2 + 6 come first.
    return block(rules, BLOCK_10_4_2_6, 3, scores=(score - 22, 0))


BONUSES = [straight_pass, come_out_pass, capicua, blocked_bonus]


@pytest.mark.parametrize("bonus", BONUSES)
@pytest.mark.parametrize(
    ("limit", "score", "after", "reason"),
    [
        ("must-fit", 174, 199, None),
        ("must-fit", 175, 175, "does-not-fit"),
        ("must-fit", 190, 190, "does-not-fit"),
        ("none", 174, 199, None),
        ("none", 175, 200, None),
        ("none", 190, 215, None),
    ],
)
def test_a_bonus_must_fit_under_the_target_or_need_not(bonus, limit, score, after, reason):
    name = bonus.__name__
    changes = f"bonuses.{name}.limit={limit}", "bonuses.blocked_bonus.points=25"
    rules = rules_of("one-table-200", *changes)
    state = bonus(rules, score)
    assert scores(rules, state)[0] == after
    assert awards(state)[-1] == (name.replace("_", "-"), 1, after - score, reason)


def test_what_a_hand_is_worth_always_counts():
    # 180 and a hand of 25, which is no bonus: 205, won. 12 + 11 + 2 are left.
    state = out(ONE_TABLE, {2: "6-6", 3: "6-5", 4: "2-0"}, scores=(180, 0))
    assert awards(state) == [("out", 1, 25, None)]
    assert (scores(ONE_TABLE, state), state[at.OVER]) == ((205, 0), 1)


# --- score.order: 133 with a hand of 42 and capicúa

# 23 + 10 + 9 pips are left.
CAPICUA_42 = {1: "3-2", 2: "6-6 6-5", 3: "5-5", 4: "5-4"}
ORDER = [
    # 133 + 42 = 175, and 175 + 25 does not fit.
    ("hand-first", [175, 175], 0),
    # 133 + 25 = 158, + 42 = 200: the match.
    ("capicua-first", [158, 200], 1),
    # 133 + 25 fits, whatever the hand adds: 175, 200.
    ("both-on-score-before", [175, 200], 1),
]


@pytest.mark.parametrize(("order", "after", "over"), ORDER)
def test_the_order_of_hand_and_capicua(order, after, over):
    rules = rules_of("one-table-200", f"score.order={order}")
    state = act(rules, position(rules, CAPICUA_42, (2, 3), scores=(133, 0)), "1:3-2L")
    assert running_scores(state, 1, 133) == after
    assert state[at.OVER] == over


@pytest.mark.parametrize(
    ("order", "judged_on"),
    [("hand-first", [133, 175]), ("capicua-first", [133, 158]),
     ("both-on-score-before", [133, 133])],
)  # fmt: skip
def test_the_score_on_which_an_award_was_judged_is_noted(order, judged_on):
    rules = rules_of("one-table-200", f"score.order={order}")
    state = act(rules, position(rules, CAPICUA_42, (2, 3), scores=(133, 0)), "1:3-2L")
    assert [award.score for award in awards_in_full(state)] == judged_on


def test_both_on_the_score_before_may_withhold_too():
    # 175 + 25 does not fit, before the hand of 42.
    rules = rules_of("one-table-200", "score.order=both-on-score-before")
    state = act(rules, position(rules, CAPICUA_42, (2, 3), scores=(175, 0)), "1:3-2L")
    assert running_scores(state, 1, 175) == [217, 217]


# --- the worked arithmetic of one table


def test_150_with_two_straight_passes_and_a_hand_of_49():
    # 23 + 20 + 6 are left: 175, still 175, 224.
    hands = {1: "1-0 2-1 3-2", 2: "6-6 6-5", 3: "5-5 6-4", 4: "3-3"}
    state = position(ONE_TABLE, hands, (0, 0), scores=(150, 0))
    act(ONE_TABLE, state, "1:1-0L" + ALL_PASS + "1:2-1L" + ALL_PASS + "1:3-2L")
    assert running_scores(state, 1, 150) == [175, 175, 224]


def test_110_with_a_straight_pass_a_hand_of_64_and_a_capicua_plays_on():
    # 33 + 19 + 12 are left: 135, 199, and the capicúa does not fit.
    hands = {1: "1-0 2-1", 2: "6-6 6-5 5-5", 3: "6-4 5-4", 4: "4-4 4-0"}
    state = position(ONE_TABLE, hands, (2, 0), scores=(110, 0))
    act(ONE_TABLE, state, "1:1-0R" + ALL_PASS + "1:2-1L")
    assert running_scores(state, 1, 110) == [135, 199, 199]
    assert awards(state)[-1] == ("capicua", 1, 0, "does-not-fit")
    assert state[at.OVER] == 0


ONE_TABLE_BLOCKS = [
    # 10/4/2/6, locker 1: 10 v 4, seat 2 wins, side 2 takes 22.
    (BLOCK_10_4_2_6, 1, (0, 22), 2),
    # 9/9/20/30, locker 1: tie, the locker wins 68 for side 1. Locker 4: 30 v 9, seat 1 wins them.
    (BLOCK_9_9_20_30, 1, (68, 0), 1),
    (BLOCK_9_9_20_30, 4, (68, 0), 1),
]


@pytest.mark.parametrize(("hands", "locker", "after", "leader"), ONE_TABLE_BLOCKS)
def test_blocks_of_one_table(hands, locker, after, leader):
    state = block(ONE_TABLE, hands, locker, leader=3)
    assert scores(ONE_TABLE, state) == after
    assert state[at.NEXT_LEADER] == leader


# --- the worked arithmetic of GBS pairs to 100


@pytest.mark.parametrize(
    ("before", "after", "over", "match_winner"),
    [((67, 76), (100, 101), 1, 2), ((67, 75), (100, 100), 0, 0)],
)
def test_a_side_that_loses_the_hand_may_win_the_match(before, after, over, match_winner):
    # Side 2 takes 25 for passes all round, then side 1 goes out for 12 + 21.
    hands = {1: "3-2", 2: "1-0 2-1 6-6", 3: "4-4", 4: "5-5 6-5"}
    state = position(GBS, hands, (0, 0), turn=2, scores=before)
    act(GBS, state, "2:1-0L 3:pass 4:pass 1:pass 2:2-1L 3:pass 4:pass 1:3-2")
    assert scores(GBS, state) == after
    assert (state[at.OVER], state[at.MATCH_WINNER]) == (over, match_winner)


def test_a_bonus_may_carry_a_side_over_the_target_in_a_drawn_hand():
    # 80 + 25; then 2|0 is dead, and 10 + 8 are left against 11 + 7.
    hands = {1: "1-0 2-1 5-5", 2: "6-5", 3: "4-4", 4: "4-3"}
    state = position(GBS, hands, (0, 0), scores=(80, 0))
    act(GBS, state, "1:1-0L" + ALL_PASS + "1:2-1L" + ALL_PASS + "1:pass")
    assert awards(state) == [("straight-pass", 1, 25, None), ("block", 0, 0, "tie")]
    assert (scores(GBS, state), state[at.OVER], state[at.MATCH_WINNER]) == ((105, 0), 1, 1)


# --- match.unit: where wins are counted bonuses are shown in points and count nothing


def test_by_wins_a_bonus_is_only_shown():
    rules = rules_of("gbs-pairs-wins", "bonuses.blocked_bonus.points=25")
    hands = {1: "1-0 2-1", 2: "6-6 6-5", 3: "5-5", 4: "3-3"}
    state = position(rules, hands, (2, 0), scores=(2, 0))
    act(rules, state, "1:1-0R" + ALL_PASS + "1:2-1L")
    assert awards(state) == [
        ("straight-pass", 1, 0, "shown-only"),
        ("out", 1, 1, None),
        ("capicua", 1, 0, "shown-only"),
    ]
    assert [award.nominal for award in awards_in_full(state)] == [25, 1, 25]
    assert (scores(rules, state), state[at.OVER]) == ((3, 0), 1)
    blocked = block(rules, BLOCK_10_4_2_6)
    assert awards(blocked) == [("block", 2, 1, None), ("blocked-bonus", 2, 0, "shown-only")]


def test_by_wins_a_bonus_pays_nothing_even_where_none_must_fit():
    rules = rules_of("gbs-pairs-wins", "match.target=1000")
    assert scores(rules, out(rules, OUT_0_21_8_12, scores=(5, 5))) == (6, 5)
