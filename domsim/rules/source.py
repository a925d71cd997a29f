"""Documents with positions: YAML read as its version 1.2 core schema, and JSON.

PyYAML resolves scalars as YAML 1.1 does (``6:6`` is 366, ``no`` is false), keeps the
last of two equal keys silently and expands aliases without bound. Here its event
stream alone is used: scalars are resolved by the core schema, every key and value
keeps its place, and what could surprise a reader is refused with a finding.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domsim.rules.findings import Finding, Place, Refused, path_text

LARGEST_YAML = 256 * 1024
LARGEST_JSON = 4 * 1024 * 1024
DEEPEST = 20
LONGEST_NUMBER = 18

Path = tuple[str | int, ...]

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_TOKEN = re.compile(r"[^\s,\[\]'\"]+")


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a node stands: line and column from 0, start and end index in the text."""

    line: int
    column: int
    start: int
    end: int


@dataclass(slots=True)
class Document:
    """A document as plain data (mapping keys are text) that knows where everything stands.

    ``first_line`` is the line of the file on which the text begins, from 1.
    """

    name: str
    text: str
    data: Any
    first_line: int = 1
    keys: dict[Path, _Span] = field(default_factory=dict)
    values: dict[Path, _Span] = field(default_factory=dict)
    located: bool = True

    def value(self, path: Sequence[str | int]) -> Place:
        """Return the place of the value at ``path``, or of the nearest thing above it."""
        return self._nearest(tuple(path), prefer_key=False)

    def key(self, path: Sequence[str | int]) -> Place:
        """Return the place of the key at ``path``, or of the nearest thing above it."""
        return self._nearest(tuple(path), prefer_key=True)

    def token(self, path: Sequence[str | int], number: int) -> Place:
        """Return the place of the ``number``-th (from 0) blank-separated word of a text."""
        self._locate()
        span = self.values.get(tuple(path))
        if span is None:
            return self.value(path)
        raw = self.text[span.start : span.end]
        header = raw.index("\n") if raw[:1] in "|>" and "\n" in raw else 0
        for count, match in enumerate(_TOKEN.finditer(raw, header)):
            if count == number:
                return self.place_at(span.start + match.start(), len(match.group()))
        return self.value(path)

    def _nearest(self, path: Path, *, prefer_key: bool) -> Place:
        self._locate()
        first, second = (self.keys, self.values) if prefer_key else (self.values, self.keys)
        span = first.get(path) or second.get(path)
        while span is None and path:
            path = path[:-1]
            span = self.keys.get(path) or self.values.get(path)
        if span is None:
            return Place(self.name, self.first_line, 1, 1, self._line_text(0))
        return self.place_at(span.start, span.end - span.start)

    def place_at(self, index: int, width: int) -> Place:
        """Return the place of ``width`` characters from ``index`` of the text."""
        line = self.text.count("\n", 0, index)
        start = self.text.rfind("\n", 0, index) + 1
        source = self._line_text(line)
        room = max(1, len(source) - (index - start))
        shown = self.text[index : index + width].split("\n", 1)[0].rstrip()
        return Place(
            self.name, self.first_line + line, index - start + 1,
            max(1, min(len(shown), room)), source,
        )  # fmt: skip

    def _line_text(self, line: int) -> str:
        lines = self.text.split("\n", line + 1)
        return lines[line].rstrip("\r") if line < len(lines) else ""

    def _locate(self) -> None:
        """JSON is read by a fast parser that knows no places; find them when first asked."""
        if self.located:
            return
        self.located = True
        if len(self.text) > LARGEST_YAML:
            return
        try:
            found = read_yaml(self.text, self.name)
        except Refused:
            return
        self.keys, self.values = found.keys, found.values


def read_text(raw: bytes, name: str, largest: int) -> str:
    """Decode a file's bytes as UTF-8 (a byte order mark is dropped).

    Raises Refused with ``file-too-large``, ``not-utf-8`` or ``empty-file``.
    """
    if len(raw) > largest:
        raise Refused([Finding(
            "file-too-large", f"the file holds {len(raw)} bytes; at most {largest} are read",
            Place(name), help="split it, or use JSON Lines for many records",
        )])  # fmt: skip
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise Refused([Finding(
            "not-utf-8", "the file is not UTF-8 text", Place(name, line, column),
            help="save it as UTF-8",
        )]) from None  # fmt: skip
    if not text.strip():
        raise Refused([Finding("empty-file", "the file is empty", Place(name))])
    return text


