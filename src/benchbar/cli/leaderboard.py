"""``benchbar leaderboard``: models of many reports, ranked."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER, GRADER
from benchbar.cli.talk import give_json
from benchbar.records import Grader


@click.command(name="leaderboard")
@click.argument("reports", nargs=-1, required=True, type=FOLDER)
@click.option("--out", type=FOLDER, required=True, help="Folder of the leaderboard, to be made.")
@GRADER
@click.option("--force", is_flag=True, help="Replace a leaderboard that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the ranking as JSON.")
def command(
    reports: tuple[Path, ...],
    out: Path,
    grader: Grader,
    force: bool,
    as_json: bool,
) -> None:
    """Rank the models of some REPORTS: folders made by 'benchbar report', or their results.json.

    They must be of one suite and version, of the same items and graders. Ranks that the
    intervals do not tell apart are shown as ranges.
    """
    from benchbar.report import leaderboard_page, results
    from benchbar.report.leaderboard import boards

    files = {str(path): results.read(path) for path in reports}
    ranked = boards(files, grader)
    page = leaderboard_page.write(out, ranked, files, grader, force=force)
    if as_json:
        give_json(leaderboard_page.as_json(ranked))
    else:
        click.echo(page)
