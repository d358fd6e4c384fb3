"""Printing parts in the line form of statutes, each with the cite by which a lawyer finds it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from benchbar.cite import StatuteCite
from benchbar.corpora.outline_labels import ANNEXES, SECTION
from benchbar.corpora.outline_parts import Level, Part
from benchbar.records import Document, Line

INDENT = "  "


def cites_of(parts: list[Part]) -> list[StatuteCite | None]:
    """Return the cite of each part, None for what has none.

    A division stands in front where section numbers begin anew in it, and only as many
    divisions as tell all sections apart.
    """
    full = [_full(part) for part in parts]
    needed = _needed([one for one in full if one is not None])
    return [None if one is None else _short(one, needed) for one in full]


def _full(part: Part) -> tuple[tuple[str, ...], StatuteCite] | None:
    """Return a part's divisions, outermost first, and its place in the innermost."""
    if part.kind not in ("part", "definition"):
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


def _needed(full: list[tuple[tuple[str, ...], StatuteCite]]) -> dict[bool, int]:
    """Return how many divisions must stand in front, in the body and in the annexes."""
    found: dict[bool, int] = {}
    everywhere = [(_annexed(one), one, place.section) for one, place in full if place.section]
    for annexed in (False, True):
        held = {(one, section) for where, one, section in everywhere if where == annexed}
        other = {section for where, _, section in everywhere if where != annexed}
        count = 0
        while count < 3 and not _apart(held, count):
            count += 1
        if annexed and not count and other & {section for _, section in held}:
            count = 1
        found[annexed] = count
    return found


def _apart(held: set[tuple[tuple[str, ...], str]], count: int) -> bool:
    """Say whether so many divisions tell all sections apart."""
    seen = Counter((divisions[len(divisions) - count :] if count else (), section)
                   for divisions, section in held)  # fmt: skip
    return all(n == 1 for n in seen.values()) or all(len(one) <= count for one, _ in held)


def _annexed(divisions: tuple[str, ...]) -> bool:
    return any(one.split()[0] in ANNEXES for one in divisions)


def _short(one: tuple[tuple[str, ...], StatuteCite], needed: dict[bool, int]) -> StatuteCite:
    divisions, place = one
    count = needed[_annexed(divisions)] if place.section else 1
    kept = divisions[max(0, len(divisions) - count) :] if count else ()
    return replace(place, division=", ".join(kept))


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
    for part, place in zip(parts, cites, strict=True):
        lead = "" if not pieces else "\n\n" if part.depth == 0 and part.label else "\n"
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
            leaf = part.kind == "part" and id(part.chain[-1]) not in parents
            cite = "flush" if place is None else str(place)
            lines.append(Line(cite, start, words, plain, end, leaf, part.terms))
    text = "".join(pieces)
    return Document(name, "statute", text, tuple(lines), source, title=name)
