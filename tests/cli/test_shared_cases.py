"""The cases that lie beside the checkout: whole hands with their exact results."""

import pytest

from .running import ROOT, domsim, only_json

CASES = ROOT.parent / "shared" / "cases.jsonl"


@pytest.mark.skipif(not CASES.is_file(), reason=f"{CASES} is not there")
def test_every_shared_case_comes_out_as_expected():
    result = domsim("replay", CASES, "--format", "json")
    report = only_json(result.stdout)
    failed = [s["scenario"] for s in report["scenarios"] if not s["ok"]]
    lines = [line for line in CASES.read_text(encoding="utf-8").split("\n") if line.strip()]
    assert (result.exit_code, failed, report["findings"]) == (0, [], [])
    assert len(report["scenarios"]) == len(lines)
    assert all(scenario["checks"] for scenario in report["scenarios"])
