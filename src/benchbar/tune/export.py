"""Writing training rows: chosen by a recipe, cleared by the guard, in the form of a consumer."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchbar import __version__, jsonl, tokens
from benchbar.errors import InputError
from benchbar.records import Document, Item
from benchbar.runs.prices import MARGIN
from benchbar.suites.data import Data
from benchbar.suites.whole import making
from benchbar.tasks import TASKS
from benchbar.tune import leaks, recipe
from benchbar.tune.consumers import BASE, CONSUMERS, DEV, TRAIN, Consumer, Row, Task
from benchbar.tune.leaks import Guard, Leak, Strictness
from benchbar.tune.manifest import JOBS, LOCK, NAME, Guarded, Manifest, TestRows
from benchbar.tune.recipe import Recipe, Test
from benchbar.tune.rows import FRAMING, Spool, Written
from benchbar.tune.styles import STYLES, Style

LEFT_OUT = "left-out.jsonl"
_FILES = (
    *(TRAIN, DEV, NAME, LEFT_OUT, LOCK),
    *("axolotl.yaml", "dataset_info.json", "llamafactory.yaml"),
)
"""All that such a folder may hold: with any other file in it, it is not replaced."""
EPOCHS = 2
"""How often each row is read, as in the paper."""

_SPOOL = ".rows"
_STEP = 256
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is exported: which tests, in what style and form, and held against which test splits.

    Attributes:
        windows: Sizes; empty: all.
        corpora: Corpora; empty: all.
        tasks: Tasks; empty: all.
        style: Name of a style of answers.
        strict: How strict the guard is.
        longest_stock: Most characters of a line that may stand in both splits.
        leave_out: Leave out items that are of a test split, instead of refusing them all.
        base: The model to be tuned, for files of settings.
        epochs: For files of settings.
    """

    windows: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    style: str = "plain"
    strict: Strictness = leaks.DEFAULT
    longest_stock: int = leaks.LONGEST_STOCK
    leave_out: bool = False
    base: str = BASE
    epochs: int = EPOCHS


@dataclass(slots=True)
class _Made:
    """Rows as they are made: their numbers by test, all items by test, and what leaked."""

    rows: dict[Test, list[int]] = field(default_factory=dict)
    items: Counter[Test] = field(default_factory=Counter)
    leaked: list[tuple[Test, Leak]] = field(default_factory=list)


