"""Making the items of one chunk: what a worker does, the same on any worker."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from benchbar import cite, jsonl, tokens
from benchbar.corpora import nonces, spans, synthetic
from benchbar.corpora.originals import cut_original
from benchbar.records import Document, Item, Split
from benchbar.seeds import rng_for
from benchbar.suites import rolls, statutes
from benchbar.suites.spec import Window, suite
from benchbar.tasks import TASKS, applies_to
from benchbar.tasks.base import Rules

VARIANT_ROOM = 80
"""Tokens kept free in every prompt, so that it stays within the budget in every variant."""
_QUESTION_ROOM = 320
_ABOUT_A_LINE = 120
"""Room for a question about a line of testimony."""

Form: TypeAlias = Literal["synthetic", "transcript", "statute"]
"""The forms of text that items are made of, each in a way of its own."""

Numbering: TypeAlias = Literal["new", "original"]

_COLLAPSED = ("defined_to_cite", "cite_to_defined")
_WITH_IDS = (applies_to.NAME,)
_TRIES = 200


def most_tokens(window: Window) -> int:
    """Return the most tokens of a section that can be asked about in a window."""
    return window.budget - VARIANT_ROOM - _QUESTION_ROOM


@dataclass(frozen=True, slots=True)
class Options:
    """What changes the items of a suite.

    Attributes:
        lines_per_page: Of transcripts.
        pages: Pages of each transcript instead of the window's own.
        shapes: Width x depth of synthetic sections, drawn in turn, instead of the window's own.
        numbering: Of transcripts: anew, or as the reporter numbered pages and lines.
        rules: How different the words of a text-to-cite question must be.
    """

    lines_per_page: int = 25
    pages: int | None = None
    shapes: tuple[str, ...] = ()
    numbering: Numbering = "new"
    rules: Rules = Rules()


@dataclass(frozen=True, slots=True)
class Source:
    """The text that items of a split are made of.

    Attributes:
        form: How items are made of it.
        path: A file of transcripts, or a store of statutes; None for synthetic sections.
        part: The split whose share of a store of statutes may be used; all of it if None.
        natural: Whether that share is one of lines, and sections keep the order of the store.
    """

    form: Form
    path: Path = Path()
    part: Split | None = None
    natural: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """Items ``start`` to ``stop`` of one test: what a worker is handed.

    Of the shuffled lines of a file of transcripts the n-th item of a block of ``stride`` items
    tries every ``stride``-th from the n-th on, so that no two items try the same line, whoever
    makes them; without a stride the chunk is a whole split, whose items try line after line until
    none is left. Of statutes, ``targets`` holds what each item of the chunk is about. Without
    ``emits``, another test makes the documents.
    """

    suite: str
    seed: int
    window: str
    corpus: str
    task: str
    split: Split
    start: int
    stop: int
    options: Options
    source: Source
    stride: int | None = None
    targets: tuple[statutes.Target, ...] = ()
    emits: bool = True

    @property
    def documents_of(self) -> str:
        """The test that the documents are named after."""
        shares = self.source.form == "statute"
        return statutes.SHARED.get(self.task, self.task) if shares else self.task

    @property
    def stream(self) -> tuple[str | int, ...]:
        """The name of the test's random streams."""
        return (self.suite, self.seed, self.window, self.corpus, self.documents_of, self.split)

    @property
    def budget(self) -> int:
        """Most tokens of a prompt."""
        return suite(self.suite).window(self.window).budget


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a chunk: JSON Lines, and how many items and documents."""

    items: bytes
    documents: bytes
    item_count: int
    document_count: int


Pair: TypeAlias = tuple[Document, Item]


def make(chunk: Chunk) -> Made:
    """Make the items of a chunk; fewer than asked for where targets run out."""
    pairs = list(_MAKERS[chunk.source.form](chunk))
    documents = [document for document, _ in pairs] if chunk.emits else []
    return Made(
        items=jsonl.encode(item for _, item in pairs),
        documents=jsonl.encode(documents),
        item_count=len(pairs),
        document_count=len(documents),
    )


def _on_synthetic(chunk: Chunk) -> Iterator[Pair]:
    for n in range(chunk.start, chunk.stop):
        pair = _synthetic(chunk, n)
        if pair:
            yield pair


def _synthetic(chunk: Chunk, n: int) -> Pair | None:
    """Draw a section and a line, until the line may be asked about.

    The term that a question is about is one of its split's own half of the nonces or ids, so no
    line that is asked about in one split occurs in the other.
    """
    layout: synthetic.Layout = "collapsed" if chunk.task in _COLLAPSED else "spread"
    shapes = chunk.options.shapes or suite(chunk.suite).window(chunk.window).shapes_in(layout)
    width, depth = map(int, shapes[n % len(shapes)].split("x"))
    draw = nonces.draw_ids if chunk.task in _WITH_IDS else nonces.draw_nonces
    answer = _answer(chunk, n)
    for attempt in range(_TRIES):
        rng = rng_for(*chunk.stream, n, attempt)
        document = synthetic.generate(
            rng, name=_document_name(chunk, n), width=width, depth=depth, layout=layout, draw=draw
        )
        for _ in range(len(document.lines)):
            place = rng.randrange(len(document.lines))
            if not _is_for(chunk.split, synthetic.term(document, document.lines[place])):
                continue
            item = TASKS[chunk.task].ask(document, place, chunk.options.rules)
            if item and answer in (None, item.gold):
                size = _size(document, width, depth, layout, draw)
                return _complete(chunk, n, document, item, size, width=width, depth=depth)
    return None


def _answer(chunk: Chunk, n: int) -> str | None:
    """Return the answer that item ``n`` must have; None if any will do.

    Of two neighbours one is Yes and one No, which first is left to chance: exactly half are yes,
    and neither an item's number nor the shape of its section tells its answer.
    """
    if chunk.task != applies_to.NAME:
        return None
    yes_first = rng_for(*chunk.stream, "yes first", n // 2).random() < 0.5
    return "Yes" if yes_first == (n % 2 == 0) else "No"


def _size(
    document: Document, width: int, depth: int, layout: synthetic.Layout, draw: synthetic.DrawTerms
) -> int:
    """Return the tokens of a section with an empty line; nonces are all of one size, ids not."""
    if draw is nonces.draw_nonces:
        return synthetic.size(width, depth, layout)
    return tokens.count(f"{document.text}\n\n")


def _is_for(split: Split, term: str | None) -> bool:
    return term is not None and nonces.half(term) == (0 if split == "test" else 1)


def _on_transcripts(chunk: Chunk) -> Iterator[Pair]:
    """Let each item try lines that no other item tries, until one may be asked about."""
    found = rolls.places(chunk.source.path, (*chunk.stream, "targets"))
    in_turn = _each(found)
    for n in range(chunk.start, chunk.stop):
        tried = _each(found[n % chunk.stride :: chunk.stride]) if chunk.stride else in_turn
        pair = _transcript(chunk, n, tried)
        if pair:
            yield pair


def _each(places: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    return ((int(t), int(place)) for t, place in places)


def _transcript(chunk: Chunk, n: int, tried: Iterator[tuple[int, int]]) -> Pair | None:
    cut = _cut_anew if chunk.options.numbering == "new" else _cut_original
    for attempt, (t, place) in enumerate(tried):
        made = cut(chunk, n, t, place, rng_for(*chunk.stream, n, attempt))
        if made is None:
            continue
        document, target, size, shape = made
        item = TASKS[chunk.task].ask(document, target, chunk.options.rules)
        if item:
            roll = rolls.transcripts(chunk.source.path)[t]
            origin = {"source": roll.id, "origin": roll.cites[place]}
            pair = _complete(chunk, n, document, item, size, **shape, **origin)
            if pair:
                return pair
    return None


_Cut: TypeAlias = tuple[Document, int, int, dict[str, int]]
"""A span, the place of the target in it, its tokens, and its shape."""


def _cut_anew(chunk: Chunk, n: int, t: int, place: int, rng: random.Random) -> _Cut | None:
    """Cut a span around a line and number it anew."""
    roll = rolls.transcripts(chunk.source.path)[t]
    lines_per_page = chunk.options.lines_per_page
    pages = _pages(chunk, n, len(roll.words) // lines_per_page)
    if not pages:
        return None
    first = rolls.span_around(roll, place, pages * lines_per_page, rng)
    first_page = spans.first_number(rng, lines_per_page)

    def begin(pages: int) -> int:
        return max(first, place - pages * lines_per_page + 1)

    def size(pages: int) -> int:
        shape = {"pages": pages, "lines_per_page": lines_per_page}
        return roll.size(begin(pages), first_page=first_page, **shape)

    pages, taken = _fitting(chunk, pages, size)
    if not pages:
        return None
    shape = {"pages": pages, "lines_per_page": lines_per_page}
    name = _document_name(chunk, n)
    document = spans.cut(roll, begin(pages), name=name, first_page=first_page, **shape)
    return document, place - begin(pages), taken, shape


def _cut_original(chunk: Chunk, n: int, t: int, place: int, rng: random.Random) -> _Cut | None:
    """Take whole pages around a line as the reporter numbered them.

    A page number must be greater than every line number, so that a bare pair of numbers can be
    read in one way only.
    """
    original = rolls.originals(chunk.source.path)[t]
    pages = _pages(chunk, n, len(original.pages))
    if not pages:
        return None
    first = original.around(place, pages, rng)
    own = original.page_of(place)

    def begin(pages: int) -> int:
        return max(first, own - pages + 1)

    pages, taken = _fitting(chunk, pages, lambda few: original.size(begin(few), pages=few))
    if not pages:
        return None
    first = begin(pages)
    document = cut_original(original, first, name=_document_name(chunk, n), pages=pages)
    cites = [cite.parse(line.cite) for line in document.lines]
    most = max(own.line for own in cites if isinstance(own, cite.RecordCite))
    if min(original.pages[first : first + pages]) <= most:
        return None
    shape = {"pages": pages, "lines_per_page": most}
    return document, place - original.starts[first], taken, shape


def _pages(chunk: Chunk, n: int, most: int) -> int:
    """Return the pages of item ``n``: the window's in turn, of those that the transcript has."""
    own = suite(chunk.suite).window(chunk.window).pages
    wanted = (chunk.options.pages,) if chunk.options.pages else own
    able = [pages for pages in wanted if pages <= most]
    return able[n % len(able)] if able else 0


