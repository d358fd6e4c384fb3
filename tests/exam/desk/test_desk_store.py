"""The database's door: made on first start, brought forward, and closed to changes of the past."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import (
    Connection,
    Executable,
    Table,
    delete,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

import benchbar.exam.desk
from benchbar.errors import IncompleteError, InputError
from benchbar.exam.desk import migrations, triggers
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.store import Store, open_store, shown, utc_now
from tests.exam.desk.made_study import Clock, finish, start


def test_the_first_start_makes_all_tables_and_later_ones_change_nothing(where: str) -> None:
    for _ in range(2):
        store = open_store(where, now=Clock())
        with store.reading() as session:
            assert list(session.scalars(select(db.SchemaVersion.version))) == [1]
            names = set(inspect(session.connection()).get_table_names())
        assert names == set(db.Base.metadata.tables)
        store.close()


def test_two_that_start_at_once_make_one_database(where: str) -> None:
    code = f"from benchbar.exam.desk.store import open_store; open_store({where!r}).close()"
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [one.wait(60) for one in running] == [0] * 4


def test_what_was_written_is_never_changed_or_deleted(store: Store) -> None:
    finish(start(store, models=["Mo"]))
    for table in triggers.kept_tables():
        for statement in _changes(table, store.engine.dialect.name):
            with pytest.raises(DBAPIError, match="only ever added"):
                _execute(store, statement)
        with store.reading() as session:
            assert session.execute(select(table).limit(1)).all(), f"{table.name} holds nothing"


def _execute(store: Store, statement: Executable) -> None:
    with store.writing() as session:
        session.execute(statement)


def _changes(table: Table, dialect: str) -> Iterator[Executable]:
    key = next(iter(table.primary_key.columns))
    yield update(table).values({key: key})
    yield delete(table)
    if dialect == "postgresql":
        yield text(f'TRUNCATE "{table.name}" CASCADE')
    else:
        names = [column.name for column in table.columns]
        yield insert(table).prefix_with("OR REPLACE").from_select(names, select(table))


def test_no_line_of_the_desk_updates_or_deletes_rows_but_those_of_drafts() -> None:
    for path in Path(benchbar.exam.desk.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"):
                assert not {"update", "delete"} & {alias.name for alias in node.names}
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("session.delete"):
                assert ast.unparse(node.args[0]) == "draft"


def test_a_writer_that_fails_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.writing() as session:
            session.add(db.Person(role="lead", kind="human", name="Lena", by=None, at=utc_now()))
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with store.reading() as session:
        assert session.scalar(select(db.Person.id)) is None


def test_an_older_database_is_brought_forward_once(store: Store) -> None:
    def second(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE later (id INTEGER)")

    for _ in range(2):
        with store.writing() as session:
            migrations.forward(session.connection(), "desk", utc_now(), {2: second})
    with store.reading() as session:
        assert list(session.scalars(select(db.SchemaVersion.version).order_by("version"))) == [1, 2]


def test_a_step_that_fails_leaves_the_old_version(store: Store) -> None:
    def broken(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE later (id INTEGER)")
        raise RuntimeError

    with pytest.raises(RuntimeError), store.writing() as session:
        migrations.forward(session.connection(), "desk", utc_now(), {2: broken})
    with store.reading() as session:
        assert "later" not in inspect(session.connection()).get_table_names()


def test_a_database_of_a_newer_program_is_left_alone(where: str) -> None:
    store = open_store(where)
    with store.writing() as session:
        session.add(db.SchemaVersion(version=99, at=utc_now()))
    store.close()
    with pytest.raises(InputError, match="newer benchbar"):
        open_store(where)


def test_a_database_of_something_else_is_left_alone(where: str) -> None:
    store = open_store(where)
    with store.writing() as session:
        connection = session.connection()
        connection.exec_driver_sql("DROP TABLE schema_version")
    store.close()
    with pytest.raises(InputError, match="something else"):
        open_store(where)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("mysql://root@localhost/x", "neither sqlite nor postgresql"),
        ("nonsense://x", "neither sqlite nor postgresql|no file and no URL"),
        ("postgresql://u:verysecret@", "."),
        ("://", "no file and no URL"),
    ],
)
def test_odd_names_of_databases_are_refused(where: str, why: str) -> None:
    with pytest.raises((InputError, IncompleteError), match=why) as caught:
        open_store(where).close()
    assert "verysecret" not in str(caught.value)


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(IncompleteError, match="127.0.0.1") as caught:
        open_store("postgresql://u:verysecret@127.0.0.1:1/x?connect_timeout=2")
    assert "verysecret" not in str(caught.value)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    path.write_text("marks, perhaps\n" * 200)
    with pytest.raises(InputError, match="is no database"):
        open_store(path)
    with pytest.raises(InputError, match="name another file"):
        open_store(path / "below")
    with pytest.raises(InputError, match="cannot be opened"):
        open_store(tmp_path)


def test_sqlite_waits_keeps_keys_and_reaches_the_disk(small: Store) -> None:
    with small.reading() as session:
        told = {
            name: session.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert told == {
        "journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 30_000,
    }  # fmt: skip
    assert shown(small.engine.url).startswith("sqlite:///")
