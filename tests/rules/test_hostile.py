"""No input breaks the readers: a document is taken, or refused with findings at their places."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from domsim.rules.bundled import bundled_folder, bundled_names
from domsim.rules.findings import Finding, Refused
from domsim.rules.loader import override, read_document
from domsim.scenario.files import entries, read_file
from rules.reading import refusals

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
ACCEPTED = {"rules-bom-twice.yaml"}


def misplaced(findings: list[Finding], file: str, text: str) -> list[Finding]:
    """Return the findings about a file whose place is not in its text, or that say nothing."""
    lines = text.split("\n")
    return [
        f for f in findings
        if not (f.code and f.message)
        or not (f.place.line >= 1 and f.place.column >= 1 and f.place.width >= 1)
        or (f.place.file == file and not _within(f, lines))
    ]  # fmt: skip


def _within(finding: Finding, lines: list[str]) -> bool:
    place = finding.place
    return place.line <= len(lines) and place.column <= len(lines[place.line - 1]) + 1


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_a_hostile_file_is_refused_at_places_in_its_text(path):
    findings = refusals(read_file(path))
    text = path.read_bytes().decode("utf-8-sig", "replace")
    assert misplaced(findings, str(path), text) == []
    assert (findings == []) == (path.name in ACCEPTED)


def test_the_corpus_is_read_as_a_folder_too():
    folder = CORPUS[0].parent
    files = {f.place.file for f in refusals(entries([str(folder)]))}
    assert len(files) >= len(CORPUS) * 3 // 4


# --- drawn texts


def refused_for(raw: bytes, suffix: str, folder: Path) -> list[Finding]:
    """Write bytes to a file, read it, and return what it is refused for, every place checked."""
    path = folder / f"drawn{suffix}"
    path.write_bytes(raw)
    findings = refusals(read_file(path))
    assert misplaced(findings, str(path), raw.decode("utf-8-sig", "replace")) == []
    return findings


SUFFIXES = st.sampled_from([".yaml", ".json", ".jsonl"])
MARKS = st.sampled_from([
    "name: x\n", "match: {target: 100}\n", "rules: gaple\n", "hands:\n", "- deal: {seed: 1}\n",
    "  plays: 1:6-6 pass\n", "&a ", "*a ", "!!int ", "<<: ", "---\n", "...\n", "? ", ": ", "- ",
    "{", "}", "[", "]", ",", "\t", "\n", "#", "|\n", ">-\n", "'", '"', "\\", "%YAML 1.2\n", "\0",
    "\x85", "\u2028", "\ufeff", "é", "😀", "\\ud800", "extends: ", "set: ", "9" * 30, "~", "1e999",
])  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder for drawn files."""
    return tmp_path_factory.mktemp("drawn")


@given(st.binary(max_size=200), SUFFIXES)
def test_bytes(folder, raw, suffix):
    assert refused_for(raw, suffix, folder)


@given(st.text(max_size=100), SUFFIXES)
def test_text(folder, text, suffix):
    assert refused_for(text.encode("utf-8", "surrogatepass"), suffix, folder)


@given(st.lists(MARKS, max_size=25), SUFFIXES)
def test_marks_of_the_languages_in_any_order(folder, marks, suffix):
    refused_for("".join(marks).encode("utf-8", "surrogatepass"), suffix, folder)


# --- valid files with something else in one place

RULES = [(bundled_folder("rulesets") / f"{name}.yaml").read_text() for name in bundled_names()]
SCENARIO = """\
scenario: All of it
rules: one-table-200
set: {match.target: 150}
seed: 1
match: 0
players: [random, heaviest, random, random]
start: {scores: [10, 20], hand: 2, leader: 1, opening: false}
hands:
- deal:
    1: 6-6 5-5 4-4 3-3 2-2 1-0 2-0
    2: 6-5 6-4 6-3 6-2 6-1 6-0 1-1
    3: [5-4, 5-3, 5-2, 5-1, 5-0, 0-0, 2-1]
    4: 4-3 4-2 4-1 4-0 3-2 3-1 3-0
  plays: 1:5-5 2:6-5R 3:5-4L 4:4-3
  expect:
    number: 2
    awards: [{clause: out, paid: 5}]
    illegal: {play: 1, code: must-play}
    ends: [1, 2]
    events: [{seat: 1, action: play, ends: [5, 5]}]
- deal: {seed: 1, match: 2, hand: 3}
- position:
    line: 6-6 6-1 1-4
    ends: [6, 4]
    hands: {1: 5-5 4-4 3-3 2-2 1-0 2-0, 2: 6-5 6-4, 3: 5-4, 4: 2-1}
    turn: 4
    last: 3
    leader: 1
    passes: 0
    discards: {1: 0-0}
    stock: 1-1
    asleep: ''
expect: {over: false, scores: [1, 2], reached: [1]}
"""
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5),
    st.just([]), st.just({}), st.just([[]]), st.just({"": None}), st.just([None]),
    st.sampled_from(["6-6", "pass", "gaple", "random", "1:6-6", "out", "0", "7", [1, 2], [-1],
                     [0.5], {"1": "6-6"}, {"seed": 0}, {"match.target": 1}]),
)  # fmt: skip


