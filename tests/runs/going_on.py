"""Runs in processes of their own, to be killed: forked from one that has imported the engine."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

from benchbar.errors import BenchbarError
from benchbar.runs import study

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(["tests.runs.warmed", __name__])


def begin(planned: study.Study, out: Path) -> BaseProcess:
    """Start a new run."""
    return _started(_begin, planned, out)


def resume(out: Path) -> BaseProcess:
    """Go on with a run."""
    return _started(_resume, out)


def join(out: Path) -> BaseProcess:
    """Ask parts of a run beside others."""
    return _started(_join, out)


def begin_with_workers(planned: study.Study, out: Path, workers: int) -> BaseProcess:
    """Start a new run with several workers, which are children of the process."""
    child = _FORKED.Process(target=_begin_with_workers, args=(planned, out, workers))
    child.start()
    return child


def told(child: BaseProcess, out: Path) -> str:
    """Return what a process said when it ended, and wait for that."""
    child.join(60)
    assert child.exitcode is not None, "still running"
    path = _told(out, child.pid)
    return path.read_text() if path.exists() else ""


def _started(work: Callable[..., None], *args: object) -> BaseProcess:
    child = _FORKED.Process(target=work, args=args, daemon=True)
    child.start()
    return child


def _begin(planned: study.Study, out: Path) -> None:
    _guarded(out, lambda: study.run(planned, out))


def _resume(out: Path) -> None:
    _guarded(out, lambda: study.resume(out))


def _join(out: Path) -> None:
    _guarded(out, lambda: study.join(out))


def _begin_with_workers(planned: study.Study, out: Path, workers: int) -> None:
    _guarded(out, lambda: study.run(planned, out, workers=workers))


def _guarded(out: Path, work: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        work()
    except BenchbarError as error:
        _told(out, os.getpid()).write_text(str(error))
        sys.exit(error.exit_code)


def _told(out: Path, pid: int | None) -> Path:
    return out.parent / f"told-{pid}"
