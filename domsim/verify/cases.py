"""Conformance cases: whole hands, chosen so that every branch of the rules is shown.

Hands of the seed's matches are looked at in order: of matches that begin at 0, of matches that
begin near the target, and of matches in which whoever may fold does. Of these the case that
shows most of what has been shown least comes next, so that rare branches stand beside frequent
ones, and fewer cases are the beginning of more.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Any

from domsim.engine.batch import MOST_HANDS, begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.players import FOLD_ALWAYS
from domsim.engine.state import (
    HAND,
    LEADER,
    OPENED_BY,
    OPENED_BY_CHANCE,
    OVER,
    State,
    new_state,
    next_hand,
)
from domsim.engine.turn import FOLD_MAY
from domsim.engine.watch import CONDITION_WIDTH, HEAD, Watch, all_hold
from domsim.rules.loader import LoadedRules
from domsim.scenario.export import RulesReference, deal_data, hand_data, match_data, start_data
from domsim.scenario.states import states_of
from domsim.simulate.plan import Plan
from domsim.simulate.records import Recorder
from domsim.verify.branches import Branch, branches
from domsim.verify.where import watch_of

# Hands looked at in each kind of matches at a time, and how often while a branch is missing.
ROUND = 5_000
MOST_ROUNDS = 6
LEVELS = 3  # how many of the least shown groups of branches are weighed


@dataclass(frozen=True, slots=True)
class Address:
    """A simulated hand: which kind of matches, the match from 0, the hand from 1."""

    kind: int
    match: int
    hand: int


@dataclass(slots=True)
class Scan:
    """The hands looked at, by the branches that they show: bit *i* is branch *i*."""

    plans: tuple[Plan, ...]
    branches: list[Branch]
    hands: int = 0
    shown: int = 0
    found: dict[int, list[Address]] = field(default_factory=dict)

    def take(self, mask: int, address: Address) -> None:
        """Note a hand."""
        self.hands += 1
        self.shown |= mask
        self.found.setdefault(mask, []).append(address)

    def names(self, mask: int) -> list[str]:
        """Return the names of the branches of a mask."""
        return [b.name for i, b in enumerate(self.branches) if mask >> i & 1]

    @property
    def not_met(self) -> list[str]:
        """Return the names of the branches that no hand looked at shows."""
        return self.names(((1 << len(self.branches)) - 1) & ~self.shown)


def scan(loaded: LoadedRules, plan: Plan, at_least: int = 0, look: int = ROUND) -> Scan:
    """Look at hands until every branch that can be reached is met, within bounds.

    ``look`` is how many of each kind of matches are looked at in a round. At least ``at_least``
    hands are looked at, however many branches are met.
    """
    reachable = [branch for branch in branches(loaded) if branch.unreachable is None]
    looked = Scan(_plans(plan), reachable)
    watch = watch_of([branch.conditions for branch in reachable], 1, stop=False)
    walks = [_walk(plan, watch, kind) for kind, plan in enumerate(looked.plans)]
    rounds = 0
    while looked.hands < at_least or (rounds == 0 or (looked.not_met and rounds < MOST_ROUNDS)):
        for walk in walks:
            for _ in range(look):
                looked.take(*next(walk))
        rounds += 1
    return looked


def _plans(plan: Plan) -> tuple[Plan, ...]:
    """Return the kinds of matches: as planned, near the target, and with folding."""
    target, sides = plan.rules.target, plan.rules.sides
    near = target - max(1, target // 4)
    scores = tuple(near if 1 <= side <= sides else 0 for side in range(len(plan.start_scores)))
    plans = [plan] if scores == plan.start_scores else [plan, replace(plan, start_scores=scores)]
    if plan.rules.fold_rule == FOLD_MAY and plan.fold_policy != FOLD_ALWAYS:
        plans.append(replace(plan, fold_policy=FOLD_ALWAYS))
    return tuple(plans)


def _walk(plan: Plan, watch: Watch, kind: int) -> Iterator[tuple[int, Address]]:
    """Play hand after hand, match after match; yield what each shows, and its address."""
    state, match = new_state(), 0
    while True:
        for hand in _hands(plan, state, match):
            play_hand(plan.rules, state, plan.players, plan.fold_policy)
            yield _reached(plan, state, watch), Address(kind, match, hand)
        match += 1


def _hands(plan: Plan, state: State, match: int) -> Iterator[int]:
    """Deal hand after hand of a match; whoever takes one must play it to its end."""
    begin_match(plan.rules, state, match, plan.start_scores)
    while True:
        deal(plan.rules, state, plan.seed)
        yield state[HAND]
        if state[OVER] or state[HAND] >= MOST_HANDS:
            return
        next_hand(state)


def _reached(plan: Plan, state: State, watch: Watch) -> int:
    """Return the branches that a hand which has ended shows."""
    mask, at = 0, HEAD
    for number in range(watch[0]):
        if all_hold(plan.rules, state, watch, at + 1, watch[at]):
            mask |= 1 << number
        at += 1 + CONDITION_WIDTH * watch[at]
    return mask


@dataclass(frozen=True, slots=True)
class Choice:
    """A hand that was chosen, and the branches that it shows."""

    address: Address
    mask: int


def choose(looked: Scan, count: int) -> list[Choice]:
    """Return ``count`` hands, or all there are, that show every branch about equally often."""
    left = {mask: iter(addresses) for mask, addresses in looked.found.items()}
    remaining = {mask: len(addresses) for mask, addresses in looked.found.items()}
    times = [0] * len(looked.branches)
    chosen: list[Choice] = []
    while remaining and len(chosen) < count:
        levels = _levels(times, remaining)
        best = max(remaining, key=lambda mask: [(mask & level).bit_count() for level in levels])
        chosen.append(Choice(next(left[best]), best))
        for number in range(len(times)):
            times[number] += best >> number & 1
        remaining[best] -= 1
        if not remaining[best]:
            del remaining[best]
    return chosen


def _levels(times: Sequence[int], masks: Iterable[int]) -> list[int]:
    """Return the branches shown least often, those shown next least often, and so on.

    Branches that no remaining hand shows are left out.
    """
    by_times: dict[int, int] = {}
    available = reduce(or_, masks)
    for number, count in enumerate(times):
        if available >> number & 1:
            by_times[count] = by_times.get(count, 0) | 1 << number
    return [by_times[count] for count in sorted(by_times)[:LEVELS]]


@dataclass(frozen=True, slots=True)
class CaseWriter:
    """Turns chosen hands into records, each with all its states and expectations."""

    loaded: LoadedRules
    looked: Scan
    reference: RulesReference

    def case(self, choice: Choice) -> dict[str, Any]:
        """Return a chosen hand as a record that stands alone."""
        plan = self.looked.plans[choice.address.kind]
        state = _dealt(plan, choice.address)
        recorder = Recorder(plan, self.loaded.rules, self.reference)
        begun, start = list(state), self._start(plan, state)
        tiles = deal_data(plan.rules, state)
        result = recorder.play(state)
        hand = hand_data(tiles, result)
        hand["states"] = list(states_of(plan.rules, begun, result.events))
        hand["expect"] |= {"leader": result.leader}
        about = "shows " + ", ".join(self.looked.names(choice.mask))
        head = {"scenario": self._title(plan, choice.address), "about": about}
        head |= self.reference.as_data()
        return head | {"start": start, "hands": [hand], "expect": match_data(plan.rules, state)}

    def _start(self, plan: Plan, state: State) -> dict[str, Any]:
        """Return where the match stands; a leader whom chance named is given too."""
        start = start_data(plan.rules, state)
        return start | ({"leader": state[LEADER]} if state[OPENED_BY] == OPENED_BY_CHANCE else {})

    def _title(self, plan: Plan, address: Address) -> str:
        title = f"{self.loaded.name}: seed {plan.seed}, match {address.match}, hand {address.hand}"
        first = self.looked.plans[0]
        if plan.start_scores != first.start_scores:
            scores = plan.start_scores[1 : plan.rules.sides + 1]
            title += f", begun at {' - '.join(map(str, scores))}"
        return title + (", folding" if plan.fold_policy != first.fold_policy else "")


def _dealt(plan: Plan, address: Address) -> State:
    """Return the state in which a hand of a match has been dealt."""
    state = new_state()
    for hand in _hands(plan, state, address.match):
        if hand == address.hand:
            break
        play_hand(plan.rules, state, plan.players, plan.fold_policy)
    return state
