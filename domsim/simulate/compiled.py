"""The engine compiled by numba (extra ``fast``): the same functions, registered from outside.

The engine's files know nothing of numba. Here every one of their functions is registered for
use in compiled code and the loop over matches is compiled, with a cache on disk whose folder
is named after everything that decides the machine code.
"""

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from domsim import tiles
from domsim.engine import (
    award,
    batch,
    bits,
    deal,
    match,
    players,
    rng,
    settle,
    state,
    tally,
    turn,
    watch,
)
from domsim.engine.state import STATE_SIZE
from domsim.engine.tally import TALLY_SIZE
from domsim.engine.watch import seen_size
from domsim.rules import axes, lowering
from domsim.rules.lowering import Rules

ENGINE: tuple[ModuleType, ...] = (
    bits, state, rng, award, match, settle, deal, turn, players, tally, watch, batch,
)  # fmt: skip
SOURCES: tuple[ModuleType, ...] = (*ENGINE, axes, lowering, tiles)

PlayMatches = Callable[..., int]


def available() -> bool:
    """Tell whether numba is installed, without importing it."""
    return find_spec("numba") is not None


def cache_folder() -> Path:
    """Return the folder of the compiled engine: one for each source, version and machine."""
    base = os.environ.get("DOMSIM_CACHE_DIR") or _user_cache()
    parts = [sys.version, platform.machine(), version("numba"), version("numpy")]
    key = hashlib.sha256("\n".join(parts).encode())
    for module in SOURCES:
        key.update(Path(str(module.__file__)).read_bytes())
    return Path(base) / "domsim" / f"engine-{key.hexdigest()[:16]}"


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def is_cold() -> bool:
    """Tell whether the engine has still to be compiled on this machine."""
    return not any(cache_folder().rglob("*.nbc"))


# The two functions that run once a turn. They are called from one place each, so writing them
# out there costs no code and saves the calls; doing it for more makes compiling slower.
WRITTEN_OUT = (players.take_turn, turn.lay)


@cache
def compiled() -> PlayMatches:
    """Return ``batch.play_matches`` compiled; compiling it, once, takes some seconds.

    Its rules are a record (``record``), the sequences are int64 arrays (``arrays``).
    """
    import numba  # noqa: PLC0415 - half a second that only long runs pay
    from numba.extending import register_jitable  # noqa: PLC0415

    settings = {
        "CACHE_DIR": str(cache_folder()),
        # There is nothing here to vectorise; looking for it makes compiling slower.
        "LOOP_VECTORIZE": 0,
        "SLP_VECTORIZE": 0,
    }
    for name, value in settings.items():
        setattr(numba.config, name, value)
    for module in ENGINE:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                inline = "always" if function in WRITTEN_OUT else "never"
                register_jitable(inline=inline)(function)
    compile_ = numba.njit(cache=True, nogil=True, error_model="numpy")
    found: PlayMatches = compile_(batch.play_matches)
    return found


def record(rules: Rules) -> Any:
    """Return the rules as one record, which compiled functions pass on by its address."""
    import numpy as np  # noqa: PLC0415 - comes with numba

    kind = np.dtype([(name, np.int64) for name in Rules._fields])
    return np.array([tuple(rules)], dtype=kind)[0]


def arrays(
    seats: Sequence[int], scores: Sequence[int], watched: Sequence[int] = ()
) -> tuple[Any, Any, Any, Any, Any]:
    """Return players, start scores, an empty state, an empty tally and the watch as arrays."""
    import numpy as np  # noqa: PLC0415 - comes with numba

    return (
        np.array(seats, dtype=np.int64),
        np.array(scores, dtype=np.int64),
        np.zeros(STATE_SIZE, dtype=np.int64),
        np.zeros(TALLY_SIZE + seen_size(watched), dtype=np.int64),
        np.array(watched, dtype=np.int64),
    )
