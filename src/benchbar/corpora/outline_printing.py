"""Printing parts in the line form of statutes, each with the cite by which a lawyer finds it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from benchbar.cite import StatuteCite
from benchbar.corpora.outline_labels import ANNEXES, SECTION
from benchbar.corpora.outline_parts import Level, Part
from benchbar.records import Document, Line

INDENT = "  "
_FIRST = frozenset({"1", "1.1", "A", "I"})
"""Numbers at which an annex begins anew."""

_Head: TypeAlias = tuple[tuple[str, ...], str]
"""Divisions, outermost first, and the section's number, empty for a division as a whole."""
_Full: TypeAlias = tuple[tuple[str, ...], StatuteCite]


def cites_of(parts: list[Part]) -> list[StatuteCite | None]:
    """Return the cite of each part, None for what has none.

    A division stands in front only where a section number is not clear without it: in annexes
    that number anew, and in the body where the same number stands in several divisions, or where
    most divisions begin anew, so that all are cited alike.
    """
    full = [_full(part) for part in parts]
    short = _Shortener([one for one in full if one is not None])
    return [None if one is None else short(one) for one in full]


def _full(part: Part) -> _Full | None:
    """Return a part's divisions, outermost first, and its place in the innermost."""
    if part.kind not in ("part", "definition") or part.nameless:
        return None
    levels = [level for level in part.chain if level.label is not None]
    divisions: list[str] = []
    while levels and (name := _division(levels[0])):
        divisions.append(name)
        levels = levels[1:]
    if not levels:
        return (tuple(divisions), StatuteCite("")) if divisions else None
    section = ""
    while levels and _extends(section, levels[0], divided=bool(divisions)):
        section = _bare(levels[0])
        levels = levels[1:]
    if not section and not divisions:
        return None
    return tuple(divisions), StatuteCite(section, tuple(map(_bare, levels)))


def _bare(level: Level) -> str:
    return level.label.bare if level.label else ""


def _division(level: Level) -> str:
    if level.label and level.label.word:
        return f"{level.label.word} {level.label.bare}"
    return f"recital {_bare(level)}" if level.recital and _bare(level)[:1].isupper() else ""


def _extends(section: str, level: Level, *, divided: bool) -> bool:
    """Say whether a level's number is the section's, or carries that of the section so far."""
    bare, rank = _bare(level), level.reading.rank
    if section:
        return level.reading.decimal and bare.startswith(f"{section}.")
    if bare[:1].isdigit():
        return rank <= SECTION or not divided
    return bare.isupper() and bare.isalpha() and not level.reading.style.strip().startswith("(")


class _Shortener:
    """Leaves out of a cite the divisions that it is clear without."""

    def __init__(self, full: Iterable[_Full]) -> None:
        heads = list(dict.fromkeys((divisions, place.section) for divisions, place in full))
        body = [one for one in heads if not _annexed(one[0])]
        self._body = _Heads(body)
        self._annexes: dict[str, _Heads] = {}
        for annex in dict.fromkeys(one[0][0] for one in heads if _annexed(one[0])):
            own = [(inner[1:], number) for inner, number in heads if inner[:1] == (annex,)]
            self._annexes[annex] = _Heads(own)

    def __call__(self, one: _Full) -> StatuteCite:
        """Return the place with as few divisions in front as it needs."""
        divisions, place = one
        if not _annexed(divisions):
            kept = self._body.fewest(divisions, place.section)
        elif len(divisions) == 1 and not place.section:
            kept = divisions
        else:
            own = self._annexes[divisions[0]]
            below = own.fewest(divisions[1:], place.section)
            kept = below if place.section and self._goes_on(own) else (divisions[0], *below)
        return replace(place, division=", ".join(kept))

    def _goes_on(self, annex: "_Heads") -> bool:
        """Say whether an annex's numbers go on from those before it, so that they are its own."""
        if not annex.numbers.isdisjoint(_FIRST):
            return False
        others = [one for one in (self._body, *self._annexes.values()) if one is not annex]
        return all(annex.numbers.isdisjoint(one.numbers) for one in others)


