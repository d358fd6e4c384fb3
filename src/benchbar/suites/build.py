"""Building items: a function of suite version, seed and options, on any number of workers."""

import hashlib
import math
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from benchbar import jsonl, tokens
from benchbar.corpora import store
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel.base import Executor, Serial
from benchbar.records import Split
from benchbar.suites import sources
from benchbar.suites.data import FileEntry, Manifest
from benchbar.suites.items import Chunk, Options, make
from benchbar.suites.spec import suite
from benchbar.tasks import TASKS

CORPORA = ("synthetic", "transcripts")
"""The built-in corpora, built when none is named."""

_CHUNK_TOKENS = 1_000_000
_PACKED_ABOVE_TOKENS = 20_000_000
_LEAST_LINE_TOKENS = 3


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be built; all of it, and nothing else, decides the bytes of DATA.

    Attributes:
        windows: Names of sizes.
        corpora: Names of built-in and of imported corpora.
        tasks: Only these tasks; all that a corpus allows if empty.
        items: How many items of each split, in order.
        seed: Another seed gives other items.
        options: What changes the items.
        suite: Name of the suite.
    """

    windows: tuple[str, ...]
    corpora: tuple[str, ...] = CORPORA
    tasks: tuple[str, ...] = ()
    items: tuple[tuple[Split, int], ...] = (("test", 100), ("train", 1_000))
    seed: int = 0
    options: Options = Options()
    suite: str = "blt"

    def tests(self, corpus: str) -> tuple[str, ...]:
        """Return the tests to be made of a corpus.

        Raises:
            InputError: No such corpus or task, or the corpus allows none of the tasks.
        """
        row = corpus if corpus in CORPORA else store.load(corpus).kind
        allowed = suite(self.suite).tests.get(row, ())
        for task in self.tasks:
            if task not in TASKS:
                raise InputError(f"no task {task!r}: choose from {', '.join(TASKS)}")
        chosen = tuple(task for task in allowed if not self.tasks or task in self.tasks)
        if not chosen:
            raise InputError(
                f"corpus {corpus!r} allows none of the tasks named; it allows {', '.join(allowed)}"
            )
        return chosen


Report = Callable[[int, int], None]
"""Told of items made so far, and of all to be made."""


def build(
    order: Order,
    out: Path,
    *,
    spread: Executor | None = None,
    force: bool = False,
    allow_short: bool = False,
    progress: Report | None = None,
) -> Manifest:
    """Make a DATA folder, whole or not at all.

    Raises:
        InputError: The order cannot be met, or ``out`` exists and ``force`` is not set.
        IncompleteError: A corpus has too few targets, and ``allow_short`` is not set.
    """
    _check(order, out, force)
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        made = _write(order, partial, spread or Serial(), progress)
        _check_counts(order, made, allow_short)
        manifest = _manifest(order, made)
        with jsonl.replacing(partial / "manifest.json") as file:
            file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
        if out.exists():
            shutil.rmtree(out)
        partial.replace(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return manifest


def _check(order: Order, out: Path, force: bool) -> None:
    if out.exists() and not force:
        raise InputError(f"{out} exists: name another folder with --out, or replace it by --force")
    if not order.windows:
        raise InputError("no window named: give one with --window, such as --window 4k")
    if out.exists() and not (out / "manifest.json").is_file() and any(out.iterdir()):
        raise InputError(f"{out} is not a folder of items: it is not replaced, even by --force")
    for corpus in order.corpora:
        order.tests(corpus)
    for window in order.windows:
        budget = suite(order.suite).window(window).budget
        pages, lines = order.options.pages or 1, order.options.lines_per_page
        if pages * lines * _LEAST_LINE_TOKENS > budget:
            raise InputError(
                f"{pages} pages of {lines} lines cannot fit the {budget} tokens of a {window} "
                "prompt: lower --pages or --lines-per-page, or take a larger --window"
            )


class _Output:
    """One file being written: packed or plain, hashed as if plain."""

    def __init__(self, path: Path, packed: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._packed = packed
        self._file: BinaryIO = path.with_name(path.name + ".zst" * packed).open("wb")
        self._hash = hashlib.sha256()
        self.records = 0

    def add(self, lines: bytes, records: int) -> None:
        self._hash.update(lines)
        self._file.write(jsonl.compress(lines) if self._packed else lines)
        self.records += records

    def close(self) -> None:
        self._file.close()

    @property
    def entry(self) -> FileEntry:
        return FileEntry(self._hash.hexdigest(), self.records)


def _write(
    order: Order, folder: Path, spread: Executor, progress: Report | None
) -> dict[str, FileEntry]:
    """Write all items and documents; return the files in the manifest's order."""
    files: dict[str, _Output] = {}
    total = sum(
        items * len(order.tests(corpus)) for corpus in order.corpora for _, items in order.items
    ) * len(order.windows)
    done = 0
    tokens.encoding()
    scratch = folder / "sources"
    found = _sources(order, scratch, spread)
    with ExitStack() as stack:

        def output(name: str, packed: bool = False) -> _Output:
            if name not in files:
                files[name] = _Output(folder / name, packed)
                stack.callback(files[name].close)
            return files[name]

        chunks = list(_chunks(order, found))
        for chunk, made in zip(chunks, spread.map(make, chunks), strict=True):
            at = f"{chunk.window}/{chunk.corpus}"
            packed = _is_packed(order, chunk)
            output(f"documents/{at}.jsonl", packed).add(made.documents, made.count)
            output(f"items/{at}/{chunk.task}.{chunk.split}.jsonl").add(made.items, made.count)
            done += chunk.stop - chunk.start
            if progress:
                progress(done, total)
    shutil.rmtree(scratch, ignore_errors=True)
    return {name: file.entry for name, file in files.items()}


