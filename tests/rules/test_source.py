"""YAML is read as its version 1.2 core schema, with places, and without surprises."""

import math

import pytest

from domsim.rules.source import (
    DEEPEST,
    LARGEST_YAML,
    MOST_VALUES,
    Document,
    read_text,
    read_yaml,
    words,
)
from rules.support import codes, marked, refusal, told, yaml_refusal

CORE_SCALARS = {
    "6:6": "6:6",
    "5:4": "5:4",
    "0:5": "0:5",
    "1:30:00": "1:30:00",
    "6-4": "6-4",
    "no": "no",
    "yes": "yes",
    "on": "on",
    "Off": "Off",
    "y": "y",
    "2001-01-01": "2001-01-01",
    "1_000": "1_000",
    "0b11": "0b11",
    "=": "=",
    "true": True,
    "True": True,
    "FALSE": False,
    "tRUE": "tRUE",
    "null": None,
    "Null": None,
    "~": None,
    "": None,
    "nil": "nil",
    "12": 12,
    "-3": -3,
    "+7": 7,
    "007": 7,
    "0o17": 15,
    "0x1F": 31,
    "9223372036854775807": 2**63 - 1,
    "1.5": 1.5,
    ".5": 0.5,
    "1.": 1.0,
    "1e3": 1000.0,
    "-.inf": -math.inf,
    "+.INF": math.inf,
    "1.2.3": "1.2.3",
    "'12'": "12",
    '"null"': "null",
    '"a\\tb"': "a\tb",
    '"\\ud83d\\ude00"': "😀",
}


@pytest.mark.parametrize(("text", "value"), CORE_SCALARS.items(), ids=CORE_SCALARS)
def test_a_scalar_is_what_the_core_schema_says(text, value):
    found = read_yaml(f"a: {text}", "t.yaml").data["a"]
    assert (found, type(found)) == (value, type(value))


def test_not_a_number_is_one_of_the_numbers():
    assert math.isnan(read_yaml("a: .nan", "t.yaml").data["a"])


@pytest.mark.parametrize("key", ["1", "true", "null", "1.5", "6:6", "yes", '"1"', "'1'"])
def test_a_key_is_text(key):
    assert list(read_yaml(f"{key}: x", "t.yaml").data) == [key.strip("\"'")]


def test_lists_and_groups_nest_in_both_styles():
    text = "a:\n- {b: [1, 2]}\n- c: d\n  e: [f, {g: h}]\n"
    expected = {"a": [{"b": [1, 2]}, {"c": "d", "e": ["f", {"g": "h"}]}]}
    assert read_yaml(text, "t.yaml").data == expected


# --- places

PLAYS = """\
hands:
- plays: |
    1:6-6 2:6-1

    3:pass
- plays: [1:6-6, "2:6-1 3:pass"]
- plays: '1:6-6
    2:6-1'
- plays: "1:6-6\\n2:6-1 3:pass"
- plays: 1:6-6,2:6-1,
    3:pass
"""
PLACES = {
    "a key": ("key", ("hands",), "hands", "1:1"),
    "a value": ("value", ("hands", 1, "plays", 0), "1:6-6", "6:11"),
    "a quoted value": ("value", ("hands", 1, "plays", 1), '"2:6-1 3:pass"', "6:18"),
    "a list": ("value", ("hands", 1, "plays"), '[1:6-6, "2:6-1 3:pass"]', "6:10"),
    "a missing key: what it is missing from": (
        "key", ("hands", 0, "deal", "1"), "plays: |", "2:3"
    ),
    "nowhere: the whole document": ("value", ("x", 0), "hands:", "1:1"),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "path", "text", "at"), PLACES.values(), ids=PLACES)
def test_every_key_and_value_knows_its_place(ask, path, text, at):
    place = getattr(read_yaml(PLAYS, "t.yaml"), ask)(path)
    assert (marked(place), f"{place.line}:{place.column}") == (text, at)


WORDS = {
    "in a block": ((0, "plays"), [("1:6-6", 3, 5), ("2:6-1", 3, 11), ("3:pass", 5, 5)]),
    "in a quoted entry of a list": ((1, "plays", 1), [("2:6-1", 6, 19), ("3:pass", 6, 25)]),
    "in a quoted text over two lines": ((2, "plays"), [("1:6-6", 7, 11), ("2:6-1", 8, 5)]),
    "after an escaped line break": (
        (3, "plays"), [("1:6-6", 9, 11), ("2:6-1", 9, 18), ("3:pass", 9, 24)]
    ),
    "in a plain text over two lines": (
        (4, "plays"), [("1:6-6", 10, 10), ("2:6-1", 10, 16), ("3:pass", 11, 5)]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), WORDS.values(), ids=WORDS)
