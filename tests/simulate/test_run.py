"""A run gives the same bytes however it is cut up, and stops exactly where it should."""

import multiprocessing
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import accumulate, count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domsim.engine.batch import begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.players import PLAYERS
from domsim.engine.state import HAND, OVER, new_state, next_hand
from domsim.engine.tally import (
    FIRST_AT,
    HANDS_PLAYED,
    MATCHES,
    SHORTEST,
    SUMS,
    TALLY_SIZE,
    merge,
    new_tally,
)
from domsim.report.json_text import json_text
from domsim.rules.findings import Refused
from domsim.simulate.executors import open_executor
from domsim.simulate.plan import play_chunk
from domsim.simulate.run import Length, Stretch, run

from .support import ENGINES, simulation

HANDS = 600


def game(compiled: bool = False):
    """Return a match to 200 in which every player sits, and folds where he may."""
    return simulation("one-table-200", players=PLAYERS, fold="always", compiled=compiled)


# --- the same bytes


@cache
def expected() -> str:
    """Return the report of the interpreted engine in this process, match by match."""
    return json_text(game().report(hands=HANDS, size=1))


@contextmanager
def threads(workers: int) -> Iterator[Executor]:
    with ThreadPoolExecutor(workers) as pool:
        yield pool


def processes(start_method: str, workers: int):
    if start_method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {start_method}")
    return open_executor(workers, start_method=start_method)


EXECUTORS = {
    "this process": (lambda: open_executor(1), 1),
    "2 threads": (lambda: threads(2), 2),
    "2 spawned": (lambda: processes("spawn", 2), 2),
    "3 spawned": (lambda: processes("spawn", 3), 3),
    "2 forked": (lambda: processes("fork", 2), 2),
    "3 forked": (lambda: processes("fork", 3), 3),
}


