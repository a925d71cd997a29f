"""Rules that cannot work or cannot be meant are refused, or warned of, where they stand."""

from types import SimpleNamespace

import pytest

from domsim.rules.bundled import bundled_names
from domsim.rules.checks import CHECKS
from domsim.rules.findings import Finding, Refused
from domsim.rules.loader import load_rules
from rules.support import codes, load_text, marked, refusal

PAIRS = "name: x\nextends: gbs-pairs-points\n"
DUEL = "name: x\nextends: gbs-duel-points\n"
GAPLE = "name: x\nextends: gaple\n"
LONE = "name: x\nmatch: {target: 100}\nopening: {after_block: locker}\n"
INDIVIDUAL = "name: x\nextends: gbs-individual-points\n"
ONE_TABLE = "name: x\nextends: one-table-200\n"


def findings(folder, text: str) -> tuple[Finding, ...]:
    """Return what a rule set is refused for, or its warnings."""
    try:
        return load_text(folder, text).warnings
    except Refused as refused:
        return refused.findings


FIRES = {
    "more tiles than the set": (
        PAIRS + "table: {hand_size: 8}\n",
        "too-many-tiles", "8", "the smallest set that fits is double-seven",
    ),
    "more tiles than any set": (
        INDIVIDUAL + "table: {players: 6, hand_size: 10}\n",
        "too-many-tiles", "10", "no set up to double-nine fits",
    ),
    "one tile too many, the one turned up": (
        PAIRS + "table:\n  turned_up: one\n  hand_size: 7\n",
        "too-many-tiles", "7", "the smallest set that fits is double-seven",
    ),
    "tiles left over that are nothing": (
        PAIRS + "table: {hand_size: 6, undealt: none}\n",
        "undealt-unnamed", "none", "one of: asleep, stock",
    ),
    "sleepers where every tile is dealt": (
        PAIRS + "table: {undealt: asleep}\n", "no-undealt-tiles", "asleep", "write none",
    ),
    "drawing without a stock": (
        GAPLE + "turn: {stuck: draw-one}\n",
        "draw-without-stock", "draw-one", "set table.undealt to stock",
    ),
    "a stock that nobody draws from": (
        GAPLE + "table: {undealt: stock}\n",
        "stock-never-drawn", "stock", "write asleep, or set turn.stuck to draw-until-fits",
    ),
    "a floor without a stock": (
        GAPLE + "table: {stock_floor: 1}\n", "floor-without-stock", "1", None,
    ),
    "a floor as high as the stock": (
        DUEL + "table: {stock_floor: 14}\n", "floor-above-stock", "14", None,
    ),
    "pairs of two": (
        DUEL + "table: {sides: pairs, players: 2}\n",
        "pairs-need-four", "2", "set table.sides to individual",
    ),
    "more doubles than a hand holds": (
        PAIRS + "table: {hand_size: 4, undealt: asleep}\nfold: {rule: may, doubles: 5}\n",
        "fold-never", "5", "write 4 or less",
    ),
    "more doubles than the set holds": (
        PAIRS + "fold: {rule: must, doubles: 8}\n", "fold-never", "8", "write 7 or less",
    ),
    "doubles that somebody always holds": (
        PAIRS + "fold: {rule: must, doubles: 2}\n", "fold-always", "2", "write a higher number",
    ),
    "an opening tile that is not in the set": (
        PAIRS + "opening: {tile: 7-6}\n",
        "tile-not-in-set", "7-6", "its numbers run from 0 to 6",
    ),
    "a block won by a side, led by its winner": (
        PAIRS + "opening: {after_block: winner}\n",
        "no-winning-seat", "winner", "write first-of-side, locker, next-seat or same-seat",
    ),
    "a hand won by the lowest side, led by its winner": (
        PAIRS + "opening: {after_out: winner}\nend: {out_winner: lowest-count}\n",
        "no-winning-seat", "winner", "write first-of-side",
    ),
    "a block led by who went out": (
        PAIRS + "opening: {after_block: out-seat}\n",
        "nobody-went-out", "out-seat", "write locker for the seat of the last tile",
    ),
    "a draw led by its winner": (
        PAIRS + "opening: {after_draw: winner}\n",
        "draw-has-no-winner", "winner", "write next-seat, same-seat, locker or as-first-hand",
    ),
    "the lowest count of two seats only": (
        ONE_TABLE + "end: {out_winner: lowest-count}\n",
        "compare-needs-all", "lowest-count", "set block.compare to side-totals or lowest-hand",
    ),
    "a partner where nobody has one": (
        INDIVIDUAL + "bonuses: {come_out_pass: {points: 25, partner: cancels}}\n",
        "no-partners", "cancels", "write ignored",
    ),
    "passes all round where nobody passes": (
        GAPLE + "bonuses: {straight_pass: {points: 25}}\n",
        "clause-never-fires", "25", "write 0",
    ),
    "a come-out pass where nobody passes": (
        GAPLE + "bonuses: {come_out_pass: {points: 25}}\n",
        "clause-never-fires", "25", "write 0",
    ),
    "a last tile that is the first": (
        PAIRS + "table: {hand_size: 1, undealt: asleep}\nbonuses: {capicua: {points: 30}}\n",
        "clause-never-fires", "30", "write 0",
    ),
    "a bonus that can never fit": (
        ONE_TABLE + "match: {target: 25}\nbonuses: {capicua: {points: 25}}\n",
        "bonus-never-fits", "25", "write less than 25, or limit: none",
    ),
}  # fmt: skip
WARNS = {
    "doubles that somebody could always fold on": (
        PAIRS + "fold: {rule: may, doubles: 2}\n", "fold-always", "2", "write a higher number",
    ),
    "a demanded opening tile on a tile turned up": (
        GAPLE + "opening: {first_leader: highest-double, first_tile: must-lead}\n",
        "must-lead-on-line", "must-lead", "write any-tile",
    ),
    "an end by discarding where nobody discards": (
        PAIRS + "end: {emptied_by: play-or-discard}\n",
        "never-discards", "play-or-discard", "write play",
    ),
    "a limit where wins are counted": (
        PAIRS + "match: {unit: wins}\nbonuses: {capicua: {limit: must-fit}}\n",
        "limit-without-points", "must-fit", "write none",
    ),
    "a target that no match reaches": (
        PAIRS + "match: {target: 21801}\n", "target-far", "21801", None,
    ),
    "more wins than anybody plays for": (
        PAIRS + "match: {unit: wins, target: 101}\n", "target-far", "101", None,
    ),
}  # fmt: skip


