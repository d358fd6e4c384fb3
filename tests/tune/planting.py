"""Items planted among those of a DATA folder: what the guard must find."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.records import Document, Item
from benchbar.suites import given
from benchbar.suites.data import Data, FileEntry, Manifest

Pair: TypeAlias = tuple[Document, Item]
Plant: TypeAlias = Callable[[Iterable[Pair]], Data]

TEST = ("4k", "transcripts", "cite_to_text")


def pairs(data: Data, test: tuple[str, str, str], split: str) -> list[Pair]:
    """Return the items of a test and a split, each with its document as stored."""
    found = data.pairs(
        lambda item: (item.window, item.corpus, item.task, item.split) == (*test, split)
    )
    return [(document, item) for document, items in found for item in items]


def plain(pair: Pair) -> Pair:
    """Return an amended item's document as it stands in the file."""
    document, item = pair
    if item.unamended is None:
        return pair
    return document.with_line(item.target, item.unamended), item


def planted_in(data: Data, folder: Path, planted: Iterable[Pair]) -> Data:
    """Make a DATA folder of one test, both splits, and of the items that are planted in it."""
    planted = list(planted)
    test = next(((i.window, i.corpus, i.task) for _, i in planted), TEST)
    there = [*pairs(data, test, "test"), *pairs(data, test, "train"), *planted]
    folder.mkdir()
    given.write([plain(pair) for pair in there], folder, suite="blt", version="1", options={})
    _drop_doubles(folder)
    return Data(folder)


def _drop_doubles(folder: Path) -> None:
    """Keep each document once, as builds do."""
    path = folder / "manifest.json"
    manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    files = dict(manifest.files)
    for name in files:
        if name.startswith("documents/"):
            rows = {row.id: row for row in jsonl.read(folder / name, Document)}
            jsonl.write(folder / name, rows.values())
            files[name] = FileEntry(jsonl.digest(folder / name), len(rows))
    path.write_bytes(msgspec.json.encode(replace(manifest, files=files)))
