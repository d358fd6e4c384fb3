"""The part of the reader that reads contracts: labels of all kinds, and the cites they make."""

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

_FIRST = re.compile(r"\s(?:I|1|A|one|ONE|One)$")
_ANNEXES = ("annex", "appendix", "schedule", "exhibit", "attachment", "addendum")
NAMES = "|".join(("part", "title", "chapter", "article", *_ANNEXES))
_CONTRACT = re.compile(
    rf"(?P<division>(?i:{NAMES})) (?P<name>[\w-]*\w)(?:\s?[.:–—-]+)?(?= |$)"
    r"|(?:(?i:section|sec\.|clause|rule|paragraph) |§ ?)(?P<number>\d[\w.–-]*?)[.:)]?(?= |$)"
    r"|(?P<count>\d{1,3}[A-Z]?(?:\.\d{1,3})+|\d{1,3}[A-Z]?(?=[.)]|$| +[A-Z(]))"
    r"(?P<mark>[.)]?)(?= |$)"
    r"|(?P<letter>[A-Za-z]{1,7})(?P<end>[.)])(?= |$)"
    r"|(?P<labels>(?:\d[\d.]*[A-Z]?)?(?:\([0-9A-Za-z-]{1,8}\) ?)+)(?= |$)"
)

Naming: TypeAlias = Literal["division", "number", "digit", "label"]
_Head: TypeAlias = tuple[tuple[str, ...], str]
"""Divisions, outermost first, and the section in them."""


class _Name(NamedTuple):
    """A label of a contract: of a division, a number such as 4.2 or II, 1) or (1), or (a).

    A ``digit`` in parentheses numbers a section only where there are no divisions.
    """

    text: str
    kind: Naming


class Printed(NamedTuple):
    """A line of a contract: the ways to cite it, the best of them, its words, and the whole line.

    ``places`` is None for a line without a label: it is cited as the part that it stands in.
    """

    places: tuple[str, ...] | None
    words: str
    best: str
    whole: str


class _Found(NamedTuple):
    """A line of a contract, and the divisions, section and labels that it stands under."""

    divisions: tuple[str, ...]
    section: str
    labels: tuple[str, ...]
    words: str
    labelled: bool
    whole: str


def contract(document: str) -> list[Printed]:
    """Return the lines of a contract; the indent says what stands in what."""
    found: list[_Found] = []
    open_parts: list[tuple[int, _Name]] = []
    recitals = False
    for line in filter(None, document.split("\n")):
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        match = _CONTRACT.match(bare)
        if match is None:
            recitals = _in_recitals(bare, before=recitals)
            above = [name for part, name in open_parts if part < depth]
            found.append(_Found(*_placed(above), bare, labelled=False, whole=bare))
            continue
        open_parts = [part for part in open_parts if part[0] < depth]
        names = _names(match)
        recitals = recitals and names[0].text.isupper()
        if recitals and depth == 0:
            names[0] = _Name(f"recital {names[0].text}", "division")
        open_parts += [(depth, name) for name in names]
        placed = _placed([name for _, name in open_parts])
        found.append(_Found(*placed, bare[match.end() :].strip(), labelled=True, whole=bare))
    return _printed(found) if any(one.labelled for one in found) else []


def _in_recitals(line: str, *, before: bool) -> bool:
    """Say whether recitals follow a line without a label; another heading ends them."""
    if re.match(r"(?i)recitals?|background|whereas", line):
        return True
    return before and not line.isupper() and not line.endswith(":")


def _names(match: re.Match[str]) -> list[_Name]:
    """Return the labels of a line."""
    if match["division"]:
        return [_Name(f"{match['division'].lower()} {match['name']}", "division")]
    if match["labels"]:
        front, *labels = re.findall(r"[\w.-]+", match["labels"])
        kind: Naming = "number"
        if match["labels"].startswith("("):
            kind = "digit" if front[0].isdigit() else "label"
        return [_Name(front, kind), *(_Name(one, "label") for one in labels)]
    if name := match["number"] or match["count"]:
        return [_Name(name, "digit" if match["mark"] == ")" and "." not in name else "number")]
    return [_Name(match["letter"], "number" if match["letter"].isupper() else "label")]


