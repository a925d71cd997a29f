"""A log against the rules as text: how many hands agree, and what explains the others."""

from collections.abc import Iterator
from typing import Any

from domsim.report.findings_text import findings_text
from domsim.verify.log_report import MOST_DIFFERENCES, AsIf, Example, Group, LogReport


def log_report_text(report: LogReport) -> str:
    """Return the report, the largest group first, with examples of each."""
    lines = [_summary(report)]
    for group in report.groups:
        lines += ["", *_group_lines(group)]
    if report.findings:
        lines += ["", findings_text(report.findings)]
    return "\n".join(lines)


def _summary(report: LogReport) -> str:
    parts = [_hands(report.hands), f"{report.agree:,} agree", f"{report.disagree:,} disagree"]
    if report.unchecked:
        parts.append(f"{report.unchecked:,} say nothing that could be compared")
    if report.skipped:
        parts.append(f"{report.skipped:,} not judged, after one that breaks their record off")
    if report.unreadable:
        count = report.unreadable
        parts.append(f"{count:,} record{'' if count == 1 else 's'} could not be read")
    return ", ".join(parts)


def _hands(count: int) -> str:
    return f"{count:,} hand{'' if count == 1 else 's'}"


def _group_lines(group: Group) -> Iterator[str]:
    yield f"{group.name}: {_hands(group.count)}"
    yield f"  why    {group.why}"
    if group.as_if and 2 * group.as_if[0].count >= group.count:
        yield f"  as if  {_as_if(group)}"
    for example in group.examples:
        yield from _example_lines(example)


def _as_if(group: Group) -> str:
    """Say which other rules the log would agree with, more than one where it fits several."""
    count = group.as_if[0].count
    agree = f"{count:,} of them agree" if count < group.count else "all agree"
    agree = "it agrees" if group.count == 1 else agree
    return f"{agree} with {' or '.join(map(_change, group.as_if))}"


def _change(as_if: AsIf) -> str:
    return " and ".join(
        f"{path}={value} (here {as_if.here[path]}, {as_if.where[path]})"
        for path, value in as_if.change.values
    )


def _example_lines(example: Example) -> Iterator[str]:
    where = f"{example.file}:{example.line}"
    hand = f", hand {example.hand}" if example.hand > 1 else ""
    yield f"  {where}{hand}  {example.scenario}".rstrip()
    for check in example.failed[:MOST_DIFFERENCES]:
        field = check.field if check.hand else f"match {check.field}"
        yield f"      {field}: log {_value(check.expected)}, here {_value(check.actual)}"
    more = len(example.failed) - MOST_DIFFERENCES
    if more > 0:
        yield f"      and {more} more differences"


def _value(value: Any) -> str:
    if value is None or value in ("", []):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        between = "; " if isinstance(value[0], dict) else " - "
        return between.join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(part)}" for key, part in value.items())
    return str(value)
