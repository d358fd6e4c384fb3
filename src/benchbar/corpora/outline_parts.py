"""From paragraphs to the parts of a document: labels placed, headings and flush text told apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.corpora.outline_labels import SECTION, Label, Reading, labels_at
from benchbar.corpora.outline_rows import (
    OddRow,
    Paragraph,
    in_title_case,
    is_heading,
    lead_in_bold,
    without_bold,
)
from benchbar.corpora.outline_sequence import DEFINITION, Event, Placed, place
from benchbar.corpora.outline_terms import opens_definition, terms_of

PartKind: TypeAlias = Literal["part", "flush", "heading", "definition"]

_LEAD = re.compile(r"([^.:—–]{2,90}?)(\.|:|\.?\s?[—–])\s+(?=[\"“‘(]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Inc|Ltd|Co|Corp|No|Nos|Mr|Mrs|Ms|Dr|St|v|Sec|Art|U\.S|Jr|Sr)|\b[A-Z])$"
)
_VERB = re.compile(
    r"\b(?:is|are|was|shall|may|must|will|has|have|do|does|can|means?|includes?|applies|pays?|see)\b"
)
_DEFINITIONS = re.compile(r"\b(?:definitions?|defined terms|interpretation|glossary)\b", re.I)
_RECITALS = re.compile(r"\W*(?:recitals?|background|whereas|preamble)\b", re.IGNORECASE)
_MOST_LEAD_WORDS = 10


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


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts in order, rows without a cite, and what was ambiguous."""

    parts: list[Part]
    uncited: list[OddRow]
    notes: list[str]


@dataclass(slots=True)
class _Read:
    """A paragraph with the labels that it may open with, and the words behind them."""

    paragraph: Paragraph
    labels: tuple[Label, ...]
    rest: str
    defines: bool
    placed: Placed | None = None


def parts_of(paragraphs: list[Paragraph], *, markdown: bool) -> Parts:
    """Place the labels of paragraphs and make parts of them."""
    read = list(_read(paragraphs, markdown=markdown))
    asked = [one for one in read if one.labels or one.defines]
    events = [
        Event(one.labels, one.paragraph.doubtful, under_heading=headed)
        for one, headed in _under_headings(read)
        if one.labels or one.defines
    ]
    for one, placed in zip(asked, place(events), strict=True):
        one.placed = placed
    maker = _Maker()
    for one in read:
        maker.take(one)
    maker.finish()
    return Parts(maker.parts, maker.uncited, maker.notes)


def _read(paragraphs: list[Paragraph], *, markdown: bool) -> Iterator[_Read]:
    """Read the labels of each paragraph, and whether it defines a term without one."""
    under = False
    for one in paragraphs:
        labels, rest = _labels(one, markdown=markdown)
        if one.heading and len(one.text) < 120:
            under = _DEFINITIONS.search(one.text) is not None
        defines = not labels and not one.heading and (
            opens_definition(one.text, in_definitions=under)
        )  # fmt: skip
        yield _Read(one, labels, rest, defines)


def _labels(paragraph: Paragraph, *, markdown: bool) -> tuple[tuple[Label, ...], str]:
    """Return a paragraph's labels and the words behind them; labels may stand in bold type."""
    text = paragraph.text
    indent = paragraph.indent // 2 * 2 if markdown else 0
    if text.startswith("**"):
        inner, _, rest = text[2:].partition("**")
        labels, end = labels_at(inner.rstrip(), indent=indent)
        held = inner[end:].strip()
        return labels, (f"**{held}** {rest.strip()}".strip() if held else rest.strip())
    labels, end = labels_at(text, indent=indent)
    if labels and labels[0].text.isdigit() and not is_heading(text[end:]):
        return (), text
    return labels, text[end:].strip()


def _under_headings(read: list[_Read]) -> Iterator[tuple[_Read, bool]]:
    """Yield each paragraph with whether a heading without a number stands right before it."""
    heading = False
    for one in read:
        yield one, heading
        heading = one.paragraph.heading and not one.labels


