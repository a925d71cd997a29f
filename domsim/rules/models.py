"""The schema of a rule set: the single source of validation, JSON Schema and reference."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from domsim.rules import axes
from domsim.tiles import LARGEST_SET, parse_tile, tile_text


def _tile(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value} is not a tile")
    return tile_text(parse_tile(value, LARGEST_SET))


Tile = Annotated[str, BeforeValidator(_tile)]
Points = Annotated[int, Field(ge=0, le=10_000, strict=True)]


class Part(BaseModel):
    """A section of a document; a key it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class TableRules(Part):
    """Who sits at the table and what is dealt."""

    players: Annotated[int, Field(ge=2, le=6, strict=True)] = 4
    """Number of seats, in turn order from 1."""
    sides: axes.Sides = axes.Sides.PAIRS
    """`pairs`: seats 1+3 and 2+4 score together; `individual`: every seat for itself."""
    tiles: axes.TileSet = axes.TileSet.SIX
    """The set, `double-six` (28 tiles) to `double-nine` (55 tiles)."""
    hand_size: Annotated[int, Field(ge=1, le=27, strict=True)] = 7
    """Tiles dealt to each seat."""
    turned_up: axes.TurnedUp = axes.TurnedUp.NONE
    """`one`: a tile is turned up as the line before play; its lower number lies on the left."""
    undealt: axes.Undealt = axes.Undealt.NONE
    """The tiles left after dealing: `none` are left, they sleep unseen, or they are the `stock`."""
    stock_floor: Annotated[int, Field(ge=0, le=54, strict=True)] = 0
    """How many tiles of the stock are never drawn."""

    @property
    def side_count(self) -> int:
        """Return how many sides score: two pairs, or every seat for itself."""
        return 2 if self.sides == axes.Sides.PAIRS else self.players


class FoldRules(Part):
    """Redealing a hand that holds many doubles."""

    rule: axes.FoldRule = axes.FoldRule.NONE
    """`may`: such a player may fold before the first tile; `must`: the hand is redealt."""
    doubles: Annotated[int, Field(ge=1, le=10, strict=True)] = 5
    """Doubles in one hand from which the rule applies."""


class OpeningRules(Part):
    """Who leads each hand, and with what."""

    first_leader: axes.FirstLeader = axes.FirstLeader.TILE_HOLDER
    """Leader of the match-opening hand."""
    tile: Tile = "6-6"
    """The tile whose holder leads the match-opening hand, under `tile-holder`."""
    fallback: axes.Fallback = axes.Fallback.HIGHEST_DOUBLE
    """Who leads when that tile was not dealt; without a double, the heaviest tile leads."""
    first_tile: axes.FirstTile = axes.FirstTile.MUST_LEAD
    """Whether the tile that made its holder the first leader must be led."""
    after_out: axes.Lead = axes.Lead.WINNER
    """Leader after a hand that ended by going out."""
    after_block: axes.Lead = axes.Lead.FIRST_OF_SIDE
    """Leader after a block that somebody won."""
    after_draw: axes.Lead = axes.Lead.NEXT_SEAT
    """Leader after a hand that nobody won."""


class TurnRules(Part):
    """What a player does who cannot play. Who can play must play."""

    stuck: axes.Stuck = axes.Stuck.PASS
    """What is done when no tile fits."""


class EndRules(Part):
    """When a hand ends."""

    emptied_by: axes.EmptiedBy = axes.EmptiedBy.PLAY
    """Whether a forced discard of the last tile ends the hand too."""
    out_winner: axes.OutWinner = axes.OutWinner.WHO_WENT_OUT
    """Who wins a hand that ended because a hand was empty."""
    block_found: axes.BlockFound = axes.BlockFound.ALL_PASSED
    """`at-once` when no tile fits anywhere, or after `all-passed` in turn."""


class BlockRules(Part):
    """Who wins a blocked hand."""

    compare: axes.Compare = axes.Compare.SIDE_TOTALS
    """Whose pips are compared; the lowest wins."""
    tie: axes.BlockTie = axes.BlockTie.NOBODY
    """Who wins when the lowest are equal."""


