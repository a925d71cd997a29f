"""A cluster plays the same chunks to the same bytes, even when a worker is killed meanwhile.

A scheduler and two workers of dask.distributed are started for these tests, on this machine.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.running import domsim, only_json

from domsim.engine.players import PLAYERS
from domsim.report.json_text import json_text
from domsim.rules.findings import Refused
from domsim.simulate.executors import open_executor
from domsim.simulate.run import Stretch

from .support import ENGINES, simulation

pytest.importorskip("distributed", reason="dask.distributed (extra 'cluster') is not installed")

PATIENCE = 60  # seconds that a busy machine may take to start a scheduler or a worker


class Cluster(NamedTuple):
    """A scheduler and its workers."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: list["subprocess.Popen[bytes]"]


@contextmanager
def started(folder: Path, workers: int) -> Iterator[Cluster]:
    """Start a scheduler on a free port and workers of one thread each; end them afterwards."""
    file = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    processes = [start("scheduler", folder, "--port", "0", "--scheduler-file", file, *here)]
    try:
        address = address_in(file)
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", folder, *here]
        processes += [start("worker", folder, address, *options) for _ in range(workers)]
        wait_for_workers(address, workers)
        yield Cluster(address.replace("tcp://", "dask://"), processes[0], processes[1:])
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started(tmp_path_factory.mktemp("cluster"), workers=2) as running:
        yield running


def start(what: str, folder: Path, *options: object) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", f"distributed.cli.dask_{what}", *map(str, options)]
    with (folder / f"{what}.log").open("ab") as log:
        return subprocess.Popen(words, stdout=log, stderr=log, cwd=folder)


def address_in(file: Path) -> str:
    """Wait until the scheduler has written where it listens, and return that."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if file.exists() and file.read_text().strip().endswith("}"):
            return json.loads(file.read_text())["address"]
        time.sleep(0.05)
    raise TimeoutError(file)


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, timeout=PATIENCE) as client:
        client.wait_for_workers(number, timeout=PATIENCE)


@pytest.mark.parametrize("compiled", ENGINES)
def test_a_cluster_gives_the_same_bytes(compiled, cluster):
    words = ["simulate", "one-table-200", "--hands", 1000, "--seed", 7, "--format", "json"]
    words += ["--players", ",".join(PLAYERS), "--engine", "numba" if compiled else "python"]
    local = domsim(*words)
    found = domsim(*words, "--executor", cluster.address, "--chunk", 9)
    assert (found.exit_code, found.stdout) == (0, local.stdout)


def test_a_cluster_writes_the_same_records(cluster, tmp_path):
    words = ["simulate", "gaple", "--hands", 200, "--seed", 7, "--chunk", 3, "--records"]
    files = [tmp_path / name for name in ("local.jsonl", "cluster.jsonl")]
    assert domsim(*words, files[0]).exit_code == 0
    assert domsim(*words, files[1], "--executor", cluster.address).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_killed_worker_changes_nothing(cluster):
    # 20 chunks; with the third merged, four others are under way on the two workers.
    game = simulation("one-table-200", players=PLAYERS)

    def kill_one(stretch: Stretch) -> None:
        if stretch.first == 20:
            cluster.workers[0].kill()
            cluster.workers[0].wait()

    with open_executor(2, cluster.address) as pool:
        report = game.report(matches=200, executor=pool, workers=2, size=10, on_stretch=kill_one)
    assert [worker.poll() is None for worker in cluster.workers] == [False, True]
    assert json_text(report) == json_text(game.report(matches=200))


# --- no cluster


def test_a_lost_cluster_is_reported(tmp_path):
    def play(running: Cluster) -> None:
        with open_executor(1, running.address) as pool:
            simulation("one-table-200").report(
                matches=200, executor=pool, size=10, on_stretch=lambda _: running.scheduler.kill()
            )

    with started(tmp_path, workers=1) as running, pytest.raises(Refused) as refused:
        play(running)
    (finding,) = refused.value.findings
    assert (finding.code, finding.place.file) == ("lost-workers", "--executor")


@pytest.mark.parametrize(
    ("address", "code", "message"),
    [
        ("dask://", "bad-executor", "'dask://' names no executor"),
        ("tcp://127.0.0.1:8786", "bad-executor", "'tcp://127.0.0.1:8786' names no executor"),
        ("dask://nonsense", "no-cluster", "no scheduler answers at nonsense"),
        ("dask://127.0.0.1:1", "no-cluster", "no scheduler answers at 127.0.0.1:1"),
        ("dask://127.0.0.1:x", "no-cluster", "no scheduler answers at 127.0.0.1:x"),
    ],
)
def test_an_address_without_a_scheduler_exits_2(address, code, message):
    found = domsim("simulate", "gaple", "--hands", 9, "--executor", address, "--format", "json")
    (finding,) = only_json(found.stdout)["findings"]
    assert (found.exit_code, finding["code"]) == (2, code)
    assert finding["message"].startswith(message)
