"""``benchbar show``: one item of a run."""

from pathlib import Path

import click


@click.command(name="show")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("item")
def command(run: Path, item: str) -> None:
    """Show one ITEM of a RUN: the end of the prompt, gold, reply, both verdicts and their rules."""
    from benchbar.cli.results import console
    from benchbar.report.look import item_view
    from benchbar.runs.study import open_run

    console().print(item_view(open_run(run), item))
