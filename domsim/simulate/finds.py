"""What a watch has seen over many chunks: merged in order, stopped at exactly enough."""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, replace

from domsim.engine.tally import TALLY_SIZE
from domsim.engine.watch import KEPT_WIDTH
from domsim.simulate.plan import NO_LIMIT, Plan, play_chunk


@dataclass(frozen=True, slots=True)
class Find:
    """The address of a hand that was looked for: match from 0, hand from 1."""

    match: int
    hand: int


def _width(watch: Sequence[int]) -> int:
    return 1 + KEPT_WIDTH * watch[1]


def counted(watch: Sequence[int], tally: Sequence[int], group: int) -> int:
    """Return how many hands satisfied a group's conditions."""
    return tally[TALLY_SIZE + group * _width(watch)]


def kept(watch: Sequence[int], tally: Sequence[int], group: int) -> list[Find]:
    """Return the first hands that satisfied a group's conditions."""
    at = TALLY_SIZE + group * _width(watch)
    found = min(tally[at], watch[1])
    return [
        Find(tally[at + 1 + KEPT_WIDTH * i] - 1, tally[at + 2 + KEPT_WIDTH * i])
        for i in range(found)
    ]


def merge_seen(watch: Sequence[int], into: MutableSequence[int], later: Sequence[int]) -> None:
    """Add what later matches have shown to what earlier ones have."""
    for group in range(watch[0] if watch else 0):
        at = TALLY_SIZE + group * _width(watch)
        have = min(into[at], watch[1])
        take = min(later[at], watch[1] - have)
        for place in range(KEPT_WIDTH * take):
            into[at + 1 + KEPT_WIDTH * have + place] = later[at + 1 + place]
        into[at] += later[at]


class Finds:
    """Follows a search that stops as soon as enough hands of its one group were found."""

    def __init__(self, watch: Sequence[int]) -> None:
        self.watch = watch
        self.missing = watch[1] if watch and watch[2] else NO_LIMIT

    @property
    def enough(self) -> bool:
        """Tell whether the search is over."""
        return self.missing <= 0

    def stop_exactly(
        self, plan: Plan, first: int, played: int, tally: list[int]
    ) -> tuple[int, list[int]]:
        """Cut a chunk after the match that completes the search, wherever the chunk began."""
        if self.missing == NO_LIMIT:
            return played, tally
        found = counted(self.watch, tally, 0)
        if found >= self.missing and self.missing != self.watch[1]:
            shorter = replace(plan, watch=(plan.watch[0], self.missing, *plan.watch[2:]))
            played, exact = play_chunk(shorter, first, played, NO_LIMIT)
            kept_here = tally[TALLY_SIZE + 1 :]
            tally = [*exact[: TALLY_SIZE + 1], *kept_here]
        self.missing -= found
        return played, tally
