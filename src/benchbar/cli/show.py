"""``benchbar show``: one item of a run."""

from pathlib import Path

import click

from benchbar.cli.talk import give_json


@click.command(name="show")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("item")
@click.option("--json", "as_json", is_flag=True, help="Print the item and its replies as JSON.")
def command(run: Path, item: str, as_json: bool) -> None:
    """Show one ITEM of a RUN: the end of the prompt, gold, reply, both verdicts and their rules."""
    from benchbar.cli.results import console, refuse_other_than_run
    from benchbar.report.look import item_as_json, item_view
    from benchbar.runs.study import open_run

    refuse_other_than_run(run)
    opened = open_run(run)
    if as_json:
        give_json(item_as_json(opened, item))
    else:
        console().print(item_view(opened, item))
