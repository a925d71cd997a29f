"""A comparison from its first match to its last: chunk by chunk, here or in other processes."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field

from domsim.simulate.run import AHEAD_PER_WORKER, chunk_size
from domsim.verify.compare_play import Pair, PairCount, compare_chunk


@dataclass(slots=True)
class Comparison:
    """What a comparison has counted; ``partial`` when it was interrupted."""

    count: PairCount = field(default_factory=PairCount)
    partial: bool = False


def compare(
    pair: Pair,
    matches: int,
    executor: Executor | None = None,
    workers: int = 1,
    size: int | None = None,
    on_matches: Callable[[int], None] = lambda _matches: None,
) -> Comparison:
    """Play ``matches`` matches under both rule sets; the same result for every executor and size.

    ``on_matches`` is told how many are done. An interrupt ends the comparison early.
    """
    found = Comparison()
    try:
        for chunk in _chunks(pair, matches, executor, workers, size or chunk_size(pair.a)):
            # An interrupt finds all of a chunk in the comparison, or nothing.
            merged = PairCount()
            merged.add(found.count, pair.kept)
            merged.add(chunk, pair.kept)
            found.count = merged
            on_matches(merged.moments[0].count)
    except KeyboardInterrupt:
        found.partial = True
    return found


def _chunks(
    pair: Pair, matches: int, executor: Executor | None, workers: int, size: int
) -> Iterator[PairCount]:
    """Yield chunks in the order of the matches, a bounded number of them under way."""
    parts = [(first, min(size, matches - first)) for first in range(0, matches, size)]
    if executor is None:
        for first, count in parts:
            yield compare_chunk(pair, first, count)
        return
    waiting: deque[Future[PairCount]] = deque()
    try:
        for first, count in parts:
            waiting.append(executor.submit(compare_chunk, pair, first, count))
            if len(waiting) >= workers * AHEAD_PER_WORKER:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
