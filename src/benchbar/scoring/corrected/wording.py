"""A reply as a row of folded words, each with its place, and the breaks between them."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from benchbar.scoring import marks

_DROPPED = "\ue000"
"""Stands for what folding drops while words are cut, so that every letter keeps its place."""
_PRICE = re.compile(rf"(?<=\$)[\s{_DROPPED}]+(?=[0-9])")
_TOKEN = re.compile(rf"([^\s{_DROPPED}]+(?:{_DROPPED}+[^\s{_DROPPED}]+)*)")
_LABEL = r"""(?:\b(?:pages?|lines?|pp?|ll?|ln|tr|sections?|secs?|(?:sub)*(?:section|paragraph|clause
    |item)s?|of|text|answer)\b|\d{1,6}\w?\b|\b[a-z]\)|\([\w-]{1,8}\)|[^\w"'(])"""
_LABELS = re.compile(rf"(?:{_LABEL}|[\"'(]){{0,40}}+", re.IGNORECASE | re.VERBOSE)
_NUMBERED = re.compile(
    r"""(?:\([\w-]{1,8}\)|[^\w\n]|\b(?:pages?|lines?|p|l|sections?|secs?|of)\b
    |\d{1,6}[a-z]?\b(?!\s?%)|\b[a-z]\)){0,30}+""",
    re.IGNORECASE | re.VERBOSE,
)
_SPEAKER = re.compile(r"(?:^|[\s\"'(])[A-Za-z]\W*$")
_CLOSES = re.compile(r"""["\n]|'(?:[\s.,;:)]|$)""")
_ENDS = re.compile(r"""[.!?][)\]}*]*\s|\s-+\s|[(\[]""")
_PAUSES = re.compile(r"[;:]\s")
_OPENS = re.compile(
    r"""(?:["(\[]|(?:^|\W)'|[:=>]\s|(?<!\d)[:=>]|\s-+\s|[.!?]["')\]}*]*\s)[\s"'(\[*]*$"""
)
_SAYS = re.compile(
    r"""(?:\b(?:reads|should\s+read|says|states|provides|stated|reading|as\s+follows|lautet|dice|dit)
    |\b(?:lines?|texts?|sections?|answer|terms?|words?|wording|content|paragraph|(?:sub)+\w+|clause|item
      |provision|part|sentence|\d[\w:]*|[(]\w+[)])\s[^\n"]{0,80}?\b(?:is|are|was)
    |\b(?:lines?|texts?|terms?|answer|content|wording|provision)\s+(?:is|are|was)|\d\W*(?:is|are|was)
    |\b(?:respuesta|texto|l[ií]nea|r[eé]ponse|texte|ligne|antwort|text|zeile|risposta|testo)\s[^\n"]{0,60}?
      \b(?:es|est|ist|è|é)
    )(?:\s+(?:just|simply|only|exactly|therefore|thus|then|actually|clearly|as\s+follows))?[,\s]+$""",
    re.IGNORECASE | re.VERBOSE,
)
_OWN_LABEL = re.compile(r"(?<![\w)])(?:(?:\([\w-]{1,8}\)){1,8}|\d{1,6}\s*[.:)])\s+$")
_NEAR = 160


class Wording:
    """The words of a reply in plain typing (``marks.plain``), folded as ``marks.fold`` does."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = [
            (match[1].replace(_DROPPED, ""), match.start(1), match.end(1))
            for match in _TOKEN.finditer(_folded(text))
        ]
        self.words = [word for word, _, _ in found]
        self.starts = [start for _, start, _ in found]
        self.ends = [end for _, _, end in found]
        self.joined = f" {' '.join(self.words)} "
        self._at = [0, *accumulate(len(word) + 1 for word in self.words)]

    def find(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Yield the first word, and the one behind the last, of each place of a folded phrase."""
        size = phrase.count(" ") + 1
        at = self.joined.find(f" {phrase} ")
        while phrase and at >= 0:
            first = self.word_at(at)
            yield first, first + size
            at = self.joined.find(f" {phrase} ", at + 1)

    def word_at(self, offset: int) -> int:
        """Return the number of the word that an offset of ``joined`` stands before."""
        return bisect_left(self._at, offset)

    def first_word(self, offset: int) -> int:
        """Return the number of the first word that starts at or behind an offset of the text."""
        return bisect_left(self.starts, offset)

    def startswith(self, phrase: str, first: int) -> bool:
        """Say whether a folded phrase stands at a word, whole."""
        return bool(phrase) and self.joined.startswith(f"{phrase} ", self._at[first] + 1)

    def phrase(self, first: int, stop: int) -> str:
        """Return words in folded form."""
        return self.joined[self._at[first] + 1 : self._at[stop]]

    def common(self, words: str, first: int) -> int:
        """Return how many words from ``first`` on are those of a folded text."""
        count = 0
        for mine, theirs in zip(self.words[first : first + 400], words.split(" "), strict=False):
            if mine != theirs:
                break
            count += 1
        return count

    def gap(self, left: int, right: int) -> str:
        """Return what stands between the end of one word and the start of another."""
        start = self.ends[left] if left >= 0 else 0
        end = self.starts[right] if right < len(self.starts) else len(self.text)
        return self.text[start : max(start, end)]

    def front(self, first: int) -> str:
        """Return what stands on the same row before a word, the last stretch of it."""
        start = self.starts[first]
        return self.text[max(self.text.rfind("\n", 0, start) + 1, start - _NEAR) : start]

    def opens(self, first: int) -> str:
        """Say how a word stands apart from those before it: ``hard``, ``soft`` or not ("").

        Hard is a quotation mark, a line break, a label or an introduction; soft the end of a
        sentence of the reply's own.
        """
        front = self.front(first)
        return _opening(front) or _opening(_OWN_LABEL.sub("", front))

    def ends_at(self, stop: int) -> str:
        """Say how the word before ``stop`` stands apart from those behind it, as ``opens``."""
        if stop >= len(self.words):
            return "hard"
        gap = self.gap(stop - 1, stop)
        if _CLOSES.search(gap):
            return "hard"
        anew = _PAUSES.search(gap) and self.text[self.starts[stop]].isupper()
        return "soft" if anew or _ENDS.search(gap) else ""

    @staticmethod
    def is_label(front: str) -> bool:
        """Say whether what stands before words on their row is but a line number or label."""
        return bool(front) and _NUMBERED.fullmatch(front) is not None

    def joined_by_labels(self, left: int, right: int) -> bool:
        """Say whether only blanks, marks, and labels or numbers of lines stand between words."""
        gap = self.gap(left - 1, right)
        return len(gap) <= _NEAR and all(
            _NUMBERED.fullmatch(row) is not None for row in gap.split("\n")
        )


def _opening(front: str) -> str:
    if not front.strip() or _LABELS.fullmatch(front) or _SAYS.search(front):
        return "hard"
    if (match := _OPENS.search(front)) is None:
        return ""
    if match[0][0] not in ".!?" or '"' in match[0]:
        return "hard"
    return "" if _SPEAKER.search(front[: match.start()]) else "soft"


def _folded(text: str) -> str:
    """Fold a text letter by letter, so that every letter keeps its place."""
    kept = text.replace("'", _DROPPED)
    folded = marks.fold_lines(kept)
    if len(folded) != len(text):
        folded = "".join([(marks.fold_lines(letter) or " ")[0] for letter in kept])
    return _PRICE.sub(lambda between: _DROPPED * len(between[0]), folded)
