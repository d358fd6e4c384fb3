"""What a run lacks, in words: replies that are missing, calls that failed, or any reply at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchbar.errors import IncompleteError, InputError
from benchbar.report.numbers import plural
from benchbar.runs import plan
from benchbar.runs.folder import Outcome, Run, key
from benchbar.tasks import essay, essay_mark, essay_pair

_UNGRADED = frozenset({essay.NAME, essay_mark.NAME, essay_pair.NAME})


def shortfall(outcome: Outcome) -> str:
    """Say what a run lacks, and whether figures count it; nothing if it lacks nothing.

    A call that failed is a reply without an answer: it stays among all replies, so that a model
    does not gain by failing. What was never asked, or not yet brought in, is in no figure.
    """
    said = []
    if outcome.missing:
        are = "is" if outcome.missing == 1 else "are"
        said.append(
            f"{outcome.missing:,} of {plural(outcome.planned, 'planned reply', 'planned replies')} "
            f"{are} missing and in no figure"
        )
    if outcome.failed:
        counts = "counts" if outcome.failed == 1 else "count"
        said.append(f"{plural(outcome.failed, 'call')} failed and {counts} as not an answer")
    return "; ".join(said) + "." if said else ""


def notice(run: Run) -> str:
    """Say the same of a run with its name before it; nothing if it lacks nothing."""
    said = shortfall(run.outcome())
    return f"{run.folder.resolve().name}: {said}" if said else ""


@dataclass(frozen=True, slots=True)
class Lack:
    """A planned reply that is not there: never stored (``missing``), or its call ``failed``."""

    item: str
    cell: str
    trial: int
    why: str


def lacking(run: Run) -> Iterator[Lack]:
    """Yield the planned replies that a run lacks, in the order of its items, cell by cell."""
    stored = {key(reply): reply.stop_reason for reply in run.replies()}
    for item in plan.items(run.study, run.data):
        for cell in run.study.cells:
            for trial in range(1, run.study.trials + 1):
                stop = stored.get((item.id, cell.key, trial), "missing")
                if stop in ("missing", "failed"):
                    yield Lack(item.id, cell.key, trial, stop)


def require_replies(run: Run) -> None:
    """Make sure that there is something to look at.

    Raises:
        IncompleteError: The run has no reply yet.
        InputError: No rule grades what it asked for.
    """
    tasks = {item.task for item in plan.items(run.study, run.data)}
    if tasks <= _UNGRADED:
        raise InputError(
            f"{run.folder}: holds essays or marks of essays, which no rule grades: "
            "'benchbar essays --help' says what can be done with them"
        )
    if not run.replies():
        raise IncompleteError(
            f"{run.folder}: no replies yet: ask with 'benchbar run --resume {run.folder}', or "
            f"bring them in with 'benchbar import {run.folder} FILE'"
        )
