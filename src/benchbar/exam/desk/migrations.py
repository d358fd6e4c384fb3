"""The version of the database's tables, and the steps by which an older one is brought forward.

A new database is made as ``schema`` has it. One that was made by an older program is taken through
the steps from its version on, each once. One of a newer program is left alone.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection, insert, inspect, select

from benchbar.errors import InputError
from benchbar.exam.desk import triggers
from benchbar.exam.desk.schema import Base, SchemaVersion

Step: TypeAlias = Callable[[Connection], None]

STEPS: Mapping[int, Step] = {}
"""By the version that they lead to, from 2 on: whoever changes ``schema`` adds one."""


def newest(steps: Mapping[int, Step] = STEPS) -> int:
    """Return the version that this program works with."""
    return max(steps, default=1)


def forward(
    connection: Connection, name: str, now: datetime, steps: Mapping[int, Step] = STEPS
) -> None:
    """Make the tables, or take those that are there to the newest version.

    All of it happens in the caller's transaction, whole or not at all; ``name`` is what messages
    call the database.

    Raises:
        InputError: The database is of a newer program, or of something else.
    """
    found, last = _version(connection, name), newest(steps)
    if found > last:
        raise InputError(
            f"{name}: was made by a newer benchbar (version {found} of its "
            f"tables; this one knows {last}): update benchbar"
        )
    if not found:
        Base.metadata.create_all(connection)
        triggers.put(connection)
        _note(connection, last, now)
        return
    for number in range(found + 1, last + 1):
        steps[number](connection)
        _note(connection, number, now)


def _version(connection: Connection, name: str) -> int:
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    if SchemaVersion.__tablename__ not in tables:
        raise InputError(f"{name}: holds tables of something else: name another database")
    return max(connection.scalars(select(SchemaVersion.version)))


def _note(connection: Connection, number: int, now: datetime) -> None:
    connection.execute(insert(SchemaVersion).values(version=number, at=now))
