"""``benchbar disagree``: where the two graders differ."""

from pathlib import Path

import click

from benchbar.cli.talk import give_json


@click.command(name="disagree")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the replies as JSON.")
def command(run: Path, as_json: bool) -> None:
    """List the replies of a RUN on which the two graders differ, by the rules that decided.

    Before them stands the accuracy of each test under both graders.
    """
    from benchbar.cli.results import console, open_answered
    from benchbar.report.differing import as_json as differing_as_json
    from benchbar.report.differing import disagreements

    opened = open_answered(run)
    if as_json:
        give_json(differing_as_json(opened))
        return
    out = console()
    for found in disagreements(opened):
        out.print(found)
