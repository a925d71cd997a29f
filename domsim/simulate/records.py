"""Records of simulated hands: one JSON line a hand, or a whole match as one scenario."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domsim.engine.batch import MOST_HANDS, begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.players import FOLD_ALWAYS, folding_seat
from domsim.engine.state import (
    HAND,
    LEFT,
    OVER,
    RIGHT,
    State,
    new_state,
    next_hand,
)
from domsim.rules.models import RuleSet
from domsim.scenario.export import (
    RulesReference,
    deal_data,
    hand_data,
    match_data,
    start_data,
)
from domsim.scenario.outcome import hand_result, scores_of
from domsim.scenario.results import HandResult
from domsim.scenario.script import Table
from domsim.simulate.plan import Plan


@dataclass(frozen=True, slots=True)
class Recorder:
    """Turns hands of a plan into scenarios. ``reference`` is how they name their rules."""

    plan: Plan
    rules: RuleSet
    reference: RulesReference

    def match(self, match: int) -> dict[str, Any]:
        """Return a whole match as one scenario with the expectations of every hand."""
        hands = []
        state = new_state()
        for _ in self._hands(state, match):
            hands.append(self._hand(state))
        title = f"{self.rules.name}: seed {self.plan.seed}, match {match}"
        return self._scenario(title, self._match_start(), hands, state)

    def hand(self, match: int, number: int) -> dict[str, Any] | None:
        """Return one hand of a match, numbered from 1; None when the match is shorter."""
        state = new_state()
        for hand in self._hands(state, match):
            if hand == number:
                return self._record(state, match)
            play_hand(self.plan.rules, state, self.plan.players, self.plan.fold_policy)
        return None

    def hands(self, match: int, first: int, last: int) -> dict[str, Any]:
        """Return the hands ``first`` to ``last`` of a match, from 1, as one scenario."""
        plan, state, written = self.plan, new_state(), []
        start: dict[str, Any] = {}
        for hand in self._hands(state, match):
            if hand < first:
                play_hand(plan.rules, state, plan.players, plan.fold_policy)
                continue
            start = start or start_data(plan.rules, state)
            written.append(self._hand(state))
            if hand == last:
                break
        title = f"{self.rules.name}: seed {plan.seed}, match {match}, hands {first} to {last}"
        return self._scenario(title, start, written, state)

    def stretch(self, first: int, matches: int, hands_before: int, every: int) -> list[Any]:
        """Return the records of every ``every``-th hand of a run among these matches."""
        plan, state, records = self.plan, new_state(), []
        count = hands_before
        for match in range(first, first + matches):
            for _ in self._hands(state, match):
                if count % every == 0:
                    records.append(self._record(state, match))
                else:
                    play_hand(plan.rules, state, plan.players, plan.fold_policy)
                count += 1
        return records

    def _hands(self, state: State, match: int) -> Iterator[int]:
        """Deal hand after hand of a match; whoever takes one must play it to its end."""
        plan = self.plan
        begin_match(plan.rules, state, match, plan.start_scores)
        while True:
            deal(plan.rules, state, plan.seed)
            yield state[HAND]
            if state[OVER] or state[HAND] >= MOST_HANDS:
                return
            next_hand(state)

    def _record(self, state: State, match: int) -> dict[str, Any]:
        title = f"{self.rules.name}: seed {self.plan.seed}, match {match}, hand {state[HAND]}"
        start = start_data(self.plan.rules, state)
        return self._scenario(title, start, [self._hand(state)], state)

    def _scenario(
        self, title: str, start: dict[str, Any], hands: list[Any], state: State
    ) -> dict[str, Any]:
        head = {"scenario": title} | self.reference.as_data()
        expect = match_data(self.plan.rules, state)
        return head | ({"start": start} if start else {}) | {"hands": hands, "expect": expect}

    def _match_start(self) -> dict[str, Any]:
        scores = list(self.plan.start_scores[1 : self.plan.rules.sides + 1])
        return {"scores": scores} if any(scores) else {}

    def _hand(self, state: State) -> dict[str, Any]:
        tiles = deal_data(self.plan.rules, state)
        return hand_data(tiles, self.play(state))

    def play(self, state: State) -> HandResult:
        """Play the dealt hand with every event noted, and return its result.

        A redeal that the rules demand is nobody's play; the hand is over as dealt.
        """
        plan = self.plan
        before = scores_of(plan.rules, state)
        line = [(state[LEFT], state[RIGHT])] if plan.rules.turned_up else []
        table = Table(plan.rules, state, line)
        seat = folding_seat(plan.rules, state) if plan.fold_policy == FOLD_ALWAYS else 0
        if seat:
            table.fold(seat)
        table.play_on(plan.players[1:])
        return hand_result(table, self.rules, before)
