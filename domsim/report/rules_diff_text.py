"""The difference of two rule sets as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from domsim.report.rules_text import yaml_scalar
from domsim.report.tables import text_table

Data = Mapping[str, Any]

HEADERS = ("field", "A", "B", "set in A by", "set in B by")


def rules_diff_text(data: Data) -> str:
    """Return the fields that differ as a table, words that change no score by name only."""
    return "\n".join(_lines(data))


def heading(data: Data) -> Iterator[str]:
    """Yield a line for each of the two rule sets, in the words of the command."""
    for label in ("a", "b"):
        rules = data[label]
        words = [rules["rules"], *(f"--set {setting}" for setting in rules["set"])]
        name = "" if rules["name"] == rules["rules"] else f"{rules['name']}, "
        yield f"{label.upper()}  {' '.join(words)} ({name}{rules['digest']})"


def _lines(data: Data) -> Iterator[str]:
    yield from heading(data)
    yield ""
    rows = [_row(found) for found in data["differences"] if found["decides"]]
    words = [found["path"] for found in data["differences"] if not found["decides"]]
    yield text_table(HEADERS, rows) if rows else "nothing differs that decides a score"
    if words:
        yield ""
        yield f"other words, which change no score: {', '.join(words)}"


def _row(found: Data) -> tuple[str, ...]:
    a, b = found["a"], found["b"]
    return found["path"], yaml_scalar(a["value"]), yaml_scalar(b["value"]), _origin(a), _origin(b)


def _origin(value: Data) -> str:
    """Say where a value was set: file and line, the option, or that it is the default."""
    if value["file"] == "default" or value["file"].startswith("--"):
        return str(value["file"])
    return f"{value['file']}:{value['line']}"
