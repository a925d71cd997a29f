"""The compiled engine counts bit for bit what the interpreted one does, and where it is kept."""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import random_rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

import domsim
from domsim.engine.players import PLAYERS
from domsim.engine.state import MOST_SEATS
from domsim.engine.tally import HANDS_PLAYED
from domsim.rules.bundled import bundled_names
from domsim.rules.findings import Refused
from domsim.rules.lowering import lower
from domsim.simulate.compiled import cache_folder, is_cold
from domsim.simulate.plan import NO_LIMIT, Plan, play_chunk
from domsim.simulate.setup import PAYS_TO_COMPILE, PAYS_TO_LOAD, choose_engine

from .support import NEEDS_NUMBA, simulation

pytestmark = pytest.mark.heavy

MANY = 1_000_000  # matches, where hands decide how many are played


def both(plan: Plan, matches: int, hands: int) -> list[list[int]]:
    """Return the tallies of both engines, the interpreted one first."""
    return [
        play_chunk(replace(plan, compiled=compiled), 0, matches, hands)[1]
        for compiled in (False, True)
    ]


# --- the same counts: 2,500 hands and more of every rule set, 500 of every player in it

TABLES = {player: (player,) for player in PLAYERS} | {"everybody": PLAYERS, "folding": ("random",)}


@NEEDS_NUMBA
@pytest.mark.parametrize("name", bundled_names())
@pytest.mark.parametrize("players", TABLES)
def test_both_engines_count_alike(name, players):
    fold = "always" if players == "folding" else "never"
    plan = simulation(name, players=TABLES[players], seed=2**62 + 11, fold=fold).plan
    interpreted, compiled = both(plan, MANY, 500)
    assert interpreted == compiled
    assert interpreted[HANDS_PLAYED] >= 500


@NEEDS_NUMBA
@settings(max_examples=200)
@given(
    rules=random_rule_sets(),
    seed=st.integers(0, 2**63 - 1),
    players=st.lists(st.integers(0, len(PLAYERS) - 1), min_size=MOST_SEATS, max_size=MOST_SEATS),
    fold=st.integers(0, 1),
)
def test_both_engines_count_alike_under_any_rules(rules, seed, players, fold):
    start = (0,) * (MOST_SEATS + 1)
    plan = Plan(lower(rules), seed, (0, *players), start, fold, compiled=False)
    interpreted, compiled = both(plan, 3, 100)
    assert interpreted == compiled


@NEEDS_NUMBA
def test_both_engines_begin_at_the_start_scores():
    plan = simulation("one-table-200", start_scores=(150, 180)).plan
    interpreted, compiled = both(plan, 50, NO_LIMIT)
    assert interpreted == compiled != both(simulation("one-table-200").plan, 50, NO_LIMIT)[0]


@NEEDS_NUMBA
@pytest.mark.parametrize("match", [0, 10**9, 2**32 - 2])
def test_both_engines_play_a_match_of_any_number(match):
    plan = simulation("gbs-duel-points").plan
    interpreted, compiled = (
        play_chunk(replace(plan, compiled=compiled), match, 2, NO_LIMIT)
        for compiled in (False, True)
    )
    assert interpreted == compiled


# --- where the machine code is kept


def folder_of(package: Path) -> str:
    """Return the name of the cache folder of a copy of domsim."""
    code = "from domsim.simulate.compiled import cache_folder; print(cache_folder().name)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=package.parent, check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("copy") / "domsim"
    shutil.copytree(Path(domsim.__file__).parent, package, ignore=shutil.ignore_patterns("__pyc*"))
    return package


@NEEDS_NUMBA
def test_an_equal_engine_has_the_same_cache(copied):
    assert folder_of(copied) == cache_folder().name


@NEEDS_NUMBA
@pytest.mark.parametrize(
    ("module", "own_cache"),
    [
        ("engine/settle.py", True),
        ("engine/bits.py", True),
        ("tiles.py", True),
        ("rules/axes.py", True),
        ("simulate/run.py", False),
    ],
)
def test_a_changed_engine_has_a_cache_of_its_own(copied, module, own_cache):
    file = copied / module
    before = file.read_bytes()
    file.write_bytes(before + b"# changed\n")
    try:
        assert (folder_of(copied) != cache_folder().name) == own_cache
    finally:
        file.write_bytes(before)


def test_the_digest_covers_every_module_of_the_engine():
    from domsim.simulate.compiled import ENGINE

    files = {path.name for path in (Path(domsim.__file__).parent / "engine").glob("*.py")}
    assert {Path(str(module.__file__)).name for module in ENGINE} == files - {"__init__.py"}


@NEEDS_NUMBA
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems, other folders")
@pytest.mark.parametrize(
    ("variables", "base"),
    [
        ({"DOMSIM_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b"),
        ({"HOME": "/c"}, "/c/.cache"),
    ],
    ids=["asked for", "XDG", "home"],
)
def test_the_cache_lies_where_the_user_wants_it(variables, base, monkeypatch):
    for name in ("DOMSIM_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder().parent == Path(base) / "domsim"
    assert cache_folder().name.startswith("engine-")


# --- which engine plays


@NEEDS_NUMBA
@pytest.mark.parametrize(
    ("wanted", "hands", "compiled"),
    [
        ("python", 10**9, False),
        ("numba", 1, True),
        ("auto", PAYS_TO_LOAD - 1, False),
        ("auto", PAYS_TO_LOAD, True),
    ],
)
def test_auto_loads_the_engine_where_that_pays(wanted, hands, compiled):
    play_chunk(simulation("gaple", compiled=True).plan, 0, 1, 1)  # the cache is warm now
    assert choose_engine(wanted, hands) == compiled


@NEEDS_NUMBA
@pytest.mark.parametrize(
    ("hands", "compiled"), [(PAYS_TO_COMPILE - 1, False), (PAYS_TO_COMPILE, True)]
)
def test_auto_compiles_the_engine_where_that_pays(hands, compiled, tmp_path, monkeypatch):
    monkeypatch.setenv("DOMSIM_CACHE_DIR", str(tmp_path))
    assert is_cold()
    assert choose_engine("auto", hands) == compiled


# --- without numba

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None  # as if it were not installed
from domsim.cli.main import run
run()
"""


def without_numba(*args: str) -> "subprocess.Popen[str]":
    """Start domsim in a Python that has no numba."""
    words = [sys.executable, "-c", WITHOUT_NUMBA, "simulate", "gaple", "--seed", "7", *args]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_without_numba_the_compiled_engine_is_refused():
    output, notices = without_numba("--engine", "numba").communicate(timeout=60)
    assert output == ""
    assert "error[no-numba]: the compiled engine needs numba" in notices
    assert "help: pip install 'domsim[fast]'" in notices


def test_without_numba_a_short_run_does_not_mention_it():
    process = without_numba("--hands", "100", "--format", "json")
    output, notices = process.communicate(timeout=60)
    assert (process.returncode, notices) == (0, "")
    assert '"seed": 7' in output


@pytest.mark.skipif(os.name != "posix", reason="the run is ended by a POSIX signal")
def test_without_numba_a_long_run_says_once_how_to_get_it():
    process = without_numba("--hands", "10000000", "--workers", "1")
    assert process.stderr is not None
    assert process.stderr.readline().endswith("with: pip install 'domsim[fast]'\n")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == ""


def test_without_numba_python_is_chosen(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not choose_engine("auto", 10**9)
    with pytest.raises(Refused, match="numba"):
        choose_engine("numba", 1)
