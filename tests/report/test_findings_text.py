"""A finding in text: sentence, place, source line with carets, help."""

from itertools import product

import pytest

from domsim.report.findings_text import count_words, finding_text, findings_text
from domsim.rules.findings import Finding, Place


def finding(place: Place, **more: str) -> Finding:
    return Finding("bad-tile", "'6-7' is not a tile", place, **more)  # type: ignore[arg-type]


def test_a_finding_in_full():
    place = Place("rules.yaml", 12, 9, 3, "  tile: 6-7 # here")
    assert finding_text(finding(place, help="its numbers run from 0 to 6")) == "\n".join(
        [
            "error[bad-tile]: '6-7' is not a tile",
            "  --> rules.yaml:12:9",
            "   |",
            "12 |   tile: 6-7 # here",
            "   |         ^^^",
            "help: its numbers run from 0 to 6",
        ]
    )


def test_a_warning_says_so():
    text = finding_text(finding(Place("r.yaml", 1, 1, 1, "x"), severity="warning"))
    assert text.startswith("warning[bad-tile]: ")


@pytest.mark.parametrize("source", ["", "   "], ids=["no source", "blank source"])
def test_without_a_source_line_the_place_stands_alone(source: str):
    text = finding_text(finding(Place("r.yaml", 3, 2, 1, source)))
    assert text.split("\n") == ["error[bad-tile]: '6-7' is not a tile", "  --> r.yaml:3:2"]


def underlined(place: Place) -> str:
    """Return the characters above the carets, as they are printed."""
    source, carets = finding_text(finding(place)).split("\n")[3:5]
    return "".join(char for char, mark in zip(source, carets, strict=False) if mark == "^")


@pytest.mark.parametrize(
    ("column", "line"), list(product([1, 3, 80, 81, 150, 397], [1, 9, 10, 12345]))
)
def test_the_window_of_a_long_line_keeps_the_carets_under_the_fault(column: int, line: int):
    source = "." * (column - 1) + "6-7" + "." * (400 - column)
    assert underlined(Place("r.yaml", line, column, 3, source)) == "6-7"


def test_no_line_is_wider_than_the_window():
    shown = finding_text(finding(Place("r.yaml", 7, 200_000, 500, "x" * 300_000))).split("\n")
    assert max(len(line) for line in shown) == len("7 | ") + 160


def test_carets_end_where_the_line_ends():
    assert underlined(Place("r.yaml", 1, 7, 50, "tile: 6-7")) == "6-7"


@pytest.mark.parametrize("char", ["\t", "\x1b", "\x00", "\ud800"], ids=ascii)
def test_what_cannot_be_seen_is_shown_as_one_blank(char: str):
    place = Place("r.yaml", 1, 7, 3, f"tile:{char}6-7")
    assert "1 | tile: 6-7" in finding_text(finding(place))
    assert underlined(place) == "6-7"


def test_findings_are_separated_by_a_blank_line():
    one = finding(Place("r.yaml"))
    assert findings_text([one, one]) == f"{finding_text(one)}\n\n{finding_text(one)}"


@pytest.mark.parametrize(
    ("severities", "words"),
    [
        ("", "no findings"),
        ("e", "1 error"),
        ("w", "1 warning"),
        ("eew", "2 errors, 1 warning"),
        ("ww", "2 warnings"),
    ],
)
def test_findings_are_counted_in_words(severities: str, words: str):
    names = {"e": "error", "w": "warning"}
    found = [finding(Place("r.yaml"), severity=names[letter]) for letter in severities]
    assert count_words(found) == words
