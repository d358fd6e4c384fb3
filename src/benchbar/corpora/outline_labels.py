"""Labels that open a part of a document, and the ways to read each: (i) is a letter or a roman one.

A reading is a *style* (how labels of one level look) and a *value* (their place in the count).
Which reading is right is for the sequence of labels to say (``outline_sequence``).
"""

import re
from dataclasses import dataclass

from benchbar.cite import DIVISIONS, roman
from benchbar.corpora.outline_headings import in_title_case

ANNEXES = frozenset({"annex", "appendix", "schedule", "exhibit", "attachment", "addendum"})
"""Divisions that stand behind the body and are numbered by themselves."""

SECTION = 3
"""Rank of sections and of decimal numbers; divisions stand above, other labels below."""

LISTED = "listed 1."
"""The style of 1., 2. in a list within a section, where sections are numbered likewise."""

_RANKS = {"part": 0, "title": 0, "chapter": 1, "article": 2, **dict.fromkeys(ANNEXES, 0)}
_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_ROMANS = {roman(n): n for n in range(1, 200)}
_NAMED = [name for name in DIVISIONS if name != "recital"]
_NAMES = "|".join([name.capitalize() for name in _NAMED] + [name.upper() for name in _NAMED])
_DIVISION = re.compile(
    rf"(?P<word>{_NAMES})\s+(?P<bare>\d{{1,3}}[A-Z]?|[IVXLC]{{1,7}}|[A-Z](?:-?\d{{1,2}})?"
    rf"|(?i:{'|'.join(_WORDS)}))(?P<end>\s*[.:–—-]+)?(?=\s|$)"
)
_SECTION = re.compile(
    r"(?:(?:Section|SECTION|Sec\.|SEC\.|Clause|CLAUSE|Rule|RULE|Paragraph|PARAGRAPH)\s+|§\s*)"
    r"(?P<bare>\d{1,4}(?:[.–-]\d{1,3})*[A-Z]?)(?P<end>[.:)]|\s*[–—-](?=\s))?(?=\s|\(|$)"
)
_DECIMAL = re.compile(r"(?P<bare>\d{1,3}[A-Z]?(?:\.\d{1,3}){1,5})(?P<end>\.|\))?(?=\s|\(|$)")
_MARKED = re.compile(
    r"(?P<open>[(\[]?)(?P<bare>\d{1,3}[A-Za-z]?|[ivxlc]{1,7}|[IVXLC]{1,7}|z[a-y]"
    r"|(?P<low>[a-z])(?P=low){0,2}|(?P<high>[A-Z])(?P=high){0,2}|[a-zA-Z]-\d{1,2})(?P<end>\)[.:]?|\]|\.)(?=\s|\(|$)"
)
_NUMBER = re.compile(r"(?P<bare>\d{1,3}[A-Z]?)(?P<end>)(?=\s{1,12}(?:[A-Z][A-Za-z]?|\(\d))")
_SENTENCE = re.compile(r"[a-z(]|[A-Z]?[a-z]+\s(?:shall|will|is|are|may|must|sets?|of|to|and|or)\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a label: the style of its level, and its place in the count.

    A value has several numbers for decimals (4.2.1) and for what was put between (4A, a-1).
    """

    style: str
    value: tuple[int, ...]
    rank: int

    @property
    def first(self) -> bool:
        """Whether a count starts here."""
        return self.value[-1] in (0, 1) if self.decimal else self.value in ((0,), (1,), (1, 1))

    @property
    def decimal(self) -> bool:
        """Whether the label carries the numbers of its parents."""
        return "n.n" in self.style


@dataclass(frozen=True, slots=True)
class Label:
    """A label as written, with its bare content and its readings; ``word`` names a division."""

    text: str
    bare: str
    readings: tuple[Reading, ...]
    word: str = ""

    @property
    def is_number(self) -> bool:
        """Whether it is a number and nothing else, as an amount may be that opens a row."""
        return self.text[-1].isalnum() and self.readings[0].style == "1"

    @property
    def rank(self) -> int:
        """What stands above what: divisions, then sections, then all else."""
        return self.readings[0].rank


def labels_at(text: str, *, indent: int = 0) -> tuple[tuple[Label, ...], int]:
    """Return the labels that open a paragraph, such as those of ``4.2(b) words``, and their end.

    ``indent`` makes styles of lists differ that stand one inside another with one look.
    """
    found: list[Label] = []
    at = 0
    while len(found) < 6:
        label, end = _label(text, at, first=not found, indent=indent)
        if label is None or (found and label.rank <= SECTION):
            break
        found.append(label)
        at = end
        while at < len(text) and text[at] == " ":
            at += 1
        if at < len(text) and text[at] not in "([":
            break
    return tuple(found), at


def _label(text: str, at: int, *, first: bool, indent: int) -> tuple[Label | None, int]:
    if first:
        if (match := _DIVISION.match(text)) and _is_title(text[match.end() :], match["end"]):
            return _division(match), match.end()
        if match := _SECTION.match(text):
            ended = bool(match["end"])
            if ended or _is_title(text[match.end() :], None) or text[match.end() :][:1] == "(":
                return _section(match, "section "), match.end()
            return None, 0
        if match := _DECIMAL.match(text):
            return _section(match, ""), match.end()
        if match := _NUMBER.match(text):
            return _plain_number(match), match.end()
    match = _MARKED.match(text, at)
    if match is None or (not first and not match["open"]):
        return None, at
    return _marked(match, indent), match.end()


def _is_title(rest: str, mark: str | None) -> bool:
    """Say whether what follows a division's number can be its title, not a sentence about it."""
    rest = rest.strip()
    if not rest or mark or rest.startswith("(") or not _SENTENCE.match(rest):
        return True
    return in_title_case(re.split(r"[.:—–]", rest, maxsplit=1)[0])


def _division(match: re.Match[str]) -> Label:
    word, bare = match["word"].lower(), match["bare"]
    readings: list[Reading] = []
    rank = _RANKS[word]
    if bare.lower() in _WORDS:
        readings.append(Reading(f"{word} one", (_WORDS.index(bare.lower()) + 1,), rank))
    elif bare[0].isdigit():
        readings.append(Reading(f"{word} 1", _suffixed(bare), rank))
    else:
        if bare.lower() in _ROMANS:
            readings.append(Reading(f"{word} I", (_ROMANS[bare.lower()],), rank))
        if len(re.sub(r"[-\d]", "", bare)) == 1:
            numbers = tuple(map(int, re.findall(r"\d+", bare)))
            readings.append(Reading(f"{word} A", (ord(bare[0]) - 64, *numbers), rank))
    return Label(match[0].strip(), bare, tuple(readings), word)


def _section(match: re.Match[str], front: str) -> Label:
    bare = match["bare"]
    numbers = re.split(r"[.–-]", bare)
    value = tuple(n for number in numbers for n in _suffixed(number))
    style = front + ".".join("n" * len(numbers)) if len(numbers) > 1 else f"{front}1"
    return Label(match[0].strip(), bare, (Reading(style, value, SECTION),))


def _plain_number(match: re.Match[str]) -> Label:
    return Label(match["bare"], match["bare"], (Reading("1", _suffixed(match["bare"]), SECTION),))


def _marked(match: re.Match[str], indent: int) -> Label:
    """Read ``(a)``, ``a)``, ``a.`` and their like, in every way that they can be read."""
    bare, opening = match["bare"], match["open"]
    closing = match["end"].rstrip(".:") or "."
    section = bare[0].isdigit() and not opening and closing == "." and not indent
    rank = SECTION if section else SECTION + 1
    front = " " * indent + opening
    readings = [Reading(f"{front}{a}{closing}", value, rank) for a, value in readings_of(bare)]
    if section:
        readings.append(Reading(LISTED, readings[0].value, SECTION + 1))
    return Label(match[0].strip(), bare, tuple(readings))


def readings_of(bare: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the alphabets in which a bare label counts, each with its place in the count."""
    if bare[0].isdigit():
        return (("1", _suffixed(bare)),)
    letter, _, suffix = bare.partition("-")
    if suffix:
        return (("A" if letter.isupper() else "a", (ord(letter.lower()) - 96, int(suffix))),)
    low, capital = bare.lower(), bare.isupper()
    found: list[tuple[str, tuple[int, ...]]] = []
    if len(set(low)) == 1:
        place = ord(low[0]) - 96
        found.append(("A" if capital else "a", ((len(low) - 1) * 26 + place,)))
        if len(low) > 1:
            form = "a" * len(low)
            found.append((form.upper() if capital else form, (place,)))
    elif low[0] == "z":
        found.append(("a", (26 + ord(low[1]) - 96,)))
    if low in _ROMANS:
        found.append(("I" if capital else "i", (_ROMANS[low],)))
    return tuple(found)


def _suffixed(number: str) -> tuple[int, ...]:
    """Read 4 as (4,) and 4A as (4, 1)."""
    if number[-1].isalpha():
        return int(number[:-1]), ord(number[-1].lower()) - 96
    return (int(number),)
