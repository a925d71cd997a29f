"""``domsim export``: simulated hands as scenarios that replay to the same result."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domsim.cli.common import (
    ANSWERED_NO,
    atomic_file,
    emit,
    fail,
    refusals,
    rules_with,
    say,
    write_out,
)
from domsim.cli.options import Fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domsim.rules.loader import LoadedRules
    from domsim.scenario.export import RulesReference
    from domsim.simulate.plan import Plan
    from domsim.verify.cases import Choice, Scan

HELP = """Write a simulated match, or one hand of it, as a scenario with its expectations.

Seed, match and hand are those of a simulation's report; replaying the file gives the same
result. --format json writes one record.

--cases N in place of --match writes N whole hands as JSON Lines to test another program with.
They are chosen so that every branch of the rules is there and rare ones are not rare, and each
holds the state before every move: ends, hands, stock, scores, legal moves.

For cases: domsim export one-table-200 --cases 20 --seed 7

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
    match: Annotated[
        int | None, typer.Option("--match", min=0, help="Number of the match, from 0.")
    ] = None,
    hand: Annotated[
        int | None, typer.Option("--hand", min=1, help="Number of one hand in it, from 1.")
    ] = None,
    cases: Annotated[
        int | None,
        typer.Option("--cases", min=1, max=100_000, help="Write so many conformance cases."),
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
    """Write a simulated match or hand as a scenario, or cases for another program."""
    _check_usage(match, hand, cases, form)
    with refusals(SCHEMA if form is RecordFormat.JSON else None):
        loaded, plan, named = _planned(reference, seed, players, fold, settings or [], output)
        if cases is not None:
            _write_cases(loaded, plan, named, cases, output)
            return
        from domsim.simulate.records import Recorder

        recorder = Recorder(plan, loaded.rules, named)
        if hand is None:
            data: dict[str, Any] | None = recorder.match(match or 0)
        else:
            data = recorder.hand(match or 0, hand)
        if data is None:
            _too_short(match or 0, hand or 0, form)
        emit(_written(data, form), output)


def _check_usage(
    match: int | None, hand: int | None, cases: int | None, form: RecordFormat
) -> None:
    if (match is None) == (cases is None):
        raise typer.BadParameter("give --match or --cases, one of the two")
    if cases is not None and hand is not None:
        raise typer.BadParameter("--hand goes with --match")
    if cases is not None and form is RecordFormat.YAML:
        raise typer.BadParameter("--cases are written as JSON Lines")


def _planned(
    reference: str, seed: int, players: str, fold: Fold, settings: list[str], output: Path | None
) -> "tuple[LoadedRules, Plan, RulesReference]":
    from domsim.cli.common import override_values
    from domsim.cli.players import read_players
    from domsim.simulate.setup import make_plan, reference_for

    loaded = rules_with(reference, settings)
    names = read_players(players, loaded.codes.seats)
    plan = make_plan(loaded, seed, names, fold=fold.value)
    folder = output.parent if output is not None else Path()
    return loaded, plan, reference_for(reference, override_values(settings), folder)


def _write_cases(
    loaded: "LoadedRules", plan: "Plan", named: "RulesReference", count: int, output: Path | None
) -> None:
    """Write the cases, a line each, and say on stderr what they show."""
    from domsim.report.json_text import json_line
    from domsim.verify.cases import CaseWriter, choose, scan

    looked = scan(loaded, plan, count)
    chosen = choose(looked, count)
    writer = CaseWriter(loaded, looked, named)
    lines = (json_line(writer.case(choice)) for choice in chosen)
    if output is None:
        for line in lines:
            write_out(line)
    else:
        with atomic_file(output) as file:
            file.writelines(f"{line}\n" for line in lines)
    for notice in _notices(looked, chosen):
        say(notice)


def _notices(looked: "Scan", chosen: "list[Choice]") -> "Iterator[str]":
    shown = 0
    for choice in chosen:
        shown |= choice.mask
    cases = "1 case shows" if len(chosen) == 1 else f"{len(chosen):,} cases show"
    yield f"{cases} {shown.bit_count()} of {len(looked.branches)} branches"
    missing = looked.names(looked.shown & ~shown)
    if missing:
        yield f"more cases would also show: {', '.join(missing)}"
    if looked.not_met:
        yield f"not met in {looked.hands:,} hands: {', '.join(looked.not_met)}"


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
