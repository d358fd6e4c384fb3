"""``benchbar essays protocol``: what the scores of a study can bear."""

from pathlib import Path

import click

from benchbar.cli.database import DB, opened
from benchbar.cli.options import FILE
from benchbar.cli.talk import give_json
from benchbar.errors import InputError

EXAMPLES = ("katz",)


@click.command(name="protocol")
@click.argument("form", type=FILE, required=False)
@click.option("--example", type=click.Choice(EXAMPLES), help="Hold a published study against it.")
@DB
@click.option("--form", "empty", is_flag=True, help="Print an empty form, to be filled in.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    form: Path | None, example: str | None, where: str | None, empty: bool, as_json: bool
) -> None:
    """Hold a study of essay grading against the official protocol: which conclusions can it bear?

    FORM says of each point of the protocol whether the study did it: yes, partly, no or unknown.
    Of a study graded at the desk its database says most of that, with the evidence, at any time; a
    FORM beside it fills in what a database cannot know.
    """
    from importlib.resources import as_file, files

    from benchbar.cli.results import console
    from benchbar.exam.essays import pages, protocol
    from benchbar.report.visible import visible

    if sum((form is not None or where is not None, example is not None, empty)) != 1:
        raise InputError(
            "give a FORM, or --example katz, or --db of a study at the desk, or --form for an "
            "empty one"
        )
    if empty:
        click.echo("\n".join(protocol.form_lines()))
        return
    if where is not None:
        from benchbar.exam.desk import people
        from benchbar.exam.desk.report import checklist

        with opened(where) as store:
            held = checklist.held(store, people.at_hand(store), pages.read(form) if form else None)
    elif form is None:
        with as_file(files("benchbar.exam.essays") / "forms" / f"{example}.md") as path:
            held = protocol.hold(pages.read(path))
    else:
        held = protocol.hold(pages.read(form))
    if as_json:
        give_json(held)
    else:
        for line in protocol.lines(held, console().width):
            click.echo(visible(line))
