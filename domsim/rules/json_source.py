"""JSON documents: read fast, and refused where readers disagree or the size is absurd."""

import json
import re
from collections.abc import Iterator
from typing import Any

from domsim.rules.findings import Finding, Refused, shortened
from domsim.rules.source import (
    DEEPEST,
    LARGEST_YAML,
    MOST_VALUES,
    Document,
    json_as_yaml,
    read_yaml,
    too_deep,
    too_many_values,
    unfit_character,
)

# A pair of surrogates is one character; any other escape but those in the group is harmless.
_JSON_ESCAPE = re.compile(
    r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|"
    r"(\\(?:[bf]|u00(?:0[0-8bBcCeEfF]|1.|7[fF])|u[dD][89a-fA-F]..))|\\."
)
_STRING_OR_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')


def read_json(text: str, name: str, first_line: int = 1) -> Document:
    """Read one JSON document.

    Raises Refused with ``json-syntax``, ``duplicate-key``, ``number-too-large``,
    ``control-character``, ``too-many-values`` or ``yaml-depth``.
    """
    document = Document(name, text, None, first_line, located=False)
    try:
        document.data = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        at, words = _syntax(error, text)
        finding = Finding("json-syntax", f"not JSON: {words}", document.place_at(at, 1))
        raise Refused([finding]) from None
    except (_DuplicateKeyError, _ConstantError, RecursionError, ValueError) as error:
        raise Refused(_json_trap(error, document)) from None
    traps = [*_unfit_escapes(document), *_oversize(document)]
    if traps:
        raise Refused(traps)
    return document


def _syntax(error: json.JSONDecodeError, text: str) -> tuple[int, str]:
    """Return where the syntax is wrong and why, alike under every version of Python.

    Up to 3.12 a comma at the end is found at the bracket behind it, since then at the comma.
    """
    before = text[: error.pos].rstrip()
    if error.msg.startswith("Illegal trailing comma"):
        return error.pos, "a comma stands before the closing bracket"
    if text[error.pos : error.pos + 1] in ("]", "}") and before.endswith(","):
        return len(before) - 1, "a comma stands before the closing bracket"
    return min(error.pos, len(text)), error.msg


class _DuplicateKeyError(Exception):
    pass


class _ConstantError(Exception):
    pass


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKeyError(key)
            seen.add(key)
    return result


def _no_constant(text: str) -> None:
    raise _ConstantError(text)


def _json_trap(error: Exception, document: Document) -> list[Finding]:
    text = document.text
    if isinstance(error, _DuplicateKeyError):
        return _duplicates(str(error), document)
    if isinstance(error, _ConstantError):
        found = next(m for m in _STRING_OR_CONSTANT.finditer(text) if m[1])
        place = document.place_at(found.start(), len(found[1]))
        return [Finding("json-syntax", f"not JSON: {error} is not a number", place)]
    if isinstance(error, RecursionError):
        return [too_deep(document.place_at(0, 1))]
    longest = max(re.finditer(r"[0-9]+", text), key=lambda m: len(m.group()))
    place = document.place_at(longest.start(), len(longest.group()))
    return [Finding("number-too-large", "this number is too large", place)]


def _duplicates(key: str, document: Document) -> list[Finding]:
    """Return every key given twice, found by the reader that knows places."""
    text, name, first_line = document.text, document.name, document.first_line
    try:
        if len(text) <= LARGEST_YAML:
            read_yaml(json_as_yaml(text), name, first_line)
    except Refused as refused:
        found = [f for f in refused.findings if f.code == "duplicate-key"]
        if found:
            return found
    message = f"the key '{shortened(key)}' is given twice"
    return [Finding("duplicate-key", message, document.place_at(0, 1), help="keep one of the two")]


def _unfit_escapes(document: Document) -> Iterator[Finding]:
    for match in _JSON_ESCAPE.finditer(document.text):
        if match[1]:
            place = document.place_at(match.start(), len(match.group()))
            yield unfit_character(match[1], place)
            return


def _oversize(document: Document) -> Iterator[Finding]:
    """Yield what is wrong with the size of a JSON document, level by level."""
    level = [document.data] if isinstance(document.data, dict | list) else []
    count = 0
    for _ in range(DEEPEST):
        count += sum(map(len, level))
        parts = (node.values() if isinstance(node, dict) else node for node in level)
        level = [part for some in parts for part in some if isinstance(part, dict | list)]
    if level:
        yield too_deep(document.place_at(0, 1))
    if count > MOST_VALUES:
        yield too_many_values(document.place_at(0, 1))
