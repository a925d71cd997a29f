"""Writing records beside a run: in order, a bounded number of stretches under way."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from domsim.simulate.records import Recorder
from domsim.simulate.run import Stretch

# Matches at a time while records are written: the interpreted engine plays them again for that,
# whatever counts the hands, and an interrupt waits for those under way.
RECORDED_CHUNK = 25


class RecordWriter:
    """Takes the stretches of a run and writes every ``every``-th hand as one record."""

    def __init__(
        self,
        recorder: Recorder,
        write: Callable[[dict[str, Any]], None],
        every: int = 1,
        executor: Executor | None = None,
        ahead: int = 2,
    ) -> None:
        self.recorder = recorder
        self.write = write
        self.every = every
        self.executor = executor
        self.ahead = ahead
        self.waiting: deque[Future[list[Any]]] = deque()

    def take(self, stretch: Stretch) -> None:
        """Record a stretch, or have it recorded while the run goes on."""
        arguments = (stretch.first, stretch.matches, stretch.hands_before, self.every)
        if self.executor is None:
            self._write_all(self.recorder.stretch(*arguments))
            return
        self.waiting.append(self.executor.submit(self.recorder.stretch, *arguments))
        self.drain(self.ahead)

    def drain(self, leave: int = 0) -> None:
        """Write the oldest stretches until only ``leave`` are under way."""
        while len(self.waiting) > leave:
            self._write_all(self.waiting.popleft().result())

    def finish(self) -> bool:
        """Write what is still under way; tell whether all was written before an interrupt."""
        try:
            self.drain()
        except KeyboardInterrupt:
            return False
        return True

    def _write_all(self, records: list[Any]) -> None:
        for record in records:
            self.write(record)
