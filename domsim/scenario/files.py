"""Finding and reading scenario files: YAML, JSON, JSON Lines, folders, standard input."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO

from domsim.rules.bundled import bundled_folder, bundled_rules
from domsim.rules.findings import Finding, Place, Refused, shortened
from domsim.rules.json_source import read_json
from domsim.rules.loader import read_document, shown_name
from domsim.rules.source import (
    LARGEST_JSON,
    LARGEST_YAML,
    Document,
    read_text,
    read_yaml,
)

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")
LEADING = b"\xef\xbb\xbf \t\r\n"  # blanks, and the byte order mark that some pipes write


@dataclass(frozen=True, slots=True)
class Entry:
    """One document found, or the reason why it could not be read."""

    document: Document | None
    path: Path
    findings: tuple[Finding, ...] = ()

    @property
    def base(self) -> Path:
        """Return the folder from which paths in the document start."""
        return self.path.parent


def entries(names: Sequence[str], *, rules_too: bool = False) -> Iterator[Entry]:
    """Yield every document under the names given, in order; folders are read in name order.

    With ``rules_too`` a name may also be that of a bundled rule set.
    """
    for name in names:
        if name == "-":
            yield from _standard_input()
            continue
        path = (bundled_rules(name) if rules_too else None) or _find(name)
        if path is None:
            yield _unreadable(name, f"there is no file or folder {shortened(name)}")
        elif path.is_dir():
            yield from _folder(path)
        else:
            yield from read_file(path)


def _find(name: str) -> Path | None:
    """Return a path as given, or in the bundled scenarios where nothing is found as given."""
    path = Path(name)
    if not name:
        return None
    if _exists(path):
        return path
    inside = name.removeprefix("scenarios/") if name.startswith("scenarios") else name
    if inside in ("scenarios", ""):
        return bundled_folder("scenarios")
    bundled = bundled_folder("scenarios") / inside
    within = ".." not in bundled.parts and not path.is_absolute()
    return bundled if within and _exists(bundled) else None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a folder that may not be read
        return False


def _folder(folder: Path) -> Iterator[Entry]:
    files = sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())
    if not files:
        yield _unreadable(str(folder), f"the folder {folder} holds no scenario or rule set")
    for path in files:
        yield from read_file(path)


def _unreadable(name: str, message: str) -> Entry:
    return Entry(None, Path(), (Finding("no-input", message, Place(name)),))


def read_file(path: Path) -> Iterator[Entry]:
    """Yield the documents of one file: one, or one a line of JSON Lines."""
    if path.suffix == ".jsonl":
        yield from _lines(path)
        return
    try:
        yield Entry(read_document(path, shown_name(path)), path)
    except Refused as refused:
        yield Entry(None, path, refused.findings)


def _lines(path: Path) -> Iterator[Entry]:
    try:
        with path.open("rb") as file:
            yield from _records(_bounded(file), str(path), path)
    except OSError as error:
        yield _unreadable(str(path), f"cannot read {path}: {error.strerror or error}")


def _records(lines: Iterable[bytes], name: str, path: Path) -> Iterator[Entry]:
    count = 0
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        count += 1
        try:
            text = read_text(raw, name, LARGEST_JSON).rstrip("\r\n")
            yield Entry(read_json(text, name, number), path)
        except Refused as refused:
            moved = tuple(_at_line(f, number) for f in refused.findings)
            yield Entry(None, path, moved)
    if count == 0:
        yield Entry(None, path, (Finding("empty-file", "the file is empty", Place(name)),))


def _bounded(file: IO[bytes]) -> Iterator[bytes]:
    """Yield lines, never holding much more than the largest that is read."""
    while raw := file.readline(LARGEST_JSON + 1):
        yield raw
        while len(raw) > LARGEST_JSON and not raw.endswith(b"\n"):
            raw = file.readline(LARGEST_JSON + 1)
            if not raw:
                return


def _at_line(finding: Finding, number: int) -> Finding:
    place = finding.place
    line = number if place.line == 1 else place.line
    moved = Place(place.file, line, place.column, place.width, place.source)
    return Finding(finding.code, finding.message, moved, finding.path, finding.help)


def _standard_input() -> Iterator[Entry]:
    """Read YAML, JSON or JSON Lines from standard input; findings call it <stdin>."""
    name, path = "<stdin>", Path()
    if sys.stdin is None:
        yield _unreadable(name, "there is no standard input")
        return
    lines = _bounded(sys.stdin.buffer)
    head = _head(lines)
    written = [line.lstrip(LEADING) for line in head if line.strip()]
    if len(written) > 1 and all(line.startswith(b"{") for line in written):
        yield from _records(chain(head, lines), name, path)
        return
    raw = b"".join(head) + sys.stdin.buffer.read(LARGEST_JSON + 1)
    is_json = raw.lstrip(LEADING).startswith(b"{")
    try:
        text = read_text(raw, name, LARGEST_JSON if is_json else LARGEST_YAML)
        yield Entry(read_json(text, name) if is_json else read_yaml(text, name), path)
    except Refused as refused:
        yield Entry(None, path, refused.findings)


def _head(lines: Iterable[bytes]) -> list[bytes]:
    """Take lines up to the second that is not blank, or as many as are worth looking at."""
    head: list[bytes] = []
    size = written = 0
    for line in lines:
        head.append(line)
        size += len(line)
        written += bool(line.strip())
        if written == 2 or len(head) == 1000 or size > LARGEST_JSON:
            break
    return head