def with_code(found, code: str) -> list[tuple[str, str | None, str]]:
    """Return the findings of one code: the text underlined, the hint, the severity."""
    return [(marked(f.place), f.help, f.severity) for f in found if f.code == code]


@pytest.mark.parametrize(("text", "code", "place", "hint"), FIRES.values(), ids=FIRES)
def test_what_cannot_work_is_an_error_at_its_place(tmp_path, text, code, place, hint):
    found = refusal(lambda: load_text(tmp_path, text))
    assert (place, hint, "error") in with_code(found, code)


@pytest.mark.parametrize(("text", "code", "place", "hint"), WARNS.values(), ids=WARNS)
def test_what_can_hardly_be_meant_is_a_warning_at_its_place(tmp_path, text, code, place, hint):
    assert with_code(load_text(tmp_path, text).warnings, code) == [(place, hint, "warning")]


SILENT = {
    "as many tiles as the set": (PAIRS + "table: {hand_size: 7}\n", "too-many-tiles"),
    "as many tiles as the largest set": (
        INDIVIDUAL + "table: {players: 6, hand_size: 9, tiles: double-nine, undealt: asleep}\n",
        "too-many-tiles",
    ),
    "too many tiles: nothing is left over": (
        DUEL + "table: {hand_size: 15, stock_floor: 3}\n", "floor-above-stock"
    ),
    "tiles left over that sleep": (
        PAIRS + "table: {hand_size: 6, undealt: asleep}\n", "undealt-unnamed"
    ),
    "every tile dealt": (PAIRS, "no-undealt-tiles"),
    "drawing from a stock": (DUEL + "turn: {stuck: draw-one}\n", "draw-without-stock"),
    "a stock that is drawn": (DUEL, "stock-never-drawn"),
    "a floor below the stock": (DUEL + "table: {stock_floor: 13}\n", "floor-above-stock"),
    "pairs of four": (PAIRS, "pairs-need-four"),
    "individuals of five": (
        INDIVIDUAL + "table: {players: 5, hand_size: 5, undealt: asleep}\n", "pairs-need-four"
    ),
    "as many doubles as the set holds": (PAIRS + "fold: {rule: must, doubles: 7}\n", "fold-never"),
    "many doubles where nobody folds": (PAIRS + "fold: {doubles: 10}\n", "fold-never"),
    "doubles that nobody need hold": (PAIRS + "fold: {rule: must, doubles: 3}\n", "fold-always"),
    "doubles that may lie in the stock": (
        DUEL + "fold: {rule: must, doubles: 1}\n", "fold-always"
    ),
    "an opening tile of a larger set": (
        INDIVIDUAL + "opening: {tile: 7-6}\ntable: {tiles: double-seven, undealt: asleep}\n",
        "tile-not-in-set",
    ),
    "an opening tile that names nobody": (
        PAIRS + "opening: {tile: 9-9, first_leader: highest-double}\n", "tile-not-in-set"
    ),
    "a block won by a seat, led by its winner": (ONE_TABLE, "no-winning-seat"),
    "a block won by the lowest hand": (
        PAIRS + "opening: {after_block: winner}\nblock: {compare: lowest-hand}\n",
        "no-winning-seat",
    ),
    "a draw led as the first hand": (
        PAIRS + "opening: {after_draw: as-first-hand}\n", "draw-has-no-winner"
    ),
    "a partner where everybody has one": (ONE_TABLE, "no-partners"),
    "no bonus, so no partner is asked": (
        INDIVIDUAL + "bonuses: {come_out_pass: {partner: cancels}}\n", "no-partners"
    ),
    "passes all round where the stuck pass": (PAIRS, "clause-never-fires"),
    "a lone tile beside a line": (
        LONE + "table: {hand_size: 1, turned_up: one, undealt: asleep}\n"
        "bonuses: {capicua: {points: 1}}\n",
        "clause-never-fires",
    ),
    "a bonus one below the target": (
        PAIRS + "match: {target: 26}\nbonuses: {capicua: {limit: must-fit}}\n", "bonus-never-fits"
    ),
    "a bonus without limit": (PAIRS + "match: {target: 25}\n", "bonus-never-fits"),
    "a discard that ends the hand": (GAPLE, "never-discards"),
    "an opening tile asked of nobody": (GAPLE, "must-lead-on-line"),
    "a target that a hundred hands may reach": (PAIRS + "match: {target: 21800}\n", "target-far"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), SILENT.values(), ids=SILENT)
