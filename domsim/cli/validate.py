"""``domsim validate``: every fault of rule sets and scenarios at once."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domsim.cli.common import (
    ANSWERED_NO,
    COULD_NOT,
    Format,
    emit,
    findings_json,
    overrides_of,
    refusals,
    refuse_overwriting,
)

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.rules.loader import Override
    from domsim.scenario.files import Entry
    from domsim.scenario.load import RulesCache

HELP = """Check rule sets and scenarios: every fault at once, with file, line and column.

FILE is a rule set or a scenario (the content tells which), a folder of them, the name of a
bundled rule set, or - for standard input. Exit code 1 means that something is invalid.

Example: domsim validate one-table-200 scenarios/gaple
"""
SCHEMA = "domsim.validate/1"
UNREADABLE = frozenset({"no-input", "unreadable-file", "unwritable-file"})


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="What to check.")],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Override a value of the rule sets."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("-o", help="Write the report to a file.")] = None,
) -> None:
    """Check rule sets and scenarios."""
    from domsim.rules.findings import has_errors
    from domsim.scenario.files import entries

    as_json = form is Format.JSON
    with refusals(SCHEMA if as_json else None):
        refuse_overwriting(files, output)
        overrides = overrides_of(settings or [])
        noted: dict[Finding, None] = {}
        cache: RulesCache = {}
        count = faulty = 0
        for entry in entries(files, rules_too=True):
            found = _check(entry, overrides, cache)
            count += 1
            faulty += has_errors(found)
            noted.update(dict.fromkeys(found))
        findings = list(noted)
        emit(_report(findings, count, faulty, as_json), output)
    if any(f.code in UNREADABLE for f in findings):
        raise typer.Exit(COULD_NOT)
    if faulty:
        raise typer.Exit(ANSWERED_NO)


def _check(entry: "Entry", overrides: "list[Override]", cache: "RulesCache") -> "list[Finding]":
    from domsim.rules.findings import Refused
    from domsim.rules.loader import load_rules_document
    from domsim.scenario.load import is_scenario, load_scenario
    from domsim.scenario.replay import replay

    if entry.document is None:
        return list(entry.findings)
    try:
        if is_scenario(entry.document.data):
            loaded = load_scenario(entry.document, entry.base, cache)
            replay(loaded)
            return list(loaded.warnings)
        return list(load_rules_document(entry.document, entry.path, overrides).warnings)
    except Refused as refused:
        return list(refused.findings)


def _report(findings: "list[Finding]", count: int, faulty: int, as_json: bool) -> str:
    from domsim.report.findings_text import count_words, findings_text
    from domsim.report.json_text import json_text

    if as_json:
        return json_text(findings_json(SCHEMA, findings, faulty == 0, files=count))
    things = f"{count} {'file' if count == 1 else 'files'}"
    verdict = f"{things} checked, {'all' if count > 1 else 'it is'} valid"
    if faulty:
        verdict = f"{things} checked, {faulty} not valid"
    if findings:
        verdict = f"{findings_text(findings)}\n\n{verdict}: {count_words(findings)}"
    return verdict
