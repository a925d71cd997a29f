"""Every field of a model, and every other value that it could have."""

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domsim.rules.axes import Axis
from domsim.rules.models import RuleSet


class Field(NamedTuple):
    """A field of a model that is no section itself, with its dotted path."""

    path: str
    info: FieldInfo


def fields(model: type[BaseModel], prefix: str = "") -> Iterator[Field]:
    """Yield the fields of a model, section by section."""
    for name, info in model.model_fields.items():
        sections = list(_sections(info.annotation))
        if not sections:
            yield Field(prefix + name, info)
        for section in sections:
            yield from fields(section, f"{prefix}{name}.")


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Yield a model and every model inside it."""
    yield model
    for info in model.model_fields.values():
        for section in _sections(info.annotation):
            yield from models(section)


def _sections(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _sections(part)


AXES: dict[str, type[Axis]] = {
    path: info.annotation
    for path, info in fields(RuleSet)
    if isinstance(info.annotation, type) and issubclass(info.annotation, Axis)
}
NUMBERS = [path for path, info in fields(RuleSet) if info.annotation is int]


def nested(path: str, value: Any) -> dict[str, Any]:
    """Return a value at a dotted path as sections within sections."""
    for part in reversed(path.split(".")):
        value = {part: value}
    return dict(value)
