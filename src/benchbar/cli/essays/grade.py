"""``benchbar essays grade``: a model grades in a study, as a grader like the others."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from benchbar.cli.database import DB, opened
from benchbar.cli.options import (
    ASKING,
    MODEL,
    TEMPERATURE,
    WHERE,
    cell_of,
    temperatures,
    with_options,
)
from benchbar.cli.talk import give_json, say, split_list
from benchbar.errors import IncompleteError, InputError

if TYPE_CHECKING:
    from benchbar.exam.desk.by_model import HandedIn
    from benchbar.exam.desk.state import Who
    from benchbar.exam.desk.store import Store
    from benchbar.records import Cell

PROMPTS = ("reasoned", "direct")
_COMMAND = "benchbar essays grade --db WHERE"
LACKING = 3
"""The exit code where replies came, and an essay has no mark by any of them."""


@click.command(name="grade")
@DB
@click.option("--model", help="Such as openai/gpt-4o; one model is one grader.")
@with_options(MODEL[1:])
@click.option(
    "--prompt",
    type=click.Choice(PROMPTS),
    default="reasoned",
    show_default=True,
    help="Reasons before the mark, or the mark alone.",
)
@with_options((TEMPERATURE,))
@click.option("--trials", type=click.IntRange(1), default=1, show_default=True)
@click.option("--question", "questions", multiple=True, help="Only this question; repeatable.")
@with_options(WHERE)
@with_options(ASKING)
def command(
    where: str | None,
    out: Path | None,
    resume: Path | None,
    dry_run: bool,
    as_json: bool,
    force: bool,
    **options: Any,
) -> int:
    """Let a model grade at the desk: the same materials, calibration and gate as people.

    It joins the study as a grader the first time. In a calibration round it compares essays in
    pairs, which gives its rank order, and then marks each; once it has passed and was dealt a pile,
    it marks that. Ends in 3 if no reply gives a mark for an essay.
    """
    if not where:
        raise InputError("name the desk's database: --db FILE, or its URL")
    if not resume and not (options["model"] and (out or dry_run)):
        raise InputError("name a --model such as openai/gpt-4o, and --out, a folder for the run")
    with opened(where) as store:
        if resume:
            return _go_on(store, resume, options, dry_run=dry_run, as_json=as_json)
        return _ask(store, out, options, dry_run=dry_run, as_json=as_json, force=force)


def _ask(
    store: "Store",
    out: Path | None,
    options: Mapping[str, Any],
    *,
    dry_run: bool,
    as_json: bool,
    force: bool,
) -> int:
    from benchbar.cli import asking
    from benchbar.exam.desk import by_model, people, reading
    from benchbar.exam.essays import grading

    cell, chosen = _cell(options), split_list(options["questions"])
    grading.check(cell, options["trials"])
    name, lead = grading.name_of(cell, options["trials"]), people.at_hand(store)
    named = by_model.questions(store, chosen)
    who = by_model.find(store, name) if dry_run else by_model.join(store, lead, name, chosen)
    desks_of = reading.desks(store, who) if who else []
    mine = [one.question for one in desks_of if one.question in named]
    if who is None or not mine:
        say(f"{name} would join the study as a grader; there is nothing to ask it yet")
        return _print([], as_json=as_json)
    if not dry_run:
        for question in mine:
            by_model.go_through(store, who, question)
    desks = [desk for question in mine if (desk := by_model.before(store, who, question))]
    if not desks:
        _tell(store, who, dict.fromkeys(mine), as_json=as_json)
        return 0
    with TemporaryDirectory() as scratch:
        data = Path(scratch) / "questions"
        data.mkdir()
        study = reading.study(store, who)
        grading.write_items(desks, data, study=study.title, step=study.options.step)
        code = _finished(
            out,
            lambda: asking.carry_out(
                data,
                (cell,),
                out,
                options,
                dry_run=dry_run,
                as_json=as_json,
                force=force,
                own=True,
                show=asking.show_nothing,
                trials=options["trials"],
            ),
        )
    if dry_run or out is None or code:
        return code
    return _hand_in(store, out, as_json=as_json)


def _go_on(
    store: "Store", run: Path, options: Mapping[str, Any], *, dry_run: bool, as_json: bool
) -> int:
    from benchbar.cli import asking

    # A run keeps no address of a database, which may hold a password: it is named each time.
    click.get_current_context().set_parameter_source("where", ParameterSource.DEFAULT)
    code = _finished(
        run,
        lambda: asking.go_on(
            run, asking.anew(options), dry_run=dry_run, as_json=as_json, show=asking.show_nothing
        ),
    )
    return code if dry_run or code else _hand_in(store, run, as_json=as_json)


def _hand_in(store: "Store", out: Path, *, as_json: bool) -> int:
    """Write what a whole run gave to the desk; return the exit code."""
    from benchbar.exam.desk import by_model
    from benchbar.exam.essays import graded, grading
    from benchbar.report.numbers import plural
    from benchbar.runs.study import open_run

    run = open_run(out)
    given = graded.read(run, by_model.questions(store))
    if len(run.study.cells) > 1:
        raise InputError(f"{out}: asks several models: a grader is one")
    name = grading.name_of(run.study.cells[0], run.study.trials)
    who = by_model.find(store, name)
    if who is None:
        raise InputError(f"{out}: {name} is no grader of this study: name the study's own --db")
    found = {
        question: by_model.hand_in(store, who, question, one) for question, one in given.items()
    }
    _tell(store, who, found, as_json=as_json)
    for question, one in found.items():
        if one.passed_over:
            say(
                f"{question}: {plural(one.passed_over, 'mark')} passed over: the essays have one "
                "already, or lie before this grader no longer"
            )
    if lacking := [name for one in found.values() for name in (*one.unmarked, *one.unranked)]:
        graded.ask_again(run, lacking)
        say(_lacks(found, out))
        return LACKING
    return 0


def _lacks(found: "Mapping[str, HandedIn]", out: Path) -> str:
    """Say which essays have no mark, why, and what to do about it."""
    parts = []
    for question, one in found.items():
        if one.unmarked:
            whys = ", ".join(f"{code} ({why})" for code, why in one.unmarked.items())
            parts.append(f"{question}: no reply gives a mark for {whys}")
        if one.unranked:
            parts.append(f"{question}: no reply compares {', '.join(one.unranked)} to others")
    again = f"{_COMMAND} --resume {shlex.quote(str(out))}"
    return f"benchbar: {'; '.join(parts)}: nothing was locked; ask again with '{again}'"


def _tell(
    store: "Store", who: "Who", found: "Mapping[str, HandedIn | None]", *, as_json: bool
) -> None:
    """Print what was handed in on each question, and what comes next."""
    from benchbar.exam.desk import by_model

    rows = [
        {
            "grader": who.name,
            "question": question,
            "ranked": one.ranked if one else 0,
            "marked": one.marked if one else 0,
            "next": by_model.step(store, who, question).words,
        }
        for question, one in found.items()
    ]
    _print(rows, as_json=as_json)


def _print(rows: Sequence[Mapping[str, Any]], *, as_json: bool) -> int:
    from benchbar.report.visible import visible

    if as_json:
        give_json(rows)
    for row in () if as_json else rows:
        done = ", ".join(f"{row[what]} {what}" for what in ("ranked", "marked") if row[what])
        told = f"{done}. {row['next']}" if done else row["next"]
        click.echo(visible(f"{row['grader']}, {row['question']}: {told}"))
    return 0


def _finished(out: Path | None, ask: Callable[[], int]) -> int:
    """Ask; say of a run that is not whole how it comes to the desk, and return the exit code."""
    run = shlex.quote(str(out))
    how = f"nothing is at the desk yet: go on with '{_COMMAND} --resume {run}'"
    try:
        code = ask()
    except IncompleteError:
        say(how)
        raise
    if code:
        say(how)
    return code


def _cell(options: Mapping[str, Any]) -> "Cell":
    heats = temperatures(options) or (0.0,)
    if len(heats) > 1:
        raise InputError("--temperature: give one: with another a model is another grader")
    return cell_of(options["model"], options["prompt"], heats[0], None, options)
