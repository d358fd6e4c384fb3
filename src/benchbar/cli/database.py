"""The database of the desk, for commands that need one that is there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.errors import InputError

if TYPE_CHECKING:
    from benchbar.exam.desk.store import Store

DB = click.option(
    "--db", "where", metavar="WHERE", help="The desk's database: a file, or a URL of PostgreSQL."
)

OWN_DB = click.option(
    "--db", "own", metavar="URL", help="The desk's database; also before the command's name."
)
"""Of the commands of ``benchbar desk``, which has a ``--db`` with a default itself."""


@contextmanager
def opened(where: str) -> Iterator["Store"]:
    """Open a database of the desk that is there, and close it again.

    Raises:
        InputError: There is none of this name, or it is something else.
    """
    from benchbar.exam.desk.store import open_store

    name = where.removeprefix("sqlite:///")
    if "://" not in name and not Path(name).is_file():
        raise InputError(f"{name}: there is no database of the desk here: name its file or URL")
    store = open_store(where)
    try:
        yield store
    finally:
        store.close()
