"""Help is there at once: it loads none of the libraries that only the work itself needs."""

import subprocess
import sys

import pytest

ASKED = """
import sys
from domsim.cli.main import run
try:
    run()
except SystemExit:
    print("loaded:", *sorted(sys.modules))
"""
LIBRARIES = {"pydantic", "yaml", "tabulate", "numba", "numpy"}


def loaded_by(*words: str) -> set[str]:
    """Return the modules that are loaded once a command has been carried out."""
    asked = [sys.executable, "-c", ASKED, *words]
    printed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return set(printed.split("\n")[-2].split(" ")[1:])


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_loads_no_library_that_only_work_needs(word: str):
    assert loaded_by(word) & LIBRARIES == set()


@pytest.mark.parametrize(
    "words",
    [("validate", "--help"), ("replay", "--help"), ("rules", "show", "--help"), ("nosuch",)],
    ids=" ".join,
)
def test_the_help_of_a_command_loads_none_either(words: tuple[str, ...]):
    loaded = loaded_by(*words)
    # From 0.29 on typer itself loads pydantic to describe options; domsim's models stay out.
    assert loaded & LIBRARIES <= {"pydantic"}
    assert loaded & {"domsim.rules.models", "domsim.scenario.models", "domsim.engine.turn"} == set()


def test_work_loads_what_it_needs_and_nothing_for_speed():
    assert loaded_by("rules", "list") & LIBRARIES == {"pydantic", "tabulate", "yaml"}
