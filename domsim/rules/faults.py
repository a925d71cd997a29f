"""Pydantic's complaints as findings: in the user's words, at the user's line."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from domsim.rules.findings import Finding, Place, did_you_mean, path_text
from domsim.tiles import TileError

Where = Callable[[Sequence[str | int]], Place]

_KIND_WORDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
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
    found = [_fault(e, model, key, value) for e in error.errors(include_url=False)]
    unique = dict.fromkeys(found)
    return sorted(unique, key=lambda f: (f.place.file, f.place.line, f.place.column))


def _fault(error: Mapping[str, Any], model: type[BaseModel], key: Where, value: Where) -> Finding:
    loc = tuple(part for part in error["loc"] if not _is_branch(part))
    kind, path = error["type"], path_text(loc)
    word = str(loc[-1]) if loc else "document"
    if kind == "extra_forbidden":
        known = known_keys(model, loc[:-1])
        guess = did_you_mean(word, known)
        hint = f"did you mean '{guess}'?" if guess else f"known keys: {', '.join(known)}"
        return Finding("unknown-key", f"unknown key '{word}'", key(loc), path, hint)
    if kind == "missing":
        return Finding(
            "missing-key", f"the key '{word}' is missing", key(loc[:-1]), path,
            _description(model, loc),
        )  # fmt: skip
    place = value(loc)
    if kind in ("enum", "literal_error"):
        return _unknown_value(error, word, place, path)
    if kind in _KIND_WORDS:
        message = f"'{word}' must be {_KIND_WORDS[kind]}, not {_kind_of(error['input'])}"
        return Finding("wrong-type", message, place, path, _description(model, loc))
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return Finding("out-of-range", _range_message(error, word), place, path)
    return _own_fault(error, word, place, path)


def _own_fault(error: Mapping[str, Any], word: str, place: Place, path: str) -> Finding:
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, TileError):
        return Finding("bad-tile", str(cause), place, path, cause.help)
    if error["type"] == "string_pattern_mismatch":
        message = f"'{_short(error['input'])}' is not a name"
        return Finding("bad-name", message, place, path, "use small letters, digits and hyphens")
    message = str(cause) if cause is not None else f"'{word}': {error['msg'].lower()}"
    return Finding("invalid-value", message, place, path)


def _unknown_value(error: Mapping[str, Any], word: str, place: Place, path: str) -> Finding:
    allowed = re.findall(r"'([^']*)'", str(error.get("ctx", {}).get("expected", "")))
    given = error["input"]
    guess = did_you_mean(given, allowed) if isinstance(given, str) else None
    hint = f"one of: {', '.join(allowed)}"
    if guess:
        hint = f"did you mean '{guess}'? {hint}"
    return Finding("unknown-value", f"'{_short(given)}' is no value of '{word}'", place, path, hint)


def _range_message(error: Mapping[str, Any], word: str) -> str:
    context = error["ctx"]
    if "ge" in context or "gt" in context:
        return f"'{word}' is {_short(error['input'])}; it must be at least {context.get('ge')}"
    return f"'{word}' is {_short(error['input'])}; it must be at most {context.get('le')}"


def _is_branch(part: str | int) -> bool:
    """Tell pydantic's names of union branches from the path of the document."""
    branch = r"(constrained-|function-|list\[|str$|tagged-)"
    return isinstance(part, str) and bool(re.match(branch, part))


def _short(value: object) -> str:
    text = "empty" if value is None else str(value)
    return text if len(text) <= 40 else text[:37] + "…"


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
