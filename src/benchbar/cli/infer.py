"""``benchbar infer``: let GPUs, or a server, answer a run that was exported for them."""

import json
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from benchbar.cli.options import FOLDER, NumberRange, with_options
from benchbar.cli.talk import give_json, progress, say
from benchbar.errors import InputError

if TYPE_CHECKING:
    from benchbar.parallel.ray_llm import Way
    from benchbar.records import Cell
    from benchbar.runs.inferring import Work
    from benchbar.runs.study import Outcome

ON_GPUS = (
    click.option("--weights", help="Folder or name of the weights, in place of the model's name."),
    click.option(
        "--replicas",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Most copies of the model side by side.",
    ),
    click.option(
        "--tensor-parallel",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="GPUs over which one copy is spread.",
    ),
    click.option(
        "--max-model-len",
        type=click.IntRange(1),
        help="Most tokens of prompt and reply. [default: as the model has it]",
    ),
    click.option(
        "--gpu-memory",
        type=NumberRange(0, 1, min_open=True),
        help="Share of a GPU's memory for vLLM. [default: vLLM's own]",
    ),
    click.option(
        "--batch-size",
        type=click.IntRange(1),
        default=64,
        show_default=True,
        help="Requests handed to a copy at a time.",
    ),
    click.option(
        "--engine-option",
        "engine_options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Further argument of vLLM's engine, such as dtype=half; repeatable.",
    ),
)
BY_SERVER = (
    click.option("--base-url", help="Ask the OpenAI-compatible server at this address instead."),
    click.option(
        "--max-connections",
        type=click.IntRange(1, 1_000),
        default=32,
        show_default=True,
        help="Most open calls of the server.",
    ),
    click.option("--qps", type=click.IntRange(1), help="Most calls of the server in a second."),
    click.option(
        "--attempt-seconds",
        type=click.IntRange(1),
        help="How long a try of a call may last. [default: as the run has it, 600]",
    ),
)


@click.command(name="infer")
@click.argument("run", type=FOLDER)
@with_options(ON_GPUS)
@with_options(BY_SERVER)
@click.option(
    "--part",
    "part_rows",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Answers that are kept together: a crash loses as many at most, and those on their way.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be asked; ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(run: Path, dry_run: bool, as_json: bool, **options: Any) -> int:
    """Answer a RUN that 'benchbar export --format vllm' made, with vLLM through Ray, and grade it.

    vLLM works on the GPUs of this machine, or of the Ray cluster at RAY_ADDRESS. With --base-url
    a server is asked instead; its key, if it wants one, stands in the environment, as VLLM_API_KEY
    for a model named vllm/NAME.

    What comes is kept in parts, in RUN/outputs. After a crash or Ctrl-C the same command goes on,
    and asks only what lacks an answer or failed.
    """
    from benchbar.cli.results import print_accuracy
    from benchbar.runs.inferring import find_work, infer

    _refuse_mixed(click.get_current_context())
    chosen = _chosen(run, options)
    if dry_run:
        return _show(find_work(run), as_json=as_json)

    def tell(work: "Work") -> None:
        if chosen["weights"] and len(work.places) > 1:
            raise InputError(
                f"--weights: {run} asks several models, {', '.join(work.places)}: leave it out, or "
                "export a run for each"
            )
        say(f"{run}: {_size(work)}")

    with progress("asking", unit="replies") as watch:
        outcome = infer(
            run,
            lambda weights, cell: _way(weights, cell, chosen),
            part_rows=options["part_rows"],
            tell=tell,
            progress=watch,
        )
    print_accuracy(run, as_json=as_json)
    _tell(outcome, run)
    return 0 if outcome.complete else 1


def _refuse_mixed(context: click.Context) -> None:
    """Refuse settings of the GPUs beside those of a server."""
    names = {param.name: param.opts[0] for param in context.command.params if param.name}
    given = {
        name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    of_servers = {"max_connections", "qps", "attempt_seconds"}
    if "base_url" in given:
        wrong = given - of_servers - {"run", "base_url", "part_rows", "dry_run", "as_json"}
        why = "is for models on GPUs here, and --base-url asks a server: leave out one of them"
    else:
        wrong = given & of_servers
        why = "is for a server: name one with --base-url, or leave this out"
    for name in names:
        if name in wrong:
            raise InputError(f"{names[name]} {why}")


def _chosen(run: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options, those of the engine read, the address checked, the rest filled in."""
    from benchbar.runs import plan
    from benchbar.runs.inferring import open_exported

    study = open_exported(run).study
    if options["base_url"] is not None:
        plan.check_address(study.cells[0], options["base_url"])
    engine: dict[str, Any] = {}
    for told in options["engine_options"]:
        name, is_one, value = told.partition("=")
        if not (name.isidentifier() and is_one):
            raise InputError(f"--engine-option {told}: write it as NAME=VALUE, e.g. dtype=half")
        try:
            engine[name] = json.loads(value)
        except ValueError:
            engine[name] = value
    seconds = options["attempt_seconds"] or study.attempt_seconds
    return {**options, "engine_options": engine, "attempt_seconds": seconds}


def _way(weights: str, cell: "Cell", chosen: Mapping[str, Any]) -> "Way":
    """Return who answers the requests of a cell and of others of the same weights."""
    from benchbar.parallel.chat_client import Server
    from benchbar.parallel.ray_rows import Engine
    from benchbar.runs import faults

    if chosen["base_url"] is not None:
        return Server(
            address=chosen["base_url"],
            key=os.environ.get(faults.key_variable(cell.model)),
            connections=chosen["max_connections"],
            per_second=chosen["qps"],
            attempt_seconds=chosen["attempt_seconds"],
        )
    return Engine(
        weights=chosen["weights"] or weights,
        replicas=chosen["replicas"],
        tensor_parallel=chosen["tensor_parallel"],
        max_model_len=chosen["max_model_len"],
        gpu_memory=chosen["gpu_memory"],
        batch_size=chosen["batch_size"],
        options=chosen["engine_options"],
    )


def _size(work: "Work") -> str:
    """Say how much is asked."""
    from benchbar.report.numbers import plural

    names = ", ".join(work.places)
    return f"{plural(len(work), 'request')} to {names}, {work.tokens_in:,} tokens in (cl100k_base)"


def _show(work: "Work", *, as_json: bool) -> int:
    """Print how much would be asked, and the first prompt."""
    from benchbar.report.visible import visible

    first = work.first()
    if as_json:
        give_json({"requests": len(work), "tokens_in": work.tokens_in, "first": first})
    elif first is None:
        click.echo("Nothing is lacking. Nothing was asked.")
    else:
        click.echo(f"{visible(_size(work))}. Nothing was asked. The first, {first.custom_id}:")
        for message in first.body["messages"]:
            click.echo(f"\n[{message['role']}]\n{visible(message['content'])}")
    return 0


def _tell(outcome: "Outcome", run: Path) -> None:
    from benchbar.cli.results import tell_outcome

    if not outcome.asked:
        say(f"{run}: complete already; nothing was asked")
    tell_outcome(outcome, run, is_run=False)
    if outcome.failed:
        say(f"ask what failed again with 'benchbar infer {shlex.quote(str(run))}'")
