"""Nothing that a user can type or save gets a traceback out of the commands that read files."""

from pathlib import Path
from typing import Any

import pytest
from report import scenes

from .running import domsim, only_json, written

NAMES = {
    "empty": "",
    "dots": "..",
    "root": "/",
    "blank": " ",
    "newline": "a\nb",
    "null": "a\x00b",
    "long": "x" * 300 + ".yaml",
    "very long": "x/" * 5000,
    "option-like": "./--set",
    "up and out": "scenarios/../../..",
    "below a file": "good.yaml/x",
    "home": "~",
    "glob": "*.yaml",
    "colon": "good.yaml:1:1",
    "a device": "/dev/null",
    "a loop": "loop.yaml",
}
CONTENTS: dict[str, bytes] = {
    "nothing.yaml": b"",
    "blank.yaml": b" \n\t\n",
    "comment.yaml": b"# only this\n",
    "bytes.yaml": bytes(range(256)),
    "bytes.json": bytes(range(256)),
    "bytes.jsonl": bytes(range(256)),
    "utf16.yaml": "name: x".encode("utf-16"),
    "null.yaml": b"name: \x00\n",
    "escape.yaml": b"name: \x1b[31m\n",
    "list.yaml": b"- a\n",
    "word.yaml": b"hello\n",
    "number.json": b"3",
    "list.json": b"[1, [2]]",
    "mixed.jsonl": b'{"a": 1}\n[1]\n3\n\n"x"\nnull\n{',
    "deep.json": b"[" * 100_000,
    "deep.yaml": b"[" * 5_000,
    "wide.yaml": b"? " * 5_000,
    "long.yaml": b"name: " + b"x" * 300_000,
    "huge-number.yaml": b"match: {target: " + b"9" * 6_000 + b"}",
    "huge-number.json": b'{"match": {"target": ' + b"9" * 6_000 + b"}}",
    "infinite.json": b'{"name": 1e999, "match": NaN}',
    "surrogate.json": b'{"rules": "gaple", "\\ud800": "\\udfff", "hands": []}',
    "aliases.yaml": b"a: &a [x]\nb: *a\n",
    "own-parent.yaml": b"name: x\nextends: own-parent.yaml\nmatch: {target: 1}\n",
    "list-parent.yaml": b"name: x\nextends: list.yaml\nmatch: {target: 1}\n",
    "bytes-parent.yaml": b"name: x\nextends: bytes.yaml\n",
    "folder-parent.yaml": b"name: x\nextends: .\n",
    "long-parent.yaml": b"name: x\nextends: " + b"x" * 5_000,
    "no-parent.yaml": b'name: x\nextends: "\\0"\n',
    "long-rules.yaml": b"rules: " + b"x" * 5_000 + b"\nhands: [{deal: {seed: 1}}]\n",
    "no-hands.yaml": b"rules: gaple\nhands: {}\n",
    "no-seed.yaml": b"rules: gaple\nhands: [{deal: {seed: 1e400}}]\n",
    "odd-set.yaml": b'rules: gaple\nset: {"": 1, a..b: {c: [1]}, name: []}\nhands: [{deal: {}}]\n',
    "deep-set.yaml": b"rules: gaple\nset: {" + b"a." * 3_000 + b"a: 1}\nhands: [{deal: {}}]\n",
    "odd-plays.yaml": b"rules: gaple\nhands: [{deal: {seed: 1}, plays: ':: 9:9-9 x @ +'}]\n",
}  # fmt: skip
OVERRIDES = [
    "", "=", "=1", "match", "match=", "match=3", "match.target", "match.target=", ".=1", "..=..",
    "match..target=3", "match.target.x=3", "match.target=[", "match.target=*a",
    "match.target={a: 1}", "\udcff=\udcff", "bonuses.capicua.points=25.0",
    "match.target=1\nname: x", "match.target=" + "9" * 6_000, "name=null", "name=X Y", "notes=5",
    "extends=nowhere", "table=[]", "a." * 3_000 + "a=1",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, good=scenes.CAPICUA)
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")


def finding_codes(*args: str) -> list[str]:
    """Run a command for JSON; check exit code, form and places; return the codes it tells."""
    result: Any = domsim(*args, "--format", "json")
    report = only_json(result.stdout)
    assert result.exit_code in ((1, 2) if report["findings"] else (0,))
    assert all(f["message"] and f["line"] >= 1 and f["column"] >= 1 for f in report["findings"])
    return [finding["code"] for finding in report["findings"]]


@pytest.mark.parametrize("command", ["validate", "replay"])
@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("root", "dots")])
def test_names_of_files_that_are_none(command: str, name: str):
    assert finding_codes(command, NAMES[name]) != []
    assert domsim(command, NAMES[name]).exit_code in (1, 2)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_rule_sets_that_are_none(name: str):
    result = domsim("rules", "show", NAMES[name], "--format", "json")
    assert (result.exit_code, only_json(result.stdout)["ok"]) == (2, False)


@pytest.mark.parametrize("command", ["validate", "replay"])
@pytest.mark.parametrize("name", CONTENTS)
def test_files_that_hold_nonsense(tmp_path: Path, command: str, name: str):
    for parent in ("list.yaml", "bytes.yaml", name):
        (tmp_path / parent).write_bytes(CONTENTS[parent])
    assert finding_codes(command, name) != []
    assert domsim(command, name).exit_code == (1 if command == "validate" else 2)


@pytest.mark.parametrize("command", ["validate", "replay"])
@pytest.mark.parametrize("name", CONTENTS)
def test_the_same_nonsense_on_standard_input(command: str, name: str):
    result = domsim(command, "-", stdin=CONTENTS[name])
    assert result.exit_code == (1 if command == "validate" else 2)
    assert "error[" in result.stdout


@pytest.mark.parametrize("text", OVERRIDES, ids=lambda text: ascii(text[:24]))
def test_overrides_that_cannot_be_meant(text: str):
    assert finding_codes("validate", "gaple", "--set", text) != []
    shown = domsim("rules", "show", "gaple", "--resolved", "--set", text, "--format", "json")
    assert (shown.exit_code, only_json(shown.stdout)["ok"]) == (2, False)


def test_a_folder_full_of_nonsense_is_told_file_by_file(tmp_path: Path):
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    result = domsim("replay", ".")
    assert result.exit_code == 2
    assert result.stdout.count("ok    Capicúa on the last tile") == 1
    assert [name for name in CONTENTS if f"  --> {name}:" not in result.stdout] == []
