"""The schema of a scenario: a scripted deal, or the record of a match."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from domsim.engine.state import CLAUSES, ENDS, REASONS
from domsim.rules.findings import did_you_mean
from domsim.rules.models import Part
from domsim.rules.source import words


def _words(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(words(value))
    if isinstance(value, Iterable) and not isinstance(value, dict):
        parts = list(value)
        if all(isinstance(part, str) for part in parts):
            return tuple(word for part in parts for word in words(part))
        raise ValueError("every entry of this list must be text")
    raise ValueError("write text, or a list of texts")


def _one_of(kind: str, known: Sequence[str]) -> AfterValidator:
    """Return the check that a text is one of the known names."""

    def check(value: str) -> str:
        """Return the text; raise ValueError, with a guess, where it is not known."""
        if value not in known:
            guess = did_you_mean(value, known)
            hint = f"did you mean '{guess}'?" if guess else f"one of: {', '.join(known)}"
            raise ValueError(f"'{value}' is no {kind}; {hint}")
        return value

    return AfterValidator(check)


ILLEGAL_CODES = (
    "not-your-turn", "not-in-hand", "does-not-fit", "ambiguous-end", "must-play", "must-draw",
    "must-discard", "must-lead", "wrong-lead", "nothing-to-draw", "hand-over", "fold-not-allowed",
    "no-discard", "wrong-draw",
)  # fmt: skip

End = Annotated[str, _one_of("end of a hand", ENDS)]
Clause = Annotated[str, _one_of("clause", CLAUSES)]
Reason = Annotated[str, _one_of("reason", [reason for reason in REASONS if reason])]
IllegalCode = Annotated[str, _one_of("code of an illegal play", ILLEGAL_CODES)]
Words = Annotated[tuple[str, ...], BeforeValidator(_words, json_schema_input_type=str | list[str])]
Count = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Seat = Annotated[int, Field(ge=1, le=6, strict=True)]
Score = Annotated[int, Field(ge=0, le=1_000_000_000, strict=True)]
MatchNumber = Annotated[int, Field(ge=0, le=2**32 - 1, strict=True)]
Seed = Annotated[int, Field(ge=0, le=2**63 - 1, strict=True)]
Yes = Annotated[bool, Field(strict=True)]
Number = Annotated[int, Field(ge=0, le=9, strict=True)]


class Seats(Part):
    """Tiles by seat."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, validate_by_alias=True
    )

    seat_1: Words | None = Field(None, alias="1")
    """Tiles of seat 1."""
    seat_2: Words | None = Field(None, alias="2")
    """Tiles of seat 2."""
    seat_3: Words | None = Field(None, alias="3")
    """Tiles of seat 3."""
    seat_4: Words | None = Field(None, alias="4")
    """Tiles of seat 4."""
    seat_5: Words | None = Field(None, alias="5")
    """Tiles of seat 5."""
    seat_6: Words | None = Field(None, alias="6")
    """Tiles of seat 6."""

    def of(self, seat: int) -> tuple[str, ...] | None:
        """Return the tiles written for a seat, from 1; None where it is left out."""
        found: tuple[str, ...] | None = getattr(self, f"seat_{seat}")
        return found


class Deal(Seats):
    """A deal in full, or the address of a simulated one (``seed``, ``match``, ``hand``)."""

    table: Words | None = None
    """Tile turned up before play, where the rule set has one."""
    stock: Words | None = None
    """The stock in drawing order, where the rule set has one."""
    asleep: Words | None = None
    """Sleeping tiles; left out, they are what remains."""
    seed: Seed | None = None
    """Seed of the simulation that deals this hand."""
    match: MatchNumber | None = None
    """Number of the simulated match, from 0."""
    hand: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] | None = None
    """Number of the hand in that match, from 1."""


class Position(Part):
    """The middle of a hand."""

    line: Words | None = None
    """The tiles played, from left to right, as they lie: `6-6 6-1 1-4`."""
    ends: Annotated[tuple[Number, Number], Field(strict=False)] | None = None
    """The two ends, where only they matter, in place of `line`."""
    hands: Seats
    """The tiles each seat still holds."""
    turn: Seat | None = None
    """Seat to move."""
    leader: Seat | None = None
    """Seat that led the hand."""
    last: Seat | None = None
    """Seat of the last tile played."""
    passes: Count = 0
    """Passes (or discards) in a row since that tile."""
    discards: Seats | None = None
    """Tiles discarded face down, by seat."""
    stock: Words | None = None
    """The stock that is left, in drawing order."""
    asleep: Words | None = None
    """Sleeping tiles; left out, they are what remains."""


class AwardExpected(Part):
    """An award by any of its keys."""

    clause: Clause | None = None
    """Clause: out, block, capicua, straight-pass, come-out-pass, blocked-bonus."""
    seat: Seat | None = None
    """Seat that earned it."""
    side: Seat | None = None
    """Side that was paid."""
    nominal: Score | None = None
    """Points it would be worth."""
    paid: Score | None = None
    """Points paid."""
    reason: Reason | None = None
    """Why it paid nothing."""
    text: str | None = None
    """The explanation."""


