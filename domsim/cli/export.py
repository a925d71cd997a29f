"""``domsim export``: a simulated hand or match as a scenario that replays to the same result."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domsim.cli.common import ANSWERED_NO, emit, fail, refusals, rules_with
from domsim.cli.simulate import Fold

if TYPE_CHECKING:
    from domsim.simulate.records import Recorder

HELP = """Write a simulated match, or one hand of it, as a scenario with its expectations.

Seed, match and hand are those of a simulation's report; replaying the file gives the same
result. --format json writes one record.

Example: domsim export one-table-200 --seed 7 --match 0 --hand 3
"""
SCHEMA = "domsim.export/1"


class RecordFormat(StrEnum):
    """How the scenario is written."""

    TEXT = "text"
    YAML = "yaml"
    JSON = "json"


def export(
    reference: Annotated[str, typer.Argument(metavar="RULES", help="Bundled name or file.")],
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The seed.")],
    match: Annotated[int, typer.Option("--match", min=0, help="Number of the match, from 0.")],
    hand: Annotated[
        int | None, typer.Option("--hand", min=1, help="Number of one hand in it, from 1.")
    ] = None,
    players: Annotated[
        str, typer.Option("--players", help="As in the simulation: one name, or one a seat.")
    ] = "random",
    fold: Annotated[Fold, typer.Option("--fold", help="never or always")] = Fold.NEVER,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Override a value.")
    ] = None,
    form: Annotated[RecordFormat, typer.Option("--format", help="text (YAML) or json")] = (
        RecordFormat.TEXT
    ),
    output: Annotated[Path | None, typer.Option("-o", help="Write the scenario to a file.")] = None,
) -> None:
    """Write a simulated match or hand as a scenario."""
    with refusals(SCHEMA if form is RecordFormat.JSON else None):
        recorder = _recorder(reference, seed, players, fold, settings or [], output)
        if hand is None:
            data: dict[str, Any] | None = recorder.match(match)
        else:
            data = recorder.hand(match, hand)
        if data is None:
            _too_short(match, hand or 0, form)
        emit(_written(data, form), output)


def _recorder(
    reference: str, seed: int, players: str, fold: Fold, settings: list[str], output: Path | None
) -> "Recorder":
    from domsim.cli.common import override_values
    from domsim.cli.players import read_players
    from domsim.simulate.records import Recorder
    from domsim.simulate.setup import make_plan, reference_for

    loaded = rules_with(reference, settings)
    names = read_players(players, loaded.codes.seats)
    plan = make_plan(loaded, seed, names, fold=fold.value)
    folder = output.parent if output is not None else Path()
    named = reference_for(reference, override_values(settings), folder)
    return Recorder(plan, loaded.rules, named)


def _too_short(match: int, hand: int, form: RecordFormat) -> None:
    from domsim.rules.findings import Finding, Place

    place = Place("--hand", 1, 1, len(str(hand)), str(hand))
    finding = Finding("no-such-hand", f"match {match} has no hand {hand}; it is shorter", place)
    fail([finding], SCHEMA if form is RecordFormat.JSON else None, ANSWERED_NO)


def _written(data: Any, form: RecordFormat) -> str:
    if form is RecordFormat.JSON:
        from domsim.report.json_text import json_line

        return json_line(data)
    from domsim.report.scenario_yaml import scenario_yaml

    return scenario_yaml(data)
