"""Documents with positions, and YAML read as its version 1.2 core schema.

PyYAML resolves scalars as YAML 1.1 does (``6:6`` is 366, ``no`` is false), keeps the
last of two equal keys silently and expands aliases without bound. Here its event
stream alone is used: scalars are resolved by the core schema, every key and value
keeps its place, and what could surprise a reader is refused with a finding.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domsim.rules.findings import (
    MOST_FINDINGS,
    Finding,
    Place,
    Refused,
    path_text,
    shortened,
    too_many,
)

LARGEST_YAML = 256 * 1024
LARGEST_JSON = 4 * 1024 * 1024
MOST_VALUES = 80_000
DEEPEST = 20
LONGEST_NUMBER = 20
LONGEST_SOURCE = 20_000

Path = tuple[str | int, ...]

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_TOKEN = re.compile(r"[^\s,\[\]'\"]+")
_ESCAPED_BLANK = re.compile(r"\\[nrt]")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a node stands: start and end index in the text."""

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
        if raw[:1] == '"':
            raw = _ESCAPED_BLANK.sub("  ", raw)
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
            return self.place_at(0, 1)
        return self.place_at(span.start, span.end - span.start)

    def place_at(self, index: int, width: int) -> Place:
        """Return the place of ``width`` characters from ``index`` of the text."""
        line = self.text.count("\n", 0, index)
        start = self.text.rfind("\n", 0, index) + 1
        end = self.text.find("\n", index)
        end = len(self.text) if end < 0 else end
        shown = self.text[index : min(index + width, end)].rstrip()
        source = self.text[start:end].rstrip("\r") if end - start <= LONGEST_SOURCE else ""
        return Place(
            self.name, self.first_line + line, index - start + 1, max(1, len(shown)), source
        )

    def _locate(self) -> None:
        """JSON is read by a fast parser that knows no places; find them when first asked."""
        if self.located:
            return
        self.located = True
        if len(self.text) > LARGEST_YAML:
            return
        try:
            found = read_yaml(json_as_yaml(self.text), self.name)
        except Refused:
            return
        self.keys, self.values = found.keys, found.values


def read_text(raw: bytes, name: str, largest: int) -> str:
    """Decode a file's bytes as UTF-8 (a byte order mark is dropped).

    Raises Refused with ``file-too-large``, ``not-utf-8`` or ``empty-file``.
    """
    if len(raw) > largest:
        raise Refused([Finding(
            "file-too-large", f"the file is too large; at most {largest} bytes are read",
            Place(name), help="split it, or use JSON Lines for many records",
        )])  # fmt: skip
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = error.object[: error.start].decode().split("\n")
        raise Refused([Finding(
            "not-utf-8", "the file is not UTF-8 text", Place(name, len(lines), len(lines[-1]) + 1),
            help="save it as UTF-8",
        )]) from None  # fmt: skip
    if not text.strip():
        raise Refused([Finding("empty-file", "the file is empty", Place(name))])
    return text


def read_yaml(text: str, name: str, first_line: int = 1) -> Document:
    """Read one YAML document, refusing what YAML readers disagree on.

    Raises Refused with ``yaml-syntax``, ``duplicate-key``, ``yaml-alias``, ``yaml-anchor``,
    ``yaml-tag``, ``yaml-merge``, ``yaml-second-document``, ``yaml-depth``, ``yaml-key``,
    ``number-too-large``, ``control-character``, ``too-many-values`` or ``empty-file``.
    """
    builder = _Builder(name, text, first_line)
    syntax = _take_events(builder, text)
    if syntax is None and not builder.findings and builder.document.data is None:
        builder.fault("empty-file", "the document is empty", Place(name, first_line))
    if syntax or builder.findings:
        raise Refused([*builder.findings, *([syntax] if syntax else [])])
    return builder.document


