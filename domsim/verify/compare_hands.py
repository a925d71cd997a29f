"""The hands at which matches part, played again under both rule sets with every event noted."""

from dataclasses import dataclass

from domsim.engine.batch import begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.state import HAND, MATCH_WINNER, OVER, State, new_state, next_hand
from domsim.scenario.results import HandResult
from domsim.simulate.plan import Plan
from domsim.simulate.records import Recorder


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a match, and whether the match is over with it; ``match_winner`` is a side."""

    result: HandResult
    match_over: bool
    match_winner: int | None


def play_again(recorder: Recorder, match: int, number: int) -> PlayedHand:
    """Return hand ``number`` of a match that has as many, from 1."""
    state = new_state()
    _deal_up_to(recorder.plan, state, match, number)
    result = recorder.play(state)
    return PlayedHand(result, bool(state[OVER]), state[MATCH_WINNER] or None)


def _deal_up_to(plan: Plan, state: State, match: int, number: int) -> None:
    """Play a match up to the deal of one of its hands."""
    begin_match(plan.rules, state, match, plan.start_scores)
    deal(plan.rules, state, plan.seed)
    while state[HAND] < number:
        play_hand(plan.rules, state, plan.players, plan.fold_policy)
        next_hand(state)
        deal(plan.rules, state, plan.seed)
