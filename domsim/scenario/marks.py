"""Findings about a scenario, at the word of the document that they are about."""

from collections.abc import Sequence
from typing import Literal

from domsim.rules.findings import MOST_FINDINGS, Finding, Place, path_text, too_many
from domsim.rules.source import Document, words

Path = tuple[str | int, ...]


class Marks:
    """Collects the findings about one document, so that every fault is told at once.

    Raises Refused when there are more than are worth telling.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.findings: list[Finding] = []

    def at(
        self,
        path: Path,
        code: str,
        message: str,
        help_text: str | None = None,
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        """Note a finding about the value at a path."""
        place = self.document.value(path)
        self._note(code, message, place, path, help_text, severity)

    def at_word(
        self, path: Path, number: int, code: str, message: str, help_text: str | None = None
    ) -> None:
        """Note a finding about the ``number``-th word, from 0, of the text or list at a path."""
        self._note(code, message, self.word(path, number), path, help_text, "error")

    def word(self, path: Path, number: int) -> Place:
        """Return the place of a word of a text, or of a list of texts."""
        value = self._value(path)
        if not isinstance(value, list):
            return self.document.token(path, number)
        for index, part in enumerate(value):
            here = len(list(words(part))) if isinstance(part, str) else 1
            if number < here:
                return self.document.token((*path, index), number)
            number -= here
        return self.document.value(path)

    def _value(self, path: Sequence[str | int]) -> object:
        value = self.document.data
        for part in path:
            value = value[part]
        return value

    def _note(
        self,
        code: str,
        message: str,
        place: Place,
        path: Path,
        help_text: str | None,
        severity: Literal["error", "warning"],
    ) -> None:
        self.findings.append(Finding(code, message, place, path_text(path), help_text, severity))
        if len(self.findings) >= MOST_FINDINGS:
            raise too_many(self.findings)
