"""Figures noted by the benchmarks, printed as one table at the end of the run."""

from collections.abc import Callable

import pytest

from domsim.report.tables import text_table

Note = Callable[[str, str, str], None]
FIGURES: list[tuple[str, str, str]] = []


@pytest.fixture
def note() -> Note:
    """Return what notes a figure for the table: what was measured, the figure, the target."""
    return lambda what, figure, target="": FIGURES.append((what, figure, target))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        terminalreporter.section("figures")
        terminalreporter.write_line(text_table(("measured", "figure", "target"), FIGURES))
