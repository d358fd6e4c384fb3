"""The questions of an exam as the items of a run: a DATA folder that becomes part of the run."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from benchbar.exam.questions import Question
from benchbar.records import Document, Item
from benchbar.suites import given
from benchbar.suites.data import Manifest
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
    return given.write(
        pairs,
        folder,
        suite=multiple_choice.SUITE,
        version=VERSION,
        options={"questions": name, "choices": _ORDERS[shuffle is not None]},
        seed=shuffle or 0,
    )


def slug(name: str) -> str:
    """Return the name of a file of questions as that of a corpus."""
    return re.sub(r"[^\w-]+", "-", Path(name).stem.casefold()).strip("-") or "questions"


def _pair(question: Question, name: str, shuffle: int | None) -> tuple[Document, Item]:
    document = multiple_choice.document_of(
        question.id, question.stem, question.choices, source=name
    )
    item = multiple_choice.item_of(document, 1 + LETTERS.index(question.key))
    traits = dict(_traits(question, shuffle))
    return document, replace(item, id=question.id, window=WINDOW, corpus=slug(name), traits=traits)


def _traits(question: Question, shuffle: int | None) -> Iterator[tuple[str, int | str]]:
    for trait in _TRAITS:
        if told := getattr(question, trait):
            yield trait, told
    if shuffle is not None and can_be_shuffled(question.choices):
        yield SEED, shuffle
