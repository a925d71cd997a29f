"""Counts of lines of play from fixed positions, for every bundled rule set.

A line is a sequence of distinct moves: a tile on an end (one move on two equal ends), a discard,
a draw, a pass. The counts for 1, 2, 3, … moves were found by a counter that shares nothing with
the engine (``bruteforce``), and are checked against it again here. Counts that end in 0 are
complete: no line is longer. When one is wrong, ``helpers.divide`` breaks it down by first move.
"""

from typing import Any, NamedTuple

import pytest
from helpers import dealt, divide, perft, position, rules_of

from domsim.rules.bundled import bundled_names

from . import bruteforce

pytestmark = pytest.mark.heavy

FOURS = ("gbs-pairs-points", "gbs-pairs-wins", "gbs-individual-points", "gbs-individual-wins")
DUELS = ("gbs-duel-points", "gbs-duel-wins")
# What decides the moves under each rule set: what the stuck do, and blocks found at once.
KINDS = {
    **dict.fromkeys(FOURS, ("pass", False)),
    **dict.fromkeys(DUELS, ("draw", False)),
    "one-table-200": ("pass", True),
    "gaple": ("discard", True),
    "gaple-five": ("discard", True),
    "block-100": ("pass", True),
    "draw-100": ("draw", True),
}


class Deal(NamedTuple):
    """A deal from its beginning: who leads, and the tile that must be led."""

    hands: dict[int, str]
    leader: int
    must_lead: str = ""
    table: str = ""
    rest: str = ""

    def state(self, name: str) -> Any:
        """Deal it in the engine; the leader of a match-opening hand is the engine's to find."""
        given = {} if self.must_lead else {"leader": self.leader}
        return dealt(rules_of(name), self.hands, table=self.table, rest=self.rest, **given)

    def reference(self, name: str) -> bruteforce.Table:
        """Deal it for the reference."""
        stuck, at_once = KINDS[name]
        return bruteforce.Table(
            stuck, at_once, tuple(bruteforce.tiles(self.hands[s]) for s in sorted(self.hands)),
            turn=self.leader - 1,
            ends=next(iter(bruteforce.stock(self.table)), None),
            stock=bruteforce.stock(self.rest) if stuck == "draw" else (),
            lead=next(iter(bruteforce.stock(self.must_lead)), None),
        )  # fmt: skip


class Endgame(NamedTuple):
    """A hand near its end: the seat to move, after a play of the seat before."""

    hands: dict[int, str]
    ends: tuple[int, int]
    turn: int
    stock: str = ""

    def state(self, name: str) -> Any:
        """Set it up in the engine."""
        return position(rules_of(name), self.hands, self.ends, turn=self.turn, stock=self.stock)

    def reference(self, name: str) -> bruteforce.Table:
        """Set it up for the reference."""
        stuck, at_once = KINDS[name]
        hands = tuple(bruteforce.tiles(self.hands[seat]) for seat in sorted(self.hands))
        ends = min(self.ends), max(self.ends)
        return bruteforce.Table(
            stuck, at_once, hands, self.turn - 1, ends, bruteforce.stock(self.stock)
        )


SEVEN_EACH = {
    1: "1-0 2-1 2-2 3-2 5-0 5-5 6-3",
    2: "3-1 4-0 4-4 5-3 5-4 6-0 6-1",
    3: "0-0 1-1 3-0 4-2 4-3 5-1 6-5",
    4: "2-0 3-3 4-1 5-2 6-2 6-4 6-6",
}
TWO_HANDS = {1: "2-0 3-3 4-0 4-2 5-1 5-2 6-1", 2: "0-0 1-0 1-1 2-1 5-5 6-0 6-4"}
FOURTEEN = "2-2 4-4 6-6 4-1 6-3 3-1 6-5 6-2 3-0 4-3 5-3 3-2 5-4 5-0"
SIX_EACH = {
    1: "3-3 4-0 4-2 5-1 5-2 6-1",
    2: "1-0 2-0 2-1 5-5 6-0 6-4",
    3: "0-0 1-1 2-2 4-1 4-4 6-6",
    4: "3-0 3-1 4-3 6-2 6-3 6-5",
}
FIVE_EACH = {
    1: "0-0 2-1 3-3 5-4 6-2",
    2: "1-0 3-2 4-4 5-1 6-6",
    3: "2-0 3-1 4-3 5-5 6-1",
    4: "1-1 2-2 4-0 5-3 6-4",
    5: "3-0 4-1 5-2 6-0 6-3",
}
OPENING = Deal(SEVEN_EACH, 4, "6-6")
LATER = Deal(SEVEN_EACH, 1)
DUEL = Deal(TWO_HANDS, 2, "5-5", rest=FOURTEEN)
DUEL_LATER = Deal(TWO_HANDS, 1, rest=FOURTEEN)
GAPLE = Deal(SIX_EACH, 2, table="5-3", rest="5-0 3-2 5-4")
GAPLE_FIVE = Deal(FIVE_EACH, 5, table="6-5", rest="4-2 5-0")
# Three tiles each, or fewer; some lines go out, some block.
FOUR_LEFT = Endgame(
    {1: "5-3 3-2 6-0", 2: "5-5 2-0 4-3", 3: "3-0 6-5 1-0", 4: "3-3 6-1 5-2"}, (3, 5), 1
)
FOUR_EQUAL = Endgame(
    {1: "6-4 1-1 4-3", 2: "4-1 3-0 6-6", 3: "4-4 4-0 3-3", 4: "4-2 6-1 3-2"}, (4, 4), 3
)
TWO_LEFT = Endgame({1: "5-3 3-2 6-6 2-1", 2: "5-5 2-0 4-1 3-1"}, (3, 5), 1)
TWO_AND_STOCK = Endgame({1: "5-3 6-6 3-2", 2: "2-0 4-1 5-1"}, (3, 5), 1, stock="4-3 5-5 3-0")
TWO_BLOCKING = Endgame({1: "2-1 3-3 3-2", 2: "6-6 5-2"}, (1, 2), 1, stock="5-5 4-4 6-5")
GAPLE_LEFT = Endgame(
    {1: "5-3 6-6 4-3", 2: "2-0 4-1 5-1", 3: "4-4 3-2 5-0", 4: "6-5 1-1 3-0"}, (3, 5), 1
)
FIVE_LEFT = Endgame(
    {1: "5-3 6-6", 2: "2-0 4-1", 3: "4-4 3-2", 4: "6-5 1-1", 5: "5-0 3-3"}, (3, 5), 1
)

