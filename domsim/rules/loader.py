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
from domsim.rules.faults import Where, faults, without_faults
from domsim.rules.findings import (
    MOST_FINDINGS,
    Finding,
    Place,
    Refused,
    by_place,
    did_you_mean,
    has_errors,
    path_text,
    shortened,
)
from domsim.rules.json_source import read_json
from domsim.rules.lowering import Rules, lower
from domsim.rules.models import RuleSet
from domsim.rules.source import (
    DEEPEST,
    LARGEST_JSON,
    LARGEST_YAML,
    Document,
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
        message = f"'{shortened(text)}' is no override"
        raise Refused([Finding("bad-override", message, place, help=_OVERRIDE_HELP)])
    data = read_yaml(value, "--set").data if value.strip() else None
    value_place = Place("--set", 1, len(path) + 2, max(1, len(value)), text)
    return override_at(path.strip(), data, Place("--set", 1, 1, len(path), text), value_place)


def override_at(path: str, value: Any, key_place: Place, value_place: Place) -> Override:
    """Return the override of one dotted path, with the places of its path and value.

    Raises Refused with ``bad-override``.
    """
    parts, data = path.split("."), value
    if parts[0] == "extends":
        text = "what a rule set extends cannot be overridden"
        raise Refused([Finding("bad-override", text, key_place, path, "name the other rule set")])
    if len(parts) > DEEPEST:
        text = f"'{shortened(path)}' is no path"
        raise Refused([Finding("bad-override", text, key_place, help=_OVERRIDE_HELP)])
    for part in reversed(parts):
        data = {part: data}
    return Override(key_place.file, data, key_place, value_place)


_OVERRIDE_HELP = "write --set match.target=150"


def read_document(path: Path, shown: str | None = None) -> Document:
    """Read a YAML or JSON file with its positions. Raises Refused."""
    name = shown or str(path)
    is_json = path.suffix == ".json"
    largest = LARGEST_JSON if is_json else LARGEST_YAML
    try:
        with path.open("rb") as file:
            raw = file.read(largest + 1)
    except OSError as error:
        message = f"cannot read {name}: {error.strerror or error}"
        raise Refused([Finding("unreadable-file", message, Place(name))]) from None
    text = read_text(raw, name, largest)
    return read_json(text, name) if is_json else read_yaml(text, name)


def find_rules(reference: str, base: Path | None = None) -> Path:
    """Return the file of a rule set: a bundled name, or a path relative to ``base``.

    Raises Refused with ``unknown-rules``.
    """
    bundled = bundled_rules(reference)
    if bundled is not None:
        return bundled
    path = (base or Path()) / reference
    if _is_file(path):
        return path
    if path.suffix in (".yaml", ".yml", ".json") or "/" in reference:
        message, hint = f"there is no file {shortened(str(path))}", None
    else:
        guess = did_you_mean(reference, bundled_names())
        message = f"no bundled rule set is named '{shortened(reference)}'"
        hint = f"did you mean '{guess}'?" if guess else f"bundled: {', '.join(bundled_names())}"
    raise Refused([Finding("unknown-rules", message, Place(reference), help=hint)])


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder that may not be read
        return False


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
    files, broken = _ancestry(find_rules(reference, base))
    return load_layers([*files, *overrides], broken)


def load_rules_document(
    document: Document, path: Path, overrides: Sequence[Override] = ()
) -> LoadedRules:
    """Load the rule set in a document that has been read from ``path``. Raises Refused."""
    files, broken = _ancestry(path, document)
    return load_layers([*files, *overrides], broken)


def _ancestry(
    path: Path, document: Document | None = None
) -> tuple[list[Document], Sequence[Finding]]:
    """Return the files of a rule set, the furthest parent first, and what broke the chain off."""
    files: list[Document] = []
    seen: list[Path] = []
    here: Path | None = path
    while here is not None:
        try:
            document = document or read_document(here, shown_name(here))
            files.insert(0, document)
            seen.append(here.resolve())
            here = _parent(document, here, seen)
        except Refused as refused:
            if not files:
                raise
            return files, refused.findings
        document = None
    return files, ()


def _parent(document: Document, path: Path, seen: Sequence[Path]) -> Path | None:
    extends = document.data.get("extends") if isinstance(document.data, dict) else None
    place = document.value(("extends",))
    if not isinstance(extends, str):
        if extends is not None and len(seen) > 1:
            raise Refused([Finding("wrong-type", "'extends' must be text", place, "extends")])
        return None
    try:
        parent = find_rules(extends, path.parent)
    except Refused as refused:
        cause = refused.findings[0]
        raise Refused([Finding(
            "unknown-parent", f"cannot extend '{shortened(extends)}': {cause.message}", place,
            "extends", cause.help,
        )]) from None  # fmt: skip
    if parent.resolve() in seen or len(seen) >= DEEPEST_EXTENDS:
        chain = " extends ".join(p.stem for p in [*seen, parent])
        text = f"the chain never ends: {chain}"
        raise Refused([Finding("extends-cycle", text, place, "extends")])
    return parent


def load_layers(layers: Sequence[Layer], broken: Sequence[Finding] = ()) -> LoadedRules:
    """Merge layers, the later over the earlier, and validate the result. Raises Refused.

    ``broken`` says why a parent is missing; what only that parent could give is not missed.
    """
    files = [layer for layer in layers if isinstance(layer, Document)]
    for file in files:
        if not isinstance(file.data, dict):
            text = "a rule set is a group of keys"
            raise Refused([Finding("wrong-type", text, file.value(()))])
    data: dict[str, Any] = {}
    origin: dict[tuple[str | int, ...], Layer] = {}
    for layer in layers:
        inherited = isinstance(layer, Document) and layer is not files[-1]
        _merge(data, layer.data, layer, origin, (), inherited)
    return _validated(data, origin, files[-1], broken)


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
    data: dict[str, Any],
    origin: dict[tuple[str | int, ...], Layer],
    last_file: Document,
    broken: Sequence[Finding],
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

    findings: list[Finding] = []
    rules, unsure = _model(data, findings, key, value)
    if broken:
        findings = [*broken, *(f for f in findings if f.code != "missing-key")]
    else:
        findings += [
            Finding(d.code, d.message, value(d.path), path_text(d.path), d.help, d.severity)
            for d in doubts(rules, unsure)
        ]
    findings.sort(key=by_place)
    if has_errors(findings):
        raise Refused(findings)
    origins = {path: layer.value(path) for path, layer in origin.items()}
    return LoadedRules(rules, lower(rules), digest(rules), origins, tuple(findings))


def _model(
    data: dict[str, Any], findings: list[Finding], key: Where, value: Where
) -> tuple[RuleSet, frozenset[str]]:
    """Return the model of a rule set and the sections that may not be as meant.

    Every fault is noted; what is sound is still there to be doubted.
    """
    try:
        return RuleSet.model_validate(data), frozenset()
    except ValidationError as error:
        findings += faults(error, RuleSet, key, value)
        if len(findings) > MOST_FINDINGS:
            raise Refused(findings) from None
        sound, unsure = without_faults(data, error, RuleSet)
    sound.setdefault("name", "unnamed")
    sound.setdefault("match", {}).setdefault("target", 1)
    return RuleSet.model_validate(sound), unsure


def digest(rules: RuleSet) -> str:
    """Return 16 hexadecimal digits that name everything in a rule set that decides a result."""
    content = rules.model_dump(mode="json", exclude=SILENT_FIELDS)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
