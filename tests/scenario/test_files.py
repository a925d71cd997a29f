"""Documents are found in files, folders and standard input, one or many to a file."""

import io
import sys
from pathlib import Path

import pytest

from domsim.rules.source import LARGEST_JSON, LARGEST_YAML
from domsim.scenario.files import Entry, entries

RECORD = '{"rules": "gaple", "hands": [{"deal": {"seed": 1}}]}'
HEAD = "rules: gaple\nhands:\n- deal: {seed: 1}\n"


def read(*names: str) -> list[Entry]:
    """Return every entry under the names given."""
    return list(entries([str(name) for name in names]))


def told(found: list[Entry]) -> list[str]:
    """Return each entry as ``line`` of its document, or as its findings."""
    return [
        " ".join(f"{f.code} {f.place.line}:{f.place.column}" for f in entry.findings)
        if entry.document is None
        else f"document {entry.document.first_line}"
        for entry in found
    ]


def test_a_yaml_file_and_a_json_file_hold_one_document(tmp_path):
    for name, text in {"a.yaml": HEAD, "b.yml": HEAD, "c.json": RECORD, "d.txt": HEAD}.items():
        (tmp_path / name).write_text(text)
        assert told(read(tmp_path / name)) == ["document 1"]


def test_a_document_knows_the_folder_that_its_paths_start_from(tmp_path):
    (tmp_path / "a.yaml").write_text(HEAD)
    (entry,) = read(tmp_path / "a.yaml")
    assert entry.base == tmp_path


def test_json_lines_hold_one_document_a_line(tmp_path):
    (tmp_path / "a.jsonl").write_text(f"{RECORD}\n\n{RECORD}\r\n{RECORD}")
    assert told(read(tmp_path / "a.jsonl")) == ["document 1", "document 3", "document 4"]


def test_a_faulty_line_does_not_hide_the_others(tmp_path):
    lines = [RECORD, '{"a": 1, "a": 2}', "{", RECORD, "\xff", '{"x": NaN}']
    (tmp_path / "a.jsonl").write_bytes("\n".join(lines).encode("latin-1"))
    assert told(read(tmp_path / "a.jsonl")) == [
        "document 1",
        "duplicate-key 2:10",
        "json-syntax 3:2",
        "document 4",
        "not-utf-8 5:1",
        "json-syntax 6:7",
    ]


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read(tmp_path):
    long = '"' + "x" * LARGEST_JSON + '"'
    (tmp_path / "a.jsonl").write_text(f"{RECORD}\n{long}\n{RECORD}\n")
    assert told(read(tmp_path / "a.jsonl")) == [
        "document 1", "file-too-large 2:1", "document 3",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "\n\n", " \n"])
def test_json_lines_without_a_line_are_empty(tmp_path, text):
    (tmp_path / "a.jsonl").write_text(text)
    assert told(read(tmp_path / "a.jsonl")) == ["empty-file 1:1"]


def test_a_folder_is_read_in_name_order_with_the_folders_inside(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("c.yaml", "b/z.json", "a.jsonl", "notes.txt"):
        (tmp_path / name).write_text(HEAD if name.endswith("yaml") else RECORD)
    names = [e.path.name for e in read(tmp_path)]
    assert names == ["a.jsonl", "z.json", "c.yaml"]


def test_several_names_are_read_in_the_order_given(tmp_path):
    for name in ("b.yaml", "a.yaml"):
        (tmp_path / name).write_text(HEAD)
    found = read(tmp_path / "b.yaml", tmp_path / "nothing.yaml", tmp_path / "a.yaml")
    assert told(found) == ["document 1", "no-input 1:1", "document 1"]


def test_a_bundled_rule_set_is_found_by_its_name_where_rules_are_wanted():
    (entry,) = entries(["gaple"], rules_too=True)
    assert entry.document is not None
    assert entry.document.data["name"] == "gaple"


# --- standard input


@pytest.fixture
def piped(monkeypatch):
    """Return a function that reads bytes as standard input."""

    def read_piped(raw: bytes) -> list[Entry]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        return read("-")

    return read_piped


PIPED = {
    "YAML": (HEAD, ["document 1"]),
    "JSON": (RECORD, ["document 1"]),
    "JSON over several lines": (RECORD.replace(", ", ",\n"), ["document 1"]),
    "JSON Lines": (f"{RECORD}\n{RECORD}\n", ["document 1", "document 2"]),
    "JSON Lines with blank lines": (f"\n{RECORD}\n\n\n{RECORD}\n", ["document 2", "document 5"]),
    "JSON Lines with a faulty one": (f"{RECORD}\n{{\n{RECORD}", [
        "document 1", "json-syntax 2:2", "document 3",
    ]),
    "nothing": ("", ["empty-file 1:1"]),
    "blank lines": ("\n" * 5000, ["empty-file 1:1"]),
    "YAML in braces": ("{rules: gaple,\nhands: []}", ["json-syntax 1:2"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PIPED.values(), ids=PIPED)
def test_standard_input_is_yaml_json_or_json_lines(piped, text, expected):
    assert told(piped(text.encode())) == expected


def test_standard_input_is_called_so(piped):
    (entry,) = piped(HEAD.encode())
    assert entry.document is not None
    assert (entry.document.name, entry.base) == ("<stdin>", Path())


def test_any_number_of_records_is_read_from_standard_input(piped):
    record = RECORD.encode() + b" " * 4_000_000 + b"\n"
    assert told(piped(record * 20 + b"{\n"))[-2:] == ["document 20", "json-syntax 21:2"]


def test_more_than_is_read_of_one_document_is_refused(piped):
    assert told(piped(b"a" * (LARGEST_YAML + 1))) == ["file-too-large 1:1"]
    assert told(piped(b"{" + b" " * LARGEST_JSON)) == ["file-too-large 1:1"]