def test_what_can_work_is_not_doubted(tmp_path, text, code):
    assert code not in codes(findings(tmp_path, text))


def test_the_sentence_names_the_numbers(tmp_path):
    found = refusal(lambda: load_text(tmp_path, PAIRS + "table: {hand_size: 8}\n"))
    assert found[0].message == "32 tiles are dealt, but double-six holds 28"


def test_a_value_that_is_inherited_is_doubted_where_it_is_written(tmp_path):
    found = refusal(lambda: load_text(tmp_path, PAIRS + "table: {tiles: double-seven}\n"))
    (place,) = [f.place for f in found if f.code == "undealt-unnamed"]
    assert (place.file, marked(place)) == ("rulesets/gbs-pairs-points.yaml", "none")


def test_a_default_is_doubted_at_the_nearest_thing_written(tmp_path):
    text = "name: x\ntable: {players: 5, sides: individual}\nmatch: {target: 9}\n"
    (finding,) = refusal(lambda: load_text(tmp_path, text))
    assert (finding.path, marked(finding.place)) == ("table.hand_size", "table")


@pytest.mark.parametrize(("check", "sections"), CHECKS, ids=lambda v: getattr(v, "__name__", None))
@pytest.mark.parametrize("name", bundled_names())
def test_a_check_reads_only_the_sections_it_names(check, sections, name):
    rules = load_rules(name).rules
    shown = SimpleNamespace(**{section: getattr(rules, section) for section in sections})
    assert list(check(shown)) == []
