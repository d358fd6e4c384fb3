"""What several test files share: a home of its own for every test, and items built once."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("BENCHBAR_EXAMPLES", "steady"))
"""The same examples on every machine; ``make explore`` looks for new ones, many at a time."""

SMALL = Order(windows=("4k", "8k"), items=(("test", 6), ("train", 9)), seed=7)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the user's own corpora."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("BENCHBAR_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """Return a small DATA folder with all six tests at two sizes; not to be changed."""
    folder = tmp_path_factory.mktemp("built") / "data"
    build(SMALL, folder)
    return Data(folder)
