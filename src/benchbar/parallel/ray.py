"""Work spread over the machines of a Ray cluster: with ``ray_llm`` the only door to Ray.

Jobs go out in batches of about a second of work, so that Ray's own cost for each does not count. A
batch is lost with its machine, and made again on another: what is worked on is a function of its
job alone, so the results are the same.
"""

import os
import secrets
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TypeVar

import ray
from ray import exceptions
from ray._private import ray_constants
from ray._private import worker as ray_worker
from ray._private.utils import read_ray_address

import benchbar
from benchbar.errors import BenchbarError, IncompleteError, InputError

J = TypeVar("J")
R = TypeVar("R")

_AHEAD = 2
"""How many batches are out for each core, done or not: what bounds the memory."""
_BATCH_SECONDS = 1.0
_GROWTH = 8
"""How many times as large as the last a batch may be: first jobs tell little of those to come."""
_RETRIES = 3
_REACH_SECONDS = 5.0
_MORE_ROOM = "take fewer --workers, or machines with more memory for each core"
_QUIET = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": False}
_SOURCES = (".py", ".toml", ".txt")


class Ray:
    """Spreads jobs over a Ray cluster, which is joined or started when the first jobs come.

    That named by ``RAY_ADDRESS``, else that of ``ray start`` on this machine, else an instance of
    our own, which listens to this machine alone and ends with this process.
    """

    def __init__(self, workers: int | None = None) -> None:
        """Take the most cores to be used at a time; all of the cluster if None."""
        self._workers = workers

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield ``work(job)`` for each job, in order.

        Raises:
            InputError: No cluster can be reached, or a machine of it is not like this one.
            IncompleteError: The cluster, or every worker that took a batch, was lost.
        """
        join(self._workers)
        task = ray.put((work, _caller()))
        left = iter(jobs)
        waiting: deque[ray.ObjectRef] = deque()
        results: list[R]
        size = 1
        try:
            while True:
                if batch := list(islice(left, size)):
                    waiting.append(_DO.remote(task, batch))
                while waiting and (not batch or len(waiting) >= self._most()):
                    results, seconds = _get(waiting.popleft())
                    size = _next_size(len(results), seconds)
                    yield from results
                if not batch:
                    return
        finally:
            for one in waiting:
                ray.cancel(one)

    def _most(self) -> int:
        """Return how many batches may be out; asked each time, since a cluster may grow."""
        cores = max(1, int(ray.cluster_resources().get("CPU", 0)))
        return self._workers if self._workers and self._workers < cores else _AHEAD * cores


def _next_size(jobs: int, seconds: float) -> int:
    """Return how many jobs would take as long as a batch should."""
    wanted = round(_BATCH_SECONDS * jobs / max(seconds, 1e-9))
    return max(1, min(wanted, _GROWTH * jobs))


@dataclass(frozen=True, slots=True)
class _Caller:
    """Where the work comes from, as far as a worker must be like it."""

    node: str
    edition: str
    folder: str


def _caller() -> _Caller:
    return _Caller(ray.get_runtime_context().get_node_id(), _edition(), str(Path.cwd()))


@cache
def _edition() -> str:
    """Name the benchbar that is here: checkouts of one version may differ, so by its files, too."""
    package = Path(benchbar.__file__).parent
    total = sha256()
    for path in sorted(path for path in package.rglob("*") if path.suffix in _SOURCES):
        total.update(path.read_bytes())
    return f"{benchbar.__version__} ({total.hexdigest()[:10]})"


def _do(task: tuple[Callable[[J], R], _Caller], batch: list[J]) -> tuple[list[R], float]:
    """Do a batch on a worker; return its results and the seconds that it took."""
    work, caller = task
    start = time.perf_counter()
    if caller.node == ray.get_runtime_context().get_node_id():
        return [work(job) for job in batch], time.perf_counter() - start
    if caller.edition != _edition():
        raise InputError(
            f"{socket.gethostname()}: has benchbar {_edition()}, and this machine "
            f"{caller.edition}: install the same on all machines of the cluster"
        )
    with suppress(OSError):
        os.chdir(caller.folder)
    try:
        return [work(job) for job in batch], time.perf_counter() - start
    except (BenchbarError, OSError) as error:
        if (missing := _missing(error)) is None:
            raise
        raise InputError(
            f"{socket.gethostname()}: {missing}: all machines of the cluster must share the "
            "folders of the data, and have them under the same names"
        ) from None


def _missing(error: BaseException | None) -> FileNotFoundError | None:
    """Return the missing file that an error comes from, if one does."""
    if error is None or isinstance(error, FileNotFoundError):
        return error
    return _missing(error.__cause__ or error.__context__)


_DO = ray.remote(num_cpus=1, max_retries=_RETRIES)(_do)


def _get(waiting: ray.ObjectRef) -> tuple[list[R], float]:
    """Wait for a batch.

    Raises:
        Exception: What the work raised.
        BenchbarError: The batch cannot be had.
    """
    try:
        done: tuple[list[R], float] = ray.get(waiting)
    except exceptions.RayTaskError as error:
        if isinstance(error.cause, exceptions.RayError):
            raise _said(error.cause) from None
        raise error.cause from error
    except exceptions.RayError as error:
        raise _said(error) from None
    return done


def _said(error: exceptions.RayError) -> BenchbarError:
    """Return the error for a batch that never was done."""
    said = _first_line(error)
    match error:
        case exceptions.OutOfMemoryError():
            return IncompleteError(
                f"a machine ran out of memory {_RETRIES + 1} times on the same work: {_MORE_ROOM}"
            )
        case exceptions.WorkerCrashedError() | exceptions.NodeDiedError():
            return IncompleteError(
                f"a worker was lost {_RETRIES + 1} times on the same work, for want of memory most "
                f"likely: {_MORE_ROOM}"
            )
        case exceptions.RaySystemError() if "No module named" in said:
            return InputError(
                f"a machine of the cluster cannot take the work ({said}): install the same "
                "benchbar, under the same Python, on all of them"
            )
    return IncompleteError(f"the Ray cluster failed ({said}): see that it is up, start again")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def join(workers: int | None) -> None:
    """Connect this process to a cluster, unless it is connected.

    Args:
        workers: Cores of an instance that must be started here; all if None.

    Raises:
        InputError: The cluster that was named cannot be reached, or is of another version.
        IncompleteError: Ray does not start here.
    """
    if ray.is_initialized():
        return
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_IGNORE_UNHANDLED_ERRORS"] = "1"  # of batches after the first that failed
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns beside a GPU
    ray_worker._worker_logs_enabled = False  # it tells of lost workers on standard output
    os.environ.setdefault("RAY_task_oom_retries", str(_RETRIES))  # which Ray would never end
    named = os.environ.get("RAY_ADDRESS", "").removeprefix("auto")
    address = named or read_ray_address()
    if address is None or address == "local":
        _start(workers)
    elif _is_reachable(address):
        _connect(address)
    elif named:
        raise InputError(
            f"RAY_ADDRESS={named}: nothing answers there: give host:port of a cluster's head, or "
            "unset it"
        )
    else:
        _start(workers)


def _is_reachable(address: str) -> bool:
    """Say whether something listens there: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if "://" in address or not (host and port.isdigit()):
        raise InputError(
            f"RAY_ADDRESS={address}: not host:port: run benchbar on a machine of the cluster, and "
            "give the address of its head, such as 10.0.0.1:6379"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH_SECONDS).close()
    except (OSError, OverflowError):
        return False
    return True


def _connect(address: str) -> None:
    try:
        ray.init(**_QUIET)  # which finds the same address
    except (ConnectionError, RuntimeError, exceptions.RayError) as error:
        said = " ".join(str(error).split())
        if "InvalidAuthToken" in str(error.__cause__):
            said = "it asks for a token: set RAY_AUTH_MODE=token, as on its other machines"
        raise InputError(f"the Ray cluster at {address} cannot be joined: {said}") from None


def _start(workers: int | None) -> None:
    """Start an instance of our own, which no other machine, and no other user, can reach."""
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    enabled, ray_constants.ENABLE_RAY_CLUSTER = ray_constants.ENABLE_RAY_CLUSTER, False
    try:
        ray.init("local", num_cpus=workers, _node_ip_address="127.0.0.1", **_QUIET)
    except (RuntimeError, ValueError, OSError, exceptions.RayError) as error:
        said = _first_line(error)
        raise IncompleteError(f"Ray does not start on this machine: {said}") from error
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = enabled
