"""``domsim rules``: list, show and describe rule sets."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domsim.cli.common import COULD_NOT, Format, TableFormat, emit, refusals, rules_with, say
from domsim.cli.compare import SettingsA, SettingsB, SettingsBoth, variants

if TYPE_CHECKING:
    from pydantic import BaseModel

    from domsim.rules.loader import LoadedRules

app = typer.Typer(
    help="List and show rule sets, and describe their schema.",
    epilog="Example: domsim rules show gaple --sheet",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)
SCHEMA = "domsim.rules/1"

Output = Annotated[Path | None, typer.Option("-o", help="Write the result to a file.")]


class Kind(StrEnum):
    """What a schema describes."""

    RULESET = "ruleset"
    SCENARIO = "scenario"


@app.command("list", help="List the bundled rule sets.\n\nExample: domsim rules list")
def list_rules(
    form: Annotated[TableFormat, typer.Option("--format", help="text, json or csv")] = (
        TableFormat.TEXT
    ),
    output: Output = None,
) -> None:
    """List the bundled rule sets."""
    from domsim.report.json_text import json_text
    from domsim.report.rules_text import LIST_HEADERS, list_row
    from domsim.report.tables import csv_table, text_table
    from domsim.rules.bundled import bundled_names
    from domsim.rules.loader import load_rules

    with refusals(SCHEMA if form is TableFormat.JSON else None):
        loaded = [load_rules(name) for name in bundled_names()]
        rows = [list_row(one) for one in loaded]
        if form is TableFormat.JSON:
            listed = [dict(zip(LIST_HEADERS, row, strict=True)) for row in rows]
            for entry, one in zip(listed, loaded, strict=True):
                entry["digest"] = one.digest
            emit(json_text({"schema": SCHEMA, "ok": True, "rules": listed}), output)
        elif form is TableFormat.CSV:
            emit(csv_table(LIST_HEADERS, rows), output)
        else:
            emit(text_table(LIST_HEADERS, rows), output)


@app.command(
    "show",
    help="Show a rule set: its file, its resolved values, or its sheet in plain English.\n\n"
    "Example: domsim rules show one-table-200 --sheet",
)
def show(
    reference: Annotated[str, typer.Argument(metavar="RULES", help="Bundled name or file.")],
    resolved: Annotated[
        bool, typer.Option("--resolved", help="Every value with the file it came from.")
    ] = False,
    sheet: Annotated[bool, typer.Option("--sheet", help="The rules in plain English.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Override a value.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Output = None,
) -> None:
    """Show a rule set."""
    if resolved and sheet:
        say("error[usage]: --resolved and --sheet exclude each other")
        raise typer.Exit(COULD_NOT)
    with refusals(SCHEMA if form is Format.JSON else None):
        loaded = rules_with(reference, settings or [])
        if form is Format.JSON:
            emit(_show_json(loaded, sheet), output)
        elif sheet:
            from domsim.rules.sheet import sheet_text

            emit(sheet_text(loaded.rules), output)
        elif resolved or settings:
            from domsim.report.rules_text import resolved_text

            emit(resolved_text(loaded), output)
        else:
            from domsim.rules.loader import find_rules

            emit(find_rules(reference).read_text(encoding="utf-8-sig").rstrip(), output)


def _show_json(loaded: "LoadedRules", sheet: bool) -> str:
    from domsim.report.json_text import json_text
    from domsim.report.rules_text import resolved_values
    from domsim.rules.sheet import sheet_text

    data = {
        "schema": SCHEMA,
        "ok": True,
        "name": loaded.name,
        "digest": loaded.digest,
        "rules": loaded.rules.model_dump(mode="json"),
        "values": [
            {"path": ".".join(path), "value": value, "file": file, "line": line}
            for path, value, file, line in resolved_values(loaded)
        ],
    }
    return json_text(data | ({"sheet": sheet_text(loaded.rules)} if sheet else {}))


@app.command(
    "diff",
    help="Print the fields in which two rule sets differ, and where each value was set.\n\n"
    "Example: domsim rules diff one-table-200 gbs-pairs-points",
)
def diff(
    reference_a: Annotated[str, typer.Argument(metavar="RULES-A", help="Bundled name or file.")],
    reference_b: Annotated[str, typer.Argument(metavar="RULES-B", help="Bundled name or file.")],
    settings: SettingsBoth = None,
    settings_a: SettingsA = None,
    settings_b: SettingsB = None,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Output = None,
) -> None:
    """Print the fields in which two rule sets differ."""
    from domsim.report.json_text import json_text
    from domsim.report.rules_diff_text import rules_diff_text
    from domsim.verify.compare_rules import rules_diff_data

    with refusals(SCHEMA if form is Format.JSON else None):
        a, b = variants(
            reference_a, reference_b, settings or [], settings_a or [], settings_b or []
        )
        data = rules_diff_data(a, b)
        if form is Format.JSON:
            emit(json_text({"schema": SCHEMA, "ok": True, **data}), output)
        else:
            emit(rules_diff_text(data), output)


@app.command(
    "schema",
    help="Print the JSON Schema of rule sets or scenarios, for editors.\n\n"
    "Example: domsim rules schema scenario",
)
def schema(
    kind: Annotated[Kind, typer.Argument(help="ruleset or scenario")] = Kind.RULESET,
    form: Annotated[Format, typer.Option("--format", help="JSON Schema either way.")] = Format.JSON,
    output: Output = None,
) -> None:
    """Print the JSON Schema."""
    from domsim.report.json_text import json_text

    with refusals(SCHEMA if form is Format.JSON else None):
        found = _model(kind).model_json_schema(mode="validation")
        found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        emit(json_text(found), output)


@app.command(
    "reference",
    help="Print every key of rule sets or scenarios with its values and meaning.\n\n"
    "Example: domsim rules reference ruleset",
)
def reference(
    kind: Annotated[Kind, typer.Argument(help="ruleset or scenario")] = Kind.RULESET,
    output: Output = None,
) -> None:
    """Print the field reference as Markdown."""
    from domsim.report.rules_text import reference_text

    with refusals(None):
        emit(reference_text(_model(kind)), output)


def _model(kind: Kind) -> "type[BaseModel]":
    if kind is Kind.SCENARIO:
        from domsim.scenario.models import Scenario

        return Scenario
    from domsim.rules.models import RuleSet

    return RuleSet
