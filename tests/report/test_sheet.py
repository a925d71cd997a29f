"""The prose sheet: every value of every axis is told in a sentence of its own."""

import re
from collections.abc import Iterator
from enum import Enum
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from helpers import random_rule_sets
from hypothesis import given
from pydantic import BaseModel

from domsim.rules.loader import load_rules, override
from domsim.rules.models import RuleSet
from domsim.rules.sheet import sheet_text


def sheet(name: str, *changes: str) -> str:
    """Return the sheet of a bundled rule set with changes such as ``match.target=50``."""
    return sheet_text(load_rules(name, [override(change) for change in changes]).rules)


class Setting(NamedTuple):
    """A table at which a value matters: a rule set with changes, and more for single values."""

    rules: str
    changes: tuple[str, ...] = ()
    along: dict[str, tuple[str, ...]] = {}


ONE_TABLE = Setting("one-table-200")
# Where an axis matters; elsewhere its value changes nothing, and the sheet is silent about it.
AT_WORK = {
    "table.sides": Setting("gbs-pairs-points", ("opening.after_block=locker",)),
    "table.tiles": Setting("block-100"),
    "table.turned_up": Setting("block-100", ("opening.first_tile=any-tile",)),
    "table.undealt": Setting("draw-100", (), {
        "none": ("turn.stuck=pass", "table.hand_size=14"), "asleep": ("turn.stuck=pass",),
    }),
    "opening.fallback": Setting("gbs-duel-points"),
    "block.compare": Setting("one-table-200", ("opening.after_block=locker",)),
    "turn.stuck": Setting("draw-100", (), {
        "pass": ("table.undealt=asleep",), "discard": ("table.undealt=asleep",),
    }),
    "end.emptied_by": Setting("gaple"),
    "end.out_winner": Setting("gaple"),
    "bonuses.blocked_bonus.limit": Setting("one-table-200", ("bonuses.blocked_bonus.points=25",)),
    "match.unit": Setting("gbs-pairs-points"),
}  # fmt: skip


def sheet_with(path: str, value: str) -> str:
    """Return the sheet of a table at which this axis matters, with this value."""
    setting = AT_WORK.get(path, ONE_TABLE)
    return sheet(setting.rules, *setting.changes, f"{path}={value}", *setting.along.get(value, ()))


OUT = "After a hand that ended by going out, the next leader is "
BLOCK = "After a block that somebody won, the next leader is "
DRAW = "After a hand that nobody won, the next leader is "
FIRST = "First hand of a match: "
GOING_OUT, WINNING_A_BLOCK = "Going out scores ", "The winner of a block scores "
ALL_LEFT = "all pips left at the table"

