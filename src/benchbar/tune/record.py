"""What was uploaded and started for a folder of rows: ``openai.json``, written at every step.

So a repeated command neither uploads nor starts anything twice, whenever the first one ended.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.tune.api import Job
from benchbar.tune.manifest import JOBS, LOCK

DONE = ("succeeded", "failed", "cancelled")
"""States that no job leaves."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a job is started for: rows by their hashes, the model, the settings.

    ``again`` counts jobs that were started anew with everything alike.
    """

    train: str
    dev: str | None
    model: str
    epochs: int
    suffix: str | None
    seed: int | None
    base_url: str | None
    again: int = 0

    @property
    def mark(self) -> str:
        """Sixteen digits over all of it, by which a job is found again at the server."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Uploaded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file at the server, by the hash of its contents."""

    sha256: str
    base_url: str | None
    file: str


class Started(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A job at the server, and how it was last seen; ``price`` is that of a million tokens."""

    order: Order
    job: str
    status: str
    tuned: str | None = None
    trained_tokens: int | None = None
    error: str | None = None
    price: float | None = None
    price_told: str = ""

    @property
    def cost(self) -> float | None:
        """What it has cost, in dollars; None if tokens or price are not known."""
        if self.trained_tokens is None or self.price is None:
            return None
        return self.trained_tokens * self.price / 1_000_000

    def seen(self, job: Job) -> "Started":
        """Return the job as the server now says that it stands."""
        return msgspec.structs.replace(
            self,
            status=job.status,
            tuned=job.tuned,
            trained_tokens=job.trained_tokens,
            error=job.error,
        )


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``openai.json``: all that was ever uploaded and started, in order."""

    files: tuple[Uploaded, ...] = ()
    jobs: tuple[Started, ...] = ()

    def file(self, sha256: str, base_url: str | None) -> str | None:
        """Return the id of a file at a server."""
        found = (f.file for f in self.files if (f.sha256, f.base_url) == (sha256, base_url))
        return next(found, None)

    def with_file(self, uploaded: Uploaded) -> "Record":
        """Return the record with a file in the place of one of the same contents."""
        place = (uploaded.sha256, uploaded.base_url)
        others = (f for f in self.files if (f.sha256, f.base_url) != place)
        return msgspec.structs.replace(self, files=(*others, uploaded))

    def with_job(self, started: Started) -> "Record":
        """Return the record with a job as it now stands, behind the others if it is new."""
        if all(job.job != started.job for job in self.jobs):
            return msgspec.structs.replace(self, jobs=(*self.jobs, started))
        jobs = (started if job.job == started.job else job for job in self.jobs)
        return msgspec.structs.replace(self, jobs=tuple(jobs))

    def latest(self, order: Order) -> Started | None:
        """Return the last job that was started for an order, however often it was repeated."""
        wanted = msgspec.structs.replace(order, again=0)
        alike = [job for job in self.jobs if msgspec.structs.replace(job.order, again=0) == wanted]
        return alike[-1] if alike else None


def read(folder: Path) -> Record:
    """Return the record of a folder; an empty one if nothing was started.

    Raises:
        InputError: It is damaged.
    """
    path = folder / JOBS
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except FileNotFoundError:
        return Record()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{path}: damaged: {error}: put back a copy of it, or export the rows into another "
            "folder; what was started, 'benchbar tune openai --list' says"
        ) from None


def nearby(folder: Path) -> Record:
    """Return the record of a folder that nobody named, for looking: an empty one if damaged."""
    try:
        return read(folder)
    except (InputError, OSError):
        return Record()


def write(folder: Path, record: Record) -> None:
    """Write the record of a folder, whole or not at all."""
    with jsonl.replacing(folder / JOBS) as file:
        file.write(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, so that no two commands start jobs for it at once.

    Raises:
        InputError: Another one holds it.
    """
    with (folder / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"{folder}: another command is at work on its jobs: wait for it, or ask how they "
                "stand with --status"
            ) from None
        yield
