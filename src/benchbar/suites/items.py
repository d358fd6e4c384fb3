"""Making the items of one chunk: what a worker does, the same on any worker."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from benchbar import jsonl, tokens
from benchbar.corpora import nonces, spans, synthetic
from benchbar.records import Document, Item, Split
from benchbar.seeds import rng_for
from benchbar.suites import sources
from benchbar.suites.spec import suite
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules

VARIANT_ROOM = 80
"""Tokens kept free in every prompt, so that it stays within the budget in every variant."""

_COLLAPSED = ("defined_to_cite", "cite_to_defined")
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Options:
    """What changes the items of a suite.

    Attributes:
        lines_per_page: Of transcripts.
        pages: Pages of each transcript instead of the window's own.
        rules: How different the words of a text-to-cite question must be.
    """

    lines_per_page: int = 25
    pages: int | None = None
    rules: Rules = Rules()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Items ``start`` to ``stop`` of one test: what a worker is handed.

    ``source`` is the file of transcripts that spans are cut from. Of its shuffled lines the n-th
    item of a block of ``stride`` items tries every ``stride``-th from the n-th on, so that no two
    items try the same line, whoever makes them; without a stride the chunk is a whole split, whose
    items try line after line until none is left.
    """

    suite: str
    seed: int
    window: str
    corpus: str
    task: str
    split: Split
    start: int
    stop: int
    stride: int | None
    options: Options
    source: Path | None

    @property
    def name(self) -> tuple[str | int, ...]:
        """The name of the test's random streams."""
        return (self.suite, self.seed, self.window, self.corpus, self.task, self.split)


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a chunk: JSON Lines, and how many items."""

    items: bytes
    documents: bytes
    count: int


def make(chunk: Chunk) -> Made:
    """Make the items of a chunk; fewer than asked for where targets run out."""
    numbers = range(chunk.start, chunk.stop)
    if chunk.source is None:
        made = (_on_synthetic(chunk, n) for n in numbers)
    else:
        targets = _targets(chunk, chunk.source)
        made = (_on_transcripts(chunk, n, chunk.source, tried) for n, tried in targets)
    pairs = [pair for pair in made if pair]
    return Made(
        items=jsonl.encode(item for _, item in pairs),
        documents=jsonl.encode(document for document, _ in pairs),
        count=len(pairs),
    )


def _on_synthetic(chunk: Chunk, n: int) -> tuple[Document, Item] | None:
    """Draw a section and a line, until the line may be asked about.

    The term that a question is about is one of its split's own half of the nonces, so no line
    that is asked about in one split occurs in the other.
    """
    shapes = suite(chunk.suite).window(chunk.window).shapes
    width, depth = map(int, shapes[n % len(shapes)].split("x"))
    layout: synthetic.Layout = "collapsed" if chunk.task in _COLLAPSED else "spread"
    size = synthetic.size(width, depth, layout)
    for attempt in range(_TRIES):
        rng = rng_for(*chunk.name, n, attempt)
        document = synthetic.generate(
            rng, name=_name(chunk, n), width=width, depth=depth, layout=layout
        )
        for _ in range(len(document.lines)):
            place = rng.randrange(len(document.lines))
            if not _is_for(chunk.split, synthetic.term(document, document.lines[place])):
                continue
            item = TASKS[chunk.task].ask(document, place, chunk.options.rules)
            if item:
                return _complete(chunk, n, document, item, size, width=width, depth=depth)
    return None


def _is_for(split: Split, term: str | None) -> bool:
    return term is not None and nonces.place(term) % 2 == (0 if split == "test" else 1)


def _targets(chunk: Chunk, source: Path) -> Iterator[tuple[int, Iterator[tuple[int, int]]]]:
    """Yield each item's number, and the lines (transcript, line) that it may try."""
    found = sources.places(source, (*chunk.name, "targets"))
    in_turn = iter(found)
    for n in range(chunk.start, chunk.stop):
        yield n, islice(found, n % chunk.stride, None, chunk.stride) if chunk.stride else in_turn


def _on_transcripts(
    chunk: Chunk, n: int, source: Path, tried: Iterator[tuple[int, int]]
) -> tuple[Document, Item] | None:
    """Take a line that no other item takes, cut a span around it, until it may be asked about."""
    transcripts = sources.transcripts(source)
    options = chunk.options
    for attempt, (t, place) in enumerate(tried):
        rng = rng_for(*chunk.name, n, attempt)
        roll = transcripts[t]
        pages = _pages(chunk, n, len(roll.words))
        if not pages:
            continue
        shape = {"pages": pages, "lines_per_page": options.lines_per_page}
        first = sources.span_around(roll, place, pages * options.lines_per_page, rng)
        size = roll.size(first, **shape)
        document = spans.cut(roll, first, name=_name(chunk, n), rng=rng, **shape)
        item = TASKS[chunk.task].ask(document, place - first, options.rules)
        if item:
            origin = {"source": roll.id, "origin": roll.cites[place]}
            pair = _complete(chunk, n, document, item, size, **shape, **origin)
            if pair:
                return pair
    return None


def _pages(chunk: Chunk, n: int, lines: int) -> int:
    """Return the pages of item ``n``: the window's in turn, of those that the transcript fills."""
    wanted = (chunk.options.pages,) if chunk.options.pages else _window_pages(chunk)
    able = [pages for pages in wanted if pages * chunk.options.lines_per_page <= lines]
    return able[n % len(able)] if able else 0


def _window_pages(chunk: Chunk) -> tuple[int, ...]:
    return suite(chunk.suite).window(chunk.window).pages


def _complete(
    chunk: Chunk, n: int, document: Document, item: Item, size: int, **traits: int | str
) -> tuple[Document, Item] | None:
    """Return document and item, now named; None if a prompt would be over the budget."""
    total = size + tokens.count(item.question)
    if total + VARIANT_ROOM > suite(chunk.suite).window(chunk.window).budget:
        return None
    named = msgspec.structs.replace(
        item,
        id=f"{chunk.suite}-{_name(chunk, n)}",
        window=chunk.window,
        corpus=chunk.corpus,
        split=chunk.split,
        traits={**traits, "lines": len(document.lines), "tokens": total},
    )
    return document, named


def _name(chunk: Chunk, n: int) -> str:
    return f"{chunk.window}-{chunk.corpus}-{chunk.task}-{chunk.split}-{n + 1:04d}"
