"""``domsim explore``: everything that can follow the last position of a scenario."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domsim.cli.common import Format, emit, findings_json, refusals, refuse_overwriting, say

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.scenario.load import LoadedScenario
    from domsim.verify.explore import Exploration

HELP = """Tell everything that can still happen in the last position of a scenario.

Every result that can be reached, with the number of lines that come to it and one of them in
notation; and what each side can force when all hands are open, partners playing as one, three
or more players each for himself. Every side gets as far ahead of the best of the others as it
can. Exit code 2 means that the position is too large, or that the hand is over.

Example: domsim explore scenarios/one-table-200/eight-plays-left.yaml
"""
SCHEMA = "domsim.explore/1"
MOST_POSITIONS = 200_000


def explore(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="The scenario.")],
    from_play: Annotated[
        int | None,
        typer.Option("--from-play", min=1, help="Begin before this play of the last hand."),
    ] = None,
    most_positions: Annotated[
        int, typer.Option("--max-positions", min=1, help="Give up beyond so many positions.")
    ] = MOST_POSITIONS,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("-o", help="Write the result to a file.")] = None,
) -> None:
    """Explore a position."""
    from domsim.verify.explore import explore as explore_scenario

    with refusals(SCHEMA if form is Format.JSON else None):
        refuse_overwriting([scenario], output)
        found = explore_scenario(_load(scenario), most_positions, from_play)
        emit(_report(found, form), output)


def _load(name: str) -> "LoadedScenario":
    """Read the one scenario that a name stands for. Raises Refused."""
    from domsim.rules.findings import Refused
    from domsim.scenario.files import entries
    from domsim.scenario.load import is_scenario, load_scenario

    found = entries([name])
    entry = next(found)
    if entry.document is None:
        raise Refused(entry.findings)
    if next(found, None) is not None:
        raise Refused([_finding(name, "several-scenarios", "there is more than one scenario",
                                "explore looks at one position: name one file")])  # fmt: skip
    if not is_scenario(entry.document.data):
        raise Refused([_finding(entry.document.name, "not-a-scenario", "this is no scenario",
                                "a scenario has rules and hands")])  # fmt: skip
    return load_scenario(entry.document, entry.base, {})


def _finding(name: str, code: str, message: str, hint: str) -> "Finding":
    from domsim.rules.findings import Finding, Place

    return Finding(code, message, Place(name), help=hint)


def _report(found: "Exploration", form: Format) -> str:
    warnings = found.loaded.warnings
    if form is Format.JSON:
        from domsim.report.json_text import json_text

        return json_text(findings_json(SCHEMA, warnings, True, **found.as_json()))
    from domsim.report.explore_text import explore_text

    if warnings:
        from domsim.report.findings_text import findings_text

        say(findings_text(warnings))
    return explore_text(found)
