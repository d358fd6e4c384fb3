"""``benchbar score``: grade stored replies."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import FOLDER, SPREAD, with_options
from benchbar.cli.results import open_answered, print_accuracy, print_rows, tell_outcome
from benchbar.cli.talk import say
from benchbar.errors import IncompleteError, InputError

if TYPE_CHECKING:
    from benchbar.parallel.base import Executor
    from benchbar.parallel.choosing import Name

_STANDARD_INPUT = Path("/dev/stdin")


@click.command(name="score")
@click.argument("folder", type=FOLDER)
@click.option(
    "--replies",
    type=FOLDER,
    help="Replies made elsewhere, - for standard input; FOLDER is then a DATA folder.",
)
@click.option("--out", type=FOLDER, help="File of the verdicts on such replies, to be made.")
@with_options(SPREAD)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    folder: Path,
    replies: Path | None,
    out: Path | None,
    workers: int | None,
    executor: "Name",
    as_json: bool,
) -> None:
    """Grade the stored replies of a run again, or replies that were made elsewhere.

    FOLDER is a run; with --replies FILE it is a DATA folder, and FILE holds one JSON object a
    line: {"id": item, "reply": text}, and if you like "cell", "trial", "stop_reason". Calls no
    model and needs no key. To look at such replies one by one, make a run of them with
    'benchbar import RUN FILE --data DATA'.
    """
    from benchbar.parallel import choosing

    spread = choosing.executor(executor, workers)
    if replies is not None and out is not None:
        file = _STANDARD_INPUT if str(replies) == "-" else replies
        _score_replies(folder, file, out, spread, as_json)
        return
    if replies is not None:
        raise InputError("--replies and --out go together: name a file for the verdicts with --out")
    if out is not None:
        raise InputError(
            f"--out: the verdicts of a run stay in it, as {folder / 'verdicts.jsonl'}: leave --out "
            "away, or name a file of replies made elsewhere with --replies"
        )
    _score_run(folder, spread, as_json)


def _score_run(run: Path, spread: "Executor", as_json: bool) -> None:
    from benchbar.runs.elsewhere import is_elsewhere
    from benchbar.runs.study import score

    study = open_answered(run).study
    outcome = score(run, spread=spread)
    print_accuracy(run, as_json=as_json)
    tell_outcome(outcome, run, is_run=not is_elsewhere(study))


def _score_replies(data: Path, replies: Path, out: Path, spread: "Executor", as_json: bool) -> None:
    from benchbar import jsonl
    from benchbar.records import Verdict
    from benchbar.report.tally import tally
    from benchbar.runs.study import score_replies
    from benchbar.suites.data import Data

    outcome = score_replies(data, replies, out, say=say, spread=spread)
    there = Data(data)
    items = {item.id: item for test in there.sets() for item in there.items(*test)}
    rows = tally(jsonl.read(out, Verdict), items)
    print_rows(rows, {}, [there], items.values(), as_json=as_json)
    tell_outcome(outcome, out, is_run=False)
    if not outcome.stored + outcome.failed:
        raise IncompleteError(f"{replies}: holds no replies: nothing was graded")
