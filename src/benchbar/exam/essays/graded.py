"""What the replies of a model that grades give: preferences in pairs, and a mark for each essay."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median
from typing import NamedTuple

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam.essays import marking, pairing
from benchbar.exam.essays.grading import FIRST, QUESTION, SECOND
from benchbar.exam.essays.marking import Mark
from benchbar.exam.essays.pairing import Shown, Side
from benchbar.exam.essays.rubrics import Rubric
from benchbar.records import Item, Reply
from benchbar.runs import folder, plan
from benchbar.runs.folder import Run
from benchbar.tasks import essay_mark, essay_pair

NO_MARK = "gave no mark or preference"


class Given(NamedTuple):
    """What a model gave on a question.

    Attributes:
        to_rank: The codes of the essays that were compared.
        shown: Pairs of them, and which was preferred how often.
        marks: For each essay that was to be marked, those of its trials that are marks.
        why: For each essay without any, why.
    """

    to_rank: tuple[str, ...]
    shown: tuple[Shown, ...]
    marks: Mapping[str, tuple[Mark, ...]]
    why: Mapping[str, str]

    @property
    def unmet(self) -> list[str]:
        """Essays of which no reply says how they stand to any other."""
        return pairing.unmet(self.to_rank, self.shown)


def read(run: Run, rubrics: Mapping[str, Rubric]) -> dict[str, Given]:
    """Return what a run's replies give, by question.

    Args:
        run: Of one model.
        rubrics: Of the study's questions.

    Raises:
        InputError: The run holds no marks of essays, or those of another study.
    """
    items = plan.items(run.study, run.data)
    replies: dict[str, list[Reply]] = {}
    for reply in run.replies():
        replies.setdefault(reply.id, []).append(reply)
    found: dict[str, list[tuple[Item, list[Reply]]]] = {}
    for item in items:
        if item.task not in (essay_mark.NAME, essay_pair.NAME):
            raise InputError(f"{run.folder}: holds no marks of essays, but items of {item.task}")
        came = sorted(replies.get(item.id, ()), key=lambda one: one.trial)
        found.setdefault(str(item.traits[QUESTION]), []).append((item, came))
    for name in found:
        if name not in rubrics:
            raise InputError(f"{run.folder}: grades question {name}, which this study has not")
    return {name: _given(mine, rubrics[name]) for name, mine in found.items()}


def _given(asked: Iterable[tuple[Item, Sequence[Reply]]], rubric: Rubric) -> Given:
    preferred: dict[tuple[str, str], list[Side | None]] = {}
    marks: dict[str, tuple[Mark, ...]] = {}
    why: dict[str, str] = {}
    for item, came in asked:
        if item.task == essay_pair.NAME:
            preferred[_codes(item)] = [pairing.read(one) for one in came]
            continue
        tried = [marking.read(one, rubric) for one in came]
        marks[item.id] = tuple(one for one in tried if one.score is not None)
        if not marks[item.id]:
            why[item.id] = Counter(one.why for one in tried).most_common(1)[0][0]
    to_rank = sorted({code for pair in preferred for code in pair})
    return Given(tuple(to_rank), tuple(pairing.count(preferred)), marks, why)


def together(marks: Sequence[Mark], step: float) -> Mark:
    """Return the mark of several trials.

    The score is their median, put on the nearest step of the study, and on the even one of two
    that are equally near; the points of an issue are the mean; the comment is that of the trial
    nearest to the score.

    Args:
        marks: One or more, each with a score.
        step: Of scores: 1 or 0.5.
    """
    scores = [one.score for one in marks if one.score is not None]
    score = step * round(median(scores) / step)
    points = {issue: mean(one.points[issue] for one in marks) for issue in marks[0].points}
    nearest = min(marks, key=lambda one: abs((one.score or 0) - score))
    return Mark(points, score, nearest.comment)


def ask_again(run: Run, codes: Iterable[str]) -> None:
    """Count the replies on some essays as failed, so that the run goes on by asking for them anew.

    What came stays in the file of replies, above a row that says so.
    """
    chosen = set(codes)
    about = {
        item.id
        for item in plan.items(run.study, run.data)
        if chosen.intersection((item.id,) if item.task == essay_mark.NAME else _codes(item))
    }
    with (
        folder.locked(run.folder),
        jsonl.Appender(run.folder / folder.REPLIES) as appender,
    ):
        for reply in run.replies():
            if reply.id in about:
                failed = Reply(
                    reply.id, reply.cell, reply.trial, stop_reason="failed", error=NO_MARK
                )
                appender.add(failed)


def _codes(pair: Item) -> tuple[str, str]:
    return str(pair.traits[FIRST]), str(pair.traits[SECOND])
