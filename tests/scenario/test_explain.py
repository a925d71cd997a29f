"""Every award in words: who was compared, how the pips were counted, why nothing was paid."""

import pytest

from domsim.engine import state as at
from domsim.rules.loader import load_rules, override
from domsim.scenario.explain import Settlement, explain
from domsim.scenario.results import Award
from scenario.support import LAST_TILE, first_hand


def sentence(rules: str, changes: str, award: Award, pips: tuple[int, ...], **won) -> str:
    """Explain an award of a bundled rule set with changes such as ``score.out=net``."""
    loaded = load_rules(rules, [override(change) for change in changes.split()])
    seat, side = won.get("seat"), won.get("side")
    return explain(
        award,
        Settlement(
            loaded.rules, pips, seat, side, won.get("locker"), won.get("broken", at.BROKEN_NOT_TIED)
        ),
    )


def hand(clause: str, side: int, points: int, seat: int | None = None) -> Award:
    """Return a hand's own award."""
    return Award(clause, seat, side, points, points, None, 0)


# Seat 1 went out; 4, 2 and 6 pips are left.
OUT = {
    "losing-sides": ("gbs-pairs-points", 10, "seats 2 and 4 hold 4 + 6 = 10 pips"),
    "all-tiles": ("one-table-200", 12, "every tile left is 0 + 4 + 2 + 6 = 12 pips"),
    "all-but-winner": ("gbs-pairs-points", 12, "seats 2, 3 and 4 hold 4 + 2 + 6 = 12 pips"),
    "net": ("gbs-pairs-points", 8, "seats 2 and 4 hold 4 + 6 = 10 pips, less 0 + 2 = 2 of its own"),
    "differences": (
        "gbs-pairs-points", 8, "what the others hold beyond side 1 is (10 - 2) = 8 pips"
    ),
    "each-differences": (
        "gbs-pairs-points", 8, "what the others hold beyond side 1 is (10 - 2) = 8 pips"
    ),
}  # fmt: skip


@pytest.mark.parametrize("count", OUT)
def test_going_out_in_pairs(count):
    rules, points, words = OUT[count]
    award = hand("out", 1, points, seat=1)
    text = sentence(rules, f"score.out={count}", award, (0, 4, 2, 6), seat=1, side=1, locker=1)
    assert text == f"out: {words}"


ALONE = {
    "losing-sides": (12, "seats 2, 3 and 4 hold 4 + 2 + 6 = 12 pips"),
    "all-tiles": (12, "every tile left is 0 + 4 + 2 + 6 = 12 pips"),
    "all-but-winner": (12, "seats 2, 3 and 4 hold 4 + 2 + 6 = 12 pips"),
    "net": (12, "seats 2, 3 and 4 hold 4 + 2 + 6 = 12 pips, less 0 of its own"),
    "differences": (
        12, "what the others hold beyond seat 1 is (4 - 0) + (2 - 0) + (6 - 0) = 12 pips"
    ),
}  # fmt: skip


@pytest.mark.parametrize("count", ALONE)
def test_going_out_alone(count):
    points, words = ALONE[count]
    award, changes = hand("out", 1, points, seat=1), f"score.out={count}"
    text = sentence("gbs-individual-points", changes, award, (0, 4, 2, 6), seat=1, side=1, locker=1)
    assert text == f"out: {words}"


def test_going_out_against_one():
    award = hand("out", 1, 5, seat=1)
    assert sentence("block-100", "", award, (0, 5), seat=1, side=1) == "out: seat 2 holds 5 pips"


