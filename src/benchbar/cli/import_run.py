"""``benchbar import``: bring the replies of a batch back, or make a run of replies."""

from pathlib import Path

import click

from benchbar.cli.options import FILE, FOLDER
from benchbar.cli.talk import say
from benchbar.errors import InputError


@click.command(name="import")
@click.argument("run", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--data", type=FOLDER, help="DATA folder: make a new RUN of replies to its items.")
@click.option("--force", is_flag=True, help="With --data: replace a run that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    run: Path, files: tuple[Path, ...], data: Path | None, force: bool, as_json: bool
) -> int:
    """Bring the outputs of a batch back into the RUN that 'benchbar export' made, and grade them.

    FILES are the outputs (and error files) of the OpenAI batch interface or of vLLM. The same
    file twice changes nothing. What failed or is missing can be asked with 'benchbar run
    --resume RUN'.

    With --data, FILES are replies made elsewhere, as 'benchbar score' takes them, or logs of
    Inspect (.eval) that asked benchbar/blt or benchbar/exam. RUN is a new run that holds them,
    for 'benchbar errors', 'show', 'disagree' and 'report'. Each cell of the files, or model of
    the logs, goes by elsewhere/CELL.
    """
    from benchbar.cli.results import print_accuracy, tell_outcome
    from benchbar.runs.elsewhere import import_replies
    from benchbar.runs.offline import import_batch

    if data is not None:
        outcome = import_replies(run, files, data, force=force, say=say)
        print_accuracy(run, as_json=as_json)
        tell_outcome(outcome, run, is_run=False)
        return 0
    if force:
        raise InputError("--force: a batch adds to its run and replaces nothing: leave it away")
    if not run.exists():
        raise InputError(
            f"{run}: no run here: name the one that the batch was exported from; to make one of "
            "replies made elsewhere, name their items with --data DATA"
        )
    for file in files:
        if file.suffix == ".eval":
            raise InputError(
                f"{file}: is a log of Inspect: name the items that it asked with --data DATA, and "
                "a new RUN"
            )
    outcome = import_batch(run, files)
    print_accuracy(run, as_json=as_json)
    tell_outcome(outcome, run)
    return 0 if outcome.complete else 1
