"""Workers of a run as processes of this machine: started, heard, and ended together."""

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeAlias

from benchbar.errors import BenchbarError, IncompleteError, InputError
from benchbar.parallel.processes import end_with_parent
from benchbar.runs import Say, crew
from benchbar.runs.crew import HaltedError
from benchbar.runs.folder import Outcome, Run, open_run
from benchbar.runs.session import Progress, Watch

PATIENCE_SECONDS = 10.0
"""How long workers may take to end in good order before a further Ctrl-C kills them."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_OTHERS = "all workers "
"""So begins what a worker says that stopped because another one did."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A worker can be interrupted from now on."""


@dataclass(frozen=True, slots=True)
class _Finished:
    """A worker found no more parts to ask."""


@dataclass(frozen=True, slots=True)
class _Halted:
    """A worker ended before: why, and what going on takes."""

    why: str
    more: str


@dataclass(frozen=True, slots=True)
class _Refused:
    """A worker could not begin, for something that the user can mend, or not."""

    told: str
    mendable: bool


_End: TypeAlias = _Finished | _Halted | _Refused


def ask(out: Path, workers: int, progress: Watch | None, say: Say | None) -> Outcome:
    """Ask what is missing of a run by several processes, then grade.

    Args:
        out: The folder of the run.
        workers: How many processes; each gets its share of the calls that may be open.
        progress: Is shown each reply as it comes, whoever asked.
        say: Is told of workers that were killed.

    Raises:
        InputError: A worker could not begin.
        IncompleteError: The user stopped it, too many calls failed, the budget is spent, or all
            workers were killed; what came is kept.
    """
    study = open_run(out).study
    each, over = divmod(study.max_connections, workers)
    with _Crew(Run(out), progress) as hands:
        hands.start([each + (number < over) for number in range(workers)])
        hands.attend()
    ends = [worker.end for worker in hands.workers]
    killed = sum(end is None for end in ends)
    if killed and killed < workers and say is not None:
        say(f"{killed} of {workers} workers were killed: the others took over what they asked")
    if any(isinstance(end, _Finished) for end in ends):
        return crew.close(out, hands.asked)
    for end in ends:
        if isinstance(end, _Refused):
            raise (InputError if end.mendable else IncompleteError)(end.told)
    halts = [end for end in ends if isinstance(end, _Halted)]
    halts.sort(key=lambda end: end.why.startswith(_OTHERS))
    first = halts[0] if halts else _Halted("stopped because every worker was killed", "")
    return crew.end_early(out, HaltedError(first.why, first.more))


class _Worker:
    """One process, and what it has told."""

    def __init__(self, out: Path, connections: int) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["benchbar.runs.engine"])
        self.pipe, theirs = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(target=_work, args=(out, connections, theirs))
        self.process.start()
        theirs.close()
        self.progress: Progress | None = None
        self.end: _End | None = None
        self.ready = self.gone = False

    def signal(self, number: int) -> None:
        """Send the process a signal, if it is there and heeds it."""
        if self.ready and not self.gone and self.process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, number)


class _Crew:
    """The workers of one call; while it is entered, Ctrl-C ends all of them, in good order."""

    def __init__(self, opened: Run, progress: Watch | None) -> None:
        self.workers: list[_Worker] = []
        self._out = opened.folder
        self._stored = opened.outcome().stored
        self._progress = progress
        self._stopped_at: float | None = None

    def __enter__(self) -> "_Crew":
        self._before = []
        if threading.current_thread() is threading.main_thread():
            self._before = [(one, signal.signal(one, self._stop)) for one in _SIGNALS]
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            if not worker.gone:
                worker.process.kill()
                worker.process.join()
        for one, before in self._before:
            signal.signal(one, before)

    @property
    def asked(self) -> int:
        """How many replies came."""
        return sum(one.progress.asked for one in self.workers if one.progress)

    def start(self, connections: list[int]) -> None:
        """Start a worker for each number of calls that it may have open."""
        for number in connections:
            with _blocked():
                self.workers.append(_Worker(self._out, number))

    def attend(self) -> None:
        """Hear the workers until all have ended."""
        there: dict[object, _Worker] = {worker.pipe: worker for worker in self.workers}
        while there:
            for pipe in connection.wait([worker.pipe for worker in there.values()]):
                worker = there[pipe]
                try:
                    self._hear(worker, worker.pipe.recv())
                except (EOFError, OSError):
                    worker.process.join()
                    worker.gone = True
                    del there[pipe]

    def _hear(self, worker: _Worker, told: object) -> None:
        match told:
            case _Ready():
                worker.ready = True
                if self._stopped_at is not None:
                    worker.signal(signal.SIGINT)
            case Progress():
                worker.progress = told
                self._show(told)
            case _Finished() | _Halted() | _Refused():
                worker.end = told

    def _show(self, last: Progress) -> None:
        if self._progress is None:
            return
        each = [one.progress for one in self.workers if one.progress]
        added = sum(one.added for one in each)
        self._progress(
            Progress(
                last.planned,
                self._stored + added,
                self.asked,
                sum(one.failed for one in each),
                last.model,
                last.error,
                dict(sum((Counter(one.trouble) for one in each), Counter())),
                max(one.spent for one in each),
                last.budget,
                added,
            )
        )

    def _stop(self, *_: object) -> None:
        """Hand the first Ctrl-C on; much later ones kill."""
        now = time.monotonic()
        if self._stopped_at is None:
            self._stopped_at = now
            for worker in self.workers:
                worker.signal(signal.SIGINT)
        elif now - self._stopped_at > PATIENCE_SECONDS:
            for worker in self.workers:
                worker.signal(signal.SIGKILL)


@contextmanager
def _blocked() -> Iterator[None]:
    """Keep Ctrl-C from a process that is starting; it is heeded in time."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(out: Path, connections: int, pipe: Connection) -> None:
    """What a worker does."""
    with suppress(OSError):
        os.setpgid(0, 0)  # Ctrl-C in a terminal reaches all of a group; the parent hands it on
    end_with_parent()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        pipe.send(_Ready())
        crew.work(open_run(out), connections, pipe.send)
        pipe.send(_Finished())
    except KeyboardInterrupt:
        pipe.send(_Halted("stopped", ""))
    except HaltedError as halted:
        pipe.send(_Halted(halted.why, halted.more))
    except BenchbarError as error:
        pipe.send(_Refused(str(error), isinstance(error, InputError)))
