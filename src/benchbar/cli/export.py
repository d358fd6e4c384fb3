"""``benchbar export``: leave the tool."""

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from benchbar.cli.options import FOLDER, SELECTION, SETTINGS, cells, selection, with_options
from benchbar.cli.study_file import STUDY
from benchbar.cli.talk import say
from benchbar.records import Cell

FORMATS = ("openai-batch", "vllm", "blt", "lm-eval", "hf")
_BATCHES = ("openai-batch", "vllm")
_UNNAMED = "any/model"
_DEFAULT = Cell(model="")


@click.command(name="export")
@click.argument("data", type=FOLDER)
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="What to write.")
@click.option("--out", type=FOLDER, required=True, help="Folder to make.")
@click.option("--split", type=click.Choice(["test", "train"]), help="[default: as the format has]")
@with_options(STUDY, SELECTION, SETTINGS)
@click.option("--force", is_flag=True, help="Replace an export that exists.")
def command(data: Path, form: str, out: Path, force: bool, **options: Any) -> None:
    """Write the items of DATA for other programs.

    \b
    openai-batch, vllm  requests for batch processing; --out becomes a run, and
                        'benchbar import' brings the replies back
    blt                 the public BLT file format
    lm-eval             tasks for lm-evaluation-harness
    hf                  a data set for Hugging Face, with its card
    """  # noqa: D301
    from benchbar.runs.exports import export

    if options["models"] or form in _BATCHES:
        asked = cells(options)
    else:
        bare = cells({**options, "models": (_UNNAMED,)})
        asked = bare if any(replace(cell, model="") != _DEFAULT for cell in bare) else ()
    written = export(
        form, data, out, cells=asked, split=options["split"], force=force, **selection(options)
    )
    for path in written:
        click.echo(path)
    say(_NEXT[form].format(out=out))


_NEXT = {
    "openai-batch": "send these as batches, then: benchbar import {out} OUTPUT.jsonl",
    "vllm": "answer these with 'benchbar infer {out}', or with 'vllm run-batch' and then: "
    "benchbar import {out} OUTPUT.jsonl",
    "blt": "read back with: benchbar import-blt {out}/*/*.jsonl --out DATA",
    "lm-eval": "run with: lm_eval run --include_path {out} --tasks benchbar --model ...",
    "hf": "load with: datasets.load_dataset('{out}')",
}
