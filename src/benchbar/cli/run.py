"""``benchbar run``: ask a model."""

from itertools import product
from pathlib import Path

import click
from msgspec.structs import replace

from benchbar.cli.talk import give_json, split_list
from benchbar.errors import InputError
from benchbar.records import Split

_FOLDER = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command(name="run")
@click.argument("data", type=_FOLDER, required=False)
@click.option("--model", "models", multiple=True, help="Such as openai/gpt-4o; repeat for several.")
@click.option("--out", type=_FOLDER, help="Folder of the run, to be made.")
@click.option("--resume", type=_FOLDER, help="Go on with this run: ask what is missing or failed.")
@click.option("--split", type=click.Choice(["test", "train"]), default="test", show_default=True)
@click.option("--window", "windows", multiple=True, help="Only this size.")
@click.option("--corpus", "corpora", multiple=True, help="Only this corpus.")
@click.option("--task", "tasks", multiple=True, help="Only this test.")
@click.option("--limit", type=click.IntRange(1), help="Only the first items of each test.")
@click.option("--temperature", "temperatures", type=float, multiple=True, help="[default: 0]")
@click.option("--variant", "variants", multiple=True, help="Wording of the prompt; repeat.")
@click.option("--trials", type=click.IntRange(1), default=1, show_default=True)
@click.option("--base-url", help="Address of a server that speaks the OpenAI interface.")
@click.option("--system-message", type=_FILE, help="File with the text of a system message.")
@click.option("--seed", type=int, help="Sent to the model, if it takes one.")
@click.option("--max-tokens", type=click.IntRange(1), help="Most tokens of a reply.")
@click.option("--reasoning-effort", help="Such as low or high, for models that reason.")
@click.option("--max-connections", type=click.IntRange(1, 50), default=10, show_default=True)
@click.option("--dry-run", is_flag=True, help="Count prompts and tokens; ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--force", is_flag=True, help="Replace a run that exists.")
def command(
    data: Path | None,
    models: tuple[str, ...],
    out: Path | None,
    resume: Path | None,
    split: Split,
    windows: tuple[str, ...],
    corpora: tuple[str, ...],
    tasks: tuple[str, ...],
    limit: int | None,
    temperatures: tuple[float, ...],
    variants: tuple[str, ...],
    trials: int,
    base_url: str | None,
    system_message: Path | None,
    seed: int | None,
    max_tokens: int | None,
    reasoning_effort: str | None,
    max_connections: int,
    dry_run: bool,
    as_json: bool,
    force: bool,
) -> int:
    """Ask a model the items of DATA, store its replies as they come, and grade them.

    Every combination of model, variant and temperature is asked. What a paid model costs is up
    to its provider; --dry-run counts prompts and tokens first. A run that was stopped or killed
    goes on with 'benchbar run --resume RUN', and asks nothing twice.
    """
    from benchbar.cli import asking
    from benchbar.records import Cell
    from benchbar.runs.study import plan

    if resume:
        if data or models or out:
            raise InputError("--resume takes a run as it is: leave out DATA, --model and --out")
        return asking.resume_and_tell(resume, as_json=as_json)
    if data is None or not models or (out is None and not dry_run):
        raise InputError("name DATA, a --model, and a folder with --out (or a run with --resume)")
    settings = Cell(
        model="",
        system_message=system_message.read_text(encoding="utf-8") if system_message else None,
        max_tokens=max_tokens,
        seed=seed,
        reasoning_effort=reasoning_effort,
        base_url=base_url,
    )
    cells = tuple(
        replace(settings, model=model, variant=variant, temperature=temperature)
        for model, variant, temperature in product(
            split_list(models), split_list(variants) or ("default",), temperatures or (0.0,)
        )
    )
    study = plan(
        data,
        cells,
        split=split,
        windows=split_list(windows),
        corpora=split_list(corpora),
        tasks=split_list(tasks),
        trials=trials,
        limit=limit,
        max_connections=max_connections,
    )
    if dry_run or out is None:
        give_json(asking.sizes(study)) if as_json else click.echo(asking.sizes(study).text)
        return 0
    return asking.run_and_tell(study, out, force=force, as_json=as_json)
