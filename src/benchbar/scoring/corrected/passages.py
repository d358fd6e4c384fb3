"""The passages of a reply that are lines of the document, whole, in part, or several."""

import re
from collections.abc import Iterator

from benchbar.records import Item
from benchbar.scoring import marks
from benchbar.scoring.corrected.beside import Beside, Place
from benchbar.scoring.corrected.copies import Copies, Copy
from benchbar.scoring.corrected.elsewhere import fronts, without_elsewhere
from benchbar.scoring.corrected.wording import Wording
from benchbar.scoring.index import Index
from benchbar.scoring.language import HEADINGS, HEDGES
from benchbar.scoring.prose import Claim

RIGHT = "right"
UNAMENDED = "unamended"
BEYOND = "beyond"
EITHER = "either"
PART = "part of "
"""What a passage can be: the right line, that line before its change, the right line with others
next to it or words added to it, the right line or else other words, a part of another line
(``part of 17``), or other lines by their places in the document (``17``, ``17 18``)."""

_MEANT = frozenset({RIGHT, UNAMENDED, BEYOND, EITHER})
_LINE = re.compile(r"[^\n]+")
_TAIL = re.compile(
    r"""[:=]\s*(?=\S) | !\s+(?=\S) | \s-+\s
    | \b(?:reads|says|states|provides|is|are|was|as\sfollows|text)\b[,\s]\s*""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_ASIDE = re.compile(
    r"\s*[(\[](?:lines?|pages?|sections?|sec\.|§|p\.|tr\.|\d)[^()\[\]\n]{0,40}"
    r"(?:\([^()\n]{1,8}\)){0,8}[^()\[\]\n]{0,40}[)\]][\s.]*$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*(?:\([\w-]{1,8}\)|\d{1,6}[.:)])*")
_CLOSING = re.compile(r"""[.,;:!?-]*(?=["'])|\??""")
_LIST_MARK = re.compile(r"\s*\d{1,2}[.)]\s+")
_LONGEST = 6_000
_MOST_LINES = 20
_MOST_TAILS = 2
_LEAST_WORDS = 3


class Passages:
    """A reply's passages, and what is left of it if none of them is a line."""

    def __init__(self, text: str, item: Item, index: Index) -> None:
        self.text = text
        self._item, self._index = item, index
        self._beside = Beside(text, item, index)
        self._right = frozenset(index.forms(item.target))
        self._fronts = tuple(f"{one} " for one in fronts(index.cites[item.target]))
        line = index.document.lines[item.target]
        self._figures = marks.figures(marks.plain(index.document.plain(line)))
        self._words = frozenset(marks.fold(index.document.words(line)).split())
        self._longest = max(_LONGEST, 2 * (line.end - line.start))

    def is_right(self, passage: str) -> bool:
        """Say whether a passage is the right line and nothing else, but for its cite."""
        if len(passage) > self._longest:
            return False
        stripped = [passage]
        if passage.rstrip(' ."').endswith((")", "]")):
            stripped.append(_ASIDE.sub("", passage))
        if marker := _LIST_MARK.match(passage):
            stripped.append(passage[marker.end() :])
        bodies = {body: one for one in stripped for body in self._bodies(one)}
        return any(self._same_figures(bodies[one]) for one in self._right.intersection(bodies))

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

    def claims(self) -> list[Claim]:
        """Return the passages that are lines or parts of other lines, in order."""
        wording = Wording(self.text)
        copies = Copies(wording, self._item, self._index).found()
        found: list[Claim] = []
        for before, copy in zip([None, *copies], copies, strict=False):
            if value := self._value(wording, copy, before):
                found.append(Claim(value, _start(wording, copy), _end(wording, copy)))
        found = [one for one in _narrowed(self.text, found) if not self._in_brackets(one, found)]
        places = [[] if one.value in _MEANT else _places(one.value) for one in found]
        return without_elsewhere(self.text, found, places, self._item, self._index)

    def _value(self, wording: Wording, copy: Copy, before: Copy | None) -> str | None:
        """Say what a copy is worth as an answer; None if it does not stand apart."""
        target = self._item.target
        left, right = wording.opens(copy.start), wording.ends_at(copy.stop)
        if target in copy.whole and len(copy.lines) > 1:
            return BEYOND
        if before is not None and _run_on(wording, before, copy):
            return BEYOND if target in (*copy.whole, *before.whole) else None
        if left == "soft" and (
            self._miscopied_front(wording, copy) or _same_row(wording, before, copy)
        ):
            return None
        if len(copy.whole) > 1 or (copy.whole and left and right):
            return self._whole(wording, copy)
        quoted = left == right == "hard" and copy.stop - copy.start >= _LEAST_WORDS
        return f"{PART}{copy.lines[0]}" if quoted and target not in copy.lines else None

    def _miscopied_front(self, wording: Wording, copy: Copy) -> bool:
        """Say whether the sentence before a copy on its row is the line's header, miscopied."""
        if self._item.target not in copy.whole:
            return False
        words = marks.fold(_LABEL.sub("", wording.front(copy.start), 1)).split()
        return 2 * sum(word in self._words for word in words) >= len(words) > 0

    def _whole(self, wording: Wording, copy: Copy) -> str | None:
        """Return the value of whole lines; none if the figures differ, or for a mere heading."""
        if self._item.target not in copy.whole:
            if wording.phrase(copy.start, copy.stop) in HEADINGS:
                return None
            return " ".join(map(str, copy.whole))
        if copy.unamended:
            return UNAMENDED
        first, last = wording.starts[copy.start], wording.ends[copy.stop - 1]
        if not self._same_figures(self.text[first:last]):
            return None
        if self._neighbour_too(first, last):
            return BEYOND
        place = Place(first, last, wording.opens(copy.start), wording.ends_at(copy.stop))
        return {"or": EITHER, "and": BEYOND, "": RIGHT}[self._beside.adds(place)]

    def _neighbour_too(self, first: int, last: int) -> bool:
        """Say whether the row right before or behind is the neighbouring line, miscopied."""
        row, end = self.text.rfind("\n", 0, first), self.text.find("\n", last)
        before = self.text[self.text.rfind("\n", 0, max(row, 0)) + 1 : max(row, 0)]
        behind = self.text[end + 1 :].partition("\n")[0] if end >= 0 else ""
        target = self._item.target
        introduces = before.rstrip().endswith(":")
        return (not introduces and self._purports(before, target - 1)) or self._purports(
            behind, target + 1
        )

    def _purports(self, row: str, place: int) -> bool:
        """Say whether a row has a line's label in front, or most of its words and few others."""
        if not row.strip() or not 0 <= place < len(self._index.document.lines):
            return False
        document, line = self._index.document, self._index.document.lines[place]
        label = marks.plain(document.text[line.start : line.words]).strip()
        mine, theirs = set(marks.fold(row[:_LONGEST]).split()), set(self._index.row(place).split())
        shared = len(mine & theirs)
        alike = shared > _LEAST_WORDS and shared * 10 >= 7 * max(len(mine), len(theirs))
        return alike or (bool(label) and row.lstrip().startswith(f"{label} "))

    def _in_brackets(self, claim: Claim, others: list[Claim]) -> bool:
        """Say whether a passage is only an aside, in brackets behind another."""
        if claim.value in (RIGHT, BEYOND) or claim is others[0]:
            return False
        row = self.text.rfind("\n", 0, claim.start) + 1
        front = self.text[max(row, claim.start - 200) : claim.start]
        aside = front[front.rfind("(") + 1 :]
        return front.count("(") > front.count(")") and HEDGES.search(aside) is None

    def parts(self) -> list[str]:
        """Return what may be a piece of a line: the whole reply, its lines, quotations and tails.

        Folded. What follows words of the line itself, or almost its words, is no piece of it.
        """
        text = self.text
        lines = [match.span() for match in _LINE.finditer(text)]
        half = _MOST_LINES // 2
        lines = lines if len(lines) <= 2 * half else lines[:half] + lines[-half:]
        spans = [(0, len(text)), *lines]
        for start, end in lines:
            quoted = [(start + a, start + b) for a, b in marks.quotations(text[start:end])]
            inside = [*quoted[:_MOST_LINES], *_tails(text, start, end)]
            spans += [one for one in inside if self._offered(start, *one, end)]
        held = [text[a:b] for a, b in spans[: 4 * _MOST_LINES] if b - a <= self._longest]
        folded = map(marks.fold, held)
        return [one for one in dict.fromkeys(folded) if one]

    def _offered(self, start: int, first: int, last: int, end: int) -> bool:
        """Say whether a piece of a row is introduced, and not the middle of a miscopied line."""
        front = self.text[max(start, first - 200) : first]
        back = self.text[last : min(end, last + 200)]
        words = marks.fold(f"{front} {back}").split()
        of_line = sum(word in self._words for word in words)
        return not words or 2 * of_line < len(words)


def _narrowed(text: str, found: list[Claim]) -> list[Claim]:
    """Drop a stretch of lines out of which, in another paragraph, the right one is then taken."""
    if not found or found[-1].value != RIGHT:
        return found
    return [
        one for one in found if one.value != BEYOND or "\n" not in text[one.end : found[-1].start]
    ]


def _places(value: str) -> list[int]:
    """Return the places that the value of a passage of other lines names."""
    return [int(one) for one in value.removeprefix(PART).split()]


def _start(wording: Wording, copy: Copy) -> int:
    """Return where a copy starts, with the label or number in front of it on its row."""
    start = wording.starts[copy.start]
    front = wording.front(copy.start)
    return start - len(front) if wording.is_label(front) else start


def _end(wording: Wording, copy: Copy) -> int:
    """Return where a copy ends: its question mark, and what closes it in quotes, is the line's."""
    end = wording.ends[copy.stop - 1]
    closing = _CLOSING.match(wording.text, end)
    return closing.end() if closing else end


def _same_row(wording: Wording, before: Copy | None, copy: Copy) -> bool:
    """Say whether a copy of several words stands before another on its row, not in quotes."""
    if before is None:
        return False
    between = wording.gap(before.stop - 1, copy.start)
    long = before.stop - before.start >= _LEAST_WORDS
    return long and "\n" not in between and '"' not in between


def _run_on(wording: Wording, before: Copy, copy: Copy) -> bool:
    """Say whether a whole line follows another on its row, with nothing said between."""
    gap = wording.gap(before.stop - 1, copy.start)
    whole = bool(before.whole and copy.whole)
    return whole and before.stop == copy.start and not {"\n", '"'} & {*gap}


def _tails(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what follows a colon, a dash or a verb of saying in a line."""
    for count, match in enumerate(_TAIL.finditer(text, start, end)):
        if count == _MOST_TAILS:
            return
        if not match[0][0].isalpha() or " " in text[match.end() : end].strip():
            yield match.end(), end
