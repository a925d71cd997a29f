"""Reading whatever a file holds, as far as it goes, with nothing imported but the program."""

from collections.abc import Iterable

from domsim.rules.findings import Finding, Refused
from domsim.rules.loader import load_rules_document
from domsim.scenario.files import Entry
from domsim.scenario.load import is_scenario, load_scenario
from domsim.scenario.replay import replay


def refusals(found: Iterable[Entry]) -> list[Finding]:
    """Read every document as far as it goes and return everything it is refused for."""
    findings: list[Finding] = []
    for entry in found:
        findings += entry.findings
        try:
            if entry.document is None:
                continue
            if is_scenario(entry.document.data):
                replay(load_scenario(entry.document, entry.base, {}))
            else:
                load_rules_document(entry.document, entry.path)
        except Refused as refused:
            findings += refused.findings
    return findings
