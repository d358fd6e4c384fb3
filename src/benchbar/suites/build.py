"""Building items: a function of suite version, seed and options, on any number of workers."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import msgspec

from benchbar import jsonl, tokens
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel.base import Executor, Serial
from benchbar.records import Split
from benchbar.suites import chunks, sources
from benchbar.suites.data import FileEntry, Manifest
from benchbar.suites.items import Chunk, make
from benchbar.suites.order import Order
from benchbar.suites.spec import suite
from benchbar.suites.whole import making_items

_PACKED_ABOVE_TOKENS = 20_000_000
_PACKED_FROM_BUDGET = 100_000
"""Documents of prompts of so many tokens are packed, however few they are."""

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
    order.check()
    with making_items(out, force=force) as folder:
        made = _write(order, folder, spread or Serial(), progress)
        _check_counts(order, made, allow_short)
        manifest = _manifest(order, made)
        with jsonl.replacing(folder / "manifest.json") as file:
            file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


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
    total = len(order.windows) * sum(order.prompts(corpus) for corpus in order.corpora)
    done = 0
    tokens.encoding()
    scratch = Path(tempfile.mkdtemp(prefix="sources-", dir=folder))  # workers know files by name
    found = sources.make(order, scratch, spread)
    with ExitStack() as stack:

        def output(name: str, packed: bool = False) -> _Output:
            if name not in files:
                files[name] = _Output(folder / name, packed)
                stack.callback(files[name].close)
            return files[name]

        work = list(chunks.chunks(order, found, spread))
        for chunk, made in zip(work, spread.map(make, work), strict=True):
            at = f"{chunk.window}/{chunk.corpus}"
            documents = output(f"documents/{at}.jsonl", _is_packed(order, chunk))
            documents.add(made.documents, made.document_count)
            items = output(f"items/{at}/{chunk.task}.{chunk.split}.jsonl")
            items.add(made.items, made.item_count)
            done += chunk.stop - chunk.start
            if progress:
                progress(done, total)
    shutil.rmtree(scratch, ignore_errors=True)
    return {name: file.entry for name, file in files.items()}


def _is_packed(order: Order, chunk: Chunk) -> bool:
    """Say whether the documents of a chunk's window and corpus are packed."""
    large = chunk.budget >= _PACKED_FROM_BUDGET
    return large or order.prompts(chunk.corpus) * chunk.budget > _PACKED_ABOVE_TOKENS


def _check_counts(order: Order, files: dict[str, FileEntry], allow_short: bool) -> None:
    made = {
        (window, corpus, task, split): (_records(files, window, corpus, task, split), count)
        for window in order.windows
        for corpus in order.corpora
        for task in order.tests(corpus)
        for split, count in order.items
    }
    for window in order.windows:
        for corpus in order.corpora:
            if not any(n for test, (n, _) in made.items() if test[:2] == (window, corpus)):
                raise InputError(
                    f"{window} {corpus}: no item can be made: the corpus has no line that may be "
                    "asked about at this size; add more text, or take a smaller --window or --pages"
                )
    short = {test: counts for test, counts in made.items() if counts[0] < counts[1]}
    if short and not allow_short:
        listed = "; ".join(
            f"{window} {corpus} {task}.{split}: {n} of {count}"
            for (window, corpus, task, split), (n, count) in short.items()
        )
        raise IncompleteError(
            f"too few targets ({listed}): add more text, ask for fewer with --items, or accept "
            "what there is with --allow-short"
        )


def _records(files: dict[str, FileEntry], window: str, corpus: str, task: str, split: Split) -> int:
    entry = files.get(f"items/{window}/{corpus}/{task}.{split}.jsonl")
    return entry.records if entry else 0


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
            "shapes": ",".join(options.shapes) or "by window",
            "numbering": options.numbering,
            "least_words": options.rules.least_words,
            "least_edits": options.rules.least_edits,
        },
        files=files,
    )
