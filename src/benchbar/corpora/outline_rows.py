"""Rows of a document into paragraphs: what no reader would read aloud is set aside with a reason.

Rows that a margin broke are joined, rows that an author ended are not: a row goes on in the next
if the next one's first word would not have fitted behind it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from benchbar.corpora.outline_labels import ANNEXES, SECTION, labels_at


class OddRow(msgspec.Struct, frozen=True):
    """A row of the file (from 1), its text, and why it is set aside or has no cite."""

    row: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row that is not blank.

    ``gap`` says whether a blank row stands before it, ``turned`` whether a page ended there.
    """

    number: int
    text: str
    gap: bool
    turned: bool = False

    @property
    def indent(self) -> int:
        """How far the row is indented."""
        return len(self.text) - len(self.text.lstrip())


@dataclass(slots=True)
class Paragraph:
    """A paragraph: its joined words, and how it stands in the file.

    Attributes:
        row: Where it begins.
        text: Its words with one blank between them; Markdown's bold marks are kept.
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


_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:(?:page|p\.)\s*)?(\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?[-–—|\s]*",
    re.IGNORECASE,
)
_PAGED = re.compile(
    r"\bpage\s+\d{1,4}\b(?:\s+of\s+\d{1,4})?\s*$|^\s*page\s+\d{1,4}\b", re.IGNORECASE
)
_BARE_NUMBER = re.compile(r"\s*(?:\d{1,4}|[ivxlc]{1,6})\s*")
_CONTENTS = re.compile(r"\W*(?:table of )?contents\W*|\W*index of (?:clauses|terms)\W*", re.I)
_LEADER = re.compile(r".*\S\s*(?:\.\s?){4,}\s*[\divxlc]+\s*|.*\S\s{3,}\d{1,4}\s*", re.I)
_WITNESS = re.compile(
    r"\W*(?:in witness (?:whereof|thereof)|signed (?:by|for|on behalf)|executed (?:by|as)\b"
    r"|signature page|signatures?\W*$|\[?signature page|the parties have (?:signed|executed|caused)"
    r"|agreed and accepted|acknowledged and agreed)",
    re.IGNORECASE,
)
_SIGNING = re.compile(
    r"\W*(?:by|name|print(?:ed)? name|title|date|dated|signature|signed|its|place|witness|position)"
    r"\s*:.{0,80}|.*_{5,}.*|\W*/s/.*",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:[-*_=~]\s*){3,}")
_HASHES = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*")
_BULLET = re.compile(r"\s*[-*+•▪◦·‣–]\s+")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>|])")
_LINK = re.compile(r"\[([^\]]+)\]\((?:#|https?:|mailto:)[^)\s]*\)")
_COMMENT = re.compile(r"<!--.*?-->|<a\s[^>]*>|</a>", re.DOTALL)
_ITALIC = re.compile(r"(?<![\w*_])([*_])(?=[^\s*_])([^*_\n]+?)\1(?![\w*_])")
_ENDED = re.compile(r"[.;:!?][\"”’')\]*]*$|[-–—]$|[;,]\s(?:and|or)$")
_WIDEST_PAGE = 130
"""Characters of a row beyond which a file has no margin: there a row is a paragraph."""
_SMALL = frozenset(
    "a an and as at but by for from in into nor of on or per the to upon via with under".split()
)


def paragraphs(text: str, *, markdown: bool) -> tuple[list[Paragraph], list[OddRow]]:
    """Return the paragraphs of a document, and the rows set aside."""
    aside: list[OddRow] = []
    rows = _single_spaced(_rows(_plain(text) if markdown else text))
    for drop in (_furniture, _contents, _signatures):
        rows, dropped = drop(rows)
        aside += dropped
    made: list[Paragraph] = []
    width = _width(rows)
    for row in rows:
        if markdown and _RULE.fullmatch(row.text):
            aside.append(OddRow(row.number, row.text.strip(), "a rule across the page"))
        else:
            _take(made, row, width, markdown=markdown)
    for one in made:
        one.heading = one.heading or is_heading(one.text)
    return made, sorted(aside, key=lambda one: one.row)


def is_heading(text: str) -> bool:
    """Say whether words stand like a heading: short, in capitals or in title case."""
    bare = text.replace("**", "").strip()
    words = bare.split()
    if not 0 < len(words) <= 14 or bare[-1] in ";,—-?" or bare[0] in '"“(':
        return False
    if bare.startswith("**") or (text.startswith("**") and text.endswith("**")):
        return True
    letters = [c for c in bare if c.isalpha()]
    if not letters:
        return False
    if all(c.isupper() for c in letters):
        return len(letters) > 1
    return in_title_case(bare)


def in_title_case(text: str) -> bool:
    """Say whether every word but small ones begins with a capital or a figure."""
    words = re.findall(r"\w[\w’'&/-]*", text)
    if not words or not words[0][0].isupper() or re.search(r"[.;?!]\s", text):
        return False
    weighty = [word for word in words if word.lower() not in _SMALL]
    return bool(weighty) and all(word[0].isupper() or word[0].isdigit() for word in weighty)


def _plain(text: str) -> str:
    """Take out Markdown's marks but for headings, bullets and bold type; rows stay rows."""
    text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    text = _LINK.sub(r"\1", text).replace("__", "**")
    return _ESCAPE.sub(r"\1", _ITALIC.sub(r"\2", text))


