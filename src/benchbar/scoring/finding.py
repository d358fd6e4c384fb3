"""What one rule set finds in a reply, before it is signed as a verdict."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.records import Document, Item, Outcome


@dataclass(frozen=True, slots=True)
class Finding:
    """What a grader makes of the text of one reply; fields as in ``records.Verdict``."""

    outcome: Outcome
    error: str | None
    relative_error: int | str | None
    answer: str
    rule: str


Rule: TypeAlias = Callable[[Item, Document, str], Finding]
"""A grader of one family of tasks: reads a reply's text, never raises, knows nothing else."""

LONGEST_ANSWER = 500
"""Characters kept of what was understood, so that a runaway reply does not fill the disk."""


def right(answer: str, rule: str) -> Finding:
    """Find the reply correct."""
    return Finding("correct", None, None, answer[:LONGEST_ANSWER], rule)


def wrong(error: str, answer: str, rule: str, relative_error: int | str | None = None) -> Finding:
    """Find the reply wrong, with its error kind (``benchbar.scoring.taxonomy``)."""
    return Finding("wrong", error, relative_error, answer[:LONGEST_ANSWER], rule)


def no_answer(kind: str, rule: str, answer: str = "") -> Finding:
    """Find that the reply answers nothing: empty, refused, truncated, blocked, failed."""
    return Finding("not_an_answer", kind, None, answer[:LONGEST_ANSWER], rule)