# A block with 10, 4, 2 and 6 pips; seat 1 locked.
BLOCKS = {
    "pair totals": (
        "gbs-pairs-points", "", hand("block", 2, 12), {"side": 2},
        "side 1 (10 + 2 = 12) 12, side 2 (4 + 6 = 10) 10; side 2 is lowest; "
        "seats 1 and 3 hold 10 + 2 = 12 pips",
    ),
    "the locker and the next seat": (
        "one-table-200", "", hand("block", 2, 22, 2), {"seat": 2, "side": 2},
        "locker seat 1 10, seat 2 4; seat 2 is lowest; "
        "every tile left is 10 + 4 + 2 + 6 = 22 pips",
    ),
    "all but the winner's tiles": (
        "one-table-200", "score.block=all-but-winner", hand("block", 2, 18, 2),
        {"seat": 2, "side": 2},
        "locker seat 1 10, seat 2 4; seat 2 is lowest; "
        "seats 1, 3 and 4 hold 10 + 2 + 6 = 18 pips",
    ),
    "all but the winners' tiles, where a side won": (
        "gbs-pairs-points", "score.block=all-but-winner", hand("block", 2, 12), {"side": 2},
        "side 1 (10 + 2 = 12) 12, side 2 (4 + 6 = 10) 10; side 2 is lowest; "
        "seats 1 and 3 hold 10 + 2 = 12 pips",
    ),
    "the lowest hand": (
        "gbs-pairs-points", "block.compare=lowest-hand", hand("block", 1, 10, 3),
        {"seat": 3, "side": 1},
        "seat 1 10, seat 2 4, seat 3 2, seat 4 6; seat 3 is lowest; "
        "seats 2 and 4 hold 4 + 6 = 10 pips",
    ),
    "individuals": (
        "gbs-individual-points", "", hand("block", 3, 20, 3), {"seat": 3, "side": 3},
        "seat 1 10, seat 2 4, seat 3 2, seat 4 6; seat 3 is lowest; "
        "seats 1, 2 and 4 hold 10 + 4 + 6 = 20 pips",
    ),
    "individuals, by differences": (
        "gaple", "", hand("block", 3, 14, 3), {"seat": 3, "side": 3},
        "seat 1 10, seat 2 4, seat 3 2, seat 4 6; seat 3 is lowest; "
        "what the others hold beyond seat 3 is (10 - 2) + (4 - 2) + (6 - 2) = 14 pips",
    ),
    "individuals, another's differences": (
        "gaple", "score.block=each-differences", hand("block", 2, 8, 2), {"seat": 3, "side": 3},
        "what the others hold beyond seat 2 is (10 - 4) + (6 - 4) = 8 pips",
    ),
    "by wins": (
        "gbs-pairs-wins", "", hand("block", 2, 1), {"side": 2},
        "side 1 (10 + 2 = 12) 12, side 2 (4 + 6 = 10) 10; side 2 is lowest; "
        "1 win (seats 1 and 3 hold 10 + 2 = 12 pips)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "award", "won", "words"), BLOCKS.values(), ids=BLOCKS)
def test_a_block(rules, changes, award, won, words):
    text = sentence(rules, changes, award, (10, 4, 2, 6), locker=1, **won)
    assert text == f"block: {words}"


def test_a_block_net_of_the_winners_own_pips():
    text = sentence("block-100", "", hand("block", 1, 4, 1), (3, 7), seat=1, side=1, locker=2)
    assert text == (
        "block: seat 1 3, seat 2 7; seat 1 is lowest; seat 2 holds 7 pips, less 3 of its own"
    )


TIES = {
    "nobody": (
        "gbs-individual-points", "", (7, 9, 7, 30), {},
        "seat 1 7, seat 2 9, seat 3 7, seat 4 30; the lowest are equal, nobody wins: "
        "nobody won the hand",
    ),
    "the locker": (
        "one-table-200", "", (9, 9, 20, 30),
        {"seat": 1, "side": 1, "locker": 1, "broken": at.BROKEN_BY_LOCKER},
        "locker seat 1 9, seat 2 9; seat 1 wins, the locker comes first in a tie; "
        "every tile left is 9 + 9 + 20 + 30 = 68 pips",
    ),
    "the leader": (
        "one-table-200", "block.tie=leader", (9, 9, 20, 30),
        {"seat": 2, "side": 2, "locker": 1, "broken": at.BROKEN_BY_LEADER},
        "locker seat 1 9, seat 2 9; seat 2 wins, the leader comes first in a tie; "
        "every tile left is 9 + 9 + 20 + 30 = 68 pips",
    ),
    "the lightest tile": (
        "gaple", "", (7, 9, 7, 30),
        {"seat": 3, "side": 3, "locker": 1, "broken": at.BROKEN_BY_LIGHTEST},
        "seat 1 7, seat 2 9, seat 3 7, seat 4 30; seat 3 wins, the lightest unplayed tile breaks "
        "the tie; what the others hold beyond seat 3 is (9 - 7) + (30 - 7) = 25 pips",
    ),
    "partners": (
        "gbs-pairs-points", "block.compare=lowest-hand", (7, 9, 7, 30),
        {"seat": 1, "side": 1, "locker": 2},
        "seat 1 7, seat 2 9, seat 3 7, seat 4 30; seat 1 wins, partners share the lowest count; "
        "seats 2 and 4 hold 9 + 30 = 39 pips",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "pips", "won", "words"), TIES.values(), ids=TIES)
def test_a_tie(rules, changes, pips, won, words):
    side = won.get("side")
    award = Award("block", won.get("seat"), side, 0, 0, None if side else "tie", 0)
    assert sentence(rules, changes, award, pips, **won) == f"block: {words}"


def test_going_out_where_the_lowest_count_wins():
    award = hand("out", 2, 20, seat=2)
    text = sentence("gaple", "", award, (5, 3, 10, 14), seat=2, side=2, locker=1)
    assert text == (
        "out: seat 1 5, seat 2 3, seat 3 10, seat 4 14; seat 2 is lowest; "
        "what the others hold beyond seat 2 is (5 - 3) + (10 - 3) + (14 - 3) = 20 pips"
    )


SHAPES = {
    "different-ends": "fits both of two different ends",
    "both-ends": "fits both ends",
    "alike-after": "leaves both ends alike",
    "no-blank": "bears no blank and fits both of two different ends",
    "double-on-equal-ends": "is a double on two equal ends",
}


@pytest.mark.parametrize("tile", SHAPES)
def test_a_capicua(tile):
    award = Award("capicua", 3, 1, 25, 25, None, 0)
    text = sentence("one-table-200", f"bonuses.capicua.tile={tile}", award, (8, 4, 0, 6))
    assert text == f"capicúa: the last tile of seat 3 {SHAPES[tile]}"


BONUSES = {
    "passes all round, at the last of them": (
        "one-table-200", Award("straight-pass", 4, 2, 25, 25, None, 0),
        "passes all round: everybody else passed on the tile of seat 4",
    ),
    "passes all round, when played again": (
        "gbs-pairs-points", Award("straight-pass", 4, 2, 25, 25, None, 0),
        "passes all round: everybody else passed and seat 4 plays again",
    ),
    "a come-out pass": (
        "one-table-200", Award("come-out-pass", 4, 2, 25, 25, None, 0),
        "come-out pass: seat 1 passed on the opening tile of seat 4",
    ),
    "a blocked-hand bonus": (
        "gbs-pairs-points", Award("blocked-bonus", None, 2, 25, 25, None, 0),
        "blocked-hand bonus: side 2 won the block",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "award", "words"), BONUSES.values(), ids=BONUSES)
def test_a_bonus(rules, award, words):
    assert sentence(rules, "", award, (0, 0, 0, 0)) == words


WITHHELD = {
    "does not fit": (
        "one-table-200", Award("straight-pass", 1, 1, 25, 0, "does-not-fit", 175),
        "does not fit, 175 + 25 = 200 would reach 200",
    ),
    "the partner passed": (
        "one-table-200", Award("come-out-pass", 1, 1, 25, 0, "partner-passed", 0),
        "cancelled, the partner passed on it too",
    ),
    "the match-opening hand": (
        "one-table-200", Award("come-out-pass", 1, 1, 25, 0, "match-opening", 0),
        "not in the match-opening hand",
    ),
    "wins are counted": (
        "gbs-pairs-wins", Award("capicua", 1, 1, 25, 0, "shown-only", 2),
        "25 points shown only, the match counts wins",
    ),
    "nobody won the hand": (
        "gbs-pairs-points", Award("blocked-bonus", None, None, 25, 0, "tie", 0),
        "nobody won the hand",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "award", "reason"), WITHHELD.values(), ids=WITHHELD)
def test_an_award_that_paid_nothing_says_why(rules, award, reason):
    assert sentence(rules, "", award, (0, 0, 0, 0)).endswith(f": {reason}")


def test_a_hand_without_tiles_that_nobody_won_is_no_block():
    award = Award("out", None, None, 0, 0, "tie", 0)
    assert "block" not in sentence("gaple", "block.tie=nobody", award, (5, 5, 10, 14), locker=1)


def test_an_explanation_stands_beside_its_award():
    assert [(a.paid, a.text) for a in first_hand(LAST_TILE).awards] == [
        (13, "out: seats 2 and 4 hold 9 + 4 = 13 pips")
    ]


# Seat 1 lays the last six: nobody can go on with 3, 3, 5 and 9 pips left.
LOCK = """\
rules: one-table-200
set: {block.tie: locker}
start: {hand: 2}
hands:
- position:
    ends: [6, 5]
    hands: {1: 6-5 2-1, 2: 3-0, 3: 3-2, 4: 4-1 4-0}
    turn: 1
    leader: 4
  plays: 1:6-5R
"""
PLAYED = {
    "the locker": ("block.tie: locker", "seat 1 wins, the locker comes first in a tie"),
    "the leader's side": ("block.tie: leader", "seat 2 wins, the leader comes first in a tie"),
    "the lower number, as the weights are equal": (
        "block.tie: lightest-tile",
        "seat 2 wins, the lower number on the lightest unplayed tile breaks the tie",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "words"), PLAYED.values(), ids=PLAYED)
def test_a_tie_that_was_played_says_what_broke_it(rule, words):
    (award,) = first_hand(LOCK.replace("block.tie: locker", rule)).awards
    assert award.text == (
        f"block: locker seat 1 3, seat 2 3; {words}; every tile left is 3 + 3 + 5 + 9 = 20 pips"
    )
