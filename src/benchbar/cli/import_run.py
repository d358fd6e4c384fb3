"""``benchbar import``: bring the replies of a batch back."""

from pathlib import Path

import click

from benchbar.cli.options import FILE, FOLDER


@click.command(name="import")
@click.argument("run", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(run: Path, files: tuple[Path, ...], as_json: bool) -> int:
    """Bring the outputs of a batch back into the RUN that 'benchbar export' made, and grade them.

    FILES are the outputs (and error files) of the OpenAI batch interface or of vLLM. The same
    file twice changes nothing. What failed or is missing can be asked with 'benchbar run
    --resume RUN'.
    """
    from benchbar.cli.results import print_accuracy, tell_outcome
    from benchbar.runs.offline import import_batch

    outcome = import_batch(run, files)
    print_accuracy(run, as_json=as_json)
    tell_outcome(outcome, run)
    return 0 if outcome.complete else 1
