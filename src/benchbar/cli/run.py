"""``benchbar run``: ask a model."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from benchbar.cli.options import FILE, FOLDER, SELECTION, SETTINGS, cells, selection, with_options
from benchbar.cli.study_file import STUDY
from benchbar.errors import InputError

_ANEW = ("budget", "prices", "max_error_rate", "attempt_seconds")
"""What a run may be given anew when it goes on."""


@click.command(name="run")
@click.argument("data", type=FOLDER, required=False)
@with_options(STUDY, SETTINGS)
@click.option("--out", type=FOLDER, help="Folder of the run, to be made.")
@click.option("--resume", type=FOLDER, help="Go on with this run: ask what is missing or failed.")
@click.option("--split", type=click.Choice(["test", "train"]), default="test", show_default=True)
@with_options(SELECTION)
@click.option("--max-connections", type=click.IntRange(1, 50), default=10, show_default=True)
@click.option(
    "--attempt-seconds",
    type=click.IntRange(1),
    help="How long a try of a call may last. [default: 600]",
)
@click.option("--batch", is_flag=True, help="Use the provider's batch service: cheaper, slower.")
@click.option("--budget", type=float, help="Most US dollars that the run may cost, in all.")
@click.option("--prices", type=FILE, help="File of prices and windows, before the built-in ones.")
@click.option(
    "--max-error-rate",
    type=click.FloatRange(0, 1),
    help="Stop when more of the calls fail. [default: 0.2]",
)
@click.option("--dry-run", is_flag=True, help="Say what it would take and cost; ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--force", is_flag=True, help="Replace a run that exists.")
def command(
    data: Path | None,
    out: Path | None,
    resume: Path | None,
    dry_run: bool,
    as_json: bool,
    force: bool,
    **options: Any,
) -> int:
    """Ask a model the items of DATA, store its replies as they come, and grade them.

    Every combination of model, variant and temperature is asked. --dry-run says first what
    it may cost, as far as prices are known, and --budget stops it before it costs more. A run that
    was stopped or killed goes on with 'benchbar run --resume RUN', and asks nothing twice.
    """
    from benchbar.cli import asking
    from benchbar.runs.study import open_run, plan

    anew = {name: options[name] for name in _ANEW if options[name] is not None}
    if resume:
        _refuse_beside_resume(click.get_current_context())
        if options["prices"]:
            asking.warn_of_prices(options["prices"], open_run(resume).study)
        if dry_run:
            return asking.print_sizes(asking.sizes_left(resume, anew), as_json=as_json)
        return asking.resume_and_tell(resume, anew, as_json=as_json)
    lacking = [
        what
        for what, given in (
            ("DATA, a folder made by 'benchbar build'", data),
            ("--model, such as openai/gpt-4o", options["models"]),
            ("--out, a folder for the run", out or dry_run),
        )
        if not given
    ]
    if data is None or lacking:
        raise InputError(f"nothing is asked without {' and '.join(lacking)}")
    study = plan(
        data,
        cells(options),
        split=options["split"],
        max_connections=options["max_connections"],
        batch=options["batch"],
        **selection(options),
        **anew,
    )
    asking.warn_of_prices(options["prices"], study)
    if dry_run or out is None:
        return asking.print_sizes(asking.sizes(study), as_json=as_json)
    return asking.run_and_tell(study, out, force=force, as_json=as_json)


def _refuse_beside_resume(context: click.Context) -> None:
    """A run goes on with the settings that it began with: refuse any others."""
    given = [
        param.opts[0] if param.opts[0].startswith("-") else param.human_readable_name
        for param in context.command.params
        if param.name not in ("resume", "as_json", "dry_run", *_ANEW)
        and context.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise InputError(f"--resume takes a run as it is: leave out {', '.join(given)}")
