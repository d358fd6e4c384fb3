"""Two sets of answers side by side: which questions they share, and what differs on these."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from benchbar.exam.accuracies import Answers
from benchbar.exam.response_file import Imported
from benchbar.exam.responses import Response
from benchbar.exam.results import Beside, ModelResult
from benchbar.records import Estimate
from benchbar.seeds import rng_for
from benchbar.stats.paired import paired_bootstrap


def beside(ours: Sequence[Response], theirs: Imported, models: tuple[ModelResult, ...]) -> Beside:
    """Put the answers of a file beside those of a run.

    Questions are matched by number. Where the key differs they are taken as different: a file
    without the questions' text tells no more.

    Args:
        ours: The answers of the run, over all its models.
        theirs: Those of the file.
        models: What came of the file's models.
    """
    mine, others = _keys(ours), _keys(theirs.responses)
    shared = mine.keys() & others.keys()
    common = {number for number in shared if mine[number] == others[number]}
    conflicting = len(shared) - len(common)
    notes = _notes(len(common), conflicting, len(mine), len(others))
    return Beside(
        name=theirs.responses[0].paper,
        models=models,
        ours=Answers(ours).accuracy(),
        theirs=Answers(theirs.responses).accuracy(),
        common=len(common),
        conflicting=conflicting,
        only_ours=len(mine) - len(shared),
        only_theirs=len(others) - len(shared),
        difference=_difference(
            [one for one in ours if one.question in common],
            [one for one in theirs.responses if one.question in common],
        ),
        notes=(*theirs.notes, *notes),
    )


def _keys(responses: Iterable[Response]) -> dict[str, str]:
    return {one.question: one.key for one in responses}


def _notes(common: int, conflicting: int, ours: int, theirs: int) -> Iterator[str]:
    if not common:
        yield (
            "No question has the same number and key in both: they cannot be compared question by "
            "question, and a difference may be one of the questions."
        )
    elif (ours, theirs) != (common, common):
        yield (
            f"The questions differ: {common:,} are common, of {ours:,} here and {theirs:,} in the "
            "file. The difference is over the common ones, the accuracies over all."
        )
    if conflicting:
        yield (
            f"Questions with the same number and another key: {conflicting:,}. They are taken as "
            "different ones; see whether both number the same questions."
        )
    else:
        yield "Questions are matched by number: the file has no text by which to make sure."


def _difference(ours: Sequence[Response], theirs: Sequence[Response]) -> Estimate | None:
    """Estimate by how much the first set is more accurate, question by question."""
    first, second = _counts(ours), _counts(theirs)
    if not first:
        return None
    sums, sizes = [], []
    for number, (right, asked) in first.items():
        others_right, others_asked = second[number]
        sums.append(right * others_asked - others_right * asked)
        sizes.append(asked * others_asked)
    name = ("exam, beside", len(sums), sum(sums), sum(sizes))
    rng = np.random.default_rng(rng_for(*name).getrandbits(64))
    return paired_bootstrap(sums, sizes, len(sums), rng=rng)


def _counts(responses: Iterable[Response]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for one in responses:
        right, asked = counts.get(one.question, (0, 0))
        counts[one.question] = right + one.correct, asked + 1
    return counts
