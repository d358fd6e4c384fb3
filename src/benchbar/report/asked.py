"""What the models were shown: each document once, in pages, and each question's own lines."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from benchbar.records import Document, Item
from benchbar.report.findings import Source
from benchbar.runs import plan
from benchbar.suites.data import Data

LONGEST = 60_000
"""Characters of a document that is shown whole, on a page for documents."""

_A_PAGE = 300_000
"""Characters of documents on one page."""

_NEIGHBOURS, _MANY_NEIGHBOURS = 2, 20
"""Lines shown above and below the one asked about; more where the whole is on no page."""

_PLACE = "[the document]"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as a model saw it.

    ``messages`` are the user's messages by variant and trial, the document left out; a trial that
    is not among them was asked as the first was. ``around`` are the
    lines near the one asked about, which is the ``marked``-th of them; ``first`` counts the rows
    of the document before them, ``rows`` all. ``page`` is where the whole document stands, or "".
    """

    messages: Mapping[tuple[str, int], tuple[str, ...]]
    around: Sequence[str]
    marked: int
    first: int
    rows: int
    page: str
    changed: bool

    def said(self, variant: str, trial: int) -> tuple[str, ...]:
        """Return the user's messages in a variant and a trial."""
        return self.messages.get((variant, trial)) or self.messages[variant, 1]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of whole documents: file name, and each with its anchor and rows.

    A row is its text, and its anchor if a question is about it.
    """

    file: str
    documents: Sequence[tuple[str, Document, Sequence[tuple[str, str]]]]


def libraries(sources: Sequence[Source]) -> dict[str, list[Source]]:
    """Group the sources by their data: runs on the same items share its documents."""
    found: dict[str, list[Source]] = {}
    for source in sources:
        found.setdefault(source.run.data.digest, []).append(source)
    return found


def read(sources: Sequence[Source], stem: str, asked: dict[str, Asked]) -> Iterator[Page]:
    """Read the documents of runs that share their data once; yield pages of them.

    Args:
        sources: The runs.
        stem: Beginning of the pages' names.
        asked: Filled, by item id, while the pages are drawn.
    """
    variants: dict[str, set[str]] = {}
    trials = tuple(range(1, 1 + max(source.run.study.trials for source in sources)))
    for source in sources:
        for item_id in source.items:
            variants.setdefault(item_id, set()).update(
                cell.variant for cell in source.run.study.cells
            )
    sets = {(item.window, item.corpus) for source in sources for item in source.items.values()}
    pages = _Pages(stem)
    for document, items in _together(sources[0].run.data, variants, sets):
        full, address = pages.put(document, items) if len(document.text) <= LONGEST else (None, "")
        for shown, item in items:
            row = shown.text.count("\n", 0, shown.lines[item.target].start)
            page = f"{address}-{row + 1}" if address else ""
            ways = product(sorted(variants[item.id]), plan.alike(item, trials))
            asked[item.id] = _asked(shown, item, row, page, ways)
        if full:
            yield full
    if last := pages.close():
        yield last


def _together(
    data: Data, wanted: Collection[str], sets: Collection[tuple[str, str]]
) -> Iterator[tuple[Document, list[tuple[Document, Item]]]]:
    """Yield each document as it is stored, with its items, each with what the model was shown."""
    held: list[tuple[Document, Item]] = []
    original: Document | None = None
    for document, items in data.pairs(lambda item: item.id in wanted, sets=sets):
        first = items[0]
        stored = document
        if first.unamended is not None:
            stored = document.with_line(first.target, first.unamended)
        if original is not None and stored.id != original.id:
            yield original, held
            held = []
        if original is None or stored.id != original.id:
            original = stored
        held += [(document, item) for item in items]
    if original is not None:
        yield original, held


def _asked(
    document: Document,
    item: Item,
    row: int,
    page: str,
    ways: Iterable[tuple[str, tuple[int, ...]]],
) -> Asked:
    """Return a question as it was put in some variants and trials.

    A document that is the question itself is not left out of the messages.
    """
    rows = document.text.split("\n")
    near = _NEIGHBOURS if page else _MANY_NEIGHBOURS
    start = max(0, row - near)
    whole = document.kind == "question"
    messages = {
        (variant, trials[0]): tuple(
            message if whole else message.replace(document.text, _PLACE)
            for message in plan.turns(item, document, variant, trials[0])
        )
        for variant, trials in ways
    }
    return Asked(
        messages=messages,
        around=rows[start : row + near + 1],
        marked=row - start,
        first=start,
        rows=len(rows),
        page=page,
        changed=item.unamended is not None,
    )


class _Pages:
    """Pages of documents as they fill up."""

    def __init__(self, stem: str) -> None:
        self._stem, self._made, self._size = stem, 0, 0
        self._held: list[tuple[str, Document, Sequence[tuple[str, str]]]] = []

    def put(
        self, document: Document, items: Iterable[tuple[Document, Item]]
    ) -> tuple[Page | None, str]:
        """Put a document down; return the page before if it is full, and the document's address."""
        full = self.close() if self._size > _A_PAGE else None
        anchor = f"d{len(self._held) + 1}"
        targets = {
            shown.text.count("\n", 0, shown.lines[item.target].start) for shown, item in items
        }
        rows = [
            (row, f"{anchor}-{n + 1}" if n in targets else "")
            for n, row in enumerate(document.text.split("\n"))
        ]
        self._held.append((anchor, document, rows))
        self._size += len(document.text)
        return full, f"{self._name()}#{anchor}"

    def close(self) -> Page | None:
        """Return the page that is being filled, and begin another."""
        if not self._held:
            return None
        page = Page(self._name(), self._held)
        self._made, self._size, self._held = self._made + 1, 0, []
        return page

    def _name(self) -> str:
        return f"{self._stem}-{self._made + 1}.html"
