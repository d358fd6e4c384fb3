"""``benchbar desk backup``: a copy of the database, whole."""

from pathlib import Path

import click

from benchbar.cli.database import OWN_DB, opened
from benchbar.cli.talk import say


@click.command(name="backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@OWN_DB
@click.option("--force", is_flag=True, help="Replace a FILE that is there already.")
@click.pass_obj
def command(db: str, own: str | None, file: Path, force: bool) -> None:
    """Copy the database into a FILE, whole or not at all; marking goes on meanwhile.

    Of SQLite the copy is a database, to be opened by --db. Of PostgreSQL it is JSON Lines, which
    'restore' reads; links and open sessions are not in it.
    """
    from benchbar.exam.desk.backup import backup

    with opened(own or db) as store:
        backup(store, file, force=force)
    say(f"written: {file}")
