"""Pseudonyms for a transcript: names, addresses and numbers replaced, the same way throughout.

This is no guarantee: it finds what has the form of a name or number and what transcripts mark as
one. Nicknames, misspellings, firms, places and facts that point to a person are not found.
"""

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from benchbar.corpora.name_finding import WORD, find_names, small_words
from benchbar.corpora.name_lists import first_names, word_lists
from benchbar.corpora.name_placing import Placing
from benchbar.corpora.nonces import nonces
from benchbar.corpora.pseudonym_numbers import NumberStandIns
from benchbar.seeds import rng_for

CAVEAT = (
    "This is no guarantee: read the result before you share it. Firms, places, dates, nicknames "
    "and misspelt names are not found."
)

_SPELLED = re.compile(r"(?<![\w-])[A-Za-z](?:-[A-Za-z]){2,30}(?![\w-])")
_SPELLING = re.compile(r"\b(?:spell|name)", re.IGNORECASE)
_NEAR = 160
_TOKEN = re.compile(
    r"(?P<initials>(?<![\w.])(?:(?<!\n)(?<!^)|(?![AQ]\.))(?:[A-Z]\. ?)*[A-Z]\. )?"
    rf"(?P<word>{WORD})"
)
"""A word with the initials before it; at the start of a line A. and Q. are none."""
_BROKEN = re.compile(r"\b(?P<word>[^\W\d_]{1,30})-\n(?P<rest>[a-z]+|[A-Z]+)\b")
_BESIDE_LETTERS = re.compile(
    r"\b(?:exhibit|appendix|schedule|part|tab|plan|option|group|vitamin|unit)\s+$", re.IGNORECASE
)
_PERSON_IN_INITIALS = re.compile(r"(?<![\w.&])([A-Z])\.( ?)([A-Z])\.(?![\w&])")
_NO_INITIALS = frozenset({"US", "UK", "EU", "DC", "AM", "PM", "PC", "MD", "NY", "LA", "ID", "PO"})


@dataclass(frozen=True, slots=True)
class Replaced:
    """How much was replaced of one kind: so many different ones, in so many places."""

    kind: str
    different: int
    places: int


@dataclass(frozen=True, slots=True)
class Report:
    """What was replaced, by kind and never by name, and what that is worth."""

    replaced: tuple[Replaced, ...]
    caveat: str = CAVEAT


def pseudonymise(lines: Sequence[str], context: Sequence[str] = ()) -> tuple[list[str], Report]:
    """Replace personal names and numbers in the lines of a transcript; as many lines come back.

    The same name has the same pseudonym throughout, of its kind and about its length, in its
    letter case; the same lines always give the same result.

    Args:
        lines: The lines, of one file.
        context: Other rows of the file (covers, appearances) whose names are to be replaced too.
    """
    rng = rng_for("pseudonyms")
    tally = _Tally()
    text = "\n".join(lines)
    names = _NameStandIns(rng, lines, context)
    text = NumberStandIns(rng, text).put(text, tally.count)
    text = names.put(text, tally)
    return text.split("\n") if lines else [], tally.report()


class _Tally:
    """Counts what was replaced, in how many places and how many different ones."""

    def __init__(self) -> None:
        self._places: Counter[str] = Counter()
        self._different: dict[str, set[Hashable]] = {}

    def count(self, kind: str, key: Hashable) -> None:
        self._places[kind] += 1
        self._different.setdefault(kind, set()).add(key)

    def report(self) -> Report:
        return Report(
            tuple(
                Replaced(kind, len(self._different[kind]), places)
                for kind, places in sorted(self._places.items())
            )
        )


