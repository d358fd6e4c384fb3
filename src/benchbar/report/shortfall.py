"""What a run lacks, in words: replies that are missing, calls that failed, or any reply at all."""

from benchbar.errors import IncompleteError
from benchbar.report.numbers import plural
from benchbar.runs.folder import Outcome, Run


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


def require_replies(run: Run) -> None:
    """Make sure that there is something to look at.

    Raises:
        IncompleteError: The run has no reply yet.
    """
    if not run.replies():
        raise IncompleteError(
            f"{run.folder}: no replies yet: ask with 'benchbar run --resume {run.folder}', or "
            f"bring them in with 'benchbar import {run.folder} FILE'"
        )
