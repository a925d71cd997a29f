"""What every command shares: output, errors, exit codes."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.rules.loader import LoadedRules, Override

DONE, ANSWERED_NO, COULD_NOT, INTERRUPTED = 0, 1, 2, 130
UNENCODABLE = "backslashreplace"


class Format(StrEnum):
    """How a result is written."""

    TEXT = "text"
    JSON = "json"


class TableFormat(StrEnum):
    """How a result that is a table is written."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def emit(text: str, output: Path | None) -> None:
    """Print a result, or write it to a file that appears only when it is complete."""
    if output is None:
        write_out(text)
        return
    with atomic_file(output) as file:
        file.write(text + "\n")


def write_out(text: str) -> None:
    """Print on stdout. A reader that has gone is not missed; any other failure exits 2."""
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _silence()
        say(f"error[unwritable-output]: cannot write the result: {error.strerror or error}")
        raise typer.Exit(COULD_NOT) from None


def _silence() -> None:
    """Let what stdout still holds go nowhere, so that it is not tried again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def atomic_file(path: Path) -> Iterator[TextIO]:
    """Open a file that appears at ``path`` only when all went well.

    A device or a pipe is no file to replace; it is written to as it is.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", errors=UNENCODABLE, newline="\n") as file:
                yield file
        else:
            with _moved_into_place(Path(os.path.realpath(path))) as file:
                yield file
    except OSError as error:
        refuse_output(path, error)


@contextmanager
def _moved_into_place(path: Path) -> Iterator[TextIO]:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".domsim-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors=UNENCODABLE, newline="\n") as file:
            yield file
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def refuse_output(path: Path, error: OSError) -> NoReturn:
    """Say that a file cannot be written, and exit 2."""
    from domsim.rules.findings import Finding, Place, Refused

    message = f"cannot write {path}: {error.strerror or error}"
    raise Refused([Finding("unwritable-file", message, Place(str(path)))]) from None


def refuse_overwriting(names: Sequence[str], output: Path | None) -> None:
    """Refuse to write a report over one of the files that it is about."""
    from domsim.rules.findings import Finding, Place, Refused

    if output is not None and any(_same_file(Path(name), output) for name in names):
        message = f"the report would replace {output}, which it is about"
        raise Refused([Finding("output-is-input", message, Place(str(output)))])


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other) and one.is_file()
    except OSError:  # one of them is not there
        return False


def say(text: str) -> None:
    """Print a notice on stderr."""
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")


def findings_json(
    schema: str, findings: Iterable["Finding"], ok: bool, **more: Any
) -> dict[str, Any]:
    """Return the JSON object of a command that reports findings."""
    return {"schema": schema, "ok": ok, "findings": [f.as_json() for f in findings], **more}


@contextmanager
def refusals(json_schema: str | None) -> Iterator[None]:
    """Turn a refusal into findings on stderr (or JSON on stdout) and exit code 2."""
    from domsim.rules.findings import Refused

    try:
        yield
    except Refused as refused:
        fail(refused.findings, json_schema)


def fail(findings: Sequence["Finding"], json_schema: str | None, code: int = COULD_NOT) -> NoReturn:
    """Report findings and exit."""
    if json_schema is not None:
        from domsim.report.json_text import json_text

        write_out(json_text(findings_json(json_schema, findings, False)))
    else:
        from domsim.report.findings_text import findings_text

        say(findings_text(findings))
    raise typer.Exit(code)


def overrides_of(settings: Sequence[str]) -> "list[Override]":
    """Read the ``--set`` overrides. Raises Refused with every one that cannot be read."""
    from domsim.rules.findings import Refused
    from domsim.rules.loader import override

    read: list[Override] = []
    findings: list[Finding] = []
    for text in settings:
        try:
            read.append(override(text))
        except Refused as refused:
            findings += refused.findings
    if findings:
        raise Refused(findings)
    return read


def rules_with(reference: str, settings: Sequence[str]) -> "LoadedRules":
    """Load RULES with the ``--set`` overrides, showing warnings on stderr. Raises Refused."""
    from domsim.rules.loader import load_rules

    loaded = load_rules(reference, overrides_of(settings))
    if loaded.warnings:
        from domsim.report.findings_text import findings_text

        say(findings_text(loaded.warnings))
    return loaded


def override_values(settings: Sequence[str]) -> dict[str, Any]:
    """Return the ``--set`` overrides as a scenario writes them: path to value."""
    from domsim.rules.source import read_yaml

    parts = (text.partition("=") for text in settings)
    return {
        path.strip(): read_yaml(value, "--set").data if value.strip() else None
        for path, _, value in parts
    }
