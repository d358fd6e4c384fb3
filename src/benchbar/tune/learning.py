"""How much is enough: accuracy against the rows that a model has learnt.

Runs of the same items, one of the untuned base and others of models that learnt more and more,
become one curve for each test, and one for all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchbar.errors import InputError
from benchbar.records import Estimate, Grader
from benchbar.report import names
from benchbar.report.findings import Source, incomplete, labels_of, open_sources
from benchbar.report.shortfall import require_replies
from benchbar.report.table import test_order
from benchbar.report.tally import BltTest, tally, which_test
from benchbar.runs import smollm2
from benchbar.stats.proportions import mean_of
from benchbar.tune.learning_rows import Amount, amounts_of, model_of
from benchbar.tune.report_learnt import refuse_learnt

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Stage:
    """One run: how much its model had learnt, and how well it did.

    Attributes:
        run: What the run is called.
        model: What its model is called.
        rows: Rows learnt, one that came twice counted twice; 0 for the base.
        cpu_seconds: Processor time of the training; None where it was not spent here.
        tests: Accuracy by test; a test without replies has none.
        overall: The mean of the tests, each counting alike; None unless all have replies.
    """

    run: str
    model: str
    rows: int
    cpu_seconds: float | None
    tests: Mapping[BltTest, Estimate]
    overall: Estimate | None


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """What some models have learnt.

    Attributes:
        base: The model that all of them were tuned from.
        grader: Whose verdicts count.
        notes: What a reader must know before any figure.
        tests: In the order in which they are shown.
        stages: By rows learnt.
    """

    base: str
    grader: Grader
    notes: tuple[str, ...]
    tests: tuple[BltTest, ...]
    stages: tuple[Stage, ...]


def learning_curve(folders: Sequence[Path], *, grader: Grader = "corrected") -> LearningCurve:
    """Put runs of one base, and of models tuned from it, in the order of what they have learnt.

    Args:
        folders: Run folders, of one model each, with the same items.
        grader: Whose verdicts count.

    Raises:
        InputError: Runs are no curve: too few, of several models, of different items or bases; it
            is not known how much a model learnt, or it was asked what it had learnt.
        IncompleteError: A run has no reply yet.
    """
    if len(folders) < _FEWEST:
        raise InputError(
            "one run is no curve: name a run of the untuned model and runs of models that were "
            "tuned from it, two or more in all"
        )
    sources = open_sources(folders)
    for source in sources:
        _refuse_several(source)
        require_replies(source.run)
    _refuse_other_items(sources)
    base, amounts = amounts_of(sources)
    said = tuple(_notes(sources, base, amounts))
    tests = tuple(sorted({which_test(one) for one in sources[0].items.values()}, key=test_order))
    stages = [
        _stage(source, amount, grader, tests)
        for source, amount in zip(sources, amounts, strict=True)
    ]
    return LearningCurve(
        base, grader, said, tests, tuple(sorted(stages, key=lambda stage: stage.rows))
    )


def _stage(source: Source, amount: Amount, grader: Grader, tests: Sequence[BltTest]) -> Stage:
    found = {
        row.test: row.accuracy
        for row in tally(source.verdicts(), source.items)
        if row.grader == grader
    }
    whole = len(found) == len(tests)
    return Stage(
        source.name,
        model_of(source),
        amount.rows,
        amount.cpu_seconds,
        {test: found[test] for test in tests if test in found},
        mean_of(list(found.values())) if whole else None,
    )


def _refuse_several(source: Source) -> None:
    if len(source.run.study.cells) > 1:
        asked = ", ".join(labels_of([source]).values())
        raise InputError(
            f"{source.name}: asks several models or settings ({asked}): name runs of one model in "
            "one setting"
        )


def _refuse_other_items(sources: Sequence[Source]) -> None:
    first, *others = sources
    for other in others:
        if first.run.data.digest != other.run.data.digest:
            raise InputError(
                f"{other.name}: asks items of another DATA folder ({other.run.study.data}) than "
                f"{first.name} ({first.run.study.data}): ask every model the same items"
            )
        fewer, more = first.items.keys() - other.items, other.items.keys() - first.items
        if fewer or more:
            raise InputError(
                f"{other.name}: asks other items than {first.name}: {len(fewer):,} are only in "
                f"{first.name}, {len(more):,} only in {other.name}: ask every model the same, with "
                "the same --limit, --split, --window, --corpus and --task"
            )


def _notes(sources: Sequence[Source], base: str, amounts: Sequence[Amount]) -> Iterator[str]:
    if all(amount.origin for amount in amounts):
        yield f"No run of {base} itself is among these, so the curve has no beginning."
    for source, amount in zip(sources, amounts, strict=True):
        if amount.origin:
            if not refuse_learnt(source, amount.origin.rows):
                yield (
                    f"{source.name}: whether a question was learnt in tuning could not be checked, "
                    "as the training rows are gone, or cannot be read."
                )
            if _has_changed(source, amount.origin.rows.parent):
                yield (
                    f"{source.name}: the files of {model_of(source)} have changed since it was "
                    "asked, so the rows that it has learnt may be others."
                )
    if sources[0].run.study.split == "train":
        yield "The questions are of the training split."
    if unlike := _unlike(sources):
        yield (
            f"The runs differ in more than tuning: {', '.join(unlike)}. What follows is the work "
            "of all of it."
        )
    yield from incomplete(sources)


def _unlike(sources: Sequence[Source]) -> list[str]:
    """Return the settings, besides the model, that are not the same in all runs."""
    told = [names.settings(source.run.study.cells[0]) for source in sources]
    return [
        name.replace("_", " ")
        for name in told[0]
        if name not in ("model", "base_url") and len({one[name] for one in told}) > 1
    ]


def _has_changed(source: Source, folder: Path) -> bool:
    """Say whether a model is another one now than when it was asked, as far as can be seen here."""
    asked = source.run.study.weights.get(model_of(source))
    if asked is None:
        return False
    try:
        return smollm2.digest(folder) != asked
    except InputError:
        return False
