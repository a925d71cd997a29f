"""Pydantic's complaints as findings: in the user's words, at the user's line."""

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from domsim.rules.findings import (
    MOST_FINDINGS,
    Finding,
    Place,
    by_place,
    did_you_mean,
    path_text,
    shortened,
    too_many,
)
from domsim.tiles import TileError

Where = Callable[[Sequence[str | int]], Place]

_KIND_WORDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a group of keys",
    "model_type": "a group of keys",
    "model_attributes_type": "a group of keys",
    "float_type": "a number",
    "none_required": "empty",
}


def faults(
    error: ValidationError, model: type[BaseModel], key: Where, value: Where
) -> list[Finding]:
    """Return every fault of a validation, in the order of the document.

    ``key`` and ``value`` give the place of the key or value at a path.
    """
    errors = [e for e in error.errors(include_url=False) if not _is_echo(e)]
    found = [_fault(e, model, key, value) for e in errors[:MOST_FINDINGS]]
    if len(errors) > MOST_FINDINGS:
        found = list(too_many(found).findings)
    return sorted(dict.fromkeys(found), key=by_place)


def _is_echo(error: Mapping[str, Any]) -> bool:
    """Tell a complaint about a list that is short only because its entries are faulty."""
    if error["type"] != "too_short":
        return False
    return bool(len(error["input"]) >= error["ctx"]["min_length"])


def without_faults(
    data: dict[str, Any], error: ValidationError, model: type[BaseModel]
) -> tuple[dict[str, Any], frozenset[str]]:
    """Return a document without its faulty values, and the sections that may not be as meant."""
    sound, unsure = copy.deepcopy(data), set()
    for fault in error.errors(include_url=False):
        loc = fault["loc"]
        _remove(sound, loc)
        if fault["type"] != "extra_forbidden":
            unsure.add(str(loc[0]))
            continue
        meant = did_you_mean(str(loc[-1]), known_keys(model, loc[:-1]))
        if meant is not None:
            unsure.add(str((*loc[:-1], meant)[0]))
    return sound, frozenset(unsure)


def _remove(data: dict[str, Any], loc: Sequence[str | int]) -> None:
    here: Any = data
    for part in loc[:-1]:
        here = here.get(part) if isinstance(here, dict) else None
    if isinstance(here, dict):
        here.pop(loc[-1], None)


def _fault(error: Mapping[str, Any], model: type[BaseModel], key: Where, value: Where) -> Finding:
    loc = error["loc"]
    kind, path, word = error["type"], path_text(loc), _name(loc)
    if kind == "extra_forbidden":
        known = known_keys(model, loc[:-1])
        guess = did_you_mean(str(loc[-1]), known)
        hint = f"did you mean '{guess}'?" if guess else f"known keys: {', '.join(known)}"
        return Finding("unknown-key", f"unknown key {word}", key(loc), path, hint)
    if kind == "missing":
        what = f"{word} is missing" if isinstance(loc[-1], int) else f"the key {word} is missing"
        return Finding("missing-key", what, key(loc[:-1]), path, _description(model, loc))
    place = value(loc)
    if kind in ("enum", "literal_error"):
        return _unknown_value(error, word, place, path)
    if kind in _KIND_WORDS:
        message = f"{word} must be {_KIND_WORDS[kind]}, not {_kind_of(error['input'])}"
        return Finding("wrong-type", message, place, path, _description(model, loc))
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return Finding("out-of-range", _range_message(error, word), place, path)
    return _own_fault(error, word, place, path)


def _own_fault(error: Mapping[str, Any], word: str, place: Place, path: str) -> Finding:
    cause = error.get("ctx", {}).get("error")
    if error["type"] in ("too_short", "too_long"):
        return Finding("wrong-length", _length_message(error, word), place, path)
    if isinstance(cause, TileError):
        return Finding("bad-tile", str(cause), place, path, cause.help)
    if error["type"] == "string_pattern_mismatch":
        message = f"'{_short(error['input'])}' is not a name"
        return Finding("bad-name", message, place, path, "use small letters, digits and hyphens")
    message = str(cause) if cause is not None else f"{word}: {error['msg'].lower()}"
    return Finding("invalid-value", message, place, path)


def _unknown_value(error: Mapping[str, Any], word: str, place: Place, path: str) -> Finding:
    allowed = re.findall(r"'([^']*)'", str(error.get("ctx", {}).get("expected", "")))
    given = error["input"]
    guess = did_you_mean(given, allowed) if isinstance(given, str) else None
    hint = f"one of: {', '.join(allowed)}"
    if guess:
        hint = f"did you mean '{guess}'? {hint}"
    return Finding("unknown-value", f"'{_short(given)}' is no value of {word}", place, path, hint)


def _range_message(error: Mapping[str, Any], word: str) -> str:
    context, given = error["ctx"], _short(error["input"])
    if "ge" in context:
        return f"{word} is {given}; it must be at least {context['ge']}"
    return f"{word} is {given}; it must be at most {context['le']}"


def _length_message(error: Mapping[str, Any], word: str) -> str:
    context, held = error["ctx"], len(error["input"])
    if "min_length" in context:
        return f"{word} has {held} entries; it needs at least {context['min_length']}"
    return f"{word} has {held} entries; it takes at most {context['max_length']}"


def _name(loc: Sequence[str | int]) -> str:
    """Return how people call the value at a path: its key, or its place in a list."""
    if not loc:
        return "the document"
    if isinstance(loc[-1], int):
        return f"entry {loc[-1] + 1} of {_name(loc[:-1])}"
    return f"'{shortened(loc[-1])}'"


def _short(value: object) -> str:
    return "empty" if value is None else shortened(str(value))


def _kind_of(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"'{str(value).lower()}'"
    if isinstance(value, int | float):
        return f"the number {_short(value)}"
    if isinstance(value, str):
        return f"the text '{_short(value)}'"
    return "a list" if isinstance(value, list) else "a group of keys"


def known_keys(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """Return the keys that a schema knows at a path, in the schema's order."""
    here = _model_at(model, path)
    return [field.alias or name for name, field in here.model_fields.items()] if here else []


def _model_at(model: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel] | None:
    here: type[BaseModel] | None = model
    for part in path:
        if isinstance(part, int) or here is None:
            continue
        field = here.model_fields.get(part) or next(
            (f for f in here.model_fields.values() if f.alias == part), None
        )
        here = _model_in(field.annotation) if field else None
    return here


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) is not None:
        for part in get_args(annotation):
            found = _model_in(part)
            if found is not None:
                return found
    return None


def _description(model: type[BaseModel], path: Sequence[str | int]) -> str | None:
    here = _model_at(model, path[:-1])
    field = here.model_fields.get(str(path[-1])) if here and path else None
    return field.description if field else None
