"""How work is spread: an executor maps a function over jobs and gives results in their order."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class Executor(Protocol):
    """Anything that maps a function over jobs. All executors give the same results."""

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield ``work(job)`` for each job, in order."""
        ...


class Serial:
    """One job after another, in this process: the reference for all others."""

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield ``work(job)`` for each job, in order."""
        return map(work, jobs)
