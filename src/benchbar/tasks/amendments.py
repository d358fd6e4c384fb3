"""Amending a line: one place is changed, so that a model that recites from memory is wrong.

The rules are tried in order and the first that applies decides (BLT, arXiv 2311.09693; made to
keep ordinals, dates, fractions, cites and numbers with separators what they are). What the change
would make nonsense of is passed over: the number of a name (COVID-19), "whether or not", the
"and" of an agency's name. A connective at the end of a line is never the place, since graders
forgive it; a label that only numbers a list within the line is no cite and is left alone.
"""

import calendar
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.cite import roman

OPENING = "unless otherwise provided by section 101, "

_NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+|(?<=[\s$(])(?=\.\d))(\.\d+)?(?![\d])")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|d)\b(?![–-])")
_SECTION_BEFORE = re.compile(r"(?:\bsec(?:tions?|s?\.)|§+|U\.S\.C\.|\b(?:and|or|through|to),?)\s*$")
_MONTHS = {name: n for n, name in enumerate(calendar.month_name) if name}
_LAST_DAYS = {
    name: (str(calendar.monthrange(2023, n)[1]), str(calendar.monthrange(2024, n)[1]))
    for name, n in _MONTHS.items()
}
_MONTH = "|".join(_MONTHS)
_DAY_AFTER_MONTH = re.compile(rf"\b({_MONTH})\s+$")
_DAY_BEFORE_MONTH = re.compile(rf"(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+({_MONTH})\b")
_FRACTION = re.compile(r"(?<![\w/⁄.,])(\d{1,2})[/⁄]$")
_NEAR = 40
"""Characters before a number in which it may stand in one list with others."""

_HIGHEST = tuple(
    (re.compile(before), tuple(numbers.split()), re.compile(after))
    for before, numbers, after in (
        ("", "100", r"\s?(?:percent|per cent(?:um)?|%)"),
        ("", "12", r"\s?(?:o[’']clock|[ap]\.?m\b)"),
        ("", "24", r"(?:-|\s)hours?\b"),
        ("", "7", r"(?:-day\sweek|\sdays\s(?:a|per|each|of\sthe)\sweek)"),
        ("", "4", r"th\squarter"),
        (r"K[–-]$", "12", ""),
        (r"\bGS[–-]$", "15 18", ""),
        (r"\bO[–-]$", "10", ""),
        (r"\bW[–-]$", "5", ""),
    )
)
"""Numbers above which nothing of their kind lies: what stands before, they, what stands behind."""

_NAME_BEFORE = re.compile(r"(?:COVID[–-]|\b24/|(?:://|www\.|@)\S*)$", re.IGNORECASE)
_NAME_AFTER = re.compile(
    r"[A-Z]|s\b|_|[–-][A-Z]\b|st\sCentury\b|/7\b"
    r"|(?::\d\d|\so[’']clock)?\s?(?:noon|midnight)\b"
)
_WITHIN_BEFORE, _WITHIN_AFTER = re.compile(r"[A-Za-z][–-]$"), re.compile(r"[–-][a-z]")
_YEAR_BEFORE = re.compile(r"\b(?:19|20)\d\d[–-]$")
_YEARS_AFTER = re.compile(r"(?:19|20)\d\d[–-](?:19|20)?\d\d\b")
_LABEL = re.compile(r"\((\w+)\)")
_ROMANS = tuple(roman(n) for n in range(1, 40))
_IN_A_CITE = re.compile(
    r"(?:\d[\w–-]*|\)|\b(?:subsection|paragraph|subparagraph|clause|subclause|item|subitem)s?\s"
    r"(?:\(\w+\)[\s,]*(?:(?:and|or|through|to)\s)?)*)$"
)
_ROMAN_BEFORE = re.compile(r"(?:\([A-Z]+\)|\b(?:sub)?clauses?\s(?:\(\w+\)[\s,]*(?:\w+\s)?)*)$")
_TAIL = re.compile(r"[\s,;:.—–-]*$")


@dataclass(frozen=True, slots=True)
class Change:
    """What is put in place of ``text[start:end]``."""

    start: int
    end: int
    new: str

    def made_in(self, text: str) -> str:
        """Return the text with the change made."""
        return text[: self.start] + self.new + text[self.end :]


Rule: TypeAlias = Callable[[str], Change | None]


def amend(text: str) -> Change:
    """Return the change that amends the words of a line (its label and header left out)."""
    for rule in RULES:
        if change := rule(text):
            return change
    return Change(0, 0, OPENING)


def number(text: str) -> Change | None:
    """The last number other than 1 goes up by one, or down by one if it ends in 9."""
    for match in reversed(list(_NUMBER.finditer(text))):
        before, after = text[: match.start()], text[match.end() :]
        bare_label = before.endswith("(") and after.startswith(")")
        if match[0] == "1" or (bare_label and not _IN_A_CITE.search(before[:-1])):
            continue
        cited = _SECTION_BEFORE.search(before) is not None
        if _is_name(match[0], before, after, cited=cited):
            continue
        if fraction := _FRACTION.search(before):
            return Change(match.start(), match.end(), _lower_part(fraction[1], match[0]))
        new = _printed(match[0], _step(match[0], before, after))
        ordinal = None if cited else _ORDINAL.match(after)
        if ordinal and ordinal[0] == "d" and match[0][-1] not in "23":
            ordinal = None
        ending = _ending(new, ordinal[0]) if ordinal else ""
        end = match.end() + (len(ordinal[0]) if ordinal else 0)
        return Change(match.start(), end, new + ending)
    return None


