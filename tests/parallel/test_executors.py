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