class _Maker:
    """Makes parts of paragraphs in order; the state is what is open."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.uncited: list[OddRow] = []
        self.notes: list[str] = []
        self._open: tuple[Level, ...] = ()
        self._definitions = False
        self._recitals = False

    def take(self, one: _Read) -> None:
        """Make a part of a paragraph, or add it to the one before."""
        placed = one.placed
        if one.labels and placed and placed.stack:
            self._part(one, placed, placed.stack)
        elif one.labels and one.paragraph.doubtful and self.parts:
            last = self.parts[-1]
            last.body = f"{last.body} {without_bold(one.paragraph.text)}".strip()
        else:
            if one.labels:
                self._odd(one.paragraph, "its number fits no sequence")
            self._unlabelled(one)

    def _part(self, one: _Read, placed: Placed, stack: tuple[Reading, ...]) -> None:
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
        header, body = split_header(one.rest, heading=one.paragraph.heading)
        if _DEFINITIONS.search(header):
            self._definitions = True
        elif header and own[0].rank <= SECTION:
            self._definitions = False
        if own[0].rank <= SECTION:
            self._recitals = False
        label = " ".join(_shown(one, own))
        part = Part(
            "part", one.paragraph.row, label, header, body, self._open, kept, one.paragraph.indent,
            self._terms(one.rest),
        )  # fmt: skip
        self.parts.append(part)
        self._note(one, placed, stack[-1])

    def _note(self, one: _Read, placed: Placed, chosen: Reading) -> None:
        row, label = one.paragraph.row, one.labels[-1].text
        if placed.other is not None:
            self.notes.append(
                f"row {row}: {label} is read as {_named(chosen)}, not as {_named(placed.other)}, "
                "by the numbers around it"
            )
        if placed.jumped:
            self.notes.append(f"row {row}: {label} does not follow the number before it")

    def _unlabelled(self, one: _Read) -> None:
        paragraph, last = one.paragraph, self.parts[-1] if self.parts else None
        text = without_bold(paragraph.text)
        if last and last.kind == "part" and not last.header and not last.body and paragraph.heading:
            last.header, last.terms = text, ()
            self._definitions = self._definitions or _DEFINITIONS.search(text) is not None
            return
        if one.defines and self._open:
            self._definition(one, text)
            return
        if last and last.kind == "part" and not last.body and not paragraph.heading:
            last.body = text
            last.terms = self._terms(paragraph.text)
            return
        if paragraph.heading and not paragraph.bullet:
            self._definitions = _DEFINITIONS.search(text) is not None
            self._recitals = _RECITALS.match(text) is not None
            self._odd(paragraph, "a heading without a number")
            self.parts.append(Part("heading", paragraph.row, "", text, "", (), 0, paragraph.indent))
            return
        why = "a bullet without a number" if paragraph.bullet else "a paragraph without a number"
        if not self._open:
            why = "text before the first number"
            self._recitals = self._recitals or _RECITALS.match(text) is not None
        self._odd(paragraph, why)
        chain = self._continued(paragraph)
        part = Part("flush", paragraph.row, "", "", text, chain, max(0, len(chain) - 1),
                    paragraph.indent, self._terms(paragraph.text))  # fmt: skip
        self.parts.append(part)

    def _definition(self, one: _Read, text: str) -> None:
        """Add a definition that has no number: it is cited as the part that it stands in."""
        keep = len(self._open)
        while keep and self._open[keep - 1].reading.rank > SECTION:
            keep -= 1
        self._open = (*self._open[:keep], Level(DEFINITION, None))
        paragraph = one.paragraph
        self._odd(paragraph, "a definition without a number")
        self.parts.append(
            Part(
                "definition",
                paragraph.row,
                "",
                "",
                text,
                self._open,
                keep,
                paragraph.indent,
                terms_of(paragraph.text, in_definitions=True),
            )
        )

    def _continued(self, paragraph: Paragraph) -> tuple[Level, ...]:
        """Return the levels that a paragraph without a number continues, by its indent."""
        for part in reversed(self.parts):
            if part.kind != "part" or part.chain[-1] not in self._open:
                continue
            if part.indent == paragraph.indent or part.chain[-1].reading.rank <= SECTION:
                return part.chain
        return self._open[:1]

    def _terms(self, text: str) -> tuple[str, ...]:
        return terms_of(text, in_definitions=self._definitions)

    def _odd(self, paragraph: Paragraph, why: str) -> None:
        self.uncited.append(OddRow(paragraph.row, without_bold(paragraph.text), why))

    def finish(self) -> None:
        """Take for words what stands like a heading over nothing."""
        parents = {id(level) for part in self.parts for level in part.chain[:-1]}
        for part in self.parts:
            if part.kind == "part" and not part.body and id(part.chain[-1]) not in parents:
                part.header, part.body = "", part.header
            if part.header and part.body and part.header[-1].isalnum():
                part.header += "."


def _shown(one: _Read, own: tuple[Label, ...]) -> Iterator[str]:
    """Yield the labels as written, closed up: 4.2(b)."""
    yield "".join(label.text for label in one.labels) if own else ""


def split_header(text: str, *, heading: bool = False) -> tuple[str, str]:
    """Split the heading that opens a part from its words: bold type, or a title and a period."""
    if end := lead_in_bold(text):
        lead, rest = without_bold(text[:end]), without_bold(text[end:])
        if not terms_of(text[: end + 120]) and (not rest or rest[0] not in ",;)"):
            return lead, rest
    plain = without_bold(text)
    if terms_of(plain):
        return _lead(plain)
    if heading or is_heading(plain):
        return plain, ""
    return _lead(plain)


def _lead(plain: str) -> tuple[str, str]:
    match = _LEAD.match(plain)
    if match and len(match[1].split()) <= _MOST_LEAD_WORDS and not _ABBREVIATION.search(match[1]):
        title = in_title_case(match[1]) or match[1].isupper() or _is_short_title(match[1])
        if title and '"' not in match[1] and "“" not in match[1]:
            return plain[: match.end()].rstrip(), plain[match.end() :]
    return "", plain


def _is_short_title(lead: str) -> bool:
    """Say whether a few words without a verb open a part: ``Standard of work``."""
    return len(lead.split()) <= 4 and lead[0].isupper() and not _VERB.search(lead)


def _named(reading: Reading) -> str:
    """Name a reading for a note."""
    inner = reading.style.strip("()[]. ")
    kind = "a roman number" if inner.lower() == "i" else "a letter"
    return f"{kind} (the {reading.value[0]}. of its level)"
