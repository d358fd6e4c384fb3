"""``benchbar essays init``: a complete example study."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER
from benchbar.cli.talk import say


@click.command(name="init")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--force", is_flag=True, help="Replace a study that exists.")
def command(folder: Path, force: bool) -> None:
    """Write an invented example study into DIR: the form in which your own materials are read.

    Three essay questions and a performance test, with rubrics and model answers; 36 essays of
    varied quality on one of them, to calibrate graders with, and 6 on another.
    """
    import shlex

    from benchbar.exam.essays import example

    example.write(folder, force=force)
    click.echo(folder)
    say(f"what is in it: benchbar essays check {shlex.quote(str(folder))}")
