"""The named values of every axis on which rule sets differ.

Each axis is an enumeration whose members are written in YAML by their value. The
order of the members is their integer code in the engine, so the names here are the
single place where a value is spelled.
"""

from enum import StrEnum


class Axis(StrEnum):
    """A named value of an axis; ``code`` is its number in the engine."""

    @property
    def code(self) -> int:
        """Return the integer that stands for this value in the engine, from 0."""
        return list(type(self)).index(self)


class Sides(Axis):
    """Who scores together."""

    INDIVIDUAL = "individual"
    PAIRS = "pairs"


class TileSet(Axis):
    """The set of tiles, by its highest double."""

    SIX = "double-six"
    SEVEN = "double-seven"
    EIGHT = "double-eight"
    NINE = "double-nine"

    @property
    def highest(self) -> int:
        """Return the highest number of the set, 6 to 9."""
        return 6 + self.code


class TurnedUp(Axis):
    """Whether a tile is turned up as the beginning of the line before play."""

    NONE = "none"
    ONE = "one"


class Undealt(Axis):
    """What becomes of the tiles that are not dealt."""

    NONE = "none"
    ASLEEP = "asleep"
    STOCK = "stock"


class FoldRule(Axis):
    """Whether many doubles in a hand bring a redeal."""

    NONE = "none"
    MAY = "may"
    MUST = "must"


class FirstLeader(Axis):
    """Who leads the match-opening hand."""

    TILE_HOLDER = "tile-holder"
    HIGHEST_DOUBLE = "highest-double"
    HEAVIEST_TILE = "heaviest-tile"
    RANDOM_SEAT = "random-seat"


class Fallback(Axis):
    """Who leads the match-opening hand when the named tile was not dealt."""

    HIGHEST_DOUBLE = "highest-double"
    HEAVIEST_TILE = "heaviest-tile"
    RANDOM_SEAT = "random-seat"


class FirstTile(Axis):
    """Whether the tile that names the first leader must be led."""

    MUST_LEAD = "must-lead"
    ANY_TILE = "any-tile"


class Lead(Axis):
    """Who leads the next hand."""

    WINNER = "winner"
    OUT_SEAT = "out-seat"
    FIRST_OF_SIDE = "first-of-side"
    NEXT_SEAT = "next-seat"
    SAME_SEAT = "same-seat"
    LOCKER = "locker"
    AS_FIRST_HAND = "as-first-hand"


class Stuck(Axis):
    """What a player does when no tile fits."""

    PASS = "pass"
    DRAW_UNTIL_FITS = "draw-until-fits"
    DRAW_ONE = "draw-one"
    DISCARD = "discard"


class EmptiedBy(Axis):
    """What ends the hand when it leaves a player without tiles."""

    PLAY = "play"
    PLAY_OR_DISCARD = "play-or-discard"


class OutWinner(Axis):
    """Who wins a hand that ends because a hand is empty."""

    WHO_WENT_OUT = "who-went-out"
    LOWEST_COUNT = "lowest-count"


class BlockFound(Axis):
    """When a block is found."""

    AT_ONCE = "at-once"
    ALL_PASSED = "all-passed"


class Compare(Axis):
    """Whose pips are compared in a block."""

    SIDE_TOTALS = "side-totals"
    LOWEST_HAND = "lowest-hand"
    LOCKER_AND_NEXT = "locker-and-next"


class BlockTie(Axis):
    """Who wins a block in which the lowest counts are equal."""

    NOBODY = "nobody"
    LOCKER = "locker"
    LEADER = "leader"
    LIGHTEST_TILE = "lightest-tile"


class Count(Axis):
    """Which pips the winner of a hand scores."""

    LOSING_SIDES = "losing-sides"
    ALL_TILES = "all-tiles"
    ALL_BUT_WINNER = "all-but-winner"
    NET = "net"
    DIFFERENCES = "differences"
    EACH_DIFFERENCES = "each-differences"


class Capicua(Axis):
    """Which last tile makes a capicúa, judged on the ends before it is placed."""

    DIFFERENT_ENDS = "different-ends"
    BOTH_ENDS = "both-ends"
    ALIKE_AFTER = "alike-after"
    NO_BLANK = "no-blank"
    DOUBLE_ON_EQUAL_ENDS = "double-on-equal-ends"


class Limit(Axis):
    """Whether a bonus must fit under the target."""

    NONE = "none"
    MUST_FIT = "must-fit"


class StraightPassPaid(Axis):
    """When passes all round are paid."""

    PLAYED_AGAIN = "played-again"
    LAST_PASS = "last-pass"


class MatchOpening(Axis):
    """Whether the match-opening hand can earn a come-out pass."""

    EXCLUDED = "excluded"
    INCLUDED = "included"


class Partner(Axis):
    """Whether the partner's pass cancels a come-out pass."""

    CANCELS = "cancels"
    IGNORED = "ignored"


class Order(Axis):
    """The order in which going out and capicúa are awarded and tested."""

    HAND_FIRST = "hand-first"
    CAPICUA_FIRST = "capicua-first"
    BOTH_ON_SCORE_BEFORE = "both-on-score-before"


class Unit(Axis):
    """What a match is counted in."""

    POINTS = "points"
    WINS = "wins"


class Several(Axis):
    """Who wins the match when several sides are at or over the target."""

    HIGHEST_SCORE = "highest-score"
    HAND_WINNER = "hand-winner"


class TargetTie(Axis):
    """What happens when the highest scores at or over the target are equal."""

    ANOTHER_HAND = "another-hand"
    HAND_WINNER = "hand-winner"
