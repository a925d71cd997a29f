"""``domsim coverage``: which branches of a rule set no scenario touches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domsim.cli.common import ANSWERED_NO, TableFormat, emit, refusals, rules_with, say
from domsim.cli.options import Engine, EngineOption, Output, Players, Rules, Seed, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domsim.rules.loader import LoadedRules
    from domsim.scenario.load import LoadedScenario
    from domsim.simulate.plan import Plan
    from domsim.verify.coverage import Coverage

HELP = """List every clause and branch of a rule set with the scenario hands that reach it.

SCENARIO is a scenario, a file of records or a folder; left out, the bundled scenarios are taken.
Scenarios that play other rules are left out. --require-all exits 1 when a branch is untouched;
--write-missing searches a hand for each of those and writes it as a minimised scenario.

Example: domsim coverage one-table-200 --hands 20000 --seed 7
"""
SCHEMA = "domsim.coverage/1"
MOST_HANDS = 2_000_000


def coverage(
    reference: Rules,
    scenarios: Annotated[
        list[str] | None, typer.Argument(metavar="[SCENARIO...]", help="Default: the bundled ones.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option("--hands", min=1, help="Simulate so many hands beside them.")
    ] = None,
    seed: Seed = None,
    players: Players = "random",
    require_all: Annotated[
        bool, typer.Option("--require-all", help="Exit 1 when a branch is untouched.")
    ] = False,
    write_missing: Annotated[
        Path | None, typer.Option("--write-missing", help="Folder for scenarios of the untouched.")
    ] = None,
    settings: Settings = None,
    engine: EngineOption = Engine.AUTO,
    form: Annotated[TableFormat, typer.Option("--format", help="text, json or csv")] = (
        TableFormat.TEXT
    ),
    output: Output = None,
) -> None:
    """List the branches of a rule set and what reaches them."""
    with refusals(SCHEMA if form is TableFormat.JSON else None):
        from domsim.verify.coverage import cover, simulate_coverage

        loaded = rules_with(reference, settings or [])
        found = cover(loaded, _scenarios(scenarios or ["scenarios"]))
        if hands is not None:
            simulate_coverage(found, _plan(loaded, seed, players, engine, hands), hands)
        emit(_report(found, form), output)
        if write_missing is not None:
            plan = _plan(loaded, seed, players, engine, MOST_HANDS)
            _write_missing(found, plan, reference, settings or [], write_missing)
    if require_all and found.missing():
        say(f"untouched: {', '.join(c.branch.name for c in found.missing())}")
        raise typer.Exit(ANSWERED_NO)


def _scenarios(names: list[str]) -> "Iterator[LoadedScenario]":
    from domsim.rules.findings import Refused
    from domsim.scenario.files import entries
    from domsim.scenario.load import RulesCache, is_scenario, load_scenario

    cache: RulesCache = {}
    for entry in entries(names):
        if entry.document is None:
            raise Refused(entry.findings)
        if is_scenario(entry.document.data):
            yield load_scenario(entry.document, entry.base, cache)


def _plan(
    loaded: "LoadedRules", seed: int | None, players: str, engine: Engine, hands: int
) -> "Plan":
    from domsim.cli.engines import prepare_engine, seed_or_chosen
    from domsim.cli.players import read_players
    from domsim.simulate.setup import make_plan

    names = read_players(players, loaded.codes.seats)
    compiled = prepare_engine(engine, hands, loaded)
    # Folding is a branch too: where the rules allow it, simulated players do it.
    return make_plan(loaded, seed_or_chosen(seed), names, fold="always", compiled=compiled)


def _report(found: "Coverage", form: TableFormat) -> str:
    from domsim.report.coverage_text import coverage_csv, coverage_data, coverage_text
    from domsim.report.json_text import json_text

    if form is TableFormat.JSON:
        return json_text(coverage_data(found) | {"schema": SCHEMA})
    return coverage_csv(found) if form is TableFormat.CSV else coverage_text(found)


def _write_missing(
    found: "Coverage", plan: "Plan", reference: str, settings: list[str], folder: Path
) -> None:
    from domsim.cli.common import override_values
    from domsim.report.scenario_yaml import scenario_yaml
    from domsim.simulate.setup import reference_for
    from domsim.verify.missing import scenario_for

    if found.missing():
        folder.mkdir(parents=True, exist_ok=True)
    named = reference_for(reference, override_values(settings), folder)
    for covered in found.missing():
        data = scenario_for(covered.branch, found.loaded, plan, named, MOST_HANDS)
        if data is None:
            say(f"{covered.branch.name}: no hand found in {MOST_HANDS:,}")
            continue
        path = folder / f"{covered.branch.name}.yaml"
        emit(scenario_yaml(data), path)
        say(f"{covered.branch.name}: {path}")
