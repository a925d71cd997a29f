"""Findings as text: a sentence, the place, the source line with carets, a hint."""

from collections.abc import Iterable, Sequence

from domsim.rules.findings import Finding

WIDEST_LINE = 160


def findings_text(findings: Iterable[Finding]) -> str:
    """Return every finding in full, a blank line between them."""
    return "\n\n".join(finding_text(f) for f in findings)


def finding_text(finding: Finding) -> str:
    """Return one finding with its source line and carets."""
    place = finding.place
    lines = [
        f"{finding.severity}[{finding.code}]: {finding.message}",
        f"  --> {place.file}:{place.line}:{place.column}",
    ]
    if place.source.strip():
        source, column = _window(place.source, place.column)
        number = str(place.line)
        bar = " " * len(number) + " |"
        carets = "^" * max(1, min(place.width, len(source) - column + 1))
        lines += [bar, f"{number} | {source}", f"{bar} {' ' * (column - 1)}{carets}"]
    if finding.help:
        lines.append(f"help: {finding.help}")
    return "\n".join(lines)


def _window(source: str, column: int) -> tuple[str, int]:
    """Cut a very long line to the part around the column; what cannot be seen is a blank."""
    shown = "".join(char if char.isprintable() else " " for char in source)
    if len(shown) <= WIDEST_LINE:
        return shown, column
    start = max(0, column - 1 - WIDEST_LINE // 2)
    return shown[start : start + WIDEST_LINE], column - start


def count_words(findings: Sequence[Finding]) -> str:
    """Return how many errors and warnings there are, in words: ``2 errors, 1 warning``."""
    parts = []
    for severity in ("error", "warning"):
        count = sum(1 for f in findings if f.severity == severity)
        if count:
            parts.append(f"{count} {severity}{'s' if count > 1 else ''}")
    return ", ".join(parts) or "no findings"