def _take_events(builder: "_Builder", text: str) -> Finding | None:
    """Feed a text to a builder; return what stops it from being YAML."""
    import yaml  # noqa: PLC0415 - JSON records do without it

    place_at, loader = builder.document.place_at, None
    try:
        loader = yaml.SafeLoader(text)
        while loader.check_event():
            builder.take(loader.get_event())  # type: ignore[no-untyped-call]
    except yaml.reader.ReaderError as error:
        message = f"the character U+{error.character:04X} is not allowed in YAML"
        return Finding("yaml-syntax", message, place_at(error.position, 1))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        context = f" ({error.context})" if error.context else ""
        hint = "indent with blanks, not tabs" if "\\t" in (error.problem or "") else None
        message = f"not YAML: {error.problem}{context}"
        place = place_at(min(mark.index, len(text)), 1) if mark else Place(builder.document.name)
        return Finding("yaml-syntax", message, place, help=hint)
    except (ValueError, OverflowError):
        # PyYAML lets the errors of chr() and int() through.
        place = place_at(min(loader.get_mark().index, len(text)), 1) if loader else place_at(0, 1)
        return Finding("yaml-syntax", "not YAML: a number here is out of range", place)
    return None


def json_as_yaml(text: str) -> str:
    """Return valid JSON as YAML: a tab, which can only be white space, is no blank there."""
    return text.replace("\t", " ")


def unfit_character(shown: str, place: Place) -> Finding:
    """Return the finding about a control character or half a surrogate pair in a text."""
    return Finding(
        "control-character", f"the character {shown} is not allowed in text", place,
        help="leave it out",
    )  # fmt: skip


def too_deep(place: Place) -> Finding:
    """Return the finding about a document nested too deep."""
    return Finding("yaml-depth", f"nested deeper than {DEEPEST} levels", place)


def too_many_values(place: Place) -> Finding:
    """Return the finding about a document that holds too much."""
    message = f"more than {MOST_VALUES} values; that many are read"
    return Finding("too-many-values", message, place, help="use JSON Lines for many records")


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    container: dict[str, Any] | list[Any]
    path: Path
    span_start: Any
    key: str | None = None


class _Builder:
    """Turns PyYAML's events into plain data and places, without recursion."""

    def __init__(self, name: str, text: str, first_line: int) -> None:
        self.document = Document(name, text, None, first_line)
        self.stored = 0
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
        self._note(Finding(code, message, place, path, help_text))

    def _note(self, finding: Finding) -> None:
        self.findings.append(finding)
        if len(self.findings) >= MOST_FINDINGS:
            raise too_many(self.findings)

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

    def _text(self, event: Any) -> str:
        """Return a scalar's text; surrogates that were escaped one by one are joined."""
        text: str = event.value
        if not text.isascii():
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        unfit = _UNFIT.search(text)
        if unfit:
            shown = f"U+{ord(unfit.group()):04X}"
            self._note(unfit_character(shown, self._place(event)))
        return text

    def _take_key(self, event: Any, top: _Open, container: dict[str, Any]) -> None:
        key = self._text(event)
        path = (*top.path, key)
        if key == "<<" and event.style is None:
            self.fault("yaml-merge", "the merge key << is not allowed", self._place(event))
        elif key in container:
            first = self.document.place_at(self.document.keys[path].start, 1).line
            message = f"the key '{shortened(key)}' is given twice (first on line {first})"
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
            raise Refused([*self.findings, too_deep(self._place(event))])
        mapping = type(event).__name__ == "MappingStartEvent"
        self.open.append(_Open({} if mapping else [], self._path(), event))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        start = done.span_start.start_mark.index
        self.document.values[done.path] = _Span(start, event.end_mark.index)
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
        self.stored += 1
        if self.stored > MOST_VALUES:
            raise Refused([*self.findings, too_many_values(self.document.place_at(0, 1))])
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
        text = self._text(event)
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
    return _Span(event.start_mark.index, event.end_mark.index)


def words(text: str) -> Iterator[str]:
    """Yield the words of a text separated by blanks, commas and line breaks."""
    for match in _TOKEN.finditer(text):
        yield match.group()