def paths(data: object, here: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value in a document."""
    yield here
    inside = data.items() if isinstance(data, dict) else ()
    for key, value in enumerate(data) if isinstance(data, list) else inside:
        yield from paths(value, (*here, key))


def changed(data: object, path: tuple[str | int, ...], value: object) -> object:
    """Return a document with another value at a path."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)  # type: ignore[call-overload]
    copy[path[0]] = changed(copy[path[0]], path[1:], value)
    return copy


DOCUMENTS = [yaml.load(text, Loader=yaml.BaseLoader) for text in [SCENARIO, *RULES]]
PLACES = [(data, path) for data in DOCUMENTS for path in paths(data)]


@given(st.sampled_from(PLACES), VALUES)
def test_another_value_in_one_place(folder, place, value):
    data, path = place
    text = json.dumps(changed(data, path, value), allow_nan=True)
    refused_for(text.encode(), ".json", folder)


@given(st.sampled_from([SCENARIO, *RULES]), st.data())
def test_a_file_with_a_piece_cut_out_or_put_in(folder, text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    piece = data.draw(st.one_of(MARKS, st.just(""), st.text(max_size=3)))
    mutated = text[:start] + piece + text[end:]
    refused_for(mutated.encode("utf-8", "surrogatepass"), ".yaml", folder)


@given(st.text(max_size=30))
def test_an_override_of_any_text(text):
    try:
        value = override(text)
    except Refused as refused:
        found = list(refused.findings)
    else:
        found = []
        assert value.name == "--set"
    assert misplaced(found, "", "") == []


@given(st.text(max_size=30))
def test_a_name_of_any_text_is_a_file_or_is_refused(text):
    if "\0" in text or text in ("", "-") or Path(text).exists():
        return
    assert [f.code for f in refusals(entries([text]))] == ["no-input"]


NO_FILES = ["x" * 5000, "\0", "../../no-such-folder/x", "scenarios/../../no-such-folder/x", "a\nb"]


@pytest.mark.parametrize("name", NO_FILES)
def test_a_name_that_no_file_has(name):
    assert [f.code for f in refusals(entries([name]))] == ["no-input"]


def test_a_folder_without_documents(tmp_path):
    assert [f.code for f in refusals(entries([str(tmp_path)]))] == ["no-input"]


def test_a_folder_that_is_called_like_a_file(tmp_path):
    (tmp_path / "x.yaml").mkdir()
    with pytest.raises(Refused):
        read_document(tmp_path / "x.yaml")
    assert [f.code for f in refusals(entries([str(tmp_path / "x.yaml")]))] == ["no-input"]


# --- memory

MEBI = 1024 * 1024
LARGEST = 200 * MEBI
MEASURE = """\
import pathlib, re, resource, sys
from rules.reading import refusals
from domsim.scenario.files import entries
found = refusals(entries([sys.argv[1]]))
status = pathlib.Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
kilobytes = int(peak[1]) if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(kilobytes // 1024, *{f.code for f in found})
"""
ONE_HAND = '{"rules": "gaple", "hands": [{"deal": {"seed": 1}'
# Each file is a beginning, what is repeated up to a size, and an end; and what it is refused for.
HUGE = {
    "numbers.json": ('{"rules": "gaple", "hands": [5', ",5", "]}", 4 * MEBI, "too-many-values"),
    "some.json": ('{"rules": "gaple", "hands": [5', ",5", "]}", 150_000, "wrong-type"),
    "hands.json": ('{"rules": "gaple", "hands": [{}', ",{}", "]}", 4 * MEBI, "too-many-values"),
    "deals.json": (ONE_HAND + "}", ',{"deal":{"seed":1}}', "]}", MEBI // 2, "too-many-hands"),
    "words.json": (ONE_HAND + ', "plays": "', "1:6-6 ", '"}]}', 4 * MEBI, "too-many-plays"),
    "awards.json": (
        ONE_HAND + ', "expect": {"awards": [{}',
        ",{}",
        "]}}]}",
        4 * MEBI,
        "too-many-values",
    ),
    "brackets.json": ("", "[", "", 4 * MEBI, "yaml-depth"),
    "brackets.yaml": ("", "[", "", MEBI // 4, "yaml-depth"),
    "numbers.yaml": ("rules: gaple\nhands: [5", ",5", "]", MEBI // 4, "too-many-values"),
    "words.yaml": ("rules: gaple\nhands:\n- plays: ", "1:6 ", "\n", MEBI // 4, "too-many-plays"),
    "keys.yaml": ("", "a: 1\n", "", MEBI // 4, "duplicate-key"),
    "zeros.yaml": ("", "\0", "", 400 * MEBI, "file-too-large"),
    "line.jsonl": ("", "[", "", 400 * MEBI, "file-too-large"),
    "blank.jsonl": ("", "\n", "", 4 * MEBI, "empty-file"),
}


def write_huge(path: Path, before: str, unit: str, after: str, size: int) -> None:
    """Write a file of about a size, piece by piece."""
    piece = unit * (1000 // len(unit))
    with path.open("w", encoding="utf-8") as file:
        file.write(before)
        for _ in range((size - len(before) - len(after)) // len(piece)):
            file.write(piece)
        file.write(after)


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_is_refused_without_being_held(tmp_path, name):
    *parts, code = HUGE[name]
    write_huge(tmp_path / name, *parts)
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, str(tmp_path / name)],
        cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=True,
    )  # fmt: skip
    (tmp_path / name).unlink()
    memory, *codes = run.stdout.split()
    assert code in codes
    assert int(memory) * MEBI < LARGEST
