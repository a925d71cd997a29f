"""What is wrong with an input, where it is, and what would help.

One value, two renderings: text with the source line and carets, or JSON.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

MOST_FINDINGS = 100
LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a source text: file, line and column from 1, how much to underline."""

    file: str
    line: int = 1
    column: int = 1
    width: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: a stable code, a sentence in the user's words, a place and a hint."""

    code: str
    message: str
    place: Place
    path: str = ""
    help: str | None = None
    severity: Literal["error", "warning"] = "error"

    def as_json(self) -> dict[str, object]:
        """Return the finding with the keys that ``contract.md`` fixes."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "path": self.path,
            "help": self.help,
        }


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a crash
    """The input cannot be used. Carries every finding, errors and warnings."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f.message for f in self.findings))


def by_place(finding: Finding) -> tuple[str, int, int]:
    """Return what findings are sorted by: the order of the document."""
    return finding.place.file, finding.place.line, finding.place.column


def too_many(findings: Sequence[Finding]) -> Refused:
    """Return the refusal of an input with more faults than are worth telling."""
    message = f"only the first {MOST_FINDINGS} faults are shown"
    note = Finding("too-many-faults", message, findings[-1].place, help="mend these first")
    return Refused([*findings, note])


def shortened(text: str) -> str:
    """Return a text as it is quoted in a sentence, without its end where it is long."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def has_errors(findings: Iterable[Finding]) -> bool:
    """Tell whether any finding is an error, not only a warning."""
    return any(f.severity == "error" for f in findings)


def path_text(path: Sequence[str | int]) -> str:
    """Return a path in a document as written: ``hands[0].deal.1``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return the known word closest to ``word``, or None when none is close."""
    import difflib  # noqa: PLC0415 - only faulty input pays for it

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else None
