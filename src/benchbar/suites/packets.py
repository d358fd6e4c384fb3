"""Documents as rows of a file, with the items about them: what is handed from reader to worker."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Document, Item

_DOCUMENTS = jsonl.Decoder(Document)


class DocumentName(msgspec.Struct, frozen=True):
    """A document of which no more is read than its name."""

    id: str


@dataclass(frozen=True, slots=True)
class Packet:
    """A row of a file of documents, and the items about its document."""

    path: Path
    row: int
    line: bytes
    items: list[Item]

    def pairs(self) -> Iterator[tuple[Document, list[Item]]]:
        """Yield the document with its items; for each amended line, the document so amended."""
        document = _DOCUMENTS.decode(self.line, self.path, self.row)
        plain = [item for item in self.items if item.unamended is None]
        if plain:
            yield document, plain
        for item in self.items:
            if item.unamended is not None:
                yield document.with_line(item.target, item.gold), [item]


class InTurn:
    """The items of a set, which stand in the order of their documents."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items = items
        self._next = next(items, None)

    def __bool__(self) -> bool:
        return self._next is not None

    def __iter__(self) -> Iterator[Item]:
        while self._next is not None:
            item, self._next = self._next, next(self._items, None)
            yield item

    def about(self, document: str) -> Iterator[Item]:
        """Take those of the next document, if that is the one."""
        while self._next is not None and self._next.document == document:
            item, self._next = self._next, next(self._items, None)
            yield item


class InAnyOrder:
    """The items of some sets, by their documents."""

    def __init__(self, items: dict[str, list[Item]]) -> None:
        self._items = items

    def __bool__(self) -> bool:
        return bool(self._items)

    def about(self, document: str) -> list[Item]:
        """Take those of a document."""
        return self._items.pop(document, [])
