"""The RUN folder: who may write in it, and what a reader finds there.

run.json         the study
replies.jsonl    every reply as it came, one a line: the truth
verdicts.jsonl   what the graders say of them: derived, remade by ``score``
graded.json      what they were made of, and by which graders
logs/*.eval      Inspect's logs, for its viewer
requests/        of an export: what is to be asked elsewhere
outputs/         what ``benchbar infer`` brought of that, in parts
questions/       of an exam: its items and documents (of other runs they stand in DATA)
workers/         while several workers ask it: what each has stored, and who asks which part
"""

import fcntl
import hashlib
import os
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TextIO, TypeAlias

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Item, Reply, StopReason, Verdict
from benchbar.runs import plan
from benchbar.runs.board import STOP, WORKERS
from benchbar.runs.plan import Study
from benchbar.runs.taking_in import replies_of, take_in
from benchbar.scoring.version import graders
from benchbar.suites.data import Data

Key: TypeAlias = tuple[str, str, int]
"""What identifies a reply: item id, key of the cell, trial."""

STUDY = "run.json"
REPLIES = "replies.jsonl"
VERDICTS = "verdicts.jsonl"
GRADED = "graded.json"
LOGS = "logs"
LOCK = "lock"
QUESTIONS = "questions"

_AT_WORK = "workers are asking it still"

PATIENCE_SECONDS = 5.0
"""How long a worker waits for one who has the folder alone, perhaps for a moment."""


class HeldError(InputError):
    """Somebody else is at work in a run; says who."""


