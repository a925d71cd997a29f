"""Options that several commands share, declared once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

Rules = Annotated[str, typer.Argument(metavar="RULES", help="Bundled name or file.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Override a value.")
]
Output = Annotated[Path | None, typer.Option("-o", help="Write the result to a file.")]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Chosen when left out.")
]
Players = Annotated[
    str, typer.Option("--players", help="One name, or one a seat: random,heaviest,…")
]


class Engine(StrEnum):
    """What plays the hands; the results are the same."""

    AUTO = "auto"
    PYTHON = "python"
    NUMBA = "numba"


class Fold(StrEnum):
    """Whether simulated players fold where the rules allow it."""

    NEVER = "never"
    ALWAYS = "always"


EngineOption = Annotated[Engine, typer.Option("--engine", help="auto, python or numba")]
FoldOption = Annotated[Fold, typer.Option("--fold", help="never or always")]