_Source = tuple[str, str, Split, int]
"""Window, corpus, split and block of items: what has a file of transcripts of its own."""


def _sources(order: Order, folder: Path, spread: Executor) -> dict[_Source, Path]:
    """Make the files that spans are cut from."""
    found: dict[_Source, Path] = {}
    for window in order.windows:
        pages = order.options.pages or max(suite(order.suite).window(window).pages)
        longest = pages * order.options.lines_per_page
        for corpus in order.corpora:
            for split, count in order.items:
                if corpus == "transcripts":
                    for block in range(math.ceil(count / _own_items(order, split))):
                        found[window, corpus, split, block] = sources.invented(
                            folder / window, order.seed, split, block, longest, spread
                        )
                elif corpus not in CORPORA:
                    found[window, corpus, split, 0] = sources.users(folder, corpus, split)
    return found


def _chunks(order: Order, found: dict[_Source, Path]) -> Iterator[Chunk]:
    """Cut the work into chunks, by rules that know nothing of workers."""
    for window in order.windows:
        for corpus in order.corpora:
            for task in order.tests(corpus):
                for split, count in order.items:
                    stride = _own_items(order, split) if corpus in CORPORA else None
                    for block, start, stop in _ranges(order, window, count, stride):
                        yield Chunk(
                            suite=order.suite,
                            seed=order.seed,
                            window=window,
                            corpus=corpus,
                            task=task,
                            split=split,
                            start=start,
                            stop=stop,
                            stride=stride,
                            options=order.options,
                            source=found.get((window, corpus, split, block)),
                        )


def _ranges(
    order: Order, window: str, count: int, stride: int | None
) -> Iterator[tuple[int, int, int]]:
    """Yield block, start and stop of each chunk of a test.

    Invented text is plentiful, so its items draw their targets independently, and a chunk is
    about as many items as make a megabyte or two. A user's text may be just enough, so the items
    of a split try its lines one after another, in one chunk.
    """
    if stride is None:
        yield 0, 0, count
        return
    step = max(1, _CHUNK_TOKENS // suite(order.suite).window(window).budget)
    for block in range(math.ceil(count / stride)):
        end = min(count, (block + 1) * stride)
        for start in range(block * stride, end, step):
            yield block, start, min(end, start + step)


def _own_items(order: Order, split: Split) -> int:
    whole = suite(order.suite)
    return whole.test_items if split == "test" else whole.train_items


def _is_packed(order: Order, chunk: Chunk) -> bool:
    """Say whether the documents of a chunk's window and corpus are so many that they are packed."""
    prompts = len(order.tests(chunk.corpus)) * sum(items for _, items in order.items)
    budget = suite(order.suite).window(chunk.window).budget
    return prompts * budget > _PACKED_ABOVE_TOKENS


def _check_counts(order: Order, files: dict[str, FileEntry], allow_short: bool) -> None:
    wanted = dict(order.items)
    short = {
        name: entry.records
        for name, entry in files.items()
        if name.startswith("items/") and entry.records < wanted[_split(name)]
    }
    for name, records in short.items():
        if not records:
            raise InputError(
                f"{_test(name)}: no item can be made: the corpus has no line that may be asked "
                "about at this size; add more text, or take a smaller --window or --pages"
            )
    if short and not allow_short:
        listed = "; ".join(
            f"{_test(name)}: {records} of {wanted[_split(name)]}" for name, records in short.items()
        )
        raise IncompleteError(
            f"too few targets ({listed}): add more text, ask for fewer with --items, or accept "
            "what there is with --allow-short"
        )


def _split(name: str) -> Split:
    return "test" if name.endswith(".test.jsonl") else "train"


def _test(name: str) -> str:
    return name.removeprefix("items/").removesuffix(".jsonl").replace("/", " ")


def _manifest(order: Order, files: dict[str, FileEntry]) -> Manifest:
    whole = suite(order.suite)
    options = order.options
    return Manifest(
        suite=order.suite,
        version=whole.version,
        seed=order.seed,
        counter=tokens.COUNTER,
        budgets={window: whole.window(window).budget for window in order.windows},
        items=sum(entry.records for name, entry in files.items() if name.startswith("items/")),
        options={
            "lines_per_page": options.lines_per_page,
            "pages": options.pages or "by window",
            "least_words": options.rules.least_words,
            "least_edits": options.rules.least_edits,
        },
        files=files,
    )
