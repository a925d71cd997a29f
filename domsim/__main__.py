"""Run domsim as ``python -m domsim``."""

from domsim.cli.main import run

if __name__ == "__main__":
    run()
