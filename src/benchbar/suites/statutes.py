"""Items about statutes: which lines are asked about, and which sections stand around them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from benchbar import tokens
from benchbar.corpora.sheaves import Shelf, bind
from benchbar.corpora.statutes import Statutes
from benchbar.records import Document, Item, Line, Split
from benchbar.seeds import rng_for, share_of
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules

Target = tuple[int, int]
"""A row of a store of statutes, and the place of a line in that section."""

SHARED = {"cite_to_amended": "cite_to_text"}
"""Tests that use the documents and targets of another, but for the change."""

_CHOSEN_BY = {"cite_to_text": "cite_to_amended"}
_TEST_SECTIONS = 1 / 5
_TEST_LINES = 2 / 5
_MISSES = 200
_AMENDMENT_ROOM = 20


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of targets for a split of a test: what a worker is handed.

    Attributes:
        name: Of the random stream; tests that share documents share it.
        task: The test.
        source: The store of statutes.
        part: The split whose share may be used; all of it if None.
        natural: Whether the share is one of lines, and sections keep their order.
        least: Fewest tokens of a section that is asked about, if there are such.
        most: Most tokens of one.
        count: How many targets are wanted.
        rules: How different the words of a text-to-cite question must be.
    """

    name: tuple[str | int, ...]
    task: str
    source: Path
    part: Split | None
    natural: bool
    least: int
    most: int
    count: int
    rules: Rules


def choose(choice: Choice) -> tuple[Target, ...]:
    """Return different targets; fewer than wanted where there are no more.

    Sections are drawn by weight, lines of a section evenly; a section that is drawn again goes on
    where it stopped. When draws find nothing new for long, every section is looked through.
    """
    shelf = open_shelf(choice.source, None if choice.natural else choice.part)
    rng = rng_for(*choice.name, "targets")
    lines = cache(lambda row: _askable(choice, shelf, row, rng))
    found: list[Target] = []
    misses = 0
    while len(found) < choice.count and misses < _MISSES:
        row = shelf.draw(rng, choice.least, choice.most)
        if row is None:
            row = shelf.draw(rng, 1, choice.most)
        if row is None:
            return ()
        target = next(lines(row), None)
        misses = 0 if target else misses + 1
        found += [target] if target else []
    left = (target for row in shelf.rows(1, choice.most) for target in lines(row))
    return (*found, *islice(left, choice.count - len(found)))


def _askable(choice: Choice, shelf: Shelf, row: int, rng: random.Random) -> Iterator[Target]:
    """Yield the lines of a section that may be asked about, in random order."""
    document = shelf.statutes.document(row)
    places = list(range(len(document.lines)))
    rng.shuffle(places)
    ask = TASKS[_CHOSEN_BY.get(choice.task, choice.task)].ask
    own = choice.part if choice.natural else None
    for place in places:
        mine = own is None or own == line_part(document.title, document.lines[place])
        if mine and ask(document, place, choice.rules):
            yield row, place


def fill(
    shelf: Shelf,
    task: str,
    target: Target,
    *,
    name: str,
    rng: random.Random,
    room: int,
    natural: bool,
    rules: Rules,
) -> tuple[Document, Item, int] | None:
    """Return a document around a target, the question about it, and the document's tokens.

    A section that makes the question ambiguous, since it has the same words or defines the same
    term, is left out.

    Args:
        shelf: The sections that may be used.
        task: The test.
        target: What is asked about.
        name: The document's id.
        rng: Source of the draw.
        room: Most tokens of the document and its question.
        natural: Take the sections next to it, in their order, instead of others at random.
        rules: How different the words of a text-to-cite question must be.
    """
    row, place = target
    section = cache(shelf.statutes.document)
    own = section(row)
    ask = TASKS[task].ask
    alone = ask(own, place, rules)
    if alone is None:
        return None

    def bound(rows: Sequence[int]) -> tuple[Document, Item | None]:
        sections = [section(other) for other in rows]
        before = sum(len(other.lines) for other in sections[: rows.index(row)])
        document = bind(sections, own, name=name)
        return document, ask(document, before + place, rules)

    around = shelf.stretch if natural else shelf.fill
    rows = around(rng, row, room - tokens.count(alone.question) - _AMENDMENT_ROOM)
    document, item = bound(rows)
    if item is None:
        rows = [other for other in rows if other == row or bound([row, other])[1]]
        document, item = bound(rows)
    if item is None:
        return None
    size = sum(int(shelf.statutes.tokens[other]) for other in rows)
    return document, item, size + growth(document, item)


def growth(document: Document, item: Item) -> int:
    """Return by how many tokens an amended line makes its document longer."""
    if item.unamended is None:
        return 0
    line = document.lines[item.target]
    start = document.text.rfind("\n", 0, line.start) + 1
    following = document.lines[item.target + 1 : item.target + 2]
    end = following[0].start if following else len(document.text)
    tail = document.text[line.end : end].rstrip(" ") or "\n\n"
    lead = document.text[start : line.start]
    return tokens.count(lead + item.gold + tail) - tokens.count(lead + item.unamended + tail)


@lru_cache(4)
def open_shelf(source: Path, part: Split | None) -> Shelf:
    """Open a store and keep the sections of one part: a fifth for testing, the rest to train.

    The part of a section follows from its title and number alone, so sections that share these
    share it, and a later release of the same law is split alike.
    """
    statutes = Statutes(source)
    names = zip(statutes.titles, statutes.sections, strict=True)
    rows = [row for row, name in enumerate(names) if part is None or _part(*name) == part]
    return Shelf(statutes, rows)


def _part(title: str, section: str) -> Split:
    return "test" if share_of("part", title, section) < _TEST_SECTIONS else "train"


def line_part(title: str, line: Line) -> Split:
    """Return the split that a line of a user's document is for: two fifths are for testing.

    Definitions in a list, which all have the cite of their section, are told by their terms.
    """
    own = line.terms if line.words == line.start else ()
    return "test" if share_of("line", title, line.cite, *own) < _TEST_LINES else "train"
