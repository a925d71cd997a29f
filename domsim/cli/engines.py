"""Choosing the seed and the engine of a run, and telling the user about it on stderr."""

from typing import TYPE_CHECKING

from domsim.cli.common import say
from domsim.cli.options import Engine

if TYPE_CHECKING:
    from domsim.rules.loader import LoadedRules


def seed_or_chosen(seed: int | None) -> int:
    """Return the seed that was given, or choose one and say how to repeat the run."""
    if seed is not None:
        return seed
    from domsim.simulate.setup import choose_seed

    chosen = choose_seed()
    say(f"seed {chosen} was chosen; --seed {chosen} repeats this run")
    return chosen


def prepare_engine(engine: Engine, likely_hands: int, loaded: "LoadedRules") -> bool:
    """Tell whether the compiled engine plays, compiling it where that has still to be done.

    Raises Refused where numba is asked for and missing.
    """
    from domsim.simulate.compiled import available, is_cold
    from domsim.simulate.plan import play_chunk
    from domsim.simulate.setup import PAYS_TO_COMPILE, choose_engine, make_plan

    compiled = choose_engine(engine.value, likely_hands)
    if compiled and is_cold():
        say("compiling the engine, once; this takes about 20 seconds")
        play_chunk(make_plan(loaded, 0, (), compiled=True), 0, 1, 1)
    long_run = likely_hands >= PAYS_TO_COMPILE
    if not compiled and engine is Engine.AUTO and long_run and not available():
        say("a run this long is some 100 times quicker with: pip install 'domsim[fast]'")
    return compiled
