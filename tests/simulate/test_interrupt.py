"""^C stops a long run at once: what was completed is printed, marked as partial; it exits 130."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from .support import NEEDS_NUMBA

pytestmark = pytest.mark.skipif(os.name != "posix", reason="^C is sent as a POSIX signal")

ENDLESS = ("one-table-200", "--hands", "10000000", "--seed", "7")
PATIENCE = 120  # seconds to start on a busy machine, the compiled engine perhaps cold
AT_ONCE = 10  # likewise to stop; on an idle one it takes less than one
UNDER_WAY = re.compile(rb"simulating.*\d:\d\d:\d\d", re.DOTALL)  # the time left is estimated


class Running:
    """A simulation in a process group of its own; its stderr is a terminal that we watch."""

    def __init__(self, *options: str, folder: Path) -> None:
        self.shown = b""
        self.terminal, theirs = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "domsim", "simulate", *ENDLESS, *options],
            stdout=subprocess.PIPE, stderr=theirs, cwd=folder, text=True, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def _watch(self) -> None:
        with suppress(OSError):  # nobody writes to the terminal any more
            while shown := os.read(self.terminal, 4096):
                self.shown += shown

    def interrupt(self) -> tuple[int, str]:
        """Press ^C: every process of the terminal hears it. Return exit code and output."""
        os.killpg(self.process.pid, signal.SIGINT)
        output, _ = self.process.communicate(timeout=AT_ONCE)
        self.watcher.join(AT_ONCE)
        return self.process.returncode, output


@contextmanager
def running(*options: str, folder: Path) -> Iterator[Running]:
    """Start a simulation of ten million hands; yield it when it is under way."""
    run = Running(*options, folder=folder)
    try:
        deadline = time.monotonic() + PATIENCE
        while not UNDER_WAY.search(run.shown):
            assert time.monotonic() < deadline, run.shown
            time.sleep(0.05)
        yield run
    finally:
        if run.process.poll() is None:
            os.killpg(run.process.pid, signal.SIGKILL)
            run.process.communicate()
        os.close(run.terminal)


def partial_report(output: str) -> Any:
    """Return the report that was printed, which must be partial and nothing else."""
    data = json.loads(output)
    assert data["partial"] is True
    assert 0 < data["hands"] < 10_000_000
    assert sum(data["ends"].values()) == data["hands"]
    return data


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--engine", "python", "--workers", "1"], id="one process"),
        pytest.param(["--engine", "python", "--workers", "2"], id="two workers"),
        pytest.param(["--engine", "numba", "--workers", "2"], id="numba", marks=NEEDS_NUMBA),
    ],
)
def test_an_interrupted_run_prints_what_was_completed(options, tmp_path):
    with running(*options, "--format", "json", folder=tmp_path) as run:
        code, output = run.interrupt()
    assert code == 130
    partial_report(output)
    assert b"Traceback" not in run.shown


def test_the_text_begins_with_partial(tmp_path):
    with running("--engine", "python", folder=tmp_path) as run:
        code, output = run.interrupt()
    assert code == 130
    assert output.splitlines()[0].startswith("PARTIAL: the run was interrupted")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted_records_leave_no_file_behind(workers, tmp_path):
    options = ("--engine", "python", "--workers", workers, "--format", "json")
    with running(*options, "--records", "hands.jsonl", folder=tmp_path) as run:
        assert [path.name[:8] for path in tmp_path.iterdir()] == [".domsim-"]
        code, output = run.interrupt()
    assert code == 130
    partial_report(output)
    assert list(tmp_path.iterdir()) == []
    assert b"interrupted: hands.jsonl was not written" in run.shown


def test_an_interrupted_report_still_goes_to_its_file(tmp_path):
    options = ("--engine", "python", "--format", "json", "-o", "report.json")
    with running(*options, folder=tmp_path) as run:
        assert run.interrupt() == (130, "")
    partial_report((tmp_path / "report.json").read_text())
