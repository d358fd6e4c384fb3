"""``benchbar essays add``: the essays of a run join a study."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchbar.cli.options import FOLDER
from benchbar.cli.talk import give_json, say


@click.command(name="add")
@click.argument("study", type=FOLDER)
@click.argument("run", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(study: Path, run: Path, as_json: bool) -> None:
    """Add the essays that models wrote in a RUN to those of a STUDY.

    The names of their files say nothing of where they come from. What was added before stays.
    """
    from benchbar.exam.essays.writing import add
    from benchbar.runs.study import open_run

    tell(*add(open_run(run), study), as_json=as_json)


def tell(written: Sequence[Path], left: Sequence[str], *, as_json: bool) -> None:
    """Print which essays were added, and which were not, and why."""
    from benchbar.report.numbers import plural
    from benchbar.report.visible import visible

    if as_json:
        give_json({"added": [str(path) for path in written], "left_out": left})
    else:
        for path in written:
            click.echo(visible(str(path)))
    say(f"{plural(len(written), 'essay')} added")
    for why in left:
        say(visible(f"not added: {why}"))
