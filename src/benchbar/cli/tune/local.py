"""``benchbar tune local``: tune a model on this machine."""

import os
import shlex
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from benchbar.cli.options import FOLDER, NumberRange, with_options
from benchbar.cli.talk import give_json, say, split_list
from benchbar.cli.tune.export import STYLES, mix_option
from benchbar.errors import InputError

if TYPE_CHECKING:
    from benchbar.tune.local_curve import Point


def _up_to(most: float) -> NumberRange:
    return NumberRange(0, most, min_open=True)


def _check_threads(_ctx: click.Context, _param: click.Parameter, value: int) -> int:
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if value > (there or value):
        raise click.BadParameter(f"{value} is more than the {there} that this process may use")
    return value


_ROWS = (
    click.option("--window", "windows", multiple=True, help="Only this size."),
    click.option("--corpus", "corpora", multiple=True, help="Only this corpus."),
    click.option("--task", "tasks", multiple=True, help="Only this test."),
    click.option(
        "--per-test", type=click.IntRange(1), help="Items of each test. [default: nine tenths]"
    ),
    click.option(
        "--questions",
        type=click.IntRange(1),
        default=4,
        show_default=True,
        help="Most questions about each page: its item's, and others of the same test. The page "
        "is read once.",
    ),
    mix_option(
        "so many times the questions about each page, as far as it has them; below 1: fewer pages; "
        "0 leaves a test out."
    ),
    click.option(
        "--style", type=click.Choice(STYLES), default="plain", help="Form of the answers."
    ),
    click.option("--against", type=FOLDER, multiple=True, help="More items that must not leak."),
    click.option("--leave-out", is_flag=True, help="Leave out items of a test split."),
)
_TRAINING = (
    click.option("--epochs", type=_up_to(1_000), help="[default: 2]"),
    click.option("--steps", type=click.IntRange(1, 1_000_000), help="Most steps."),
    click.option("--minutes", type=_up_to(1_000_000), help="Most minutes of processor time."),
    click.option(
        "--batch", type=click.IntRange(1), default=4, show_default=True, help="Most rows of a step."
    ),
    click.option(
        "--rate", type=_up_to(10), default=1e-3, show_default=True,
        help="Learning rate at the start.",
    ),
    click.option(
        "--rank", type=click.IntRange(1, 1_024), default=16, show_default=True,
        help="Of the adapter.",
    ),
    click.option(
        "--alpha", type=click.IntRange(1, 65_536), default=32, show_default=True,
        help="Scale of the adapter, times its rank.",
    ),
    click.option(
        "--modules", default="q_proj,k_proj,v_proj,o_proj", show_default=True,
        help="Layers that are adapted.",
    ),
    click.option(
        "--every", type=click.IntRange(1, 1_000_000), default=25, show_default=True,
        help="Steps between checkpoints.",
    ),
    click.option(
        "--dev", type=click.IntRange(0), default=12, show_default=True,
        help="Development rows whose loss is measured at each checkpoint.",
    ),
    click.option(
        "--ask", type=click.IntRange(0), default=0, show_default=True,
        help="Development rows that are asked at each checkpoint, for a curve of accuracy.",
    ),
    click.option(
        "--patience", type=click.IntRange(0), default=5, show_default=True,
        help="Stop after so many checkpoints without a lower development loss; 0: never.",
    ),
    click.option(
        "--precision", type=click.Choice(["fp32", "bf16"]), default="fp32", show_default=True,
        help="bf16 is faster on processors that have it.",
    ),
    click.option(
        "--threads", type=click.IntRange(1), default=1, show_default=True, callback=_check_threads,
        help="Of the processor. On busy cores two are slower than one.",
    ),
    click.option(
        "--device", type=click.Choice(["auto", "cpu"]), default="auto", show_default=True,
        help="auto takes a GPU where there is one.",
    ),
    click.option(
        "--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True,
        help="Of draw, order and first weights.",
    ),
)  # fmt: skip

_CHOOSING = (
    *("windows", "corpora", "tasks", "per_test"),
    *("questions", "mix", "style", "against", "leave_out"),
)
"""What chooses rows, where they are not written yet."""
_BEGINNING = ("base", "data", "out", "force")
"""What says how a training begins, beside its settings."""
_ANEW = ("epochs", "steps", "minutes", "threads", "patience", "ask")
"""What a training may be given anew when it goes on."""


