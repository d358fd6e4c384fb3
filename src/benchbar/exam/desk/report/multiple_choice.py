"""Scores of the multiple choice for the authors of a study, from a run of an exam."""

from collections.abc import Mapping

from benchbar.exam import responses
from benchbar.exam.accuracies import Answers
from benchbar.exam.desk.report.author_totals import Mbe
from benchbar.exam.questions import PRACTICE_LABEL
from benchbar.exam.responses import Response
from benchbar.exam.scale import scale
from benchbar.records import Grader
from benchbar.runs.folder import Run


def of_run(
    run: Run, grader: Grader = "corrected"
) -> tuple[Mapping[str, tuple[Mbe, ...]], tuple[str, ...]]:
    """Return the scaled scores of a run's models by every conversion, and what to say of them.

    An author of essays has those of the model of the same name. Practice questions are not equated:
    nothing is made of them.

    Raises:
        InputError: It is no run of an exam, or is not graded.
    """
    name = run.folder.resolve().name
    if responses.are_practice(responses.items(run)):
        return {}, (f"No total is made of the run {name}: {PRACTICE_LABEL}.",)
    by_model: dict[str, list[Response]] = {}
    for one in responses.of_run(run, grader):
        by_model.setdefault(one.model, []).append(one)
    found: dict[str, tuple[Mbe, ...]] = {}
    for label, rows in by_model.items():
        accuracy = Answers(rows).accuracy().new
        scores = tuple(
            Mbe(f"{label} in the run {name}, by {one.conversion}", one.value, one.low, one.high)
            for one in scale(accuracy)
            if one.value is not None
        )
        author = label.partition(" (")[0]
        found[author] = (*found.get(author, ()), *scores)
    return found, (
        f"Scores of the multiple choice are those of the run {name}. They have a meaning only if "
        "its questions are equated ones of the official exam.",
    )
