"""Reading places of a statute out of a reply, in whatever order and words their parts stand.

``section 152(f)(1)``, ``26 U.S.C. 152(f)(1)``, ``paragraph (1) of subsection (f) of section 152``,
``152 > f > 1``, ``Under section 152, it is (f)(1)`` are one and the same place: the pieces
(``statute_pieces``) that connecting words hold together, the broadest first.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from benchbar import cite
from benchbar.cite import StatuteCite
from benchbar.scoring.corrected.statute_joints import (
    Joint,
    apposed,
    joint_of,
    levels_of,
    said_again,
    shared,
)
from benchbar.scoring.corrected.statute_pieces import Piece, law, pieces
from benchbar.scoring.prose import Claim

_Unit: TypeAlias = list[tuple[Joint, Piece]]
"""The pieces of one place, in the order of the text, each with how it joins the one before."""
_MOST_PIECES = 16
_DEEPEST = 12
_ANNOUNCED = re.compile(
    r"(?:\b(?:is|at|in|under|'s|within|be|as)|[:=>])\s?(?:the\s)?[\"']?$|(?:^|\n)[\s\"']*$",
    re.IGNORECASE,
)
_CONTAINS = re.compile(
    r"\b(?:of|in|within|under|inside|at|from|exactly|precisely|specifically|namely|particularly"
    r"|heading)\b|>",
    re.IGNORECASE,
)
_SEPARATES = re.compile(r"\b(?:and|or|not|but|rather|instead|nor|than|both|includ\w+)\b|[&/;]|n't")
_APART = re.compile(r"[.?!]\s|\n\s*\n|\w.*\n|\n.*\w")
"""The end of a sentence, or of a line that holds more than a place."""
_AND_MORE = re.compile(
    r"\band (?:then|more|namely|specifically|particularly|precisely|exactly)\b|\bi\.\s?e\."
)
_LONGEST_LINK = 48


@dataclass(frozen=True, slots=True)
class _Place:
    """A place as far as it is named: ``section`` is empty if no section belongs to it."""

    section: str
    labels: tuple[str, ...]
    rank: int | None
    start: int
    end: int
    firm: bool = True


def _always(_section: str) -> bool:
    return True


def claims(
    text: str,
    sections: frozenset[str],
    title: str,
    *,
    has_parts: Callable[[str], bool] = _always,
) -> list[Claim]:
    """Return the places of a statute that a reply names with a section number, in order.

    ``sections`` are the section numbers of the document; ``title`` is the title it is of, or
    empty. A bare number without labels is a section only with a word or sign that says so.
    Where a reply names one section and no place in it, labels elsewhere in the reply say where.
    ``has_parts`` says of a section whether it has labelled parts at all: if not, nothing is
    counted in it, and labels elsewhere are not its own.
    """
    named: list[_Place] = []
    loose: list[_Place] = []
    for group in _groups(text, pieces(text, sections, title)):
        placed = _placed([_place(text, _uncounted(unit, has_parts), title) for unit in group])
        named += [one for one in placed if one.section and (one.labels or one.firm)]
        loose += [one for one in placed if not one.section]
    if loose and len({one.section for one in named}) == 1 and has_parts(named[0].section):
        named = _completed(text, named, loose)
    found = [Claim(_value(one), one.start, one.end) for one in named]
    return _without_torn_end(text, sorted(found, key=lambda claim: claim.start))


def _uncounted(unit: _Unit, has_parts: Callable[[str], bool]) -> _Unit:
    """Drop ``second paragraph`` where it is one without a label: of a section without parts."""
    section = next((piece.section for _, piece in unit if piece.section), "")
    if not section or not any(piece.counted for _, piece in unit) or has_parts(section):
        return unit
    return [(joint, piece) for joint, piece in unit if not piece.counted]


def _value(place: _Place) -> str:
    return str(StatuteCite(place.section, place.labels))


def _groups(text: str, found: Iterator[Piece]) -> Iterator[list[_Unit]]:
    """Yield lists of places, each place the pieces that connecting words hold together."""
    group: list[_Unit] = []
    last: Piece | None = None
    for piece in found:
        joint = joint_of(text, last, piece) if last else None
        if last and joint in ("next", "in") and said_again(text, last, piece):
            last = piece
            continue
        if last and joint in ("next", "list") and apposed(text, last, piece):
            continue
        if joint and group and _goes_on(text, group[-1], joint, piece):
            group[-1].append((joint, piece))
        elif joint == "list" and group:
            group.append([(joint, piece)])
        elif piece.listed:
            continue
        else:
            if group:
                yield group
            group = [[("next", piece)]]
        last = piece
    if group:
        yield group


def _goes_on(text: str, unit: _Unit, joint: Joint, piece: Piece) -> bool:
    """Say whether a piece belongs to the place that the pieces before it name."""
    second = bool(piece.section) and any(one.section for _, one in unit)
    if piece.section and piece.labels and ":" in text[unit[-1][1].end : piece.start]:
        return False
    return joint != "list" and not second and len(unit) < _MOST_PIECES


def _place(text: str, unit: _Unit, title: str) -> _Place:
    """Join the pieces of one place, the broadest first."""
    ordered = _ordered(unit)
    if len(ordered) == 1:
        piece = ordered[0]
        return _Place(piece.section, piece.labels, piece.rank, piece.start, piece.end, piece.marked)
    section = next((piece for piece in ordered if piece.section), None)
    path: tuple[str, ...] = ()
    for piece in ordered:
        path = _joined(path, piece)[:_DEEPEST]
    start = min(piece.start for _, piece in unit)
    end = max(piece.end for _, piece in unit)
    if section is None:
        return _Place("", path, ordered[0].rank, start, end)
    number = law(text, end, section.section, title)
    return _Place(number, path, None, start, end, section.marked)


def _ordered(unit: _Unit) -> list[Piece]:
    """Order pieces by what holds what, and by the names of their levels where these fit."""
    if len(unit) == 1:
        return [unit[0][1]]
    ordered: list[Piece] = []
    for n, (joint, piece) in enumerate(unit):
        has_section = any(one.section for one in ordered)
        at = len(ordered)
        if n and (joint == "of" or (joint == "in" and not has_section)):
            at = ordered.index(unit[n - 1][1])
        ordered.insert(at, piece)
    ranks = [_rank_of(piece) for piece in ordered]
    if _climbs(unit):
        ordered.reverse()
    elif all(piece.rank is None or cite.fits(piece.labels[0], piece.rank) for piece in ordered):
        keys: list[int] = []
        for piece, rank in zip(ordered, ranks, strict=True):
            keys.append(rank if piece.rank is not None or not keys else keys[-1])
        ordered = [ordered[n] for n in sorted(range(len(keys)), key=keys.__getitem__)]
    return sorted(ordered, key=lambda piece: not piece.section)


def _rank_of(piece: Piece) -> int:
    """Return the level a piece begins at: 0 for subsections, -1 for a section."""
    if piece.section:
        return -1
    return levels_of(piece.labels)[0] if piece.rank is None else piece.rank


def _climbs(unit: _Unit) -> bool:
    """Say whether pieces with nothing but commas between them go up, level by level."""
    ranks = [_rank_of(piece) for _, piece in unit]
    return (
        len(ranks) > 2
        and ranks[-1] == -1
        and all(joint == "next" for joint, _ in unit)
        and all(one > two for one, two in pairwise(ranks))
    )


def _joined(path: tuple[str, ...], piece: Piece) -> tuple[str, ...]:
    """Put labels under a path, once: subsection (b), paragraph (b)(2) says (b) twice."""
    labels, size = piece.labels, len(piece.labels)
    longer = size > len(path) or piece.rank is None
    if path and longer and labels[: len(path)] == path:
        return labels
    ranks = levels_of(path)
    if piece.rank in ranks:
        at = ranks.index(piece.rank)
        if path[at : at + size] == labels:
            return path
    if piece.rank is not None and not cite.fits(labels[0], piece.rank) and path[-size:] == labels:
        return path
    return path + labels


def _placed(units: list[_Place]) -> list[_Place]:
    """Give the members of a list the section that one of them names for all."""
    ahead: _Place | None = None
    later: list[_Place | None] = []
    for unit in reversed(units):
        later.append(ahead)
        ahead = unit if unit.section else ahead
    placed: list[_Place] = []
    for unit, after in zip(units, reversed(later), strict=True):
        before = placed[-1] if placed else None
        if unit.section:
            listed = before is not None and bool(before.section) and before.firm
            placed.append(replace(unit, firm=unit.firm or listed))
            continue
        context = before if before and before.section else after or before
        placed.append(_within(context, unit) if context else unit)
    return placed


def _within(context: _Place, place: _Place) -> _Place:
    """Put a member of a list under what it shares with another member."""
    kept = shared(context.labels, place.labels)
    if place.rank is not None and cite.fits(place.labels[0], place.rank):
        ranks = levels_of(context.labels)
        kept = tuple(
            label for label, rank in zip(context.labels, ranks, strict=True) if rank < place.rank
        )
    labels = (kept + place.labels)[:_DEEPEST]
    return replace(place, section=context.section, labels=labels)


def _completed(text: str, named: list[_Place], loose: list[_Place]) -> list[_Place]:
    """Read labels that stand apart as those of the one section that a reply names.

    A single bare label must be announced: most are the marks of a list.
    """
    if any(one.labels for one in named):
        return named
    inside: list[_Place] = []
    for one in loose:
        before = text[max(0, one.start - 20) : one.start]
        worded = text[one.start] not in "(["
        if not worded and len(one.labels) < 2 and not _ANNOUNCED.search(before):
            continue
        place = _within(inside[-1] if inside and one.rank is not None else named[0], one)
        if inside and place.labels[: len(inside[-1].labels)] == inside[-1].labels:
            inside.pop()
        inside.append(place)
    return inside or named


def _without_torn_end(text: str, found: list[Claim]) -> list[Claim]:
    """Drop the last claim of a reply that says one thing over and over and is cut off."""
    if len(found) < 3 or found[-2].value != found[-3].value:
        return found
    last, whole = text[found[-1].start :].rstrip(), text[found[-2].start : found[-2].end]
    return found[:-1] if len(last) < len(whole) and whole.startswith(last) else found


def without_containers(text: str, found: list[Claim]) -> list[Claim]:
    """Drop a place that is named only to say what the narrower one beside it stands in.

    Where each place extends the one before, the last is meant, unless words name both.
    """
    held: set[int] = set()
    for n, (one, two) in enumerate(pairwise(found)):
        between = text[one.end : two.start]
        if len(between) > _LONGEST_LINK:
            continue
        contains = _CONTAINS.search(between) is not None
        between = _AND_MORE.sub(" ", between)
        if _SEPARATES.search(between):
            continue
        if two.value.startswith(f"{one.value}("):
            near = contains and "\n" not in between
            held |= {n} if near or not _APART.search(between) else set()
        elif contains and "\n" not in between and one.value.startswith(f"{two.value}("):
            held.add(n + 1)
    return [claim for n, claim in enumerate(found) if n not in held]


def partial_paths(text: str) -> set[tuple[str, ...]]:
    """Return the paths that stand in a reply without a section number."""
    found: set[tuple[str, ...]] = set()
    for group in _groups(text, pieces(text, frozenset(), "")):
        units = [_place(text, unit, "") for unit in group]
        found |= {one.labels for one in units if not one.section}
        found |= {piece.labels for unit in group for _, piece in unit if not piece.section}
    return found
