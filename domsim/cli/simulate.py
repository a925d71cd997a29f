"""``domsim simulate``: thousands of hands from a seed, and what happened in them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domsim.cli.common import (
    INTERRUPTED,
    TableFormat,
    atomic_file,
    emit,
    refusals,
    rules_with,
    say,
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
    from domsim.simulate.record_writer import RecordWriter
    from domsim.simulate.run import Length, Outcome

HELP = """Simulate hands from a seed: how they end, who wins, how often each clause fires.

The same rule set, seed and options give the same result, whatever the number of workers, the
engine or the machine. A hand of the report can be written out with domsim export.

Example: domsim simulate one-table-200 --hands 10000 --seed 7
"""
SCHEMA = "domsim.simulate/1"
DEFAULT_HANDS = 10_000


def simulate(
    reference: Rules,
    hands: Annotated[
        int | None, typer.Option("--hands", min=1, help="Whole matches with at least N hands.")
    ] = None,
    matches: Annotated[
        int | None, typer.Option("--matches", min=1, help="So many matches.")
    ] = None,
    seed: Seed = None,
    players: Players = "random",
    fold: FoldOption = Fold.NEVER,
    settings: Settings = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Processes that play.")
    ] = None,
    engine: EngineOption = Engine.AUTO,
    executor: Annotated[
        str | None, typer.Option("--executor", help="A cluster: dask://host:port")
    ] = None,
    chunk: Annotated[
        int | None, typer.Option("--chunk", min=1, hidden=True, help="Matches at a time.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write one record a hand (JSON Lines).")
    ] = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="Record every K-th hand.")] = 1,
    form: Annotated[TableFormat, typer.Option("--format", help="text, json or csv")] = (
        TableFormat.TEXT
    ),
    output: Output = None,
) -> None:
    """Simulate hands."""
    if hands is not None and matches is not None:
        raise typer.BadParameter("give --hands or --matches, not both")
    if sample > 1 and records is None:
        raise typer.BadParameter("--sample goes with --records")
    with refusals(SCHEMA if form is TableFormat.JSON else None):
        from domsim.cli.engines import prepare_engine, seed_or_chosen
        from domsim.cli.players import read_players
        from domsim.simulate.run import Length
        from domsim.simulate.setup import choose_workers, make_plan

        loaded = rules_with(reference, settings or [])
        length = Length(matches, None if matches else hands or DEFAULT_HANDS)
        names = read_players(players, loaded.codes.seats)
        compiled = prepare_engine(engine, length.likely_hands, loaded)
        plan = make_plan(loaded, seed_or_chosen(seed), names, fold=fold.value, compiled=compiled)
        count = choose_workers(workers, length.likely_hands, compiled)
        with _recording(records, sample, loaded, plan, reference, settings or []) as recording:
            outcome = _run(plan, length, executor, count, chunk, recording)
            if outcome.partial and records is not None:
                say(f"interrupted: {records} was not written")
                _report(loaded, plan, names, outcome, form, output)
                raise typer.Exit(INTERRUPTED)
        _report(loaded, plan, names, outcome, form, output)
    if outcome.partial:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _recording(
    path: Path | None,
    sample: int,
    loaded: "LoadedRules",
    plan: "Plan",
    reference: str,
    settings: list[str],
) -> "Iterator[RecordWriter | None]":
    """Open the file of records, which appears when the run is complete."""
    if path is None:
        yield None
        return
    from domsim.cli.common import override_values
    from domsim.report.json_text import json_line
    from domsim.simulate.record_writer import RecordWriter
    from domsim.simulate.records import Recorder
    from domsim.simulate.setup import reference_for

    named = reference_for(reference, override_values(settings), path.parent)
    with atomic_file(path) as file:

        def write(record: dict[str, Any]) -> None:
            file.write(json_line(record) + "\n")

        yield RecordWriter(Recorder(plan, loaded.rules, named), write, sample)


def _run(
    plan: "Plan",
    length: "Length",
    address: str | None,
    workers: int,
    chunk: int | None,
    recording: "RecordWriter | None",
) -> "Outcome":
    from domsim.cli.progress import progress
    from domsim.simulate.executors import open_executor
    from domsim.simulate.record_writer import RECORDED_CHUNK
    from domsim.simulate.run import Stretch, run

    total = length.matches or length.hands or 0
    with (
        open_executor(workers, address) as pool,
        progress(total, "simulating", length.likely_hands) as show,
    ):
        if recording is not None:
            recording.executor = pool
            recording.ahead = 2 * workers
            chunk = chunk or RECORDED_CHUNK

        def on_stretch(stretch: Stretch) -> None:
            done = stretch.hands_before + stretch.hands
            show(stretch.first + stretch.matches if length.matches else done)
            if recording is not None:
                recording.take(stretch)

        outcome = run(plan, length, pool, workers, chunk, on_stretch)
        if recording is not None and not outcome.partial:
            outcome.partial = not recording.finish()
    return outcome


def _report(
    loaded: "LoadedRules",
    plan: "Plan",
    names: tuple[str, ...],
    outcome: "Outcome",
    form: TableFormat,
    output: Path | None,
) -> None:
    from domsim.simulate.summary import summary

    data = summary(loaded, plan.seed, names, outcome)
    if form is TableFormat.JSON:
        from domsim.report.json_text import json_text

        emit(json_text(data), output)
        return
    from domsim.report.simulate_text import clauses_csv, simulate_text

    emit(clauses_csv(data) if form is TableFormat.CSV else simulate_text(data), output)
