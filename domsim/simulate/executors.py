"""Where chunks are played: local processes, or a dask cluster. Each is an Executor."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any, Self

from domsim.rules.findings import Finding, Place, Refused

DASK = "dask://"
PATIENCE = 5  # seconds without a scheduler, after which a cluster is given up


@contextmanager
def open_executor(
    workers: int, address: str | None = None, start_method: str = "spawn"
) -> Iterator[Executor | None]:
    """Open what plays the chunks: None for this process, local processes, or a cluster.

    Raises Refused with ``bad-executor`` or ``no-cluster``, and with ``lost-workers`` when what
    plays is killed meanwhile.
    """
    if address is not None:
        with _dask(address) as executor:
            yield executor
    elif workers <= 1:
        yield None
    else:
        with _processes(workers, start_method) as pool:
            yield pool


@contextmanager
def _processes(workers: int, start_method: str) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context(start_method), initializer=_leave_interrupts_alone
    )
    try:
        yield pool
    except BrokenExecutor:
        text = "a worker process was killed, perhaps because memory ran out"
        raise Refused([Finding("lost-workers", text, Place("--workers"))]) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_alone() -> None:
    """A key press reaches every process of a terminal; the first process decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Watched(Executor):
    """A cluster's executor whose results stop waiting once the scheduler is gone.

    dask waits for a lost scheduler without end where a chunk was sent off at the wrong moment.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.executor = client.get_executor(pure=False, retries=5)
        self.waiting: set[Future[Any]] = set()
        self.closed = Event()

    def __enter__(self) -> Self:
        Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        """Stop watching; the client itself is closed by whoever opened it."""
        self.closed.set()

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send work to the cluster."""
        future: Future[Any] = self.executor.submit(work, *args, **kwargs)
        self.waiting.add(future)
        future.add_done_callback(self.waiting.discard)
        return future

    def _watch(self) -> None:
        missed = 0
        while missed < PATIENCE:
            if self.closed.wait(1):
                return
            missed = 0 if self.client.status == "running" else missed + 1
        while not self.closed.wait(1):
            for future in list(self.waiting):
                with suppress(InvalidStateError):
                    future.set_exception(CancelledError())


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    place = Place("--executor", 1, 1, len(address), address)
    if not address.startswith(DASK) or not address.removeprefix(DASK):
        raise Refused([Finding(
            "bad-executor", f"'{address}' names no executor", place, help="write dask://host:8786"
        )])  # fmt: skip
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - extra "cluster"
    except ImportError:
        raise Refused([Finding(
            "no-cluster", "a cluster needs dask.distributed, which is not installed", place,
            help="pip install 'domsim[cluster]'",
        )]) from None  # fmt: skip
    try:
        client = Client(f"tcp://{address.removeprefix(DASK)}", timeout="10s")
    except (OSError, ValueError) as error:
        text = f"no scheduler answers at {address.removeprefix(DASK)}: {error}"
        raise Refused([Finding("no-cluster", text, place)]) from None
    with client, _Watched(client) as watched:
        try:
            yield watched
        except (CancelledError, KilledWorker):
            text = "the cluster was lost while it played"
            raise Refused([Finding("lost-workers", text, place)]) from None