SAYS = {
    "table.sides": {
        "pairs": "Four players in two pairs; partners sit opposite (seats 1 and 3, seats 2 and 4).",
        "individual": "Four players, each for himself.",
    },
    "table.tiles": {
        "double-six": "One double-six set of 28 tiles.",
        "double-seven": "One double-seven set of 36 tiles.",
        "double-eight": "One double-eight set of 45 tiles.",
        "double-nine": "One double-nine set of 55 tiles.",
    },
    "table.turned_up": {"one": "One more tile is turned up and begins the line."},
    "table.undealt": {
        "asleep": "The other 14 tiles sleep, seen by nobody.",
        "stock": "The other 14 tiles are the stock.",
    },
    "fold.rule": {
        "may": "A player dealt five or more doubles may fold before the first tile is played; ",
        "must": "A player dealt five or more doubles must show them; all tiles are dealt again ",
    },
    "opening.first_leader": {
        "tile-holder": FIRST + "the holder of 6-6 leads with it.",
        "highest-double": FIRST + "the holder of the highest double dealt, or without a double ",
        "heaviest-tile": FIRST + "the holder of the heaviest tile, of equal weights the one with ",
        "random-seat": FIRST + "a seat drawn by lot leads.",
    },
    "opening.fallback": {
        "highest-double": "If 6-6 was not dealt, the holder of the highest double dealt, or ",
        "heaviest-tile": "If 6-6 was not dealt, the holder of the heaviest tile, of equal weights ",
        "random-seat": "If 6-6 was not dealt, a seat drawn by lot leads.",
    },
    "opening.first_tile": {
        "must-lead": "the holder of 6-6 leads with it.",
        "any-tile": "the holder of 6-6 leads, with any tile that may be played.",
    },
    "opening.after_out": {
        "winner": OUT + "the player who won it.",
        "out-seat": OUT + "the player who went out.",
        "first-of-side": OUT + "the first seat of the winning side.",
        "next-seat": OUT + "the seat after the one that led it.",
        "same-seat": OUT + "the seat that led it.",
        "locker": OUT + "the player of its last tile.",
        "as-first-hand": OUT + "decided as in the first hand.",
    },
    "opening.after_block": {
        "winner": BLOCK + "the player who won it.",
        "first-of-side": BLOCK + "the first seat of the winning side.",
        "next-seat": BLOCK + "the seat after the one that led it.",
        "same-seat": BLOCK + "the seat that led it.",
        "locker": BLOCK + "the player of its last tile.",
        "as-first-hand": BLOCK + "decided as in the first hand.",
    },
    "opening.after_draw": {
        "next-seat": DRAW + "the seat after the one that led it.",
        "same-seat": DRAW + "the seat that led it.",
        "locker": DRAW + "the player of its last tile.",
        "as-first-hand": DRAW + "decided as in the first hand.",
    },
    "turn.stuck": {
        "pass": "A player whose tiles do not fit passes.",
        "draw-until-fits": "draws from the stock until one fits, and passes only when nothing is ",
        "draw-one": "draws one tile from the stock, plays it if it fits, and passes otherwise.",
        "discard": "discards one tile of his choice face down; it still counts against him.",
    },
    "end.emptied_by": {
        "play": "The hand ends when a player plays his last tile, ",
        "play-or-discard": "The hand ends when a player plays or discards his last tile, ",
    },
    "end.out_winner": {
        "who-went-out": "That player wins it for his side.",
        "lowest-count": "The lowest count (tiles in hand and discards) wins it, compared as in a "
        "block, also when somebody else went out.",
    },
    "end.block_found": {
        "at-once": "The hand is blocked as soon as no tile in any hand fits.",
        "all-passed": "The hand is blocked when everybody has passed in turn.",
    },
    "block.compare": {
        "side-totals": "The pair with the fewest pips wins.",
        "lowest-hand": "The player with the fewest pips wins it for his side; ",
        "locker-and-next": "compares his pips with those of the next seat only; the lower wins.",
    },
    "block.tie": {
        "nobody": "nobody wins and nothing is scored.",
        "locker": "If they are equal the player of the last tile wins, ",
        "leader": "If they are equal the side that led the hand wins, ",
        "lightest-tile": "If the lowest are equal the lightest unplayed tile wins, ",
    },
    "score.out": {
        "losing-sides": GOING_OUT + "all pips left to the other side.",
        "all-tiles": GOING_OUT + ALL_LEFT + ", those of the winning side included.",
        "all-but-winner": GOING_OUT + ALL_LEFT + " but those of the winning player.",
        "net": GOING_OUT + "the pips left to the other side, less the winner's own.",
        "differences": GOING_OUT + "from each other side the difference between its pips ",
        "each-differences": GOING_OUT + "the difference to every side with more pips; every side ",
    },
    "score.block": {
        "losing-sides": WINNING_A_BLOCK + "all pips left to the other side.",
        "all-tiles": WINNING_A_BLOCK + ALL_LEFT + ", those of the winning side included.",
        "all-but-winner": WINNING_A_BLOCK + ALL_LEFT + " but those of the winning player.",
        "net": WINNING_A_BLOCK + "the pips left to the other side, less the winner's own.",
        "differences": WINNING_A_BLOCK + "from each other side the difference between its pips ",
        "each-differences": WINNING_A_BLOCK + "the difference to every side with more pips; ",
    },
    "score.order": {
        "hand-first": "At going out the hand's points count first, then capicúa.",
        "capicua-first": "At going out capicúa counts first, then the hand's points.",
        "both-on-score-before": "capicúa is judged on the score before the hand's points.",
    },
    "bonuses.capicua.tile": {
        "different-ends": "25: the last tile is no double and fits both of two different ends.",
        "both-ends": "25: the last tile fits both ends, whether they differ or not.",
        "alike-after": "25: the last tile leaves both ends of the line alike.",
        "no-blank": "25: the last tile is no double, bears no blank and fits both of two ",
        "double-on-equal-ends": "25: the last tile is a double laid on two equal ends.",
    },
    "bonuses.straight_pass.paid": {
        "played-again": "paid when the player of the last tile plays again, once a cycle",
        "last-pass": "paid at the last of these passes",
    },
    "bonuses.come_out_pass.match_opening": {"excluded": "; not in the match-opening hand."},
    "bonuses.come_out_pass.partner": {
        "cancels": "; nothing if the leader's partner must pass on it too",
    },
    "bonuses.capicua.limit": {"must-fit": "Doesn't fit (capicúa, passes all round, "},
    "bonuses.straight_pass.limit": {"must-fit": "Doesn't fit (capicúa, passes all round, "},
    "bonuses.come_out_pass.limit": {"must-fit": "passes all round, come-out pass): a bonus that "},
    "bonuses.blocked_bonus.limit": {"must-fit": "come-out pass, blocked hand): a bonus that "},
    "match.unit": {
        "points": "The first side at or over 100 points at the end of a hand, bonuses included, ",
        "wins": "The first side to win 100 hands wins the match.",
    },
    "match.several": {
        "highest-score": "the highest score wins, even if it lost the hand.",
        "hand-winner": "the winner of the hand wins, or else the highest score.",
    },
    "match.tie": {
        "another-hand": "If the highest scores are equal, another hand is played.",
        "hand-winner": "If the highest scores are equal, the winner of the hand wins.",
    },
}
# Values that switch something off are told by silence, and these are refused by validation.
SILENT = {"none", "included", "ignored"}
REFUSED = {
    "opening.after_block": {"out-seat"},
    "opening.after_draw": {"winner", "out-seat", "first-of-side"},
}


