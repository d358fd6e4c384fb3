"""``benchbar import-blt``: items in the public BLT file format."""

from pathlib import Path

import click

from benchbar.cli.options import FILE, FOLDER
from benchbar.cli.talk import say
from benchbar.records import Split


@click.command(name="import-blt")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--out", type=FOLDER, required=True, help="Folder of items to make.")
@click.option("--window", help="Size of the prompts, where the files do not say.")
@click.option("--corpus", help="Name of the corpus, where the files do not say.")
@click.option("--split", type=click.Choice(["test", "train"]), help="Likewise.")
@click.option("--force", is_flag=True, help="Replace a folder of items that exists.")
def command(
    files: tuple[Path, ...],
    out: Path,
    window: str | None,
    corpus: str | None,
    split: Split | None,
    force: bool,
) -> None:
    """Read files in the public BLT format that you obtained, to be run and graded here.

    Prompts and ids are kept to the letter.
    """
    from benchbar.suites.import_blt import import_blt

    manifest = import_blt(files, out, corpus=corpus, window=window, split=split, force=force)
    say(f"{manifest.items} items in {out}")
