"""The RUN folder: who may write in it, and what a reader finds there.

run.json         the study
replies.jsonl    every reply as it came, one a line: the truth
verdicts.jsonl   what the graders say of them: derived, remade by ``score``
graders.json     which graders those were
logs/*.eval      Inspect's logs, for its viewer
"""

import fcntl
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import GRADERS, Document, Item, Reply, StopReason, Verdict
from benchbar.runs import plan
from benchbar.runs.plan import Study
from benchbar.scoring.version import graders
from benchbar.suites.data import Data

Key: TypeAlias = tuple[str, str, int]
"""What identifies a reply: item id, key of the cell, trial."""

STUDY = "run.json"
REPLIES = "replies.jsonl"
VERDICTS = "verdicts.jsonl"
GRADED_BY = "graders.json"
LOGS = "logs"
LOCK = "lock"


class GradedBy(msgspec.Struct, frozen=True):
    """Which graders made the verdicts: ten digits over their rules (``scoring.version``)."""

    graders: str


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

    def replies(self) -> list[Reply]:
        """Return the stored replies, the last one for each item, cell and trial.

        Raises:
            InputError: A row is no reply, or is not part of the study; names file and row.
        """
        path = self.folder / REPLIES
        last: dict[Key, Reply] = {}
        if path.is_file():
            _mend(self.folder)
            cells = {cell.key for cell in self.study.cells}
            for row, reply in jsonl.numbered(path, Reply):
                if (
                    reply.id not in self.item_ids
                    or reply.cell not in cells
                    or not 1 <= reply.trial <= self.study.trials
                ):
                    raise InputError(
                        f"{path}:{row}: not part of this run: item {reply.id!r}, cell "
                        f"{reply.cell!r}, trial {reply.trial}: remove the row, or put back the "
                        "replies that belong here"
                    )
                last[key(reply)] = reply
        return list(last.values())

    @property
    def graded(self) -> bool:
        """Whether there is just one verdict of these graders on each stored reply, and no other."""
        path = self.folder / VERDICTS
        if not path.is_file() or self._other_graders:
            return False
        found = Counter((key(verdict), verdict.grader) for verdict in jsonl.read(path, Verdict))
        return found == Counter(product(map(key, self.replies()), GRADERS))

    @property
    def _other_graders(self) -> bool:
        """Whether other graders than this program's made the verdicts."""
        try:
            by = msgspec.json.decode((self.folder / GRADED_BY).read_bytes(), type=GradedBy)
        except (OSError, msgspec.DecodeError):
            return True
        return by.graders != graders()

    def verdicts(self) -> Iterator[Verdict]:
        """Return the verdicts on the stored replies.

        Raises:
            InputError: There are none yet, or they were made of other replies or by other graders.
        """
        path = self.folder / VERDICTS
        if not self.graded:
            why = "graded before its replies changed" if path.is_file() else "not graded yet"
            if path.is_file() and self._other_graders:
                why = "graded by other versions of the graders"
            raise InputError(f"{self.folder}: {why}: run 'benchbar score {self.folder}'")
        return jsonl.read(path, Verdict)

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


def write_verdicts(out: Path, verdicts: Iterable[Verdict]) -> None:
    """Write the verdicts on a run's replies, and who made them."""
    jsonl.write(out / VERDICTS, verdicts)
    with jsonl.replacing(out / GRADED_BY) as file:
        file.write(msgspec.json.encode(GradedBy(graders())) + b"\n")


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
                f"{out}: holds a run already: go on with 'benchbar run --resume {out}', choose "
                "another --out, or replace it with --force"
            )
    elif out.exists() and any(not _is_ours(path) for path in out.iterdir()):
        raise InputError(f"{out}: holds other files: choose another --out")


def create(study: Study, out: Path, *, force: bool) -> None:
    """Write the study into a new run folder; with ``force`` an old run there is replaced.

    Raises:
        InputError: The folder holds something already.
    """
    check_free(out, force=force)
    for path in (out / LOGS).glob("*.eval"):
        path.unlink()
    for name in (VERDICTS, GRADED_BY, REPLIES, STUDY):
        (out / name).unlink(missing_ok=True)
    text = msgspec.json.format(msgspec.json.encode(study), indent=2)
    with jsonl.replacing(out / STUDY) as file:
        file.write(text + b"\n")


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold a run folder for writing; the system lets go of it even if the process is killed.

    Raises:
        InputError: Another process holds it, or the folder cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        file = (out / LOCK).open("a+")
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}: choose another --out") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            raise InputError(
                f"{out}: another benchbar run is working in this folder (process "
                f"{file.read().strip() or 'unknown'}); wait for it or stop it"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


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
    return path.name == LOCK or path.name.endswith(".partial")


def _mend(folder: Path) -> None:
    """Cut off the row that a crash tore, unless a run is at work: then it is being written."""
    with suppress(InputError), locked(folder):
        jsonl.Appender(folder / REPLIES).close()
