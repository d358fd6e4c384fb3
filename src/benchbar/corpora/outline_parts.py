"""From paragraphs to the parts of a document: labels placed, headings and flush text told apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.corpora.outline_aside import OddRow
from benchbar.corpora.outline_headings import COLUMNS
from benchbar.corpora.outline_labels import ANNEXES, SECTION, Label, Reading
from benchbar.corpora.outline_reading import Read, events_of, read_paragraphs, split_header
from benchbar.corpora.outline_rows import Paragraph, without_bold
from benchbar.corpora.outline_sequence import Placed, place
from benchbar.corpora.outline_terms import terms_of

PartKind: TypeAlias = Literal["part", "flush", "heading", "definition"]

_MOST_TITLE_WORDS = 8
_NAMELESS = re.compile(rf"\W*(?:the )?(?:{'|'.join(sorted(ANNEXES))})\b", re.IGNORECASE)
_RECITALS = re.compile(r"\W*(?:recitals?|background|whereas|preamble)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """One open level: how its label was read and written. Two levels are never equal."""

    reading: Reading
    label: Label | None
    recital: bool = False


@dataclass(slots=True)
class Part:
    """One line of the document to be.

    Attributes:
        kind: A part with a label; else flush text, a heading or a definition without one.
        row: The row of the file at which it begins.
        label: The labels as written.
        header: The heading that opens it.
        body: Its words behind the header.
        chain: The levels that it stands in, its own last; for flush text those that it continues.
        depth: Levels above it.
        terms: What it defines.
        nameless: Whether it stands in an annex without a number, whose sections no cite names.
    """

    kind: PartKind
    row: int
    label: str
    header: str
    body: str
    chain: tuple[Level, ...]
    depth: int
    indent: int
    terms: tuple[str, ...] = ()
    nameless: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts in order, rows without a cite, and what was ambiguous."""

    parts: list[Part]
    uncited: list[OddRow]
    notes: list[str]


def parts_of(paragraphs: list[Paragraph], *, markdown: bool) -> Parts:
    """Place the labels of paragraphs and make parts of them."""
    read = read_paragraphs(paragraphs, markdown=markdown)
    asked = [one for one in read if one.labels or one.defines]
    for one, placed in zip(asked, place(list(events_of(read))), strict=True):
        one.placed = placed
    maker = _Maker()
    for one in read:
        maker.take(one)
    maker.finish()
    return Parts(maker.parts, maker.uncited, maker.notes)


