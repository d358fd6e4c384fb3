"""Stores for the tests: a SQLite file, and a database of a real PostgreSQL."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk import clusters
from tests.exam.desk.made_study import Clock

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Return the URL of a PostgreSQL server of our own, with ``%s`` for the database."""
    if why := clusters.missing():
        pytest.skip(why)
    with clusters.cluster() as url:
        yield url


@pytest.fixture(autouse=True)
def seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same codes and orders each time."""
    monkeypatch.setattr("benchbar.exam.desk.intake.secrets.token_hex", lambda _: "5eed")


@pytest.fixture
def postgres_url(server: str) -> str:
    """Return the URL of a new database of a real PostgreSQL."""
    name = f"desk_{next(_NUMBERS)}"
    with psycopg.connect(server % "postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server % name


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the name of a new database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "desk.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """Return a new store, of either kind."""
    found = open_store(where, now=Clock())
    yield found
    found.close()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Store]:
    """Return a new store in SQLite, where the kind of database does not matter."""
    found = open_store(tmp_path / "desk.db", now=Clock())
    yield found
    found.close()
