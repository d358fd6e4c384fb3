"""A job at OpenAI from its start to its end: upload, start, follow, cancel.

Whatever is done is first looked for, here and at the server, so that a command may be repeated
after any end: it goes on where the last one was, and nothing is paid for twice.
"""

import shlex
from collections.abc import Callable
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.runs import Say
from benchbar.tune import record
from benchbar.tune.api import Event, GoneError, Job, Service, UnansweredError
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.plan import Plan
from benchbar.tune.record import DONE, Order, Started, Uploaded

POLL_SECONDS = 15.0
TRIES = 5


def start(planned: Plan, service: Service, say: Say, *, again: bool = False) -> Started:
    """Start a job, unless it was started before; return it as it was last seen.

    Args:
        planned: The job.
        service: Where.
        say: Told what is done.
        again: Start another one, unless the last still goes on.

    Raises:
        InputError: The server refuses something.
        IncompleteError: The server does not answer.
    """
    before = record.read(planned.folder).latest(planned.order)
    if before is not None and not again:
        return before
    order = planned.order
    if before is not None:
        _check_over(before, service)
        order = msgspec.structs.replace(order, again=before.order.again + 1)
    train = _put(planned, TRAIN, order.train, service, say)
    dev = _put(planned, DEV, order.dev, service, say) if order.dev else None
    known = {job.job for job in record.read(planned.folder).jobs}
    job = _start(order, train, dev, service, say, known)
    price, told = planned.cost.offer.train, planned.cost.told
    started = Started(order, job.id, "", price=price, price_told=told)
    return _seen(planned.folder, started, job)


def _check_over(before: Started, service: Service) -> None:
    """Make sure that a job does not go on, before another one is started like it."""
    if before.status in DONE:
        return
    try:
        job = service.job(before.job)
    except GoneError:
        return
    if job.status not in DONE:
        raise InputError(
            f"--again: {before.job} still goes on ({job.status}): leave out --again to follow it, "
            "or cancel it first with --cancel"
        )


def _put(planned: Plan, name: str, sha256: str, service: Service, say: Say) -> str:
    """Return the id of a file at the server, uploaded if it is not there."""
    known = record.read(planned.folder)
    address = planned.order.base_url
    file = known.file(sha256, address)
    if file is not None and service.has_file(file):
        return file
    path = planned.folder / name
    size = path.stat().st_size
    title = f"benchbar-{sha256[:16]}-{name}"
    file = service.find_file(title, size)
    for _ in range(TRIES):
        if file is not None:
            break
        say(f"uploading {path} ({size:,} bytes) to {service.name} as {title} ...")
        try:
            file = service.upload(path, title)
        except UnansweredError:
            file = service.find_file(title, size)
    if file is None:
        raise IncompleteError(f"{path}: {service.name} did not take it: try later")
    record.write(planned.folder, known.with_file(Uploaded(sha256, address, file)))
    return file


def _start(
    order: Order, train: str, dev: str | None, service: Service, say: Say, known: set[str]
) -> Job:
    """Start a job at the server, unless it is there; ``known`` has the ids of earlier ones."""
    job = _find(order, service)
    if job is not None:
        say(f"{job.id} was started for this before: going on with it")
    for _ in range(TRIES):
        if job is not None:
            break
        try:
            job = service.start(
                model=order.model,
                training_file=train,
                validation_file=dev,
                epochs=order.epochs,
                suffix=order.suffix,
                seed=order.seed,
                mark=order.mark,
            )
        except UnansweredError:
            job = _find(order, service) or _unmarked(order, train, known, service)
    if job is not None:
        return job
    raise IncompleteError(
        f"{service.name} did not start the job: repeat the command later; it looks first whether "
        "one was started after all"
    )


def _find(order: Order, service: Service) -> Job | None:
    return next((job for job in service.jobs() if job.mark == order.mark), None)


def _unmarked(order: Order, train: str, known: set[str], service: Service) -> Job | None:
    """Return a job on the same rows that bears no mark: some servers keep none."""
    alike = (
        job
        for job in service.jobs()
        if not job.mark
        and job.id not in known
        and (job.model, job.training_file) == (order.model, train)
    )
    return next(alike, None)


def follow(
    folder: Path,
    started: Started,
    service: Service,
    say: Say,
    pause: Callable[[float], None],
    poll_seconds: float = POLL_SECONDS,
) -> Started:
    """Follow a job until it ends; keep its events and losses in files beside the rows.

    Raises:
        IncompleteError: The server no longer knows the job, or does not answer.
    """
    known = {event.id for event in events(folder, started.job)}
    told = ""
    while True:
        job, news = _look(folder, started, service, known)
        _keep(folder, started.job, news)
        known.update(event.id for event in news)
        for event in _telling(news):
            say(f"{started.job}: {event.message}")
        started = _seen(folder, started, job)
        if started.status != told:
            told = started.status
            say(f"{started.job}: {state(told)}")
        if started.status in DONE:
            return started
        pause(poll_seconds)


