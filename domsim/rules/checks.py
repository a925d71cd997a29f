"""What a well-formed rule set can still get wrong: rules that cannot work or cannot be meant."""

from collections.abc import Callable, Collection, Iterator
from typing import Literal, NamedTuple

from domsim.rules.axes import TileSet
from domsim.rules.models import RuleSet
from domsim.tiles import PIPS, parse_tile, tile_count


class Doubt(NamedTuple):
    """A fault in meaning, at a path of the rule set."""

    code: str
    path: tuple[str, ...]
    message: str
    help: str | None = None
    severity: Literal["error", "warning"] = "error"


Check = Callable[[RuleSet], Iterator[Doubt]]

FAR_TARGET_HANDS = 100


def doubts(rules: RuleSet, unsure: Collection[str] = ()) -> list[Doubt]:
    """Return every doubt about a rule set, in the order of the schema.

    Checks that read a section named in ``unsure``, one not as its writer meant it, are left out.
    """
    sure = [check for check, sections in CHECKS if not set(sections) & set(unsure)]
    return [doubt for check in sure for doubt in check(rules)]


def _dealt(rules: RuleSet) -> int:
    table = rules.table
    return table.players * table.hand_size + table.turned_up.code


def _left_over(rules: RuleSet) -> int:
    return tile_count(rules.table.tiles.highest) - _dealt(rules)


def _set_is_large_enough(rules: RuleSet) -> Iterator[Doubt]:
    if _left_over(rules) >= 0:
        return
    fits = [s for s in TileSet if tile_count(s.highest) >= _dealt(rules)]
    hint = f"the smallest set that fits is {fits[0]}" if fits else "no set up to double-nine fits"
    yield Doubt(
        "too-many-tiles", ("table", "hand_size"),
        f"{_dealt(rules)} tiles are dealt, but {rules.table.tiles} holds "
        f"{tile_count(rules.table.tiles.highest)}", hint,
    )  # fmt: skip


def _undealt_tiles_have_a_role(rules: RuleSet) -> Iterator[Doubt]:
    left, undealt = _left_over(rules), rules.table.undealt
    path = ("table", "undealt")
    if left > 0 and undealt == "none":
        yield Doubt(
            "undealt-unnamed", path, f"{left} tiles are left after dealing; say what they are",
            "one of: asleep, stock",
        )  # fmt: skip
    if left == 0 and undealt != "none":
        yield Doubt("no-undealt-tiles", path, "every tile is dealt; none is left", "write none")


def _stock_is_drawn(rules: RuleSet) -> Iterator[Doubt]:
    draws = rules.turn.stuck in ("draw-until-fits", "draw-one")
    stock = rules.table.undealt == "stock"
    if draws and not stock:
        yield Doubt(
            "draw-without-stock", ("turn", "stuck"), "a stuck player draws, but there is no stock",
            "set table.undealt to stock",
        )  # fmt: skip
    if stock and not draws:
        yield Doubt(
            "stock-never-drawn", ("table", "undealt"), "there is a stock, but nobody draws from it",
            "write asleep, or set turn.stuck to draw-until-fits",
        )  # fmt: skip
    floor = rules.table.stock_floor
    if floor and not stock:
        yield Doubt("floor-without-stock", ("table", "stock_floor"), "there is no stock to keep")
    elif floor and 0 < _left_over(rules) <= floor:
        yield Doubt(
            "floor-above-stock", ("table", "stock_floor"),
            f"the stock holds {_left_over(rules)} tiles; none of them could be drawn",
        )  # fmt: skip


def _pairs_are_four(rules: RuleSet) -> Iterator[Doubt]:
    if rules.table.sides == "pairs" and rules.table.players != 4:
        yield Doubt(
            "pairs-need-four", ("table", "players"),
            f"pairs are played by four, not {rules.table.players}", "set table.sides to individual",
        )  # fmt: skip


def _partner_conditions_have_partners(rules: RuleSet) -> Iterator[Doubt]:
    come_out = rules.bonuses.come_out_pass
    if rules.table.sides == "individual" and come_out.points and come_out.partner == "cancels":
        yield Doubt(
            "no-partners", ("bonuses", "come_out_pass", "partner"),
            "the partner cannot cancel where nobody has one", "write ignored",
        )  # fmt: skip


def _opening_tile_is_in_the_set(rules: RuleSet) -> Iterator[Doubt]:
    opening, highest = rules.opening, rules.table.tiles.highest
    path = ("opening", "tile")
    if opening.first_leader == "tile-holder" and parse_tile(opening.tile) >= tile_count(highest):
        yield Doubt(
            "tile-not-in-set", path, f"{opening.tile} is not in the {rules.table.tiles} set",
            f"its numbers run from 0 to {highest}",
        )  # fmt: skip
    named = opening.first_leader != "random-seat" and opening.first_tile == "must-lead"
    if named and rules.table.turned_up == "one":
        yield Doubt(
            "must-lead-on-line", ("opening", "first_tile"),
            "a tile is turned up first, so the opening tile may not fit; it is not demanded",
            "write any-tile", "warning",
        )  # fmt: skip


