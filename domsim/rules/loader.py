"""Loading a rule set: the file, what it extends, the overrides; each value knows its origin."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from domsim.rules.bundled import bundled_folder, bundled_names, bundled_rules
from domsim.rules.checks import doubts
from domsim.rules.faults import faults
from domsim.rules.findings import Finding, Place, Refused, did_you_mean, has_errors, path_text
from domsim.rules.lowering import Rules, lower
from domsim.rules.models import RuleSet
from domsim.rules.source import (
    LARGEST_JSON,
    LARGEST_YAML,
    Document,
    read_json,
    read_text,
    read_yaml,
)

DEEPEST_EXTENDS = 16
OWN_KEYS = ("name", "title", "extends")
SILENT_FIELDS = {"name", "title", "extends", "notes"}


class Layer(Protocol):
    """One source of values: a file, or an override."""

    @property
    def data(self) -> Any:
        """Return the values as nested groups."""
        ...

    def key(self, path: Sequence[str | int]) -> Place:
        """Return the place of the key at ``path``."""
        ...

    def value(self, path: Sequence[str | int]) -> Place:
        """Return the place of the value at ``path``."""
        ...


@dataclass(frozen=True, slots=True)
class Override:
    """One value set from outside the files; a Layer."""

    name: str
    data: Any
    key_place: Place
    value_place: Place

    def key(self, _path: Sequence[str | int]) -> Place:
        """Return the place of the path in the override."""
        return self.key_place

    def value(self, _path: Sequence[str | int]) -> Place:
        """Return the place of the value in the override."""
        return self.value_place


@dataclass(frozen=True)
class LoadedRules:
    """A valid rule set: the model, its integers, its digest and where its values come from."""

    rules: RuleSet
    codes: Rules
    digest: str
    origins: Mapping[tuple[str | int, ...], Place]
    warnings: tuple[Finding, ...]

    @property
    def name(self) -> str:
        """Return the rule set's short name."""
        return self.rules.name

    def where(self, *path: str) -> Place | None:
        """Return the place that sets the value at ``path``; None where it is the default."""
        return self.origins.get(path)


def override(text: str) -> Override:
    """Read one override as written on the command line, ``path=value``.

    Raises Refused with ``bad-override`` or a YAML finding.
    """
    path, equals, value = text.partition("=")
    place = Place("--set", 1, 1, max(1, len(text)), text)
    if not equals or not path.strip():
        raise Refused([Finding(
            "bad-override", f"'{text}' is no override", place, help="write --set match.target=150"
        )])  # fmt: skip
    data = read_yaml(value, "--set").data if value.strip() else None
    value_place = Place("--set", 1, len(path) + 2, max(1, len(value)), text)
    return override_at(path.strip(), data, Place("--set", 1, 1, len(path), text), value_place)


def override_at(path: str, value: Any, key_place: Place, value_place: Place) -> Override:
    """Return the override of one dotted path, with the places of its path and value."""
    data = value
    for part in reversed(path.split(".")):
        data = {part: data}
    return Override(key_place.file, data, key_place, value_place)


def read_document(path: Path, shown: str | None = None) -> Document:
    """Read a YAML or JSON file with its positions. Raises Refused."""
    name = shown or str(path)
    is_json = path.suffix == ".json"
    try:
        raw = path.read_bytes()
    except OSError as error:
        message = f"cannot read {name}: {error.strerror or error}"
        raise Refused([Finding("unreadable-file", message, Place(name))]) from None
    text = read_text(raw, name, LARGEST_JSON if is_json else LARGEST_YAML)
    return read_json(text, name) if is_json else read_yaml(text, name)


def find_rules(reference: str, base: Path | None = None) -> Path:
    """Return the file of a rule set: a bundled name, or a path relative to ``base``.

    Raises Refused with ``unknown-rules``.
    """
    bundled = bundled_rules(reference)
    if bundled is not None:
        return bundled
    path = (base or Path()) / reference
    if path.is_file():
        return path
    if path.suffix in (".yaml", ".yml", ".json") or "/" in reference:
        message, hint = f"there is no file {path}", None
    else:
        guess = did_you_mean(reference, bundled_names())
        message = f"no bundled rule set is named '{reference}'"
        hint = f"did you mean '{guess}'?" if guess else f"bundled: {', '.join(bundled_names())}"
    raise Refused([Finding("unknown-rules", message, Place(reference), help=hint)])