def _is_name(digits: str, before: str, after: str, *, cited: bool) -> bool:
    """Say whether a number is part of a name: 5G, 1990s, 2017-18, 12 noon, 24/7, 2-hydroxy."""
    if _NAME_BEFORE.search(before):
        return True
    within = _WITHIN_BEFORE.search(before) and _WITHIN_AFTER.match(after)
    of_a_pair = _YEAR_BEFORE.search(before) or _YEARS_AFTER.match(digits + after)
    return not cited and bool(within or of_a_pair or _NAME_AFTER.match(after))


def _lower_part(upper: str, lower: str) -> str:
    """Return the next denominator that keeps a fraction in lowest terms: 2/3 becomes 2/5."""
    new = int(lower) + 1
    while math.gcd(int(upper), new) > 1:
        new += 1
    return str(new)


def _step(digits: str, before: str, after: str) -> int:
    """Return 1, or -1 for a number that ends in 9, or above which nothing of its kind lies.

    It is the other way round where the new number stands in the same list.
    """
    month = _DAY_AFTER_MONTH.search(before) or _DAY_BEFORE_MONTH.match(after)
    if month and digits in _LAST_DAYS[month[1]]:
        return -1
    if any(
        digits in numbers and behind.match(after) and ahead.search(before)
        for ahead, numbers, behind in _HIGHEST
    ):
        return -1
    if not digits.strip("0.,"):
        return 1
    step = -1 if digits[-1] == "9" else 1
    near = {whole + decimals for whole, decimals in _NUMBER.findall(before[-_NEAR:])}
    new, other = _printed(digits, step), _printed(digits, -step)
    return -step if new in near and other not in near and other.strip("-0.,") else step


def _printed(digits: str, step: int) -> str:
    """Return the number ``step`` units of its last place away, in the same form."""
    whole, point, decimals = digits.partition(".")
    bare = whole.replace(",", "") + decimals
    moved = str(int(bare) + step).zfill(len(bare) if bare.startswith("0") else 1)
    if point:
        moved = moved.zfill(len(decimals) + 1)
        moved, decimals = moved[: -len(decimals)], moved[-len(decimals) :]
        whole = moved if whole or int(moved) else ""
    else:
        whole = moved
    return (f"{int(whole):,}" if "," in digits else whole) + point + decimals


def _ending(digits: str, old: str) -> str:
    """Return the ending of an ordinal: 31st, 22nd (22d where the old one was of that style)."""
    n = int(digits.replace(",", ""))
    if n % 100 in (11, 12, 13):
        return "th"
    endings = {1: "st", 2: "d", 3: "d"} if old == "d" else {1: "st", 2: "nd", 3: "rd"}
    return endings.get(n % 10, "th")


def small_letter(text: str) -> Change | None:
    """The last cite of a small letter, such as (d), becomes (a), or (b) if there is an (a)."""
    return _letter(text, str.islower, str.lower)


def capital_letter(text: str) -> Change | None:
    """The last cite of a capital letter likewise."""
    return _letter(text, str.isupper, str.upper)


def _letter(text: str, fits: Callable[[str], bool], cased: Callable[[str], str]) -> Change | None:
    """Change the last label of a letter or of roman digits that belongs to a cite.

    A letter becomes the first that the text does not have, so that no list names one twice; a
    roman number the first roman one.
    """
    for match in reversed(list(_LABEL.finditer(text))):
        label, before = match[1], text[: match.start()]
        small = label.lower()
        known = fits(label) and (small in _ROMANS or (len(small) == 1 and small.isalpha()))
        if known and _IN_A_CITE.search(before):
            is_roman = len(small) > 1 or (small in "ivx" and _ROMAN_BEFORE.search(before))
            candidates = _ROMANS if is_roman else map(chr, range(ord("a"), ord("z") + 1))
            new = _first_free(map(cased, candidates), text)
            return Change(match.start(1), match.end(1), new) if new else None
    return None


def _first_free(labels: Iterable[str], text: str) -> str | None:
    return next((label for label in labels if f"({label})" not in text), None)


def word(old: str, new: str, *, unless: str | None = None) -> Rule:
    """Return the rule by which the last ``old`` becomes ``new``.

    Args:
        old: A word.
        new: Another.
        unless: Phrases with ``old`` in them of which the change would make nonsense.
    """
    pattern = re.compile(rf"(?<![\w/’'-]){old}(?![\w/’'-])")
    phrases = re.compile(unless) if unless else None

    def rule(text: str) -> Change | None:
        end = _TAIL.search(text)
        barred = [m.span() for m in phrases.finditer(text)] if phrases else []
        places = [
            m for m in pattern.finditer(text)
            if (not end or m.end() < end.start())
            and not any(start <= m.start() < stop for start, stop in barred)
        ]  # fmt: skip
        return Change(places[-1].start(), places[-1].end(), new) if places else None

    return rule


_COUNT = "(?:1|one|two|three|four|five|six|seven|eight|nine|ten)"
_OR = (
    rf"\b[Ww]hether or not|\bmore or less\b|\b{_COUNT} or (?:more|fewer|less)\b"
    r"|\b[Ee]ither\b[^.;]*? or\b"
)
_AND = (
    r"\b(?:[Bb]etween|[Bb]oth)\b[^.;]*? and\b|[A-Z][\w’]+,? and [A-Z]|\band so (?:on|forth)\b"
    rf"|\b{_COUNT} and {_COUNT}[ -]"
)
_MAY = r"\bthe case may be\b"

RULES: tuple[Rule, ...] = (
    number,
    small_letter,
    capital_letter,
    word("or", "and", unless=_OR),
    word("and", "or", unless=_AND),
    word("may", "shall", unless=_MAY),
    word("shall", "may"),
)
