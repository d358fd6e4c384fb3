"""``benchbar tune openai``: a tuned model by OpenAI, or by a server that imitates it."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchbar.cli.options import DOLLARS, FILE, FOLDER, NumberRange
from benchbar.cli.talk import give_json, say
from benchbar.errors import IncompleteError, InputError

if TYPE_CHECKING:
    from benchbar.tune.plan import Plan
    from benchbar.tune.record import Started

_LONGEST_POLL = 86_400


@click.command(name="openai")
@click.argument("rows", metavar="[DIR]", type=FOLDER, required=False)
@click.option("--model", help="Model to be tuned, such as gpt-4.1-mini-2025-04-14.")
@click.option("--epochs", type=click.IntRange(1), default=2, show_default=True)
@click.option("--suffix", help="Becomes part of the tuned model's name.")
@click.option("--seed", type=int, help="Sent to OpenAI.")
@click.option("--budget", type=DOLLARS, help="Most US dollars that training may cost.")
@click.option("--prices", type=FILE, help="File of prices, before the built-in ones.")
@click.option("--base-url", help="Address of a server that imitates OpenAI's.")
@click.option("--follow/--no-follow", default=True, help="Wait for the end, or not.")
@click.option("--again", is_flag=True, help="Start another job though one like it has ended.")
@click.option("--dry-run", is_flag=True, help="Say what it would take and cost; send nothing.")
@click.option("--status", is_flag=True, help="Say how the last job of DIR stands.")
@click.option("--cancel", is_flag=True, help="Cancel the last job of DIR.")
@click.option("--list", "listed", is_flag=True, help="List the latest jobs of the account.")
@click.option("--poll-seconds", type=NumberRange(0, _LONGEST_POLL), default=15.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    rows: Path | None, status: bool, cancel: bool, listed: bool, as_json: bool, **options: Any
) -> None:
    """Tune a model of OpenAI on the rows of DIR, and follow the job to its end.

    DIR is made by 'benchbar tune export --format openai'. Training costs money: see --dry-run. The
    key is read from OPENAI_API_KEY. A repeated command goes on where the last one ended: nothing is
    uploaded or started twice. Without --model the last job of DIR is followed.
    """
    from benchbar.cli.tune import job_tables
    from benchbar.tune import jobs
    from benchbar.tune.api import Service

    _check_together({"status": status, "cancel": cancel, "list": listed}, options)
    base_url = options["base_url"]
    if listed:
        job_tables.give_list(Service(base_url, say).jobs(job_tables.LISTED), as_json)
        return
    if rows is None:
        raise InputError("no DIR: name the folder that 'benchbar tune export' made, or --list")
    if status or cancel:
        service = Service(base_url or jobs.last(rows).order.base_url, say)
        look = jobs.look if status else jobs.cancel
        job_tables.give(rows, look(rows, service), as_json)
        return
    _tune(rows, as_json, **options)


def _check_together(asked: dict[str, bool], options: dict[str, Any]) -> None:
    """Refuse to do two things at once, such as to cancel a job and to start another one.

    Raises:
        InputError: Two were asked for; names them.
    """
    doing = [flag for flag, given in asked.items() if given]
    starting = [flag for flag in ("model", "again", "dry-run") if options[flag.replace("-", "_")]]
    if doing and len(both := doing + starting) > 1:
        named = " and ".join(f"--{flag}" for flag in both)
        raise InputError(f"{named}: one thing at a time: leave out all but one")


def _tune(
    rows: Path,
    as_json: bool,
    *,
    model: str | None,
    follow: bool,
    again: bool,
    dry_run: bool,
    poll_seconds: float,
    **options: Any,
) -> None:
    from benchbar.cli.tune import job_tables
    from benchbar.tune import jobs, record
    from benchbar.tune.plan import plan

    if model is None:
        if dry_run or again:
            raise InputError("no model: name the one to be tuned with --model")
        planned = None
        jobs.last(rows)
    else:
        planned = plan(rows, model=model, **options)
        job_tables.tell_plan(planned)
        if dry_run:
            if as_json:
                give_json(job_tables.plan_as_json(planned))
            return
    with record.held(rows):
        started = jobs.last(rows) if planned is None else _start(planned, again)
        if started.status not in record.DONE:
            started = _follow(rows, started, poll_seconds, to_the_end=follow)
    job_tables.give(rows, started, as_json)
    if started.status in record.DONE and started.status != "succeeded":
        raise IncompleteError(f"{started.job}: {jobs.ended(started)}")


def _start(planned: "Plan", again: bool) -> "Started":
    from benchbar.tune import jobs, record
    from benchbar.tune.api import Service

    before = record.read(planned.folder).latest(planned.order)
    if before is not None and not again:
        say(f"{before.job} was started for this before ({before.status})")
        return before
    return jobs.start(planned, Service(planned.order.base_url, say), say, again=again)


def _follow(rows: Path, started: "Started", poll_seconds: float, *, to_the_end: bool) -> "Started":
    from benchbar.tune import jobs
    from benchbar.tune.api import FOLLOWING_TRIES, Service

    service = Service(started.order.base_url, say, tries=FOLLOWING_TRIES)
    if not to_the_end:
        return jobs.look(rows, service)
    try:
        return jobs.follow(rows, started, service, say, time.sleep, poll_seconds)
    except KeyboardInterrupt:
        raise IncompleteError(f"{started.job}: {jobs.going_on(rows)}") from None
