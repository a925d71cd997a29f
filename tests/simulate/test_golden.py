"""Golden results: one small simulation a rule set; a change of any byte fails.

The files in ``golden/`` hold the JSON of 300 hands of random play from seed 7. A result may change
only with the rules, the deals or the players; then, and for a new rule set, write them anew with

    DOMSIM_WRITE_GOLDEN=1 python -m pytest tests/simulate/test_golden.py

and say in the commit message why they changed.
"""

import os
from pathlib import Path

import pytest
from cli.running import domsim

from domsim.rules.bundled import bundled_names

pytestmark = pytest.mark.heavy

GOLDEN = Path(__file__).parent / "golden"
WRITE = bool(os.environ.get("DOMSIM_WRITE_GOLDEN"))


@pytest.mark.parametrize("name", bundled_names())
def test_a_simulation_gives_the_bytes_it_always_gave(name):
    file = GOLDEN / f"{name}.json"
    found = domsim("simulate", name, "--hands", 300, "--seed", 7, "--format", "json")
    if WRITE:
        file.write_bytes(found.stdout_bytes)
    assert found.stdout_bytes == file.read_bytes()


def test_every_golden_file_is_of_a_bundled_rule_set():
    assert {file.stem for file in GOLDEN.iterdir()} == set(bundled_names())
