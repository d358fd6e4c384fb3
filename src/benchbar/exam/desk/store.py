"""The only door to the desk's database: open it, read from it, write to it.

SQLite by default, a file beside the work; PostgreSQL by URL for teams. Readers see one moment, and
wait for nobody. Writers take turns, so that what the protocol allows is still so when it is
written; their transactions are short. What a writer did is on the disk when the block ends. Of
writers of one process SQLite would let any wait long, for it looks again from time to time; so
they stand in a queue before it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

from benchbar.errors import IncompleteError, InputError
from benchbar.exam.desk import migrations

WAIT_SECONDS = 30
"""How long a writer waits for its turn."""

_SQLITE, _POSTGRES = "sqlite", "postgresql"
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    f"busy_timeout={WAIT_SECONDS * 1_000}",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)
_WRONG_FILES = {
    "file is not a database": "is no database",
    "unable to open database file": "cannot be opened",
}
_PATIENCE = f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'"
_TURN = "LOCK TABLE study IN EXCLUSIVE MODE"
_ALONE = "SELECT pg_advisory_xact_lock(hashtext('benchbar desk'), hashtext(current_schema()))"


def utc_now() -> datetime:
    """Return the time in UTC."""
    return datetime.now(UTC)


class Store:
    """An open database.

    Attributes:
        engine: Of SQLAlchemy, for backups.
        now: The clock.
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime]) -> None:
        self.engine = engine
        self.now = now
        self._reader = engine
        self._turn = Lock() if engine.dialect.name == _SQLITE else nullcontext()
        self._writer = engine.execution_options(desk_writes=True)
        if engine.dialect.name == _POSTGRES:
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session that sees the database at one moment.

        Raises:
            IncompleteError: The database cannot be reached.
        """
        with _told(self.engine), Session(self._reader, autoflush=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session that may write, alone; all is kept when the block ends, or nothing.

        Raises:
            IncompleteError: The database cannot be reached, is full, or stays busy.
        """
        with (
            self._turn,
            _told(self.engine),
            Session(self._writer, expire_on_commit=False) as session,
            session.begin(),
        ):
            if self.engine.dialect.name == _POSTGRES:
                session.execute(text(_PATIENCE))
                session.execute(text(_TURN))
            yield session

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def open_store(where: str | Path, *, now: Callable[[], datetime] = utc_now) -> Store:
    """Open a database, making it, or bringing it forward, first.

    Args:
        where: A file, or a URL: ``sqlite:///desk.db``, ``postgresql://user@host/name``.
        now: The clock.

    Raises:
        InputError: It is no database of the desk, or cannot be opened; says which, without the
            password.
        IncompleteError: It cannot be reached.
    """
    url = _url(where)
    engine = _engine(url)
    store = Store(engine, now)
    try:
        with _told(engine), store._writer.begin() as connection:
            if url.get_backend_name() == _POSTGRES:
                connection.execute(text(_PATIENCE))
                connection.execute(text(_ALONE))
            migrations.forward(connection, shown(url), now())
    except BaseException:
        engine.dispose()
        raise
    return store


def shown(url: URL) -> str:
    """Return a URL as it may be printed: no password, and no options, which may hold one."""
    return url.set(query={}).render_as_string(hide_password=True)


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create(_SQLITE, database=str(where))
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError, NoSuchModuleError):
        raise InputError("the database is no file and no URL such as sqlite:///desk.db") from None
    if backend in (_POSTGRES, "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend != _SQLITE:
        raise InputError(f"{shown(url)}: is neither sqlite nor postgresql: name one of these")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise InputError(f"{shown(url)}: names no file to keep marks in: sqlite:///desk.db does")
    return url.set(drivername=_SQLITE)


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == _POSTGRES:
        try:
            return create_engine(url, pool_pre_ping=True, pool_size=20, hide_parameters=True)
        except ImportError:
            raise InputError(
                f"{shown(url)}: PostgreSQL needs one package more: pip install 'benchbar[postgres]'"
            ) from None
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}: name another file") from None
    engine = create_engine(url, pool_size=20, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401
    """Set a new connection of SQLite up; transactions are begun by ``_begin``, not by Python."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction: a writer takes its turn now, for a lock asked for later may deadlock."""
    writes = connection.get_execution_options().get("desk_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _told(engine: Engine) -> Iterator[None]:
    """Say in one line what the database cannot do; a wrong statement is a fault of ours."""
    try:
        yield
    except DBAPIError as error:
        for told, what in _WRONG_FILES.items():
            if told in str(error.orig):
                raise InputError(f"{shown(engine.url)}: {what}: name another file") from None
        if not isinstance(error, OperationalError):
            raise
        why = " ".join(str(error.orig).split())
        raise IncompleteError(
            f"{shown(engine.url)}: {why}: nothing was changed; mend that and try again"
        ) from None
