"""Rows that are no part of a document's text: page numbers, running headers, contents, signatures.

Each is set aside with its reason, and nothing else is: a short row that recurs at the edge of the
pages is a header only where no sentence runs through it.
"""

import re
from collections import Counter
from dataclasses import dataclass
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
_FOOT_RULE = re.compile(r"[_—–-]{5,}")
_NOTE = re.compile(r"(?:\(\d{1,3}\)|\[\d{1,3}\]|\d{1,3}|[*†‡§¹²³⁴⁵⁶⁷⁸⁹]{1,3})\s*(?=[A-Z“\"])")
_MARKDOWN_NOTE = re.compile(r"\[\^[\w-]{1,20}\]:\s")
_SENTENCE_END = re.compile(r"[.;:,!?][\"”’')\]]*$")
_MOST_HEADER_WORDS = 16
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
_BULLET = re.compile(r"\s*[-*+•▪◦·‣–]\s+")


def furniture(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
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
    heads -= _running(rows, heads, numbers)
    return _split(rows, {**dict.fromkeys(heads, "a running header or footer"),
                         **dict.fromkeys(numbers, "a page number")})  # fmt: skip


def _running(rows: list[Row], heads: set[int], numbers: set[int]) -> set[int]:
    """Return the rows that recur but are the ends of sentences, as most of their like are."""
    found: set[int] = set()
    for n in sorted(heads):
        if _runs_through(rows, n, numbers | heads - found):
            found.add(n)
    like = Counter(_form(rows[n].text) for n in heads)
    ends = Counter(_form(rows[n].text) for n in found)
    return {n for n in heads if 2 * ends[_form(rows[n].text)] >= like[_form(rows[n].text)]}


def _runs_through(rows: list[Row], n: int, gone: set[int]) -> bool:
    """Say whether a row is the end of a sentence that begins in the row before, or too long.

    The row before is that of the text: at the top of a page the last one of the page before.
    """
    text = rows[n].text.strip()
    if len(text.split()) > _MOST_HEADER_WORDS:
        return True
    before = next((m for m in range(n - 1, -1, -1) if m not in gone), None)
    if before is None or (rows[n].gap and not rows[n].turned):
        return False
    open_ended = not _SENTENCE_END.search(rows[before].text.rstrip())
    return open_ended and (text[0].islower() or _SENTENCE_END.search(text) is not None)


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


def footnotes(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
    """Set aside notes under a rule at the foot of a page, and those of Markdown."""
    gone: dict[int, str] = {}
    noted = False
    for n, row in enumerate(rows):
        text = row.text.strip()
        ruled = n > 0 and _FOOT_RULE.fullmatch(rows[n - 1].text.strip()) is not None
        begins = _NOTE.match(text) is not None
        noted = _MARKDOWN_NOTE.match(text) is not None or (begins and (ruled or noted)) or (
            noted and not row.gap and not row.turned
        )  # fmt: skip
        if noted:
            gone[n] = "a footnote"
            if ruled:
                gone[n - 1] = "a rule across the page"
    return _split(rows, gone)


def contents(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
    """Set aside a table of contents: under its heading, until its first entry comes again."""
    gone: dict[int, str] = {
        n: "a table of contents" for n, row in enumerate(rows) if _LEADER.fullmatch(row.text)
        and ("..." in row.text or ". . ." in row.text)
    }  # fmt: skip
    for n, row in enumerate(rows[:-1]):
        if n > len(rows) // 2 or not _CONTENTS.fullmatch(row.text.strip(" #*")):
            continue
        again = _again(rows, n + 1)
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


def _again(rows: list[Row], n: int) -> int | None:
    """Return where the words of a row come again, in one row or two; a page number may be gone."""
    first = _entry(rows[n].text)
    wanted = {first, re.sub(r" \d+$", "", first)} - {""}
    for m in range(n + 2, len(rows)):
        own = _entry(rows[m].text)
        both = own + " " + _entry(rows[m + 1].text) if m + 1 < len(rows) else own
        if own in wanted or both in wanted:
            return m
    return None


def _entry(text: str) -> str:
    """Return an entry of a table of contents without its page and marks."""
    bare = re.sub(r"(?:[\s.]{3,}|\s{2,}|\t)[\divxlc]+\s*$", "", text, flags=re.IGNORECASE)
    bare = _BULLET.sub("", bare.replace("**", ""))
    return " ".join(re.findall(r"\w+", bare.lower()))


def signatures(rows: list[Row]) -> tuple[list[Row], list[OddRow]]:
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
