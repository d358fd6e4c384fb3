"""The passages of a reply that are lines of the document, whole or in part."""

import re
from collections.abc import Iterator

from benchbar import cite
from benchbar.cite import LEVELS, RecordCite, StatuteCite
from benchbar.records import Item
from benchbar.scoring import marks, taxonomy
from benchbar.scoring.claims import Claim
from benchbar.scoring.index import Index, unamended_forms
from benchbar.scoring.language import HEADINGS

RIGHT = "right"
UNAMENDED = "unamended"
PART = "part of "
"""What a passage can be: the right line, that line before its change, a part of another line
(``part of 17``), or another line by its place in the document (``17``)."""

_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_LINE = re.compile(r"[^\n]+")
_TAIL = re.compile(
    r"""[:=]\s*(?=\S) | !\s+(?=\S) | ^ans\.\s+ | \s-+\s
    | \b(?:reads?|says?|states?|provides?|is|are|was|as\sfollows|text)\b[,\s]\s*""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_ASIDE = re.compile(
    r"\s*[(\[](?:lines?|pages?|sections?|sec\.|§|p\.|tr\.|\d)[^()\[\]\n]{0,40}"
    r"(?:\([^()\n]{1,8}\)){0,8}[^()\[\]\n]{0,40}[)\]][\s.]*$",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"\s*\d{1,2}[.)]\s+")
_LONGEST = 6_000
_MOST_PASSAGES = 150
_MOST_SEARCHES = 60
_MOST_TAILS = 4
_LEAST_WORDS = 3
"""Words that a part of another line must have to be taken for a quotation of it."""


class Passages:
    """A reply's passages: paragraphs, lines, quotations, and what follows an introduction."""

    def __init__(self, text: str, item: Item, index: Index) -> None:
        self.text = text
        self._item, self._index = item, index
        self._right = frozenset(index.forms(item.target))
        self._unamended = frozenset(unamended_forms(item, index.document))
        self._fronts = _fronts(index.cites[item.target])
        line = index.document.lines[item.target]
        self._figures = marks.figures(marks.plain(index.document.plain(line)))
        self._longest = max(_LONGEST, 2 * (line.end - line.start))
        self._searches = 0

    def means(self, passage: str) -> str | None:
        """Say whether a passage is the right line, or that line before its change."""
        if len(passage) > self._longest:
            return None
        stripped = [passage]
        if passage.rstrip(' ."').endswith((")", "]")):
            stripped.append(_ASIDE.sub("", passage))
        if marker := _LIST_MARK.match(passage):
            stripped.append(passage[marker.end() :])
        bodies = {body: one for one in stripped for body in self._bodies(one)}
        if right := self._right.intersection(bodies):
            return RIGHT if any(self._same_figures(bodies[body]) for body in right) else None
        return None if self._unamended.isdisjoint(bodies) else UNAMENDED

    def _bodies(self, passage: str) -> Iterator[str]:
        """Yield a passage folded, also without the line's cite in front of it."""
        folded = marks.without_connective(marks.fold(passage))
        yield folded
        for front in self._fronts:
            if folded.startswith(front):
                yield folded[len(front) :]

    def _same_figures(self, passage: str) -> bool:
        """Say whether the numbers are written as in the line: 4.5 is not 4-5."""
        wanted = self._figures
        return not wanted or marks.figures(passage)[-len(wanted) :] == wanted

    def has_figures(self) -> bool:
        """Say whether every number of the line stands in the reply as the line writes it."""
        return set(self._figures) <= set(marks.figures(self.text))

    def _line(self, passage: str) -> str | None:
        """Return the place of the other line that a passage is the whole of."""
        if len(passage) > self._longest or self._searches >= _MOST_SEARCHES:
            return None
        self._searches += 1
        folded = marks.fold(passage)
        found = [] if folded in HEADINGS else self._index.whole(folded)
        if not found and (marker := _LIST_MARK.match(passage)):
            found = self._index.whole(marks.fold(passage[marker.end() :]))
        if not found or self._item.target in found:
            return None
        return str(taxonomy.most_plausible(self._index.document, self._item, found))

    def _inside(self, passage: str) -> list[int]:
        """Return the lines that a passage of several words stands in."""
        folded = marks.fold(passage[: self._longest])
        if folded.count(" ") + 1 < _LEAST_WORDS or self._searches >= _MOST_SEARCHES:
            return []
        self._searches += 1
        return list(self._index.places(folded))

    def claims(self) -> list[Claim]:
        """Return the passages that are lines or parts of other lines, in order."""
        found: list[Claim] = []
        blocks = [match.span() for match in _PARAGRAPH.finditer(self.text)][:_MOST_PASSAGES]
        quotations = marks.quotations(self.text)
        blocks += [(a, b) for a, b in quotations if "\n" in self.text[a:b]][:_MOST_PASSAGES]
        for start, end in blocks:
            passage = self.text[start:end]
            if "\n" in passage and (meaning := self.means(passage)):
                found.append(Claim(meaning, start, end))
        taken = list(found)
        lines = [match.span() for match in _LINE.finditer(self.text)]
        for start, end in _both_ends(lines):
            if not any(claim.start < end and start < claim.end for claim in taken):
                found += self._of_line(start, end)
        return sorted(found, key=lambda claim: claim.start)

    def _of_line(self, start: int, end: int) -> list[Claim]:
        """Return the passages in one line of a reply; the widest that says something wins."""
        text = self.text
        for a, b in _widest(text, start, end):
            if meaning := self.means(text[a:b]) or self._line(text[a:b]):
                return [Claim(meaning, a, b)]
        spans = [(start + a, start + b) for a, b in marks.quotations(text[start:end])][:20]
        found = [
            Claim(meaning, a, b)
            for a, b in spans
            if (meaning := self.means(text[a:b]) or self._line(text[a:b]))
        ]
        if found:
            return found
        inside = self._inside(text[start:end])
        if not inside:
            for a, b in _tails(text, start, end):
                if meaning := self.means(text[a:b]) or self._line(text[a:b]):
                    return [Claim(meaning, a, b)]
        return self._parts_of_line(start, end, inside, spans)

    def _parts_of_line(
        self, start: int, end: int, inside: list[int], spans: list[tuple[int, int]]
    ) -> list[Claim]:
        """Return the quoted or bare parts of other lines in one line of a reply."""
        found = [(start, end, inside)] if inside else []
        found += [(a, b, self._inside(self.text[a:b])) for a, b in spans]
        document, item = self._index.document, self._item
        return [
            Claim(f"{PART}{taxonomy.most_plausible(document, item, places)}", a, b)
            for a, b, places in found
            if places and item.target not in places
        ]

    def parts(self) -> list[str]:
        """Return what may be a piece of a line: the whole reply, quotations, last tails; folded."""
        spans = [(0, len(self.text)), *marks.quotations(self.text)][:20]
        lines = [match.span() for match in _LINE.finditer(self.text)]
        for start, end in _both_ends(lines)[:20]:
            spans += [(start, end), *list(_tails(self.text, start, end))[:2]]
        folded = (marks.fold(self.text[a:b]) for a, b in spans if b - a <= self._longest)
        return [one for one in dict.fromkeys(folded) if one][:40]


def _both_ends(lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first and last lines of a reply with very many of them."""
    half = _MOST_PASSAGES // 2
    return lines if len(lines) <= 2 * half else lines[:half] + lines[-half:]


def _widest(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a whole line, then what stands between its first and last quotation marks."""
    yield start, end
    first, last = text.find('"', start, end), text.rfind('"', start, end)
    if 0 <= first < last:
        yield first + 1, last


def _tails(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what follows a colon, a dash or a verb of saying in a line."""
    for count, match in enumerate(_TAIL.finditer(text, start, end)):
        if count == _MOST_TAILS:
            return
        yield match.end(), end


def _fronts(printed: str) -> tuple[str, ...]:
    """Return, folded, the ways to write a line's cite in front of its text."""
    try:
        place = cite.parse(printed)
    except ValueError:
        return ()
    return tuple(f"{one} " for one in _cite_forms(place))


def _cite_forms(place: RecordCite | StatuteCite) -> Iterator[str]:
    if isinstance(place, RecordCite):
        n, p = place.line, place.page
        yield from (f"{n}", f"line {n}", f"l {n}")
        if p is not None:
            yield from (f"{p} {n}", f"page {p} line {n}", f"line {n} of page {p}", f"page {p} {n}")
            yield f"p {p} l {n}"
        return
    parts = " ".join(place.path).lower()
    section = marks.fold(place.section)
    if place.division:
        yield marks.fold(str(place))
        yield f"{marks.fold(place.division)} {section} {parts}".replace("  ", " ").strip()
    for mark in ("", "section ", "§ ", "sec "):
        yield f"{mark}{section} {parts}".strip()
    if place.path:
        yield parts
        yield from (f"{level} {place.path[-1].lower()}" for level in LEVELS)