def shown_name(path: Path) -> str:
    """Return how a rule set's file is named in findings: bundled ones by their short path."""
    try:
        return "rulesets/" + str(path.resolve().relative_to(bundled_folder("rulesets")))
    except (ValueError, FileNotFoundError):
        return str(path)


def load_rules(
    reference: str, overrides: Sequence[Override] = (), base: Path | None = None
) -> LoadedRules:
    """Load a rule set by bundled name or path, with what it extends and the overrides.

    Raises Refused with every error found (and the warnings beside them).
    """
    layers: list[Layer] = [*_ancestry(find_rules(reference, base)), *overrides]
    return load_layers(layers)


def load_rules_document(
    document: Document, path: Path, overrides: Sequence[Override] = ()
) -> LoadedRules:
    """Load the rule set in a document that has been read from ``path``. Raises Refused."""
    layers: list[Layer] = [*_ancestry(path, document), *overrides]
    return load_layers(layers)


def _ancestry(path: Path, document: Document | None = None) -> list[Layer]:
    """Return the layers of a rule set, the furthest parent first."""
    layers: list[Layer] = []
    seen: list[Path] = []
    here: Path | None = path
    while here is not None:
        document = document or read_document(here, shown_name(here))
        layers.insert(0, document)
        seen.append(here.resolve())
        here = _parent(document, here, seen)
        document = None
    return layers


def _parent(document: Document, path: Path, seen: Sequence[Path]) -> Path | None:
    extends = document.data.get("extends") if isinstance(document.data, dict) else None
    if not isinstance(extends, str):
        return None
    place = document.value(("extends",))
    try:
        parent = find_rules(extends, path.parent)
    except Refused as refused:
        cause = refused.findings[0]
        raise Refused([Finding(
            "unknown-parent", f"cannot extend '{extends}': {cause.message}", place, "extends",
            cause.help,
        )]) from None  # fmt: skip
    if parent.resolve() in seen or len(seen) >= DEEPEST_EXTENDS:
        chain = " extends ".join(p.stem for p in [*seen, parent])
        text = f"the chain never ends: {chain}"
        raise Refused([Finding("extends-cycle", text, place, "extends")])
    return parent


def load_layers(layers: Sequence[Layer]) -> LoadedRules:
    """Merge layers, the later over the earlier, and validate the result. Raises Refused."""
    last_file = [layer for layer in layers if isinstance(layer, Document)][-1]
    if not isinstance(last_file.data, dict):
        place = last_file.value(())
        raise Refused([Finding("wrong-type", "a rule set is a group of keys", place)])
    data: dict[str, Any] = {}
    origin: dict[tuple[str | int, ...], Layer] = {}
    for layer in layers:
        inherited = isinstance(layer, Document) and layer is not last_file
        _merge(data, layer.data, layer, origin, (), inherited)
    return _validated(data, origin, last_file)


def _merge(
    into: dict[str, Any],
    new: Any,
    layer: Layer,
    origin: dict[tuple[str | int, ...], Layer],
    path: tuple[str | int, ...],
    inherited: bool,
) -> None:
    if not isinstance(new, dict):
        return
    for key, value in new.items():
        here = (*path, key)
        if inherited and not path and key in OWN_KEYS:
            continue
        origin[here] = layer
        if isinstance(value, dict) and isinstance(into.get(key, {}), dict):
            below = into.setdefault(key, {})
            _merge(below, value, layer, origin, here, inherited)
        else:
            into[key] = value


def _validated(
    data: dict[str, Any], origin: dict[tuple[str | int, ...], Layer], last_file: Document
) -> LoadedRules:
    def layer_of(path: Sequence[str | int]) -> Layer:
        here = tuple(path)
        while here and here not in origin:
            here = here[:-1]
        return origin.get(here, last_file)

    def key(path: Sequence[str | int]) -> Place:
        return layer_of(path).key(path)

    def value(path: Sequence[str | int]) -> Place:
        return layer_of(path).value(path)

    try:
        rules = RuleSet.model_validate(data)
    except ValidationError as error:
        raise Refused(faults(error, RuleSet, key, value)) from None
    findings = [
        Finding(d.code, d.message, value(d.path), path_text(d.path), d.help, d.severity)
        for d in doubts(rules)
    ]
    if has_errors(findings):
        raise Refused(findings)
    origins = {path: layer.value(path) for path, layer in origin.items()}
    return LoadedRules(rules, lower(rules), digest(rules), origins, tuple(findings))


def digest(rules: RuleSet) -> str:
    """Return 16 hexadecimal digits that name everything in a rule set that decides a result."""
    content = rules.model_dump(mode="json", exclude=SILENT_FIELDS)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
