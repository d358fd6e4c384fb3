"""The labels that a word processor numbers paragraphs with, which are nowhere in their text."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Element: TypeAlias = Any
"""An lxml element: python-docx hands them out untyped."""

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ROMANS = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_PLAIN_BULLET = "•"
_LAST_LEVEL = 8


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: how it counts, and how its label is made of the counts so far.

    ``text`` is the pattern, ``%1.%2`` for ``4.2``; ``legal`` shows all counts as digits;
    ``restarts`` is the level (from 1) whose next number sets this one back, None for any above.
    """

    start: int = 1
    form: str = "decimal"
    text: str = ""
    legal: bool = False
    restarts: int | None = None


class Numbers:
    """Numbers paragraphs in the order in which they are asked about."""

    def __init__(
        self,
        numbering: Element | None,
        styles: Element | None,
        *,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        """Read the lists of ``word/numbering.xml`` and the styles that use them.

        ``marks`` are to stand before the paragraphs of some styles, by the ids of these.
        """
        self._marks = marks or {}
        self._lists: dict[str, tuple[str, dict[int, Level]]] = {}
        self._styles = _styles(styles)
        self._style_levels: dict[tuple[str, str], int] = {}
        self._counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._started: set[tuple[str, int]] = set()
        self._starts: dict[tuple[str, int], int] = {}
        if numbering is not None:
            self._read(numbering)

    def label(self, paragraph: Element) -> str:
        """Return the label of the next paragraph, or the empty string if it has none."""
        number, level = self._place(paragraph)
        found = self._lists.get(number)
        if found is None or level not in found[1]:
            return ""
        counter, levels = found
        self._count(number, counter, level, levels)
        return _printed(levels, level, self._counts[counter])

    def mark(self, paragraph: Element) -> str:
        """Return the mark of a paragraph's style, or the empty string."""
        return self._marks.get(_value(paragraph.find(f"{_W}pPr"), "pStyle") or "", "")

    def _place(self, paragraph: Element) -> tuple[str, int]:
        """Return list and level of a paragraph: its own, or those of its style."""
        properties = paragraph.find(f"{_W}pPr")
        own = _numbered(properties)
        style = _value(properties, "pStyle")
        inherited = self._inherited(style)
        number = own[0] if own[0] is not None else inherited[0]
        level = own[1] if own[1] is not None else inherited[1]
        if number is None or number == "0":
            return "", 0
        if own[1] is None and style and (number, style) in self._style_levels:
            level = self._style_levels[number, style]
        return number, min(level or 0, _LAST_LEVEL)

    def _inherited(self, style: str | None) -> tuple[str | None, int | None]:
        number: str | None = None
        level: int | None = None
        for _ in range(20):
            if style is None or style not in self._styles:
                break
            base, own = self._styles[style]
            number = own[0] if number is None else number
            level = own[1] if level is None else level
            style = base
        return number, level

    def _count(self, number: str, counter: str, level: int, levels: Mapping[int, Level]) -> None:
        counts = self._counts[counter]
        start = self._starts.get((number, level))
        if start is not None and (number, level) not in self._started:
            self._started.add((number, level))
            counts[level] = start
        else:
            counts[level] = counts[level] + 1 if level in counts else levels[level].start
        for above in range(level):
            if above in levels:
                counts.setdefault(above, levels[above].start)
        for below in [below for below in counts if below > level]:
            restarts = levels[below].restarts if below in levels else None
            if restarts is None or 0 < level + 1 <= restarts:
                del counts[below]

    def _read(self, numbering: Element) -> None:
        abstract: dict[str, dict[int, Level]] = {}
        styled: dict[str, dict[str, int]] = {}
        for one in numbering.iter(f"{_W}abstractNum"):
            key = one.get(f"{_W}abstractNumId")
            abstract[key] = dict(_levels(one))
            styled[key] = {
                style: int(level.get(f"{_W}ilvl", 0))
                for level in one.iter(f"{_W}lvl")
                if (style := _value(level, "pStyle"))
            }
        for one in numbering.iter(f"{_W}num"):
            number, counter = one.get(f"{_W}numId"), _value(one, "abstractNumId") or ""
            levels = dict(abstract.get(counter, {}))
            for override in one.iter(f"{_W}lvlOverride"):
                level = int(override.get(f"{_W}ilvl", 0))
                levels |= dict(_levels(override))
                if start := _value(override, "startOverride"):
                    self._starts[number, level] = int(start)
            self._lists[number] = (counter, levels)
            for style, level in styled.get(counter, {}).items():
                self._style_levels[number, style] = level


def _levels(parent: Element) -> Iterator[tuple[int, Level]]:
    for one in parent.findall(f"{_W}lvl"):
        restarts = _value(one, "lvlRestart")
        yield (
            int(one.get(f"{_W}ilvl", 0)),
            Level(
                start=int(_value(one, "start") or 1),
                form=_value(one, "numFmt") or "decimal",
                text=_value(one, "lvlText") or "",
                legal=one.find(f"{_W}isLgl") is not None,
                restarts=int(restarts) if restarts else None,
            ),
        )


def _styles(styles: Element | None) -> dict[str, tuple[str | None, tuple[str | None, int | None]]]:
    """Return of each style the one that it is based on, and its own list and level."""
    if styles is None:
        return {}
    return {
        style.get(f"{_W}styleId"): (_value(style, "basedOn"), _numbered(style.find(f"{_W}pPr")))
        for style in styles.iter(f"{_W}style")
    }


def _numbered(properties: Element | None) -> tuple[str | None, int | None]:
    found = None if properties is None else properties.find(f"{_W}numPr")
    level = _value(found, "ilvl")
    return _value(found, "numId"), int(level) if level else None


def _value(parent: Element | None, name: str) -> str | None:
    found = None if parent is None else parent.find(f"{_W}{name}")
    return None if found is None else found.get(f"{_W}val")


def _printed(levels: Mapping[int, Level], level: int, counts: Mapping[int, int]) -> str:
    own = levels[level]
    if own.form == "bullet":
        return _PLAIN_BULLET
    label = own.text
    for place in range(level + 1):
        if f"%{place + 1}" in label:
            at = levels.get(place, Level())
            form = "decimal" if own.legal and place < level else at.form
            label = label.replace(f"%{place + 1}", shown(counts.get(place, at.start), form))
    return label.strip()


def shown(n: int, form: str) -> str:
    """Return a number in one of the forms of a word processor; as digits if it is another."""
    match form:
        case "none":
            return ""
        case "lowerLetter" | "upperLetter" if n > 0:
            letters = chr(ord("a") + (n - 1) % 26) * ((n - 1) // 26 + 1)
            return letters if form == "lowerLetter" else letters.upper()
        case "lowerRoman" | "upperRoman" if n > 0:
            return _roman(n) if form == "lowerRoman" else _roman(n).upper()
        case "decimalZero":
            return f"{n:02}"
        case "ordinal":
            return f"{n}{_suffix(n)}"
        case "cardinalText" if 0 <= n < 100:
            return _spelled(n).capitalize()
        case "ordinalText" if 0 < n < 100:
            return _ordinal(n).capitalize()
    return str(n)


def _roman(n: int) -> str:
    out = []
    for value, letters in _ROMANS:
        out.append(letters * (n // value))
        n %= value
    return "".join(out)


def _suffix(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def _spelled(n: int) -> str:
    if n < len(_ONES):
        return _ONES[n]
    tens = _TENS[n // 10 - 2]
    return f"{tens}-{_ONES[n % 10]}" if n % 10 else tens


def _ordinal(n: int) -> str:
    before, dash, last = _spelled(n).rpartition("-")
    last = _ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return before + dash + last
