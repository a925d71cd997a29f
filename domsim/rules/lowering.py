"""A rule set as a tuple of integers, the form that the engine reads."""

from typing import NamedTuple

from domsim.rules.models import RuleSet
from domsim.tiles import full_set, parse_tile, tile_count


class Rules(NamedTuple):
    """A rule set lowered once: axis values as their codes, quantities as they are."""

    seats: int
    sides: int
    tiles: int
    hand_size: int
    turned_up: int
    stock_tiles: int
    stock_floor: int
    shuffled: int
    every_tile: int
    fold_rule: int
    fold_doubles: int
    first_leader: int
    opening_tile: int
    fallback: int
    first_tile: int
    after_out: int
    after_block: int
    after_draw: int
    stuck: int
    emptied_by: int
    out_winner: int
    block_found: int
    compare: int
    block_tie: int
    count_out: int
    count_block: int
    order: int
    capicua: int
    capicua_tile: int
    capicua_limit: int
    straight_pass: int
    straight_pass_paid: int
    straight_pass_limit: int
    come_out_pass: int
    come_out_opening: int
    come_out_partner: int
    come_out_limit: int
    blocked_bonus: int
    blocked_bonus_limit: int
    unit: int
    target: int
    several: int
    target_tie: int


def lower(rules: RuleSet) -> Rules:
    """Return the integers of a rule set that has passed validation."""
    table, opening, bonuses = rules.table, rules.opening, rules.bonuses
    highest = table.tiles.highest
    tiles = tile_count(highest)
    dealt = table.players * table.hand_size + table.turned_up.code
    return Rules(
        seats=table.players,
        sides=table.side_count,
        tiles=tiles,
        hand_size=table.hand_size,
        turned_up=table.turned_up.code,
        stock_tiles=tiles - dealt if table.undealt == "stock" else 0,
        stock_floor=table.stock_floor,
        shuffled=_shuffled(rules, tiles, dealt),
        every_tile=full_set(highest),
        fold_rule=rules.fold.rule.code,
        fold_doubles=rules.fold.doubles,
        first_leader=opening.first_leader.code,
        opening_tile=parse_tile(opening.tile),
        fallback=opening.fallback.code,
        first_tile=opening.first_tile.code,
        after_out=opening.after_out.code,
        after_block=opening.after_block.code,
        after_draw=opening.after_draw.code,
        stuck=rules.turn.stuck.code,
        emptied_by=rules.end.emptied_by.code,
        out_winner=rules.end.out_winner.code,
        block_found=rules.end.block_found.code,
        compare=rules.block.compare.code,
        block_tie=rules.block.tie.code,
        count_out=rules.score.out.code,
        count_block=rules.score.block.code,
        order=rules.score.order.code,
        capicua=bonuses.capicua.points,
        capicua_tile=bonuses.capicua.tile.code,
        capicua_limit=bonuses.capicua.limit.code,
        straight_pass=bonuses.straight_pass.points,
        straight_pass_paid=bonuses.straight_pass.paid.code,
        straight_pass_limit=bonuses.straight_pass.limit.code,
        come_out_pass=bonuses.come_out_pass.points,
        come_out_opening=bonuses.come_out_pass.match_opening.code,
        come_out_partner=bonuses.come_out_pass.partner.code,
        come_out_limit=bonuses.come_out_pass.limit.code,
        blocked_bonus=bonuses.blocked_bonus.points,
        blocked_bonus_limit=bonuses.blocked_bonus.limit.code,
        unit=rules.match.unit.code,
        target=rules.match.target,
        several=rules.match.several.code,
        target_tie=rules.match.tie.code,
    )


def _shuffled(rules: RuleSet, tiles: int, dealt: int) -> int:
    """Return how many places of the deal have to be drawn; the order of the rest is idle."""
    if rules.table.undealt == "stock":
        return tiles
    if dealt < tiles:
        return dealt
    return dealt - rules.table.hand_size if rules.table.turned_up == "none" else tiles
