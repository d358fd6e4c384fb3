import sys

import pytest

from benchbar.errors import InputError
from benchbar.parallel.base import Serial
from benchbar.parallel.choosing import executor
from benchbar.parallel.processes import Processes


def test_processes_are_chosen_by_name() -> None:
    assert isinstance(executor("processes", 1), Serial)
    assert isinstance(executor("processes", 2), Processes)


def test_ray_is_chosen_by_name_and_nothing_is_started() -> None:
    import ray

    from benchbar.parallel.ray import Ray

    before = ray.is_initialized()
    assert isinstance(executor("ray", 2), Ray)
    assert ray.is_initialized() == before


def test_without_ray_there_is_a_line_on_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "benchbar.parallel.ray", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"pip install 'benchbar\[ray\]'"):
        executor("ray", None)
