"""Finding hands: the first of a seed's matches that satisfy conditions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from domsim.engine.tally import HANDS_PLAYED
from domsim.simulate.finds import Find, counted, kept
from domsim.simulate.plan import Plan
from domsim.simulate.run import Length, Stretch, run
from domsim.verify.where import Condition, watch_of

QUICK_LOOK = 3_000


@dataclass(frozen=True, slots=True)
class Search:
    """What a search came to: the hands found, and how many were looked at."""

    found: tuple[Find, ...]
    hands: int
    counted: int
    partial: bool = False


def find(
    plan: Plan,
    conditions: Sequence[Condition],
    most_hands: int,
    limit: int,
    on_stretch: Callable[[Stretch], None] | None = None,
) -> Search:
    """Return the first ``limit`` hands of a plan that satisfy all conditions.

    Looks at whole matches until enough are found or ``most_hands`` hands were played. A few
    thousand hands are looked at interpreted before the compiled engine is called for.
    """
    watched = replace(plan, watch=watch_of([conditions], limit, stop=True))
    if watched.compiled and most_hands > QUICK_LOOK:
        quick = _search(replace(watched, compiled=False), QUICK_LOOK, on_stretch)
        if quick.partial or len(quick.found) >= limit:
            return quick
    return _search(watched, most_hands, on_stretch)


def _search(plan: Plan, most_hands: int, on_stretch: Callable[[Stretch], None] | None) -> Search:
    outcome = run(plan, Length(hands=most_hands), on_stretch=on_stretch)
    tally = outcome.tally
    return Search(
        tuple(kept(plan.watch, tally, 0)),
        tally[HANDS_PLAYED],
        counted(plan.watch, tally, 0),
        outcome.partial,
    )