class IllegalExpected(Part):
    """An illegal play that the hand is meant to show."""

    play: Annotated[int, Field(ge=1, strict=True)]
    """Number of the play as written, from 1."""
    code: IllegalCode
    """Code of the rule it breaks."""


class Event(Part):
    """One event of a record."""

    seat: Seat
    """Seat that acted."""
    action: str
    """play, pass, draw, discard or fold."""
    tile: str | None = None
    """The tile, high-low."""
    side: str | None = None
    """The end it was laid on: L or R; none for the first tile of a line."""
    ends: tuple[Number, Number] | None = None
    """The ends after a play."""
    forced: Yes = False
    """True where the script left the action out because there was no choice."""


class HandExpected(Part):
    """Any part of a hand's result."""

    number: Count | None = None
    """Number of the hand in its match."""
    leader: Seat | None = None
    """Seat that led."""
    end: End | None = None
    """out, blocked, folded or unfinished."""
    last_seat: Seat | None = None
    """Seat of the last tile played."""
    winner_seat: Seat | None = None
    """Seat that won; empty where only a side did."""
    winner_side: Seat | None = None
    """Side that won."""
    tie: Yes | None = None
    """True when nobody won."""
    ends: tuple[Number, ...] | None = None
    """The two ends."""
    line: str | None = None
    """The line from left to right."""
    pips: tuple[Count, ...] | None = None
    """Pips left by seat, as counted."""
    awards: tuple[AwardExpected, ...] | None = None
    """Every award that paid, in order; those that paid nothing may be listed."""
    scores_before: tuple[Score, ...] | None = None
    """Scores by side before the hand."""
    scores: tuple[Score, ...] | None = None
    """Scores by side after it."""
    next_leader: Seat | None = None
    """Seat that leads the next hand; empty when the match is over."""
    events: tuple[Event, ...] | None = None
    """Every event in order."""
    illegal: IllegalExpected | None = None
    """An illegal play that this hand shows."""


class MatchExpected(Part):
    """Any part of the match's standing after the last hand."""

    over: Yes | None = None
    """Whether the match is over."""
    winner_side: Seat | None = None
    """Side that won it."""
    scores: tuple[Score, ...] | None = None
    """Scores by side."""
    reached: tuple[Seat, ...] | None = None
    """Sides at or over the target."""


class HandState(Part):
    """Where a hand stands before one of its events, or at its end; any part of it."""

    turn: Seat | None = None
    """Seat to move; empty once the hand is over."""
    ends: Annotated[tuple[Number, Number], Field(strict=False)] | None = None
    """The two ends; empty while no tile lies on the line."""
    hands: Seats | None = None
    """The tiles each seat holds."""
    stock: Words | None = None
    """The stock that is left, in drawing order, where the rule set has one."""
    discards: Seats | None = None
    """Tiles discarded face down, by seat; left out where nobody has discarded."""
    scores: tuple[Score, ...] | None = None
    """Scores by side."""
    legal: Words | None = None
    """Every legal move: `6-4L 6-4R`, a first tile `6-4`, `pass`, `draw`, `x1-4`, `3:fold`."""


class Hand(Part):
    """One hand: how it is dealt, what is played, what is expected."""

    deal: Deal | None = None
    """The deal."""
    position: Position | None = None
    """The middle of a hand, in place of `deal`."""
    plays: Words = ()
    """The plays: `1:6-6 2:6-1 3:pass …`."""
    states: tuple[HandState, ...] | None = None
    """Where the hand stands before every event, forced ones included, and at its end."""
    expect: HandExpected | None = None
    """What must come out."""


class Start(Part):
    """Where the match stands before the first hand of the scenario."""

    scores: tuple[Score, ...] | None = None
    """Scores by side."""
    hand: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] = 1
    """Number of the hand in its match; 1 is the match-opening hand."""
    leader: Seat | None = None
    """Seat that leads it."""
    opening: Yes | None = None
    """True when it is still the match-opening hand, after a fold."""
    by_rule: Yes = False
    """True when the opening rule names the leader of a later hand (`as-first-hand`)."""


class Scenario(Part):
    """A scripted deal or the record of a match, with what it should show."""

    scenario: Annotated[str, Field(max_length=500)] = ""
    """Title: what it shows."""
    about: Annotated[str, Field(max_length=5000)] | None = None
    """Free text."""
    rules: str
    """Bundled rule set, or a path relative to this file."""
    set: dict[str, Any] = {}
    """Overrides by path: `{match.target: 150}`."""
    seed: Seed | None = None
    """Seed of the decisions that `players` make."""
    match: MatchNumber = 0
    """Number of the match for those decisions, from 0."""
    players: Words | None = None
    """Who plays on where the plays stop: one name for all, or one a seat."""
    start: Start | None = None
    """Where the match stands; left out, it begins."""
    hands: Annotated[tuple[Hand, ...], Field(min_length=1)]
    """The hands, in order."""
    expect: MatchExpected | None = None
    """What must hold after the last hand."""
