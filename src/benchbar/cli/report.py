"""``benchbar report``: what a person reads."""

from pathlib import Path

import click

_FOLDER = click.Path(path_type=Path)


@click.command(name="report")
@click.argument("runs", nargs=-1, required=True, type=_FOLDER)
@click.option("--out", type=_FOLDER, required=True, help="Folder of the report, to be made.")
@click.option("--raw-csv", is_flag=True, help="Leave text that looks like a formula as it is.")
@click.option("--force", is_flag=True, help="Replace a report that exists.")
def command(runs: tuple[Path, ...], out: Path, raw_csv: bool, force: bool) -> None:
    """Write a report of one or more RUNS: a page that needs no network, and tables beside it."""
    from benchbar.report.html import write_report

    click.echo(write_report(runs, out, raw_csv=raw_csv, force=force))