class Graded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the verdicts were made of, so that none passes for those of anything else.

    ``graders`` is ten digits over the rules (``scoring.version``), ``data`` the digest of the
    items, ``replies`` and ``verdicts`` the SHA-256 of the files.
    """

    graders: str
    data: str
    replies: str
    verdicts: str


class Outcome(msgspec.Struct, frozen=True):
    """What a run holds: counts of replies.

    ``planned`` is items x cells x trials; ``asked`` were asked by this call; ``stored`` are
    there and did not fail; ``failed`` are calls that failed and can be asked again; ``missing``
    have no stored reply at all. ``stop_reasons`` counts stored and failed replies.
    """

    planned: int
    asked: int
    stored: int
    failed: int
    missing: int
    stop_reasons: dict[StopReason, int]

    @property
    def complete(self) -> bool:
        """Whether every planned reply is stored."""
        return self.stored == self.planned


class Run:
    """A run as its readers see it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.study = _read_study(folder)
        self.data = Data(plan.locate(self.study, folder))
        if self.data.digest != self.study.data_digest:
            raise InputError(
                f"{folder}: was made with other items than are now in {self.data.folder} "
                "(the hash of manifest.json differs): build those again, or make a new run"
            )

    def pairs(self) -> Iterator[tuple[Document, list[Item]]]:
        """Yield each document of the study with its items, in stored order."""
        return plan.pairs(self.study, self.data)

    @cached_property
    def item_ids(self) -> frozenset[str]:
        """The ids of the study's items."""
        return frozenset(item.id for item in plan.items(self.study, self.data))

    def asks(self, name: Key) -> bool:
        """Say whether the study has such an item, cell and trial."""
        item, cell, trial = name
        return item in self.item_ids and cell in self._cell_keys and 1 <= trial <= self.study.trials

    @cached_property
    def _cell_keys(self) -> frozenset[str]:
        return frozenset(cell.key for cell in self.study.cells)

    def replies(self) -> list[Reply]:
        """Return the stored replies, the last one for each item, cell and trial.

        Raises:
            InputError: A row is no reply, or is not part of the study; names file and row.
        """
        mend(self.folder)
        # The workers' first: when they are taken in meanwhile, they are found in the other.
        theirs = [reply for path in replies_of(self.folder) for reply in self._whole_rows(path)]
        path = self.folder / REPLIES
        own = self._checked(path, jsonl.numbered(path, Reply)) if path.is_file() else ()
        return list({key(reply): reply for reply in chain(own, theirs)}.values())

    def stored_in(self, path: Path) -> Iterator[Key]:
        """Yield what a worker has stored in its file, and did not fail."""
        return (key(reply) for reply in self._whole_rows(path) if reply.stop_reason != "failed")

    def _whole_rows(self, path: Path) -> Iterator[Reply]:
        """Yield the replies of a worker, who may be writing the last one, or may never end it."""
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return
        whole = content[: content.rfind(b"\n") + 1].splitlines()
        try:
            decoder = msgspec.json.Decoder(Reply)
            yield from self._checked(path, enumerate(map(decoder.decode, whole), 1))
        except msgspec.DecodeError as error:
            raise InputError(f"{path}: not a valid Reply: {error}") from None

    def _checked(self, path: Path, rows: Iterable[tuple[int, Reply]]) -> Iterator[Reply]:
        for row, reply in rows:
            if not self.asks(key(reply)):
                raise InputError(
                    f"{path}:{row}: not part of this run: item {reply.id!r}, cell "
                    f"{reply.cell!r}, trial {reply.trial}: remove the row, or put back the "
                    "replies that belong here"
                )
            yield reply

    @property
    def graded(self) -> bool:
        """Whether the verdicts are those of these graders on the stored replies, unchanged."""
        return not self._why_not_graded

    @cached_property
    def _why_not_graded(self) -> str:
        """Say why the verdicts cannot be shown; empty if they can."""
        if replies_of(self.folder):
            mend(self.folder)
            if replies_of(self.folder):
                return _AT_WORK
        if not (self.folder / VERDICTS).is_file():
            return "not graded yet"
        try:
            told = msgspec.json.decode((self.folder / GRADED).read_bytes(), type=Graded)
        except (OSError, msgspec.DecodeError):
            return "not graded by this version of benchbar"
        now = _graded(self.folder, self.study.data_digest)
        changed = {
            "graded by other versions of the graders": told.graders != now.graders,
            "graded before its replies changed": told.replies != now.replies,
            "its verdicts were changed after they were made": told.verdicts != now.verdicts,
            "graded with other items": told.data != now.data,
        }
        return next((why for why, so in changed.items() if so), "")

    def verdicts(self) -> Iterator[Verdict]:
        """Return the verdicts on the stored replies.

        Raises:
            InputError: There are none yet, they were made of other replies or items or by other
                graders, or were changed.
        """
        if (why := self._why_not_graded) == _AT_WORK:
            raise InputError(f"{self.folder}: {why}: wait until they are done")
        if why:
            quoted = shlex.quote(str(self.folder))
            raise InputError(f"{self.folder}: {why}: run 'benchbar score {quoted}'")
        return jsonl.read(self.folder / VERDICTS, Verdict)

    def outcome(self, asked: int = 0) -> Outcome:
        """Count what is stored against what was planned."""
        replies = self.replies()
        study = self.study
        planned = len(self.item_ids) * len(study.cells) * study.trials
        reasons = Counter(reply.stop_reason for reply in replies)
        failed = reasons["failed"]
        return Outcome(
            planned=planned,
            asked=asked,
            stored=len(replies) - failed,
            failed=failed,
            missing=planned - len(replies),
            stop_reasons=dict(reasons.most_common()),
        )


def write_verdicts(out: Path, verdicts: Iterable[bytes], *, data: str) -> None:
    """Write the verdicts on a run's replies, and what they were made of.

    Args:
        out: The run.
        verdicts: Of both graders, on every stored reply: rows in blocks.
        data: The digest of the run's items.
    """
    jsonl.write_rows(out / VERDICTS, verdicts)
    with jsonl.replacing(out / GRADED) as file:
        file.write(msgspec.json.encode(_graded(out, data)) + b"\n")


def _graded(out: Path, data: str) -> Graded:
    return Graded(graders(), data, _hash(out / REPLIES), _hash(out / VERDICTS))


def _hash(path: Path) -> str:
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def key(reply: Reply | Verdict) -> Key:
    """Return what identifies a reply or verdict."""
    return reply.id, reply.cell, reply.trial


def open_run(out: Path) -> Run:
    """Open a run to read.

    Raises:
        InputError: There is no run, it is damaged, or its items are gone or changed.
    """
    return Run(out)


