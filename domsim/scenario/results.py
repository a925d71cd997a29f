"""What a replay found: events, awards, hands and the match, as small frozen records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domsim.engine.state import (
    A_CLAUSE,
    A_NOMINAL,
    A_PAID,
    A_REASON,
    A_SCORE,
    A_SEAT,
    A_SIDE,
    AWARD_COUNT,
    AWARD_WIDTH,
    AWARDS,
    CLAUSES,
    REASONS,
    State,
)
from domsim.tiles import tile_text


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at the table. ``hand`` is the seat's mask afterwards."""

    seat: int
    action: str
    tile: int | None = None
    end: str | None = None
    ends: tuple[int, int] | None = None
    forced: bool = False
    hand: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the event with the keys of the contract."""
        data: dict[str, Any] = {"seat": self.seat, "action": self.action}
        if self.tile is not None:
            data["tile"] = tile_text(self.tile)
        if self.action == "play":
            data |= {"side": self.end, "ends": list(self.ends or ())}
        if self.forced:
            data["forced"] = True
        return data


@dataclass(frozen=True, slots=True)
class Award:
    """One award, paid or withheld. ``score`` is what it was judged on, in points."""

    clause: str
    seat: int | None
    side: int | None
    nominal: int
    paid: int
    reason: str | None
    score: int
    text: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the award with the keys of the contract."""
        return {
            "clause": self.clause,
            "seat": self.seat,
            "side": self.side,
            "nominal": self.nominal,
            "paid": self.paid,
            "reason": self.reason,
            "text": self.text,
        }


def awards_of(state: State) -> list[Award]:
    """Return the awards recorded in a state, in the order in which they were made."""
    found = []
    for number in range(state[AWARD_COUNT]):
        at = AWARDS + AWARD_WIDTH * number
        found.append(Award(
            CLAUSES[state[at + A_CLAUSE]],
            state[at + A_SEAT] or None,
            state[at + A_SIDE] or None,
            state[at + A_NOMINAL],
            state[at + A_PAID],
            REASONS[state[at + A_REASON]],
            state[at + A_SCORE],
        ))  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation: where it stands, what was expected, what came out, and why."""

    hand: int | None
    field: str
    expected: Any
    actual: Any
    ok: bool
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the check with the keys of the contract."""
        data = {
            "hand": self.hand, "field": self.field, "expected": self.expected,
            "actual": self.actual, "ok": self.ok,
        }  # fmt: skip
        return data | ({"why": self.why} if self.why else {})


@dataclass(frozen=True, slots=True)
class HandResult:
    """One hand: how it went, who won it, what was awarded.

    ``next_leader`` is None once the match is over; ``would_lead`` then still names the seat.
    ``states`` is there where the scenario gives states to compare.
    """

    number: int
    leader: int | None
    end: str
    last_seat: int | None
    winner_seat: int | None
    winner_side: int | None
    tie: bool
    ends: tuple[int, ...] | None
    line: str | None
    pips: tuple[int, ...] | None
    awards: tuple[Award, ...]
    scores_before: tuple[int, ...]
    scores: tuple[int, ...]
    next_leader: int | None
    events: tuple[Event, ...]
    would_lead: int | None = None
    illegal: Mapping[str, Any] | None = None
    states: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the hand with the keys of the contract."""
        return {
            "number": self.number,
            "leader": self.leader,
            "end": self.end,
            "last_seat": self.last_seat,
            "winner_seat": self.winner_seat,
            "winner_side": self.winner_side,
            "tie": self.tie,
            "ends": None if self.ends is None else list(self.ends),
            "line": self.line,
            "pips": None if self.pips is None else list(self.pips),
            "awards": [a.as_json() for a in self.awards],
            "scores_before": list(self.scores_before),
            "scores": list(self.scores),
            "next_leader": self.next_leader,
            "events": [e.as_json() for e in self.events],
        } | ({} if self.illegal is None else {"illegal": dict(self.illegal)})


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """A scenario replayed, with every expectation checked."""

    title: str
    file: str
    line: int
    rules: Any
    hands: tuple[HandResult, ...]
    scores: tuple[int, ...]
    over: bool
    winner_side: int | None
    reached: tuple[int, ...]
    checks: tuple[Check, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Tell whether every expectation was met."""
        return all(check.ok for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """Return the scenario with the keys of the contract."""
        return {
            "scenario": self.title,
            "file": self.file,
            "line": self.line,
            "rules": {"name": self.rules.name, "digest": self.rules.digest},
            "ok": self.ok,
            "hands": [hand.as_json() for hand in self.hands],
            "scores": list(self.scores),
            "over": self.over,
            "winner_side": self.winner_side,
            "reached": list(self.reached),
            "checks": [check.as_json() for check in self.checks],
        }
