"""Rule sets as text: the list, the resolved values with their origin, the field reference."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from domsim.rules.loader import LoadedRules

_PLAIN = re.compile(r"(?!(?:null|true|false)$)[a-z][a-z0-9_-]*|[0-9]-[0-9]")
LIST_HEADERS = ("name", "players", "sides", "target", "unit", "extends", "title")


def list_row(loaded: LoadedRules) -> tuple[Any, ...]:
    """Return a rule set's row in the list."""
    rules = loaded.rules
    return (
        rules.name, rules.table.players, str(rules.table.sides), rules.match.target,
        str(rules.match.unit), rules.extends or "", rules.title,
    )  # fmt: skip


def resolved_values(loaded: LoadedRules) -> Iterator[tuple[tuple[str, ...], Any, str, int]]:
    """Yield path, value, file and line of every value; the file of a default is ``default``."""
    yield from _leaves(loaded.rules.model_dump(mode="json"), (), loaded)


def _leaves(
    data: Mapping[str, Any], path: tuple[str, ...], loaded: LoadedRules
) -> Iterator[tuple[tuple[str, ...], Any, str, int]]:
    for key, value in data.items():
        here = (*path, key)
        if isinstance(value, dict):
            yield from _leaves(value, here, loaded)
            continue
        place = loaded.where(*here)
        yield (here, value, place.file, place.line) if place else (here, value, "default", 0)


def resolved_text(loaded: LoadedRules) -> str:
    """Return the rule set as YAML with every value's file and line in a comment.

    Nothing is left to inherit, so it says not what it extends.
    """
    lines: list[tuple[str, str]] = []
    open_path: tuple[str, ...] = ()
    for path, value, file, line in resolved_values(loaded):
        if path == ("extends",):
            continue
        for depth, part in enumerate(path[:-1]):
            if open_path[: depth + 1] != path[: depth + 1]:
                lines.append((f"{'  ' * depth}{part}:", ""))
        open_path = path[:-1]
        origin = file if file == "default" else f"{file}:{line}"
        indent, key = "  " * (len(path) - 1), yaml_scalar(path[-1])
        lines.append((f"{indent}{key}: {yaml_scalar(value)}", origin))
    short = [len(text) for text, origin in lines if origin and len(text) <= 44]
    width = max(short, default=0)
    return "\n".join(f"{text:<{width}}  # {origin}" if origin else text for text, origin in lines)


def yaml_scalar(value: Any) -> str:
    """Return a scalar as YAML that reads back as the same value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else _quoted(value)
    return str(value)


def _quoted(value: str) -> str:
    import yaml  # noqa: PLC0415 - only printing YAML needs it

    text: str = yaml.safe_dump(value, default_style='"', width=10**6, allow_unicode=True)
    return text.strip()


def reference_text(model: type[BaseModel]) -> str:
    """Return the field reference of a schema as a Markdown table."""
    lines = ["| key | values | default | meaning |", "|---|---|---|---|"]
    lines += [f"| `{key}` | {values} | {default} | {text} |" for key, values, default, text in
              _fields(model, "")]  # fmt: skip
    return "\n".join(lines)


def _fields(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, str, str]]:
    for name, field in model.model_fields.items():
        key = f"{prefix}{field.alias or name}"
        inner = _part(field.annotation)
        if inner is not None:
            listed = "tuple" in str(field.annotation)
            yield key, "list of groups" if listed else "group", "", field.description or ""
            yield from _fields(inner, f"{key}[]." if listed else f"{key}.")
            continue
        required = field.is_required()
        default = "required" if required else _default_text(field.default)
        yield key, _values_text(field.annotation, field.metadata), default, field.description or ""


def _default_text(default: Any) -> str:
    return "" if default in (None, (), {}, "") else f"`{yaml_scalar(default)}`"


def _part(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type):
        return annotation if issubclass(annotation, BaseModel) else None
    for part in get_args(annotation):
        found = _part(part)
        if found is not None:
            return found
    return None


def _values_text(annotation: Any, metadata: Iterable[Any]) -> str:
    """Say in words what a field takes."""
    kind, parts = get_origin(annotation), _parts(annotation)
    if kind is Annotated:
        return _values_text(parts[0], [*metadata, *_constraints(parts[1:])])
    if kind is tuple:
        one = _values_text(parts[0], ())
        return "text, or a list of texts" if one == "text" else f"list of {one}"
    if kind is dict:
        return "group"
    if parts:
        return _values_text(parts[0], metadata)
    if issubclass(annotation, Enum):
        return ", ".join(f"`{member.value}`" for member in annotation)
    if annotation is int:
        return _range_text(list(metadata))
    return "`true`, `false`" if annotation is bool else "text"


def _parts(annotation: Any) -> list[Any]:
    return [part for part in get_args(annotation) if part not in (NoneType, Ellipsis)]


def _constraints(metadata: Iterable[Any]) -> Iterator[Any]:
    for one in metadata:
        yield from getattr(one, "metadata", [one])


def _range_text(metadata: list[Any]) -> str:
    low = next((m.ge for m in metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in metadata if hasattr(m, "le")), None)
    if low is None:
        return "number"
    return f"{low} or more" if high is None else f"{low} to {high}"