class _Maker:
    """Makes parts of paragraphs in order; the state is what is open."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.uncited: list[OddRow] = []
        self.notes: list[str] = []
        self._open: tuple[Level, ...] = ()
        self._opened: dict[Level, Part] = {}
        self._recitals = False
        self._annex = False
        self._nameless = False

    def take(self, one: Read) -> None:
        """Make a part of a paragraph, or add it to the one before."""
        placed = one.placed
        if one.labels and placed and placed.stack:
            self._part(one, placed, placed.stack)
        elif one.paragraph.doubtful and self.parts:
            last = self.parts[-1]
            last.body = f"{last.body} {without_bold(one.paragraph.text)}".strip()
        else:
            if one.labels:
                self._odd(one.paragraph, "its number fits no sequence")
            self._unlabelled(one)

    def _part(self, one: Read, placed: Placed, stack: tuple[Reading, ...]) -> None:
        kept = 0
        limit = len(stack) - placed.opened
        while kept < min(limit, len(self._open)) and self._open[kept].reading == stack[kept]:
            kept += 1
        own = one.labels[-placed.opened :]
        recital = self._recitals and not kept
        new = [
            Level(reading, label, recital=recital)
            for reading, label in zip(stack[limit:], own, strict=True)
        ]
        self._open = (*self._open[:kept], *new)
        self._nameless = not own[0].word and (
            self._nameless or (self._annex and new[0].reading.first)
        )
        self._annex = False
        header, body = split_header(one.rest, heading=one.paragraph.heading)
        if own[0].rank <= SECTION:
            self._recitals = False
        label = " ".join(_shown(one, own))
        part = Part(
            "part", one.paragraph.row, label, header, body, self._open, kept, one.paragraph.indent,
            terms_of(one.rest, in_definitions=one.listed), self._nameless,
        )  # fmt: skip
        self.parts.append(part)
        self._opened[self._open[-1]] = part
        self._note(one, placed, stack[-1])

    def _note(self, one: Read, placed: Placed, chosen: Reading) -> None:
        row, label = one.paragraph.row, one.labels[-1].text
        if placed.other is not None and _named(placed.other) != _named(chosen):
            self.notes.append(
                f"row {row}: {label} is read as {_named(chosen)}, not as {_named(placed.other)}, "
                "by the numbers around it"
            )
        if placed.jumped:
            self.notes.append(f"row {row}: {label} does not follow the number before it")

    def _unlabelled(self, one: Read) -> None:
        paragraph, last = one.paragraph, self.parts[-1] if self.parts else None
        text = without_bold(paragraph.text)
        empty = last is not None and last.kind == "part" and not last.header and not last.body
        if last and empty and (paragraph.heading or _is_title_of(last, text)):
            last.header, last.terms = text, ()
            return
        if last and last.kind == "part" and not last.body and _goes_on(last.header, paragraph):
            last.header = f"{last.header} {text}"
            return
        if last and last.kind == "part" and not one.defines and _heads(last, paragraph):
            last.header, last.body = last.body, text
            last.terms = terms_of(paragraph.text, in_definitions=one.listed)
            return
        if one.defines and self._open and one.placed and one.placed.stack:
            self._definition(one)
            return
        apart = paragraph.heading or one.labels or COLUMNS.search(paragraph.text)
        if last and last.kind == "part" and not last.body and not apart:
            last.body = text
            last.terms = terms_of(paragraph.text, in_definitions=one.listed)
            return
        if paragraph.heading and not paragraph.bullet:
            self._recitals = _RECITALS.match(text) is not None
            self._annex = _NAMELESS.match(text) is not None
            self._odd(paragraph, "a heading without a number")
            self.parts.append(Part("heading", paragraph.row, "", text, "", (), 0, paragraph.indent))
            return
        why = "a bullet without a number" if paragraph.bullet else "a paragraph without a number"
        if not self._open:
            why = "text before the first number"
            self._recitals = self._recitals or _RECITALS.match(text) is not None
        self._odd(paragraph, why)
        chain = self._continued(paragraph)
        terms = terms_of(paragraph.text, in_definitions=one.listed)
        part = Part("flush", paragraph.row, "", "", text, chain, max(0, len(chain) - 1),
                    paragraph.indent, terms)  # fmt: skip
        self.parts.append(part)

    def _definition(self, one: Read) -> None:
        """Add a definition that has no number: it is cited as the part that it stands in."""
        stack = one.placed.stack if one.placed and one.placed.stack else ()
        keep = min(len(stack) - 1, len(self._open))
        self._open = (*self._open[:keep], Level(stack[-1], None))
        paragraph = one.paragraph
        self._odd(paragraph, "a definition without a number")
        part = Part("definition", paragraph.row, "", "", without_bold(one.rest), self._open, keep,
                    paragraph.indent, terms_of(paragraph.text, in_definitions=True),
                    self._nameless)  # fmt: skip
        self.parts.append(part)

    def _continued(self, paragraph: Paragraph) -> tuple[Level, ...]:
        """Return the levels that a paragraph without a number continues, by its indent."""
        is_open = [self._opened[one] for one in self._open[::-1] if one in self._opened]
        at_its_indent = [part for part in is_open if part.indent == paragraph.indent]
        for part in is_open:
            inside = paragraph.bullet and paragraph.indent > part.indent
            section = part.chain[-1].reading.rank <= SECTION
            outdented = part.indent > paragraph.indent and bool(at_its_indent)
            if inside or part.indent == paragraph.indent or (section and not outdented):
                return part.chain
        return self._open[:1]

    def _odd(self, paragraph: Paragraph, why: str) -> None:
        if not self.uncited or self.uncited[-1].row != paragraph.row:
            self.uncited.append(OddRow(paragraph.row, without_bold(paragraph.text), why))

    def finish(self) -> None:
        """Take for words what stands like a heading over nothing, but for a division's title."""
        parents = {id(level) for part in self.parts for level in part.chain[:-1]}
        for part in self.parts:
            alone = part.kind == "part" and not part.body and id(part.chain[-1]) not in parents
            if alone and not _is_division(part):
                part.header, part.body = "", part.header
            if part.header and part.body and part.header[-1].isalnum():
                part.header += "."


def _shown(one: Read, own: tuple[Label, ...]) -> Iterator[str]:
    """Yield the labels as written, closed up: 4.2(b)."""
    yield "".join(label.text for label in one.labels) if own else ""


def _goes_on(header: str, paragraph: Paragraph) -> bool:
    """Say whether a heading in capitals goes on in the next row."""
    return header.isupper() and paragraph.text.isupper() and not paragraph.rows[0].gap


def _is_title_of(part: Part, text: str) -> bool:
    """Say whether a row under the bare number of a division is its title: ``Final provisions``."""
    return _is_division(part) and _is_short(text)


def _is_division(part: Part) -> bool:
    label = part.chain[-1].label
    return label is not None and bool(label.word)


def _heads(part: Part, paragraph: Paragraph) -> bool:
    """Say whether the words of a section are its title, and a paragraph the section's text."""
    section = part.chain[-1].reading.rank == SECTION and not part.header and not part.terms
    whole = paragraph.text[0].isupper() and paragraph.text[-1] in ".:;—"
    return section and whole and not paragraph.bullet and bool(part.body) and _is_short(part.body)


def _is_short(text: str) -> bool:
    return len(text.split()) <= _MOST_TITLE_WORDS and text[0].isupper() and text[-1].isalnum()


def _named(reading: Reading) -> str:
    """Name a reading for a note."""
    inner = reading.style.strip("()[]. ")
    kinds = {"i": "a roman number", "1": "a number", "n": "a number"}
    kind = kinds.get(inner.lower()[-1:], "a letter")
    return f"{kind} (the {reading.value[0]}. of its level)"
