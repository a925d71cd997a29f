"""``domsim find``: the first hands that satisfy conditions, as scenarios if wanted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domsim.cli.common import (
    ANSWERED_NO,
    INTERRUPTED,
    Format,
    emit,
    override_values,
    refusals,
    rules_with,
)
from domsim.cli.options import (
    Engine,
    EngineOption,
    Fold,
    FoldOption,
    Output,
    Players,
    Rules,
    Seed,
    Settings,
)

if TYPE_CHECKING:
    from domsim.rules.loader import LoadedRules
    from domsim.simulate.plan import Plan
    from domsim.verify.find import Search
    from domsim.verify.where import Condition

HELP = """Find the first hands that satisfy conditions, and save them as scenarios.

A condition is NAME OP VALUE: end=blocked, tie=yes, paid=capicua, withheld=does-not-fit,
withheld.capicua=does-not-fit, count.straight-pass>=2, winner=leader, points>=100, before.1>=175,
several-reached=yes, match-hands<=3. Repeat --where to demand several. Exit code 1 means that
nothing was found within --max-hands.

Example: domsim find one-table-200 --where withheld.capicua=does-not-fit --seed 7 --minimise
"""
SCHEMA = "domsim.find/1"


def find(
    reference: Rules,
    where: Annotated[list[str], typer.Option("--where", metavar="CONDITION", help="See above.")],
    seed: Seed = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="How many hands.")] = 1,
    most_hands: Annotated[
        int, typer.Option("--max-hands", min=1, help="Give up after so many hands.")
    ] = 1_000_000,
    players: Players = "random",
    fold: FoldOption = Fold.NEVER,
    start_scores: Annotated[
        str, typer.Option("--start-scores", help="Scores by side that every match begins with.")
    ] = "",
    save: Annotated[
        Path | None, typer.Option("--save", help="Write the hands to a file or a folder (YAML).")
    ] = None,
    minimise: Annotated[
        bool, typer.Option("--minimise", help="Shorten them to what shows the conditions.")
    ] = False,
    settings: Settings = None,
    engine: EngineOption = Engine.AUTO,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Output = None,
) -> None:
    """Find hands."""
    with refusals(SCHEMA if form is Format.JSON else None):
        from domsim.cli.engines import prepare_engine, seed_or_chosen
        from domsim.cli.players import read_players
        from domsim.cli.start_scores import read_start_scores
        from domsim.simulate.setup import make_plan
        from domsim.verify.find import find as search_hands
        from domsim.verify.where import parse_condition

        loaded = rules_with(reference, settings or [])
        conditions = [parse_condition(text, loaded.codes) for text in where]
        names = read_players(players, loaded.codes.seats)
        plan = make_plan(
            loaded, seed_or_chosen(seed), names, fold=fold.value,
            start_scores=read_start_scores(start_scores, loaded),
            compiled=prepare_engine(engine, most_hands, loaded),
        )  # fmt: skip
        search = search_hands(plan, conditions, most_hands, limit)
        scenarios = _scenarios(search, loaded, plan, reference, settings or [], save)
        if minimise:
            scenarios = _minimised(scenarios, loaded, conditions, where)
        _save(scenarios, save, limit)
        emit(_report(search, plan, reference, where, scenarios if minimise else [], form), output)
    if search.partial:
        raise typer.Exit(INTERRUPTED)
    if not search.found:
        raise typer.Exit(ANSWERED_NO)


def _scenarios(
    search: "Search",
    loaded: "LoadedRules",
    plan: "Plan",
    reference: str,
    settings: list[str],
    save: Path | None,
) -> list[dict[str, Any]]:
    from domsim.simulate.records import Recorder
    from domsim.simulate.setup import reference_for

    folder = Path() if save is None else save.parent if save.suffix else save
    named = reference_for(reference, override_values(settings), folder)
    recorder = Recorder(plan, loaded.rules, named)
    hands = [recorder.hand(at.match, at.hand) for at in search.found]
    return [hand for hand in hands if hand is not None]


def _minimised(
    scenarios: list[dict[str, Any]],
    loaded: "LoadedRules",
    conditions: "list[Condition]",
    where: list[str],
) -> list[dict[str, Any]]:
    from domsim.verify.minimise import Minimiser

    minimiser = Minimiser(loaded, conditions)
    return [
        minimiser.minimise(data, f"{', '.join(where)} (from {data['scenario']})")
        for data in scenarios
    ]


def _save(scenarios: list[dict[str, Any]], save: Path | None, limit: int) -> None:
    if save is None:
        return
    from domsim.report.scenario_yaml import scenario_yaml

    if save.suffix and limit == 1:
        for data in scenarios:
            emit(scenario_yaml(data), save)
        return
    save.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(scenarios, 1):
        emit(scenario_yaml(data), save / f"found-{number:02}.yaml")


def _report(
    search: "Search",
    plan: "Plan",
    reference: str,
    where: list[str],
    scenarios: list[dict[str, Any]],
    form: Format,
) -> str:
    from domsim.report.find_text import find_data, find_text
    from domsim.report.json_text import json_text

    data = find_data(search, plan.seed, reference, where, scenarios)
    return json_text(data | {"schema": SCHEMA}) if form is Format.JSON else find_text(data)
