"""``domsim compare``: the same deals and players under two rule sets."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domsim.cli.common import INTERRUPTED, TableFormat, emit, overrides_of, refusals, say
from domsim.cli.options import Engine, EngineOption, Fold, FoldOption, Output, Players, Seed

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.rules.loader import LoadedRules, Override
    from domsim.verify.compare import Question
    from domsim.verify.compare_play import Pair
    from domsim.verify.compare_rules import Variant
    from domsim.verify.compare_run import Comparison

HELP = """Compare two rule sets on the same deals and the same players' choices.

Match m, hand h of the seed is dealt alike under both. Shown are points a hand, matches won and
match length with paired intervals, the clauses that differ, and the first hands at which the
scores part, with the domsim export commands that write them out.

Example: domsim compare one-table-200 one-table-200 --set-b score.order=capicua-first --seed 7
"""
SCHEMA = "domsim.compare/1"
DEFAULT_MATCHES = 1_000
DEFAULT_SHOWN = 3

SettingsBoth = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Override a value in both.")
]
SettingsA = Annotated[
    list[str] | None, typer.Option("--set-a", metavar="PATH=VALUE", help="Override it in A only.")
]
SettingsB = Annotated[
    list[str] | None, typer.Option("--set-b", metavar="PATH=VALUE", help="Override it in B only.")
]


def compare(
    reference_a: Annotated[str, typer.Argument(metavar="RULES-A", help="Bundled name or file.")],
    reference_b: Annotated[str, typer.Argument(metavar="RULES-B", help="Bundled name or file.")],
    settings: SettingsBoth = None,
    settings_a: SettingsA = None,
    settings_b: SettingsB = None,
    matches: Annotated[
        int, typer.Option("--matches", min=1, help="So many matches under each.")
    ] = DEFAULT_MATCHES,
    seed: Seed = None,
    players: Players = "random",
    fold: FoldOption = Fold.NEVER,
    limit: Annotated[
        int, typer.Option("--limit", min=0, max=1000, help="Show the first K hands that part.")
    ] = DEFAULT_SHOWN,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Processes that play.")
    ] = None,
    engine: EngineOption = Engine.AUTO,
    form: Annotated[TableFormat, typer.Option("--format", help="text, json or csv")] = (
        TableFormat.TEXT
    ),
    output: Output = None,
) -> None:
    """Compare two rule sets."""
    with refusals(SCHEMA if form is TableFormat.JSON else None):
        a, b = variants(
            reference_a, reference_b, settings or [], settings_a or [], settings_b or []
        )
        question = _question(a, b, seed, players, fold)
        found, pair = _compare(question, matches, limit, workers, engine)
        _report(question, pair, found, form, output)
    if found.partial:
        raise typer.Exit(INTERRUPTED)


def variants(
    reference_a: str,
    reference_b: str,
    settings: Sequence[str],
    settings_a: Sequence[str],
    settings_b: Sequence[str],
) -> "tuple[Variant, Variant]":
    """Load both rule sets, showing warnings on stderr. Raises Refused with what is wrong in both.

    What is set for one of them comes after what is set for both.
    """
    from domsim.report.findings_text import findings_text
    from domsim.rules.findings import Refused
    from domsim.verify.compare_rules import Variant

    loaded: list[Variant] = []
    findings: dict[Finding, None] = {}  # in order; what is wrong with both is told once
    for reference, option, own in (
        (reference_a, "--set-a", settings_a),
        (reference_b, "--set-b", settings_b),
    ):
        try:
            rules = _load(reference, settings, option, own)
        except Refused as refused:
            findings |= dict.fromkeys(refused.findings)
            continue
        findings |= dict.fromkeys(rules.warnings)
        loaded.append(Variant(rules, reference, (*settings, *own)))
    if len(loaded) < 2:
        raise Refused(list(findings))
    if findings:
        say(findings_text(findings))
    return loaded[0], loaded[1]


def _load(
    reference: str, settings: Sequence[str], option: str, own: Sequence[str]
) -> "LoadedRules":
    from domsim.rules.loader import load_rules

    return load_rules(reference, [*overrides_of(settings), *_overrides_of(option, own)])


def _overrides_of(option: str, settings: Sequence[str]) -> "list[Override]":
    """Read overrides that were given with another option than ``--set``. Raises Refused."""
    from dataclasses import replace

    from domsim.rules.findings import Place, Refused

    def given(place: Place) -> Place:
        return replace(place, file=option)

    try:
        read = overrides_of(settings)
    except Refused as refused:
        found = [replace(f, place=given(f.place)) for f in refused.findings]
        raise Refused(found) from None
    return [
        replace(
            one, name=option, key_place=given(one.key_place), value_place=given(one.value_place)
        )
        for one in read
    ]


def _question(a: "Variant", b: "Variant", seed: int | None, players: str, fold: Fold) -> "Question":
    from domsim.cli.engines import seed_or_chosen
    from domsim.cli.players import read_players
    from domsim.verify.compare import Question
    from domsim.verify.compare_rules import check_comparable

    check_comparable(a.loaded, b.loaded)
    names = read_players(players, a.loaded.codes.seats)
    return Question(a, b, seed_or_chosen(seed), names, players, fold.value)


def _compare(
    question: "Question", matches: int, limit: int, workers: int | None, engine: Engine
) -> "tuple[Comparison, Pair]":
    from domsim.cli.engines import prepare_engine
    from domsim.cli.progress import progress
    from domsim.simulate.executors import open_executor
    from domsim.simulate.run import Length
    from domsim.simulate.setup import choose_workers
    from domsim.verify.compare_run import compare as run_comparison

    likely_hands = Length(matches=2 * matches).likely_hands
    compiled = prepare_engine(engine, likely_hands, question.a.loaded)
    pair = question.pair(limit, compiled=compiled)
    count = choose_workers(workers, likely_hands, compiled)
    with open_executor(count) as pool, progress(matches, "comparing", likely_hands) as show:
        return run_comparison(pair, matches, pool, count, on_matches=show), pair


def _report(
    question: "Question",
    pair: "Pair",
    found: "Comparison",
    form: TableFormat,
    output: Path | None,
) -> None:
    from domsim.verify.compare import comparison_data

    data = comparison_data(question, pair, found)
    if form is TableFormat.JSON:
        from domsim.report.json_text import json_text

        emit(json_text(data), output)
        return
    from domsim.report.compare_text import compare_csv, compare_text

    emit(compare_csv(data) if form is TableFormat.CSV else compare_text(data), output)
