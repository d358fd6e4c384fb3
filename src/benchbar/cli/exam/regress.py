"""``benchbar exam regress``: what settings do to the chance of a right answer."""

from pathlib import Path

import click

from benchbar.cli.options import FILE
from benchbar.cli.talk import give_json, split_list
from benchbar.errors import InputError


@click.command(name="regress")
@click.argument("file", type=FILE)
@click.option("--formula", required=True, help="Such as 'correct ~ condition + (1|question)'.")
@click.option(
    "--levels",
    "orders",
    multiple=True,
    metavar="COLUMN=A,B,...",
    help="Order of a factor's levels; others are compared with the first. [default: as they come]",
)
@click.option("--numeric", multiple=True, help="Take this column as a number, not as a factor.")
@click.option("--versus", help="Fit this formula, too, which has more terms or fewer: which fits?")
@click.option("--effects", is_flag=True, help="List every question: how hard it was.")
@click.option("--json", "as_json", is_flag=True, help="Print the fit as JSON.")
def command(
    file: Path,
    formula: str,
    orders: tuple[str, ...],
    numeric: tuple[str, ...],
    versus: str | None,
    effects: bool,
    as_json: bool,
) -> None:
    """Fit a mixed-effects logistic regression to a CSV FILE with a row for each answer.

    In the formula, a + b are factors, a:b what is special to a pair of them, a*b all three, and
    (1|question) says that questions differ. The first column named holds 1 (right) and 0 (wrong).
    Calls no model.
    """
    from benchbar.cli.results import console
    from benchbar.report import regression as shown
    from benchbar.stats import cells, regression, tidy

    table = tidy.read(file)
    levels, chosen = dict(_order(one) for one in orders), split_list(numeric)
    width = console().width
    told: dict[str, object] = {}
    try:
        counted = cells.tabulate(table, formula, levels=levels, numeric=chosen)
        fitted = regression.fit_cells(counted)
        tests = regression.factor_tests(counted, fitted)
        lines = list(shown.view(fitted, tests, effects=effects, width=width))
        if versus:
            other = regression.fit(table, versus, levels=levels, numeric=chosen)
            test = regression.compare(fitted, other)
            told = {"versus": shown.as_json(other), "comparison": shown.ratio(test)}
            lines += ["", *shown.view(other, width=width), "", shown.versus(test)]
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    if as_json:
        give_json(shown.as_json(fitted, tests, effects=effects) | told)
    else:
        click.echo("\n".join(lines))


def _order(written: str) -> tuple[str, list[str]]:
    name, equals, listed = written.partition("=")
    levels = [level.strip() for level in listed.split(",")]
    if not name.strip() or not equals or not all(levels):
        raise InputError(
            f"--levels {written}: write the column, =, and its levels: condition=min,max"
        )
    return name.strip(), levels