def check_free(out: Path, *, force: bool) -> None:
    """Make sure that a new run may be written to a folder.

    Raises:
        InputError: It holds a run and ``force`` is not given, or files of something else.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file: choose another --out")
    if (out / STUDY).exists():
        if not force:
            raise InputError(
                f"{out}: holds a run already: go on with 'benchbar run --resume "
                f"{shlex.quote(str(out))}', choose another --out, or replace it with --force"
            )
    elif out.exists() and any(not _is_ours(path) for path in out.iterdir()):
        raise InputError(f"{out}: holds other files: choose another --out")


def create(study: Study, out: Path, *, force: bool, questions: Path | None = None) -> None:
    """Write the study into a new run folder; with ``force`` an old run there is replaced.

    ``questions`` is a DATA folder of which a copy becomes part of the run.

    Raises:
        InputError: The folder holds something already.
    """
    check_free(out, force=force)
    for path in (out / LOGS).glob("*.eval"):
        path.unlink()
    for name in (VERDICTS, GRADED, REPLIES, STUDY):
        (out / name).unlink(missing_ok=True)
    shutil.rmtree(out / QUESTIONS, ignore_errors=True)
    shutil.rmtree(out / WORKERS, ignore_errors=True)
    if questions is not None:
        shutil.copytree(questions, out / QUESTIONS)
    write_study(study, out)


def write_study(study: Study, out: Path) -> None:
    """Write what a run asks into its folder, in place of what stood there."""
    text = msgspec.json.format(msgspec.json.encode(study), indent=2)
    with jsonl.replacing(out / STUDY) as file:
        file.write(text + b"\n")


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold a run folder for writing; the system lets go of it even if the process is killed.

    What workers left in it is taken in first.

    Raises:
        HeldError: Another process holds it, or workers do.
        InputError: The folder cannot be written.
    """
    with _lock(out) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise HeldError(_held_by(file, out)) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        take_in(out, out / REPLIES)
        yield


@contextmanager
def shared(out: Path) -> Iterator[None]:
    """Hold a run folder as one of several workers, who keep out all others that would write.

    One that takes in what earlier workers left, or reads the run, is waited for a little.

    Raises:
        HeldError: Another process holds it.
        InputError: The folder cannot be written.
    """
    with _lock(out) as file:
        until = time.monotonic() + PATIENCE_SECONDS
        while not _is_shared(file):
            if time.monotonic() > until:
                raise HeldError(_held_by(file, out))
            time.sleep(0.1)
        yield


def _is_shared(file: TextIO) -> bool:
    """Lock a file together with others who do; say whether nobody has it alone."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock(out: Path) -> TextIO:
    try:
        out.mkdir(parents=True, exist_ok=True)
        return (out / LOCK).open("a+")
    except OSError as error:
        instead = "make it writable" if (out / STUDY).is_file() else "choose another --out"
        raise InputError(f"{out}: {error.strerror}: {instead}") from None


def _held_by(file: TextIO, out: Path) -> str:
    """Say who keeps others out of a run."""
    if _is_shared(file):
        stop = shlex.quote(str(out / WORKERS / STOP))
        return (
            f"{out}: workers are asking it: wait for them, stop them with 'touch {stop}', or join "
            f"them with 'benchbar run --join {shlex.quote(str(out))}'"
        )
    file.seek(0)
    return (
        f"{out}: another benchbar run is working in this folder (process "
        f"{file.read().strip() or 'unknown'}); wait for it or stop it"
    )


def _read_study(folder: Path) -> Study:
    path = folder / STUDY
    try:
        study = msgspec.json.decode(path.read_bytes(), type=Study)
        plan.check(study)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"{folder}: no run here ({STUDY} is missing); make one with "
            f"'benchbar run DATA --model M --out {folder}'"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InputError) as error:
        raise InputError(f"{path}: damaged: {error}; make a new run") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    return study


def _is_ours(path: Path) -> bool:
    """Say whether a file is what a killed start of a run may leave."""
    return path.name in (LOCK, QUESTIONS) or path.name.endswith(".partial")


def mend(folder: Path) -> None:
    """Cut off the row that a crash tore, unless a run is at work: then it is being written."""
    if (folder / REPLIES).is_file() or (folder / WORKERS).is_dir():
        with suppress(InputError, OSError), locked(folder):
            if (folder / REPLIES).is_file():
                jsonl.Appender(folder / REPLIES).close()
