"""Where the bundled rule sets and scenarios are: in the wheel, or in a source checkout."""

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def bundled_folder(kind: str) -> Path:
    """Return the folder of the bundled ``rulesets`` or ``scenarios``.

    Raises FileNotFoundError if the installation lacks it.
    """
    inside = PACKAGE / "bundled" / kind
    if inside.is_dir():
        return inside
    beside = PACKAGE.parent / kind
    if beside.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return beside
    raise FileNotFoundError(f"domsim is installed without its {kind}")


@cache
def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled rule sets, in alphabetical order."""
    return tuple(sorted(p.stem for p in bundled_folder("rulesets").glob("*.yaml")))


def bundled_rules(name: str) -> Path | None:
    """Return the file of a bundled rule set, or None when there is none of that name."""
    return bundled_folder("rulesets") / f"{name}.yaml" if name in bundled_names() else None
