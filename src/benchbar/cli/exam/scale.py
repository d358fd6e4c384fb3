"""``benchbar exam scale``: from right answers to scaled scores."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import FILE, NUMBER
from benchbar.cli.talk import give_json

if TYPE_CHECKING:
    from benchbar.exam.scale import Scaled


@click.command(name="scale")
@click.option("--correct", type=NUMBER, required=True, help="Right answers; a mean may be 151.4.")
@click.option("--of", type=NUMBER, required=True, help="Questions asked.")
@click.option("--table", type=FILE, help="Your own conversion: a CSV with columns raw,scaled.")
@click.option(
    "--scored", type=NUMBER, help="Of how many questions your table's raw is. [default: 190]"
)
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def command(
    correct: float, of: float, table: Path | None, scored: float | None, as_json: bool
) -> None:
    """Say what a number of right answers comes to on the scale of the multiple choice exam (MBE).

    Several conversions stand side by side, each with its source, and the interval of the accuracy
    is carried through. Only for real, equated questions: practice questions have no scaled score.
    """
    from benchbar.cli.exam.score_tables import scale_lines
    from benchbar.cli.results import console
    from benchbar.errors import InputError
    from benchbar.exam import scale
    from benchbar.exam.facts import within
    from benchbar.exam.score_standing import standing

    if scored is not None and table is None:
        raise InputError("--scored says what the raw scores of a --table are of: give both")
    by = scale.conversions()
    if table:
        of_so_many = within(scale.SCORED if scored is None else scored, 1, 1000, "--scored")
        by = (scale.own_conversion(table, scored=of_so_many), *by)
    found = standing(scale.accuracy_of(correct, of), by=by)
    if as_json:
        give_json([_as_json(one.scaled) for one in found.scores])
        return
    out = console()
    for line in scale_lines(found, out.width):
        click.echo(line)


def _as_json(score: "Scaled") -> dict[str, object]:
    return {
        "conversion": score.conversion,
        "raw": score.raw,
        "scored": score.scored,
        "scaled": score.value,
        "low": score.low,
        "high": score.high,
        "date": score.origin.date,
        "status": score.origin.status,
        "source": score.origin.source,
        "flag": score.flag,
    }
