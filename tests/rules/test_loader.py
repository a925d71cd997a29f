"""A rule set is its file over the files it extends, under the overrides; all faults at once."""

import pytest

from domsim.rules.bundled import bundled_names
from domsim.rules.loader import find_rules, load_rules, override, read_document
from rules.support import (
    SMALLEST,
    codes,
    load_text,
    marked,
    refusal,
    rules_refusal,
    told,
    written,
)

PARENT = """\
name: parent
title: The parent
table: {hand_size: 6, undealt: asleep}
match: {target: 150}
notes: {source: a club, talking: "no"}
"""


# --- inheritance


def test_a_child_states_only_what_differs(tmp_path):
    child = "name: child\nextends: parent.yaml\ntable: {hand_size: 5}\n"
    rules = load_rules(str(written(tmp_path, child=child, parent=PARENT))).rules
    assert (rules.table.hand_size, rules.table.undealt, rules.match.target) == (5, "asleep", 150)
    assert (rules.name, rules.title, rules.extends) == ("child", "", "parent.yaml")


def test_notes_are_merged_note_by_note(tmp_path):
    child = "name: child\nextends: parent.yaml\nnotes: {talking: little}\n"
    rules = load_rules(str(written(tmp_path, child=child, parent=PARENT))).rules
    assert rules.notes == {"source": "a club", "talking": "little"}


def test_a_name_is_not_inherited(tmp_path):
    path = written(tmp_path, child="extends: parent.yaml\n", parent=PARENT)
    assert codes(refusal(lambda: load_rules(str(path)))) == ["missing-key"]


def test_a_grandparent_gives_what_nobody_changes(tmp_path):
    path = written(
        tmp_path,
        c="name: c\nextends: b.yaml\nmatch: {unit: wins}\n",
        b="name: b\nextends: parent.yaml\nmatch: {target: 3}\n",
        parent=PARENT,
    )
    rules = load_rules(str(path)).rules
    assert (rules.match.unit, rules.match.target, rules.table.hand_size) == ("wins", 3, 6)


def test_a_parent_is_sought_from_the_folder_of_its_child(tmp_path):
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "child.yaml").write_text("name: child\nextends: ../parent.yaml\n")
    written(tmp_path, parent=PARENT)
    loaded = load_rules("houses/child.yaml", base=tmp_path)
    assert loaded.rules.match.target == 150


def test_a_parent_may_be_bundled_or_json(tmp_path):
    (tmp_path / "p.json").write_text('{"name": "p", "extends": "gaple", "match": {"target": 50}}')
    rules = load_text(tmp_path, "name: x\nextends: p.json\n").rules
    assert (rules.match.target, rules.turn.stuck) == (50, "discard")


CHAINS = {
    "itself": ({"a": "extends: a.yaml"}, "extends-cycle", "a extends a"),
    "each other": (
        {"a": "extends: b.yaml", "b": "extends: a.yaml"}, "extends-cycle", "a extends b extends a"
    ),
    "a bundled name that is misspelt": (
        {"a": "extends: gapel"}, "unknown-parent", "no bundled rule set is named 'gapel'"
    ),
    "a file that is not there": (
        {"a": "extends: b.yaml"}, "unknown-parent", "there is no file"
    ),
    "a folder": ({"a": "extends: ."}, "unknown-parent", "no bundled rule set is named '.'"),
    "nothing": ({"a": "extends: ''"}, "unknown-parent", "no bundled rule set is named ''"),
    "a name too long for a file": (
        {"a": f"extends: {'x' * 5000}"}, "unknown-parent", "cannot extend 'xxx"
    ),
    "a zero byte": ({"a": 'extends: "a b/c"'}, "unknown-parent", "there is no file"),
    "a parent that is a list": (
        {"a": "extends: b.yaml", "b": "[1]"}, "wrong-type", "a rule set is a group of keys"
    ),
    "a parent that extends a number": (
        {"a": "extends: b.yaml", "b": "extends: 5"}, "wrong-type", "'extends' must be text"
    ),
    "a parent with a fault of syntax": (
        {"a": "extends: b.yaml", "b": "name: ["}, "yaml-syntax", "not YAML"
    ),
    "a parent with an unknown key": (
        {"a": "extends: b.yaml", "b": "tabel: {}"}, "unknown-key", "unknown key 'tabel'"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "code", "sentence"), CHAINS.values(), ids=CHAINS)
def test_a_chain_that_cannot_be_followed_is_refused(tmp_path, files, code, sentence):
    files = {name: f"{text}\nname: x\nmatch: {{target: 9}}" for name, text in files.items()}
    files = {n: "[1]" if t.startswith("[1]") else t for n, t in files.items()}
    found = refusal(lambda: load_rules(str(written(tmp_path, **files))))
    assert [f.code for f in found if sentence in f.message] == [code]


