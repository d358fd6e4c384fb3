"""``benchbar tune curve``: accuracy against the rows that a model has learnt."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER, GRADER
from benchbar.cli.talk import give_json, say
from benchbar.records import Grader


@click.command(name="curve")
@click.argument("runs", type=FOLDER, nargs=-1, required=True, metavar="RUN...")
@GRADER
@click.option("--json", "as_json", is_flag=True, help="Print the curve as JSON.")
@click.option("--out", type=FOLDER, help="Write a page with figures and tables into this folder.")
@click.option("--force", is_flag=True, help="Replace such a folder.")
def command(
    runs: tuple[Path, ...], grader: Grader, as_json: bool, out: Path | None, force: bool
) -> None:
    """Say how much training is enough: accuracy at each number of rows learnt.

    Each RUN is of one model, on the same items: the untuned base, and models that were tuned from
    it more and more. Rows and CPU minutes are read from the folders that 'benchbar tune local' made
    (or rows from the record of a job at OpenAI). Calls no model.
    """
    from benchbar.cli.results import console
    from benchbar.tune import learning_page, learning_view
    from benchbar.tune.learning import learning_curve

    found = learning_curve(runs, grader=grader)
    if out is not None:
        say(f"wrote {learning_page.write(found, out, force=force)}")
    if as_json:
        for note in found.notes:
            say(note)
        give_json(learning_view.as_json(found))
        return
    screen = console()
    for part in learning_view.view(found, width=screen.width):
        screen.print(part)
