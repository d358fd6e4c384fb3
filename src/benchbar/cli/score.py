"""``benchbar score``: grade stored replies."""

from pathlib import Path

import click

from benchbar.cli.results import print_accuracy, tell_outcome
from benchbar.cli.talk import give_json
from benchbar.errors import InputError

_FOLDER = click.Path(path_type=Path)


@click.command(name="score")
@click.argument("folder", type=_FOLDER)
@click.option(
    "--replies", type=_FOLDER, help="Replies made elsewhere; FOLDER is then a DATA folder."
)
@click.option("--out", type=_FOLDER, help="File of the verdicts on such replies, to be made.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(folder: Path, replies: Path | None, out: Path | None, as_json: bool) -> None:
    """Grade the stored replies of a run again, or replies that were made elsewhere.

    FOLDER is a run; with --replies FILE it is a DATA folder, and FILE holds one JSON object a
    line: {"id": item, "reply": text}, and if you like "cell", "trial", "stop_reason". Calls no
    model and needs no key.
    """
    from benchbar.runs.study import score, score_replies

    if (replies is None) != (out is None):
        raise InputError("--replies and --out go together: a file of replies, a file for verdicts")
    if replies is None or out is None:
        outcome = score(folder)
        print_accuracy(folder, as_json=as_json)
        tell_outcome(outcome, folder)
        return
    from benchbar import jsonl
    from benchbar.records import Verdict
    from benchbar.report.tally import as_json as rows_as_json
    from benchbar.report.tally import tally
    from benchbar.suites.data import Data

    outcome = score_replies(folder, replies, out)
    data = Data(folder)
    items = {item.id: item for test in data.sets() for item in data.items(*test)}
    rows = rows_as_json(tally(jsonl.read(out, Verdict), items))
    if as_json:
        give_json(rows)
    tell_outcome(outcome, out, is_run=False)
