"""The DATA folder as a reader sees it: manifest, items, and documents beside their items."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Item, Split
from benchbar.suites.packets import DocumentName, InAnyOrder, InTurn, Packet

Test: TypeAlias = tuple[str, str, str, Split]
"""What a file of items holds: window, corpus, task and split."""


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a DATA folder: hash of its contents (unpacked) and number of records."""

    sha256: str
    records: int


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a DATA folder holds and what made it; a function of suite version, seed and flags.

    ``files`` is keyed by the path below DATA, without ``.zst``.
    """

    suite: str
    version: str
    seed: int
    counter: str
    budgets: dict[str, int]
    items: int
    options: dict[str, int | str]
    files: dict[str, FileEntry]


class Data:
    """A DATA folder: ``manifest.json``, ``items/`` and ``documents/``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / "manifest.json"
        try:
            self.manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
        except FileNotFoundError:
            raise InputError(
                f"{folder}: no items here (manifest.json is missing); make some with "
                f"'benchbar build blt --window 4k --out {folder}'"
            ) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{path}: damaged: {error}; build the items again") from None
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
        self._check_names(path)

    def _check_names(self, path: Path) -> None:
        """Refuse names that would lead out of the folder, or that stand for nothing we know."""
        files = self.manifest.files
        for name in files:
            parts = name.split("/")
            if "" in parts or "." in parts or ".." in parts or "\0" in name:
                known = False
            elif parts[0] == "items":
                test = test_of(name)
                known = test is not None and documents_of(test) in files
            else:
                known = True
            if not known:
                raise InputError(
                    f"{path}: damaged: lists {name!r}, which is no file of items with its "
                    "documents; build the items again"
                )

    @property
    def digest(self) -> str:
        """The hash of the manifest, which holds those of all files: names the data."""
        return jsonl.digest(self.folder / "manifest.json")

    def sets(self) -> Iterator[Test]:
        """Yield window, corpus, task and split of each items file, in the manifest's order."""
        return (test for name in self.manifest.files if (test := test_of(name)))

    def file(self, name: str) -> Path:
        """Return the path of a file of the manifest, with ``.zst`` if packed."""
        return jsonl.find(self.folder / name)

    def items(self, window: str, corpus: str, task: str, split: Split) -> Iterator[Item]:
        """Yield the items of one set in order."""
        yield from jsonl.read(self.file(f"items/{window}/{corpus}/{task}.{split}.jsonl"), Item)

    def documents(self, window: str, corpus: str) -> Iterator[Document]:
        """Yield the documents of one window and corpus in order, one in memory at a time."""
        yield from jsonl.read(self.file(f"documents/{window}/{corpus}.jsonl"), Document)

    def verify(self, name: str) -> None:
        """Compare a file of the manifest with its hash.

        Raises:
            InputError: It is missing or was changed, or the manifest does not list it.
        """
        if name not in self.manifest.files:
            raise InputError(
                f"{self.folder / name}: not listed in manifest.json; build the items again"
            )
        if jsonl.digest(self.file(name)) != self.manifest.files[name].sha256:
            raise InputError(
                f"{self.folder / name}: changed since it was built (its hash differs from "
                "manifest.json); build the items again"
            )

    def pairs(
        self,
        keep: Callable[[Item], bool] = lambda _: True,
        *,
        sets: Collection[tuple[str, str]] | None = None,
    ) -> Iterator[tuple[Document, list[Item]]]:
        """Yield each document with the items asked about it, in stored order.

        An item about amended text comes by itself, with the document as amended for it. Documents
        of which no item is kept are passed over. Arguments as for ``packets``.
        """
        for packet in self.packets(keep, sets=sets):
            yield from packet.pairs()

    def packets(
        self,
        keep: Callable[[Item], bool] = lambda _: True,
        *,
        sets: Collection[tuple[str, str]] | None = None,
    ) -> Iterator[Packet]:
        """Yield each document, not decoded yet, with the items asked about it, in stored order.

        Documents and items pass one at a time, the files of items read beside that of their
        documents: whatever the size of the data, memory holds one document. Items that do not
        stand in the order of their documents are held, and come in a second pass.

        Args:
            keep: Chooses items; sees those of one set in order.
            sets: The windows and corpora whose files are read at all; all if None.
        """
        for at, tests in self._places(sets).items():
            asked = [InTurn(filter(keep, self.items(*test))) for test in tests]
            yield from self._beside(at, asked)
            waiting: dict[str, list[Item]] = {}
            for item in chain.from_iterable(asked):
                waiting.setdefault(item.document, []).append(item)
            yield from self._beside(at, [InAnyOrder(waiting)] if waiting else [])
            if waiting:
                raise InputError(
                    f"{self.folder}: documents/{'/'.join(at)}.jsonl lacks the document "
                    f"{next(iter(waiting))!r}; build the items again"
                )

    def _places(
        self, sets: Collection[tuple[str, str]] | None
    ) -> dict[tuple[str, str], list[Test]]:
        """Return the tests of each window and corpus."""
        places: dict[tuple[str, str], list[Test]] = {}
        for test in self.sets():
            if sets is None or test[:2] in sets:
                places.setdefault(test[:2], []).append(test)
        return places

    def _beside(
        self, at: tuple[str, str], asked: Sequence[InTurn | InAnyOrder]
    ) -> Iterator[Packet]:
        """Yield the documents of a window and corpus that are asked about, until none is left."""
        if not any(asked):
            return
        path = self.file(f"documents/{'/'.join(at)}.jsonl")
        names = jsonl.Decoder(DocumentName)
        for row, line in jsonl.rows(path):
            name = names.decode(line, path, row).id
            items = [item for some in asked for item in some.about(name)]
            if items:
                yield Packet(path, row, line, items)
                if not any(asked):
                    return


def test_of(name: str) -> Test | None:
    """Return the test whose items a file of the manifest holds; None if it holds none."""
    match name.split("/"):
        case ["items", window, corpus, file]:
            match file.rsplit(".", 2):
                case [task, "test" | "train" as split, "jsonl"] if task:
                    return window, corpus, task, "test" if split == "test" else "train"
    return None


def documents_of(test: Test) -> str:
    """Return the name of the file of the documents that a test is about."""
    return f"documents/{test[0]}/{test[1]}.jsonl"