class _Heads:
    """The sections of the body or of an annex, each under its divisions.

    ``least`` is how many divisions all of them are cited with.
    """

    def __init__(self, heads: Sequence[_Head]) -> None:
        self._under: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for divisions, section in heads:
            self._under[section].append(divisions)
        self.numbers = self._under.keys() - {""}
        self.least = 1 if _begin_anew(heads) else 0

    def fewest(self, divisions: tuple[str, ...], section: str) -> tuple[str, ...]:
        """Return the fewest inner divisions that tell a section, or a division, from all others."""
        for count in range(self.least if section else 1, len(divisions)):
            kept = _last(divisions, count)
            same = self._under[section]
            if all(one == divisions or _last(one, count) != kept for one in same):
                return kept
        return divisions


def _last(divisions: tuple[str, ...], count: int) -> tuple[str, ...]:
    return divisions[max(0, len(divisions) - count) :]


def _begin_anew(heads: Sequence[_Head]) -> bool:
    """Say whether numbering begins anew in most of the divisions that follow another one."""
    numbers: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for divisions, section in heads:
        if divisions and section:
            numbers[divisions].add(section)
    seen: set[str] = set()
    again = 0
    for own in numbers.values():
        again += not seen.isdisjoint(own)
        seen |= own
    return 2 * again > len(numbers) - 1 > 0


def _annexed(divisions: tuple[str, ...]) -> bool:
    return bool(divisions) and divisions[0].split()[0] in ANNEXES


def twice(parts: list[Part], cites: list[StatuteCite | None]) -> list[Part]:
    """Return the parts whose cite another part has as well."""
    by_cite: dict[str, list[Part]] = defaultdict(list)
    for part, place in zip(parts, cites, strict=True):
        if place is not None and part.kind == "part":
            by_cite[str(place)].append(part)
    return [part for held in by_cite.values() if len(held) > 1 for part in held]


def document_of(
    parts: list[Part], cites: Iterable[StatuteCite | None], *, name: str, source: str
) -> Document:
    """Print parts as one document: a line each, two blanks of indent a level.

    Headings without a number are shown but are no lines: no cite names them. Other text without
    a number is flush text, so that nobody is asked where a part ends that it may belong to.
    """
    parents = {id(level) for part in parts for level in part.chain[:-1]}
    pieces: list[str] = []
    lines: list[Line] = []
    at = 0
    for part, place, apart in zip(parts, cites, _apart(parts), strict=True):
        lead = "" if not pieces else "\n\n" if apart else "\n"
        front = INDENT * part.depth
        label = f"{part.label} " if part.label else ""
        header = part.header + (" " if part.header and part.body else "")
        start = at + len(lead) + len(front)
        words = start + len(label)
        plain = words + len(header)
        end = plain + len(part.body)
        if words == end:
            label, words, plain, end = label.rstrip(), words - 1, plain - 1, end - 1
        pieces.append(f"{lead}{front}{label}{header}{part.body}")
        at = end
        if part.kind != "heading":
            says = part.kind == "part" and bool(part.body)
            leaf = says and id(part.chain[-1]) not in parents
            cite = "flush" if place is None else str(place)
            lines.append(Line(cite, start, words, plain, end, leaf, part.terms))
    text = "".join(pieces)
    return Document(name, "statute", text, tuple(lines), source, title=name)


def _apart(parts: list[Part]) -> list[bool]:
    """Say of each part whether an empty line stands before it, as before what is outermost."""
    found: list[bool] = []
    outer = False
    for part in reversed(parts):
        if part.label:
            outer = part.depth == 0
        found.append(outer and (bool(part.label) or part.kind == "heading"))
    return found[::-1]
