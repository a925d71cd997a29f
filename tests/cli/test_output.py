"""-o: a file that appears complete or not at all; and a result that cannot be printed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from report import scenes

from domsim.cli.common import atomic_file

from .running import domsim, environment, only_json, process, written


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, s=scenes.CAPICUA, wrong=scenes.WRONG_SCORES, rules="name: x\n")


COMMANDS = [
    pytest.param(("validate", "s.yaml"), 0, id="validate"),
    pytest.param(("validate", "rules.yaml", "--format", "json"), 1, id="validate json"),
    pytest.param(("replay", "s.yaml", "--moves"), 0, id="replay"),
    pytest.param(("replay", "wrong.yaml", "--format", "json"), 1, id="replay json"),
    pytest.param(("rules", "list", "--format", "csv"), 0, id="list csv"),
    pytest.param(("rules", "show", "gaple", "--sheet"), 0, id="sheet"),
    pytest.param(("rules", "schema"), 0, id="schema"),
    pytest.param(("rules", "reference"), 0, id="reference"),
]


@pytest.mark.parametrize(("command", "code"), COMMANDS)
def test_a_file_holds_what_would_be_printed(tmp_path: Path, command: tuple[str, ...], code: int):
    before = set(tmp_path.iterdir())
    printed, kept = domsim(*command), domsim(*command, "-o", "out.txt")
    assert (kept.exit_code, kept.stdout) == (code, "")
    assert (tmp_path / "out.txt").read_bytes() == printed.stdout_bytes
    assert set(tmp_path.iterdir()) - before == {tmp_path / "out.txt"}


def test_a_file_is_replaced_as_a_whole(tmp_path: Path):
    (tmp_path / "out.txt").write_text("x" * 100_000)
    domsim("validate", "s.yaml", "-o", "out.txt")
    assert (tmp_path / "out.txt").read_text() == "1 file checked, it is valid\n"


def test_a_file_gets_the_usual_permissions(tmp_path: Path):
    mask = os.umask(0o027)
    try:
        domsim("rules", "list", "-o", "out.txt")
    finally:
        os.umask(mask)
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640


def test_a_command_that_is_refused_leaves_the_old_file(tmp_path: Path):
    (tmp_path / "out.txt").write_text("old")
    result = domsim("rules", "show", "gapel", "-o", "out.txt")
    assert (result.exit_code, (tmp_path / "out.txt").read_text()) == (2, "old")


UNWRITABLE = [
    pytest.param("nowhere/out.txt", id="no such folder"),
    pytest.param("s.yaml/out.txt", id="a file for a folder"),
    pytest.param(".", id="a folder"),
    pytest.param("", id="no name"),
    pytest.param("/proc/out.txt", id="a folder that takes no files"),
    pytest.param("x" * 300, id="a name that is too long"),
]


@pytest.mark.parametrize("name", UNWRITABLE)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_that_cannot_be_written_is_a_finding(tmp_path: Path, name: str, form: str):
    before = sorted(tmp_path.iterdir())
    result = domsim("replay", "s.yaml", "-o", name, "--format", form)
    assert result.exit_code == 2
    if form == "json":
        assert [f["code"] for f in only_json(result.stdout)["findings"]] == ["unwritable-file"]
    else:
        assert (result.stdout, result.stderr[:28]) == ("", "error[unwritable-file]: cann")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["validate", "replay"])
@pytest.mark.parametrize("name", ["s.yaml", "./s.yaml", "link.yaml"])
def test_a_report_does_not_replace_the_file_it_is_about(tmp_path: Path, command: str, name: str):
    (tmp_path / "link.yaml").symlink_to("s.yaml")
    result = domsim(command, "s.yaml", "-o", name)
    assert result.exit_code == 2
    assert result.stderr.startswith("error[output-is-input]: ")
    assert (tmp_path / "s.yaml").read_text(encoding="utf-8") == scenes.CAPICUA


@pytest.mark.parametrize("old", [None, "old"], ids=["new", "over an old one"])
def test_what_is_broken_off_leaves_no_half_file(tmp_path: Path, old: str | None):
    if old:
        (tmp_path / "out.txt").write_text(old)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(KeyboardInterrupt), atomic_file(tmp_path / "out.txt") as file:  # noqa: PT012
        file.write("half")
        file.flush()
        raise KeyboardInterrupt
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_link_is_followed_and_kept(tmp_path: Path):
    (tmp_path / "link.txt").symlink_to("real.txt")
    domsim("validate", "s.yaml", "-o", "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "1 file checked, it is valid\n"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    result = process("validate", "s.yaml", "-o", "pipe")
    received = os.read(reading, 1000)
    os.close(reading)
    assert (result.returncode, pipe.is_fifo()) == (0, True)
    assert received == b"1 file checked, it is valid\n"


# --- printing


def test_letters_are_printed_as_utf_8_wherever_it_runs():
    plain = environment(PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    result = process("rules", "show", "one-table-200", "--sheet", env=plain)
    assert (result.returncode, result.stderr) == (0, "")
    assert "- Capicúa, 25: " in result.stdout


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_name_that_is_no_text_is_printed_escaped(form: str):
    result = process("validate", os.fsdecode(b"\xff.yaml"), "--format", form)
    assert (result.returncode, result.stderr) == (2, "")
    assert "\\udcff.yaml" in result.stdout


@pytest.mark.parametrize(("file", "code"), [("s.yaml", 0), ("wrong.yaml", 1), ("rules.yaml", 2)])
def test_a_reader_that_has_gone_changes_no_exit_code(file: str, code: int):
    reading, writing = os.pipe()
    os.close(reading)
    result = process("replay", file, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (result.returncode, result.stderr) == (code, "")


def with_closed(stream: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run domsim with one of its streams closed: ``<&-``, ``>&-`` or ``2>&-``."""
    shell = ["sh", "-c", f'exec "$@" {stream}', "sh", sys.executable, "-m", "domsim", *words]
    return subprocess.run(shell, capture_output=True, encoding="utf-8", check=False)


def test_without_a_standard_output_nothing_can_be_told():
    result = with_closed(">&-", "validate", "s.yaml")
    assert (result.returncode, result.stderr) == (
        2,
        "error[unwritable-output]: cannot write the result: it is closed\n",
    )


def test_without_a_standard_error_the_exit_code_still_tells():
    assert with_closed("2>&-", "rules", "show", "gapel").returncode == 2


def test_without_a_standard_input_there_is_nothing_to_read():
    result = with_closed("<&-", "replay", "-")
    assert result.returncode == 2
    assert result.stdout.startswith("error[no-input]: there is no standard input\n  --> <stdin>:1")
