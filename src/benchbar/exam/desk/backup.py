"""A copy of the desk while it is in use, and a desk made from one.

Of SQLite the copy is a database, whole, which opens like any other. Of PostgreSQL it is the dump
of ``export``, without invitations and sessions: whoever is to go on with it is invited anew.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam.desk import export, migrations
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.export import FORMAT, Header, Row
from benchbar.exam.desk.store import Store, open_store, utc_now

_ROWS_AT_ONCE = 500


def backup(store: Store, path: Path, *, force: bool = False) -> None:
    """Copy the database into a file, whole or not at all; marking goes on meanwhile.

    Raises:
        InputError: The file is there and ``force`` is not given, or cannot be written.
    """
    if path.exists() and not force:
        raise InputError(f"{path}: is there already: choose another name, or use --force")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if store.engine.dialect.name == "sqlite":
            _copy(store, path)
        else:
            with store.reading() as session:
                jsonl.write(path, export.dump(session))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}: choose another name") from None


def restore(path: Path, where: str | Path, *, now: Callable[[], datetime] = utc_now) -> Store:
    """Make a desk from a dump, in a database that is empty.

    Returns:
        The open store.

    Raises:
        InputError: The database holds a study or people, or the file is no whole dump; names the
            row. Nothing is kept then.
    """
    store = open_store(where, now=now)
    try:
        with store.writing() as session:
            taken = session.scalar(select(db.Person.id).limit(1)) is not None
            if taken or session.scalar(select(db.Study.id)) is not None:
                raise InputError("the database is in use already: restore into an empty one")
            connection = session.connection()
            _fill(connection, path)
            if store.engine.dialect.name == "postgresql":
                _count_on(connection)
    except BaseException:
        store.close()
        raise
    return store


def _copy(store: Store, path: Path) -> None:
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with (
            closing(sqlite3.connect(partial)) as target,
            closing(sqlite3.connect(str(store.engine.url.database))) as source,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _fill(connection: Connection, path: Path) -> None:
    rows = jsonl.numbered(path, dict[str, Any])
    header = _header(path, next(rows, None))
    by_name = {table.name: table for table in export.tables()}
    waiting: list[dict[str, Any]] = []
    last: Table | None = None
    read = 0
    for number, found in rows:
        read += 1
        table, values = _row(f"{path}:{number}", found, by_name)
        if waiting and (table is not last or len(waiting) == _ROWS_AT_ONCE):
            _put(connection, last, waiting, path)
            waiting = []
        waiting.append(values)
        last = table
    _put(connection, last, waiting, path)
    if read != header.rows:
        raise InputError(f"{path}: holds {read} of its {header.rows} rows: it was cut off")


def _put(
    connection: Connection, table: Table | None, rows: list[dict[str, Any]], path: Path
) -> None:
    if table is None or not rows:
        return
    try:
        connection.execute(insert(table), rows)
    except IntegrityError as error:
        why = " ".join(str(error.orig).split())
        raise InputError(f"{path}: rows of {table.name} do not fit together: {why}") from None


def _header(path: Path, first: tuple[int, dict[str, Any]] | None) -> Header:
    try:
        header = msgspec.convert(first[1] if first else None, Header)
    except msgspec.ValidationError:
        raise InputError(f"{path}: is no dump of a desk") from None
    if header.format != FORMAT:
        raise InputError(f"{path}: is no dump of a desk")
    if header.version != migrations.newest():
        raise InputError(
            f"{path}: is of version {header.version} of the desk's tables; this benchbar reads "
            f"version {migrations.newest()}: restore it with the benchbar that made it"
        )
    return header


def _row(
    where: str, found: dict[str, Any], tables: dict[str, Table]
) -> tuple[Table, dict[str, Any]]:
    try:
        row = msgspec.convert(found, Row)
        table = tables[row.table]
        if row.row.keys() != set(table.columns.keys()):
            raise KeyError
        values = {name: _value(table, name, value) for name, value in row.row.items()}
    except (msgspec.ValidationError, KeyError, ValueError, TypeError):
        raise InputError(f"{where}: is no row of a desk's tables: make the dump anew") from None
    return table, values


def _value(table: Table, name: str, value: object) -> object:
    if isinstance(table.columns[name].type, db.Utc) and value is not None:
        return datetime.fromisoformat(str(value))
    return value


def _count_on(connection: Connection) -> None:
    """Have PostgreSQL number new rows from where the restored ones end."""
    for table, column in _numbered():
        last = connection.scalar(select(func.max(table.columns[column])))
        if last is not None:
            connection.execute(
                text("SELECT setval(pg_get_serial_sequence(:of, :column), :last)"),
                {"of": table.name, "column": column, "last": last},
            )


def _numbered() -> Iterator[tuple[Table, str]]:
    for table in export.tables():
        column = table.autoincrement_column
        if column is not None and isinstance(column.type, Integer):
            yield table, column.name
