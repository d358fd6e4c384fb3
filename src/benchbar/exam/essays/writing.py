"""Models write essays through the engine, and what they wrote joins a study's essays."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam.essays.materials import Materials, Question
from benchbar.exam.essays.pages import READERS
from benchbar.exam.items import slug
from benchbar.records import Cell, Document, Item, Reply
from benchbar.runs import plan
from benchbar.runs.folder import Run
from benchbar.suites import given
from benchbar.suites.data import Manifest
from benchbar.tasks import essay

VERSION = "1"
WINDOW = "essays"
PROMPTS = ("plain", "by-part")
LABEL = "written by a model"
_DIGITS = 10
_PAPERS = (("FILE", "file"), ("LIBRARY", "library"))


def write_items(materials: Materials, folder: Path, *, questions: Sequence[str] = ()) -> Manifest:
    """Write a study's questions as items into an empty folder.

    Args:
        materials: The study.
        folder: To be filled.
        questions: Ids of those that are asked; all if none is named.

    Raises:
        InputError: There is no such question.
    """
    known = {one.id: one for one in materials.questions}
    for name in questions:
        if name not in known:
            raise InputError(f"no question {name!r}: choose from {', '.join(known)}")
    pairs = [_pair(known[name], materials.title) for name in questions or known]
    return given.write(
        pairs, folder, suite=essay.SUITE, version=VERSION, options={"study": materials.title}
    )


def _pair(question: Question, study: str) -> tuple[Document, Item]:
    document = essay.document_of(question.id, shown(question), source=study)
    parts = ",".join(part.label for part in question.parts)
    item = replace(
        essay.item_of(document),
        id=question.id,
        window=WINDOW,
        corpus=slug(study),
        traits={essay.PARTS: parts, "kind": question.kind, "minutes": question.minutes},
    )
    return document, item


def shown(question: Question) -> str:
    """Return a question as a model is shown it, the papers of a performance test included."""
    rows = [question.text]
    for title, name in _PAPERS:
        papers = getattr(question, name)
        if papers:
            rows += [f"=== {title} ===", *(paper.text for paper in papers)]
    return "\n\n".join(rows)


def add(run: Run, study: Path) -> tuple[list[Path], list[str]]:
    """Add the essays of a run to those of a study; return the new files, and what was not added.

    A file's name says nothing of its origin; its fields do, and are never shown to graders. What
    was added before is left as it is.

    Raises:
        InputError: The run has no essays, or the study none of its questions.
    """
    known = {item.id: item for item in plan.items(run.study, run.data)}
    other = sorted({item.task for item in known.values() if item.task != essay.NAME})
    if other:
        raise InputError(f"{run.folder}: no essays: its items are of {', '.join(other)}")
    for name in known:
        if not any((study / name / f"question{suffix}").is_file() for suffix in READERS):
            raise InputError(f"{study}: has no question {name}, of which {run.folder} has essays")
    cells = {cell.key: cell for cell in run.study.cells}
    written: list[Path] = []
    left: list[str] = []
    for reply in run.replies():
        cell = cells[reply.cell]
        text = "\n\n".join(turn.strip() for turn in reply.turns).strip()
        if reply.stop_reason == "failed" or not text:
            left.append(f"{reply.id}, {cell.model}, trial {reply.trial}: {_why(reply)}")
            continue
        path = study / reply.id / "essays" / f"{_code(run, reply)}.md"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with jsonl.replacing(path) as file:
                file.write(_page(_fields(run, reply, cell), text))
            written.append(path)
    return written, left


def _why(reply: Reply) -> str:
    return reply.error or ("empty" if reply.stop_reason == "stop" else reply.stop_reason)


def _code(run: Run, reply: Reply) -> str:
    """Return a name that is the same whenever this reply is added, and tells nothing."""
    name = "\x1f".join((run.study.data_digest, reply.id, reply.cell, str(reply.trial), reply.text))
    return f"e{hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]}"


def _fields(run: Run, reply: Reply, cell: Cell) -> Iterator[tuple[str, object]]:
    yield "question", reply.id
    yield "label", LABEL
    yield "model", cell.model
    yield "prompt", cell.variant
    yield "temperature", cell.temperature
    yield "trial", reply.trial
    yield "run", run.folder.resolve().name
    if reply.stop_reason != "stop":
        yield "ended", reply.stop_reason


def _page(fields: Iterable[tuple[str, object]], text: str) -> bytes:
    rows = (f"{name}: {msgspec.json.encode(value).decode()}" for name, value in fields)
    return "\n".join(("---", *rows, "---", text, "")).encode()
