"""The bundled rule sets say what rules.md says; this table is written from it by hand."""

import pytest

from domsim.rules.loader import load_rules

FOUR_IN_PAIRS = {
    "table.players": 4,
    "table.sides": "pairs",
    "table.tiles": "double-six",
    "table.hand_size": 7,
    "table.turned_up": "none",
    "table.undealt": "none",
}
GBS_PAIRS = FOUR_IN_PAIRS | {
    "fold.rule": "none",
    "opening.first_leader": "tile-holder",
    "opening.tile": "6-6",
    "opening.fallback": "highest-double",
    "opening.first_tile": "must-lead",
    "opening.after_out": "winner",
    "opening.after_block": "first-of-side",
    "opening.after_draw": "next-seat",
    "turn.stuck": "pass",
    "end.emptied_by": "play",
    "end.out_winner": "who-went-out",
    "end.block_found": "all-passed",
    "block.compare": "side-totals",
    "block.tie": "nobody",
    "score.out": "losing-sides",
    "score.block": "losing-sides",
    "score.order": "hand-first",
    "bonuses.capicua.points": 25,
    "bonuses.capicua.tile": "different-ends",
    "bonuses.capicua.limit": "none",
    "bonuses.straight_pass.points": 25,
    "bonuses.straight_pass.paid": "played-again",
    "bonuses.straight_pass.limit": "none",
    "bonuses.come_out_pass.points": 0,
    "bonuses.blocked_bonus.points": 0,
    "match.unit": "points",
    "match.target": 100,
    "match.several": "highest-score",
    "match.tie": "another-hand",
}
BY_WINS = {"match.unit": "wins", "match.target": 3}
GBS_INDIVIDUAL = GBS_PAIRS | {"table.sides": "individual", "opening.after_block": "winner"}
GBS_DUEL = GBS_INDIVIDUAL | {
    "table.players": 2,
    "table.undealt": "stock",
    "table.stock_floor": 0,
    "turn.stuck": "draw-until-fits",
}
NO_BONUSES = {
    "bonuses.capicua.points": 0,
    "bonuses.straight_pass.points": 0,
    "bonuses.come_out_pass.points": 0,
    "bonuses.blocked_bonus.points": 0,
}
GAPLE = NO_BONUSES | {
    "table.players": 4,
    "table.sides": "individual",
    "table.tiles": "double-six",
    "table.hand_size": 6,
    "table.turned_up": "one",
    "table.undealt": "asleep",
    "fold.rule": "none",
    "opening.first_leader": "random-seat",
    "opening.after_out": "winner",
    "opening.after_block": "winner",
    "turn.stuck": "discard",
    "end.emptied_by": "play-or-discard",
    "end.out_winner": "lowest-count",
    "end.block_found": "at-once",
    "block.compare": "side-totals",
    "block.tie": "lightest-tile",
    "score.out": "differences",
    "score.block": "differences",
    "match.unit": "points",
    "match.target": 100,
}
ONE_TABLE = FOUR_IN_PAIRS | {
    "fold.rule": "may",
    "fold.doubles": 5,
    "opening.first_leader": "tile-holder",
    "opening.tile": "6-6",
    "opening.first_tile": "must-lead",
    "opening.after_out": "winner",
    "opening.after_block": "winner",
    "turn.stuck": "pass",
    "end.block_found": "at-once",
    "end.out_winner": "who-went-out",
    "block.compare": "locker-and-next",
    "block.tie": "locker",
    "score.out": "all-tiles",
    "score.block": "all-tiles",
    "score.order": "hand-first",
    "bonuses.capicua.points": 25,
    "bonuses.capicua.tile": "different-ends",
    "bonuses.capicua.limit": "must-fit",
    "bonuses.straight_pass.points": 25,
    "bonuses.straight_pass.paid": "last-pass",
    "bonuses.straight_pass.limit": "must-fit",
    "bonuses.come_out_pass.points": 25,
    "bonuses.come_out_pass.match_opening": "excluded",
    "bonuses.come_out_pass.partner": "cancels",
    "bonuses.come_out_pass.limit": "must-fit",
    "bonuses.blocked_bonus.points": 0,
    "match.unit": "points",
    "match.target": 200,
}
BLOCK = NO_BONUSES | {
    "table.players": 2,
    "table.sides": "individual",
    "table.tiles": "double-six",
    "table.hand_size": 7,
    "table.turned_up": "none",
    "table.undealt": "asleep",
    "fold.rule": "none",
    "opening.first_leader": "highest-double",
    "opening.first_tile": "must-lead",
    "opening.after_out": "winner",
    "opening.after_block": "winner",
    "opening.after_draw": "next-seat",
    "turn.stuck": "pass",
    "end.block_found": "at-once",
    "block.tie": "nobody",
    "score.out": "losing-sides",
    "score.block": "net",
    "match.unit": "points",
    "match.target": 100,
}
FACTS = {
    "gbs-pairs-points": GBS_PAIRS,
    "gbs-pairs-wins": GBS_PAIRS | BY_WINS,
    "gbs-individual-points": GBS_INDIVIDUAL,
    "gbs-individual-wins": GBS_INDIVIDUAL | BY_WINS,
    "gbs-duel-points": GBS_DUEL,
    "gbs-duel-wins": GBS_DUEL | BY_WINS,
    "gaple": GAPLE,
    "gaple-five": GAPLE | {"table.players": 5, "table.hand_size": 5},
    "one-table-200": ONE_TABLE,
    "block-100": BLOCK,
    "draw-100": BLOCK | {
        "table.undealt": "stock", "table.stock_floor": 0, "turn.stuck": "draw-until-fits",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_a_bundled_rule_set_says_what_its_text_says(name):
    rules = load_rules(name).rules.model_dump(mode="json")
    found = {}
    for path in FACTS[name]:
        value = rules
        for part in path.split("."):
            value = value[part]
        found[path] = value
    assert found == FACTS[name]


LEFT_OVER = {"gaple": 3, "gaple-five": 2, "gbs-duel-points": 14, "block-100": 14, "draw-100": 14}


@pytest.mark.parametrize("name", FACTS)
def test_as_many_tiles_are_left_over_as_the_text_says(name):
    codes = load_rules(name).codes
    left = codes.tiles - codes.seats * codes.hand_size - codes.turned_up
    assert left == LEFT_OVER.get(name, 14 if "duel" in name else 0)


@pytest.mark.parametrize("name", ["gbs-duel-points", "gbs-duel-wins", "draw-100"])
def test_the_whole_stock_may_be_drawn(name):
    codes = load_rules(name).codes
    assert (codes.stock_tiles, codes.stock_floor) == (14, 0)
