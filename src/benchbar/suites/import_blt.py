"""Entering the tool: files in the public BLT format become a DATA folder.

For official data that a user obtained. Ids and prompts are kept to the letter; fields that we do
not know are passed over; whatever cannot be asked and graded alike is refused by row.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from benchbar import __version__, jsonl, tokens
from benchbar.errors import InputError
from benchbar.records import Document, Item, Split
from benchbar.suites import blt_items
from benchbar.suites.blt_items import Given
from benchbar.suites.blt_rows import BltRow
from benchbar.suites.data import FileEntry, Manifest
from benchbar.suites.spec import suite
from benchbar.suites.whole import making_items

SUITE = "import-blt"

_NAME = re.compile(r"\w[\w.-]*")


def import_blt(
    files: Sequence[Path],
    out: Path,
    *,
    corpus: str | None = None,
    window: str | None = None,
    split: Split | None = None,
    force: bool = False,
) -> Manifest:
    """Make a DATA folder of files in the public BLT format, whole or not at all.

    Unless they are given, corpus, window and split are read off ids of ours, else off the kind of
    text and the file's path (``4k``, ``train``), else off the prompt's size; the split is else
    test.

    Raises:
        InputError: A row cannot be read, or not be asked and graded as it stands; names file and
            row. Or ``out`` exists and ``force`` is not set.
    """
    for name in (corpus, window):
        if name is not None and not _NAME.fullmatch(name):
            raise InputError(f"{name!r}: is no name: use letters, digits, dots and hyphens")
    sources = (
        Given(path, number, row, corpus, window, split)
        for path in files
        for number, row in jsonl.numbered(path, BltRow)
    )
    with making_items(out, force=force) as folder:
        made, budgets = _write(sources, folder)
        items = sum(entry.records for name, entry in made.items() if name.startswith("items/"))
        if not items:
            raise InputError(f"{', '.join(map(str, files))}: no items here: name other files")
        manifest = Manifest(
            suite=SUITE,
            version=__version__,
            seed=0,
            counter=tokens.COUNTER,
            budgets=budgets,
            items=items,
            options={"least_words": 1, "least_edits": 1, **_origin(files)},
            files=made,
        )
        with jsonl.replacing(folder / "manifest.json") as file:
            file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


def _origin(files: Sequence[Path]) -> dict[str, int | str]:
    """Return the names and hashes of the files that were read, for the manifest."""
    return {f"file {n}": f"{path.name} {jsonl.digest(path)}" for n, path in enumerate(files, 1)}


def _write(sources: Iterable[Given], folder: Path) -> tuple[dict[str, FileEntry], dict[str, int]]:
    """Write documents as they come and items at the end; return the files and the budgets.

    Items are small and held in memory; of documents, only hashes are.
    """
    seen: dict[str, str] = {}
    items: dict[blt_items.Place, list[Item]] = {}
    documents: dict[str, _Documents] = {}
    budgets: dict[str, int] = {}
    with ExitStack() as stack:
        for source in sources:
            document, item = blt_items.read(source)
            if item.id in seen:
                raise source.refuse(
                    f"id {item.id!r} stands in {seen[item.id]} too: import these files into "
                    "folders of their own"
                )
            seen[item.id] = f"{source.path}:{source.number}"
            name = f"documents/{item.window}/{item.corpus}.jsonl"
            if name not in documents:
                documents[name] = stack.enter_context(_Documents(folder / f"{name}.zst"))
            item = msgspec.structs.replace(item, document=documents[name].add(document))
            at = blt_items.Place(item.window, item.corpus, item.task, item.split)
            items.setdefault(at, []).append(item)
            size = int(item.traits["tokens"])
            budgets[item.window] = max(size, budgets.get(item.window, _budget(item.window)))
    entries = {name: file.entry for name, file in documents.items()}
    for at, rows in items.items():
        path = folder / f"items/{at.window}/{at.corpus}/{at.task}.{at.split}.jsonl"
        jsonl.write(path, rows)
        entries[str(path.relative_to(folder))] = FileEntry(jsonl.digest(path), len(rows))
    return entries, budgets


class _Documents:
    """A packed file of documents, each stored once however many items ask about it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("wb")
        self._hash = hashlib.sha256()
        self._known: dict[bytes, str] = {}

    def add(self, document: Document) -> str:
        """Store a document unless it is there; return the id under which it stands."""
        anonymous = msgspec.structs.replace(document, id="", source="")
        digest = hashlib.sha256(msgspec.json.encode(anonymous)).digest()
        if digest not in self._known:
            self._known[digest] = document.id
            row = jsonl.encode([document])
            self._hash.update(row)
            self._file.write(jsonl.compress(row))
        return self._known[digest]

    @property
    def entry(self) -> FileEntry:
        return FileEntry(self._hash.hexdigest(), len(self._known))

    def __enter__(self) -> "_Documents":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _budget(window: str) -> int:
    windows = suite("blt").windows
    return windows[window].budget if window in windows else 0
