"""Choosing an executor by its name; Ray is imported only if it is chosen."""

from typing import Literal, TypeAlias, get_args

from benchbar.errors import InputError
from benchbar.parallel import processes
from benchbar.parallel.base import Executor

Name: TypeAlias = Literal["processes", "ray"]

NAMES: tuple[Name, ...] = get_args(Name)


def executor(name: Name, workers: int | None) -> Executor:
    """Return an executor for a number of workers; all cores, or all of the cluster, if None.

    Raises:
        InputError: Ray is chosen and not installed.
    """
    if name == "processes":
        return processes.executor(workers)
    try:
        from benchbar.parallel.ray import Ray
    except ImportError as error:
        raise InputError(
            f"--executor ray needs Ray, which is not here ({error}): pip install 'benchbar[ray]'"
        ) from None
    return Ray(workers)
