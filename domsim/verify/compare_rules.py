"""How two rule sets differ on paper, and whether the same deals make sense under both."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domsim.rules.findings import Finding, Place, Refused
from domsim.rules.loader import SILENT_FIELDS, LoadedRules

Path = tuple[str, ...]

DEFAULT = "default"
WHO_IT_IS = ("name", "extends")  # what tells rule sets apart, and nothing else
SAME_DEALS = (("table", "players"), ("table", "sides"), ("table", "tiles"), ("table", "hand_size"))


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the two rule sets: as loaded, and in the words of the command."""

    loaded: LoadedRules
    reference: str
    settings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return what the rule set is, as data."""
        return {
            "rules": self.reference,
            "set": list(self.settings),
            "name": self.loaded.name,
            "digest": self.loaded.digest,
        }


@dataclass(frozen=True, slots=True)
class Value:
    """A value with the file and line that set it; of a default ``default`` and 0."""

    value: Any
    file: str
    line: int

    def as_json(self) -> dict[str, Any]:
        """Return the value with the keys of ``domsim rules show --format json``."""
        return {"value": self.value, "file": self.file, "line": self.line}


@dataclass(frozen=True, slots=True)
class Difference:
    """A field with another value in B than in A; None where one of them has no such field."""

    path: str
    a: Value | None
    b: Value | None
    decides: bool

    def as_json(self) -> dict[str, Any]:
        """Return the difference as data; ``decides`` is false for mere words (title, notes)."""
        return {
            "path": self.path,
            "a": None if self.a is None else self.a.as_json(),
            "b": None if self.b is None else self.b.as_json(),
            "decides": self.decides,
        }


def differences(a: LoadedRules, b: LoadedRules) -> list[Difference]:
    """Return the fields in which two rule sets differ, in the order of the schema."""
    in_a, in_b = _values(a), _values(b)
    found = []
    for path in dict.fromkeys([*in_a, *in_b]):
        one, two = in_a.get(path), in_b.get(path)
        if path[0] in WHO_IT_IS or (one and two and one.value == two.value):
            continue
        found.append(Difference(".".join(path), one, two, path[0] not in SILENT_FIELDS))
    return found


def rules_diff_data(a: Variant, b: Variant) -> dict[str, Any]:
    """Return how two rule sets differ on paper."""
    found = differences(a.loaded, b.loaded)
    return {
        "a": a.as_json(),
        "b": b.as_json(),
        "differences": [one.as_json() for one in found],
    }


def _values(loaded: LoadedRules) -> dict[Path, Value]:
    found = {}
    for path, value in _leaves(loaded.rules.model_dump(mode="json"), ()):
        place = loaded.where(*path) or Place(DEFAULT, 0)
        found[path] = Value(value, place.file, place.line)
    return found


def _leaves(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def check_comparable(a: LoadedRules, b: LoadedRules) -> None:
    """Refuse rule sets under which the same deals make no sense: ``not-comparable``."""
    in_a, in_b = _values(a), _values(b)
    findings = [
        _not_comparable(path, in_a[path].value, in_b[path].value, a, b)
        for path in SAME_DEALS
        if in_a[path].value != in_b[path].value
    ]
    if findings:
        raise Refused(findings)


def _not_comparable(
    path: Path, one: Any, two: Any, a: LoadedRules, b: LoadedRules
) -> Finding:  # fmt: skip
    name = ".".join(path)
    return Finding(
        "not-comparable",
        f"the same deals make no sense: '{name}' is {one} in A, {a.name}, but {two} in B, {b.name}",
        b.where(*path) or a.where(*path) or Place(b.name),
        name,
        "compare rule sets with the same players, sides, tiles and hand size",
    )
