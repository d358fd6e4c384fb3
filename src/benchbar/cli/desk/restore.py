"""``benchbar desk restore``: a desk from a dump."""

from pathlib import Path

import click

from benchbar.cli.database import OWN_DB
from benchbar.cli.options import FILE
from benchbar.cli.talk import say


@click.command(name="restore")
@click.argument("file", type=FILE)
@OWN_DB
@click.pass_obj
def command(db: str, own: str | None, file: Path) -> None:
    """Make a desk from a FILE of JSON Lines, in a database that is empty."""
    from benchbar.exam.desk.backup import restore

    restore(file, own or db).close()
    say("restored; everyone comes in by a new link: see 'benchbar desk link'")