def test_every_word_knows_its_place(path, expected):
    document = read_yaml(PLAYS, "t.yaml")
    places = [document.token(("hands", *path), n) for n in range(len(expected))]
    assert [(marked(p), p.line, p.column) for p in places] == expected


def test_a_word_that_is_not_there_is_placed_at_its_text():
    place = read_yaml("a: b c", "t.yaml").token(("a",), 2)
    assert (marked(place), place.column) == ("b c", 4)


def test_words_are_separated_by_blanks_commas_brackets_and_quotes():
    assert list(words("1:6-6, [2:6-1]\n '3:pass'")) == ["1:6-6", "2:6-1", "3:pass"]


def test_columns_count_characters_not_bytes():
    place = read_yaml("capicúa: á é", "t.yaml").token(("capicúa",), 1)
    assert (marked(place), place.column) == ("é", 12)


def test_a_value_over_several_lines_is_underlined_on_its_first():
    place = read_yaml("a:\n  b: 1\n  c: 2\n", "t.yaml").value(("a",))
    assert (marked(place), place.line) == ("b: 1", 2)


def test_windows_line_ends_are_not_part_of_the_line():
    place = read_yaml("a: 1\r\nb: 2\r\n", "t.yaml").value(("a",))
    assert (place.source, marked(place)) == ("a: 1", "1")


def test_a_very_long_line_is_not_shown():
    place = read_yaml("a: " + "x" * 30_000, "t.yaml").value(("a",))
    assert (place.line, place.column, place.source) == (1, 4, "")


def test_the_place_of_an_empty_value_is_after_its_key():
    place = read_yaml("a:\nb: 1\n", "t.yaml").value(("a",))
    assert (place.line, place.column, place.width) == (1, 3, 1)


def test_a_document_may_begin_at_any_line_of_its_file():
    document = Document("t.jsonl", "{}", {}, first_line=7)
    assert document.value(()).line == 7


# --- traps

TRAPS = {
    "a key given twice": ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1),
    "a key given twice in braces": ("{a: 1, a: 2}", "duplicate-key", 1, 8),
    "a key given twice, once in quotes": ("1: x\n'1': y\n", "duplicate-key", 2, 1),
    "an anchor": ("a: &x 1\n", "yaml-anchor", 1, 4),
    "an anchor on a list": ("a: &x [1]\n", "yaml-anchor", 1, 4),
    "an anchor on a key": ("&x a: 1\n", "yaml-anchor", 1, 1),
    "an alias": ("a: *x\n", "yaml-alias", 1, 4),
    "a tag": ("a: !!int '5'\n", "yaml-tag", 1, 4),
    "a tag of one's own": ("a: !deal x\n", "yaml-tag", 1, 4),
    "a tag that runs code": ("a: !!python/object:os.system x\n", "yaml-tag", 1, 4),
    "a tag on a group": ("a: !!map {b: c}\n", "yaml-tag", 1, 4),
    "a merge key": ("a:\n  <<: {b: 1}\n", "yaml-merge", 2, 3),
    "a second document": ("a: 1\n---\nb: 2\n", "yaml-second-document", 2, 1),
    "a second document after an end": ("a: 1\n...\n---\nb: 2\n", "yaml-second-document", 3, 1),
    "a list as a key": ("? [a]\n: b\n", "yaml-key", 1, 3),
    "a group as a key": ("{a: b}: c\n", "yaml-key", 1, 1),
    "a tab as indentation": ("a:\n\tb: 1\n", "yaml-syntax", 2, 1),
    "a tab before a value": ("a:\t[1\t]\n", "yaml-syntax", 1, 3),
    "a control character": ("a: 1\x07\n", "yaml-syntax", 1, 5),
    "a zero byte": ("a: \0\n", "yaml-syntax", 1, 4),
    "an escaped control character": ('a: "x\\e"\n', "control-character", 1, 4),
    "an escaped control character in a key": ('"\\0": 1\n', "control-character", 1, 1),
    "half of a surrogate pair": ('a: "\\ud83d"\n', "control-character", 1, 4),
    "a character beyond Unicode": ('a: "\\UFFFFFFFF"\n', "yaml-syntax", 1, 7),
    "a number of many digits": ("a: 999999999999999999999\n", "number-too-large", 1, 4),
    "a version of many digits": (f"%YAML {'9' * 5000}.1\n--- a\n", "yaml-syntax", 1, 7),
    "a tag that is no text": ("a: !<%ff> b\n", "yaml-syntax", 1, 6),
    "an open bracket": ("a: [1, 2\n", "yaml-syntax", 2, 1),
    "an open quote": ("a: 'x\n", "yaml-syntax", 2, 1),
    "two values on a line": ("a: b: c\n", "yaml-syntax", 1, 5),
    "only a comment": ("# nothing\n", "empty-file", 1, 1),
    "only null": ("null\n", "empty-file", 1, 1),
    "only the beginning of a document": ("---\n", "empty-file", 1, 1),
}


