"""Texts read as documents and rule sets, and findings in few words."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from domsim.rules.findings import Finding, Place, Refused
from domsim.rules.loader import LoadedRules, load_rules, override
from domsim.rules.source import read_yaml

SMALLEST = "name: x\nmatch: {target: 100}\n"


def refusal(read: Callable[[], object]) -> tuple[Finding, ...]:
    """Return the findings with which something is refused."""
    with pytest.raises(Refused) as caught:
        read()
    return caught.value.findings


def told(findings: Sequence[Finding]) -> list[str]:
    """Return findings as ``code line:column``."""
    return [f"{f.code} {f.place.line}:{f.place.column}" for f in findings]


def codes(findings: Sequence[Finding]) -> list[str]:
    """Return the codes of findings."""
    return [f.code for f in findings]


def marked(place: Place | None) -> str:
    """Return the text that a place underlines."""
    assert place is not None
    return place.source[place.column - 1 :][: place.width]


def yaml_refusal(text: str) -> tuple[Finding, ...]:
    """Return the findings with which a YAML text is refused."""
    return refusal(lambda: read_yaml(text, "t.yaml"))


def written(folder: Path, **files: str) -> Path:
    """Write YAML files by name; return the first one's path."""
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.yaml"


def load_text(folder: Path, text: str, *settings: str) -> LoadedRules:
    """Load a rule set from its text, with ``--set`` overrides."""
    path = written(folder, t=text)
    return load_rules(str(path), [override(setting) for setting in settings])


def rules_refusal(folder: Path, text: str, *settings: str) -> tuple[Finding, ...]:
    """Return the findings with which the text of a rule set is refused."""
    return refusal(lambda: load_text(folder, text, *settings))