ONE_TABLE, BLOCK_100, DRAW_100 = ("one-table-200",), ("block-100",), ("draw-100",)
COUNTS = [
    (OPENING, FOURS + ONE_TABLE, (1, 1, 4, 14, 30, 87, 227, 602, 1423, 3309)),
    (LATER, FOURS + ONE_TABLE, (7, 19, 63, 189, 505, 1386, 3737)),
    (FOUR_LEFT, FOURS, (3, 4, 6, 10, 14, 15, 19, 21, 23, 16, 15, 4, 2, 0)),
    (FOUR_LEFT, ONE_TABLE, (3, 4, 6, 10, 14, 15, 18, 19, 20, 13, 13, 3, 2, 0)),
    (FOUR_EQUAL, FOURS, (2, 2, 3, 3, 3, 5, 5, 5, 5, 5, 0)),
    (FOUR_EQUAL, ONE_TABLE, (2, 2, 3, 3, 3, 5, 4, 4, 4, 4, 0)),
    (DUEL, DUELS + DRAW_100, (1, 2, 4, 12, 21, 48, 90, 181, 301, 456)),
    (DUEL, BLOCK_100, (1, 2, 4, 12, 19, 47, 90, 185, 309, 473)),
    (DUEL_LATER, DUELS + DRAW_100, (7, 22, 58, 170, 374, 839, 1500)),
    (DUEL_LATER, BLOCK_100, (7, 21, 57, 169, 372, 834, 1493)),
    (TWO_LEFT, BLOCK_100, (3, 4, 5, 8, 10, 4, 1, 0)),
    (TWO_AND_STOCK, DUELS + DRAW_100, (3, 4, 4, 4, 5, 5, 6, 6, 7, 5, 5, 0)),
    (TWO_BLOCKING, DUELS, (3, 3, 3, 3, 3, 4, 2, 2, 0)),
    (TWO_BLOCKING, DRAW_100, (3, 2, 2, 2, 2, 3, 2, 2, 0)),
    (GAPLE, ("gaple",), (1, 6, 30, 96, 294, 680)),
    (GAPLE_LEFT, ("gaple",), (3, 6, 6, 8, 14, 28, 25, 28, 23, 0)),
    (GAPLE_FIVE, ("gaple-five",), (3, 7, 13, 33, 68, 144, 259)),
    (FIVE_LEFT, ("gaple-five",), (2, 4, 6, 8, 8, 6, 0)),
]
CASES = [
    pytest.param(name, case, counts, id=f"{name}-{number}")
    for number, (case, names, counts) in enumerate(COUNTS)
    for name in names
]


@pytest.mark.parametrize(("name", "case", "counts"), CASES)
def test_the_engine_offers_the_same_lines_as_the_reference(name, case, counts):
    depths = range(1, len(counts) + 1)
    assert tuple(bruteforce.lines(case.reference(name), depth) for depth in depths) == counts
    assert tuple(perft(rules_of(name), case.state(name), depth) for depth in depths) == counts


def test_every_bundled_rule_set_is_counted_from_two_positions():
    for name in bundled_names():
        assert sum(name in names for _, names, _ in COUNTS) >= 2, name


def test_the_reference_is_right_where_it_can_be_counted_by_hand():
    # On 3|5 seat 1 lays 5-3 on the 3 (leaving 5|5), on the 5 (3|3), or 3-2 (2|5): 3 lines. Then
    # seat 2 has 5-5 on 5|5, 3-0 on 3|3, 5-5 or 2-0 on 2|5: 4 lines.
    hands = tuple(bruteforce.tiles(text) for text in ("5-3 3-2 6-6", "5-5 2-0 3-0"))
    table = bruteforce.Table("pass", True, hands, turn=0, ends=(3, 5))
    assert [bruteforce.lines(table, depth) for depth in (0, 1, 2)] == [1, 3, 4]


def test_a_count_is_broken_down_by_its_first_move():
    # FOUR_EQUAL: seat 3 lays 4-4 or 4-0 on one of the two equal ends. On 4|4 seat 4 has 4-2 only;
    # on 0|4 too.
    rules = rules_of("one-table-200")
    assert divide(rules, FOUR_EQUAL.state("one-table-200"), 2) == {"4-0L": 1, "4-4L": 1}
    assert sum(divide(rules, FOUR_LEFT.state("one-table-200"), 5).values()) == 14
