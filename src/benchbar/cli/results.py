"""How commands print the results of a run."""

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchbar.cli.talk import give_json, say

if TYPE_CHECKING:
    from rich.console import Console

    from benchbar.runs.study import Outcome


def print_accuracy(run: Path, *, as_json: bool = False) -> None:
    """Print the accuracy of a run: a table with intervals, or the rows as JSON."""
    from benchbar.report.findings import gather, labels_of, open_sources
    from benchbar.report.table import headline
    from benchbar.report.tally import as_json as rows_as_json
    from benchbar.report.terminal import accuracy_table

    sources = open_sources([run])
    rows = gather(sources).rows()
    if as_json:
        give_json(rows_as_json(rows))
        return
    out = console()
    out.print(accuracy_table(headline(rows, labels_of(sources)), width=out.width))


def console() -> "Console":
    """Return where results are printed: as wide as the terminal, within reason."""
    from rich.console import Console

    class Quiet(Console):
        """A console that ends quietly when nobody reads on, as after ``| head``."""

        def on_broken_pipe(self) -> None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0)

    width = shutil.get_terminal_size((100, 24)).columns
    return Quiet(width=min(max(width, 60), 140), soft_wrap=True)


def tell_outcome(outcome: "Outcome", where: Path, *, is_run: bool = True) -> None:
    """Say how many replies there are, and what to do about those that are not."""
    from benchbar.report.numbers import plural

    reasons = ", ".join(f"{n} {reason}" for reason, n in outcome.stop_reasons.items())
    say(f"{where}: {outcome.stored} of {outcome.planned} replies ({reasons or 'none yet'})")
    if outcome.failed:
        failed = plural(outcome.failed, "call")
        again = f": ask again with 'benchbar run --resume {where}'" if is_run else ""
        say(f"{failed} failed{again}")
    if outcome.missing:
        say(f"missing replies: {outcome.missing:,}")
