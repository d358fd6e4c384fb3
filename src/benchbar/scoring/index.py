"""A document made searchable: its lines reduced to words, once, as one string."""

import re
from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item
from benchbar.scoring import marks, numbering, taxonomy

Bytes = npt.NDArray[np.uint8]

_BLANK, _BREAK = b" \n"
_MOST_PLACES = 3_000
"""Occurrences of a phrase that are looked at: "yes" stands on thousands of lines."""
_LONGEST_LABEL = 8
_BEFORE_NUMBERS = frozenset({"§", "section", "sec"})
_MOST_KEPT = 500
_DIVISION = re.compile(numbering.DIVISION)
_LAST_WORD = re.compile(r"^.*[ (\[]")
_LONGEST_HEADING = 120


class Index:
    """The words of a document's lines, and where a phrase stands among them.

    Everything is done on one long string by C code: a wrong reply about a document of 8,400
    lines must cost milliseconds, not a pass over its lines in Python.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._first: dict[str, int] = {}
        self._forms: dict[int, tuple[str, ...]] = {}
        self._headings: dict[str, tuple[str, ...]] = {}

    @cached_property
    def words(self) -> str:
        """The folded words of all lines, each between newlines, in order."""
        document = self.document
        slices = [document.text[line.words : line.end] for line in document.lines]
        folded = marks.fold_lines("\n".join(slices))
        if folded.count("\n") >= len(slices):
            folded = "\n".join([marks.fold(one) for one in slices])
        return f"\n{_single_blanks(folded)}\n"

    @cached_property
    def cites(self) -> list[str]:
        """The printed cite of each line, its dashes made plain."""
        return marks.plain("\n".join([line.cite for line in self.document.lines])).split("\n")

    @cached_property
    def heads(self) -> frozenset[str]:
        """The printed fronts of the cites of a statute document: ``article II, section 3``."""
        return frozenset({one.partition("(")[0] for one in self.cites} - {"flush"})

    @cached_property
    def sections(self) -> frozenset[str]:
        """The numbers of the sections in a statute document."""
        found = (one.rpartition("section ") for one in self.heads)
        return frozenset(number for _, mark, number in found if mark)

    @cached_property
    def divisions(self) -> dict[str, str]:
        """What stands above sections, as named in cites, by what a lawyer may call it instead."""
        return numbering.divisions(self.heads)

    @cached_property
    def over(self) -> dict[str, str]:
        """The division over each section that is cited without one."""
        return numbering.over(self.cites)

    @cached_property
    def own_numbers(self) -> bool:
        """Whether the document numbers its parts as contracts do: 4.2, articles, annexes."""
        plain = all(one[:1].isdigit() and "." not in one for one in self.sections)
        return bool(self.divisions) or not plain

    @cached_property
    def _short_parts(self) -> dict[str, list[tuple[int, int]]]:
        """The places of headings by the last word of the label before them, folded."""
        found: dict[str, list[tuple[int, int]]] = {}
        text = self.document.text
        for line in self.document.lines:
            words = line.words
            if words == line.start and (name := _DIVISION.match(text, line.start, line.end)):
                words = name.end()
            stop = line.plain if line.plain > words else line.end
            label = text[line.start : words].rstrip(" .)]").lower()
            if label and stop - words <= _LONGEST_HEADING:
                found.setdefault(_LAST_WORD.sub("", label), []).append((words, stop))
        return found

    def headings(self, label: str) -> tuple[str, ...]:
        """Return the folded headings of the parts with a label, the longest first.

        A short line without header is a heading, or text that may be named like one.
        """
        if label not in self._headings:
            spans = self._short_parts.get(label, ())
            folded = {marks.fold(self.document.text[start:stop]) for start, stop in spans} - {""}
            self._headings[label] = tuple(sorted(folded, key=len, reverse=True))
        return self._headings[label]

    @cached_property
    def forms_of_labels(self) -> taxonomy.Forms | None:
        """The document's own forms of labels, None if they go down as in the Code.

        Sections with a number of their own, the Code's and synthetic ones, always do.
        """
        if self.document.section:
            return None
        parsed = (cite.parse(one) for one in set(self.cites) - {"flush"})
        return taxonomy.own_forms(one.path for one in parsed if isinstance(one, StatuteCite))

    @cached_property
    def terms(self) -> dict[str, int]:
        """The folded defined terms of the document, each with the first line defining it."""
        found: dict[str, int] = {}
        for place, line in enumerate(self.document.lines):
            for term in line.terms:
                found.setdefault(marks.fold(term), place)
        return found

    @cached_property
    def lines_per_page(self) -> int:
        """The highest line number of a transcript."""
        parsed = [cite.parse(one) for one in self.cites]
        return max((one.line for one in parsed if isinstance(one, RecordCite)), default=0)

    def row(self, place: int) -> str:
        """Return the folded words of a line, without number or label."""
        line = self.document.lines[place]
        return marks.fold(self.document.text[line.words : line.end])

    def places(self, phrase: str) -> Iterator[int]:
        """Yield the lines in which a folded phrase stands as whole words, in order."""
        last = -1
        for line, _ in self.occurrences(phrase):
            if line != last:
                yield line
                last = line

    def occurrences(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Yield line and offset of each place where a phrase stands as whole words."""
        words, line, seen = self.words, 0, 1
        at = self._find(phrase)
        for _ in range(_MOST_PLACES):
            if at < 0:
                return
            if words[at - 1] in " \n" and words[at + len(phrase)] in " \n":
                line += words.count("\n", seen, at)
                seen = at
                yield line, at
            at = words.find(phrase, at + 1)

    def _find(self, phrase: str) -> int:
        """Return the first place of a phrase, -1 if none; asked again by every rule."""
        if phrase not in self._first:
            if len(self._first) > _MOST_KEPT:
                self._first.clear()
            self._first[phrase] = self.words.find(phrase) if phrase else -1
        return self._first[phrase]

    def whole(self, phrase: str) -> list[int]:
        """Return the lines of which a folded phrase is the whole text.

        Label, number, header and a trailing connective may be there or not.
        """
        short = marks.without_connective(phrase)
        return self._whole(short, short) or self._whole(self._without_label(short), short)

    def _whole(self, body: str, phrase: str) -> list[int]:
        """Return the lines that end with ``body`` and have ``phrase`` among their forms."""
        words, found = self.words, []
        for line, at in self.occurrences(body):
            end = at + len(body)
            rest = words[end : words.find("\n", end)].strip()
            if rest and rest not in marks.CONNECTIVES:
                continue
            if (body is phrase and words[at - 1] == "\n") or phrase in self.forms(line):
                found.append(line)
        return found

    @staticmethod
    def _without_label(phrase: str) -> str:
        """Drop the words where a label, line or section number would stand; too long: nothing."""
        first, _, rest = phrase.partition(" ")
        if first in _BEFORE_NUMBERS:
            first, _, rest = rest.partition(" ")
        return rest if len(first) <= _LONGEST_LABEL else ""

    def forms(self, place: int) -> tuple[str, ...]:
        """Return the folded texts that count as the whole of a line.

        The line as shown, without label or number, and without header, each without a trailing
        connective; and with the label but not the header.
        """
        if place not in self._forms:
            document, line = self.document, self.document.lines[place]
            label = document.text[line.start : line.words]
            self._forms[place] = _folded_forms(
                document.shown(line),
                document.words(line),
                document.plain(line),
                label + document.plain(line),
            )
        return self._forms[place]


