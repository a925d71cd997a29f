"""Running domsim: in this process, or in one of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from domsim.cli.main import app

ROOT = Path(__file__).parents[2]


def domsim(*args: object, stdin: str | bytes = "") -> Any:
    """Run domsim in this process. An exception that escapes the command fails the test."""
    words = [str(arg) for arg in args]
    return CliRunner().invoke(app, words, input=stdin, catch_exceptions=False)


def process(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run ``python -m domsim`` in a process of its own, by default in the current folder."""
    words = [sys.executable, "-m", "domsim", *(str(arg) for arg in args)]
    options = {"capture_output": True, "encoding": "utf-8", "timeout": 120} | options
    return subprocess.run(words, check=False, **options)


def environment(**more: str) -> dict[str, str]:
    """Return this process's environment with more in it."""
    return dict(os.environ) | more


def only_json(text: str) -> dict[str, Any]:
    """Return the one JSON object that a text is, in the form in which domsim writes it."""
    data = json.loads(text)
    assert isinstance(data, dict)
    assert text == json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return data


def written(folder: Path, **files: str) -> list[Path]:
    """Write YAML files by name and return their paths."""
    paths = [folder / f"{name}.yaml" for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
