"""A progress bar on stderr, where somebody watches and the run is long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG_RUN = 100_000


@contextmanager
def progress(total: int, what: str, likely_hands: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes how many of ``total`` are done by now."""
    if not sys.stderr.isatty() or likely_hands < LONG_RUN:
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=min(done, total))
