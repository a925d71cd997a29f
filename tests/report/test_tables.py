"""Tables for people, aligned by what they hold, and the same tables as CSV."""

from csv import reader

import pytest

from domsim.report.json_text import json_line, json_text
from domsim.report.tables import csv_table, text_table

HEADERS = ("tile", "count", "note")
ROWS = [("6-4", 25, "a, b"), ("1e3", 7, 'said "no"')]


def test_numbers_stand_to_the_right_and_words_to_the_left():
    assert text_table(HEADERS, ROWS).split("\n") == [
        "tile      count  note",
        "------  -------  ---------",
        "6-4          25  a, b",
        "1e3           7  said \"no\"",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["6-4", "1e3", "007", "0x1f", "nan", "1_000", "-0", "12,5"])
def test_text_that_looks_like_a_number_is_shown_as_it_is(word: str):
    assert text_table(("word",), [(word,)]).split("\n")[-1] == word


def test_a_column_of_numbers_and_words_stands_to_the_left():
    assert text_table(("side",), [(12,), ("-",)]).split("\n")[2:] == ["12", "-"]


def test_a_table_can_be_indented_and_never_ends_in_blanks():
    lines = text_table(("a", "b"), [("x", ""), ("y", "")], "    ").split("\n")
    assert lines[2:] == ["    x", "    y"]


def test_a_table_without_rows_is_its_header():
    assert text_table(("tile", "count"), []).split("\n") == ["tile    count", "------  -------"]


def test_csv_has_a_header_and_quotes_what_needs_it():
    assert csv_table(HEADERS, ROWS).split("\n") == [
        "tile,count,note",
        '6-4,25,"a, b"',
        '1e3,7,"said ""no"""',
    ]


def test_csv_reads_back_as_the_rows_that_were_written():
    rows = [["a\nb", "c"], ["", "Capicúa"]]
    assert list(reader(csv_table(("x", "y"), rows).splitlines(keepends=True))) == [
        ["x", "y"],
        *rows,
    ]


def test_json_sorts_its_keys_and_keeps_letters_as_they_are():
    value = {"b": [1, {"d": None, "c": "Capicúa"}], "a": True}
    assert json_line(value) == '{"a":true,"b":[1,{"c":"Capicúa","d":null}]}'
    assert json_text(value).split("\n")[:3] == ["{", '  "a": true,', '  "b": [']


def test_a_record_is_one_line_whatever_is_in_it():
    assert "\n" not in json_line({"title": "two\nlines"})
