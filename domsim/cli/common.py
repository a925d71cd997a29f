"""What every command shares: output, errors, exit codes."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.rules.loader import LoadedRules

DONE, ANSWERED_NO, COULD_NOT, INTERRUPTED = 0, 1, 2, 130


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
        sys.stdout.write(text + "\n")
        return
    with atomic_file(output) as file:
        file.write(text + "\n")


@contextmanager
def atomic_file(path: Path) -> Iterator[Any]:
    """Open a file under a temporary name beside ``path``; move it there when all went well."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        refuse_output(path, error)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except OSError as error:
        refuse_output(path, error)
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


def say(text: str) -> None:
    """Print a notice on stderr."""
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

        sys.stdout.write(json_text(findings_json(json_schema, findings, False)) + "\n")
    else:
        from domsim.report.findings_text import findings_text

        say(findings_text(findings))
    raise typer.Exit(code)


def rules_with(reference: str, settings: Sequence[str]) -> "LoadedRules":
    """Load RULES with the ``--set`` overrides, showing warnings on stderr. Raises Refused."""
    from domsim.rules.loader import load_rules, override

    loaded = load_rules(reference, [override(text) for text in settings])
    if loaded.warnings:
        from domsim.report.findings_text import findings_text

        say(findings_text(loaded.warnings))
    return loaded
