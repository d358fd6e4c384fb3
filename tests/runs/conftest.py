"""Items, a server, and an engine that does not wait, for the tests of runs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchbar.records import Cell
from benchbar.runs import clients, study
from benchbar.suites.build import build
from benchbar.suites.order import Order
from tests.loopback import Loopback


def pytest_configure(config: pytest.Config) -> None:
    # Inspect AI leaves its internal channels to the garbage collector.
    config.addinivalue_line("filterwarnings", "ignore:Unclosed <MemoryObject:ResourceWarning")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA folder with four tests of twelve items each, on synthetic sections of the 4k size."""
    folder = tmp_path_factory.mktemp("runs") / "data"
    build(Order(("4k",), ("synthetic",), items=(("test", 12), ("train", 3))), folder)
    return folder


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "FIRST_WAIT_SECONDS", 0.01)
    monkeypatch.delenv("LOCAL_API_KEY", raising=False)


@pytest.fixture
def cell(server: Loopback) -> Cell:
    """A cell whose model is the server's."""
    return Cell("openai-api/local/good", base_url=server.url)


@pytest.fixture
def few(built: Path, cell: Cell) -> Callable[..., study.Study]:
    """Plans a study of one test against the server, of three items unless told otherwise."""

    def plan(**options: object) -> study.Study:
        chosen: dict[str, object] = {"tasks": ("text_to_cite",), "limit": 3, **options}
        return study.plan(built, (cell,), **chosen)  # type: ignore[arg-type]

    return plan
