"""``benchbar exam percentile``: where a score stands, and among whom."""

from pathlib import Path

import click

from benchbar.cli.options import FILE, NUMBER
from benchbar.cli.talk import give_json


@click.command(name="percentile")
@click.option("--mbe", type=NUMBER, help="Scaled score of the multiple choice, 40 to 200.")
@click.option("--written", type=NUMBER, help="Scaled score of the written part, 0 to 200.")
@click.option("--ube", type=NUMBER, help="Total, 0 to 400.")
@click.option("--low", type=NUMBER, help="Lower end of the score's interval.")
@click.option("--high", type=NUMBER, help="Upper end of the score's interval.")
@click.option("--passing", type=NUMBER, default=270, show_default=True, help="UBE total to pass.")
@click.option(
    "--correlation", type=NUMBER, default=1, show_default=True, help="Of both parts, in the models."
)
@click.option(
    "--table",
    type=FILE,
    help="Your own CSV: population,administration,scale,score,percentile.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
def command(
    mbe: float | None,
    written: float | None,
    ube: float | None,
    low: float | None,
    high: float | None,
    passing: float,
    correlation: float,
    table: Path | None,
    as_json: bool,
) -> None:
    """Say where a score stands in every population of which something is known, side by side.

    Give one score. A score that is high among those who failed before may be low among those who
    passed: no figure is printed without saying of whom it is.
    """
    from benchbar.cli.exam.score_tables import interval_of, percentile_lines
    from benchbar.cli.results import console
    from benchbar.errors import InputError
    from benchbar.exam import percentiles
    from benchbar.exam.as_json import of_position

    scores: dict[percentiles.Scale, float | None] = {"MBE": mbe, "written": written, "UBE": ube}
    given = {scale: score for scale, score in scores.items() if score is not None}
    if len(given) != 1:
        raise InputError("give one score: --mbe N, --written N or --ube N")
    ((scale, score),) = given.items()
    found = percentiles.positions(
        scale,
        score,
        interval_of(low, high),
        passing=passing,
        correlation=correlation,
        own=percentiles.own_populations(table, scale) if table else (),
    )
    if as_json:
        give_json([of_position(one) for one in found])
        return
    out = console()
    for line in percentile_lines(found, scale, out.width):
        click.echo(line)