def _leads_name_somebody(rules: RuleSet) -> Iterator[Doubt]:
    opening, pairs = rules.opening, rules.table.sides == "pairs"
    side_wins = pairs and rules.block.compare == "side-totals"
    if side_wins and opening.after_block == "winner":
        yield Doubt(
            "no-winning-seat", ("opening", "after_block"),
            "a block compared by side totals is won by a side, not by one seat",
            "write first-of-side, locker, next-seat or same-seat",
        )  # fmt: skip
    if side_wins and rules.end.out_winner == "lowest-count" and opening.after_out == "winner":
        yield Doubt(
            "no-winning-seat", ("opening", "after_out"),
            "the lowest side total is held by a side, not by one seat", "write first-of-side",
        )  # fmt: skip
    if opening.after_block == "out-seat":
        yield Doubt(
            "nobody-went-out", ("opening", "after_block"), "nobody goes out in a block",
            "write locker for the seat of the last tile",
        )  # fmt: skip
    if opening.after_draw in ("winner", "out-seat", "first-of-side"):
        yield Doubt(
            "draw-has-no-winner", ("opening", "after_draw"), "nobody wins a drawn hand",
            "write next-seat, same-seat, locker or as-first-hand",
        )  # fmt: skip


def _comparison_covers_everybody(rules: RuleSet) -> Iterator[Doubt]:
    if rules.end.out_winner == "lowest-count" and rules.block.compare == "locker-and-next":
        yield Doubt(
            "compare-needs-all", ("end", "out_winner"),
            "the lowest count is sought among all, but block.compare looks at two seats only",
            "set block.compare to side-totals or lowest-hand",
        )  # fmt: skip


def _discards_happen(rules: RuleSet) -> Iterator[Doubt]:
    if rules.end.emptied_by == "play-or-discard" and rules.turn.stuck != "discard":
        yield Doubt(
            "never-discards", ("end", "emptied_by"),
            "nobody discards, so only a play empties a hand",
            "write play", "warning",
        )  # fmt: skip


def _folding_can_happen(rules: RuleSet) -> Iterator[Doubt]:
    if rules.fold.rule == "none":
        return
    doubles = rules.table.tiles.highest + 1
    most = min(doubles, rules.table.hand_size)
    if rules.fold.doubles > most:
        yield Doubt(
            "fold-never", ("fold", "doubles"),
            f"a hand of {rules.table.hand_size} from a set with {doubles} doubles holds at most "
            f"{most}", f"write {most} or less",
        )  # fmt: skip
    fewest = max(0, doubles - max(0, _left_over(rules)))
    if fewest > rules.table.players * (rules.fold.doubles - 1):
        must = rules.fold.rule == "must"
        yield Doubt(
            "fold-always", ("fold", "doubles"),
            f"of {fewest} doubles dealt, somebody always holds {rules.fold.doubles}; "
            f"every hand {'is' if must else 'may be'} redealt",
            "write a higher number", "error" if must else "warning",
        )  # fmt: skip


def _bonuses_can_fire(rules: RuleSet) -> Iterator[Doubt]:
    bonuses = rules.bonuses
    if rules.turn.stuck == "discard":
        for name in ("straight_pass", "come_out_pass"):
            if getattr(bonuses, name).points:
                yield Doubt(
                    "clause-never-fires", ("bonuses", name, "points"),
                    "who is stuck discards, so nobody ever passes", "write 0",
                )  # fmt: skip
    lone = rules.table.hand_size == 1 and rules.table.turned_up == "none"
    if bonuses.capicua.points and lone:
        yield Doubt(
            "clause-never-fires", ("bonuses", "capicua", "points"),
            "the first tile is the last one, so no line is there to close", "write 0",
        )  # fmt: skip


def _bonuses_fit(rules: RuleSet) -> Iterator[Doubt]:
    for name in type(rules.bonuses).model_fields:
        bonus = getattr(rules.bonuses, name)
        if not bonus.points or bonus.limit != "must-fit":
            continue
        if rules.match.unit == "wins":
            yield Doubt(
                "limit-without-points", ("bonuses", name, "limit"),
                "where wins are counted a bonus is only shown, so its limit means nothing",
                "write none", "warning",
            )  # fmt: skip
        elif bonus.points >= rules.match.target:
            yield Doubt(
                "bonus-never-fits", ("bonuses", name, "points"),
                f"a bonus of {bonus.points} can never fit under a target of {rules.match.target}",
                f"write less than {rules.match.target}, or limit: none",
            )  # fmt: skip


def _target_is_near(rules: RuleSet) -> Iterator[Doubt]:
    most = 1
    if rules.match.unit == "points":
        pips = sorted(PIPS[: tile_count(rules.table.tiles.highest)], reverse=True)
        bonuses = sum(getattr(rules.bonuses, n).points for n in type(rules.bonuses).model_fields)
        most = sum(pips[: _dealt(rules)]) + bonuses
    if rules.match.target > FAR_TARGET_HANDS * most:
        yield Doubt(
            "target-far", ("match", "target"),
            f"a hand pays at most {most}, so no match could end within {FAR_TARGET_HANDS} hands",
            None, "warning",
        )  # fmt: skip


# Each check with the sections that it reads.
CHECKS: tuple[tuple[Check, tuple[str, ...]], ...] = (
    (_set_is_large_enough, ("table",)),
    (_undealt_tiles_have_a_role, ("table",)),
    (_stock_is_drawn, ("table", "turn")),
    (_pairs_are_four, ("table",)),
    (_folding_can_happen, ("table", "fold")),
    (_opening_tile_is_in_the_set, ("table", "opening")),
    (_leads_name_somebody, ("table", "opening", "end", "block")),
    (_discards_happen, ("turn", "end")),
    (_comparison_covers_everybody, ("end", "block")),
    (_partner_conditions_have_partners, ("table", "bonuses")),
    (_bonuses_can_fire, ("table", "turn", "bonuses")),
    (_bonuses_fit, ("bonuses", "match")),
    (_target_is_near, ("table", "bonuses", "match")),
)
