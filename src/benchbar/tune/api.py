"""The door to OpenAI's fine-tuning interface: files, jobs, events. Nothing is decided here.

Reading calls are tried again while the server is limiting or failing. Writing calls are not: when
no answer comes, nobody knows whether they were carried out, and the caller has to look.
"""

import math
import os
import random
import re
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import openai
from openai.types.fine_tuning import FineTuningJob, FineTuningJobEvent

from benchbar.errors import BenchbarError, IncompleteError, InputError
from benchbar.records import Cell
from benchbar.runs import Say, faults, plan

KEY = "OPENAI_API_KEY"
ADDRESS = "OPENAI_BASE_URL"
MARK = "benchbar"
"""The key of a job's metadata under which stands what it was started for."""

TRIES = 8
FOLLOWING_TRIES = 60
"""Tries while a job is followed: with the longest wait between them, an hour's outage."""
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 60.0
_ANSWER_SECONDS = 60.0
_UPLOAD_SECONDS = 600.0
_MOST_JOBS = 1_000
_PAGE = 100
_LOSS = re.compile("[a-z_]{0,40}loss")
_BABBLE = (AttributeError, TypeError, ValueError)
"""What is raised where an answer has not the fields that it must have."""

R = TypeVar("R")


class Job(msgspec.Struct, frozen=True):
    """What the server says of a job."""

    id: str
    status: str
    model: str
    training_file: str = ""
    mark: str = ""
    tuned: str | None = None
    trained_tokens: int | None = None
    error: str | None = None
    created: int = 0
    finish: int | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened to a job, as the server tells it, and the losses that it tells, by name."""

    id: str
    time: int
    level: str
    message: str
    step: int | None = None
    losses: dict[str, float] = {}


class UnansweredError(Exception):
    """No answer came to a call that may have been carried out."""


class GoneError(Exception):
    """The server knows no such thing."""


class Service:
    """A server that speaks OpenAI's fine-tuning interface.

    Args:
        base_url: Its address; None: OpenAI's own, or what the environment says.
        say: Told when the server makes us wait.
        pause: Waits so many seconds.
        tries: How often a call is tried while the server fails.

    Raises:
        InputError: There is no key in the environment, or the address is none.
    """

    def __init__(
        self,
        base_url: str | None,
        say: Say,
        pause: Callable[[float], None] = time.sleep,
        tries: int = TRIES,
    ) -> None:
        address = base_url or os.environ.get(ADDRESS) or None
        self._cell = Cell("openai/any", base_url=address)
        if address is not None:
            plan.check_address(self._cell, address, "--base-url" if base_url else ADDRESS)
        key = os.environ.get(KEY) or ("none-needed" if base_url else "")
        if not key:
            raise InputError(f"no key: set {KEY}")
        self._client = openai.OpenAI(
            api_key=key, base_url=base_url, max_retries=0, timeout=_ANSWER_SECONDS
        )
        self._say, self._pause, self._tries = say, pause, tries
        self._reached = False

    @property
    def name(self) -> str:
        """What the server is called in messages."""
        return faults.address(self._cell) if self._cell.base_url else "OpenAI"

    def find_file(self, name: str, size: int) -> str | None:
        """Return the id of a file for training of that name and size; None if there is none."""

        def read() -> str | None:
            there = self._client.files.list(purpose="fine-tune", order="desc")
            same = (file.id for file in there if file.filename == name and file.bytes == size)
            return next(same, None)

        return self._read(read)

    def has_file(self, file: str) -> bool:
        """Say whether a file is still there."""
        try:
            self._read(lambda: self._client.files.retrieve(file))
        except GoneError:
            return False
        return True

    def upload(self, path: Path, name: str) -> str:
        """Upload a file for training under a name; return its id."""

        def send() -> str:
            with path.open("rb") as file:
                made = self._client.files.create(
                    file=(name, file), purpose="fine-tune", timeout=_UPLOAD_SECONDS
                )
            return made.id

        return self._write(send)

    def start(
        self,
        *,
        model: str,
        training_file: str,
        validation_file: str | None,
        epochs: int,
        suffix: str | None,
        seed: int | None,
        mark: str,
    ) -> Job:
        """Start a job that reads each row ``epochs`` times."""
        given: dict[str, Any] = {
            "validation_file": validation_file,
            "suffix": suffix,
            "seed": seed,
        }
        once = {"hyperparameters": {"n_epochs": epochs}}
        settings: dict[str, Any] = {
            "method": {"type": "supervised", "supervised": once},
            **{name: value for name, value in given.items() if value is not None},
        }

        def create() -> Job:
            made = self._client.fine_tuning.jobs.create(
                model=model, training_file=training_file, metadata={MARK: mark}, **settings
            )
            return _job(made)

        return self._write(create)

    def job(self, job: str) -> Job:
        """Return how a job stands.

        Raises:
            GoneError: The server knows no such job.
        """
        return self._read(lambda: _job(self._client.fine_tuning.jobs.retrieve(job)))

    def jobs(self, most: int = _MOST_JOBS) -> list[Job]:
        """Return the latest jobs of the account, latest first."""
        return self._read(
            lambda: [
                _job(found)
                for found in islice(self._client.fine_tuning.jobs.list(limit=_PAGE), most)
            ]
        )

    def events(self, job: str, known: Callable[[str], bool]) -> list[Event]:
        """Return what happened to a job since the last event that is known, oldest first."""

        def read() -> list[Event]:
            found = []
            for event in self._client.fine_tuning.jobs.list_events(job, limit=_PAGE):
                if known(event.id):
                    break
                found.append(_event(event))
            return found

        return self._read(read)[::-1]

    def cancel(self, job: str) -> Job:
        """Cancel a job; return how it then stands.

        Raises:
            GoneError: The server knows no such job.
        """
        return self._read(lambda: _job(self._client.fine_tuning.jobs.cancel(job)))

    def _read(self, call: Callable[[], R]) -> R:
        """Call, and call again while the server fails: nothing is changed by it."""
        for tried in range(1, self._tries + 1):
            try:
                found = call()
            except openai.OpenAIError as error:
                self._refuse(error)
                if tried < self._tries:
                    self._wait(error, tried)
                else:
                    raise IncompleteError(
                        f"{self.name} does not answer ({faults.kind(error)}, {self._tries} tries)"
                    ) from None
            except _BABBLE as error:
                raise self._strange(error) from None
            else:
                self._reached = True
                return found
        raise AssertionError("every try returns or raises")

    def _write(self, call: Callable[[], R]) -> R:
        """Call once, and again only where the server has said that it did nothing.

        Raises:
            UnansweredError: Nobody knows whether it was carried out.
        """
        for tried in range(1, self._tries + 1):
            try:
                return call()
            except openai.OpenAIError as error:
                try:
                    self._refuse(error)
                except GoneError:
                    raise InputError(f"{self.name}: {_said(error)}") from None
                if not isinstance(error, openai.RateLimitError):
                    self._wait(error, tried)
                    raise UnansweredError(faults.kind(error)) from None
                self._wait(error, tried)
            except _BABBLE as error:
                raise self._strange(error) from None
        raise IncompleteError(
            f"{self.name} is limiting calls (429, {self._tries} tries): try later"
        )

    def _refuse(self, error: openai.OpenAIError) -> None:
        """Raise what no waiting mends."""
        status = getattr(error, "status_code", None)
        told: BenchbarError | Exception | None = None
        if faults.unpaid(error):
            told = InputError(f"{self.name}: no credit: the account has none left: add some")
        elif status in (401, 403):
            told = InputError(f"{self.name} refused the key ({status}): set {KEY}: {_said(error)}")
        elif status == 404:
            told = GoneError(_said(error))
        elif status is not None and status < 500 and status not in (408, 409, 429):
            told = InputError(f"{self.name} refused ({status}): {_said(error)}")
        elif status is None and not isinstance(error, openai.APIConnectionError):
            told = self._strange(error)
        elif not self._reached and not faults.may_be_billed(error) and status is None:
            told = InputError(
                f"no server answers at {self.name}: see whether this machine is connected, or "
                "correct --base-url"
            )
        self._reached = True
        if told is not None:
            raise told from None

    def _strange(self, error: Exception) -> InputError:
        """Return the error for an answer that is none: a proxy's page, another program's."""
        return InputError(
            f"{self.name} does not speak OpenAI's fine-tuning interface ({type(error).__name__}): "
            "correct --base-url"
        )

    def _wait(self, error: openai.OpenAIError, tried: int) -> None:
        """Wait as long as the server asks, or longer each time."""
        response = getattr(error, "response", None)
        asked = response.headers.get("retry-after", "") if response is not None else ""
        grown = FIRST_WAIT_SECONDS * 2 ** (tried - 1) * random.uniform(1, 1.5)
        seconds = float(asked) if asked.isdecimal() else grown
        seconds = min(seconds, LONGEST_WAIT_SECONDS)
        self._say(f"{self.name}: {faults.kind(error)}; trying again in {seconds:.0f} s")
        self._pause(seconds)


def _said(error: BaseException) -> str:
    """Return what the server says of an error, in one line without secrets."""
    body = getattr(error, "body", None)
    message = body.get("message") if isinstance(body, dict) else None
    return faults.one_line(message if isinstance(message, str) and message else str(error))


def _job(found: FineTuningJob) -> Job:
    """Return a job as we keep it; servers that imitate the interface leave much out."""
    error = getattr(found.error, "message", None) if found.error else None
    marks = getattr(found, "metadata", None)
    return Job(
        id=str(found.id),
        status=str(found.status),
        model=str(found.model),
        training_file=str(getattr(found, "training_file", "") or ""),
        mark=str(marks.get(MARK, "")) if isinstance(marks, dict) else "",
        tuned=found.fine_tuned_model or None,
        trained_tokens=getattr(found, "trained_tokens", None),
        error=faults.one_line(error) if isinstance(error, str) and error else None,
        created=int(getattr(found, "created_at", 0) or 0),
        finish=getattr(found, "estimated_finish", None),
    )


def _event(found: FineTuningJobEvent) -> Event:
    data = found.data if isinstance(found.data, dict) else {}
    step = data.get("step")
    return Event(
        id=str(found.id),
        time=int(getattr(found, "created_at", 0) or 0),
        level=str(getattr(found, "level", "info")),
        message=faults.one_line(str(found.message)),
        step=step if isinstance(step, int) else None,
        losses={
            name: float(value)
            for name, value in data.items()
            if _LOSS.fullmatch(name) and isinstance(value, int | float) and math.isfinite(value)
        },
    )