def export(
    folder: Path,
    out: Path,
    *,
    form: str,
    chosen: Recipe,
    wanted: Wanted | None = None,
    against: Iterable[Path] = (),
    force: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Manifest:
    """Write training rows to a new folder, whole or not at all.

    Args:
        folder: A DATA folder with a training split.
        out: The folder to be made.
        form: The name of a consumer.
        chosen: Which items become rows.
        wanted: Which tests, in what style.
        against: More DATA folders whose test splits must not leak.
        force: Replace such a folder.
        progress: Told of items done and of all items.

    Raises:
        InputError: Nothing to export, a leak, a recipe that does not fit, or ``out`` exists.
    """
    wanted = wanted or Wanted()
    if (folder / TRAIN).is_file():
        raise InputError(f"{folder}: has training rows: name the folder of items that they are of")
    data = Data(folder)
    tests = _tests(data, wanted)
    recipe.check_mix(chosen, tests)
    tests = [test for test in tests if chosen.weight(test)]
    if (out / JOBS).exists():
        raise InputError(
            f"{out}: keeps the record of a job at OpenAI ({JOBS}) and is not replaced: choose "
            "another --out"
        )
    consumer = CONSUMERS[form]
    leaks.verify(data, "train")
    folders = [data, *(Data(path) for path in against)]
    guard = Guard.over(folders, wanted.strict, wanted.longest_stock)
    what = "folder of training rows"
    with making(out, mark=TRAIN, what=what, force=force, made_of=_FILES) as partial:
        with Spool(partial / _SPOOL) as spool:
            made = _make(data, tests, consumer, STYLES[wanted.style], guard, spool, progress)
            _refuse(made, wanted, guard)
            files, rows = _write(spool, partial, chosen, tests, made)
        manifest = _manifest(data, form, chosen, wanted, folders, guard, made, rows, files)
        _beside(partial, manifest, consumer, wanted, made)
    return manifest


def _tests(data: Data, wanted: Wanted) -> list[Test]:
    """Return the tests of the training split that are exported.

    Raises:
        InputError: A name is not there, or nothing is left.
    """
    there = [test[:3] for test in data.sets() if test[3] == "train"]
    if not there:
        raise InputError(
            f"{data.folder}: has no training split: build items with --split both or --split train"
        )
    for flag, names, place in (
        ("--window", wanted.windows, 0),
        ("--corpus", wanted.corpora, 1),
        ("--task", wanted.tasks, 2),
    ):
        known = list(dict.fromkeys(test[place] for test in there))
        for name in names:
            if name not in known:
                raise InputError(
                    f"{flag} {name}: not in the training split of {data.folder}, which has "
                    + ", ".join(known)
                )
    sought = (wanted.windows, wanted.corpora, wanted.tasks)
    tests = [
        test
        for test in there
        if all(not names or name in names for names, name in zip(sought, test, strict=True))
    ]
    if not tests:
        raise InputError(
            f"{data.folder}: no training items are left by --window, --corpus and --task together; "
            "choose fewer of these"
        )
    return tests


def _make(
    data: Data,
    tests: Sequence[Test],
    consumer: Consumer,
    style: Style,
    guard: Guard,
    spool: Spool,
    progress: Callable[[int, int], None] | None,
) -> _Made:
    """Make a row of every item that the guard lets pass."""
    made = _Made(rows={test: [] for test in tests})
    names = (f"items/{w}/{c}/{task}.train.jsonl" for w, c, task in tests)
    total = sum(data.manifest.files[name].records for name in names)
    pairs = data.pairs(
        lambda item: item.split == "train" and _test(item) in made.rows,
        sets={test[:2] for test in tests},
    )
    for document, items in pairs:
        for item in items:
            test = _test(item)
            made.items[test] += 1
            leak = guard.leak(item, document)
            if leak is not None:
                made.leaked.append((test, leak))
                continue
            prompt, answer = _said(item, document, style)
            row: Row = consumer.row(prompt, answer)
            made.rows[test].append(spool.add(item, row, prompt, answer))
        if progress is not None:
            progress(made.items.total(), total)
    return made


def _test(item: Item) -> Test:
    return item.window, item.corpus, item.task


def _said(item: Item, document: Document, style: Style) -> tuple[str, str]:
    """Return the prompt and the answer of an item.

    Raises:
        InputError: This version knows no such task, it takes several turns, or has no answer.
    """
    if item.task not in TASKS:
        raise InputError(
            f"{item.id}: no task {item.task!r} in benchbar {__version__}: choose others with --task"
        )
    turns = TASKS[item.task].turns(item, document, "default")
    if len(turns) != 1 or not item.gold:
        lacks = "takes several turns" if len(turns) != 1 else "has no right answer"
        raise InputError(
            f"{item.id}: {item.task} {lacks}, so that nothing can be learnt from it: choose other "
            f"tests with --task, or leave it out with --mix {item.task}=0"
        )
    return turns[0], style.answer(item, document)


def _refuse(made: _Made, wanted: Wanted, guard: Guard) -> None:
    """Refuse items that are of a test split: the splits are not apart."""
    same = [leak for _, leak in made.leaked if leak.kind in leaks.SAME]
    if same and not wanted.leave_out:
        named = ", ".join(f"{leak.id} {leaks.KINDS[leak.kind]}" for leak in same[:_NAMED])
        raise InputError(
            f"leak: {len(same):,} of {made.items.total():,} training items that were checked are "
            f"among {guard.tests:,} test items: {named}{', ...' if same[_NAMED:] else ''}: build "
            "both splits in one go, or export the others alone with --leave-out"
        )


def _write(
    spool: Spool, folder: Path, chosen: Recipe, tests: Sequence[Test], made: _Made
) -> tuple[dict[str, Written], dict[Test, tuple[int, int]]]:
    """Write the files of rows; return them, and how many rows of each test are in which."""
    choices = [recipe.choose(chosen, test, made.items[test], made.rows[test]) for test in tests]
    counts = {
        test: (len(choice.train), len(choice.dev))
        for test, choice in zip(tests, choices, strict=True)
    }
    orders = {
        TRAIN: recipe.mixed(chosen, "train", [choice.train for choice in choices]),
        DEV: recipe.mixed(chosen, "dev", [choice.dev for choice in choices]),
    }
    files = {name: spool.write(folder / name, rows) for name, rows in orders.items() if rows}
    return files, counts


def _manifest(
    data: Data,
    form: str,
    chosen: Recipe,
    wanted: Wanted,
    folders: Sequence[Data],
    guard: Guard,
    made: _Made,
    rows: dict[Test, tuple[int, int]],
    files: dict[str, Written],
) -> Manifest:
    lost = Counter(test for test, _ in made.leaked)
    kinds = Counter(leak.kind for _, leak in made.leaked)
    return Manifest(
        benchbar=__version__,
        format=form,
        suite=data.manifest.suite,
        version=data.manifest.version,
        data_seed=data.manifest.seed,
        data_digest=data.digest,
        style=wanted.style,
        seed=chosen.seed,
        per_test=chosen.per_test,
        dev_per_test=chosen.dev,
        mix=dict(sorted(chosen.mix.items())),
        counter=tokens.COUNTER,
        guard=Guarded(
            strict=wanted.strict,
            longest_stock=wanted.longest_stock,
            against=tuple(folder.digest for folder in folders),
            test_items=guard.tests,
            checked=made.items.total(),
            left_out={kind: kinds[kind] for kind in leaks.KINDS if kinds[kind]},
        ),
        tests=tuple(
            TestRows(*test, items=made.items[test], left_out=lost[test], train=train, dev=dev)
            for test, (train, dev) in rows.items()
        ),
        files=files,
    )


def _beside(
    folder: Path, manifest: Manifest, consumer: Consumer, wanted: Wanted, made: _Made
) -> None:
    """Write what stands beside the rows: settings, what was left out, the manifest."""
    longest = max(file.longest for file in manifest.files.values()) + FRAMING
    task = Task(
        base=wanted.base,
        tokens=-(-int(longest * MARGIN) // _STEP) * _STEP,
        epochs=wanted.epochs,
        seed=manifest.seed,
        has_dev=DEV in manifest.files,
    )
    for name, text in consumer.beside(task).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    if made.leaked:
        jsonl.write(folder / LEFT_OUT, (leak for _, leak in made.leaked))
    with jsonl.replacing(folder / NAME) as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