class ScoreRules(Part):
    """What the winner of a hand scores."""

    out: axes.Count = axes.Count.LOSING_SIDES
    """Pips scored after going out."""
    block: axes.Count = axes.Count.LOSING_SIDES
    """Pips scored after a block."""
    order: axes.Order = axes.Order.HAND_FIRST
    """Whether the hand's points or capicúa come first, which matters where bonuses must fit."""


class CapicuaRules(Part):
    """The bonus for a last tile that fits both ends."""

    points: Points = 0
    """Points; 0 switches the bonus off."""
    tile: axes.Capicua = axes.Capicua.DIFFERENT_ENDS
    """Which last tile counts, judged on the ends before it is placed."""
    limit: axes.Limit = axes.Limit.NONE
    """`must-fit`: pays nothing when it would reach the target."""


class StraightPassRules(Part):
    """The bonus for passes all round: everybody else passes in sequence."""

    points: Points = 0
    """Points; 0 switches the bonus off."""
    paid: axes.StraightPassPaid = axes.StraightPassPaid.PLAYED_AGAIN
    """Paid when the player of the last tile plays again, or at the last of the passes."""
    limit: axes.Limit = axes.Limit.NONE
    """`must-fit`: pays nothing when it would reach the target."""


class ComeOutPassRules(Part):
    """The bonus when the seat after the leader passes on the opening tile."""

    points: Points = 0
    """Points; 0 switches the bonus off."""
    match_opening: axes.MatchOpening = axes.MatchOpening.INCLUDED
    """Whether the match-opening hand can earn it."""
    partner: axes.Partner = axes.Partner.IGNORED
    """`cancels`: settled at the partner's turn, nothing if the partner passes too."""
    limit: axes.Limit = axes.Limit.NONE
    """`must-fit`: pays nothing when it would reach the target."""


class BlockedBonusRules(Part):
    """The bonus for the winner of a block."""

    points: Points = 0
    """Points; 0 switches the bonus off."""
    limit: axes.Limit = axes.Limit.NONE
    """`must-fit`: pays nothing when it would reach the target."""


class BonusRules(Part):
    """The bonuses, each with its points."""

    capicua: CapicuaRules = CapicuaRules()
    """A last tile that fits both ends."""
    straight_pass: StraightPassRules = StraightPassRules()
    """Passes all round."""
    come_out_pass: ComeOutPassRules = ComeOutPassRules()
    """A pass on the opening tile."""
    blocked_bonus: BlockedBonusRules = BlockedBonusRules()
    """Winning a block."""


class MatchRules(Part):
    """When a match is won."""

    unit: axes.Unit = axes.Unit.POINTS
    """`points`, or `wins`: a hand won is one win and bonuses are only shown."""
    target: Annotated[int, Field(ge=1, le=1_000_000, strict=True)]
    """Score that wins the match, checked at the end of a hand."""
    several: axes.Several = axes.Several.HIGHEST_SCORE
    """Who wins when several sides are at or over the target."""
    tie: axes.TargetTie = axes.TargetTie.ANOTHER_HAND
    """What happens when the highest scores at or over the target are equal."""


class RuleSet(Part):
    """The rules of one domino table."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    """Short name: small letters, digits and hyphens."""
    title: Annotated[str, Field(max_length=200)] = ""
    """One line for people."""
    extends: str | None = None
    """Bundled name, or a path relative to this file, of the rule set that this one changes."""
    table: TableRules = TableRules()
    """Who sits at the table and what is dealt."""
    fold: FoldRules = FoldRules()
    """Redealing on many doubles."""
    opening: OpeningRules = OpeningRules()
    """Who leads each hand."""
    turn: TurnRules = TurnRules()
    """What a player does who cannot play."""
    end: EndRules = EndRules()
    """When a hand ends."""
    block: BlockRules = BlockRules()
    """Who wins a blocked hand."""
    score: ScoreRules = ScoreRules()
    """What the winner of a hand scores."""
    bonuses: BonusRules = BonusRules()
    """The bonuses."""
    match: MatchRules
    """When a match is won."""
    notes: Annotated[dict[str, Annotated[str, Field(max_length=2000)]], Field(max_length=20)] = {}
    """Free text for the sheet that changes no score: shuffling, etiquette, source."""
