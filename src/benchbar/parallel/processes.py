"""Work spread over the processes of one machine."""

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import connection
from typing import TypeVar

from benchbar.parallel.base import Executor, Serial

J = TypeVar("J")
R = TypeVar("R")

_AHEAD = 3


class Processes:
    """Spreads jobs over processes; a few results per worker wait at most, so memory is bounded."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield ``work(job)`` for each job, in order."""
        with ProcessPoolExecutor(self._workers, initializer=end_with_parent) as pool:
            waiting: deque[Future[R]] = deque()
            try:
                for job in jobs:
                    waiting.append(pool.submit(work, job))
                    if len(waiting) > _AHEAD * self._workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)


def end_with_parent() -> None:
    """Let a worker end when its parent is killed: nobody else would ever end it."""
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    if parent := multiprocessing.parent_process():
        connection.wait([parent.sentinel])
        os._exit(1)


def executor(workers: int | None) -> Executor:
    """Return an executor for a number of workers; all cores if None."""
    workers = workers or os.cpu_count() or 1
    return Serial() if workers == 1 else Processes(workers)
