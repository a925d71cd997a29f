"""Rule sets that differ from a given one in a single value, to see which of them explains a log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from domsim.rules.axes import Axis
from domsim.rules.checks import doubts
from domsim.rules.loader import LoadedRules
from domsim.rules.lowering import lower
from domsim.rules.models import RuleSet

# What an app that differs is likely to pay for a bonus.
USUAL_POINTS = (0, 20, 25, 30, 50)
# A log's deals are as they are, so what is dealt is never changed.
SECTIONS = ("fold", "opening", "turn", "end", "block", "score", "bonuses", "match")


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a rule set, changed: its dotted path and the other value."""

    path: str
    value: str | int


def changes(rules: RuleSet) -> Iterator[Change]:
    """Yield every other value of every named axis, and other usual points of every bonus."""
    for section in SECTIONS:
        yield from _changes(getattr(rules, section), section)


def _changes(part: BaseModel, path: str) -> Iterator[Change]:
    for name in type(part).model_fields:
        value, here = getattr(part, name), f"{path}.{name}"
        if isinstance(value, BaseModel):
            yield from _changes(value, here)
        elif isinstance(value, Axis):
            yield from (Change(here, str(other)) for other in type(value) if other != value)
        elif name == "points":
            yield from (Change(here, points) for points in USUAL_POINTS if points != value)


def changed(loaded: LoadedRules, change: Change) -> LoadedRules | None:
    """Return a rule set with one value changed; None where that is no valid rule set."""
    data = loaded.rules.model_dump(mode="json")
    *parents, name = change.path.split(".")
    part: dict[str, Any] = data
    for parent in parents:
        part = part[parent]
    part[name] = change.value
    try:
        rules = RuleSet.model_validate(data)
    except ValidationError:
        return None
    if any(doubt.severity == "error" for doubt in doubts(rules)):
        return None
    return replace(loaded, rules=rules, codes=lower(rules))


class WhatIf:
    """The valid single changes of every rule set that a log names, worked out once each."""

    def __init__(self) -> None:
        self._known: dict[str, Mapping[Change, LoadedRules]] = {}

    def of(self, loaded: LoadedRules) -> Mapping[Change, LoadedRules]:
        """Return every valid rule set that differs in one value, by that change."""
        if loaded.digest not in self._known:
            pairs = ((change, changed(loaded, change)) for change in changes(loaded.rules))
            self._known[loaded.digest] = {c: other for c, other in pairs if other is not None}
        return self._known[loaded.digest]


def value_at(rules: RuleSet, path: str) -> Any:
    """Return the value of a rule set at a dotted path."""
    value: Any = rules
    for part in path.split("."):
        value = getattr(value, part)
    return value


def rule_text(loaded: LoadedRules, path: str) -> str:
    """Say what a rule set says at a dotted path, and where: ``block.tie is nobody (a.yaml:3)``."""
    return f"{path} is {value_at(loaded.rules, path)} ({rule_place(loaded, path.split('.'))})"


def rule_place(loaded: LoadedRules, path: Sequence[str]) -> str:
    """Return where a rule set sets a value: file and line, or that it is the default."""
    place = loaded.where(*path)
    return f"{place.file}:{place.line}" if place else "the default"