@pytest.mark.parametrize(("text", "code", "line", "column"), TRAPS.values(), ids=TRAPS)
def test_what_readers_disagree_on_is_refused_at_its_place(text, code, line, column):
    assert f"{code} {line}:{column}" in told(yaml_refusal(text))


def test_a_quoted_merge_key_is_an_ordinary_key():
    assert read_yaml("'<<': 1", "t.yaml").data == {"<<": 1}


def test_every_trap_of_a_text_is_told():
    text = "a: &x 1\na: *x\nb: !!int 2\n<<: 3\n"
    assert told(yaml_refusal(text)) == [
        "yaml-anchor 1:4", "duplicate-key 2:1", "yaml-alias 2:4", "yaml-tag 3:4", "yaml-merge 4:1",
    ]  # fmt: skip


def test_traps_before_a_fault_of_syntax_are_told_with_it():
    assert told(yaml_refusal("a: &x 1\nb: [")) == ["yaml-anchor 1:4", "yaml-syntax 2:5"]


def test_a_trap_says_what_to_do_instead():
    (duplicate,) = yaml_refusal("a: 1\na: 2\n")
    (tab,) = yaml_refusal("a:\n\tb: 1\n")
    assert duplicate.message == "the key 'a' is given twice (first on line 1)"
    assert (duplicate.help, tab.help) == ("keep one of the two", "indent with blanks, not tabs")


def test_nesting_is_allowed_down_to_a_depth():
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert len(read_yaml(deepest, "t.yaml").data) == 1
    assert told(yaml_refusal(f"[{deepest}]")) == [f"yaml-depth 1:{DEEPEST + 1}"]


def test_a_document_holds_no_more_values_than_anybody_writes():
    assert told(yaml_refusal("[" + "1," * MOST_VALUES + "]")) == ["too-many-values 1:1"]


def test_aliases_that_would_grow_without_bound_are_refused_at_once():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    found = yaml_refusal("\n".join(lines))
    assert set(codes(found)) == {"yaml-anchor", "yaml-alias"}
    assert f"{found[1].code} {found[1].place.line}" == "yaml-anchor 2"


def test_no_more_than_a_hundred_faults_are_told():
    found = yaml_refusal("- &x a\n" * 500)
    assert codes(found) == ["yaml-anchor"] * 100 + ["too-many-faults"]


# --- bytes


def test_a_byte_order_mark_is_dropped():
    assert read_text(b"\xef\xbb\xbfa: 1", "t.yaml", 100) == "a: 1"


BYTES = {
    "UTF-16": ("capicúa: 1".encode("utf-16"), "not-utf-8", 1, 1),
    "latin-1": ("a: 1\nx: ú: capicúa".encode("latin-1"), "not-utf-8", 2, 4),
    "cut in the middle of a character": ("a: ú: é".encode()[:-1], "not-utf-8", 1, 7),
    "a byte order mark and a bad byte": (b"\xef\xbb\xbfa\xff", "not-utf-8", 1, 2),
    "nothing": (b"", "empty-file", 1, 1),
    "only white space": (b" \r\n\t\n", "empty-file", 1, 1),
    "only a byte order mark": (b"\xef\xbb\xbf", "empty-file", 1, 1),
    "one byte too many": (b"a" * (LARGEST_YAML + 1), "file-too-large", 1, 1),
}


@pytest.mark.parametrize(("raw", "code", "line", "column"), BYTES.values(), ids=BYTES)
def test_bytes_that_are_no_text_are_refused(raw, code, line, column):
    found = refusal(lambda: read_text(raw, "t.yaml", LARGEST_YAML))
    assert told(found) == [f"{code} {line}:{column}"]


def test_utf_16_without_a_mark_is_refused_for_its_zero_bytes():
    text = read_text("a: 1".encode("utf-16-le"), "t.yaml", 100)
    assert told(yaml_refusal(text)) == ["yaml-syntax 1:2"]
