"""The ``domsim`` command: help, version, and the commands."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from domsim import __version__
from domsim.cli import compare, coverage, explore, export, find, replay, rules, simulate, validate
from domsim.cli.common import INTERRUPTED, UNENCODABLE

app = typer.Typer(
    name="domsim",
    help="Simulator and rules verifier for block-and-draw dominoes.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("validate", help=validate.HELP)(validate.validate)
app.command("replay", help=replay.HELP)(replay.replay)
app.command("simulate", help=simulate.HELP)(simulate.simulate)
app.command("export", help=export.HELP)(export.export)
app.command("find", help=find.HELP)(find.find)
app.command("coverage", help=coverage.HELP)(coverage.coverage)
app.command("compare", help=compare.HELP)(compare.compare)
app.command("explore", help=explore.HELP)(explore.explore)
app.add_typer(rules.app, name="rules")


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"domsim {__version__}\n")
        raise typer.Exit


@app.callback(epilog="Example: domsim replay scenarios/one-table-200/")
def main(
    _version_wanted: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Simulator and rules verifier for block-and-draw dominoes."""


def run() -> None:
    """Run the command line. Exit codes: 0 done, 1 answered no, 2 could not, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=UNENCODABLE, newline="\n")
    try:
        app(prog_name="domsim")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