def axes_of(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield the path and the values of every axis of the schema."""
    for name, field in model.model_fields.items():
        kind: Any = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from axes_of(kind, f"{prefix}{name}.")
        elif isinstance(kind, type) and issubclass(kind, Enum):
            yield f"{prefix}{name}", {member.value for member in kind}


AXES = dict(axes_of(RuleSet))


def test_the_table_of_sentences_covers_every_value_of_every_axis():
    told = {path: set(sentences) | REFUSED.get(path, set()) for path, sentences in SAYS.items()}
    missing = {path: values - told.get(path, set()) for path, values in AXES.items()}
    assert {value for values in missing.values() for value in values} == SILENT
    assert all(len(values) <= 1 for values in missing.values())


SENTENCES = [(path, value, text) for path, texts in SAYS.items() for value, text in texts.items()]


@pytest.mark.parametrize(("path", "value", "text"), SENTENCES, ids=lambda part: part[:24])
def test_a_value_has_its_sentence(path: str, value: str, text: str):
    assert text in sheet_with(path, value)


@pytest.mark.parametrize(("path", "value", "text"), SENTENCES, ids=lambda part: part[:24])
def test_no_other_value_of_the_axis_says_the_same(path: str, value: str, text: str):
    others = AXES[path] - {value} - REFUSED.get(path, set())
    assert others
    assert not [other for other in others if text in sheet_with(path, other)]


QUANTITIES = {
    "table.players": ("gaple-five", 4, 5),
    "table.hand_size": ("block-100", 6, 7),
    "table.stock_floor": ("draw-100", 0, 2),
    "fold.doubles": ("one-table-200", 5, 4),
    "opening.tile": ("one-table-200", "6-6", "5-5"),
    "bonuses.capicua.points": ("one-table-200", 0, 30),
    "bonuses.straight_pass.points": ("one-table-200", 0, 30),
    "bonuses.come_out_pass.points": ("one-table-200", 0, 30),
    "bonuses.blocked_bonus.points": ("one-table-200", 0, 30),
    "match.target": ("one-table-200", 200, 150),
    "title": ("one-table-200", "One", "Two"),
    "notes.dress": ("one-table-200", "Hats.", "No hats."),
}


@pytest.mark.parametrize("path", QUANTITIES)
def test_a_quantity_is_told(path: str):
    rules, one, other = QUANTITIES[path]
    assert sheet(rules, f"{path}={one}") != sheet(rules, f"{path}={other}")


@pytest.mark.parametrize("path", AXES)
def test_sheets_differ_where_an_axis_differs(path: str):
    possible = sorted(AXES[path] - REFUSED.get(path, set()))
    assert all(
        sheet_with(path, one) != sheet_with(path, other) for one, other in combinations(possible, 2)
    )


# --- what one value means in the company of others

TOGETHER = [
    pytest.param(
        "draw-100", (), "no tile in any hand or in the drawable stock fits.", id="stock, at once"
    ),
    pytest.param(
        "gbs-duel-points", (), "when everybody has passed in turn and nothing is left to draw.",
        id="stock, all passed",
    ),
    pytest.param(
        "gaple", ("end.block_found=all-passed",), "when everybody has discarded in turn.",
        id="discards, all passed",
    ),
    pytest.param(
        "one-table-200", ("block.compare=lowest-hand",), "partners who are equal win together.",
        id="partners share the lowest hand",
    ),
    pytest.param(
        "one-table-200", ("opening.after_draw=as-first-hand",),
        "any tile, but where it is decided as in the first hand that tile must be led.",
        id="the opening tile again",
    ),
    pytest.param(
        "block-100", ("table.players=3", "table.hand_size=9", "table.turned_up=one",
                      "table.undealt=none", "opening.first_leader=tile-holder",
                      "opening.first_tile=any-tile"),
        "If 6-6 was not dealt, the holder of the highest double dealt",
        id="the opening tile may be the one turned up",
    ),
    pytest.param(
        "gbs-pairs-wins", ("match.target=1",), "The first side to win one hand wins the match.",
        id="one win",
    ),
    pytest.param(
        "gbs-individual-points", (), "all pips left to the other sides.", id="several others"
    ),
    pytest.param("draw-100", ("table.stock_floor=2",), "The last two tiles", id="stock floor"),
    pytest.param("block-100", ("table.hand_size=1",), "is dealt one tile.", id="one tile"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "text"), TOGETHER)
def test_values_in_company(rules: str, changes: tuple[str, ...], text: str):
    assert text in sheet(rules, *changes)


def test_where_wins_are_counted_no_bonus_is_said_to_fit_or_not():
    points, wins = sheet("one-table-200"), sheet("one-table-200", "match.unit=wins")
    assert "Doesn't fit" in points
    assert "Doesn't fit" not in wins
    assert "Bonuses are shown in points and count nothing." in wins


FACTS = {
    "gbs-pairs-points": [
        "Four players in two pairs", "holder of 6-6 leads with it", "Capicúa, 25",
        "Passes all round, 25", "all pips left to the other side.", "everybody has passed in turn",
        BLOCK + "the first seat of the winning side.", "at or over 100 points",
    ],
    "gbs-pairs-wins": ["Going out scores one win.", "to win three hands", "Capicúa, 25"],
    "gbs-individual-points": ["Four players, each for himself.", "other sides", BLOCK + "the pl"],
    "gbs-individual-wins": ["Four players, each for himself.", "to win three hands"],
    "gbs-duel-points": [
        "Two players, each for himself.", "The other 14 tiles are the stock.", "until one fits",
        "If 6-6 was not dealt, the holder of the highest double", "at or over 100 points",
        "the opponent has passed in sequence",
    ],
    "gbs-duel-wins": ["Two players, each for himself.", "are the stock.", "to win three hands"],
    "one-table-200": [
        "dealt five or more doubles may fold", "compares his pips with those of the next seat only",
        ALL_LEFT + ", those of the winning side included.", "paid at the last of these passes",
        "Come-out pass, 25", "would bring the score to 200 or more pays nothing",
        "the hand's points count first, then capicúa.", "at or over 200 points",
        "- Shuffling: The losing team shuffles before each new hand.",
    ],
    "gaple": [
        "dealt six tiles", "One more tile is turned up", "The other three tiles sleep",
        "a seat drawn by lot leads.", "discards one tile of his choice", "plays or discards",
        "the lightest unplayed tile wins", "the difference between its pips and the winner's",
    ],
    "gaple-five": ["Five players", "dealt five tiles", "The other two tiles sleep"],
    "block-100": ["sleep, seen by nobody", "do not fit passes.", "less the winner's own."],
    "draw-100": ["are the stock.", "draws from the stock until one fits", "less the winner's own."],
}  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_the_sheet_of_a_bundled_rule_set_holds_what_decides_its_game(name: str):
    text = sheet(name)
    assert [fact for fact in FACTS[name] if fact not in text] == []


@given(random_rule_sets())
def test_a_sheet_is_whole_sentences_under_headings(rules: RuleSet):
    lines = [line for line in sheet_text(rules).split("\n") if line]
    bullets = [line for line in lines if not line.startswith("#")]
    assert lines[0] == "# drawn"
    assert all(re.fullmatch(r"- [A-Z][^{}]*\.", bullet) for bullet in bullets)
    assert not [bullet for bullet in bullets if "  " in bullet or "None" in bullet]
    assert len(set(bullets)) == len(bullets)
