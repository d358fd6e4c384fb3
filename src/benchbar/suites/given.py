"""A DATA folder of items that are given as they are, such as the questions of an exam."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchbar import jsonl, tokens
from benchbar.records import Document, Item
from benchbar.suites.data import FileEntry, Manifest


def write(
    pairs: Sequence[tuple[Document, Item]],
    folder: Path,
    *,
    suite: str,
    version: str,
    options: Mapping[str, int | str],
    seed: int = 0,
    budgets: Mapping[str, int] | None = None,
) -> Manifest:
    """Write items of the test split, each with its document, into an empty folder.

    Args:
        pairs: Documents with their items, which have window, corpus and task; a document that
            several items are about is written once.
        folder: To be filled.
        suite: What the items are, for the manifest.
        version: Of that suite.
        options: What else the manifest is to say.
        seed: Of whatever chance has decided.
        budgets: Most tokens of a prompt by window, where items have a size.
    """
    files: dict[str, list[Document | Item]] = {}
    written: dict[str, set[str]] = {}
    for document, item in pairs:
        place = f"{item.window}/{item.corpus}"
        documents = files.setdefault(f"documents/{place}.jsonl", [])
        if document.id not in written.setdefault(place, set()):
            written[place].add(document.id)
            documents.append(document)
        files.setdefault(f"items/{place}/{item.task}.{item.split}.jsonl", []).append(item)
    manifest = Manifest(
        suite=suite,
        version=version,
        seed=seed,
        counter=tokens.COUNTER,
        budgets=dict(budgets or {}),
        items=len(pairs),
        options=dict(options),
        files={name: _write(folder / name, rows) for name, rows in files.items()},
    )
    with jsonl.replacing(folder / "manifest.json") as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


def _write(path: Path, rows: Sequence[Document | Item]) -> FileEntry:
    jsonl.write(path, rows)
    return FileEntry(jsonl.digest(path), len(rows))