def read_json(text: str, name: str, first_line: int = 1) -> Document:
    """Read one JSON document. Raises Refused with ``json-syntax`` or ``duplicate-key``."""
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = Document(name, text, None, first_line).place_at(min(error.pos, len(text)), 1)
        raise Refused([Finding("json-syntax", f"not JSON: {error.msg}", place)]) from None
    except (_DuplicateKeyError, _ConstantError, RecursionError, ValueError) as error:
        raise Refused([_json_trap(error, text, name, first_line)]) from None
    return Document(name, text, data, first_line, located=False)


def read_yaml(text: str, name: str) -> Document:
    """Read one YAML document, refusing what YAML readers disagree on.

    Raises Refused with ``yaml-syntax``, ``duplicate-key``, ``yaml-alias``, ``yaml-anchor``,
    ``yaml-tag``, ``yaml-merge``, ``yaml-second-document``, ``yaml-depth``, ``yaml-key``,
    ``number-too-large`` or ``empty-file``.
    """
    import yaml  # noqa: PLC0415 - JSON records do without it

    builder = _Builder(name, text)
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            builder.take(event)
    except yaml.reader.ReaderError as error:
        place = builder.document.place_at(error.position, 1)
        message = f"the character U+{error.character:04X} is not allowed in YAML"
        raise Refused([*builder.findings, Finding("yaml-syntax", message, place)]) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = builder.document.place_at(min(mark.index, len(text)), 1) if mark else Place(name)
        context = f" ({error.context})" if error.context else ""
        message = f"not YAML: {error.problem}{context}"
        hint = "indent with blanks, not tabs" if "\\t" in (error.problem or "") else None
        finding = Finding("yaml-syntax", message, place, help=hint)
        raise Refused([*builder.findings, finding]) from None
    if not builder.findings and builder.document.data is None:
        builder.fault("empty-file", "the document is empty", Place(name))
    if builder.findings:
        raise Refused(builder.findings)
    return builder.document


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


def _json_trap(error: Exception, text: str, name: str, first_line: int) -> Finding:
    document = Document(name, text, None, first_line)
    if isinstance(error, _DuplicateKeyError):
        written = json.dumps(str(error), ensure_ascii=False)
        second = text.find(written, text.find(written) + 1)
        place = document.place_at(max(second, 0), len(written))
        return Finding("duplicate-key", f"the key {written} is given twice", place)
    if isinstance(error, _ConstantError):
        place = document.place_at(max(text.find(str(error)), 0), len(str(error)))
        return Finding("json-syntax", f"not JSON: {error} is not a number", place)
    if isinstance(error, RecursionError):
        message = f"nested deeper than {DEEPEST} levels"
        return Finding("yaml-depth", message, document.place_at(0, 1))
    return Finding("number-too-large", "a number is too large", document.place_at(0, 1))


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    container: dict[str, Any] | list[Any]
    path: Path
    span_start: Any
    key: str | None = None


