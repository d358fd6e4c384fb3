"""``benchbar audit``: prove items."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import SPREAD, with_options
from benchbar.cli.talk import give_json

if TYPE_CHECKING:
    from benchbar.parallel.choosing import Name


@click.command(name="audit")
@click.argument("data", type=click.Path(path_type=Path))
@with_options(SPREAD)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(data: Path, workers: int | None, executor: "Name", as_json: bool) -> int:
    """Prove the items of DATA, each of them.

    Unique answers over the whole document, no item and no target line in both splits, no prompt
    over its budget, gold judged right by both graders, files as they were built.
    """
    import os

    from benchbar.parallel import choosing
    from benchbar.report.numbers import plural
    from benchbar.suites.audit import audit

    parts = workers or os.cpu_count() or 1
    found = audit(data, spread=choosing.executor(executor, workers), parts=parts)
    if as_json:
        give_json(found)
    else:
        for problem in found.problems:
            click.echo(problem)
        problems = plural(len(found.problems), "problem") if found.problems else "no problems"
        click.echo(f"{plural(found.items, 'item')}, {problems}")
    return 1 if found.problems else 0
