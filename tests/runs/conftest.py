"""Items, a server, and an engine that does not wait, for the tests of runs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.loopback import Loopback

from benchbar.records import Cell
from benchbar.runs import engine, study
from benchbar.suites.build import Order, build

ITEMS = 12
"""Items of each of the four tests in the test split."""


def pytest_configure(config: pytest.Config) -> None:
    # Inspect AI leaves its internal channels to the garbage collector.
    config.addinivalue_line("filterwarnings", "ignore:Unclosed <MemoryObject:ResourceWarning")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA folder of the smallest size, of synthetic sections only."""
    folder = tmp_path_factory.mktemp("runs") / "data"
    build(Order(("4k",), ("synthetic",), items=(("test", ITEMS), ("train", 3))), folder)
    return folder


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "FIRST_WAIT_SECONDS", 0.01)
    monkeypatch.delenv("LOCAL_API_KEY", raising=False)


@pytest.fixture
def cell(server: Loopback) -> Cell:
    """A cell whose model is the server's."""
    return Cell("openai-api/local/good", base_url=server.url)


@pytest.fixture
def few(data: Path, cell: Cell) -> Callable[..., study.Study]:
    """Plans a study of one test against the server, of three items unless told otherwise."""

    def plan(**options: object) -> study.Study:
        chosen: dict[str, object] = {"tasks": ("text_to_cite",), "limit": 3, **options}
        return study.plan(data, (cell,), **chosen)  # type: ignore[arg-type]

    return plan
