"""Coverage as text, CSV and data."""

from typing import Any

from domsim.report.tables import csv_table, text_table
from domsim.simulate.stats import rate
from domsim.verify.coverage import Coverage, Covered


def coverage_data(coverage: Coverage) -> dict[str, Any]:
    """Return coverage as data."""
    return {
        "rules": {"name": coverage.loaded.name, "digest": coverage.loaded.digest},
        "ok": not coverage.missing(),
        "scenarios": coverage.scenarios,
        "other_rules": coverage.others,
        "simulated_hands": coverage.simulated_hands,
        "branches": [_branch_data(coverage, covered) for covered in coverage.branches],
    }


def _branch_data(coverage: Coverage, covered: Covered) -> dict[str, Any]:
    first = covered.first
    simulated = covered.simulated
    return {
        "branch": covered.branch.name,
        "text": covered.branch.text,
        "hands": covered.hands,
        "example": covered.example,
        "unreachable": covered.branch.unreachable,
        "simulated": simulated,
        "rate": None if simulated is None else rate(simulated, coverage.simulated_hands or 0),
        "first": {"match": first.match, "hand": first.hand} if first else None,
    }


def coverage_csv(coverage: Coverage) -> str:
    """Return the table of branches as CSV."""
    headers = ("branch", "hands", "example", "unreachable", "simulated", "rate", "text")
    rows = []
    for covered in coverage.branches:
        data = _branch_data(coverage, covered)
        rows.append(["" if data[key] is None else data[key] for key in headers])
    return csv_table(headers, rows)


def coverage_text(coverage: Coverage) -> str:
    """Return the table of branches for people, with what is missing at the end."""
    headers = ["branch", "hands", "example"]
    if coverage.simulated_hands is not None:
        headers += ["simulated", "a hand"]
    rows = [_row(coverage, covered) for covered in coverage.branches]
    reachable = [c for c in coverage.branches if c.branch.unreachable is None]
    missing = coverage.missing()
    lines = [
        f"{coverage.loaded.name} ({coverage.loaded.digest}): {coverage.scenarios} scenarios"
        + (f", {coverage.others} under other rules left out" if coverage.others else ""),
        "",
        text_table(headers, rows),
        "",
        f"{len(reachable) - len(missing)} of {len(reachable)} reachable branches are touched"
        + (f"; untouched: {', '.join(c.branch.name for c in missing)}" if missing else ""),
    ]
    unreachable = [c for c in coverage.branches if c.branch.unreachable is not None]
    if unreachable:
        lines += ["", "out of reach under these rules:"]
        lines += [f"  {c.branch.name}: {c.branch.unreachable}" for c in unreachable]
    return "\n".join(lines)


def _row(coverage: Coverage, covered: Covered) -> tuple[Any, ...]:
    example = covered.example or ("out of reach" if covered.branch.unreachable else "untouched")
    row: tuple[Any, ...] = (covered.branch.name, covered.hands, example)
    if coverage.simulated_hands is not None:
        simulated = covered.simulated or 0
        share = f"{100 * simulated / coverage.simulated_hands:.3f} %"
        row += (simulated, share)
    return row