def _folded_forms(*texts: str) -> tuple[str, ...]:
    """Fold the forms of a line, without a trailing connective, each once."""
    folded = (marks.without_connective(marks.fold(text)) for text in dict.fromkeys(texts))
    return tuple(dict.fromkeys(one for one in folded if one))


def _single_blanks(text: str) -> str:
    """Return a text with one blank between words and none at either end of its lines.

    Of a run of blanks the last is kept, and then taken from in front of a word that begins a
    line. Splitting line by line takes ten times as long.
    """
    found = np.frombuffer(f"\n{text}\n".encode(), dtype=np.uint8)
    blank, broken = found == _BLANK, found == _BREAK
    found = _without(found[:-1], blank[:-1] & (blank | broken)[1:])
    blank, broken = found[1:] == _BLANK, found[:-1] == _BREAK
    return _without(found[1:], blank & broken).tobytes().decode()


def _without(text: Bytes, dropped: npt.NDArray[np.bool_]) -> Bytes:
    """Return encoded text without some bytes; 255, which stands in no UTF-8, marks them."""
    marked = (text | dropped * np.uint8(255)).tobytes()
    return np.frombuffer(marked.replace(b"\xff", b""), dtype=np.uint8)


def unamended_forms(item: Item, document: Document) -> tuple[str, ...]:
    """Return the folded forms of the line before its amendment; none if it was not amended."""
    if item.unamended is None:
        return ()
    line = document.lines[item.target]
    whole = item.unamended.strip()
    forms = [whole]
    for stop in (line.words, line.plain):
        front = document.text[line.start : stop]
        if whole.startswith(front):
            forms.append(whole[len(front) :])
    return _folded_forms(*forms)


_recent: list[Index] = []


def index_of(document: Document) -> Index:
    """Return the index of a document, kept for the last few documents asked about.

    Documents are told apart by identity: comparing them would read them whole.
    """
    for known in _recent:
        if known.document is document:
            return known
    made = Index(document)
    _recent.insert(0, made)
    del _recent[4:]
    return made
