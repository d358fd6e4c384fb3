"""Items planted in a DATA folder, and rows that are ready for OpenAI."""

import shutil
from pathlib import Path

import pytest

from benchbar.suites.data import Data
from benchbar.tune import api
from benchbar.tune.export import export
from benchbar.tune.recipe import Recipe
from tests.tune.planting import Plant, planted_in


@pytest.fixture
def plant(data: Data, tmp_path: Path) -> Plant:
    """Make a DATA folder of one test, both splits, and of the items that are planted in it."""
    return lambda planted: planted_in(data, tmp_path / "planted", planted)


@pytest.fixture(scope="session")
def exported(data: Data, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported") / "rows"
    export(data.folder, out, form="openai", chosen=Recipe())
    return out


@pytest.fixture
def folder(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(api.KEY, "sk-test-0123456789abcdef")
    shutil.copytree(exported, tmp_path / "rows")
    return tmp_path / "rows"
