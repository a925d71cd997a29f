"""From the words of a command to a plan: the engine, the players, the seed."""

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from domsim.engine.players import FOLD_ALWAYS, FOLD_NEVER, PLAYERS
from domsim.engine.state import MOST_SEATS
from domsim.rules.bundled import bundled_rules
from domsim.rules.findings import Finding, Place, Refused
from domsim.rules.loader import LoadedRules
from domsim.scenario.export import RulesReference
from domsim.simulate.plan import Plan

# Hands from which the compiled engine is quicker although it must be loaded, or compiled first.
PAYS_TO_LOAD = 8_000
PAYS_TO_COMPILE = 300_000
MANY_HANDS = {True: 1_000_000, False: 50_000}
CHOSEN_SEEDS = 2**32


def choose_seed() -> int:
    """Return a seed for a run that was given none; it must be told to the user."""
    return secrets.randbelow(CHOSEN_SEEDS)


def choose_engine(wanted: str, likely_hands: int) -> bool:
    """Tell whether to use the compiled engine: ``auto``, ``python`` or ``numba`` was wanted.

    Raises Refused with ``no-numba`` where it was asked for and is not installed.
    """
    from domsim.simulate.compiled import available, is_cold  # noqa: PLC0415 - hashes its sources

    if wanted == "python":
        return False
    if wanted == "numba":
        if not available():
            raise Refused([Finding(
                "no-numba", "the compiled engine needs numba, which is not installed",
                Place("--engine"), help="pip install 'domsim[fast]'",
            )])  # fmt: skip
        return True
    if likely_hands < PAYS_TO_LOAD or not available():
        return False
    return likely_hands >= PAYS_TO_COMPILE or not is_cold()


def choose_workers(wanted: int | None, likely_hands: int, compiled: bool) -> int:
    """Return how many processes play: as wanted, or all processors where the run is long."""
    if wanted is not None:
        return wanted
    return (os.cpu_count() or 1) if likely_hands >= MANY_HANDS[compiled] else 1


def make_plan(
    loaded: LoadedRules,
    seed: int,
    players: Sequence[str],
    *,
    fold: str = "never",
    start_scores: Sequence[int] = (),
    compiled: bool = False,
) -> Plan:
    """Return the plan of a simulation; ``players`` holds a name a seat."""
    scores = [0] * (MOST_SEATS + 1)
    scores[1 : 1 + len(start_scores)] = start_scores
    seats = [0] * (MOST_SEATS + 1)
    seats[1 : 1 + len(players)] = [PLAYERS.index(name) for name in players]
    policy = FOLD_ALWAYS if fold == "always" else FOLD_NEVER
    return Plan(loaded.codes, seed, tuple(seats), tuple(scores), policy, compiled)


def reference_for(name: str, overrides: Mapping[str, Any], folder: Path) -> RulesReference:
    """Return how a scenario written to ``folder`` names the rules that a command was given."""
    if bundled_rules(name) is None:
        name = Path(os.path.relpath(name, folder)).as_posix()
    return RulesReference(name, overrides)
