"""``domsim replay``: play scenarios through, explain every award, check what they expect."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domsim.cli.common import ANSWERED_NO, COULD_NOT, Format, emit, refusals, refuse_overwriting

if TYPE_CHECKING:
    from domsim.rules.findings import Finding
    from domsim.scenario.files import Entry
    from domsim.scenario.results import ScenarioResult

HELP = """Replay scenarios: the moves, every award with its reason, and what was expected.

FILE is a scenario (.yaml, .json), records (.jsonl), a folder, or - for standard input. One
scenario is printed in full; of several, one line each, and those that fail in full.

--report is for the log of an app: how many of its hands agree with the rules, and which clause
explains those that differ. An illegal play is a difference there, and does not stop anything.

For a log: domsim replay scenarios/gaple --report

Example: domsim replay scenarios/one-table-200 --moves
"""
SCHEMA = "domsim.replay/1"
REPORT_SCHEMA = "domsim.report/1"


def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenarios to replay.")],
    moves: Annotated[bool, typer.Option("--moves", help="Show every move.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Show every scenario in full.")] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Group the hands of a log that differ.")
    ] = False,
    form: Annotated[Format, typer.Option("--format", help="text or json")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("-o", help="Write the result to a file.")] = None,
) -> None:
    """Replay scenarios."""
    from domsim.scenario.files import entries

    if report:
        if moves or full:
            raise typer.BadParameter("--report goes without --moves and --full")
        _report(files, form, output)
        return
    with refusals(SCHEMA if form is Format.JSON else None):
        refuse_overwriting(files, output)
        outcomes = _outcomes(entries(files))
        if form is Format.JSON:
            text, code = _json(outcomes)
        else:
            text, code = _text(outcomes, moves, full)
        emit(text, output)
    if code:
        raise typer.Exit(code)


def _report(files: list[str], form: Format, output: Path | None) -> None:
    """Compare a log with the rules. Exit code 1 where hands differ, 2 where one is unreadable."""
    from domsim.scenario.files import entries
    from domsim.verify.log_report import report_log

    with refusals(REPORT_SCHEMA if form is Format.JSON else None):
        refuse_overwriting(files, output)
        found = report_log(entries(files))
        if form is Format.JSON:
            from domsim.report.json_text import json_text

            text = json_text({"schema": REPORT_SCHEMA} | found.as_json())
        else:
            from domsim.report.log_report_text import log_report_text

            text = log_report_text(found)
        emit(text, output)
    code = _exit_code(found.disagree, found.unreadable)
    if code:
        raise typer.Exit(code)


def _outcomes(found: "Iterator[Entry]") -> "Iterator[ScenarioResult | tuple[Finding, ...]]":
    """Yield the result of every scenario, or the findings for which it could not be replayed."""
    from domsim.rules.findings import Finding, Refused
    from domsim.scenario.load import RulesCache, is_scenario, load_scenario
    from domsim.scenario.replay import replay as replay_scenario

    cache: RulesCache = {}
    for entry in found:
        if entry.document is None:
            yield entry.findings
            continue
        try:
            if not is_scenario(entry.document.data):
                place = entry.document.value(())
                message = "this is no scenario; it has neither rules nor hands"
                hint = "rule sets are checked by domsim validate"
                raise Refused([Finding("not-a-scenario", message, place, help=hint)])
            yield replay_scenario(load_scenario(entry.document, entry.base, cache))
        except Refused as refused:
            yield refused.findings


def _exit_code(failed: int, refused: int) -> int:
    if refused:
        return COULD_NOT
    return ANSWERED_NO if failed else 0


def _json(outcomes: "Iterator[ScenarioResult | tuple[Finding, ...]]") -> tuple[str, int]:
    from domsim.report.json_text import json_text

    scenarios: list[dict[str, Any]] = []
    findings: list[dict[str, object]] = []
    failed = refused = 0
    for outcome in outcomes:
        if isinstance(outcome, tuple):
            refused += 1
            findings += [f.as_json() for f in outcome]
        else:
            failed += not outcome.ok
            scenarios.append(outcome.as_json())
    report = {
        "schema": SCHEMA, "ok": not failed and not refused, "scenarios": scenarios,
        "findings": findings,
    }  # fmt: skip
    return json_text(report), _exit_code(failed, refused)


def _text(
    outcomes: "Iterator[ScenarioResult | tuple[Finding, ...]]", moves: bool, full: bool
) -> tuple[str, int]:
    from domsim.report.findings_text import findings_text
    from domsim.report.replay_text import scenario_text, verdict_text

    first: ScenarioResult | None = None
    lines: list[str] = []
    total = failed = refused = 0
    for outcome in outcomes:
        total += 1
        if isinstance(outcome, tuple):
            refused += 1
            lines.append(findings_text(outcome))
            continue
        first = first or outcome
        failed += not outcome.ok
        lines.append(verdict_text(outcome))
        if full or not outcome.ok:
            lines += ["", scenario_text(outcome, moves=moves or not outcome.ok), ""]
    if total == 1 and first is not None:
        return scenario_text(first, moves=moves or not first.ok), _exit_code(failed, refused)
    lines += ["", _summary(total, failed, refused)]
    return "\n".join(lines), _exit_code(failed, refused)


def _summary(total: int, failed: int, refused: int) -> str:
    passed = total - failed - refused
    parts = [f"{total} scenario{'' if total == 1 else 's'}", f"{passed} as expected"]
    if failed:
        parts.append(f"{failed} failed")
    if refused:
        parts.append(f"{refused} could not be replayed")
    return ", ".join(parts)
