"""A run made of replies that another program asked for, which every command then takes."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Item, Reply, Split
from benchbar.runs import Say, folder, grading, plan, replies_file
from benchbar.runs.folder import Outcome
from benchbar.runs.plan import Study
from benchbar.suites.data import Data
from benchbar.suites.whole import making

PROVIDER = "elsewhere"
"""Stands where a model's name has its provider: nobody knows here how it was asked."""

LOG = ".eval"
"""By what the name of a log of Inspect ends."""

_UNNAMED = "replies"


def is_elsewhere(study: Study) -> bool:
    """Say whether a run was made so, and cannot be gone on with by asking."""
    return all(cell.model.startswith(f"{PROVIDER}/") for cell in study.cells)


def import_replies(
    run: Path,
    files: Sequence[Path],
    data: Path,
    *,
    force: bool = False,
    say: Say = lambda _: None,
) -> Outcome:
    """Make a run of replies files that answer the items of ``data``, and grade it.

    Each cell of the files becomes a cell of the run, as the model ``elsewhere/<cell>``; each model
    of a log of Inspect becomes one with its settings. The run covers the sizes, corpora and tests
    that have a reply at all; what lacks one there is missing.

    Args:
        run: The folder to be made.
        files: Replies files (``replies_file.Row``), or logs of Inspect (``.eval``).
        data: The DATA folder.
        force: Replace a run that is there.
        say: Told which fields of the files were not read.

    Raises:
        InputError: As ``replies_file.read`` or ``inspect_logs.read``; or there is no reply,
            replies are to both splits, or ``run`` exists.
    """
    if run.exists() and not force:
        raise InputError(
            f"{run}: exists already: name another folder for the new run, or replace a run "
            "with --force"
        )
    there = Data(data)
    items = {item.id: item for test in there.sets() for item in there.items(*test)}
    cells, read = _read(files, there, items, say)
    study = _study(data, cells, read, [items[reply.id] for reply in read], files)
    with making(run, mark=folder.STUDY, what="run", force=force) as partial:
        folder.create(study, partial, force=False)
        named = (replace(reply, cell=cells[reply.cell].key) for reply in read)
        jsonl.write(partial / folder.REPLIES, named)
    return grading.score(run)


def _read(
    files: Sequence[Path], data: Data, items: Mapping[str, Item], say: Say
) -> tuple[dict[str, Cell], list[Reply]]:
    """Return the cells of the files by the name that their replies have, and the replies."""
    logs = [path for path in files if path.suffix == LOG]
    if not logs:
        read = replies_file.read(files, data.folder, items, say)
        names = dict.fromkeys(reply.cell for reply in read)
        cells = {name: Cell(f"{PROVIDER}/{name or _UNNAMED}", temperature=None) for name in names}
        return cells, read
    if len(logs) < len(files):
        raise InputError(f"{logs[0]}: is a log of Inspect: import logs and replies one by one")
    from benchbar.runs import inspect_logs  # takes a second to import

    return inspect_logs.read(logs, data, items, PROVIDER)


def _study(
    data: Path,
    cells: Mapping[str, Cell],
    read: Sequence[Reply],
    answered: Sequence[Item],
    files: Sequence[Path],
) -> Study:
    """Return the study that such replies answer."""
    named = ", ".join(map(str, files))
    splits: list[Split] = sorted({item.split for item in answered})
    if not splits:
        raise InputError(f"{named}: no reply in it: nothing was imported")
    if len(splits) > 1:
        raise InputError(
            f"{named}: answers items of both splits, and a run has one: make a run of each"
        )
    study = plan.plan(
        data,
        tuple(cells.values()),
        split=splits[0],
        trials=max(reply.trial for reply in read),
    )
    tests = dict.fromkeys((item.window, item.corpus, item.task) for item in answered)
    return replace(study, tests=tuple(tests))
