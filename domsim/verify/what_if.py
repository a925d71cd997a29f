"""Rule sets that differ from a given one in a value or two, to see which one explains a log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
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
    """Values of a rule set that are changed: each a dotted path and the other value."""

    values: tuple[tuple[str, str | int], ...]

    @property
    def path(self) -> str:
        """Return the path of the first value changed."""
        return self.values[0][0]


def changes(rules: RuleSet) -> Iterator[Change]:
    """Yield every other value of every named axis, and other usual points of every bonus."""
    for section in SECTIONS:
        for path, value in _others(getattr(rules, section), section):
            yield Change(((path, value),))


def double_changes(rules: RuleSet) -> Iterator[Change]:
    """Yield every pair of other values of the axes of one bonus."""
    for name in type(rules.bonuses).model_fields:
        bonus = getattr(rules.bonuses, name)
        others = [o for o in _others(bonus, f"bonuses.{name}") if not o[0].endswith(".points")]
        for first, second in combinations(others, 2):
            if first[0] != second[0]:
                yield Change((first, second))


def _others(part: BaseModel, path: str) -> Iterator[tuple[str, str | int]]:
    for name in type(part).model_fields:
        value, here = getattr(part, name), f"{path}.{name}"
        if name != "points" and getattr(part, "points", 1) == 0:
            continue  # of a bonus that is switched off only its points matter
        if isinstance(value, BaseModel):
            yield from _others(value, here)
        elif isinstance(value, Axis):
            yield from ((here, str(other)) for other in type(value) if other != value)
        elif name == "points":
            yield from ((here, points) for points in USUAL_POINTS if points != value)


def changed(loaded: LoadedRules, change: Change) -> LoadedRules | None:
    """Return a rule set with its values changed; None where that is no valid rule set."""
    data = loaded.rules.model_dump(mode="json")
    for path, value in change.values:
        *parents, name = path.split(".")
        part: dict[str, Any] = data
        for parent in parents:
            part = part[parent]
        part[name] = value
    try:
        rules = RuleSet.model_validate(data)
    except ValidationError:
        return None
    if any(doubt.severity == "error" for doubt in doubts(rules)):
        return None
    return replace(loaded, rules=rules, codes=lower(rules))


Others = Mapping[Change, LoadedRules]


class WhatIf:
    """The valid changes of every rule set that a log names, worked out once each."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Others, ...]] = {}

    def of(self, loaded: LoadedRules) -> tuple[Others, ...]:
        """Return the rule sets that differ in one value, then those that differ in two."""
        if loaded.digest not in self._known:
            kinds = (changes(loaded.rules), double_changes(loaded.rules))
            self._known[loaded.digest] = tuple(_valid(loaded, kind) for kind in kinds)
        return self._known[loaded.digest]


# What cannot matter to a hand that ended so; a hand that could not be played has no end.
_IDLE = {
    "out": ("score.block", "bonuses.blocked_bonus", "opening.after_block", "opening.after_draw"),
    "blocked": ("score.out", "score.order", "bonuses.capicua", "end.out_winner",
                "opening.after_out"),
}  # fmt: skip
_OF_PLAY = ("fold.", "opening.", "turn.", "end.")


def can_matter(change: Change, end: str | None) -> bool:
    """Tell whether a change can matter to a hand that ended so, None where it was not played."""
    if end is None:
        return change.path.startswith(_OF_PLAY)
    return not change.path.startswith(_IDLE.get(end, ()))


def _valid(loaded: LoadedRules, kind: Iterable[Change]) -> Others:
    pairs = ((change, changed(loaded, change)) for change in kind)
    return {change: other for change, other in pairs if other is not None}


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
