"""How fast hands are simulated, beside the PyPI library `dominoes` on the same machine.

    python -m pytest tests/bench/bench_simulate.py

Speeds are hands per second of processor time, so that a busy machine disturbs them little; the
best of a few rounds counts. ``--benchmark-json FILE`` keeps everything.
"""

import random
import resource
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest
from simulate.frequencies import frequencies
from simulate.support import NEEDS_NUMBA, READS_PEAKS, peak_kilobytes, simulation

from domsim.engine.players import PLAYERS
from domsim.engine.tally import HANDS_PLAYED
from domsim.simulate.plan import play_chunk

dominoes = pytest.importorskip("dominoes", reason="the peer library 'dominoes' is not installed")

MANY = 10**9  # matches: as many as hold the hands
SHORT, LONG = 3_000, 150_000
MILLION = 1_000_000
CPU = pytest.mark.benchmark(timer=time.process_time)


def children() -> float:
    """Return the processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def speed(benchmark, hands: int) -> float:
    """Return the hands per second of the best round, and keep it beside the timings."""
    best = hands / benchmark.stats.stats.min
    benchmark.extra_info["hands per second"] = round(best)
    return best


# --- hands per second of processor time


def play_library_games(games: int) -> None:
    for _ in range(games):
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
        game.skinny_board()  # its quicker board
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))


@cache
def library_speed() -> float:
    """Return the games per second of processor time of the library, the best of five rounds."""
    rounds = []
    for _ in range(5):
        started = time.process_time()
        play_library_games(500)
        rounds.append(time.process_time() - started)
    return 500 / min(rounds)


@CPU
def test_library(benchmark, note):
    benchmark.pedantic(play_library_games, (500,), rounds=3, warmup_rounds=1)
    note("library dominoes, random", f"{speed(benchmark, 500):,.0f} hands/s", "")


TARGETS = {
    ("one-table-200", "random", True): "120 times",
    ("one-table-200", "random", False): "1 time",
}
MEASURED = [
    pytest.param(name, player, compiled, marks=NEEDS_NUMBA if compiled else ())
    for compiled in (False, True)
    for name in ("one-table-200", "gbs-duel-points", "gaple")
    for player in (PLAYERS if name == "one-table-200" else ["random"])
]
RANDOM_SPEEDS: dict[bool, float] = {}


@CPU
@pytest.mark.parametrize(("name", "player", "compiled"), MEASURED)
def test_hands_per_second(benchmark, note, name, player, compiled):
    plan = simulation(name, players=[player], compiled=compiled).plan
    wanted = LONG if compiled else SHORT
    _, tally = benchmark.pedantic(play_chunk, (plan, 0, MANY, wanted), rounds=4, warmup_rounds=1)
    found = speed(benchmark, tally[HANDS_PLAYED])
    ratio = found / library_speed()
    shown = f"{found:,.0f} hands/s, {ratio:.1f} times the library"
    target = TARGETS.get((name, player, compiled), "")
    if name == "one-table-200":
        RANDOM_SPEEDS.setdefault(compiled, found)
    if player != "random":
        shown += f", {found / RANDOM_SPEEDS[compiled]:.2f} of random's"
        target = "0.33 of random's" if compiled else ""
    benchmark.extra_info["times the library"] = round(ratio, 1)
    note(f"{'compiled' if compiled else 'interpreted'}, {name}, {player}", shown, target)


# --- from the shell


def domsim(*words: object, **environment: str) -> None:
    command = [sys.executable, "-m", "domsim", "simulate", "one-table-200", "--seed", "7"]
    subprocess.run(
        [*command, *map(str, words)], check=True, capture_output=True, env=environment or None
    )


@NEEDS_NUMBA
@pytest.mark.benchmark(timer=children)
def test_compiling_with_a_cold_cache(benchmark, note, tmp_path):
    words = ("--hands", 1, "--engine", "numba")
    cache_dir = {"DOMSIM_CACHE_DIR": str(tmp_path), "HOME": str(Path.home())}
    benchmark.pedantic(domsim, words, cache_dir, rounds=1)
    note("first start, cold cache", f"{benchmark.stats.stats.min:.1f} s of CPU", "20 s")


SHELL = [
    ("second start, warm cache", ["--hands", 1, "--engine", "numba"], "1 s"),
    ("10,000 hands from the shell", ["--hands", 10_000], "1.5 s"),
    ("a million hands, two workers", ["--hands", MILLION, "--workers", 2], "5 s"),
]


@NEEDS_NUMBA
@pytest.mark.parametrize(("what", "words", "target"), SHELL, ids=[row[0] for row in SHELL])
def test_from_the_shell(benchmark, note, what, words, target):
    domsim("--hands", 1, "--engine", "numba")  # the cache is warm now
    before = children()
    benchmark.pedantic(domsim, words, rounds=3)
    used = (children() - before) / 3
    note(what, f"{benchmark.stats.stats.min:.2f} s, {used:.2f} s of CPU", target)


@READS_PEAKS
@NEEDS_NUMBA
@pytest.mark.parametrize("hands", [10_000, MILLION])
def test_peak_memory(benchmark, note, hands):
    words = ["simulate", "one-table-200", "--seed", 7, "--workers", 1, "--engine", "numba"]
    peak = benchmark.pedantic(peak_kilobytes, (*words, "--hands", hands), rounds=1)
    note(f"peak memory, {hands:,} hands", f"{peak / 1024:.0f} MB", "400 MB")


# --- a million hands against the reference frequencies


@NEEDS_NUMBA
@CPU
def test_a_million_hands_show_the_reference_frequencies(benchmark, note):
    found = benchmark.pedantic(frequencies, (MILLION,), rounds=1)
    for name, frequency in found.items():
        text = f"{frequency.found:.5f} ± {frequency.error:.5f}, {frequency.errors_off:.2f} off"
        note(name, text, f"{frequency.reference} within 4")
        assert frequency.errors_off < 4