@pytest.fixture(scope="module", params=EXECUTORS.values(), ids=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[tuple[Executor | None, int]]:
    opened, workers = request.param
    with opened() as pool:
        yield pool, workers


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("size", [3, 20, 1000, None], ids=lambda size: f"chunks of {size}")
def test_the_report_is_the_same_bytes(executor, size, compiled):
    pool, workers = executor
    report = game(compiled).report(hands=HANDS, executor=pool, workers=workers, size=size)
    assert json_text(report) == expected()


# --- exactly as long as it should be


@cache
def match_lengths() -> list[int]:
    """Return the hands of the first 80 matches, played by a plain loop."""
    lengths, state, plan = [], new_state(), game().plan
    for match in range(80):
        begin_match(plan.rules, state, match, plan.start_scores)
        while True:
            deal(plan.rules, state, plan.seed)
            play_hand(plan.rules, state, plan.players, plan.fold_policy)
            if state[OVER]:
                break
            next_hand(state)
        lengths.append(state[HAND])
    return lengths


@settings(max_examples=30)
@given(wanted=st.integers(1, 400), size=st.integers(1, 60), workers=st.integers(1, 3))
def test_hands_are_the_fewest_matches_that_hold_as_many(wanted, size, workers):
    totals = list(accumulate(match_lengths()))
    matches = next(number for number in count(1) if totals[number - 1] >= wanted)
    tally = run(game().plan, Length(hands=wanted), Inline(), workers, size).tally
    assert (tally[MATCHES], tally[HANDS_PLAYED]) == (matches, totals[matches - 1])


@pytest.mark.parametrize(("matches", "size"), [(1, 100), (20, 7), (21, 7), (40, 1)])
def test_matches_are_as_many_as_were_asked_for(matches, size):
    tally = run(game().plan, Length(matches=matches), size=size).tally
    assert (tally[MATCHES], tally[HANDS_PLAYED]) == (matches, sum(match_lengths()[:matches]))


def test_the_stretches_of_a_run_follow_one_another():
    stretches: list[Stretch] = []
    with ThreadPoolExecutor(2) as pool:
        tally = run(game().plan, Length(hands=HANDS), pool, 2, 5, stretches.append).tally
    lengths = match_lengths()
    firsts = [0, *accumulate(stretch.matches for stretch in stretches)]
    assert firsts.pop() == tally[MATCHES]
    for first, stretch in zip(firsts, stretches, strict=True):
        before, here = lengths[:first], lengths[first : first + stretch.matches]
        assert stretch == Stretch(first, len(here), sum(before), sum(here))


# --- a bounded number of chunks under way


class Inline(Executor):
    """Runs what is submitted at once, and counts the results that nobody has taken yet."""

    def __init__(self) -> None:
        self.submitted = self.under_way = self.most = 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> "Taken":
        self.submitted += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        future = Taken(self)
        future.set_result(function(*args, **kwargs))
        return future


class Taken(Future):
    """A result that its executor counts as under way until it is taken."""

    def __init__(self, executor: Inline) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        self.executor.under_way -= 1
        return super().result(timeout)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_no_more_than_two_chunks_a_worker_are_under_way(workers):
    pool = Inline()
    run(game().plan, Length(matches=40), pool, workers, size=1)
    assert (pool.submitted, pool.most, pool.under_way) == (40, 2 * workers, 0)


def test_a_run_sends_off_little_more_than_it_needs():
    # 8 matches hold 94 hands, 9 hold 101; when the ninth is through, 3 more are under way.
    assert list(accumulate(match_lengths()))[7:9] == [94, 101]
    pool = Inline()
    tally = run(game().plan, Length(hands=95), pool, 2, size=1).tally
    assert (tally[MATCHES], pool.submitted) == (9, 9 + 3)


# --- merging


@st.composite
def tallies(draw: st.DrawFn) -> list[int]:
    """Draw a tally with a few counts, first occurrences, shortest and longest match."""
    tally = new_tally()
    for slot, value in draw(st.dictionaries(st.integers(0, SUMS - 1), st.integers(1, 99))).items():
        tally[slot] = value
    for slot in range(FIRST_AT, SHORTEST, 2):
        tally[slot : slot + 2] = draw(st.sampled_from([(0, 0), (1, 2), (5, 1), (9, 9)]))
    tally[SHORTEST:] = draw(st.sampled_from([(0, 0), (3, 3), (2, 7), (4, 5)]))
    return tally


def merged(*parts: list[int]) -> list[int]:
    total = list(parts[0])
    for part in parts[1:]:
        merge(total, part)
    return total


@given(tallies(), tallies(), tallies())
def test_merging_is_associative(one, two, three):
    assert merged(merged(one, two), three) == merged(one, merged(two, three))


@given(tallies())
def test_merging_with_a_tally_of_nothing_changes_nothing(tally):
    assert merged(tally, new_tally()) == merged(new_tally(), tally) == tally
    assert len(tally) == TALLY_SIZE


def test_parts_merge_to_the_whole():
    plan = game().plan
    parts = [play_chunk(plan, first, n, 10**9)[1] for first, n in ((0, 5), (5, 1), (6, 14))]
    assert merged(*parts) == play_chunk(plan, 0, 20, 10**9)[1]


# --- interrupted


def interrupted_after(stretches: int):
    """Return an ``on_stretch`` that behaves as if ^C were pressed after some stretches."""
    seen: list[Stretch] = []

    def on_stretch(stretch: Stretch) -> None:
        seen.append(stretch)
        if len(seen) == stretches:
            raise KeyboardInterrupt

    return on_stretch


@pytest.mark.parametrize("opened", [lambda: open_executor(1), lambda: threads(2)])
def test_an_interrupted_run_counts_what_was_completed(opened):
    with opened() as pool:
        outcome = run(game().plan, Length(matches=40), pool, 2, 4, interrupted_after(3))
    assert outcome.partial
    assert outcome.tally == run(game().plan, Length(matches=12)).tally


def test_an_interrupted_run_calls_off_what_waits():
    started, go = threading.Event(), threading.Event()
    futures: list[Future] = []

    class Stalling(ThreadPoolExecutor):
        """Plays the first chunk; the second holds it up until ``go``."""

        def submit(self, function, /, *args):
            futures.append(super().submit(stall if futures else function, *args))
            return futures[-1]

    def stall(*_args: object) -> None:
        started.set()
        go.wait(10)

    def interrupt(_stretch: Stretch) -> None:
        started.wait(10)
        raise KeyboardInterrupt

    with Stalling(1) as pool:
        outcome = run(game().plan, Length(matches=40), pool, 2, 4, interrupt)
        go.set()
    assert outcome.tally[MATCHES] == 4
    assert [future.cancelled() for future in futures] == [False, False, True, True]


def test_a_killed_worker_process_is_reported():
    others = set(multiprocessing.active_children())

    def kill_one(_stretch: Stretch) -> None:
        (set(multiprocessing.active_children()) - others).pop().kill()

    with pytest.raises(Refused) as refused, open_executor(2) as pool:
        run(game().plan, Length(matches=400), pool, 2, 10, kill_one)
    (finding,) = refused.value.findings
    assert (finding.code, finding.place.file) == ("lost-workers", "--workers")


def test_only_a_partial_report_says_that_it_is():
    whole = game().report(matches=8)
    part = game().report(matches=40, size=4, on_stretch=interrupted_after(2))
    assert part == whole | {"partial": True}
