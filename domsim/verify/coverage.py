"""Coverage: which branches of a rule set the scenarios reach, and how often simulation does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from domsim.engine.state import State
from domsim.engine.tally import HANDS_PLAYED
from domsim.engine.watch import HEAD, all_hold
from domsim.rules.findings import Finding, Place, Refused
from domsim.rules.loader import LoadedRules
from domsim.scenario.load import LoadedScenario
from domsim.scenario.replay import replay
from domsim.simulate.finds import Find, counted, kept
from domsim.simulate.plan import Plan
from domsim.simulate.run import Length, run
from domsim.verify.branches import Branch, branches
from domsim.verify.where import watch_of


@dataclass(slots=True)
class Covered:
    """One branch: the scenario hands that reach it, and the simulated ones where asked for."""

    branch: Branch
    hands: int = 0
    example: str | None = None
    simulated: int | None = None
    first: Find | None = None


@dataclass(slots=True)
class Coverage:
    """Every branch of a rule set with what reaches it.

    ``others`` counts the scenarios left out because they play other rules.
    """

    loaded: LoadedRules
    branches: list[Covered] = field(default_factory=list)
    scenarios: int = 0
    others: int = 0
    simulated_hands: int | None = None

    def missing(self) -> list[Covered]:
        """Return the branches that can be reached and that no scenario reaches."""
        return [c for c in self.branches if c.hands == 0 and c.branch.unreachable is None]


def cover(loaded: LoadedRules, scenarios: Iterable[LoadedScenario]) -> Coverage:
    """Replay scenarios and count the branches that their hands reach. Raises Refused."""
    coverage = Coverage(loaded, [Covered(branch) for branch in branches(loaded)])
    for scenario in scenarios:
        if scenario.rules.digest != loaded.digest:
            coverage.others += 1
            continue
        coverage.scenarios += 1
        _count(coverage, scenario)
    return coverage


def _count(coverage: Coverage, scenario: LoadedScenario) -> None:
    def after_hand(state: State) -> None:
        for covered in coverage.branches:
            if _reaches(coverage.loaded, state, covered.branch):
                covered.hands += 1
                covered.example = covered.example or scenario.document.name

    replay(scenario, after_hand)


def _reaches(loaded: LoadedRules, state: State, branch: Branch) -> bool:
    watch = watch_of([branch.conditions], 1, stop=False)
    return all_hold(loaded.codes, state, watch, HEAD + 1, len(branch.conditions))


def simulate_coverage(coverage: Coverage, plan: Plan, hands: int) -> None:
    """Add how often simulated hands reach each branch.

    Raises Refused with ``reached-unreachable`` where a hand reaches what was said to be out of
    reach: then the reason given for it is wrong.
    """
    groups: Sequence[Sequence[tuple[int, int, int, int]]] = [
        covered.branch.conditions for covered in coverage.branches
    ]
    watched = replace(plan, watch=watch_of(groups, 1, stop=False))
    tally = run(watched, Length(hands=hands)).tally
    coverage.simulated_hands = tally[HANDS_PLAYED]
    for group, covered in enumerate(coverage.branches):
        covered.simulated = counted(watched.watch, tally, group)
        covered.first = next(iter(kept(watched.watch, tally, group)), None)
    wrong = [_contradiction(coverage, c) for c in coverage.branches if _contradicts(c)]
    if wrong:
        raise Refused(wrong)


def _contradicts(covered: Covered) -> bool:
    reached = bool(covered.simulated) or covered.hands > 0
    return covered.branch.unreachable is not None and reached


def _contradiction(coverage: Coverage, covered: Covered) -> Finding:
    at = covered.first
    where = f"match {at.match}, hand {at.hand}" if at else str(covered.example)
    text = (
        f"the branch '{covered.branch.name}' was said to be out of reach "
        f"({covered.branch.unreachable}), but {where} reaches it"
    )
    return Finding("reached-unreachable", text, Place(coverage.loaded.name))
