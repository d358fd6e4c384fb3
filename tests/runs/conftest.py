"""Items, a server and a quick engine for the tests of runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar.records import Cell
from benchbar.suites.build import Order, build
from tests.loopback import Loopback

ITEMS = 12


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA folder of the smallest size: four tests of 12 items, and a few to train on."""
    folder = tmp_path_factory.mktemp("runs") / "data"
    build(Order(("4k",), ("synthetic",), items=(("test", ITEMS), ("train", 3))), folder)
    return folder


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not make the tests wait between tries."""
    from benchbar.runs import engine

    monkeypatch.setattr(engine, "FIRST_WAIT_SECONDS", 0.01)


def remote(server: Loopback, **settings: object) -> Cell:
    """A cell whose model is the server's."""
    return Cell.__call__("openai-api/local/good", base_url=server.url, **settings)