@click.command(name="local")
@click.option("--base", default="benchbar/smollm2", show_default=True, help="Or a model's folder.")
@click.option("--data", type=FOLDER, help="Items, or rows of 'tune export --format trl'.")
@click.option("--out", type=FOLDER, help="Folder to make.")
@click.option("--resume", type=FOLDER, help="Go on with this folder, from its last checkpoint.")
@with_options(_ROWS, _TRAINING)
@click.option("--json", "as_json", is_flag=True, help="Print the loss curve as JSON.")
@click.option("--force", is_flag=True, help="Replace such a folder.")
def command(
    base: str,
    data: Path | None,
    out: Path | None,
    resume: Path | None,
    as_json: bool,
    force: bool,
    **options: Any,
) -> None:
    """Tune a small model on this machine: an adapter (LoRA), merged into a model to be asked.

    OUT/loss.csv keeps the loss as it falls. What was stopped or killed goes on with --resume, and
    may be given other --minutes, --steps or --epochs. No row asks about a line that the test
    split asks about, or shows a document of it.
    """
    from benchbar.tune import local

    ready = None
    if resume is not None:
        local.alter(resume, _given_anew(options))
    elif data is None or out is None:
        raise InputError("nothing is tuned without --data and --out (or --resume)")
    else:
        _check_chosen(data)
        settings = _settings(base, options)
        ready = local.begin(data, out, settings, _source(options), force=force, say=say)
        resume = out
    try:
        points = local.go_on(resume, _tell, say, ready)
    except KeyboardInterrupt:
        say(f"go on with: {local.going_on(resume)}")
        raise
    if as_json:
        give_json(points)
    model = shlex.quote(f"benchbar/local/{resume}")
    say(f"done; ask it with: benchbar run DATA --model {model} --out RUN")


def _given_anew(options: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that a training that goes on is given anew.

    Raises:
        InputError: One is among them that would make it another training.
    """
    given = _given({*options, *_BEGINNING})
    for name, flag in given.items():
        if name not in _ANEW:
            raise InputError(
                f"{flag} does not go with --resume, which keeps what training began with: leave "
                "it out, or begin again without --resume"
            )
    return {name: options[name] for name in given}


def _given(names: Collection[str]) -> dict[str, str]:
    """Return the names of those options that were given, and their flags."""
    context = click.get_current_context()
    return {
        option.name: option.opts[0]
        for option in context.command.params
        if option.name in names
        and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    }


def _check_chosen(data: Path) -> None:
    """Make sure that rows that are written already are not to be chosen again.

    Raises:
        InputError: They are.
    """
    from benchbar.tune.local import are_rows

    for flag in _given(_CHOOSING).values() if are_rows(data) else ():
        raise InputError(
            f"{flag}: {data} holds rows that are chosen already: choose when they are exported"
        )


def _settings(base: str, options: dict[str, Any]) -> Any:
    from benchbar.tune.local_settings import Settings

    names = {*Settings.__struct_fields__} & {*options} - {*_CHOOSING}
    own = {name: options[name] for name in names}
    own["modules"] = split_list([options["modules"]])
    if not own["modules"]:
        raise InputError("--modules: names no layers: name some, such as q_proj,v_proj")
    return Settings(base=base, rows={}, **own)


def _source(options: dict[str, Any]) -> Any:
    from benchbar.tune.export import Wanted
    from benchbar.tune.local import Source
    from benchbar.tune.recipe import Recipe

    return Source(
        chosen=Recipe(per_test=options["per_test"], mix=dict(options["mix"]), seed=options["seed"]),
        wanted=Wanted(
            windows=split_list(options["windows"]),
            corpora=split_list(options["corpora"]),
            tasks=split_list(options["tasks"]),
            style=options["style"],
            leave_out=options["leave_out"],
        ),
        against=options["against"],
        questions=options["questions"],
    )


def _tell(point: "Point") -> None:
    measured = "" if point.dev_loss is None else f", development {point.dev_loss:.4f}"
    exact = f", {point.exact} of {point.asked} exact" if point.asked else ""
    say(
        f"step {point.step}, {point.rows} rows, {point.cpu_seconds:.0f} CPU-seconds: "
        f"loss {point.loss:.4f}{measured}{exact}"
    )
