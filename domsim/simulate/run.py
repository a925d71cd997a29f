"""Running a plan: chunks of matches on an executor, merged in order, stopped exactly.

The runner needs nothing of the executor but ``submit``, so local processes, threads and a
cluster do alike. A bounded number of chunks is under way at once.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from domsim.engine.tally import HANDS_PLAYED, merge, new_tally
from domsim.engine.watch import seen_size
from domsim.simulate.finds import Finds, merge_seen
from domsim.simulate.plan import NO_LIMIT, Plan, play_chunk

AHEAD_PER_WORKER = 2
PYTHON_CHUNK = 100
COMPILED_CHUNK = 4000


@dataclass(frozen=True, slots=True)
class Length:
    """How long a simulation is: a number of matches, or the fewest that hold some hands."""

    matches: int | None = None
    hands: int | None = None

    @property
    def likely_hands(self) -> int:
        """Return about how many hands will be played, before anything is known."""
        return self.hands if self.hands is not None else 8 * (self.matches or 0)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Matches that have been played and merged, with what came before them."""

    first: int
    matches: int
    hands_before: int
    hands: int


@dataclass(slots=True)
class Outcome:
    """What a run has counted; ``partial`` when it was interrupted."""

    tally: list[int]
    partial: bool = False


def chunk_size(plan: Plan) -> int:
    """Return how many matches a chunk holds unless told otherwise: a fraction of a second."""
    return COMPILED_CHUNK if plan.compiled else PYTHON_CHUNK


def run(
    plan: Plan,
    length: Length,
    executor: Executor | None = None,
    workers: int = 1,
    size: int | None = None,
    on_stretch: Callable[[Stretch], None] | None = None,
) -> Outcome:
    """Play a plan through and return its tally, the same for every executor and chunk size.

    ``on_stretch`` is called in the order of the matches. An interrupt ends the run early.
    """
    outcome = Outcome(new_tally() + [0] * seen_size(plan.watch))
    size = size or chunk_size(plan)
    try:
        for stretch, tally in _stretches(plan, length, executor, workers, size):
            # An interrupt finds all of a chunk in the outcome, or nothing.
            merged = list(outcome.tally)
            merge(merged, tally)
            merge_seen(plan.watch, merged, tally)
            outcome.tally = merged
            if on_stretch is not None:
                on_stretch(stretch)
    except KeyboardInterrupt:
        outcome.partial = True
    return outcome


@dataclass(slots=True)
class _Chunk:
    first: int
    count: int
    most_hands: int
    future: "Future[tuple[int, list[int]]] | None"

    def result(self, plan: Plan) -> tuple[int, list[int]]:
        if self.future is None:
            return play_chunk(plan, self.first, self.count, self.most_hands)
        return self.future.result()


def _stretches(
    plan: Plan, length: Length, executor: Executor | None, workers: int, size: int
) -> Iterator[tuple[Stretch, list[int]]]:
    """Yield the tallies of chunks in order, up to exactly the length wanted."""
    last_match = NO_LIMIT if length.matches is None else length.matches
    wanted = NO_LIMIT if length.hands is None else length.hands
    ahead = 1 if executor is None else workers * AHEAD_PER_WORKER
    waiting: deque[_Chunk] = deque()
    next_match = hands = 0
    finds = Finds(plan.watch)
    try:
        while hands < wanted and (waiting or next_match < last_match):
            while len(waiting) < ahead and next_match < last_match:
                count = min(size, last_match - next_match)
                waiting.append(_submit(plan, executor, next_match, count, wanted - hands))
                next_match += count
            chunk = waiting.popleft()
            played, tally = chunk.result(plan)
            reached = hands + tally[HANDS_PLAYED] >= wanted
            if reached and chunk.most_hands != wanted - hands:
                # The chunk was sent off before it was known how many hands were still wanted.
                played, tally = play_chunk(plan, chunk.first, chunk.count, wanted - hands)
            played, tally = finds.stop_exactly(plan, chunk.first, played, tally)
            yield Stretch(chunk.first, played, hands, tally[HANDS_PLAYED]), tally
            hands += tally[HANDS_PLAYED]
            if finds.enough:
                return
    finally:
        for chunk in waiting:
            if chunk.future is not None:
                chunk.future.cancel()


def _submit(
    plan: Plan, executor: Executor | None, first: int, count: int, most_hands: int
) -> _Chunk:
    future = None
    if executor is not None:
        future = executor.submit(play_chunk, plan, first, count, most_hands)
    return _Chunk(first, count, most_hands, future)
