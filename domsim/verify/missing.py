"""A scenario for a branch that no scenario reaches yet: searched, shortened, titled."""

from typing import Any

from domsim.rules.loader import LoadedRules
from domsim.scenario.export import RulesReference
from domsim.simulate.plan import Plan
from domsim.simulate.records import Recorder
from domsim.verify.branches import PREVIOUS_HAND, Branch
from domsim.verify.find import find
from domsim.verify.minimise import Minimiser


def scenario_for(
    branch: Branch, loaded: LoadedRules, plan: Plan, reference: RulesReference, most_hands: int
) -> dict[str, Any] | None:
    """Return a scenario that reaches a branch; None where no hand was found for it.

    A branch about what follows a hand is shown by both hands, the others by as little of one as
    shows them.
    """
    search = find(plan, branch.conditions, most_hands, 1)
    if not search.found:
        return None
    at = search.found[0]
    recorder = Recorder(plan, loaded.rules, reference)
    title = f"{branch.text} ({branch.name}; seed {plan.seed}, match {at.match}, hand {at.hand})"
    if branch.name.startswith(PREVIOUS_HAND):
        return recorder.hands(at.match, at.hand - 1, at.hand) | {"scenario": title}
    data = recorder.hand(at.match, at.hand)
    if data is None:
        return None
    return Minimiser(loaded, branch.conditions).minimise(data, title)
