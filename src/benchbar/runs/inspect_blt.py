"""The tests of basic legal text, and those of any DATA folder, as a task of Inspect AI.

inspect eval benchbar/blt --model openai/gpt-4o -T window=8k -T task=text_to_cite
"""

import tempfile
from pathlib import Path
from typing import get_args

from inspect_ai import Task
from inspect_ai import task as inspect_task

from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Item, Split
from benchbar.runs import inspect_task as tasks
from benchbar.runs import plan
from benchbar.suites.data import Data
from benchbar.suites.spec import suite

WINDOW = "4k"
_NO_MODEL = "inspect/any"


@inspect_task
def blt(
    window: str | list[str] | None = None,
    task: str | list[str] | None = None,
    corpus: str | list[str] | None = None,
    data: str | None = None,
    split: Split = "test",
    variant: str = "default",
    seed: int = 0,
    limit: int | None = None,
) -> Task:
    """Basic Legal Text: can a model find, quote and cite a line? (arXiv 2311.09693).

    Args:
        window: Size of the prompts, such as 8k, or several; 4k unless given, or the only one of
            the folder.
        task: Only this test, such as text_to_cite, or several.
        corpus: Only this corpus, such as transcripts, or several; your own ones go by their names.
        data: A folder made by benchbar build, whose items are asked; without it they are built.
        split: The test or the train split.
        variant: How the question is worded, such as question-first, return or precise.
        seed: Of the items that are built: another seed gives other items.
        limit: Only the first items of each test.
    """
    with tasks.told_by_inspect(), tempfile.TemporaryDirectory() as scratch:
        if split not in get_args(Split):
            raise InputError(f"-T split={split}: choose test or train")
        folder = Path(str(data)) if data else Path(scratch) / "data"
        windows = _names(window) or (_only_window(folder) if data else (WINDOW,))
        corpora, chosen = _names(corpus), _names(task)
        if not data:
            most = tasks.whole_number("limit", limit) if limit else None
            numbers = tasks.whole_number("seed", seed), most
            _build(folder, windows, corpora, chosen, split, *numbers)
        elif seed:
            raise InputError(f"-T seed={seed}: the items of {data} have their own: leave it out")
        study = plan.plan(
            folder,
            (Cell(_NO_MODEL, variant=str(variant)),),
            split=split,
            windows=windows,
            corpora=corpora,
            tasks=chosen,
            limit=limit and tasks.whole_number("limit", limit),
        )
        found = Data(folder)
        name = f"{found.manifest.suite}-{found.manifest.version}"
        return tasks.task_of(study, found, name=name, part=_test)


def _test(item: Item) -> str:
    return f"{item.window} {item.corpus} {item.task}"


def _names(told: str | list[str] | None) -> tuple[str, ...]:
    """Return names as Inspect hands them in: one, several, or none."""
    if told is None:
        return ()
    return tuple(map(str, told)) if isinstance(told, list) else (str(told),)


def _only_window(data: Path) -> tuple[str, ...]:
    """Return 4k where a folder of items has it, else its only size.

    Raises:
        InputError: It has several others.
    """
    there = list(dict.fromkeys(test[0] for test in Data(data).sets()))
    if WINDOW in there:
        return (WINDOW,)
    if len(there) != 1:
        raise InputError(f"{data}: choose a size with -T window=..., one of {', '.join(there)}")
    return tuple(there)


def _build(
    folder: Path,
    windows: tuple[str, ...],
    corpora: tuple[str, ...],
    chosen: tuple[str, ...],
    split: Split,
    seed: int,
    most: int | None,
) -> None:
    from benchbar.suites.build import build
    from benchbar.suites.order import Order, built_in

    whole = suite("blt")
    count = whole.test_items if split == "test" else whole.train_items
    order = Order(
        windows=windows,
        corpora=corpora or built_in(chosen),
        tasks=chosen,
        items=((split, min(count, most or count)),),
        seed=seed,
    )
    try:
        build(order, folder)
    except IncompleteError as error:
        few = str(error).partition("): ")[0]
        raise InputError(
            f"{few}): ask for fewer with -T limit=, choose tests with -T task=, or build what "
            "there is with 'benchbar build blt --allow-short' and name its folder with -T data="
        ) from None