def _placed(names: list[_Name]) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return the divisions, the section and the labels of what stands under these names."""
    divisions = tuple(one.text for one in names if one.kind == "division")
    opens = ("number",) if divisions else ("number", "digit")
    section = ""
    labels: list[str] = []
    for one in names[len(divisions) :]:
        carries = one.text.startswith(f"{section}.") if section else one.kind in opens
        if carries and not labels:
            section = one.text
        else:
            labels.append(one.text)
    return divisions, section, tuple(labels)


def _printed(found: list[_Found]) -> list[Printed]:
    """Return the lines with their cites, with the divisions in front that a section needs.

    A line without a label has no place of its own, but is cited as the part that it stands in.
    """
    kept = _kept(dict.fromkeys((one.divisions, one.section) for one in found))
    rows = []
    for divisions, section, labels, words, labelled, whole in found:
        best = _cited(kept[divisions, section], section, labels)
        ways = [_cited(divisions[n:], section, labels) for n in range(len(divisions) + 1)]
        places = (best, *filter(None, ways)) if labelled else None
        rows.append(Printed(places, words, best, whole))
    return rows


def _kept(all_heads: Iterable[_Head]) -> dict[_Head, tuple[str, ...]]:
    """Return the divisions that each section is cited with, and each division."""
    heads: dict[str, list[_Head]] = {"": []}
    for divisions, section in all_heads:
        outer, inner = _annex_of(divisions)
        heads.setdefault(outer, []).append((inner, section))
    kept = {}
    for outer, held in heads.items():
        front = (outer,) if outer else ()
        anew, goes_on = _begin_anew(held), _goes_on(outer, heads)
        for inner, section in held:
            needed = _needed(inner, section, held, least=int(anew) if section else 1)
            alone = section and goes_on
            kept[(*front, *inner), section] = needed if alone else (*front, *needed)
    return kept


def _cited(divisions: tuple[str, ...], section: str, labels: tuple[str, ...]) -> str:
    number = (f"section {section}",) if section else ()
    return ", ".join((*divisions, *number)) + "".join(f"({one})" for one in labels)


def _annex_of(divisions: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the annex that a part stands in, if any, and the divisions within it."""
    if divisions and divisions[0].startswith(_ANNEXES):
        return divisions[0], divisions[1:]
    return "", divisions


def _needed(
    divisions: tuple[str, ...], section: str, heads: list[_Head], *, least: int
) -> tuple[str, ...]:
    """Return the fewest inner divisions that tell a section, or a division, from all others."""
    for count in range(least, len(divisions)):
        kept = divisions[len(divisions) - count :]
        same = [other for other, number in heads if number == section and other != divisions]
        if all(other[max(0, len(other) - count) :] != kept for other in same):
            return kept
    return divisions


def _begin_anew(heads: list[_Head]) -> bool:
    """Say whether sections are numbered anew in each division, as far as one can see.

    They are if most divisions repeat a number, or if those that are not the first begin with 1.
    Where only the first is to be seen, they are taken to be in articles, but not in parts or
    chapters.
    """
    within: dict[tuple[str, ...], list[str]] = {}
    for divisions, section in heads:
        if section and divisions:
            within.setdefault(divisions, []).append(section)
    seen: set[str] = set()
    again = 0
    for sections in within.values():
        again += not seen.isdisjoint(sections)
        seen.update(sections)
    if not within or 2 * again > len(within) - 1 > 0:
        return bool(within)
    (first, opening), *later = [(name, sections[0]) for name, sections in within.items()]
    if not later and _FIRST.search(first[-1]):
        return first[-1].startswith("article")
    return all(section in ("1", "1.1") for _, section in later or [(first, opening)])


def _goes_on(annex: str, heads: dict[str, list[_Head]]) -> bool:
    """Say whether an annex's sections go on from those before it, so that they are its own."""
    own, others = ({section for name, held in heads.items() if (name == annex) is same
                    for _, section in held if section} for same in (True, False))  # fmt: skip
    return bool(annex and others) and own.isdisjoint(others | {"1", "1.1", "A", "I"})
