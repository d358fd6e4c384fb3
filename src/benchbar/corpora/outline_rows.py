"""Rows of a document into paragraphs, without what is no part of its text.

Rows that a margin broke are joined, rows that an author ended are not: a row goes on in the next
if the next one's first word would not have fitted behind it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchbar.corpora.outline_aside import (
    OddRow,
    Row,
    contents,
    footnotes,
    furniture,
    signatures,
)
from benchbar.corpora.outline_headings import COLUMNS, breaks_off, is_heading
from benchbar.corpora.outline_labels import Label, labels_at
from benchbar.corpora.outline_terms import opens_definition


@dataclass(slots=True)
class Paragraph:
    """A paragraph: its joined words, and how it stands in the file.

    Attributes:
        row: Where it begins.
        text: Its words; Markdown's bold marks and wide gaps inside a row are kept.
        indent: That of its first row.
        doubtful: Whether its label may be the middle of a sentence of the paragraph before.
        heading: Whether it stands like a heading.
        bullet: Whether it is an item without a number.
        rows: The rows it was joined from.
    """

    row: int
    text: str
    indent: int
    doubtful: bool = False
    heading: bool = False
    bullet: bool = False
    rows: list[Row] = field(default_factory=list)


_CELLS = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"\s*:?(?:[-*_=~:]\s*){3,}")
_HASHES = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*")
_BULLET = re.compile(r"\s*[-*+•▪◦·‣–]\s+")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>|])")
_LINK = re.compile(r"\[([^\]]+)\]\((?:#|https?:|mailto:)[^)\s]*\)")
_COMMENT = re.compile(r"<!--.*?-->|<a\s[^>]*>|</a>", re.DOTALL)
_ITALIC = re.compile(r"(?<![\w*_])([*_])(?=[^\s*_])([^*_\n]+?)\1(?![\w*_])")
_BLANK = re.compile(r"[^\S\n\t ]")
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff]")
_REFERENCE = re.compile(
    r"(?:Sections?|Clauses?|Articles?|Schedules?|Exhibits?|Annex(?:es)?|Appendix|Rules?|Part"
    r"|Paragraphs?)\s+[\dA-Z]"
)
_TAB = re.compile(r"(?<=\S)[ \t]*\t\s*(?=\S)")
_ENDED = re.compile(r"[.;:!?][\"”’')\]*]*$|[-–—]$|[;,]\s(?:and|or)$")
_WIDEST_PAGE = 130
"""Characters of a row beyond which a file has no margin: there a row is a paragraph."""
_NO_MARGIN = 1_000_000
_LONGEST_OPENING = 300
"""Characters of a paragraph that say what it is: a heading, or a definition."""


def paragraphs(
    text: str, *, markdown: bool, whole: bool = False
) -> tuple[list[Paragraph], list[OddRow]]:
    """Return the paragraphs of a document, and the rows set aside.

    Args:
        text: The document.
        markdown: Whether its marks are Markdown's.
        whole: Whether each row is a paragraph, as in the text of a DOCX.
    """
    aside: list[OddRow] = []
    rows = _single_spaced(_rows(_plain(text) if markdown else text))
    for drop in (furniture, footnotes, contents, signatures):
        rows, dropped = drop(rows)
        aside += dropped
    made: list[Paragraph] = []
    width = _NO_MARGIN if whole else _width(rows)
    for row in rows:
        if _RULE.fullmatch(row.text):
            aside.append(OddRow(row.number, row.text.strip(), "a rule across the page"))
        else:
            _take(made, row, width, markdown=markdown)
    for one in made:
        one.heading = one.heading or is_heading(one.text)
    return made, sorted(aside, key=lambda one: one.row)


def _plain(text: str) -> str:
    """Take out Markdown's marks but for headings, bullets and bold type; rows stay rows."""
    text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    text = _CELLS.sub(lambda match: "    ".join(_cells(match[0])), text)
    text = _LINK.sub(r"\1", text).replace("__", "**")
    return _ESCAPE.sub(r"\1", _ITALIC.sub(r"\2", text))


def _cells(row: str) -> Iterator[str]:
    """Yield the cells of a row of a table; of the rule under its head, three dashes."""
    return (cell.strip() for cell in row.strip().strip("|").split("|"))


def _rows(text: str) -> list[Row]:
    found: list[Row] = []
    gap = turned = False
    number = 0
    for raw in text.split("\n"):
        number += 1
        pieces = raw.split("\f")
        for n, piece in enumerate(pieces):
            turned = turned or n > 0
            words = _BLANK.sub(" ", _UNSEEN.sub("", _TAB.sub("    ", piece))).expandtabs(4).rstrip()
            if not words.strip():
                gap = gap or n == 0 or len(pieces) == 1
                continue
            found.append(Row(number, words, gap or not found, turned))
            gap = turned = False
    return found


def _single_spaced(rows: list[Row]) -> list[Row]:
    """Take out the blank rows of a double-spaced text, where sentences run across them."""
    gaps = [row for row in rows if row.gap]
    if len(gaps) < 0.9 * len(rows) or len(rows) < 12:
        return rows
    runs_on = [row for row in gaps if row.text.strip()[:1].islower()]
    if len(runs_on) < 0.25 * len(rows):
        return rows
    return [Row(row.number, row.text, gap=False, turned=row.turned) for row in rows]


