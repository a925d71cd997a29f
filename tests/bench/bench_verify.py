"""What looking for hands, coverage and comparison cost beside plain simulation of as many hands.

    python -m pytest tests/bench/bench_verify.py

Each may take at most twice the processor time of `simulate`.
"""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from simulate.support import NEEDS_NUMBA

from domsim.engine.tally import MATCHES
from domsim.rules.loader import load_rules, override
from domsim.simulate.run import Length, run
from domsim.simulate.setup import make_plan
from domsim.verify.branches import branches
from domsim.verify.compare_play import Pair
from domsim.verify.compare_run import compare
from domsim.verify.where import parse_condition, watch_of

ENGINES = {"interpreted": (False, 8_000), "compiled": (True, 400_000)}
RULES = load_rules("one-table-200")
OTHER = load_rules("one-table-200", [override("score.order=capicua-first")])


def plan_of(loaded, compiled):
    return make_plan(loaded, 7, ["random"] * 4, compiled=compiled)


def seconds(work: Callable[[], object]) -> float:
    """Return the least processor time of three runs."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=NEEDS_NUMBA)])
def test_verifying_costs_at_most_twice_what_simulating_does(engine, note):
    compiled, hands = ENGINES[engine]
    plan, length = plan_of(RULES, compiled), Length(hands=hands)
    matches = run(plan, length).tally[MATCHES]
    wanted = [parse_condition("withheld.come-out-pass=partner-passed", RULES.codes)]
    looking = replace(plan, watch=watch_of([wanted], 5, stop=False))
    covering = replace(plan, watch=watch_of([b.conditions for b in branches(RULES)], 1, stop=False))
    pair = Pair(plan, plan_of(OTHER, compiled), kept=3)
    base = seconds(lambda: run(plan, length))
    both = base + seconds(lambda: run(pair.b, Length(matches=matches)))
    ratios = {
        "find": seconds(lambda: run(looking, length)) / base,
        "coverage": seconds(lambda: run(covering, length)) / base,
        "compare": seconds(lambda: compare(pair, matches)) / both,
    }
    for what, ratio in ratios.items():
        note(f"{what}, {engine}, beside simulate", f"{ratio:.2f}", "2")
    assert max(ratios.values()) < 2
