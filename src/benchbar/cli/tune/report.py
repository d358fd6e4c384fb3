"""``benchbar tune report``: what tuning did, and its side effects."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER, GRADER
from benchbar.cli.talk import give_json, say
from benchbar.records import Grader


@click.command(name="report")
@click.argument("base", type=FOLDER, metavar="BASE_RUN")
@click.argument("tuned", type=FOLDER, metavar="TUNED_RUN")
@click.option(
    "--also", type=FOLDER, nargs=2, multiple=True, metavar="BASE TUNED",
    help="Another pair of runs, of other items, such as 'benchbar build forms' makes; repeat.",
)  # fmt: skip
@click.option("--rows", type=FOLDER, help="Folder of training rows, where it is not found.")
@GRADER
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--out", type=FOLDER, help="Write a page with figures and tables into this folder.")
@click.option("--force", is_flag=True, help="Replace such a folder.")
def command(
    base: Path,
    tuned: Path,
    also: tuple[tuple[Path, Path], ...],
    rows: Path | None,
    grader: Grader,
    as_json: bool,
    out: Path | None,
    force: bool,
) -> None:
    """Say what tuning did: BASE_RUN before, TUNED_RUN after, on the same items.

    Accuracy of each look-up beside the paper's Table 3, and side effects: accuracy and length of
    reasoning on applies-to, SARA, everyday requests, words of a reply. Questions that the model
    learnt are refused. Calls no model.
    """
    from benchbar.cli.results import console
    from benchbar.tune import report_page, report_view
    from benchbar.tune.report import report

    found = report([(base, tuned), *also], grader=grader, rows=rows)
    if out is not None:
        say(f"wrote {report_page.write(found, out, force=force)}")
    if as_json:
        give_json(report_view.as_json(found))
        return
    screen = console()
    for part in report_view.view(found, width=screen.width):
        screen.print(part)
