"""Judging one hand of a log: what the log says came out, against what does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from domsim.engine.state import BROKEN_NOT_TIED, TIE_BROKEN
from domsim.rules.findings import Finding, Refused
from domsim.rules.loader import LoadedRules
from domsim.rules.source import Document
from domsim.scenario.load import LoadedScenario
from domsim.scenario.models import HandExpected, MatchExpected, Start
from domsim.scenario.replay import replay
from domsim.scenario.results import Check, HandResult, ScenarioResult


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """One hand of a record, standing alone: ``number`` is its place there, from 1.

    ``next_seat`` leads the hand that the record goes on with; None where that is not said, and
    ``followed`` tells whether there is one.
    """

    loaded: LoadedScenario
    number: int
    followed: bool
    next_seat: int | None

    @property
    def expected(self) -> HandExpected:
        """Return what the log says came out."""
        return self.loaded.scenario.hands[0].expect or HandExpected()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a logged hand: its result, or why it could not be played, and what differs.

    ``tied`` tells whether the lowest counts were equal, whoever won then.
    """

    hand: HandResult | None
    failed: tuple[Check, ...]
    compared: bool
    tied: bool = False
    refused: Finding | None = None

    @property
    def agrees(self) -> bool:
        """Tell whether the log and the rules say the same."""
        return not self.failed and self.refused is None


def first_hand(loaded: LoadedScenario) -> LoggedHand:
    """Return the first hand of a record."""
    return _alone(loaded, 0, loaded.scenario.start)


def without_states(logged: LoggedHand) -> LoggedHand:
    """Return a hand without its states in between, which take most of the time to judge."""
    loaded = logged.loaded
    (prepared,) = loaded.hands
    if prepared.hand.states is None:
        return logged
    bare = replace(prepared, hand=prepared.hand.model_copy(update={"states": None}))
    return replace(logged, loaded=replace(loaded, hands=[bare]))


def judge(logged: LoggedHand, rules: LoadedRules) -> Verdict:
    """Replay a logged hand under a rule set and compare."""
    tied: list[bool] = []
    try:
        result = replay(
            replace(logged.loaded, rules=rules),
            lambda state: tied.append(state[TIE_BROKEN] != BROKEN_NOT_TIED),
        )
    except Refused as refused:
        return Verdict(None, (), True, refused=refused.findings[0])
    checks = [*result.checks, *_checks_of_following(logged, result)]
    failed = tuple(replace(c, hand=c.hand and logged.number) for c in checks if not c.ok)
    return Verdict(result.hands[0], failed, bool(checks), any(tied))


def _checks_of_following(logged: LoggedHand, result: ScenarioResult) -> Iterator[Check]:
    """Check what a following hand says without words: this one ended, and who leads next."""
    if not logged.followed:
        return
    hand = result.hands[0]
    if hand.end == "unfinished":
        yield Check(1, "end", "finished", "unfinished", False, "another hand follows")
    said = logged.expected.next_leader is not None
    if not said and logged.next_seat is not None and hand.would_lead is not None:
        same = logged.next_seat == hand.would_lead
        yield Check(1, "next_leader", logged.next_seat, hand.would_lead, same)


def next_hand(loaded: LoadedScenario, logged: LoggedHand, verdict: Verdict) -> LoggedHand | None:
    """Return the hand after one that was judged, as the log says that it begins.

    So that one difference is told once. None where the log does not say enough.
    """
    start = _next_start(logged, verdict)
    return None if start is None else _alone(loaded, logged.number, start)


def _next_start(logged: LoggedHand, verdict: Verdict) -> Start | None:
    before, expected, hand = logged.loaded.scenario.start or Start(), logged.expected, verdict.hand
    codes = logged.loaded.rules.codes
    scores = expected.scores or (hand.scores if hand else ())
    by_rule = hand is not None and hand.end != "unfinished" and hand.would_lead is None
    opening = before.hand == 1 if before.opening is None else before.opening
    opening = opening and "folded" in (expected.end, hand.end if hand else None)
    leader = expected.next_leader or logged.next_seat or (hand.would_lead if hand else None)
    if opening or by_rule:
        leader = None
    elif leader is None or leader > codes.seats:
        return None
    if len(scores) != codes.sides:
        return None
    return Start(
        scores=scores, hand=before.hand + 1, leader=leader, opening=opening, by_rule=by_rule
    )


def _alone(loaded: LoadedScenario, index: int, start: Start | None) -> LoggedHand:
    scenario, prepared = loaded.scenario, loaded.hands[index]
    followed = index + 1 < len(loaded.hands)
    changes: dict[str, Any] = {"hands": (prepared.hand,), "start": start}
    if followed:
        changes["expect"] = MatchExpected(over=False)
    alone = replace(
        loaded,
        scenario=scenario.model_copy(update=changes),
        document=_bare(loaded.document, index),
        hands=[prepared],
    )
    return LoggedHand(alone, index + 1, followed, _leading_seat(loaded, index + 1))


def _leading_seat(loaded: LoadedScenario, index: int) -> int | None:
    if index >= len(loaded.hands):
        return None
    return next((p.seat for p in loaded.hands[index].plays if p.kind != "fold"), None)


def _bare(document: Document, index: int) -> Document:
    """Return a document without its text: a log's faults are counted, not shown at their word."""
    data: Mapping[str, Any] = document.data
    alone = {**data, "hands": [data["hands"][index]]}
    return Document(document.name, "", alone, document.first_line)
