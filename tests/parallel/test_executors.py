import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from benchbar.errors import InputError
from benchbar.parallel.base import Executor, Serial
from benchbar.parallel.processes import Processes, executor


def square(n: int) -> int:
    return n * n


def refuse(n: int) -> int:
    if n == 3:
        raise InputError("3: too odd; take another")
    return n


@pytest.mark.parametrize("spread", [Serial(), Processes(2), Processes(3)])
def test_results_come_in_the_order_of_the_jobs(spread: Executor) -> None:
    assert list(spread.map(square, range(40))) == [n * n for n in range(40)]


@pytest.mark.parametrize("spread", [Serial(), Processes(2)])
def test_an_error_of_a_job_reaches_the_caller(spread: Executor) -> None:
    with pytest.raises(InputError, match="3: too odd"):
        list(spread.map(refuse, range(40)))


def test_one_worker_needs_no_other_process() -> None:
    assert isinstance(executor(1), Serial)
    assert isinstance(executor(2), Processes)


PARENT = """
import os, time
from benchbar.parallel.processes import Processes

def work(n):
    os.write(1, b"%d\\n" % os.getpid())  # one write, so that two workers never share a row
    time.sleep(600)

list(Processes(2).map(work, range(2)))
"""


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", PARENT]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with started:
        yield started
        started.kill()


def test_workers_end_when_their_parent_is_killed(parent: subprocess.Popen[str]) -> None:
    assert parent.stdout
    for _ in range(2):
        assert int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    # The pipe ends only when the last process that holds it does: the workers inherited it.
    rest = threading.Thread(target=parent.stdout.read, daemon=True)
    rest.start()
    rest.join(timeout=30)
    assert not rest.is_alive()
