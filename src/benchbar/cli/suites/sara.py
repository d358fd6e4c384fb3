"""``benchbar build sara``: make items of cases that the user brings."""

from pathlib import Path

import click

from benchbar.cli.options import NumberRange
from benchbar.cli.talk import say
from benchbar.errors import InputError

_MOST_SAID = 5


@click.command(name="sara")
@click.option("--from", "folder", type=click.Path(path_type=Path), help="Your copy of SARA.")
@click.option("--example", is_flag=True, help="Take invented cases that come with the program.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to make.")
@click.option(
    "--within-percent", type=NumberRange(0), default=10, show_default=True,
    help="How near an amount must come to the right one.",
)  # fmt: skip
@click.option(
    "--within-dollars", type=NumberRange(0), default=5000, show_default=True,
    help="The same in dollars; the larger of the two counts.",
)  # fmt: skip
@click.option("--allow-short", is_flag=True, help="Leave out cases that cannot be used.")
@click.option("--force", is_flag=True, help="Replace a folder of items that exists.")
def command(
    folder: Path | None,
    example: bool,
    out: Path,
    within_percent: float,
    within_dollars: float,
    allow_short: bool,
    force: bool,
) -> None:
    """Make items of the cases of SARA: facts that entail or contradict a statement, and amounts.

    The data set is not part of this program. --from takes the folder that holds cases/ and
    statutes/, of either version. Calls no model.
    """
    from benchbar.suites import sara

    if example == (folder is not None):
        raise InputError("name the folder of the data set with --from, or give --example alone")
    manifest, found = sara.build(
        folder or sara.EXAMPLE,
        out,
        corpus=sara.EXAMPLE_CORPUS if example else sara.CORPUS,
        within_percent=_plain(within_percent),
        within_dollars=_plain(within_dollars),
        allow_short=allow_short,
        force=force,
    )
    if found.broken:
        say(f"left out: {sara.said_of_broken(found)}")
    for name, lacking in list(found.named_in_facts.items())[:_MOST_SAID]:
        say(f"{name}.pl names section {lacking[0]} in its facts, which the folder lacks: kept")
    if (more := len(found.named_in_facts) - _MOST_SAID) > 0:
        say(f"and {more} more cases name such sections in their facts")
    entailment, amounts = map(found.count, (sara.ENTAILMENT, sara.AMOUNTS))
    say(
        f"{manifest.items} items in {out}: {entailment} of entailment or contradiction, "
        f"{amounts} amounts, {len(found.sections)} sections"
    )


def _plain(number: float) -> str:
    """Return a number as it is written: 10, or 2.5."""
    return str(number).removesuffix(".0")
