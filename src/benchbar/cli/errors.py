"""``benchbar errors``: the kinds of error of a run."""

from pathlib import Path

import click

from benchbar.cli.talk import give_json


@click.command(name="errors")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def command(run: Path, as_json: bool) -> None:
    """Count the kinds of error of a RUN by test and grader, with shares and their intervals."""
    from benchbar.cli.results import console
    from benchbar.report.findings import gather, incomplete, labels_of, open_sources
    from benchbar.report.tally import as_json as rows_as_json
    from benchbar.report.terminal import errors_table

    sources = open_sources([run])
    rows = gather(sources).rows()
    if as_json:
        give_json(rows_as_json(rows))
    else:
        console().print(
            errors_table(rows, labels_of(sources), incomplete([one.run for one in sources]))
        )
