"""The questions of an exam as the items of a run: a DATA folder that becomes part of the run."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from benchbar import jsonl, tokens
from benchbar.exam.questions import Question
from benchbar.records import Document, Item
from benchbar.suites.data import FileEntry, Manifest
from benchbar.tasks import multiple_choice
from benchbar.tasks.shuffle import LETTERS, SEED, can_be_shuffled

VERSION = "1"
WINDOW = "exam"
"""Stands where other items have the size of their documents."""

_ORDERS = ("as written", multiple_choice.SHUFFLED)
_TRAITS = ("subject", "topic", "difficulty")


def write(
    questions: Sequence[Question], folder: Path, *, name: str, shuffle: int | None = None
) -> Manifest:
    """Write questions as items and documents into an empty folder.

    Args:
        questions: At least one, with different ids.
        folder: To be filled.
        name: What the questions are called: a file's name, or ``practice``.
        shuffle: Seed of the orders in which trials show the choices; None leaves them as written.
    """
    pairs = [_pair(question, name, shuffle) for question in questions]
    corpus = slug(name)
    files: dict[str, Sequence[Document | Item]] = {
        f"documents/{WINDOW}/{corpus}.jsonl": [document for document, _ in pairs],
        f"items/{WINDOW}/{corpus}/{multiple_choice.NAME}.test.jsonl": [
            replace(item, window=WINDOW, corpus=corpus) for _, item in pairs
        ],
    }
    manifest = Manifest(
        suite=multiple_choice.SUITE,
        version=VERSION,
        seed=shuffle or 0,
        counter=tokens.COUNTER,
        budgets={},
        items=len(pairs),
        options={"questions": name, "choices": _ORDERS[shuffle is not None]},
        files={path: _write(folder / path, rows) for path, rows in files.items()},
    )
    with jsonl.replacing(folder / "manifest.json") as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


def slug(name: str) -> str:
    """Return the name of a file of questions as that of a corpus."""
    return re.sub(r"[^\w-]+", "-", Path(name).stem.casefold()).strip("-") or "questions"


def _pair(question: Question, name: str, shuffle: int | None) -> tuple[Document, Item]:
    document = multiple_choice.document_of(
        question.id, question.stem, question.choices, source=name
    )
    item = multiple_choice.item_of(document, 1 + LETTERS.index(question.key))
    return document, replace(item, id=question.id, traits=dict(_traits(question, shuffle)))


def _traits(question: Question, shuffle: int | None) -> Iterator[tuple[str, int | str]]:
    for trait in _TRAITS:
        if told := getattr(question, trait):
            yield trait, told
    if shuffle is not None and can_be_shuffled(question.choices):
        yield SEED, shuffle


def _write(path: Path, rows: Sequence[Document | Item]) -> FileEntry:
    jsonl.write(path, rows)
    return FileEntry(jsonl.digest(path), len(rows))
