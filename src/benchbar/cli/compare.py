"""``benchbar compare``: which of two or more is better, where, and how sure that is."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import FOLDER, GRADER, SPREAD, with_options
from benchbar.cli.talk import give_json
from benchbar.records import Grader

if TYPE_CHECKING:
    from benchbar.parallel.choosing import Name
    from benchbar.stats.adjust import Adjustment


@click.command(name="compare")
@click.argument("runs", nargs=-1, required=True, type=FOLDER)
@GRADER
@click.option("--all-pairs", is_flag=True, help="Each with each, not only each with the first.")
@click.option("--by-trial", is_flag=True, help="Take each trial as a side of its own.")
@click.option("--common", is_flag=True, help="Where runs ask different items: those all ask.")
@click.option(
    "--adjust",
    type=click.Choice(["holm", "benjamini-hochberg"]),
    default="holm",
    show_default=True,
    help="How p allows for several comparisons: against any false claim, or for screening.",
)
@with_options(SPREAD)
@click.option("--items", is_flag=True, help="List the items on which the two differ.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def command(
    runs: tuple[Path, ...],
    grader: Grader,
    all_pairs: bool,
    by_trial: bool,
    common: bool,
    adjust: "Adjustment",
    workers: int | None,
    executor: "Name",
    items: bool,
    as_json: bool,
) -> None:
    """Say of two or more RUNS which is better, where, and how sure that is.

    Models, settings and wordings are compared item by item, those inside one run too: overall,
    by kind of work, by size and by test. The first is compared with each other one. Calls no
    model. Bootstraps of very many answers are spread over the workers.
    """
    from benchbar.cli.results import console
    from benchbar.parallel import choosing
    from benchbar.report import comparison_view
    from benchbar.report.comparing import compare
    from benchbar.report.findings import open_sources

    found = compare(
        open_sources(runs),
        grader=grader,
        all_pairs=all_pairs,
        by_trial=by_trial,
        common=common,
        adjustment=adjust,
        spread=choosing.executor(executor, workers),
    )
    if as_json:
        give_json(comparison_view.as_json(found, items=items))
        return
    out = console()
    for part in comparison_view.view(found, width=out.width, items=items):
        out.print(part)
