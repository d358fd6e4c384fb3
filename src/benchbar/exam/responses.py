"""The answers to an exam, one by one: those of a run, in the letters of the questions' file."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from benchbar.errors import InputError
from benchbar.exam.questions import practice, same_words
from benchbar.records import Cell, Grader, Item, Verdict
from benchbar.runs import plan
from benchbar.runs.folder import Run, key
from benchbar.tasks.multiple_choice import NAME
from benchbar.tasks.shuffle import LETTERS, Letter, order_of

OURS = "this run"
MISSING = "missing"
"""Why a planned answer that was never stored is none."""
_CHOSEN = frozenset({None, "second choice right", "third choice right", "wrong choice"})
"""Kinds of error with which a first choice was read; None where it is right."""
_TOLD = frozenset({"model", "variant", "temperature", "system_message"})
"""Settings of a cell that are columns of their own, or go with the prompt."""


class Response(msgspec.Struct, frozen=True, gc=False):
    """The answer to one question in one session.

    Attributes:
        paper: Whose results these are: ``this run``, or the name given to a file.
        model: As named in the run or the file.
        prompt: Name of the prompt.
        temperature: None if left to the provider.
        session: The trial, as text.
        question: Its number in its file.
        subject: May be empty.
        answer: The first choice in the letters of the questions' file; None if there is none.
        second: The choice ranked next.
        third: The choice ranked after it.
        key: The right choice.
        why: Why there is no answer: ``missing``, ``failed``, another kind of not-an-answer, ``not
            found``, ``multiple answers``, ``unclear``, or ``empty`` in a file; None if there is.
        shown: The first choice by the letter under which the model saw it.
        shown_key: The right choice by the letter under which the model saw it.
    """

    paper: str
    model: str
    prompt: str
    temperature: float | None
    session: str
    question: str
    subject: str
    answer: Letter | None
    second: Letter | None
    third: Letter | None
    key: Letter
    why: str | None
    shown: Letter | None
    shown_key: Letter

    @property
    def correct(self) -> bool:
        """Whether the first choice is right."""
        return self.answer == self.key

    def within(self, top: int) -> bool:
        """Say whether one of the first choices, as many as ``top``, is right."""
        return self.key in (self.answer, self.second, self.third)[:top]


def of_run(run: Run, grader: Grader, *, name: str = OURS) -> list[Response]:
    """Return every planned answer of a run, as one grader reads it.

    A reply that is missing or failed is an answer that is wrong: nothing leaves the denominator.

    Raises:
        InputError: It is no run of an exam, or is not graded.
    """
    asked = items(run)
    found = {key(one): one for one in run.verdicts() if one.grader == grader}
    models = _models(run.study.cells)
    return [
        _response(item, found.get((item.id, cell.key, trial)), cell, models[cell.key], trial, name)
        for cell in run.study.cells
        for trial in range(1, run.study.trials + 1)
        for item in asked
    ]


def items(run: Run) -> tuple[Item, ...]:
    """Return the questions of a run.

    Raises:
        InputError: They are none of an exam, or were changed since they were asked.
    """
    plan.check_files(run.study, run.data)
    found = tuple(plan.items(run.study, run.data))
    other = sorted({item.task for item in found if item.task != NAME})
    if other or not found:
        raise InputError(
            f"{run.folder}: no exam: its items are of {', '.join(other) or 'no task'}, not "
            f"{NAME}: see it with 'benchbar report', or ask an exam with 'benchbar exam run'"
        )
    return found


def are_practice(asked: Sequence[Item]) -> bool:
    """Say whether a built-in practice question is among the questions, by ``same_words``.

    Such questions are not equated, so nothing that rests on them has a scaled score.
    """
    known = [question.stem for question in practice()]
    return any(same_words((item.asked for item in asked), known))


def _response(
    item: Item, verdict: Verdict | None, cell: Cell, model: str, trial: int, paper: str
) -> Response:
    order = order_of(item, trial)
    right = _letter(item.gold)
    shown = _shown(verdict)
    first, second, third = (order.back(letter) for letter in shown)
    return Response(
        paper=paper,
        model=model,
        prompt=cell.variant,
        temperature=None if cell.temperature is None else float(cell.temperature),
        session=str(trial),
        question=item.id,
        subject=str(item.traits.get("subject", "")),
        answer=first,
        second=second,
        third=third,
        key=right,
        why=None if first else _why(verdict),
        shown=shown[0],
        shown_key=order.shown(right),
    )


def _shown(verdict: Verdict | None) -> tuple[Letter | None, Letter | None, Letter | None]:
    """Return the choices that a verdict understood, as they were shown to the model."""
    if verdict is None or verdict.outcome == "not_an_answer" or verdict.error not in _CHOSEN:
        return None, None, None
    first, second, third, *_ = (*map(_letter, verdict.answer.split(", ")), None, None)
    return first, second, third


def _why(verdict: Verdict | None) -> str:
    return str(verdict.error) if verdict else MISSING


def _letter(text: str) -> Letter:
    return LETTERS["ABCD".index(text)]


def _models(cells: Sequence[Cell]) -> dict[str, str]:
    """Return what to call the model of each cell, by its key.

    Cells of one model are told apart by prompt and temperature; where these do not do, by the
    other settings in which they differ, and at last by a number.
    """
    settings = Counter((cell.model, cell.variant, cell.temperature) for cell in cells)
    twice = {model for (model, *_), count in settings.items() if count > 1}
    seen: Counter[tuple[object, ...]] = Counter()
    named = {}
    for cell in cells:
        named[cell.key] = cell.model
        if cell.model in twice:
            differing = _differing([one for one in cells if one.model == cell.model])
            told = [f"{name} {getattr(cell, name)}" for name in differing]
            place = (cell.model, cell.variant, cell.temperature, *told)
            seen[place] += 1
            told += [f"no. {seen[place]}"] if seen[place] > 1 else []
            named[cell.key] = f"{cell.model} ({', '.join(told)})" if told else cell.model
    return named


def _differing(cells: Sequence[Cell]) -> Iterator[str]:
    for name in Cell.__struct_fields__:
        if name not in _TOLD and len({getattr(cell, name) for cell in cells}) > 1:
            yield name
