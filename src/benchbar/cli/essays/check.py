"""``benchbar essays check``: what is in a study's materials."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER
from benchbar.cli.talk import give_json, say


@click.command(name="check")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(folder: Path, as_json: bool) -> int:
    """Say what was read of the materials in DIR, and what is wrong with them, by file and row.

    Nothing is changed. Ends in 2 if anything must be mended.
    """
    from benchbar.exam.essays import summary
    from benchbar.exam.essays.materials import look
    from benchbar.report.visible import visible

    found, problems = look(folder)
    told = summary.of(found, problems)
    if as_json:
        give_json(told)
    else:
        for line in summary.lines(told):
            click.echo(visible(line))
        for problem in problems:
            say(visible(problem))
    return 2 if problems else 0
