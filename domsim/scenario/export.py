"""Writing hands as scenarios: the deal, the plays and what must come out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domsim.engine.state import (
    HAND,
    LEADER,
    MATCH_WINNER,
    OPENED_BY,
    OPENED_BY_LEAD,
    OPENING,
    ORDER,
    OVER,
    State,
)
from domsim.rules.lowering import Rules
from domsim.scenario.outcome import scores_of
from domsim.scenario.results import Award, Event, HandResult, awards_of
from domsim.tiles import mask_of, tile_text, tiles_text


@dataclass(frozen=True, slots=True)
class RulesReference:
    """How a scenario names its rules: a bundled name or a path, and the overrides."""

    rules: str
    overrides: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        """Return the keys that a scenario begins with."""
        return {"rules": self.rules} | ({"set": dict(self.overrides)} if self.overrides else {})


def deal_data(rules: Rules, state: State) -> dict[str, str]:
    """Return the deal in the state's order, as a scenario writes it."""
    order = [state[ORDER + i] for i in range(rules.tiles)]
    data: dict[str, str] = {}
    at = 0
    for seat in range(1, rules.seats + 1):
        data[str(seat)] = tiles_text(mask_of(order[at : at + rules.hand_size]))
        at += rules.hand_size
    if rules.turned_up:
        data["table"] = tile_text(order[at])
        at += 1
    if rules.stock_tiles:
        data["stock"] = " ".join(map(tile_text, order[at:]))
    elif at < rules.tiles:
        data["asleep"] = tiles_text(mask_of(order[at:]))
    return data


def plays_text(events: Sequence[Event]) -> str:
    """Return every event as a play, so that nothing is left to fill in."""
    return " ".join(play_words(events))


def play_words(events: Sequence[Event]) -> list[str]:
    """Return every event as a play, one word each."""
    return [_play_text(event) for event in events]


def _play_text(event: Event) -> str:
    if event.action == "play":
        if event.end is None and event.ends is not None:
            return f"{event.seat}:{event.ends[0]}-{event.ends[1]}"
        return f"{event.seat}:{tile_text(event.tile or 0)}{event.end}"
    if event.action == "draw":
        return f"{event.seat}:+{tile_text(event.tile or 0)}"
    if event.action == "discard":
        return f"{event.seat}:x{tile_text(event.tile or 0)}"
    return f"{event.seat}:{event.action}"


def start_data(rules: Rules, state: State) -> dict[str, Any]:
    """Return where the match stands before the state's hand, which must have been dealt.

    A hand that is blocked as it is dealt has been paid for already.
    """
    scores = list(scores_of(rules, state))
    for award in awards_of(state):
        scores[(award.side or 1) - 1] -= award.paid
    start: dict[str, Any] = {"hand": state[HAND], "scores": scores}
    if state[OPENING]:
        return start | ({"opening": True} if state[HAND] > 1 else {})
    by_rule = state[OPENED_BY] != OPENED_BY_LEAD
    return start | {"leader": state[LEADER]} | ({"by_rule": True} if by_rule else {})


def hand_data(deal: Mapping[str, str], result: HandResult) -> dict[str, Any]:
    """Return a hand of a scenario with its expectations."""
    return {
        "deal": dict(deal),
        "plays": plays_text(result.events),
        "expect": expect_data(result),
    }


def expect_data(result: HandResult) -> dict[str, Any]:
    """Return what a hand must come to."""
    data = result.as_json()
    keys = (
        "end", "last_seat", "winner_seat", "winner_side", "tie", "ends", "pips", "scores",
        "next_leader",
    )  # fmt: skip
    return {key: data[key] for key in keys} | {"awards": [_award_data(a) for a in result.awards]}


def _award_data(award: Award) -> dict[str, Any]:
    data = award.as_json()
    del data["text"]
    return data


def match_data(rules: Rules, state: State) -> dict[str, Any]:
    """Return how the match must stand after the state's hand."""
    return {
        "over": bool(state[OVER]),
        "winner_side": state[MATCH_WINNER] or None,
        "scores": list(scores_of(rules, state)),
    }
