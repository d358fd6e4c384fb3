"""Models grade essays through the engine: what they are asked.

A model reads what people read in training: the question with its papers, both halves of the
rubric, and the benchmark papers with their scores. It is not shown the model answers, whose
substance the drafters' analysis has, nor anything else about an essay than its text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from benchbar.exam.essays import pairing
from benchbar.exam.essays.materials import Question
from benchbar.exam.essays.writing import shown
from benchbar.exam.items import slug
from benchbar.records import Cell, Document, Item
from benchbar.runs import plan
from benchbar.suites import given
from benchbar.suites.data import Manifest
from benchbar.tasks import essay_mark, essay_pair

VERSION = "1"
WINDOW = "essays"
QUESTION = "question"
"""The trait of an item that holds the id of its question."""
FIRST, SECOND = "first", "second"
"""Traits of a pair: the codes of its essays."""

_OWN_FRAME = re.compile(r"^([ \t]*)={3,}", re.MULTILINE)


class Desk(NamedTuple):
    """What lies before a model on a question.

    Attributes:
        question: With its rubric.
        benchmarks: Scores, and essays that show them.
        to_rank: Texts of essays by code; empty if there is nothing to be ranked.
        to_mark: Likewise.
    """

    question: Question
    benchmarks: tuple[tuple[int, str], ...]
    to_rank: Mapping[str, str]
    to_mark: Mapping[str, str]


def name_of(cell: Cell, trials: int) -> str:
    """Return what a grader is called: the model, and each setting that is not the usual one.

    A model with other settings is another grader, who calibrates for himself.
    """
    told = {
        cell.variant: cell.variant not in ("default", essay_mark.VARIANTS[0]),
        "temperature left open": cell.temperature is None,
        f"temperature {cell.temperature or 0:g}": bool(cell.temperature),
        f"{trials} trials": trials > 1,
        f"reasoning {cell.reasoning_effort}": cell.reasoning_effort is not None,
        f"{cell.reasoning_tokens} tokens of reasoning": cell.reasoning_tokens is not None,
        f"at most {cell.max_tokens} tokens": cell.max_tokens is not None,
        f"seed {cell.seed}": cell.seed is not None,
    }
    settings = ", ".join(words for words, so in told.items() if so)
    return f"{cell.model} ({settings})" if settings else cell.model


def check(cell: Cell, trials: int) -> None:
    """Make sure that a model can be asked, before it joins a study.

    Raises:
        InputError: Its name or a setting cannot be right.
    """
    plan.check(
        plan.Study(
            benchbar="",
            data="",
            data_path="",
            data_digest="",
            split="test",
            cells=(cell,),
            trials=trials,
        )
    )


def write_items(desks: Iterable[Desk], folder: Path, *, study: str, step: float) -> Manifest:
    """Write pairs to be compared and essays to be marked as items into an empty folder.

    Args:
        desks: What lies before the model.
        folder: To be filled.
        study: Its title.
        step: Of its scores, 1 or 0.5.
    """
    pairs = [pair for desk in desks for pair in _items(desk, study, halves=step < 1)]
    return given.write(
        pairs, folder, suite=essay_mark.SUITE, version=VERSION, options={"study": study}
    )


def _items(desk: Desk, study: str, *, halves: bool) -> Iterator[tuple[Document, Item]]:
    before = list(_papers(desk))
    issues = ",".join(issue.id for issue in desk.question.rubric.issues)
    traits: dict[str, int | str] = {QUESTION: desk.question.id}
    for first, second in pairing.drawn(desk.to_rank):
        texts = (_framed(desk.to_rank[code]) for code in (first, second))
        pair = essay_pair.document_of(f"{first}-{second}", before, *texts, source=study)
        item = essay_pair.item_of(pair)
        yield pair, _named(item, study, traits | {FIRST: first, SECOND: second})
    for code, text in desk.to_mark.items():
        one = essay_mark.document_of(code, before, _framed(text), source=study)
        item = essay_mark.item_of(one, halves=halves)
        yield one, _named(item, study, traits | {essay_mark.ISSUES: issues})


def _named(item: Item, study: str, traits: dict[str, int | str]) -> Item:
    return replace(item, id=item.document, window=WINDOW, corpus=slug(study), traits=traits)


def _papers(desk: Desk) -> Iterator[tuple[str, str]]:
    """Yield titles and texts of what stands before an essay."""
    rubric = desk.question.rubric
    yield "QUESTION", shown(desk.question)
    told = [rubric.about] if rubric.about else []
    told += [f"## {score}\n\n{text}" for score, text in rubric.guidelines.items()]
    yield "GRADING GUIDELINES", "\n\n".join(told)
    sheet = []
    for part in rubric.sheet:
        sheet.append(f"## {part.label}. {part.title}".rstrip(". "))
        sheet += [
            f"### {one.id}. {one.title} ({one.points:g} points)\n\n{one.analysis}"
            for one in part.issues
        ]
    yield "POINT SHEET", "\n\n".join(sheet)
    for score, text in desk.benchmarks:
        yield f"BENCHMARK PAPER WITH A SCORE OF {score}", _framed(text)


def _framed(text: str) -> str:
    """Return an essay that cannot end its own frame, or open another."""
    return _OWN_FRAME.sub(r"\1= = =", text)
