"""``benchbar disagree``: where the two graders differ."""

from pathlib import Path

import click


@click.command(name="disagree")
@click.argument("run", type=click.Path(path_type=Path))
def command(run: Path) -> None:
    """List the items of a RUN on which the two graders differ, with the rules that decided."""
    from benchbar.cli.results import console
    from benchbar.report.look import disagreements
    from benchbar.runs.study import open_run

    out = console()
    for found in disagreements(open_run(run)):
        out.print(found)
