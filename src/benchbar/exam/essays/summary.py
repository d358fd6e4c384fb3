"""What a study's materials hold, in counts: what ``essays check`` prints."""

from collections.abc import Iterator, Sequence

import msgspec

from benchbar.exam.essays.materials import Materials, Question
from benchbar.report.numbers import plural

FEWEST_ESSAYS = 30
"""Essays of varied quality that a calibration takes, about (bar-exam protocol of graders)."""


class QuestionSummary(msgspec.Struct, frozen=True):
    """A question in counts; ``lacks`` is what it cannot be graded well without, in words."""

    id: str
    kind: str
    title: str
    parts: int
    issues: int
    points: float
    answers: int
    essays: int
    papers: int
    benchmarks: int
    lacks: tuple[str, ...]


class Summary(msgspec.Struct, frozen=True):
    """A study in counts."""

    title: str
    label: str
    questions: tuple[QuestionSummary, ...]
    problems: tuple[str, ...]


def of(found: Materials | None, problems: Sequence[str]) -> Summary:
    """Count what was read."""
    if found is None:
        return Summary("", "", (), tuple(problems))
    return Summary(
        found.title, found.label, tuple(map(_question, found.questions)), tuple(problems)
    )


def _question(one: Question) -> QuestionSummary:
    return QuestionSummary(
        id=one.id,
        kind=one.kind,
        title=one.title,
        parts=len(one.parts),
        issues=len(one.rubric.issues),
        points=one.rubric.points,
        answers=len(one.answers),
        essays=len(one.essays),
        papers=len(one.file) + len(one.library),
        benchmarks=len(one.benchmarks),
        lacks=tuple(_lacks(one)),
    )


def _lacks(one: Question) -> Iterator[str]:
    if len(one.essays) < FEWEST_ESSAYS:
        yield f"{FEWEST_ESSAYS} essays to calibrate graders with"
    if not one.answers:
        yield "a model answer"
    if not one.benchmarks:
        yield "benchmark papers for training"
    if one.kind == "MPT" and not (one.file and one.library):
        yield "a file and a library"


def lines(told: Summary) -> Iterator[str]:
    """Print it."""
    if told.title:
        yield f"{told.title}{f' ({told.label})' if told.label else ''}"
    for one in told.questions:
        yield ""
        yield f"{one.id}  {one.kind}  {one.title}"
        yield (
            f"  {plural(one.parts, 'part')}, {plural(one.issues, 'issue')} of {one.points:g} points"
            f", {plural(one.answers, 'model answer')}, {plural(one.essays, 'essay')}"
            + (f", {plural(one.papers, 'paper')} of file and library" if one.papers else "")
        )
        if one.lacks:
            yield f"  lacks {'; '.join(one.lacks)}"
    if told.problems:
        yield ""
        yield f"{plural(len(told.problems), 'problem')} to mend"
