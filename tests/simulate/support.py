"""Simulations in few words: who plays what from which seed, their reports and their records."""

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domsim.cli.common import override_values
from domsim.report.json_text import json_line
from domsim.rules.json_source import read_json
from domsim.rules.loader import LoadedRules, load_rules, override
from domsim.scenario.export import RulesReference
from domsim.scenario.load import RulesCache, load_scenario
from domsim.scenario.replay import replay
from domsim.scenario.results import ScenarioResult
from domsim.simulate.compiled import available
from domsim.simulate.plan import Plan
from domsim.simulate.records import Recorder
from domsim.simulate.run import Length, run
from domsim.simulate.setup import make_plan
from domsim.simulate.summary import summary

NEEDS_NUMBA = pytest.mark.skipif(not available(), reason="numba (extra 'fast') is not installed")
ENGINES = [pytest.param(False, id="python"), pytest.param(True, id="numba", marks=NEEDS_NUMBA)]


class Simulation(NamedTuple):
    """A plan with what its report and its records need besides."""

    loaded: LoadedRules
    names: tuple[str, ...]
    plan: Plan
    recorder: Recorder

    def report(self, *, hands: int | None = None, matches: int | None = None, **how: Any) -> Any:
        """Run and return the report as data; ``how`` is passed on to ``run``."""
        outcome = run(self.plan, Length(matches, hands), **how)
        return summary(self.loaded, self.plan.seed, self.names, outcome)


@cache
def rules_with(name: str, *settings: str) -> LoadedRules:
    """Load a bundled rule set with settings such as ``match.target=50``."""
    return load_rules(name, [override(text) for text in settings])


def simulation(
    name: str, *settings: str, seed: int = 7, players: Sequence[str] = ("random",), **options: Any
) -> Simulation:
    """Return a simulation of a bundled rule set; the players sit down in turn, again and again.

    ``options`` are those of ``make_plan``: fold, start_scores, compiled.
    """
    loaded = rules_with(name, *settings)
    names = tuple(islice(cycle(players), loaded.codes.seats))
    plan = make_plan(loaded, seed, names, **options)
    reference = RulesReference(name, override_values(settings))
    return Simulation(loaded, names, plan, Recorder(plan, loaded.rules, reference))


_RULES: RulesCache = {}


def replayed(record: dict[str, Any]) -> ScenarioResult:
    """Replay a record as it would be read from a line of a file."""
    document = read_json(json_line(record), "record.jsonl")
    return replay(load_scenario(document, None, _RULES))


_PEAK = """
import runpy
try:
    runpy.run_module("domsim", run_name="__main__")
finally:
    with open("/proc/self/status") as status:
        print(*(line.split()[1] for line in status if line.startswith("VmHWM")))
"""
READS_PEAKS = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="peaks of memory are read from /proc"
)


def peak_kilobytes(*words: object) -> int:
    """Run a domsim command in a process of its own and return the most memory that it held."""
    command = [sys.executable, "-c", _PEAK, *map(str, words)]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(found.stdout.split()[-1])
