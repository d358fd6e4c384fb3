"""``benchbar build blt``: make the items of basic legal text."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import SPREAD, with_options
from benchbar.cli.study_file import STUDY
from benchbar.cli.talk import progress, say, split_list
from benchbar.errors import InputError
from benchbar.records import Split

if TYPE_CHECKING:
    from benchbar.parallel.choosing import Name
    from benchbar.suites.items import Numbering


@click.command(name="blt")
@with_options(STUDY)
@click.option("--window", "windows", multiple=True, required=True, help="Size, such as 4k; repeat.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to make.")
@click.option(
    "--split", type=click.Choice(["test", "train", "both"]), default="both", show_default=True
)
@click.option(
    "--items", type=click.IntRange(1), help="Items of each test; with both splits, of both."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other items.")
@click.option("--corpus", "corpora", multiple=True, help="synthetic, transcripts, or one of yours.")
@click.option("--task", "tasks", multiple=True, help="Only this test; repeat or use commas.")
@click.option("--lines-per-page", type=click.IntRange(2, 200), default=25, show_default=True)
@click.option("--pages", type=click.IntRange(1), help="Pages of each transcript.")
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    help="Width x depth of synthetic sections, such as 2x3; repeat or use commas.",
)
@click.option(
    "--numbering",
    type=click.Choice(["new", "original"]),
    default="new",
    show_default=True,
    help="Of transcripts: number lines anew, or keep the reporter's pages and lines.",
)
@click.option(
    "--min-edits", type=click.IntRange(1), default=5, show_default=True,
    help="Least edits between words asked for and any other line.",
)  # fmt: skip
@with_options(SPREAD)
@click.option("--allow-short", is_flag=True, help="Accept fewer items where targets run out.")
@click.option("--force", is_flag=True, help="Replace a folder of items that exists.")
def command(
    windows: tuple[str, ...],
    out: Path,
    split: str,
    items: int | None,
    seed: int,
    corpora: tuple[str, ...],
    tasks: tuple[str, ...],
    lines_per_page: int,
    pages: int | None,
    shapes: tuple[str, ...],
    numbering: "Numbering",
    min_edits: int,
    workers: int | None,
    executor: "Name",
    allow_short: bool,
    force: bool,
) -> None:
    """Make the items of basic legal text: documents, questions and right answers.

    Every test that a corpus allows is made; applies_to, which is reasoned out and not looked up,
    only if it is named by --task. The same seed and options give the same bytes on every machine.
    Calls no model.
    """
    from benchbar.parallel import choosing
    from benchbar.suites.build import build
    from benchbar.suites.items import Options
    from benchbar.suites.order import Order, built_in
    from benchbar.tasks.base import Rules

    if shapes and not split_list(shapes):
        raise InputError("--shape: names no shape: give width x depth, such as 2x3")
    splits: tuple[Split, ...] = ("test", "train") if split == "both" else (split,)  # type: ignore[assignment]
    defaults: dict[Split, int] = {"test": 100, "train": 1_000}
    order = Order(
        windows=split_list(windows),
        corpora=split_list(corpora) or built_in(split_list(tasks)),
        tasks=split_list(tasks),
        items=tuple((name, items or defaults[name]) for name in splits),
        seed=seed,
        options=Options(
            lines_per_page, pages, split_list(shapes), numbering, Rules(least_edits=min_edits)
        ),
    )
    with progress("building", unit="items") as tell:
        manifest = build(
            order,
            out,
            spread=choosing.executor(executor, workers),
            force=force,
            allow_short=allow_short,
            progress=tell,
        )
    say(f"{manifest.items} items in {out}")
