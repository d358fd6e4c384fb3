"""What the tables of a report hold: their columns, what each means, and their rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.records import Estimate, Item, Verdict
from benchbar.report import names
from benchbar.report.commands import commands
from benchbar.report.findings import Source
from benchbar.report.means import Mean
from benchbar.report.results import Results, RunResult
from benchbar.report.tally import Row

Holds: TypeAlias = Literal["text", "prose", "whole", "share", "offset"]
"""What a column holds: text, text to be read (wrapped where that is possible), a whole number, a
share in [0, 1], or how far an answer lies from the right place: a whole number of lines, or the
text ``pages:lines``."""

Cells: TypeAlias = Sequence[str | int | float | None]
"""One row of a table; None where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in every format, what it means, and its width in characters."""

    name: str
    meaning: str
    holds: Holds = "text"
    width: int = 14


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a report; its files go by its name."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def header(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]


_ID = Column("id", "The item.", width=42)
_MODEL = Column("model", "The model, with the settings in which the cells differ.", width=28)
_CELL = Column("cell", "Key of the cell: the model and every setting (see Settings).", width=24)
_CORPUS = Column("corpus", "The texts that were asked about.")
_TASK = Column("task", "What was asked.", width=17)
_WINDOW = Column("window", "Size of the prompts.", width=9)
_GRADER = Column("grader", "Whose verdicts are counted: published or corrected.", width=11)
_N = Column("n", "Graded replies.", "whole", 8)
_LOW = Column("low", "Lower end of the interval.", "share", 9)
_HIGH = Column("high", "Upper end of the interval.", "share", 9)
_LEVEL = Column("level", "Level of the interval.", "share", 8)
_CLUSTERS = Column(
    "clusters",
    "Sets of answers that are independent: those about one text (deposition, section), or one "
    "document or question where texts are few.",
    "whole",
    10,
)
_METHOD = Column("method", "How the interval was made (see the glossary of the page).", width=18)

_OF_A_TEST = (_MODEL, _CELL, _CORPUS, _TASK, _WINDOW, _GRADER)
_INTERVAL = (_LOW, _HIGH, _LEVEL, _CLUSTERS, _METHOD)

ACCURACY = Table(
    "accuracy",
    "How often each model is right, by test and grader.",
    (
        *_OF_A_TEST, _N,
        Column("correct", "Right replies.", "whole", 9),
        Column("wrong", "Wrong replies.", "whole", 9),
        Column("not_an_answer", "Replies that hold no answer.", "whole", 15),
        Column("accuracy", "Share of right replies.", "share", 10),
        *_INTERVAL,
    ),
)  # fmt: skip
MEANS = Table(
    "means",
    "Means over the tests of a size, of two kinds.",
    (
        _MODEL, _CELL, _WINDOW, _GRADER,
        Column(
            "mean_of",
            "tests: each test counts alike. items: each reply counts alike, so tests with more "
            "questions weigh more.",
            width=10,
        ),
        Column("tests", "Tests in the mean.", "whole", 8),
        _N,
        Column("accuracy", "The mean of the shares of right replies.", "share", 10),
        *_INTERVAL,
    ),
)  # fmt: skip
ERRORS = Table(
    "errors",
    "Kinds of wrong answers and of no answers.",
    (
        *_OF_A_TEST,
        Column("outcome", "wrong or not_an_answer."),
        Column("kind", "The kind of error, or why a reply holds no answer.", width=24),
        Column("count", "Replies of this kind.", "whole", 8),
        Column("share", "Their share of all graded replies of the test.", "share", 9),
        _LOW, _HIGH,
    ),
)  # fmt: skip
VERDICTS = Table(
    "verdicts",
    "Every verdict on every reply.",
    (
        _ID, _MODEL, _CELL,
        Column("trial", "Which time the item was asked, from 1.", "whole", 7),
        _CORPUS, _TASK, _WINDOW, _GRADER,
        Column("outcome", "correct, wrong or not_an_answer."),
        Column("error", "The kind of error, or why the reply holds no answer.", width=20),
        Column(
            "relative_error",
            "How many lines, or pages:lines, the answer lies behind the right place; negative is "
            "before it.",
            "offset",
        ),
        Column("rule", "The rule that decided.", width=22),
        Column("answer", "What the grader understood.", width=44),
        Column("gold", "The right answer.", width=44),
    ),
)  # fmt: skip

MISSING = Table(
    "missing",
    "Planned replies that are not there.",
    (
        _ID, _MODEL, _CELL,
        Column("trial", "Which time the item was to be asked, from 1.", "whole", 7),
        Column("why", "missing: never asked or not brought in. failed: the call failed."),
    ),
)  # fmt: skip

TRANSFER = Table(
    "transfer",
    "Of the tests that are reasoned out: signs of reasoning, and how near amounts come.",
    (
        _MODEL, _CELL, _CORPUS, _TASK, _WINDOW,
        Column(
            "measure",
            "Words of the first reply, a mean; shares of first replies with the word first, and "
            "going on with then, next or second; shares of exact amounts and of those near enough; "
            "how far off amounts are as a share of the right one, a mean.",
            width=30,
        ),
        Column("n", "Replies that could be measured.", "whole", 8),
        Column("value", "The mean, or the share.", "share", 10),
        *_INTERVAL,
    ),
)  # fmt: skip
"""Beside the other tables, but not in the workbook: its values are shares and means by turns."""

SETTINGS = Table(
    "settings",
    "What it takes to repeat the runs.",
    (
        Column("run", "The run.", width=20),
        Column("model", "The model, where a setting is that of one model.", width=28),
        Column("what", "The setting.", width=24),
        Column("setting", "What it was set to.", "prose", 90),
    ),
)
MEANINGS = Table(
    "columns",
    "What each column means.",
    (
        Column("sheet", "The sheet.", width=12),
        Column("column", "The column.", width=16),
        Column("meaning", "What it means.", "prose", 110),
    ),
)

WORKBOOK = (ACCURACY, MEANS, ERRORS, MEANINGS, SETTINGS, VERDICTS)
"""The tables of the workbook, in the order of its sheets."""


def accuracy(rows: Iterable[Row], labels: Mapping[str, str]) -> Iterator[Cells]:
    """Yield the rows of ``ACCURACY``."""
    for row in rows:
        yield (
            labels.get(row.cell, row.cell), row.cell, *row.test, row.grader, row.tally.n,
            row.tally.count("correct"), row.tally.count("wrong"),
            row.tally.count("not_an_answer"), *_estimate(row.accuracy),
        )  # fmt: skip


def means(found: Iterable[Mean], labels: Mapping[str, str]) -> Iterator[Cells]:
    """Yield the rows of ``MEANS``."""
    for mean in found:
        yield (
            labels.get(mean.cell, mean.cell), mean.cell, mean.window, mean.grader, mean.of,
            mean.tests, mean.estimate.n, *_estimate(mean.estimate),
        )  # fmt: skip


def errors(rows: Iterable[Row], labels: Mapping[str, str]) -> Iterator[Cells]:
    """Yield the rows of ``ERRORS``."""
    for row in rows:
        for outcome in ("wrong", "not_an_answer"):
            for kind, count in row.tally.kinds(outcome).items():
                found = row.tally.share(outcome, kind)
                yield (
                    labels.get(row.cell, row.cell), row.cell, *row.test, row.grader, outcome,
                    kind, count, found.value, found.low, found.high,
                )  # fmt: skip


def verdict(one: Verdict, item: Item, labels: Mapping[str, str]) -> Cells:
    """Return a row of ``VERDICTS``."""
    return (
        one.id, labels.get(one.cell, one.cell), one.cell, one.trial, item.corpus, item.task,
        item.window, one.grader, one.outcome, one.error, one.relative_error, one.rule, one.answer,
        item.gold,
    )  # fmt: skip


def settings(sources: Iterable[Source], found: Results) -> Iterator[Cells]:
    """Yield the rows of ``SETTINGS``: of each run what was asked, of what, by whom, and how."""
    yield "", "", "report made by", f"benchbar {found.benchbar}"
    for source, run in zip(sources, found.runs, strict=True):
        for what, value in _shared(source, run).items():
            yield run.name, "", what, value
        for cell in run.cells:
            for what, value in {"key": cell.key, **names.settings(cell.cell)}.items():
                yield run.name, cell.label, what.replace("_", " "), value
            counts = f"{cell.planned:,} planned, {cell.missing:,} missing, {cell.failed:,} failed"
            yield run.name, cell.label, "replies", counts


def _shared(source: Source, run: RunResult) -> dict[str, str]:
    """Return what all cells of a run share, in words."""
    study, manifest = source.run.study, source.run.data.manifest
    limits = [f"{window}: {tokens:,} tokens" for window, tokens in manifest.budgets.items()]
    options = [f"{name.replace('_', ' ')}: {value}" for name, value in manifest.options.items()]
    chosen = [*study.windows, *study.corpora, *study.tasks]
    again = commands(study, manifest)
    return {
        "suite": f"{run.suite}, version {run.version}",
        "items": f"{manifest.items:,}",
        "seed of the items": str(run.seed),
        "size of prompts": ", ".join(limits),
        "tokens counted as by": run.counter,
        "options of the items": ", ".join(options) or "none",
        "data digest": run.data_digest,
        "split": run.split,
        "chosen sizes, texts and tasks": ", ".join(chosen) or "all",
        "questions of each test": "all" if run.limit is None else f"the first {run.limit:,}",
        "trials": str(run.trials),
        "asked by": f"benchbar {run.asked_by}",
        "graders": run.graders,
        **{f"command {number}": command for number, command in enumerate(again, 1)},
    }


def _estimate(found: Estimate) -> Cells:
    return found.value, found.low, found.high, found.level, found.clusters, found.method
