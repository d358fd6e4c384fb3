"""``benchbar report``: what a person reads."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER
from benchbar.cli.talk import say


@click.command(name="report")
@click.argument("runs", nargs=-1, required=True, type=FOLDER)
@click.option("--out", type=FOLDER, required=True, help="Folder of the report, to be made.")
@click.option(
    "--check",
    metavar="MIN",
    help="Exit with 1 if a model is right in less than MIN of a test, e.g. 0.9 or 90%, by the "
    "corrected grader, or if replies are missing. The share is compared, not its interval.",
)
@click.option("--raw-csv", is_flag=True, help="Leave text that looks like a formula as it is.")
@click.option("--force", is_flag=True, help="Replace a report that exists.")
def command(
    runs: tuple[Path, ...], out: Path, check: str | None, raw_csv: bool, force: bool
) -> int:
    """Write a report of one or more RUNS: a page that needs no network, and tables beside it."""
    from benchbar.cli.results import refuse_other_than_run
    from benchbar.report import floor, results
    from benchbar.report.html import write_report
    from benchbar.report.shortfall import require_replies
    from benchbar.runs.study import open_run

    for run in runs:
        refuse_other_than_run(run)
        require_replies(open_run(run))
    least = None if check is None else floor.share(check)
    click.echo(write_report(runs, out, raw_csv=raw_csv, force=force))
    problem = "" if least is None else floor.fallen(results.read(out), least)
    if problem:
        say(f"benchbar: {problem}")
    return 1 if problem else 0
