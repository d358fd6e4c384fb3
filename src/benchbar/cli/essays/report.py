"""``benchbar essays report``: the results page of a study."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.database import DB, opened
from benchbar.cli.options import FILE, FOLDER
from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError

if TYPE_CHECKING:
    from benchbar.exam.desk.report.author_totals import Mbe
    from benchbar.runs.folder import Run


@click.command(name="report")
@DB
@click.option("--out", type=FOLDER, help="Folder of the page, to be made.")
@click.option(
    "--mbe",
    "scores",
    multiple=True,
    metavar="[AUTHOR=]SCORE",
    help="Scaled score of the multiple choice, of all authors or of one; repeatable.",
)
@click.option("--mbe-run", type=FOLDER, help="Take it from this run of 'benchbar exam run'.")
@click.option(
    "--population",
    "populations",
    multiple=True,
    help="Percentiles of this population only; a part of its name will do; repeatable.",
)
@click.option(
    "--jurisdiction",
    "jurisdictions",
    multiple=True,
    help="Conversions and passing scores of this one only; repeatable.",
)
@click.option(
    "--form", type=FILE, help="What you say of checks that the database leaves open ('protocol')."
)
@click.option("--numbers", is_flag=True, help="Call graders by number, not by name.")
@click.option(
    "--authors-by-number", is_flag=True, help="Call authors who are people by number, not by name."
)
@click.option("--force", is_flag=True, help="Replace a page that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    where: str | None,
    out: Path | None,
    scores: tuple[str, ...],
    mbe_run: Path | None,
    populations: tuple[str, ...],
    jurisdictions: tuple[str, ...],
    form: Path | None,
    numbers: bool,
    authors_by_number: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Write the results page of a study whose marks are locked: scores, agreement, graders.

    Whose the essays are is told only once the study is unblinded; with a score of the multiple
    choice there are totals of the whole exam. Scores by author always stand beside what they can
    bear. Nothing in the study is changed.
    """
    from benchbar.exam.desk import intake, people
    from benchbar.exam.desk.report import findings, study_page, study_words
    from benchbar.exam.desk.report.author_totals import Wanted, check
    from benchbar.exam.desk.results import author_of
    from benchbar.exam.essays import pages
    from benchbar.report.visible import visible

    if not where or not (out or as_json):
        raise InputError("name the desk's database, --db WHERE, and --out, a folder for the page")
    if scores and mbe_run:
        raise InputError("--mbe and --mbe-run are two sources of one score: give one of them")
    found, notes = _of_run(mbe_run) if mbe_run else (_given(scores), ())
    wanted = Wanted(found, jurisdictions, populations, notes)
    check(wanted)
    with opened(where) as store:
        who = people.at_hand(store)
        told = findings.gather(
            store,
            who,
            wanted,
            form=pages.read(form) if form else None,
            by_name=not numbers,
            authors_by_name=not authors_by_number,
        )
        sources = intake.origins(store, who) if told.study.unblinded else {}
    wrote = {author_of(one) for one in sources.values()}
    for name in sorted({one for one in found if one} - wrote if wrote else ()):
        say(f"no essays by {name!r}, of whom a score of the multiple choice is given")
    page = study_page.write(told, out, force=force) if out else None
    if as_json:
        give_json(findings.as_json(told))
    else:
        for line in (*study_words.lead(told), *study_words.warnings(told)):
            click.echo(visible(line))
    if page:
        say(f"page: {page}")


def _given(scores: tuple[str, ...]) -> "dict[str, tuple[Mbe, ...]]":
    """Read scores of the multiple choice, of one author or of all."""
    from benchbar.exam.desk.report.author_totals import EVERYONE, Mbe

    found: dict[str, tuple[Mbe, ...]] = {}
    for told in scores:
        author, _, score = told.rpartition("=")
        try:
            value = float(score)
        except ValueError:
            raise InputError(f"--mbe {told!r}: write a score, or AUTHOR=SCORE") from None
        if author in found:
            whose = f"of {author!r}" if author else "of all authors"
            raise InputError(f"--mbe: two scores {whose}: give one")
        found[author or EVERYONE] = (Mbe("given", value),)
    return found


def _of_run(folder: Path) -> "tuple[dict[str, tuple[Mbe, ...]], tuple[str, ...]]":
    from benchbar.exam.desk.report import multiple_choice

    found, notes = multiple_choice.of_run(_graded(folder))
    return dict(found), notes


def _graded(folder: Path) -> "Run":
    """Open a run of an exam that has replies; grading is made good where it lacks."""
    from benchbar.cli.results import open_answered
    from benchbar.exam.responses import items
    from benchbar.runs.study import open_run, score

    run = open_answered(folder)
    items(run)
    if run.graded:
        return run
    score(folder)
    return open_run(folder)