def test_a_misspelt_parent_brings_a_guess_at_its_place(tmp_path):
    (finding,) = rules_refusal(tmp_path, "name: x\nextends: one-tabel-200\n")
    assert marked(finding.place) == "one-tabel-200"
    assert finding.help == "did you mean 'one-table-200'?"


def test_a_chain_is_followed_only_so_far(tmp_path):
    files = {f"r{n}": f"name: r{n}\nextends: r{n + 1}.yaml\n" for n in range(20)}
    found = refusal(lambda: load_rules(str(written(tmp_path, **files))))
    assert codes(found) == ["extends-cycle"]


def test_a_missing_parent_does_not_hide_the_faults_of_its_child(tmp_path):
    text = "name: x\nextends: nowhere\ntable: {hand_size: 0}\ncolour: red\n"
    assert told(rules_refusal(tmp_path, text)) == [
        "unknown-parent 2:10", "out-of-range 3:20", "unknown-key 4:1",
    ]  # fmt: skip


REFERENCES = {
    "gapel": "did you mean 'gaple'?",
    "sudoku": f"bundled: {', '.join(bundled_names())}",
    "nowhere.yaml": None,
    "house/rules": None,
    "x" * 5000 + ".yaml": None,
}


@pytest.mark.parametrize(("reference", "hint"), REFERENCES.items(), ids=lambda v: str(v)[:20])
def test_rules_that_are_not_there_bring_a_guess(tmp_path, reference, hint):
    (finding,) = refusal(lambda: find_rules(reference, tmp_path))
    assert (finding.code, finding.help) == ("unknown-rules", hint)


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    (finding,) = refusal(lambda: read_document(tmp_path))
    assert (finding.code, finding.message) == (
        "unreadable-file", f"cannot read {tmp_path}: Is a directory"
    )  # fmt: skip


# --- where values come from


def test_each_value_knows_where_it_is_set(tmp_path):
    child = "name: child\nextends: parent.yaml\nmatch:\n  unit: wins\n"
    path = written(tmp_path, child=child, parent=PARENT)
    loaded = load_rules(str(path), [override("fold.rule=may")])
    places = {
        "unit": loaded.where("match", "unit"),
        "target": loaded.where("match", "target"),
        "fold": loaded.where("fold", "rule"),
    }
    assert {k: (marked(p), p.file[-11:], p.line, p.column) for k, p in places.items() if p} == {
        "unit": ("wins", "/child.yaml", 4, 9),
        "target": ("150", "parent.yaml", 4, 17),
        "fold": ("may", "--set", 1, 11),
    }


def test_a_default_is_set_nowhere(tmp_path):
    assert load_text(tmp_path, SMALLEST).where("turn", "stuck") is None


def test_a_bundled_file_is_named_by_its_short_path():
    place = load_rules("gbs-pairs-wins").where("bonuses", "capicua", "points")
    assert place is not None
    assert place.file == "rulesets/gbs-pairs-points.yaml"


def test_a_fault_in_a_parent_is_placed_there(tmp_path):
    path = written(tmp_path, child="name: child\nextends: p.yaml\n", p="match: {target: 0}\n")
    (finding,) = refusal(lambda: load_rules(str(path)))
    assert (finding.place.file[-6:], marked(finding.place)) == ("p.yaml", "0")


# --- overrides


def test_an_override_is_stronger_than_the_file(tmp_path):
    loaded = load_text(tmp_path, SMALLEST, "match.target=150", "bonuses.capicua.points=30")
    assert (loaded.rules.match.target, loaded.rules.bonuses.capicua.points) == (150, 30)


def test_the_last_override_of_a_value_counts(tmp_path):
    loaded = load_text(tmp_path, SMALLEST, "match.target=1", "match={target: 2, unit: wins}")
    assert (loaded.rules.match.target, loaded.rules.match.unit) == (2, "wins")


