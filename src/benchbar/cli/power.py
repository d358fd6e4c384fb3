"""``benchbar power``: how many questions are needed, before any money is spent."""

from pathlib import Path

import click

from benchbar.cli.options import NumberRange
from benchbar.cli.talk import give_json
from benchbar.errors import InputError

_PERCENT = NumberRange(0, 100, min_open=True, max_open=True)
_SHARE = NumberRange(0, 1)
_DIFFERENCES, _TRIALS = (1.0, 2.0, 3.0, 5.0, 10.0), (1, 3, 5, 10)
_LEAST = 0.1


@click.command(name="power")
@click.option(
    "--difference",
    "differences",
    type=_PERCENT,
    multiple=True,
    help="In points of accuracy; repeatable. [default: 1, 2, 3, 5, 10]",
)
@click.option(
    "--trials",
    type=click.IntRange(1),
    multiple=True,
    help="Answers to each question; repeatable. [default: 1, 3, 5, 10]",
)
@click.option(
    "--questions",
    type=click.IntRange(2),
    multiple=True,
    help="Ask the other way: what do so many questions show? Repeatable.",
)
@click.option("--unpaired", is_flag=True, help="The two models answer different questions.")
@click.option(
    "--pilot",
    "runs",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A run of one or two models, or two runs, to learn from how answers vary.",
)
@click.option(
    "--accuracy", type=_PERCENT, default=50.0, show_default=True, help="Expected, in percent."
)
@click.option(
    "--between",
    type=_SHARE,
    default=1 / 3,
    show_default="1/3",
    help="Share of the variance of answers that is between questions.",
)
@click.option(
    "--correlation",
    type=_SHARE,
    default=1 / 3,
    show_default="1/3",
    help="How far two models find the same questions hard.",
)
@click.option("--power", type=_PERCENT, default=80.0, show_default=True, help="In percent.")
@click.option("--level", type=_PERCENT, default=95.0, show_default=True, help="In percent.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(
    differences: tuple[float, ...],
    trials: tuple[int, ...],
    questions: tuple[int, ...],
    unpaired: bool,
    runs: tuple[Path, ...],
    accuracy: float,
    between: float,
    correlation: float,
    power: float,
    level: float,
    as_json: bool,
) -> None:
    """Say how many questions show a difference between two models. Calls no model.

    Without a pilot the spread of answers is assumed: an accuracy of 50% is the worst case.
    """
    from benchbar.report import power as plans
    from benchbar.stats.power import assumed

    if any(one < _LEAST for one in differences):
        raise InputError("--difference is in points: write 3 for 3 points, not 0.03")
    if differences and questions:
        raise InputError("--difference and --questions: give one of the two")
    alike, once = 0.0 if unpaired else correlation, 0
    if runs:
        from benchbar.report.findings import open_sources
        from benchbar.report.pilot import spread_of

        spread, once, read = spread_of(open_sources(runs), correlation=alike, paired=not unpaired)
        source = f"as in {read}"
    else:
        spread = assumed(accuracy / 100, between=between, correlation=alike)
        source = (
            f"assumed: accuracy {accuracy:g}%, {between:.2g} of the variance between questions, "
            f"correlation {alike:.2g}"
        )
    if once and any(k != 1 for k in trials):
        raise InputError(
            "--trials: the pilot has one trial, which cannot tell what more would help: run it "
            "with --trials 2"
        )
    plan = plans.Plan(spread, level / 100, power / 100, not unpaired, source)
    asked = trials or ((1,) if once else _TRIALS)
    if questions:
        by, rows = "questions", plans.shown(plan, questions, asked)
    else:
        shares = [one / 100 for one in differences or _DIFFERENCES]
        by, rows = "difference", plans.needed(plan, shares, asked)
    if as_json:
        give_json(plans.as_json(plan, rows, by=by))
    else:
        click.echo("\n".join(plans.view(plan, rows, by=by)))
