"""Who is named on the cover of a transcript: the parties, counsel, the judge, the reporter."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from benchbar.corpora.name_lists import word_set

_ROLE = re.compile(
    r"(?<!\bthe )\b(?:plaintiff|defendant|petitioner|respondent|claimant|appellant|appellee|"
    r"debtor)s?(?:\([sS]\))?[,.]*$",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"(?:^|\s)(?:-?against-?|vs?\.)(?:\s|$)", re.IGNORECASE)
_COLUMN = re.compile(r"\)| {3,}|_{3,}")
_BETWEEN = re.compile(r"[,;:]|\b(?:and|AND|aka|AKA|a/k/a|A/K/A|fka|et|ET|as|AS|an|a)\b")
_NAME = re.compile(r"[A-Z][A-Za-zÀ-ÿ'’.-]*")
_FOR = re.compile(
    r"\s*(?:for|on behalf of|attorneys? for|counsel for|representing)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"^\s*\d{1,2}(?:\s+|$)")
_JOINING = frozenset("of the in and for upon behalf others individually".split())
"""Words that may stand in a list of persons, though in no name."""
_MOST_ROWS = 8
"""No party of a caption is written on more rows."""


def without_numbers(rows: Sequence[str]) -> list[str]:
    """Return rows of a file without the line numbers that they begin with."""
    return [_NUMBER.sub("", row) for row in rows]


def caption_names(rows: Sequence[str]) -> Iterator[str]:
    """Yield the persons among the parties and counsel of covers, given rows without numbers."""
    for place, row in enumerate(rows):
        role = _ROLE.search(_left(row))
        if role and not _FOR.match(row):
            yield from _parties([*_above(rows[:place]), _left(row)[: role.start()]])
        if row.rstrip().endswith(":") and any(map(_FOR.match, rows[max(0, place - 2) : place + 1])):
            yield from takewhile(_is_listed, map(str.strip, rows[place + 1 : place + 5]))


def _above(rows: Sequence[str]) -> list[str]:
    """Return the rows right above that may name the same party, in order."""

    def belongs(row: str) -> bool:
        left = _left(row)
        ends = _ROLE.search(left) or _AGAINST.search(left) or _firm(left.split(), _JOINING)
        return not ends and not re.search(r"\d|--", left)

    near = takewhile(belongs, reversed(rows[-_MOST_ROWS:]))
    return list(near)[::-1]


def _parties(rows: Sequence[str]) -> Iterator[str]:
    for part in _BETWEEN.split(" ".join(map(_left, rows))):
        words = part.split()
        if 2 <= len(words) <= 4 and all(map(_NAME.fullmatch, words)) and not _firm(words):
            yield " ".join(words)


def _left(row: str) -> str:
    return _COLUMN.split(row.strip())[0]


def _is_listed(row: str) -> bool:
    """Whether a row is the name of a lawyer and no more: JOAN M. MARSDEN."""
    words = row.rstrip(",").split()
    named = 2 <= len(words) <= 4 and all(map(_NAME.fullmatch, words))
    return named and row.isupper() and not _firm(words)


def _firm(words: Sequence[str], but: frozenset[str] = frozenset()) -> bool:
    plain = {word.strip(".,;:()").lower() for word in words}
    return bool(plain & word_set("firms") - but) or "&" in words
