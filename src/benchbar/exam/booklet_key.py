"""The answer key of a booklet: the letter of each question, from text, a table or the back page."""

import re
from collections.abc import Iterable

from benchbar.tasks.shuffle import Letter

HEADING = re.compile(
    r"[^\w.]*(?:(?:The )?Answer [Kk]ey|ANSWER KEY|Answers(?: to .{0,40})?|ANSWERS(?: TO .{0,40})?"
    r"|Key|KEY)[^\w.]*"
)
"""A line that opens the key at the end of a booklet."""
_PAIR = re.compile(
    r"(?<![\w.,$])(?:Question\s+|No\.\s*|Q)?(\d{1,3})\s*(?:[.):=,;|\t–-]\s*|\s+)"
    r"((?:the\s+)?(?:correct\s+)?(?:answer|choice|key)(?:\s+is)?:?\s*)?"
    r"""(?:"([A-Z])"|\(([A-Za-z])\)|([A-Z])(?![\w'’]))""",
    re.IGNORECASE,
)
_PROSE = re.compile(r"\s[a-z]")
_NUMBERS = re.compile(r"\s*\d{1,3}(?:[\s,;|]+\d{1,3})+\s*")
_LETTERS = re.compile(r"\s*[A-Za-z](?:[\s,;|]+[A-Za-z])+\s*")
_LOWER = re.compile(r"[\s.):=,;|-]*[a-z]\W*$")


class Key:
    """Which letter each question has, and what is doubtful about it."""

    def __init__(self) -> None:
        self._told: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return len(self._told)

    def add(self, number: int, letter: str) -> None:
        """Note what the key says of a question."""
        letters = self._told.setdefault(number, [])
        if letter not in letters:
            letters.append(letter)

    def numbers(self) -> Iterable[int]:
        """Return the questions that the key names."""
        return self._told.keys()

    def letter(self, number: int) -> Letter | str:
        """Return the letter of a question; if there is no clear one, why, in some words."""
        letters = self._told.get(number, [])
        if not letters:
            return "the key has no answer to it"
        if len(letters) > 1:
            return f"the key says {' and '.join(letters)}"
        if letters[0] not in ("A", "B", "C", "D"):
            return f"the key says {letters[0]}, which is none of its choices"
        return letters[0]


def read(text: str) -> Key:
    """Return the key that a text holds.

    A key is pairs of number and letter in any number of columns (``12. B``, ``12) (b)``,
    ``12,B``), sentences (``12. The correct answer is B``), or a row of numbers above a row of
    letters. A letter that begins a sentence ("1. A man ...") is no answer.
    """
    key = Key()
    rows = [row for row in text.replace("\f", "\n").split("\n") if row.strip()]
    above: list[str] = []
    for row in rows:
        if above and _LETTERS.fullmatch(row):
            letters = re.findall("[A-Za-z]", row)
            if len(letters) == len(above):
                for number, letter in zip(above, letters, strict=True):
                    key.add(int(number), letter.upper())
            above = []
            continue
        above = re.findall(r"\d+", row) if _NUMBERS.fullmatch(row) else []
        for found in _PAIR.finditer(row):
            said, quoted, bracketed, bare = found.group(2, 3, 4, 5)
            if bare and not said and _PROSE.match(row, found.end()):
                continue
            if bare and bare.islower() and not _LOWER.match(row, found.end(1)):
                continue
            letter = quoted or bracketed or bare
            key.add(int(found[1]), letter.upper())
    return key
