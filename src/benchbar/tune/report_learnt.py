"""Whether a tuned model was asked what it had learnt, and whether it was tuned from the base.

Known from the folder that ``tune local`` makes, from ``openai.json`` beside rows for OpenAI, or
from the folder of rows that the user names.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.report.findings import Source
from benchbar.report.numbers import plural
from benchbar.runs import LOCAL, plan
from benchbar.runs.smollm2 import folder_of
from benchbar.tune import local, record
from benchbar.tune.consumers import TRAIN
from benchbar.tune.local_rows import MORE
from benchbar.tune.local_settings import NAME as SETTINGS

UNKNOWN = (
    "Whether a question was learnt in tuning could not be checked, as the training rows are not "
    "known: name their folder with --rows."
)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tuned model comes from: the folder of its rows, and the model it was tuned from."""

    rows: Path
    base: str | None = None


class _Said(msgspec.Struct, frozen=True):
    role: str
    content: str


class _Row(msgspec.Struct, frozen=True):
    """A row for any program: ``messages``, or a ``prompt`` apart from what is learnt."""

    messages: tuple[_Said, ...] = ()
    prompt: tuple[_Said, ...] = ()


def origin_of(cell: Cell, near: Path, rows: Path | None = None) -> Origin | None:
    """Return where a tuned model comes from; None if that is not known.

    Args:
        cell: The tuned model.
        near: Its run: rows for OpenAI are looked for beside it, and in this folder.
        rows: The folder of rows, if the user named it.

    Raises:
        InputError: The folder that was named holds no rows, or a damaged record of jobs.
    """
    found = _of_folder(cell, near) or _of_job(cell, near)
    if rows is None:
        return found
    if not (rows / TRAIN).is_file():
        raise InputError(
            f"--rows {rows}: no training rows here ({TRAIN} is missing): name the folder that "
            "'benchbar tune export' made"
        )
    record.read(rows)
    return Origin(rows, found.base if found else None)


def _of_folder(cell: Cell, near: Path) -> Origin | None:
    """Find the folder of a local model: as it was named, as seen from the run, or beside it."""
    named = folder_of(cell.model) if cell.model.startswith(f"benchbar/{LOCAL}") else None
    if named is None:
        return None
    beside = near.resolve().parent
    for folder in (named, beside / named, beside / named.name):
        if (folder / SETTINGS).is_file():
            return Origin(folder / local.ROWS, local.read_settings(folder).base)
    return None


def _of_job(cell: Cell, near: Path) -> Origin | None:
    """Find the job that made a model, in the record of a folder of rows nearby."""
    name = cell.model.partition("/")[2]
    for folder in _nearby(near):
        for job in record.nearby(folder).jobs:
            if job.tuned and job.tuned == name:
                return Origin(folder, f"{cell.model.partition('/')[0]}/{job.order.model}")
    return None


def _nearby(run: Path) -> Iterator[Path]:
    for place in dict.fromkeys((run.resolve().parent, Path.cwd())):
        try:
            yield from sorted(path for path in place.iterdir() if path.is_dir())
        except OSError:
            continue


def whose(model: str | None) -> Path | None:
    """Return what names of one model have in common: a folder may be named in several ways."""
    folder = folder_of(model) if model else None
    return folder.resolve() if folder else None


def notes(base: Source, tuned: Source, rows: Path | None = None) -> Iterator[str]:
    """Yield what a reader must know of how the two runs belong together.

    Raises:
        InputError: The tuned model was asked a question that it had learnt.
    """
    before, after = base.run.study.cells[0], tuned.run.study.cells[0]
    origin = origin_of(after, tuned.run.folder, rows)
    if origin is None:
        yield UNKNOWN
    else:
        if not refuse_learnt(tuned, origin.rows):
            if rows is not None:
                raise InputError(
                    f"--rows {rows}: no training rows there: {TRAIN} has no prompt that can be "
                    "read, so that nothing can be checked: name the folder that "
                    "'benchbar tune export' made"
                )
            yield UNKNOWN
        if origin.base and whose(origin.base) != whose(before.model):
            yield (
                f"{after.model} was tuned from {origin.base}, but the run before tuning asked "
                f"{before.model}."
            )
    if tuned.run.study.split == "train":
        yield "The questions are of the training split."
    unlike = [
        name.replace("_", " ")
        for name in before.__struct_fields__
        if name not in ("model", "base_url") and getattr(before, name) != getattr(after, name)
    ]
    if unlike:
        yield (
            f"The two runs differ in more than tuning: {', '.join(unlike)}. What follows is the "
            "work of all of it."
        )


def refuse_learnt(tuned: Source, rows: Path) -> bool:
    """Make sure that a tuned model was not asked what it had learnt.

    Returns:
        Whether that is known: False if the rows are gone, or have no prompt that can be read.

    Raises:
        InputError: It was.
    """
    learnt = _learnt(rows / name for name in (TRAIN, MORE))
    asked = 0
    found: list[str] = []
    for document, items in tuned.run.pairs():
        for item in items:
            asked += 1
            first = plan.turns(item, document, tuned.run.study.cells[0].variant)[0]
            if _digest(first) in learnt:
                found.append(item.id)
    if found:
        raise InputError(
            f"{tuned.name}: asks {plural(len(found), 'question')} of {asked:,} that the model "
            f"learnt in tuning ({rows}; {found[0]}): what it says shows its memory. Ask the test "
            "split, or items that were not learnt"
        )
    return bool(learnt)


def _learnt(paths: Iterable[Path]) -> set[bytes]:
    """Return digests of the prompts of some files of rows; a file that is gone has none."""
    found = set()
    for path in paths:
        if path.is_file():
            for row in jsonl.read(path, _Row):
                said = [one for one in row.prompt or row.messages if one.role == "user"]
                found |= {_digest(one.content) for one in said[:1]}
    return found


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]