def _look(
    folder: Path, started: Started, service: Service, known: set[str]
) -> tuple[Job, list[Event]]:
    """Return how a job stands, and its events that are not known."""
    try:
        job = service.job(started.job)
        return job, service.events(started.job, known.__contains__)
    except GoneError:
        raise gone(started, service) from None
    except IncompleteError as error:
        raise IncompleteError(f"{started.job}: {error}; {going_on(folder)}") from None


def going_on(folder: Path) -> str:
    """Return what can be done about a job that is no longer followed."""
    command = f"benchbar tune openai {shlex.quote(str(folder))}"
    return f"the job goes on: follow it with '{command}', stop it with '{command} --cancel'"


def look(folder: Path, service: Service) -> Started:
    """Return the last job of a folder as it now stands; changes nothing."""
    started = last(folder)
    try:
        return started.seen(service.job(started.job))
    except GoneError:
        raise gone(started, service) from None


def cancel(folder: Path, service: Service) -> Started:
    """Cancel the last job of a folder; return it as it then stands.

    Raises:
        InputError: It has ended.
        IncompleteError: The server no longer knows it, or does not answer.
    """
    started = look(folder, service)
    if started.status in DONE:
        raise InputError(f"{started.job}: has ended ({started.status}): nothing is left to cancel")
    return started.seen(service.cancel(started.job))


def gone(started: Started, service: Service) -> IncompleteError:
    """Return the error for a job that the server does not know."""
    return IncompleteError(
        f"{started.job}: {service.name} knows no such job: it was removed, or started with another "
        "account's key; start another one with --again"
    )


_STATES = {
    "validating_files": "the server looks through the files (validating_files)",
    "queued": "waiting for its turn (queued)",
    "running": "training (running)",
    "paused": "paused by somebody: it costs nothing and goes on when it is resumed (paused)",
    "succeeded": "done (succeeded)",
    "failed": "failed",
    "cancelled": "cancelled",
}
"""The states of a job, in words."""


def state(status: str) -> str:
    """Return a state in words; one that we do not know as it is."""
    return _STATES.get(status, status)


def _seen(folder: Path, started: Started, job: Job) -> Started:
    """Return a job as it now stands, and keep that on the disk."""
    now = started.seen(job)
    if now != started:
        record.write(folder, record.read(folder).with_job(now))
    return now


def events(folder: Path, job: str) -> list[Event]:
    """Return the events of a job that are kept beside the rows, oldest first."""
    path = _events_file(folder, job)
    if not path.is_file():
        return []
    jsonl.Appender(path).close()
    return list(jsonl.read(path, Event))


def _keep(folder: Path, job: str, news: list[Event]) -> None:
    """Add events to their file, and write the losses as a table."""
    if not news:
        return
    with jsonl.Appender(_events_file(folder, job)) as file:
        for event in news:
            file.add(event)
    rows = {event.step: event.losses for event in events(folder, job) if event.step is not None}
    names = list(dict.fromkeys(name for losses in rows.values() for name in losses))
    with jsonl.replacing(folder / f"{_safe(job)}.loss.csv") as table:
        for row in (
            ("step", *names),
            *((step, *(rows[step].get(name, "") for name in names)) for step in sorted(rows)),
        ):
            table.write((",".join(map(str, row)) + "\n").encode())


def _telling(news: list[Event]) -> list[Event]:
    """Return the events that are told: of losses, which come by hundreds, only the last."""
    losses = [event for event in news if event.step is not None]
    return [event for event in news if event.step is None or event is losses[-1]]


def _events_file(folder: Path, job: str) -> Path:
    return folder / f"{_safe(job)}.events.jsonl"


def _safe(job: str) -> str:
    """Return a server's name for a job as a name of a file, whatever stands in it."""
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in job)[:80]


def ended(started: Started) -> str:
    """Return why a job ended without a model, and what to do."""
    why = f": {started.error}" if started.error else ""
    mended = "" if started.status == "cancelled" else "when that is mended, "
    return f"{state(started.status)}{why}; {mended}start another one with --again"


def last(folder: Path) -> Started:
    """Return the job of a folder that was started last.

    Raises:
        InputError: None was.
    """
    jobs = record.read(folder).jobs
    if not jobs:
        raise InputError(f"{folder}: no job was started for these rows: start one with --model")
    return jobs[-1]