class _Builder:
    """Turns PyYAML's events into plain data and places, without recursion."""

    def __init__(self, name: str, text: str) -> None:
        self.document = Document(name, text, None)
        self.findings: list[Finding] = []
        self.open: list[_Open] = []
        self.documents = 0
        self.handlers = {
            "DocumentStartEvent": self._document,
            "AliasEvent": self._alias,
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._start,
            "SequenceStartEvent": self._start,
            "MappingEndEvent": self._end,
            "SequenceEndEvent": self._end,
        }

    def take(self, event: Any) -> None:
        """Take the next event of the stream."""
        handler = self.handlers.get(type(event).__name__)
        if handler is not None:
            handler(event)

    def fault(self, code: str, message: str, place: Place, help_text: str | None = None) -> None:
        """Note a finding and go on, so that every fault is told at once."""
        path = path_text(self._path()) if self.open else ""
        self.findings.append(Finding(code, message, place, path, help_text))

    def _place(self, event: Any) -> Place:
        start = event.start_mark.index
        return self.document.place_at(start, max(1, event.end_mark.index - start))

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.fault(
                "yaml-second-document", "a second document begins here; a file holds one",
                self._place(event), "put it in a file of its own",
            )  # fmt: skip
            raise Refused(self.findings)

    def _alias(self, event: Any) -> None:
        self.fault(
            "yaml-alias", f"the alias *{event.anchor} is not allowed", self._place(event),
            "write the value out; rule sets share through 'extends'",
        )  # fmt: skip
        self._add(None, event)

    def _node_traps(self, event: Any) -> None:
        if event.anchor is not None:
            message = f"the anchor &{event.anchor} is not allowed"
            self.fault("yaml-anchor", message, self._place(event), "write the value out")
        if event.tag is not None:
            message = f"the tag {event.tag} is not allowed"
            self.fault("yaml-tag", message, self._place(event), "leave the tag out")

    def _scalar(self, event: Any) -> None:
        self._node_traps(event)
        top = self.open[-1] if self.open else None
        if top is not None and isinstance(top.container, dict) and top.key is None:
            self._take_key(event, top, top.container)
            return
        self._add(self._resolve(event), event)

    def _take_key(self, event: Any, top: _Open, container: dict[str, Any]) -> None:
        key = event.value
        path = (*top.path, key)
        if key == "<<" and event.style is None:
            self.fault("yaml-merge", "the merge key << is not allowed", self._place(event))
        elif key in container:
            first = self.document.keys[path].line + 1
            message = f"the key '{key}' is given twice (first on line {first})"
            self.fault("duplicate-key", message, self._place(event), "keep one of the two")
        else:
            self.document.keys[path] = _span(event)
        top.key = key

    def _start(self, event: Any) -> None:
        self._node_traps(event)
        top = self.open[-1] if self.open else None
        if top is not None and isinstance(top.container, dict) and top.key is None:
            self.fault("yaml-key", "a key must be a plain word", self._place(event))
            raise Refused(self.findings)
        if len(self.open) >= DEEPEST:
            message = f"nested deeper than {DEEPEST} levels"
            self.fault("yaml-depth", message, self._place(event))
            raise Refused(self.findings)
        mapping = type(event).__name__ == "MappingStartEvent"
        self.open.append(_Open({} if mapping else [], self._path(), event))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        start = done.span_start.start_mark
        self.document.values[done.path] = _Span(
            start.line, start.column, start.index, event.end_mark.index
        )
        self._store(done.container)

    def _add(self, value: Any, event: Any) -> None:
        self.document.values[self._path()] = _span(event)
        self._store(value)

    def _path(self) -> Path:
        if not self.open:
            return ()
        top = self.open[-1]
        if isinstance(top.container, list):
            return (*top.path, len(top.container))
        return top.path if top.key is None else (*top.path, top.key)

    def _store(self, value: Any) -> None:
        if not self.open:
            self.document.data = value
            return
        top = self.open[-1]
        if isinstance(top.container, list):
            top.container.append(value)
        elif top.key is not None:
            top.container.setdefault(top.key, value)
            top.key = None

    def _resolve(self, event: Any) -> Any:
        text: str = event.value
        if event.style is not None:
            return text
        if text in _NULLS:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        if _INT.fullmatch(text):
            if len(text) > LONGEST_NUMBER:
                self.fault("number-too-large", "this number is too large", self._place(event))
                return 0
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if _FLOAT.fullmatch(text):
            special = text.lower().lstrip("+-") in (".inf", ".nan")
            return float(text.replace(".", "")) if special else float(text)
        return text


def _span(event: Any) -> _Span:
    mark = event.start_mark
    return _Span(mark.line, mark.column, mark.index, event.end_mark.index)


def words(text: str) -> Iterator[str]:
    """Yield the words of a text separated by blanks, commas and line breaks."""
    for match in _TOKEN.finditer(text):
        yield match.group()
