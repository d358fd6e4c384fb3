"""The made-up run, for every test here."""

from pathlib import Path

import pytest

from benchbar.records import Item
from tests.report.made_run import make_items, make_run


@pytest.fixture
def items() -> list[Item]:
    """The items of the made-up run."""
    return make_items()


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A graded run of two cells on six tests."""
    return make_run(tmp_path)
