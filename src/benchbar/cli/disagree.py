"""``benchbar disagree``: where the two graders differ."""

from pathlib import Path

import click


@click.command(name="disagree")
@click.argument("run", type=click.Path(path_type=Path))
def command(run: Path) -> None:
    """List the replies of a RUN on which the two graders differ, by the rules that decided.

    Before them stands the accuracy of each test under both graders.
    """
    from benchbar.cli.results import console
    from benchbar.report.differing import disagreements
    from benchbar.runs.study import open_run

    out = console()
    for found in disagreements(open_run(run)):
        out.print(found)
