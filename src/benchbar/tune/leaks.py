"""The guard: no training row may ask about what the test split asks about.

Two splits that were built together share no document and no place, yet two depositions may both
hold the line "A.   I couldn't tell you.". So there are two sorts of leak. A training item that *is*
of the test split, by its id or its document, means that the splits are not apart at all. One that
only shares words with it is left out, and there are others to take its place
(docs/decisions/0021).
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

import msgspec

from benchbar.records import Document, Item, Line
from benchbar.suites.data import Data, documents_of, test_of

Strictness: TypeAlias = Literal["ids", "targets", "lines"]
"""How strict the guard is; each includes those before it.

``ids`` looks at ids, documents, and questions with their answers; ``targets`` at the line asked
about as well; ``lines`` at every line of the document.
"""

LEVELS: tuple[Strictness, ...] = get_args(Strictness)
DEFAULT: Strictness = "targets"

Kind: TypeAlias = Literal["id", "document", "question", "target", "line"]

KINDS: dict[Kind, str] = {
    "id": "having the id of a test item",
    "document": "showing the document of a test item",
    "question": "having the question and the answer of a test item",
    "target": "asking about a line of a test item's document",
    "line": "showing a line of a test item's document",
}
"""What leaked, and in what words that is told behind a count or an id."""

SAME: tuple[Kind, ...] = ("id", "document")
"""Leaks that mean that the splits are not apart."""

LONGEST_STOCK = 25
"""Characters of a line that may stand in both splits by chance, such as ``Q. Is that correct?``."""

_NO_LETTERS = re.compile(r"[\W_]+")


class Leak(msgspec.Struct, frozen=True):
    """Why a training item is not trained on; ``shared`` is what it has in common with a test."""

    id: str
    kind: Kind
    shared: str


class Guard:
    """Knows the test splits of DATA folders, and says what of a training item is in them.

    Only digests are kept: eight bytes for each line, however long the documents are.

    Attributes:
        tests: How many test items it knows.
    """

    def __init__(self, strict: Strictness = DEFAULT, longest_stock: int = LONGEST_STOCK) -> None:
        self.tests = 0
        self._strict = LEVELS.index(strict)
        self._longest_stock = longest_stock
        self._ids: set[str] = set()
        self._documents: set[bytes] = set()
        self._questions: set[bytes] = set()
        self._targets: set[bytes] = set()
        self._lines: set[bytes] = set()

    @classmethod
    def over(
        cls,
        folders: Iterable[Data],
        strict: Strictness = DEFAULT,
        longest_stock: int = LONGEST_STOCK,
    ) -> "Guard":
        """Return a guard over the test splits of DATA folders, whose files are first verified.

        Raises:
            InputError: A file is missing or was changed since it was built.
        """
        guard = cls(strict, longest_stock)
        for data in folders:
            guard.add(data)
        return guard

    def add(self, data: Data) -> None:
        """Learn the test split of a DATA folder, whatever its sizes and tests."""
        verify(data, "test")
        self.learn(data.pairs(lambda item: item.split == "test"))

    def learn(self, pairs: Iterable[tuple[Document, Iterable[Item]]]) -> None:
        """Learn test items, each with its document, as ``Data.pairs`` yields them."""
        for document, found in pairs:
            items = list(found)
            self.tests += len(items)
            for item in items:
                self._add_item(item, document)
            self._lines |= {
                _digest(text)
                for line in document.lines
                for text in _spoken(document, line)
                if len(text) > self._longest_stock
            }

    def _add_item(self, item: Item, document: Document) -> None:
        self._ids.add(item.id)
        self._documents.add(_whole(as_stored(document, item)))
        self._questions.add(_question(item))
        for text in _asked_about(document, item):
            self._targets.add(_digest(text))
            if len(text) > self._longest_stock:
                self._lines.add(_digest(text))

    def leak(self, item: Item, document: Document) -> Leak | None:
        """Return the gravest leak of a training item; None if it may be trained on.

        Args:
            item: An item that may become a row.
            document: What it is about, as ``Data.pairs`` yields it: amended if the item says so.
        """
        if item.id in self._ids:
            return Leak(item.id, "id", item.id)
        if _whole(as_stored(document, item)) in self._documents:
            return Leak(item.id, "document", document.id)
        if _question(item) in self._questions:
            return Leak(item.id, "question", f"{item.question} {item.gold}")
        if self._strict >= LEVELS.index("targets") and self._knows_target(item, document):
            return Leak(item.id, "target", document.words(document.lines[item.target]))
        if self._strict >= LEVELS.index("lines"):
            for line in document.lines:
                if any(_digest(text) in self._lines for text in _spoken(document, line)):
                    return Leak(item.id, "line", document.words(line))
        return None

    def _knows_target(self, item: Item, document: Document) -> bool:
        digests = [_digest(text) for text in _asked_about(document, item)]
        return any(digest in self._targets or digest in self._lines for digest in digests)


def verify(data: Data, split: str) -> None:
    """Compare the files of a split, and of its documents, with their hashes.

    Raises:
        InputError: A file is missing or was changed since it was built.
    """
    names: set[str] = set()
    for name in data.manifest.files:
        if (test := test_of(name)) and test[3] == split:
            names |= {name, documents_of(test)}
    for name in sorted(names):
        data.verify(name)


def as_stored(document: Document, item: Item) -> Document:
    """Return a document as it was before it was amended for an item."""
    if item.unamended is None:
        return document
    return document.with_line(item.target, item.unamended)


def normal(text: str) -> str:
    """Return words alone, in lower case: marks, spaces and capitals hide no leak."""
    return _NO_LETTERS.sub(" ", text.casefold()).strip()


def _question(item: Item) -> bytes:
    """Return what stands for a question and its answer: any document may be asked for line 6."""
    return _digest(f"{normal(item.question)}\n{normal(item.gold)}")


def _asked_about(document: Document, item: Item) -> list[str]:
    """Return the words of the line that is asked about, as it is and as it was."""
    if not 0 <= item.target < len(document.lines):
        return []
    found = _spoken(document, document.lines[item.target])
    if item.unamended is not None:
        before = as_stored(document, item)
        found += _spoken(before, before.lines[item.target])
    return [text for text in dict.fromkeys(found) if text]


def _spoken(document: Document, line: Line) -> list[str]:
    """Return a line's words, with its header and without."""
    words, plain = normal(document.words(line)), normal(document.plain(line))
    return [words] if words == plain else [words, plain]


def _whole(document: Document) -> bytes:
    """Return what stands for a document's text, its spaces and capitals aside."""
    return _digest("".join(document.text.casefold().split()))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=8).digest()
