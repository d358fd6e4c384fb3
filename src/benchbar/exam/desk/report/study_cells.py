"""Tables of a study's results page as data, and how their cells tell a number."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from benchbar.exam.desk.report.author_scores import Value
from benchbar.exam.desk.report.study_plots import of_six, two_digits
from benchbar.records import Estimate
from benchbar.report.numbers import percent
from benchbar.report.plots import Telling

Cell: TypeAlias = str | tuple[str, str] | None
"""Text; or a number and what stands small beside it; None is nothing to tell."""


class Table(NamedTuple):
    """A table: columns of text first, then of numbers, then of more text; a row for each thing."""

    caption: str
    who: tuple[str, ...]
    numbers: tuple[str, ...]
    says: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    long: bool = False


def number(estimate: Estimate | None, told: Telling = two_digits) -> Cell:
    """Return an estimate and its interval, to be set apart."""
    if estimate is None:
        return None
    value, between = told(estimate).split(" ", 1)
    return value, between


def share(estimate: Estimate | None) -> Cell:
    """Return a share as a percentage, and its interval."""
    if estimate is None:
        return None
    value, between = percent(estimate, digits=0).split(" ", 1)
    return value, between


def value(one: Value | None) -> Cell:
    """Return a value with its interval; a dash where there is none, the reason stands below."""
    if one is None:
        return None
    return number(one.interval, of_six) if one.interval else (f"{one.value:.2f}", "[–]")


def called(name: str, kind: str) -> str:
    """Return a grader's name, a model's labelled as such."""
    return f"{name} (model)" if kind == "model" else name