def _fitting(chunk: Chunk, pages: int, size: Callable[[int], int]) -> tuple[int, int]:
    """Return for how many of some pages a prompt has room (0: for none), and their tokens.

    Testimony of long lines takes more than the pages of a window were chosen for. What the user
    chose is taken whole or not at all.

    Args:
        chunk: What is made.
        pages: At most so many.
        size: Says how many tokens so many pages have.
    """
    room = chunk.budget - VARIANT_ROOM - _ABOUT_A_LINE
    taken = size(pages)
    while taken > room and pages:
        pages = 0 if chunk.options.pages else min(pages - 1, pages * room // taken)
        taken = size(pages)
    return pages, taken


def _on_statutes(chunk: Chunk) -> Iterator[Pair]:
    """Bind the section of each item's target together with others."""
    source = chunk.source
    shelf = statutes.open_shelf(source.path, None if source.natural else source.part)
    for n, target in enumerate(chunk.targets, chunk.start):
        filled = statutes.fill(
            shelf,
            chunk.task,
            target,
            name=_document_name(chunk, n),
            rng=rng_for(*chunk.stream, n),
            room=chunk.budget - VARIANT_ROOM,
            natural=source.natural,
            rules=chunk.options.rules,
        )
        if filled:
            document, item, size = filled
            origin = {"source": document.source, "origin": document.lines[item.target].cite}
            pair = _complete(chunk, n, document, item, size, title=document.title, **origin)
            if pair:
                yield pair


_MAKERS = {
    "synthetic": _on_synthetic,
    "transcript": _on_transcripts,
    "statute": _on_statutes,
}


def _complete(
    chunk: Chunk, n: int, document: Document, item: Item, size: int, **traits: int | str
) -> Pair | None:
    """Return document and item, now named; None if a prompt would be over the budget."""
    later = TASKS[item.task].turns(item, document, "default")[1:]
    total = size + tokens.count(item.question) + sum(map(tokens.count, later))
    if total + VARIANT_ROOM > chunk.budget:
        return None
    named = msgspec.structs.replace(
        item,
        id=f"{chunk.suite}-{_name(chunk, chunk.task, n)}",
        window=chunk.window,
        corpus=chunk.corpus,
        split=chunk.split,
        traits={**traits, "lines": len(document.lines), "tokens": total},
    )
    return document, named


def _document_name(chunk: Chunk, n: int) -> str:
    return _name(chunk, chunk.documents_of, n)


def _name(chunk: Chunk, task: str, n: int) -> str:
    return f"{chunk.window}-{chunk.corpus}-{task}-{chunk.split}-{n + 1:04d}"
