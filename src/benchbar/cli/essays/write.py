"""``benchbar essays write``: models write essays."""

import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchbar.cli.options import (
    ASKING,
    FOLDER,
    MODEL,
    TEMPERATURE,
    WHERE,
    cell_of,
    temperatures,
    with_options,
)
from benchbar.cli.talk import say, split_list
from benchbar.errors import InputError

PROMPTS = ("plain", "by-part")
_SYSTEM = "You are a helpful assistant"


@click.command(name="write")
@click.argument("study", type=FOLDER, required=False)
@with_options(MODEL)
@click.option(
    "--prompt",
    "prompts",
    multiple=True,
    type=click.Choice(PROMPTS),
    help="The whole answer at once, or part by part; repeatable. [default: plain]",
)
@with_options((TEMPERATURE,))
@click.option("--trials", type=click.IntRange(1), default=1, show_default=True)
@click.option("--question", "questions", multiple=True, help="Only this question; repeatable.")
@with_options(WHERE)
@with_options(ASKING)
def command(
    study: Path | None,
    out: Path | None,
    resume: Path | None,
    dry_run: bool,
    as_json: bool,
    force: bool,
    **options: Any,
) -> int:
    """Let models write answers to the questions of a STUDY, and add them to its essays.

    What they write is stored as it comes, as in any run; 'benchbar essays add' adds the essays of a
    run that was stopped and went on. Nothing is graded.
    """
    from benchbar.cli import asking
    from benchbar.exam.essays import materials, writing
    from benchbar.runs.study import open_run

    if resume:
        return asking.go_on(
            resume, asking.anew(options), dry_run=dry_run, as_json=as_json, show=_say_where
        )
    if study is None or not options["models"] or not (out or dry_run):
        raise InputError(
            "name the STUDY (a folder that 'benchbar essays check' reads), a --model such as "
            "openai/gpt-4o, and --out, a folder for the run"
        )
    with TemporaryDirectory() as scratch:
        data = Path(scratch) / "questions"
        data.mkdir()
        writing.write_items(materials.read(study), data, questions=split_list(options["questions"]))
        cells = tuple(
            cell_of(model, prompt, temperature, _SYSTEM, options)
            for model in split_list(options["models"])
            for prompt in options["prompts"] or ("plain",)
            for temperature in temperatures(options) or (0.0,)
        )
        code = asking.carry_out(
            data,
            cells,
            out,
            options,
            dry_run=dry_run,
            as_json=as_json,
            force=force,
            own=True,
            show=asking.show_nothing,
            trials=options["trials"],
        )
    if dry_run or out is None:
        return code
    from benchbar.cli.essays.add import tell

    tell(*writing.add(open_run(out), study), as_json=as_json)
    return code


def _say_where(run: Path, *, as_json: bool) -> None:
    """Say how the essays of a run that went on join a study."""
    if not as_json:
        say(f"add what was written to the study: benchbar essays add STUDY {shlex.quote(str(run))}")
