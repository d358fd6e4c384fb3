"""How commands print the results of a run."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from benchbar.records import Item
    from benchbar.report.tally import Row
    from benchbar.runs.folder import Run
    from benchbar.runs.study import Outcome
    from benchbar.suites.data import Data


def print_accuracy(run: Path, *, as_json: bool = False) -> None:
    """Print the accuracy of a run: a table with intervals, or the rows as JSON."""
    from benchbar.report.findings import gather, labels_of, open_sources

    sources = open_sources([run])
    data = [source.run.data for source in sources]
    items = [item for source in sources for item in source.items.values()]
    print_rows(gather(sources).rows(), labels_of(sources), data, items, as_json=as_json)


def print_rows(
    rows: "Sequence[Row]",
    labels: Mapping[str, str],
    data: "Sequence[Data]",
    items: "Iterable[Item]",
    *,
    as_json: bool,
) -> None:
    """Print results: a table with intervals, or JSON. Of no replies there is no table."""
    from benchbar.report.published import layout_of
    from benchbar.report.summary import reach
    from benchbar.report.table import headline, in_order
    from benchbar.report.tally import as_json as rows_as_json
    from benchbar.report.terminal import accuracy_table

    ordered = in_order(rows, labels)
    if as_json:
        give_json(rows_as_json(ordered))
    elif rows:
        out = console()
        layout = layout_of(one.manifest for one in data)
        table = headline(ordered, labels, layout)
        out.print(accuracy_table(table, reach(items), width=out.width))


def open_answered(run: Path) -> "Run":
    """Open a run that has replies, to look at them.

    Raises:
        InputError: There is no run here; says what is.
        IncompleteError: It has no reply yet.
    """
    from benchbar.report.shortfall import require_replies
    from benchbar.runs.study import open_run

    refuse_other_than_run(run)
    opened = open_run(run)
    require_replies(opened)
    return opened


def refuse_other_than_run(run: Path) -> None:
    """Refuse a DATA folder or a file where a run belongs, and say how one is made of it.

    Raises:
        InputError: It is one of these.
    """
    if run.is_file():
        raise InputError(
            f"{run}: is a file, not a run: replies made elsewhere become a run with "
            "'benchbar import RUN REPLIES.jsonl --data DATA'"
        )
    if (run / "manifest.json").is_file() and not (run / "run.json").is_file():
        data = shlex.quote(str(run))
        raise InputError(
            f"{run}: holds items, not a run: ask a model with 'benchbar run {data} --model M --out "
            f"RUN', or grade replies with 'benchbar score {data} --replies FILE --out VERDICTS'"
        )


def console() -> "Console":
    """Return where results are printed: as wide as the terminal, within reason."""
    from rich.console import Console

    class Quiet(Console):
        """A console that ends quietly when nobody reads on, as after ``| head``."""

        def on_broken_pipe(self) -> None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0)

    width = shutil.get_terminal_size((100, 24)).columns
    plain = False if os.environ.get("NO_COLOR") else None
    return Quiet(width=min(max(width, 60), 140), soft_wrap=True, force_terminal=plain)


def tell_outcome(outcome: "Outcome", where: Path, *, is_run: bool = True) -> None:
    """Say how many replies there are, and what to do about those that are not."""
    from benchbar.report.numbers import plural

    reasons = ", ".join(f"{n} {reason}" for reason, n in outcome.stop_reasons.items())
    say(f"{where}: {outcome.stored} of {outcome.planned} replies ({reasons or 'none yet'})")
    if outcome.failed:
        counts = "counts" if outcome.failed == 1 else "count"
        run = shlex.quote(str(where))
        again = f": ask again with 'benchbar run --resume {run}'" if is_run else ""
        say(f"{plural(outcome.failed, 'call')} failed and {counts} as not an answer{again}")
    if outcome.missing:
        say(f"missing replies: {outcome.missing:,}")
