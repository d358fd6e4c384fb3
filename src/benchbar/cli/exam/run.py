"""``benchbar exam run``: a model sits the multiple choice."""

import shlex
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from benchbar.cli.options import (
    ASKING,
    FOLDER,
    MODEL,
    TEMPERATURE,
    WHERE,
    WORKERS,
    cell_of,
    temperatures,
    with_options,
)
from benchbar.cli.talk import give_json, say, split_list
from benchbar.errors import InputError

if TYPE_CHECKING:
    from benchbar.exam.presets import Preset
    from benchbar.records import Cell

PRESETS = ("katz", "replication", "tailoring")
PROMPTS = ("ranked", "ranked-with-reasons", "plain", "few-shot", "few-shot-with-reasons")


@click.command(name="run")
@click.argument("questions", type=FOLDER, required=False)
@click.option("--preset", type=click.Choice(PRESETS), help="Prompts, temperatures and trials.")
@with_options(MODEL)
@click.option(
    "--prompt",
    "prompts",
    multiple=True,
    help=f"Repeatable: {', '.join(PROMPTS)}. [default: ranked]",
)
@with_options((TEMPERATURE,))
@click.option("--trials", type=click.IntRange(1), help="How often each is asked. [default: 1]")
@click.option("--shuffle", is_flag=True, help="Show the choices in another order in every trial.")
@click.option(
    "--from",
    "earlier",
    type=FOLDER,
    help="With --preset tailoring: build on the best ranked prompt and temperature of this run.",
)
@click.option("--limit", type=click.IntRange(1), help="Only the first questions.")
@with_options(WHERE, WORKERS)
@with_options(ASKING)
def command(
    questions: Path | None,
    out: Path | None,
    resume: Path | None,
    join: Path | None,
    dry_run: bool,
    as_json: bool,
    force: bool,
    **options: Any,
) -> int:
    """Ask a model the multiple-choice QUESTIONS of a file, or those built in ('practice').

    Every combination of prompt and temperature is asked, some trials each. A preset has those of a
    study: katz (2 prompts, 3 temperatures, 3 trials), replication (2, 5 and 5), or tailoring
    (plain against worked examples, 5 trials); what is given beside it wins. Replies are stored as
    they come; a run that was stopped goes on with --resume and asks nothing twice.

    The model benchbar/candidate is a simulation that is told the key, to see all this without one.
    """
    from benchbar.cli import asking

    if join:
        return asking.join(join, as_json=as_json, show=show)
    if resume:
        return asking.go_on(
            resume,
            asking.anew(options),
            dry_run=dry_run,
            as_json=as_json,
            workers=options["workers"],
            show=show,
        )
    if questions is None or not options["models"] or not (out or dry_run):
        raise InputError(
            "name the QUESTIONS (a file, or 'practice'), a --model such as openai/gpt-4o, and "
            "--out, a folder for the run"
        )
    preset = _preset(options)
    with TemporaryDirectory() as scratch:
        data = Path(scratch) / "questions"
        data.mkdir()
        _write(questions, data, preset, options)
        return asking.carry_out(
            data,
            _cells(preset, options),
            out,
            options,
            dry_run=dry_run,
            as_json=as_json,
            force=force,
            own=True,
            show=show,
            trials=preset.trials,
        )


def show(run: Path, *, as_json: bool) -> None:
    """Print what came of an exam in short."""
    from benchbar.cli.exam.answer_tables import summary_lines
    from benchbar.cli.results import console
    from benchbar.exam.as_json import of_results
    from benchbar.exam.findings import results
    from benchbar.runs.study import open_run

    found = results(open_run(run), "corrected")
    if as_json:
        give_json(of_results(found))
    else:
        click.echo("\n".join(summary_lines(found, console().width)))
        say(f"all of it: benchbar exam score {shlex.quote(str(run))} --out PAGE")


def _preset(options: dict[str, Any]) -> "Preset":
    """Return what is asked: a preset, with what was given beside it."""
    from benchbar.exam.presets import Preset, preset_of

    name, earlier = options["preset"], options["earlier"]
    if earlier is not None and name != "tailoring":
        raise InputError("--from goes with --preset tailoring: it says which prompt to tailor")
    if earlier is not None:
        found = _tailored(earlier, split_list(options["models"]))
    elif name:
        found = preset_of(name)
    else:
        found = Preset("", ("ranked",), (0.0,), trials=1)
    prompts = split_list(options["prompts"])
    return replace(
        found,
        prompts=prompts or found.prompts,
        temperatures=temperatures(options) or found.temperatures,
        trials=options["trials"] or found.trials,
        shuffled=options["shuffle"],
    )


def _tailored(earlier: Path, models: tuple[str, ...]) -> "Preset":
    """Return the preset with the best ranked setting of an earlier run of a model."""
    from benchbar.exam.accuracies import best_setting
    from benchbar.exam.presets import tailored
    from benchbar.exam.responses import of_run
    from benchbar.exam.results import told
    from benchbar.runs.study import open_run

    found = of_run(open_run(earlier), "corrected")
    known = {one.model for one in found}
    prompt, temperature = best_setting(found, next((one for one in models if one in known), ""))
    say(
        f"{earlier}: {prompt} at temperature {told(temperature)} did best: worked examples are "
        "added to it"
    )
    return tailored(prompt, temperature)


def _write(questions: Path, data: Path, preset: "Preset", options: dict[str, Any]) -> None:
    """Write the questions as items, without those of which a prompt shows the answer."""
    from benchbar.exam import items
    from benchbar.exam.prompts import apart
    from benchbar.exam.questions import read
    from benchbar.report.numbers import plural

    found = read(questions)
    asked = apart(found, preset.asked())
    if left_out := len(found) - len(asked):
        say(f"{plural(left_out, 'question')} left out, of which a prompt shows the answer")
    asked = asked[: options["limit"]]
    if not asked:
        raise InputError(f"{questions}: no question is left to ask")
    items.write(asked, data, name=questions.name, shuffle=0 if preset.shuffled else None)


def _cells(preset: "Preset", options: dict[str, Any]) -> "tuple[Cell, ...]":
    return tuple(
        cell_of(model, prompt.name, temperature, prompt.system, options)
        for model in split_list(options["models"])
        for prompt in preset.asked()
        for temperature in preset.temperatures
    )
