"""``results.json``: what a report found, for leaderboards, checks and other programs."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from benchbar import __version__, jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Estimate, Grader, Split
from benchbar.report.findings import Source
from benchbar.report.means import Mean, Of
from benchbar.report.tally import BltTest, Row, which_test
from benchbar.scoring.version import graders

NAME = "results.json"
FORMAT = 1

Count = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]
Setting = str | int | float | None


class Accuracy(msgspec.Struct, frozen=True):
    """A share of right replies with its interval; ``n`` replies in ``clusters``."""

    value: Share
    low: Share
    high: Share
    level: Share
    n: Annotated[int, Meta(ge=1)]
    clusters: Count
    method: str

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"{self.value} lies outside its interval {self.low} to {self.high}")

    def estimate(self) -> Estimate:
        """Return it as the record of which it is the checked form."""
        return Estimate(**msgspec.structs.asdict(self))


class TestResult(msgspec.Struct, frozen=True):
    """One test by one grader: ``planned`` replies, of which ``accuracy.n`` were graded.

    ``errors`` counts the kinds of wrong replies, ``no_answers`` those of replies without one.
    """

    __test__ = False

    corpus: str
    task: str
    window: str
    grader: Grader
    planned: Count
    correct: Count
    wrong: Count
    not_an_answer: Count
    accuracy: Accuracy
    errors: dict[str, Count]
    no_answers: dict[str, Count]

    def __post_init__(self) -> None:
        n = self.accuracy.n
        if self.correct + self.wrong + self.not_an_answer != n:
            raise ValueError(f"right, wrong and no answers do not add up to {n}")
        if not math.isclose(self.accuracy.value, self.correct / n):
            raise ValueError(f"{self.accuracy.value} is not {self.correct} of {n}")

    @property
    def test(self) -> BltTest:
        """The test."""
        return BltTest(self.corpus, self.task, self.window)


class MeanResult(msgspec.Struct, frozen=True):
    """A mean over the tests of a size; ``of`` says whether tests or items count alike in it."""

    window: str
    grader: Grader
    of: Of
    tests: Count
    accuracy: Accuracy


class CellResult(msgspec.Struct, frozen=True):
    """A model with every setting, and what came of it.

    ``planned`` replies were to come; ``missing`` never did, and ``failed`` calls ended in an
    error, so their replies count as no answers.
    """

    key: str
    label: str
    settings: dict[str, Setting]
    planned: Count
    missing: Count
    failed: Count
    tests: tuple[TestResult, ...]
    means: tuple[MeanResult, ...]

    @property
    def cell(self) -> Cell:
        """The settings as a cell."""
        return msgspec.convert(self.settings, Cell)

    def accuracies(self, window: str, grader: Grader) -> dict[tuple[str, str], Estimate]:
        """Return the accuracy of each (corpus, task) of a size by a grader."""
        return {
            (test.corpus, test.task): test.accuracy.estimate()
            for test in self.tests
            if (test.window, test.grader) == (window, grader)
        }

    def means_of(self, window: str, grader: Grader) -> dict[Of, Estimate]:
        """Return the means of a size by a grader."""
        return {
            mean.of: mean.accuracy.estimate()
            for mean in self.means
            if (mean.window, mean.grader) == (window, grader)
        }


class RunResult(msgspec.Struct, frozen=True):
    """A run: what was asked, by which program, judged by which graders.

    ``graders`` names the rules of both graders (``benchbar.scoring.version``).
    """

    name: str
    suite: str
    version: str
    seed: int
    counter: str
    data_digest: str
    split: Split
    trials: Count
    limit: int | None
    asked_by: str
    graders: str
    cells: tuple[CellResult, ...]


class Results(msgspec.Struct, frozen=True):
    """The contents of ``results.json``."""

    format: int
    benchbar: str
    runs: tuple[RunResult, ...]


def of(
    sources: Iterable[Source], rows: Iterable[Row], means: Iterable[Mean], labels: Mapping[str, str]
) -> Results:
    """Put together what some runs led to.

    Args:
        sources: The runs.
        rows: The results by test, of all runs, in the order in which they are to stand.
        means: Their means.
        labels: What to call each cell.
    """
    kept, over = list(rows), list(means)
    runs = tuple(_run(source, kept, over, labels) for source in sources)
    return Results(format=FORMAT, benchbar=__version__, runs=runs)


def _run(
    source: Source, rows: Iterable[Row], means: Iterable[Mean], labels: Mapping[str, str]
) -> RunResult:
    study, manifest = source.run.study, source.run.data.manifest
    questions = Counter(map(which_test, source.items.values()))
    planned = {test: n * study.trials for test, n in questions.items()}
    return RunResult(
        name=jsonl.storable(source.name),
        suite=manifest.suite,
        version=manifest.version,
        seed=manifest.seed,
        counter=manifest.counter,
        data_digest=source.run.data.digest,
        split=study.split,
        trials=study.trials,
        limit=study.limit,
        asked_by=study.benchbar,
        graders=graders(),
        cells=tuple(
            _cell(
                cell,
                jsonl.storable(labels[name]),
                planned,
                [row for row in rows if row.cell == name],
                [mean for mean in means if mean.cell == name],
            )
            for cell in study.cells
            for name in (source.cells[cell.key],)
        ),
    )


def _cell(
    cell: Cell,
    label: str,
    planned: Mapping[BltTest, int],
    rows: Sequence[Row],
    means: Iterable[Mean],
) -> CellResult:
    # The corrected grader also calls "failed" what a service sent as a reply in place of one.
    one_grader = [row for row in rows if row.grader == "published"]
    return CellResult(
        key=cell.key,
        label=label,
        settings={name: getattr(cell, name) for name in cell.__struct_fields__},
        planned=sum(planned.values()),
        missing=sum(planned.values()) - sum(row.tally.n for row in one_grader),
        failed=sum(row.tally.kinds("not_an_answer").get("failed", 0) for row in one_grader),
        tests=tuple(_test(row, planned[row.test]) for row in rows),
        means=tuple(
            MeanResult(mean.window, _grader(mean.grader), mean.of, mean.tests,
                       _accuracy(mean.estimate))
            for mean in means
        ),
    )  # fmt: skip


def _test(row: Row, planned: int) -> TestResult:
    return TestResult(
        *row.test,
        grader=_grader(row.grader),
        planned=planned,
        correct=row.tally.count("correct"),
        wrong=row.tally.count("wrong"),
        not_an_answer=row.tally.count("not_an_answer"),
        accuracy=_accuracy(row.accuracy),
        errors=row.tally.kinds("wrong"),
        no_answers=row.tally.kinds("not_an_answer"),
    )


def _grader(name: str) -> Grader:
    return "corrected" if name == "corrected" else "published"


def _accuracy(found: Estimate) -> Accuracy:
    return Accuracy(**msgspec.structs.asdict(found))


def write(path: Path, found: Results) -> None:
    """Write ``results.json``."""
    with jsonl.replacing(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def read(path: Path) -> Results:
    """Read the results of a report: the folder of a report, or its ``results.json``.

    Raises:
        InputError: There are none, they are damaged, or a newer program wrote them.
    """
    file = path / NAME if path.is_dir() else path
    try:
        told = file.read_bytes()
        if (form := msgspec.json.decode(told, type=_Form).format) > FORMAT:
            raise InputError(
                f"{file}: written by a newer version in format {form}: use that version, or make "
                "the report again with this one"
            )
        found = msgspec.json.decode(told, type=Results)
        for run in found.runs:
            for cell in run.cells:
                cell.cell  # noqa: B018
    except FileNotFoundError:
        raise InputError(
            f"{file}: no such file: name a folder made by 'benchbar report', or its {NAME}"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{file}: no results of a report: {error}") from None
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
    return found


class _Form(msgspec.Struct):
    format: int
