"""``benchbar exam ube``: the whole exam."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import NUMBER
from benchbar.cli.talk import give_json, split_list

if TYPE_CHECKING:
    from benchbar.exam.ube import Change


@click.command(name="ube")
@click.option("--mbe", type=NUMBER, required=True, help="Scaled score of the multiple choice.")
@click.option("--mee", type=NUMBER, required=True, help="Mean of the essays, 1 to 6.")
@click.option("--mpt", type=NUMBER, required=True, help="Mean of the performance tests, 1 to 6.")
@click.option("--low", type=NUMBER, help="Lower end of the interval of the MBE score.")
@click.option("--high", type=NUMBER, help="Upper end of the interval of the MBE score.")
@click.option(
    "--what-if",
    "what_if",
    multiple=True,
    metavar="PART=POINTS",
    help="Such as essays=-9: scaled points on mbe or essays, raw ones on mee or mpt; repeatable.",
)
@click.option("--passing", type=NUMBER, default=270, show_default=True, help="UBE total to pass.")
@click.option(
    "--correlation", type=NUMBER, default=1, show_default=True, help="Of both parts, in the models."
)
@click.option("--json", "as_json", is_flag=True, help="Print the totals as JSON.")
def command(
    mbe: float,
    mee: float,
    mpt: float,
    low: float | None,
    high: float | None,
    what_if: tuple[str, ...],
    passing: float,
    correlation: float,
    as_json: bool,
) -> None:
    """Say what the parts of an exam come to in all: total, where it passes, where it stands.

    Written scores are put on the scale of the MBE in several ways, side by side. --what-if carries
    points taken off or added on a part through all of it. --passing and --correlation are of the
    models of takers.
    """
    from benchbar.cli.exam.score_tables import interval_of
    from benchbar.cli.exam.ube_tables import ube_lines
    from benchbar.cli.results import console
    from benchbar.exam.as_json import of_wholes
    from benchbar.exam.score_standing import whole_exams
    from benchbar.exam.ube import totals

    interval, shape = interval_of(low, high), (passing, correlation)
    before = whole_exams(totals(mbe, mee, mpt, interval), *shape)
    change = _change(split_list(what_if))
    after = whole_exams(totals(mbe, mee, mpt, interval, change=change), *shape) if change else None
    if as_json:
        give_json(of_wholes(before, after))
        return
    out = console()
    for line in ube_lines(before, after, ", ".join(split_list(what_if)), out.width):
        click.echo(line)


def _change(told: Sequence[str]) -> "Change | None":
    from benchbar.errors import InputError
    from benchbar.exam.facts import within
    from benchbar.exam.ube import PARTS, Change

    points: dict[str, float] = {}
    for one in told:
        part, _, number = (piece.strip() for piece in one.partition("="))
        try:
            if part not in PARTS or part in points:
                raise ValueError(part)
            points[part] = within(float(number), -400, 400, f"--what-if {part}")
        except ValueError:
            raise InputError(
                f"--what-if {one!r}: write a part ({', '.join(PARTS)}), each once, and the points "
                "to add, such as essays=-9"
            ) from None
    return Change(**points) if points else None
