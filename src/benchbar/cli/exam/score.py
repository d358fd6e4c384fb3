"""``benchbar exam score``: what came of an exam."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchbar.cli.options import FILE, FOLDER, GRADER, NUMBER
from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError
from benchbar.records import Grader

if TYPE_CHECKING:
    from benchbar.exam.findings import Scale
    from benchbar.exam.percentiles import Population
    from benchbar.exam.percentiles import Scale as Of
    from benchbar.exam.response_file import Imported
    from benchbar.runs.folder import Run


@click.command(name="score")
@click.argument("run", type=FOLDER)
@GRADER
@click.option("--beside", type=FILE, help="CSV of the answers of another run or study.")
@click.option("--name", help="What the results of that file are called. [default: its name]")
@click.option("--responses", type=FOLDER, help="CSV file to write the answers of this run to.")
@click.option("--written", type=NUMBER, nargs=2, metavar="MEE MPT", help="Written scores, 1 to 6.")
@click.option("--table", type=FILE, help="Your own conversion: a CSV with columns raw,scaled.")
@click.option("--scored", type=NUMBER, help="Of how many questions its raw is. [default: 190]")
@click.option(
    "--populations",
    type=FILE,
    help="Your own CSV: population,administration,scale,score,percentile.",
)
@click.option("--passing", type=NUMBER, default=270, show_default=True, help="UBE total to pass.")
@click.option(
    "--correlation", type=NUMBER, default=1, show_default=True, help="Of both parts, in the models."
)
@click.option("--out", type=FOLDER, help="Folder of a page with all of it, to be made.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    run: Path,
    grader: Grader,
    beside: Path | None,
    name: str | None,
    responses: Path | None,
    out: Path | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Say how well models did in the exam of a RUN, what that means, and how sure it is.

    Accuracy by prompt, temperature, trial and subject, each for three claims; regressions;
    agreement of trials; favoured letters; scaled scores and places among people, unless the
    questions are the built-in ones. A missing reply counts as wrong. Calls no model.
    """
    from benchbar.cli.exam.answer_tables import results_lines
    from benchbar.cli.results import console
    from benchbar.exam import response_file
    from benchbar.exam.as_json import of_results
    from benchbar.exam.findings import results
    from benchbar.exam.responses import of_run

    _check_targets(responses, force=force)
    other, scale = _other(beside, name), _scale(options)
    opened = _graded(run)
    found = results(opened, grader, other=other, scale=scale)
    if out:
        from benchbar.exam import page

        say(f"page: {page.write(found, out, force=force)}")
    if responses:
        response_file.write(responses, of_run(opened, grader))
        say(f"answers of this run: {responses}")
    if as_json:
        give_json(of_results(found))
        for note in found.notes:
            say(note)
    else:
        width = console().width
        click.echo("\n".join(results_lines(found, width)))


def _check_targets(responses: Path | None, *, force: bool) -> None:
    if responses and responses.is_dir():
        raise InputError(f"{responses}: is a folder: name a file with --responses")
    if responses and responses.exists() and not force:
        raise InputError(f"{responses}: exists: name another file, or replace it with --force")


def _other(beside: Path | None, name: str | None) -> "Imported | None":
    from benchbar.exam.response_file import read
    from benchbar.exam.responses import OURS

    if beside is None:
        if name is not None:
            raise InputError(
                "--name says what the results of a --beside file are called: give both"
            )
        return None
    called = (name or beside.stem).strip()
    if called in ("", OURS):
        raise InputError(f"--name {called!r}: give the results of the file a name of their own")
    return read(beside, called)


def _scale(options: dict[str, Any]) -> "Scale":
    """Return what scaled scores are made with, checked before anything is read."""
    from benchbar.exam import percentiles, scale, ube
    from benchbar.exam.facts import within
    from benchbar.exam.findings import Scale

    table, scored = options["table"], options["scored"]
    if scored is not None and table is None:
        raise InputError("--scored says what the raw scores of a --table are of: give both")
    by = scale.conversions()
    if table:
        of_so_many = within(scale.SCORED if scored is None else scored, 1, 1000, "--scored")
        by = (scale.own_conversion(table, scored=of_so_many), *by)
    if options["written"]:
        ube.weighted(*options["written"])
    percentiles.models("UBE", options["passing"], options["correlation"])
    return Scale(
        by=by,
        written=options["written"] or None,
        passing=options["passing"],
        correlation=options["correlation"],
        own=_own(options["populations"], whole=bool(options["written"])),
    )


def _own(path: Path | None, *, whole: bool) -> "dict[Of, tuple[Population, ...]]":
    """Read populations of the user's own; only the whole exam has scores of all three scales."""
    from benchbar.exam.percentiles import own_by_scale

    if path is None:
        return {}
    found = own_by_scale(path)
    idle = [scale for scale, some in found.items() if some and scale != "MBE" and not whole]
    if idle:
        say(f"{path}: rows of the scale {' and '.join(idle)} are of use with --written only")
    return found


def _graded(run: Path) -> "Run":
    """Open a run that has replies, graded by these graders; grading is made good where it lacks."""
    from benchbar.cli.results import open_answered
    from benchbar.exam.responses import items
    from benchbar.runs.study import open_run, score

    opened = open_answered(run)
    items(opened)
    if opened.graded:
        return opened
    score(run)
    return open_run(run)
