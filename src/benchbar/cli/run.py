"""``benchbar run``: ask a model."""

from pathlib import Path
from typing import Any

import click

from benchbar.cli.options import (
    ASKING,
    FOLDER,
    SELECTION,
    SETTINGS,
    WHERE,
    WORKERS,
    cells,
    selection,
    with_options,
)
from benchbar.cli.study_file import STUDY
from benchbar.errors import InputError


@click.command(name="run")
@click.argument("data", type=FOLDER, required=False)
@with_options(STUDY, SETTINGS)
@with_options(WHERE, WORKERS)
@click.option("--split", type=click.Choice(["test", "train"]), default="test", show_default=True)
@with_options(SELECTION)
@with_options(ASKING)
def command(
    data: Path | None,
    out: Path | None,
    resume: Path | None,
    join: Path | None,
    dry_run: bool,
    as_json: bool,
    force: bool,
    **options: Any,
) -> int:
    """Ask a model the items of DATA, store its replies as they come, and grade them.

    Every combination of model, variant and temperature is asked. --dry-run says first what
    it may cost, as far as prices are known, and --budget stops it before it costs more. A run that
    was stopped or killed goes on with 'benchbar run --resume RUN', and asks nothing twice. Several
    processes ask one run with --workers, or on several machines with --plan-only and --join.
    """
    from benchbar.cli import asking

    if join:
        return asking.join(join, as_json=as_json)
    if resume:
        return asking.go_on(
            resume,
            asking.anew(options),
            dry_run=dry_run,
            as_json=as_json,
            workers=options["workers"],
        )
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
    return asking.carry_out(
        data,
        cells(options),
        out,
        options,
        dry_run=dry_run,
        as_json=as_json,
        force=force,
        split=options["split"],
        **selection(options),
    )
