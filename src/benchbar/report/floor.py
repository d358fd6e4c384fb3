"""A floor under the accuracy, for use in CI: which tests of which models lie below it."""

from collections.abc import Iterator
from fractions import Fraction

from benchbar.errors import InputError
from benchbar.records import Grader
from benchbar.report import names
from benchbar.report.numbers import percent
from benchbar.report.results import CellResult, Results, TestResult

_NAMED = 5
"""How many tests one line names."""


def share(text: str) -> Fraction:
    """Return the share that a person wrote: ``0.9`` or ``90%``, exactly.

    Raises:
        InputError: It is neither, or not between 0 and 1.
    """
    percentage = text.strip().endswith("%")
    number = text.strip().removesuffix("%").strip()
    try:
        if not set(number) <= set("0123456789."):
            raise ValueError(number)
        found = Fraction(number) / (100 if percentage else 1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise InputError(f"--check {text}: write a share such as 0.9 or 90%")
    return found


def fallen(found: Results, least: Fraction, *, grader: Grader = "corrected") -> str:
    """Say in one line why a report does not pass, or return "" if it does.

    Each test of each model must have at least this share of right replies, and every planned
    reply must have come: few replies prove nothing. The share itself is compared, exactly; its
    interval is told beside it.

    Args:
        found: The results of the report.
        least: The lowest share that passes.
        grader: Whose verdicts count.
    """
    cells = [cell for run in found.runs for cell in run.cells]
    said = [
        f"{cell.label}: {cell.missing:,} of {cell.planned:,} replies are missing"
        for cell in cells
        if cell.missing
    ]
    below = [line for cell in cells for line in _below(cell, least, grader)]
    said += below[:_NAMED]
    if len(below) > _NAMED:
        said.append(f"and {len(below) - _NAMED:,} more (see tables/accuracy.csv)")
    if not said:
        return ""
    wanted = f"{_percentage(least)}% wanted of each test by the {grader} grader"
    return f"check failed, {wanted}: {'; '.join(said)}"


def _below(cell: CellResult, least: Fraction, grader: Grader) -> Iterator[str]:
    for test in cell.tests:
        if test.grader == grader and Fraction(test.correct, test.accuracy.n) < least:
            yield f"{cell.label}, {_title(test)} {percent(test.accuracy.estimate())}"


def _title(test: TestResult) -> str:
    return f"{names.task(test.task)} ({names.corpus(test.corpus)}, {test.window})"


def _percentage(least: Fraction) -> str:
    return f"{float(100 * least):g}"
