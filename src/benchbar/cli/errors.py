"""``benchbar errors``: the kinds of error of a run."""

from pathlib import Path

import click

from benchbar.cli.talk import give_json


@click.command(name="errors")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def command(run: Path, as_json: bool) -> None:
    """Count the kinds of error of a RUN by test and grader, with shares and their intervals.

    Shares are of all replies to a test; a reply that is no answer is one of them.
    """
    from benchbar.cli.results import console, open_answered
    from benchbar.report import transfer_view
    from benchbar.report.findings import gather, labels_of, open_sources, reasoning
    from benchbar.report.shortfall import notice
    from benchbar.report.table import in_order
    from benchbar.report.tally import as_json as rows_as_json
    from benchbar.report.terminal import errors_table
    from benchbar.report.visible import visible

    opened = open_answered(run)
    sources = open_sources([run])
    labels = labels_of(sources)
    findings = gather(sources)
    rows = in_order(findings.rows(), labels)
    if as_json:
        give_json(rows_as_json(rows))
        return
    out = console()
    out.print(errors_table(rows, labels, notice(opened), width=out.width))
    for line in transfer_view.lines(reasoning(sources), findings.amounts, labels):
        out.print(visible(line), markup=False)
