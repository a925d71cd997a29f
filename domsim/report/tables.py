"""Tables for people and for spreadsheets."""

import csv
import io
from collections.abc import Sequence
from typing import Any

Row = Sequence[Any]


def text_table(headers: Sequence[str], rows: Sequence[Row], indent: str = "") -> str:
    """Return a plain aligned table; numbers stand to the right."""
    from tabulate import tabulate  # noqa: PLC0415 - only text output pays for it

    # tabulate would read "6-4" or "1e3" as numbers; only real numbers are aligned as such.
    numeric = [all(isinstance(r[i], int | float) for r in rows) for i in range(len(headers))]
    sides = ["right" if n else "left" for n in numeric] if rows else None
    body = [list(row) for row in rows]
    table = tabulate(body, list(headers), "simple", disable_numparse=True, colalign=sides)
    return "\n".join((indent + line).rstrip() for line in table.split("\n"))


def csv_table(headers: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the same table as CSV with a header line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")
