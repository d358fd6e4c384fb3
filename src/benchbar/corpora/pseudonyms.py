"""Pseudonyms for a transcript: names, addresses and numbers replaced, the same way throughout.

This is no guarantee: it finds what has the form of a name or number and what transcripts mark as
one. Nicknames, misspellings, firms, places and facts that point to a person are not found.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchbar.corpora.name_finding import WORD, is_word, name_words, word_lists
from benchbar.corpora.nonces import nonces
from benchbar.seeds import rng_for

CAVEAT = (
    "This is no guarantee: read the result before you share it. Firms, places, dates, nicknames "
    "and misspelt names are not found."
)

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CASE = re.compile(
    r"\b\d{1,2}:\d{2}-[A-Za-z]{2}-\d{2,6}(?:-[A-Z]{2,4})*\b|"
    r"(?<=\b[Nn][Oo]\. )[A-Z0-9]*\d[\w:/-]*\d[\w-]*|(?<=\b[Nn]umber )[A-Z0-9]*\d[\w:/-]*\d[\w-]*"
)
_PHONE = re.compile(
    r"(?<![\d-])(?:\+?1[ .-])?(?:\(\d{3}\)\s?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])|"
    r"(?<![\d-])\d{3}-\d{4}(?![\d-])"
)
_ACCOUNT = re.compile(
    r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])|(?<![\w,.$-])\d{4}(?:[ -]?\d{4}){2,4}(?![\w-])|"
    r"(?<![\w,.$-])\d{6,}(?![\w,])|(?<![\w-])[A-Z]{2,}[-_]?\d{5,}(?![\w-])"
)
_STREET = re.compile(
    r"\b(\d{1,6}(?:st|nd|rd|th)?)(\s+(?:[NSEW]\.?|North|South|East|West)(?=\s))?"
    r"(\s+(?:[A-Z0-9][\w'’.]*\s+){1,3}?)"
    r"(Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Circle|"
    r"Highway|Hwy|Parkway|Pkwy|Terrace|Square|Plaza|STREET|AVENUE|ROAD|BOULEVARD|LANE|DRIVE|PLACE)\b"
)
_TOWN = re.compile(
    r"\b([A-Z][a-z]+(?: [A-Z][a-z]+)?)(,\s+(?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\s+)"
    r"(\d{5}(?:-\d{4})?)\b"
)
_SPELLED = re.compile(r"\b[A-Za-z](?:-[A-Za-z]){2,}\b")
_SPELLING = re.compile(r"\b(?:spell|name)", re.IGNORECASE)
_NEAR = 160
_TITLE = re.compile(
    r"(?:\b(?:Mr|Ms|Mrs|Dr|Messrs)\.?|\b(?:Miss|Judge|Doctor|Professor|Officer|Detective))\s+$",
    re.IGNORECASE,
)
_MID_SENTENCE = re.compile(r"[a-zà-ÿ,;’'-]\s+$")
_TOKEN = re.compile(WORD)
_LOOK_BACK = 24


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
    text = "\n".join(lines)
    named = "\n".join((*lines, *context))
    stand_ins = _StandIns(named)
    for kind, shape, change in (
        ("e-mail address", _EMAIL, stand_ins.email),
        ("street address", _STREET, stand_ins.street),
        ("street address", _TOWN, stand_ins.town),
        ("case number", _CASE, stand_ins.digits),
        ("telephone number", _PHONE, stand_ins.phone),
        ("account number", _ACCOUNT, stand_ins.digits),
    ):
        text = stand_ins.replace(text, kind, shape, change)
    text = stand_ins.spelled(stand_ins.names(text))
    return text.split("\n") if lines else [], stand_ins.report()


class _StandIns:
    """What stands for what in one file, and how often it was put in."""

    def __init__(self, text: str) -> None:
        self._rng = rng_for("pseudonyms")
        seen = {word.lower() for word in _TOKEN.findall(text)}
        small = _TOKEN.findall(_EMAIL.sub("", text))
        self._small = frozenset(word for word in small if word == word.lower())
        self._taken = set(seen)
        self._names = {word: self._name(word, kind) for word, kind in name_words(text).items()}
        self._given: dict[str, str] = {}
        self._places: Counter[str] = Counter()
        self._different: dict[str, set[str]] = {}

    def report(self) -> Report:
        return Report(
            tuple(
                Replaced(kind, len(self._different[kind]), places)
                for kind, places in sorted(self._places.items())
            )
        )

    def replace(
        self, text: str, kind: str, shape: re.Pattern[str], change: Callable[[re.Match[str]], str]
    ) -> str:
        def put(match: re.Match[str]) -> str:
            self._count(kind, match[0])
            return change(match)

        return shape.sub(put, text)

    def _count(self, kind: str, original: str) -> None:
        self._places[kind] += 1
        self._different.setdefault(kind, set()).add(original.lower())

    def _once(self, original: str, make: Callable[[], str]) -> str:
        """Return what stands for something already, or make it now."""
        key = " ".join(original.lower().split())
        if key not in self._given:
            self._given[key] = make()
        return self._given[key]

    def email(self, match: re.Match[str]) -> str:
        def make() -> str:
            letters = (
                self._rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in match[0].split("@")[0]
            )
            return "".join(letters) + "@example.com"

        return self._once(match[0], make)

    def digits(self, match: re.Match[str]) -> str:
        """Other digits for digits and other capitals for capitals; `cv` and the like stay."""
        return self._once(match[0], lambda: "".join(map(self._other, match[0])))

    def phone(self, match: re.Match[str]) -> str:
        def make() -> str:
            *area, _ = re.split(r"(\d{3}[ .-]\d{4})$", match[0])
            last = "".join(map(self._other, match[0][-2:]))
            kept = "".join(map(self._other, area[0]))
            return f"{kept}555{match[0][-5]}01{last}"

        return self._once(match[0], make)

    def street(self, match: re.Match[str]) -> str:
        number, side, name, kind = match[1], match[2] or "", match[3], match[4]
        number = self._once(f"street {number}", lambda: "".join(map(self._other, number)))
        gap = name[: len(name) - len(name.lstrip())]
        other = self._once(f"street of {name}", lambda: self._rng.choice(word_lists()["streets"]))
        other = other.upper() if name.isupper() else other
        broken = "\n" * name.strip().count("\n")
        return number + side + gap + other + broken + name[len(name.rstrip()) :] + kind

    def town(self, match: re.Match[str]) -> str:
        other = self._once(f"town {match[1]}", lambda: self._rng.choice(word_lists()["towns"]))
        code = self._once(f"code {match[3]}", lambda: "".join(map(self._other, match[3])))
        return other + match[2] + code

    def _other(self, character: str) -> str:
        if character.isdigit():
            return self._rng.choice([digit for digit in "123456789" if digit != character])
        if character.isupper():
            return self._rng.choice([c for c in "BCDFGHJKLMNPRSTVWXZ" if c != character])
        return character

    def names(self, text: str) -> str:
        """Replace the words of names, and words of the language only where they are names."""

        def put(match: re.Match[str]) -> str:
            word = match[0]
            other = self._names.get(word.lower())
            if other is None or word[0].islower() or not self._is_named(text, match):
                return word
            self._count("name", word)
            return other.upper() if word.isupper() else other

        return _TOKEN.sub(put, text)

    def _is_named(self, text: str, match: re.Match[str]) -> bool:
        word = match[0].lower()
        if not is_word(word, self._small):
            return True
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        beside = (_TOKEN.search(text, match.end()), next(reversed(_TOKEN.findall(before)), None))
        after = beside[0][0] if beside[0] and beside[0].start() <= match.end() + 4 else None
        neighbours = [other for other in (after, beside[1]) if other and other[0].isupper()]
        return (
            bool(_TITLE.search(before))
            or any(other.lower() in self._names for other in neighbours)
            or (not match[0].isupper() and bool(_MID_SENTENCE.search(before)))
        )

    def spelled(self, text: str) -> str:
        """Replace names spelled out, Q-u-i-l-l, by their pseudonyms spelled out."""

        def put(match: re.Match[str]) -> str:
            name = match[0].replace("-", "").lower()
            near = text[max(0, match.start() - _NEAR) : match.start()]
            if name not in self._names and not _SPELLING.search(near):
                return match[0]
            self._count("name", name)
            other = self._names.setdefault(name, self._name(name, "last"))
            letters = other.upper() if match[0].isupper() else other
            return "-".join(letters)

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