def _rows(text: str) -> list[Row]:
    found: list[Row] = []
    gap = turned = False
    number = 0
    for raw in text.split("\n"):
        number += 1
        pieces = raw.split("\f")
        for n, piece in enumerate(pieces):
            turned = turned or n > 0
            words = piece.expandtabs(4).rstrip().replace("\u00ad", "").replace("\u00a0", " ")
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


def _furniture(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
    """Set aside page numbers, and headers and footers that recur on the pages."""
    turns = [n for n, row in enumerate(rows) if row.turned]
    edges = {m for n in turns for m in (n - 1, n)} | {len(rows) - 1} if turns else set()
    numbers = {n for n, row in enumerate(rows) if _is_page_number(rows, n, n in edges)}
    forms = Counter(_form(row.text) for row in rows)
    numbers |= {
        n
        for n, row in enumerate(rows)
        if forms[_form(row.text)] > 1 and _PAGED.search(row.text) and len(row.text.split()) < 16
    }
    starts = [0, *turns, len(rows)]
    near: list[set[int]] = []
    for first, stop in pairwise(starts):
        held = [n for n in range(first, stop) if n not in numbers]
        near.append({*held[:2], *held[-2:]})
    if not turns:
        near = [{m for m in range(n - 2, n + 3) if 0 <= m < len(rows)} - numbers for n in numbers]
    counts = Counter(key for held in near for key in {_form(rows[n].text) for n in held})
    least = max(3, len(near) * 2 // 5)
    heads = {n for held in near for n in held if counts[_form(rows[n].text)] >= least}
    heads = {n for n in heads if not labels_at(rows[n].text.strip())[0] or _form_is_fixed(rows, n)}
    return _split(rows, {**dict.fromkeys(heads, "a running header or footer"),
                         **dict.fromkeys(numbers, "a page number")})  # fmt: skip


def _form(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(text.split()).lower())


def _form_is_fixed(rows: list[Row], n: int) -> bool:
    """Say whether the very same row stands on other pages as well, so that it is no part."""
    return sum(row.text.strip() == rows[n].text.strip() for row in rows) >= 3


def _is_page_number(rows: list[Row], n: int, at_edge: bool) -> bool:
    text = rows[n].text
    match = _PAGE_NUMBER.fullmatch(text)
    if match is None:
        return False
    if not _BARE_NUMBER.fullmatch(text):
        return True
    if at_edge:
        return True
    alone = rows[n].gap and (n + 1 == len(rows) or rows[n + 1].gap)
    return alone and match[1].isdigit() and rows[n].indent > 10


def _contents(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
    """Set aside a table of contents: under its heading, until its first entry comes again."""
    gone: dict[int, str] = {
        n: "a table of contents" for n, row in enumerate(rows) if _LEADER.fullmatch(row.text)
        and ("..." in row.text or ". . ." in row.text)
    }  # fmt: skip
    for n, row in enumerate(rows[:-1]):
        if n > len(rows) // 2 or not _CONTENTS.fullmatch(row.text.strip(" #*")):
            continue
        first = _entry(rows[n + 1].text)
        again = next(
            (m for m in range(n + 2, len(rows)) if first and _entry(rows[m].text) == first), None
        )
        end = n + 1
        if _LEADER.fullmatch(rows[n + 1].text):
            again = None
        if again and all(len(one.text) <= 140 for one in rows[n:again]):
            end = again
        while end < len(rows) and _LEADER.fullmatch(rows[end].text):
            end += 1
        gone.update(dict.fromkeys(range(n, end), "a table of contents"))
        break
    return _split(rows, gone)


def _entry(text: str) -> str:
    """Return an entry of a table of contents without its page and marks."""
    bare = re.sub(r"(?:[\s.]{3,}|\s{2,}|\t)[\divxlc]+\s*$", "", text, flags=re.IGNORECASE)
    bare = _BULLET.sub("", bare.replace("**", ""))
    return " ".join(re.findall(r"\w+", bare.lower()))


def _signatures(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
    """Set aside signature blocks, each until the next annex or number."""
    gone: dict[int, str] = {}
    n = 0
    while n < len(rows):
        opens = _WITNESS.match(rows[n].text) and rows[n].gap
        if not opens and not _signs(rows, n):
            n += 1
            continue
        end, last = n + 1, n
        while end < len(rows) and not _resumes(rows, end):
            if opens or _SIGNING.fullmatch(rows[end].text) or end - last > 6:
                last = end
            if not opens and end - last > 5:
                break
            end += 1
        stop = end if opens else last + 1
        if (
            opens
            and not any(_SIGNING.fullmatch(row.text) for row in rows[n:stop])
            and (stop < len(rows) and stop - n > 12)
        ):
            stop = n + 1
        gone.update(dict.fromkeys(range(n, stop), "a signature block"))
        n = stop
    return _split(rows, gone)


def _signs(rows: list[Row], n: int) -> bool:
    """Say whether a row and one near it are to be filled in by those who sign."""
    if not _SIGNING.fullmatch(rows[n].text):
        return False
    return any(_SIGNING.fullmatch(row.text) for row in rows[n + 1 : n + 4])


def _resumes(rows: list[Row], n: int) -> bool:
    """Say whether the document goes on behind a signature block."""
    text = rows[n].text.strip(" #*")
    labels, end = labels_at(text)
    if labels and labels[0].word in ANNEXES:
        return True
    apart = rows[n].gap or rows[n].turned
    return bool(labels) and apart and labels[0].rank <= SECTION and len(text) - end > 12


def _split(rows: list[Row], gone: dict[int, str]) -> tuple[list[Row], list[OddRow]]:
    """Part the rows kept from those set aside; a page's turn is kept on the row after it."""
    kept: list[Row] = []
    turned = gap = False
    for n, row in enumerate(rows):
        if n in gone:
            turned, gap = turned or row.turned or gone[n] != "a table of contents", gap or row.gap
            continue
        kept.append(Row(row.number, row.text, row.gap or gap or not kept, row.turned or turned))
        turned = gap = False
    aside = [OddRow(rows[n].number, rows[n].text.strip(), why) for n, why in gone.items()]
    return kept, aside


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
    goes_on = last is not None and _goes_on(last, row, width, markdown=markdown)
    labels, _ = labels_at(text.replace("**", "") if text.startswith("**") else text)
    if labels:
        doubtful = goes_on and last is not None and not _ENDED.search(last.rows[-1].text.strip())
        made.append(Paragraph(row.number, text, row.indent, doubtful=doubtful, rows=[row]))
    elif last is not None and goes_on:
        join(last, text, row)
    else:
        made.append(Paragraph(row.number, text, row.indent, rows=[row]))


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
    if row.gap:
        return False
    if markdown:
        return not last.rows[-1].text.endswith("  ")
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