def _width(rows: Sequence[Row]) -> int:
    """Return the width of the text block: what most full rows come near to."""
    lengths = sorted(len(row.text) for row in rows)
    return lengths[min(len(lengths) - 1, int(len(lengths) * 0.9))] if lengths else 0


def _take(made: list[Paragraph], row: Row, width: int, *, markdown: bool) -> None:
    """Add a row to the last paragraph, or begin a new one with it."""
    text = row.text.strip()
    if markdown and (match := _HASHES.fullmatch(row.text)):
        made.append(Paragraph(row.number, match[2], 0, heading=True, rows=[row]))
        return
    bullet = _BULLET.match(row.text)
    if bullet and not (_dashes_on(made, row) and not markdown):
        words = row.text[bullet.end() :].strip()
        labelled = bool(labels_at(words)[0])
        made.append(Paragraph(row.number, words, row.indent, bullet=not labelled, rows=[row]))
        return
    last = made[-1] if made else None
    bare = text.replace("**", "") if text.startswith("**") else text
    labels, end = labels_at(bare)
    goes_on = last is not None and not _next_entry(last, text) and (
        _goes_on(last, row, width, markdown=markdown)
        or (not row.gap and not _ends(last) and _refers(bare, labels, end))
    )  # fmt: skip
    if labels:
        doubtful = goes_on and last is not None and not _ends(last) and not _counts(last, labels)
        made.append(Paragraph(row.number, text, row.indent, doubtful=doubtful, rows=[row]))
    elif last is not None and goes_on:
        join(last, text, row)
    else:
        made.append(Paragraph(row.number, text, row.indent, rows=[row]))


def _ends(paragraph: Paragraph) -> bool:
    """Say whether a paragraph is whole, so that a label on the next row is a label."""
    return bool(_ENDED.search(paragraph.rows[-1].text.strip())) or _is_title(paragraph)


def _is_title(paragraph: Paragraph) -> bool:
    """Say whether the words behind its label make a paragraph a heading."""
    if len(paragraph.text) > _LONGEST_OPENING:
        return False
    _, end = labels_at(paragraph.text)
    return is_heading(paragraph.text[end:].strip())


def _refers(text: str, labels: tuple[Label, ...], end: int) -> bool:
    """Say whether what looks like a label may be a reference: ``Rule 3.1(a) applies``."""
    if not labels:
        return _REFERENCE.match(text) is not None
    rest = text[end:].strip()
    named = text[:2].isalpha() or labels[0].readings[0].decimal
    return named and (not rest[:1].isalnum() or rest[0].islower())


def _counts(last: Paragraph, labels: tuple[Label, ...]) -> bool:
    """Say whether a label is the next one after that of the paragraph before."""
    if len(last.rows) > 1 or breaks_off(last.text):
        return False
    before, _ = labels_at(last.text)
    return bool(before) and any(
        old.style == new.style and (*old.value[:-1], old.value[-1] + 1) == new.value
        for old in before[-1].readings
        for new in labels[0].readings
    )


def _next_entry(last: Paragraph, text: str) -> bool:
    """Say whether a row opens the next entry in a list of definitions that stand row on row."""
    if not _ENDED.search(last.rows[-1].text.strip()):
        return False
    if text[0] in '"“':
        return opens_definition(text, in_definitions=False)
    opening = last.text[:_LONGEST_OPENING]
    listed = last.text.endswith(":") or opens_definition(opening, in_definitions=True)
    return listed and opens_definition(text, in_definitions=True)


def _dashes_on(made: list[Paragraph], row: Row) -> bool:
    """Say whether a row begins with the dash of a sentence that runs on, not of an item."""
    unfinished = bool(made) and not made[-1].bullet and not _ENDED.search(made[-1].text)
    return unfinished and not row.gap and row.text.strip()[0] in "–-"


def join(paragraph: Paragraph, text: str, row: Row) -> None:
    """Add the words of a row to a paragraph."""
    paragraph.text += f" {text}"
    paragraph.rows.append(row)


def _goes_on(last: Paragraph, row: Row, width: int, *, markdown: bool) -> bool:
    """Say whether a paragraph goes on in a row."""
    before = last.rows[-1].text
    ended = _ENDED.search(before.strip()) is not None
    low = row.text.strip()[:1].islower()
    if last.heading:
        return False
    if row.turned:
        runs_on = low or not row.gap or _full(before, row, width)
        return runs_on and not ended and not is_heading(last.text)
    if row.gap or (COLUMNS.search(before.strip()) and COLUMNS.search(row.text.strip())):
        return False
    if breaks_off(before):
        return True
    if markdown:
        return not last.rows[-1].text.endswith("  ")
    if row.indent > last.indent and not ended and not _is_title(last):
        return True
    if not _full(before, row, width):
        ragged = len(before) > 0.7 * width and width <= _WIDEST_PAGE
        return not ended and (low or (ragged and not is_heading(before)))
    return not (is_heading(before) and not low and len(last.rows) == 1 and before.isupper())


def _full(before: str, row: Row, width: int) -> bool:
    """Say whether the next row's first word would not have fitted behind a row."""
    return len(before) + 1 + len(row.text.split()[0]) > width * 0.88


def lead_in_bold(text: str) -> int:
    """Return how long the bold type is that opens a text, marks included; 0 if none."""
    match = re.match(r"\*\*[^*\n]{1,120}\*\*[.:]?", text)
    return match.end() if match else 0


def without_bold(text: str) -> str:
    """Return words without Markdown's bold marks."""
    return " ".join(text.replace("**", "").split())