class _NameStandIns:
    """What stands for the names of one file."""

    def __init__(self, rng: random.Random, lines: Sequence[str], context: Sequence[str]) -> None:
        text = "\n".join((*lines, *context))
        self._rng = rng
        self._small = small_words(text)
        self._taken = {word.lower() for word in re.findall(WORD, text)}
        found = find_names(lines, context)
        self._names = {word: self._name(word, kind) for word, kind in found.kinds.items()}
        self._full = sorted(found.full)
        self._letters: dict[str, str] = {}

    def put(self, text: str, tally: _Tally) -> str:
        """Return the text with all names replaced, those in initials and spelled out too."""
        return self._spelled(self._initialled(self._whole(text, tally), tally), tally)

    def _whole(self, text: str, tally: _Tally) -> str:
        """Replace the words of names, and words of the language only where they are names."""
        where = Placing(self._names, self._small)

        def put(match: re.Match[str]) -> str:
            word, start = match["word"], match.start("word")
            stem = "" if word[0].islower() else self._stem(word)
            if not stem or not where.stands_as_name(text, start, start + len(word), stem):
                return match[0]
            tally.count("name", stem)
            before = text[max(0, match.start() - _NEAR) : match.start()]
            return self._other_initials(match["initials"] or "", before, stem) + self._in_form(word)

        text = self._broken(text, tally)
        return _TOKEN.sub(put, text)

    def _broken(self, text: str, tally: _Tally) -> str:
        """Replace names that a hyphen parts at the end of a line."""

        def put(match: re.Match[str]) -> str:
            word = match["word"] + match["rest"]
            if word[0].islower() or not self._stem(word):
                return match[0]
            tally.count("name", self._stem(word))
            other = self._in_form(word)
            cut = max(1, len(other) * len(match["word"]) // len(word))
            return f"{other[:cut]}-\n{other[cut:]}"

        return _BROKEN.sub(put, text)

    def _stem(self, word: str) -> str:
        """Return the name that a word is, or of which it is the plural; "" for none."""
        low = word.lower()
        for stem in (low, low.removesuffix("s"), low.removesuffix("es")):
            if stem in self._names and (stem == low or len(stem) > 2):
                return stem
        return ""

    def _in_form(self, word: str) -> str:
        """Return what stands for a name, as plural and in capitals if the name is."""
        stem = self._stem(word)
        other = self._names[stem]
        if stem != word.lower():
            other += "es" if other.endswith(("s", "x", "z", "ch", "sh")) else "s"
        return other.upper() if word.isupper() and len(word) > 1 else other

    def _other_initials(self, initials: str, before: str, last: str) -> str:
        """Change the initials before a last name as those of its stand-in are."""
        if re.sub(r"\W", "", initials) in _NO_INITIALS or _BESIDE_LETTERS.search(before):
            return initials
        return re.sub("[A-Z]", lambda letter: self._initial(letter[0], last), initials)

    def _initial(self, letter: str, last: str) -> str:
        for first, other in self._full:
            if other == last and first[0] == letter.lower() and first in self._names:
                return self._names[first][0].upper()
        if letter not in self._letters:
            self._letters[letter] = self._rng.choice(
                [other for other in "BCDEFGHJKLMNPRSTVW" if other != letter]
            )
        return self._letters[letter]

    def _initialled(self, text: str, tally: _Tally) -> str:
        """Replace J.S. where John Smith is known."""
        known = {
            (first[0].upper(), last[0].upper()): (first, last)
            for first, last in reversed(self._full)
            if first in self._names and last in self._names
        }

        def put(match: re.Match[str]) -> str:
            person = known.get((match[1], match[3]))
            if person is None or match[1] + match[3] in _NO_INITIALS:
                return match[0]
            tally.count("name", match[1] + match[3])
            first, last = (self._names[part][0].upper() for part in person)
            return f"{first}.{match[2]}{last}."

        return _PERSON_IN_INITIALS.sub(put, text)

    def _spelled(self, text: str, tally: _Tally) -> str:
        """Replace names spelled out, Q-u-i-l-l, by their pseudonyms spelled out."""

        def put(match: re.Match[str]) -> str:
            name = match[0].replace("-", "").lower()
            near = text[max(0, match.start() - _NEAR) : match.start()]
            if name not in self._names and not _SPELLING.search(near):
                return match[0]
            tally.count("name", name)
            if name not in self._names:
                self._names[name] = self._name(name, first_names().get(name, "last"))
            letters = self._names[name]
            return "-".join(letters.upper() if match[0].isupper() else letters)

        return _SPELLED.sub(put, text)

    def _name(self, word: str, kind: str) -> str:
        """Draw a name of this kind, of the length nearest to this, that the file has not."""
        lists = word_lists()
        pool = lists[{"woman": "women", "man": "men"}.get(kind, "last")]
        barred = self._taken | set(lists["words"])
        free = [name for name in pool if name.lower() not in barred]
        other = _nearest(free, len(word), self._rng) or _nearest(
            self._invented(), len(word), self._rng
        )
        self._taken.add(other.lower())
        return other

    def _invented(self) -> list[str]:
        return [word.capitalize() for word in nonces() if word not in self._taken]


def _nearest(names: Iterable[str], length: int, rng: random.Random) -> str:
    """Draw from the names of the nearest length, within two letters; "" if there are none."""
    by_gap: dict[int, list[str]] = {}
    for name in names:
        by_gap.setdefault(abs(len(name) - length), []).append(name)
    nearest = min(by_gap, default=99)
    return rng.choice(by_gap[nearest]) if by_gap and (nearest <= 2 or length > 12) else ""
