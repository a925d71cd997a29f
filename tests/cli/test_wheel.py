"""The wheel holds the rule sets and scenarios and runs anywhere; a checkout finds its own."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from domsim.rules.bundled import bundled_folder, bundled_names

from .running import ROOT

# Nothing is fetched: the build uses the hatchling that is installed here, the fresh environment
# the libraries that are installed here, and pip is kept away from any index.
BUILD = ["-m", "build", "--wheel", "--no-isolation"]
INSTALL = ["install", "--no-deps", "--no-index", "--quiet"]


def run(*words: object, cwd: Path) -> str:
    """Run a program that must succeed; return what it prints."""
    clean = {name: value for name, value in os.environ.items() if "COV" not in name}
    told = [str(word) for word in words]
    done = subprocess.run(told, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it in a fresh environment, and return that environment."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, *BUILD, "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("domsim-*.whl")
    home = folder / "env"
    venv.create(home, with_pip=False, symlinks=True)
    site = next(home.glob("lib/python*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = home / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, *INSTALL, wheel, cwd=folder)
    return home


@pytest.fixture
def domsim(installed: Path) -> Path:
    """Return the installed command."""
    return installed / "bin" / "domsim"


def test_the_installed_command_lists_the_rule_sets(domsim: Path, tmp_path: Path):
    listed = json.loads(run(domsim, "rules", "list", "--format", "json", cwd=tmp_path))
    assert [rules["name"] for rules in listed["rules"]] == list(bundled_names())


def test_the_installed_command_validates_a_bundled_name(domsim: Path, tmp_path: Path):
    assert run(domsim, "validate", "gbs-duel-points", cwd=tmp_path) == (
        "1 file checked, it is valid\n"
    )


@pytest.mark.parametrize("path", ["scenarios/gbs-duel-points/capicua-paid.yaml", "gbs-duel-points"])
def test_the_installed_command_replays_a_bundled_scenario(domsim: Path, tmp_path: Path, path: str):
    report = json.loads(run(domsim, "replay", path, "--format", "json", cwd=tmp_path))
    files = {Path(scenario["file"]) for scenario in report["scenarios"]}
    assert report["ok"]
    assert files
    assert all(file.is_relative_to(domsim.parents[1]) for file in files)


def test_the_rule_sets_come_from_inside_the_installed_package(installed: Path, tmp_path: Path):
    ask = "from domsim.rules import bundled; print(bundled.bundled_folder('rulesets'))"
    found = Path(run(installed / "bin" / "python", "-c", ask, cwd=tmp_path).strip())
    assert found.is_relative_to(installed)
    assert found.parts[-3:] == ("domsim", "bundled", "rulesets")


@pytest.mark.parametrize("kind", ["rulesets", "scenarios"])
def test_the_wheel_holds_every_bundled_file(installed: Path, kind: str):
    inside = next(installed.glob(f"lib/python*/site-packages/domsim/bundled/{kind}"))
    kept = {path.relative_to(inside): path.read_bytes() for path in inside.rglob("*.yaml")}
    source = ROOT / kind
    assert kept == {p.relative_to(source): p.read_bytes() for p in source.rglob("*.yaml")}


@pytest.mark.parametrize("kind", ["rulesets", "scenarios"])
def test_a_checkout_finds_its_top_level_folders(kind: str):
    assert bundled_folder(kind) == ROOT / kind
