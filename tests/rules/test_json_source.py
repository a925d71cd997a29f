"""JSON is read with places too, and refused where its readers disagree."""

import pytest

from domsim.rules.json_source import read_json
from domsim.rules.source import DEEPEST, LARGEST_YAML, MOST_VALUES
from rules.support import marked, refusal, told


def json_refusal(text: str, first_line: int = 1) -> list[str]:
    """Return the findings with which a JSON text is refused, as ``code line:column``."""
    return told(refusal(lambda: read_json(text, "t.json", first_line)))


def test_json_is_read():
    text = '{"a": [1, -2.5, true, null, "6:6", "ú\\u00fa\\n\\ud83d\\ude00"]}'
    assert read_json(text, "t.json").data == {"a": [1, -2.5, True, None, "6:6", "úú\n😀"]}


NESTED = '{"hands": [\n\t{"plays": "1:6-6\\n2:6-1, 3:pass"}\n]}'


def test_a_key_a_value_and_a_word_know_their_places():
    document = read_json(NESTED, "t.json")
    path = ("hands", 0, "plays")
    found = [document.key(path), document.value(path), *(document.token(path, n) for n in range(3))]
    assert [(marked(p), p.line, p.column) for p in found] == [
        ('"plays"', 2, 3),
        ('"1:6-6\\n2:6-1, 3:pass"', 2, 12),
        ("1:6-6", 2, 13),
        ("2:6-1", 2, 20),
        ("3:pass", 2, 27),
    ]


def test_a_record_is_placed_on_its_line_of_the_file():
    document = read_json('{"a": 1}', "t.jsonl", first_line=41)
    assert (document.value(("a",)).line, document.value(("a",)).column) == (41, 7)


def test_a_value_of_a_very_large_document_is_placed_at_its_beginning():
    document = read_json('{"a": "' + "x" * LARGEST_YAML + '"}', "t.json", first_line=2)
    assert (document.value(("a",)).line, document.value(("a",)).column) == (2, 1)


TRAPS = {
    "nothing after a colon": ('{"a": }', ["json-syntax 1:7"]),
    "a comma at the end": ('{"a": 1,\n}', ["json-syntax 1:8"]),
    "single quotes": ("{'a': 1}", ["json-syntax 1:2"]),
    "a comment": ('{"a": 1} // one', ["json-syntax 1:10"]),
    "two documents": ('{"a": 1}{"b": 2}', ["json-syntax 1:9"]),
    "an end too early": ('{"a": [1,', ["json-syntax 1:10"]),
    "a line break in a text": ('{"a": "x\ny"}', ["json-syntax 1:9"]),
    "a second byte order mark": ('\ufeff{"a": 1}', ["json-syntax 1:1"]),
    "a key given twice": ('{"a": 1, "a": 2}', ["duplicate-key 1:10"]),
    "a key given twice, and elsewhere": ('{"x": {"a": 1},\n"a": 1, "a": 2}', ["duplicate-key 2:9"]),
    "a key given twice, a value too": ('{"a": "b", "b": 1, "b": 2}', ["duplicate-key 1:20"]),
    "two keys given twice": ('[{"a": 1, "a": 2},\n{"b": 1, "b": 2}]', [
        "duplicate-key 1:11", "duplicate-key 2:10",
    ]),
    "not a number": ('{"NaN": "NaN", "a": NaN}', ["json-syntax 1:21"]),
    "not a number before an open quote": ('[NaN, "' + '\\"' * 200_000, ["json-syntax 1:2"]),
    "infinity": ('{"a": Infinity}', ["json-syntax 1:7"]),
    "minus infinity": ('[1,\n-Infinity]', ["json-syntax 2:1"]),
    "a number of many digits": ('{"a": [7, 1' + "0" * 5000 + "]}", ["number-too-large 1:11"]),
    "a control character": ('{"a": "x\\u001b"}', ["control-character 1:9"]),
    "a backspace": ('{"a": "\\\\b\\b"}', ["control-character 1:11"]),
    "half of a surrogate pair": ('{"a": "\\ud83d"}', ["control-character 1:8"]),
    "the other half": ('{"a": "\\ud83d\\ude00\\ude00"}', ["control-character 1:20"]),
    "nesting without end": ("[" * 100_000, ["yaml-depth 1:1"]),
    "deep nesting": ("[" * 500 + "]" * 500, ["yaml-depth 1:1"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TRAPS.values(), ids=TRAPS)
def test_what_readers_disagree_on_is_refused_at_its_place(text, expected):
    assert json_refusal(text) == expected


def test_a_trap_in_a_record_is_placed_on_its_line_of_the_file():
    assert json_refusal('{"a": 1, "a": 2}', first_line=7) == ["duplicate-key 7:10"]
    assert json_refusal('{"a": }', first_line=7) == ["json-syntax 7:7"]


def test_a_key_given_twice_in_a_very_large_document_is_refused_without_its_place():
    text = '{"a": "' + "x" * LARGEST_YAML + '",\n"b": 1, "b": 2}'
    (finding,) = refusal(lambda: read_json(text, "t.json"))
    assert (finding.code, finding.message) == ("duplicate-key", "the key 'b' is given twice")


def test_nesting_is_allowed_down_to_the_same_depth_as_in_yaml():
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert len(read_json(deepest, "t.json").data) == 1
    assert json_refusal(f"[{deepest}]") == ["yaml-depth 1:1"]


def test_a_document_holds_no_more_values_than_anybody_writes():
    listed = "[" + "1," * (MOST_VALUES - 1) + "1]"
    assert len(read_json(listed, "t.json").data) == MOST_VALUES
    assert json_refusal(f"[{listed}]") == ["too-many-values 1:1"]
