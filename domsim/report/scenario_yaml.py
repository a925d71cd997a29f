"""A scenario as YAML that a person can read and edit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domsim.report.rules_text import yaml_scalar

PLAYS_A_LINE = 4
NARROW = 90


def scenario_yaml(data: Mapping[str, Any]) -> str:
    """Return a scenario in the order in which it is read; loading it gives the same data."""
    return "\n".join(_mapping(data, 0))


def _mapping(data: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for key, value in data.items():
        if key == "plays" and isinstance(value, str):
            yield f"{pad}{key}: >-"
            yield from _plays(value, pad + "  ")
        elif (isinstance(value, Mapping) and len(pad) + len(key) + len(_flow(value)) > NARROW) or (
            isinstance(value, Mapping) and key == "deal"
        ):
            yield f"{pad}{key}:"
            yield from _mapping(value, depth + 1)
        elif _is_list_of_groups(value):
            yield f"{pad}{key}:"
            for item in value:
                yield from _item(item, depth)
        else:
            yield f"{pad}{_key(key)}: {_flow(value)}"


def _item(item: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    if len(pad) + len(_flow(item)) <= NARROW and "deal" not in item:
        yield f"{pad}- {_flow(item)}"
        return
    lines = list(_mapping(item, depth + 1))
    yield f"{pad}- {lines[0].strip()}"
    yield from lines[1:]


def _plays(text: str, pad: str) -> Iterator[str]:
    plays = text.split()
    for at in range(0, len(plays), PLAYS_A_LINE):
        yield pad + " ".join(f"{play:<7}" for play in plays[at : at + PLAYS_A_LINE]).rstrip()


def _is_list_of_groups(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and isinstance(value[0], Mapping)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return yaml_scalar(value)


def _key(key: str) -> str:
    return key if key.isdigit() else yaml_scalar(key)
