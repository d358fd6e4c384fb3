"""Amending a line: one place is changed, so that a model that recites from memory is wrong.

The rules are tried in order and the first that applies decides (BLT, arXiv 2311.09693; made to
keep ordinals, dates, cites and numbers with separators what they are). A connective at the end of
a line is never the place, since graders forgive it; a label that only numbers a list within the
line is no cite and is left alone.
"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

OPENING = "unless otherwise provided by section 101, "

_NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d])")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|d)\b(?![–-])")
_SECTION_BEFORE = re.compile(r"(?:\bsec(?:tions?|s?\.)|§+|U\.S\.C\.|\b(?:and|or|through|to),?)\s*$")
_MONTHS = {name: n for n, name in enumerate(calendar.month_name) if name}
_MONTH = "|".join(_MONTHS)
_DAY_AFTER_MONTH = re.compile(rf"\b({_MONTH})\s+$")
_DAY_BEFORE_MONTH = re.compile(rf"(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+({_MONTH})\b")
_WHOLE = re.compile(r"\s?(?:percent|per centum|%)")
_LABEL = re.compile(r"\((\w+)\)")
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
        new = _printed(match[0], _step(match[0], before, after))
        ordinal = None if _SECTION_BEFORE.search(before) else _ORDINAL.match(after)
        if ordinal and ordinal[0] == "d" and match[0][-1] not in "23":
            ordinal = None
        ending = _ending(new, ordinal[0]) if ordinal else ""
        end = match.end() + (len(ordinal[0]) if ordinal else 0)
        return Change(match.start(), end, new + ending)
    return None


def _step(digits: str, before: str, after: str) -> int:
    """Return 1, or -1 for a number that ends in 9, or above which nothing of its kind lies."""
    month = _DAY_AFTER_MONTH.search(before) or _DAY_BEFORE_MONTH.match(after)
    if month and digits == str(calendar.monthrange(2024, _MONTHS[month[1]])[1]):
        return -1
    if digits[-1] == "9" or (digits == "100" and _WHOLE.match(after)):
        return -1
    return 1


def _printed(digits: str, step: int) -> str:
    """Return the number ``step`` units of its last place away, in the same form."""
    whole, point, decimals = digits.partition(".")
    bare = whole.replace(",", "") + decimals
    moved = str(int(bare) + step).zfill(len(bare) if bare.startswith("0") else 1)
    if point:
        moved = moved.zfill(len(decimals) + 1)
        whole, decimals = moved[: -len(decimals)], moved[-len(decimals) :]
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
    return _letter(text, str.islower, ("a", "b", "c"), ("i", "ii", "iii"))


def capital_letter(text: str) -> Change | None:
    """The last cite of a capital letter likewise."""
    return _letter(text, str.isupper, ("A", "B", "C"), ("I", "II", "III"))


def _letter(
    text: str, fits: Callable[[str], bool], letters: tuple[str, ...], romans: tuple[str, ...]
) -> Change | None:
    """Change the last one-letter label that belongs to a cite; a roman one stays roman.

    A label that the text has already is passed over, so that no list names one twice.
    """
    for match in reversed(list(_LABEL.finditer(text))):
        label, before = match[1], text[: match.start()]
        if len(label) == 1 and label.isalpha() and fits(label) and _IN_A_CITE.search(before):
            roman = label in "ivxIVX" and _ROMAN_BEFORE.search(before)
            free = [new for new in (romans if roman else letters) if f"({new})" not in text]
            return Change(match.start(1), match.end(1), free[0]) if free else None
    return None


def word(old: str, new: str) -> Rule:
    """Return the rule by which the last ``old`` becomes ``new``."""
    pattern = re.compile(rf"(?<![\w/’'-]){old}(?![\w/’'-])")

    def rule(text: str) -> Change | None:
        end = _TAIL.search(text)
        places = [m for m in pattern.finditer(text) if not end or m.end() < end.start()]
        return Change(places[-1].start(), places[-1].end(), new) if places else None

    return rule


RULES: tuple[Rule, ...] = (
    number,
    small_letter,
    capital_letter,
    word("or", "and"),
    word("and", "or"),
    word("may", "shall"),
    word("shall", "may"),
)
