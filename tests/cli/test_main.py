"""The domsim command: help and its examples, usage errors, signals."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from report import scenes
from typer.main import get_command

from domsim import __version__
from domsim.cli.main import app

from .running import ROOT, domsim, environment, process, written


def command_lines(command: Any, *words: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of domsim itself, of its groups and of every command."""
    yield words
    for name, inner in getattr(command, "commands", {}).items():
        yield from command_lines(inner, *words, name)


def example_of(*words: str) -> str:
    """Return the example in a command's help, as it can be pasted."""
    found = re.findall(r"Example: (.+?)\n\s*\n", domsim(*words, "--help").stdout + "\n", re.DOTALL)
    assert len(found) == 1, f"{' '.join(words)} --help has {len(found)} examples"
    return " ".join(found[0].split())


COMMAND_LINES = list(command_lines(get_command(app)))
EVERY_COMMAND = pytest.mark.parametrize("words", COMMAND_LINES, ids=" ".join)


def test_the_commands_are_known():
    names = {("validate",), ("replay",), ("rules", "list"), ("rules", "show"), ("rules", "schema")}
    assert names <= set(COMMAND_LINES)


@EVERY_COMMAND
def test_every_command_has_help_with_a_sentence_and_one_example(words: tuple[str, ...]):
    result = domsim(*words, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: {' '.join(('domsim', *words))} [OPTIONS]")
    assert example_of(*words).startswith(" ".join(("domsim", *words)))


@EVERY_COMMAND
def test_the_example_works_as_it_stands(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for folder in ("rulesets", "scenarios"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    result = domsim(*shlex.split(example_of(*words))[1:])
    assert (result.exit_code, result.output) == (0, result.output)


def test_the_version():
    result = domsim("--version")
    assert (result.exit_code, result.stdout) == (0, f"domsim {__version__}\n")


@pytest.mark.parametrize("words", [(), ("rules",)], ids=["domsim", "domsim rules"])
def test_without_a_command_help_is_shown_and_exit_code_2(words: tuple[str, ...]):
    result = domsim(*words)
    assert (result.exit_code, "Commands:" in result.output) == (2, True)


BAD_USAGE = [
    pytest.param(("nosuch",), "No such command 'nosuch'", id="unknown command"),
    pytest.param(("rules", "nosuch"), "No such command 'nosuch'", id="unknown subcommand"),
    pytest.param(("validate",), "Missing argument 'FILE...'", id="no file to validate"),
    pytest.param(("replay",), "Missing argument 'FILE...'", id="no file to replay"),
    pytest.param(("rules", "show"), "Missing argument 'RULES'", id="no rule set to show"),
    pytest.param(("replay", "--nope", "x"), "No such option: --nope", id="unknown option"),
    pytest.param(("validate", "gaple", "--set"), "requires an argument", id="no override"),
    pytest.param(("rules", "list", "gaple"), "unexpected extra argument", id="too many"),
    pytest.param(("validate", "x", "--format", "csv"), "'csv' is not one of", id="no table"),
    pytest.param(("rules", "list", "--format", "xml"), "'xml' is not one of", id="no such format"),
    pytest.param(("rules", "show", "gaple", "--sheet=yes"), "--sheet", id="a flag with a value"),
]


@pytest.mark.parametrize(("words", "message"), BAD_USAGE)
def test_bad_usage_is_exit_code_2_and_nothing_on_stdout(words: tuple[str, ...], message: str):
    result = domsim(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# --- in a process of its own

# Some shells start what runs in the background deaf to interrupts; the user's domsim is not.
INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from domsim.cli.main import run
run()
"""


def test_python_m_domsim_is_domsim(tmp_path: Path):
    (path,) = written(tmp_path, s=scenes.SEVERAL_REACH_THE_TARGET)
    result = process("replay", path, "--moves")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == domsim("replay", path, "--moves").stdout


def test_the_script_is_domsim():
    script = Path(sys.executable).with_name("domsim")
    found = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert found.stdout == f"domsim {__version__}\n"


@pytest.mark.parametrize(
    ("command", "code"), [("validate", 1), ("replay", 2)], ids=["validate", "replay"]
)
def test_standard_input_is_read_to_its_end(command: str, code: int):
    result = process(command, "-", input=scenes.ILLEGAL)
    assert (result.returncode, result.stderr) == (code, "")
    assert "  --> <stdin>:10:10\n" in result.stdout


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path):
    (path,) = written(tmp_path, s="name: x\ntabel: {playrs: 4}\nmtach: 1\n")
    runs = {
        process(
            "validate", path, "gaple", "--format", "json", env=environment(PYTHONHASHSEED=seed)
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def writing_end(pipe: Path, reader: "subprocess.Popen[bytes]") -> int:
    """Open a pipe for writing once its reader waits for what is written."""
    while reader.poll() is None:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)
    raise AssertionError(reader.communicate())


def test_an_interrupt_is_exit_code_130_without_a_traceback(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [sys.executable, "-c", INTERRUPTIBLE, "validate", str(pipe)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writing = writing_end(pipe, running)
    running.send_signal(signal.SIGINT)
    printed = running.communicate(timeout=60)
    os.close(writing)
    assert (running.returncode, printed) == (130, (b"", b""))