TARGET = "Score that wins the match, checked at the end of a hand."
OVERRIDES = {
    "match.target=0": ("out-of-range", "0", None),
    "match.target=10.5": ("wrong-type", "10.5", TARGET),
    "match.target=": ("wrong-type", "", TARGET),
    "match.traget=5": ("unknown-key", "match.traget", "did you mean 'target'?"),
    "turn.stuck=drwa-one": (
        "unknown-value", "drwa-one",
        "did you mean 'draw-one'? one of: pass, draw-until-fits, draw-one, discard",
    ),
    "match..target=5": ("unknown-key", "match..target", "known keys: unit, target, several, tie"),
    ".=5": (
        "unknown-key", ".",
        "known keys: name, title, extends, table, fold, opening, turn, end, block, score, bonuses, "
        "match, notes",
    ),
    "match=5": ("wrong-type", "5", "When a match is won."),
    "match.target.x=5": ("wrong-type", "5", TARGET),
    "table.hand_size=8": ("too-many-tiles", "8", "the smallest set that fits is double-seven"),
    "extends=gaple": ("bad-override", "extends", "name the other rule set"),
    "match.target": ("bad-override", "match.target", "write --set match.target=150"),
    "=5": ("bad-override", "=5", "write --set match.target=150"),
    "": ("bad-override", "", "write --set match.target=150"),
    "a" + ".a" * 50 + "=5": ("bad-override", "a" + ".a" * 50, "write --set match.target=150"),
    "match.target=[1": ("yaml-syntax", "", None),
    "match.target=!x 5": ("yaml-tag", "!x 5", "leave the tag out"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), OVERRIDES.items(), ids=lambda v: str(v)[:20])
def test_an_override_is_validated_like_the_file(tmp_path, text, expected):
    (finding,) = rules_refusal(tmp_path, SMALLEST, text)
    assert finding.place.file == "--set"
    assert (finding.code, marked(finding.place), finding.help) == expected


# --- every fault at once


def test_every_fault_of_a_file_is_told_in_its_order(tmp_path):
    text = """\
name: X
table: {players: 5, hand_size: 6, sides: individual}
turn: {stuck: darw-one}
colour: red
opening: {after_draw: winner}
match: {target: "100"}
"""
    assert told(rules_refusal(tmp_path, text)) == [
        "bad-name 1:7",
        "too-many-tiles 2:32",
        "unknown-value 3:15",
        "unknown-key 4:1",
        "draw-has-no-winner 5:23",
        "wrong-type 6:17",
    ]


def test_a_section_with_a_fault_is_not_doubted(tmp_path):
    text = "name: x\ntable: {players: 5, hand_size: nine}\nmatch: {target: 100}\n"
    assert told(rules_refusal(tmp_path, text)) == ["wrong-type 2:32"]


def test_a_section_with_a_misspelt_key_is_not_doubted(tmp_path):
    text = "name: x\ntable: {players: 5, hand_sise: 5}\nmatch: {target: 100}\n"
    assert told(rules_refusal(tmp_path, text)) == ["unknown-key 2:21"]


def test_a_section_beside_a_key_of_no_meaning_is_doubted(tmp_path):
    text = "name: x\ntable: {colour: red, hand_size: 8}\nmatch: {target: 100}\n"
    assert told(rules_refusal(tmp_path, text)) == ["unknown-key 2:9", "too-many-tiles 2:33"]


def test_a_misspelt_section_is_not_doubted(tmp_path):
    text = SMALLEST + "openning: {after_draw: winner}\nopening: {after_block: out-seat}\n"
    assert told(rules_refusal(tmp_path, text)) == ["unknown-key 3:1"]


def test_missing_keys_do_not_hide_doubts(tmp_path):
    found = rules_refusal(tmp_path, "table: {hand_size: 8}\n")
    assert sorted(codes(found)) == ["missing-key", "missing-key", "too-many-tiles"]


def test_warnings_alone_refuse_nothing(tmp_path):
    loaded = load_text(tmp_path, "name: x\nmatch: {target: 1000000}\n")
    assert codes(loaded.warnings) == ["target-far"]


def test_no_more_than_a_hundred_faults_are_told(tmp_path):
    found = rules_refusal(tmp_path, SMALLEST + "".join(f"k{n}: 1\n" for n in range(500)))
    assert codes(found) == ["unknown-key"] * 100 + ["too-many-faults"]


@pytest.mark.parametrize("text", ["[1, 2]", "5", "text", "'{}'"])
def test_a_rule_set_is_a_group_of_keys(tmp_path, text):
    assert codes(rules_refusal(tmp_path, text)) == ["wrong-type"]


@pytest.mark.parametrize("section", ["table", "turn", "bonuses", "match", "notes"])
@pytest.mark.parametrize("value", ["", "5", "text", "[]", "true"])
def test_a_section_is_a_group_of_keys(tmp_path, section, value):
    match = "" if section == "match" else "match: {target: 9}\n"
    (finding,) = rules_refusal(tmp_path, f"name: x\n{match}{section}: {value}\n")
    assert (finding.code, finding.path) == ("wrong-type", section)
    assert finding.message.startswith(f"'{section}' must be a group of keys, not ")
