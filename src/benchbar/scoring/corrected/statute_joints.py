"""How two neighbouring pieces of a statute's place are joined: the one in the other, or listed.

Language as data: the words and signs that may stand between them. What the pieces say decides
where a sign such as a comma leaves it open.
"""

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from benchbar import cite
from benchbar.scoring.corrected.statute_pieces import Piece

Joint: TypeAlias = Literal["of", "in", "next", "list"]

_THE = r"(?:(?:the|this|that|said|its|their|la|l')\s?)?(?:same\s)?[\"']?"
_JOINTS: tuple[tuple[Joint, re.Pattern[str]], ...] = (
    ("of", re.compile(rf"[\s,\"')-]*(?:of|de|del|du|von|des)\s{_THE}", re.IGNORECASE)),
    (
        "in",
        re.compile(
            rf"[\s,;:\"'()-]*(?:in|under|within|inside|at|from|on|to be found in)\s{_THE}",
            re.IGNORECASE,
        ),
    ),
    (
        "next",
        re.compile(
            r"(?:\n\s?\d{1,2}[.)]\s|'s\s)?[\s,;:/>|\"'=+-]*(?:\.(?!\s))?"
            r"(?:(?:and then|then|specifically|namely|viz|i\.e|that is|precisely|exactly"
            r"|more (?:precisely|specifically|exactly)|its|at|in|under)\b"
            rf"[\s,:.]*){{0,3}}{_THE}[第款项項目号號のの]?\s?",
            re.IGNORECASE,
        ),
    ),
    (
        "list",
        re.compile(
            r"\s?,?\s?(?:&|/|-+|\b(?:and/or|and|or|nor|to|through|thru|as well as|plus|et|ou|und"
            rf"|oder|y|o)\b)\s?(?:(?:also|either|both|in|at|under)\s){{0,2}}{_THE}",
            re.IGNORECASE,
        ),
    ),
)
"""What may stand between two pieces of a place, or between two places of a list.

``of`` climbs: what follows it holds what came before. ``in`` climbs unless the section came
first. What is ``next`` goes down, or is a list if its like came before.
"""
_ADDS = frozenset(
    "and or nor also perhaps possibly maybe conceivably probably alternatively could might"
    " may".split()
)
_BESIDE = _ADDS | frozenset(
    "be it is can even else both either less more quite just as well equally likely possible then"
    " again at under in the this failing that alternative too".split()
)
"""Words that bring in a further place, if nothing else but such words and marks is between."""
_WORD = re.compile(r"[a-z]+")
_THAT_IS = re.compile(r"\b(?:i\.\s?e\b|that is\b|namely\b)")
_NEW_LINE = re.compile(r"\n|\s-+\s")
_SENTENCE = re.compile(r" (?!(?:of|in|under|and|or|to|through)\b)[A-Za-z]")
"""What goes on behind a level that is the subject of a sentence, not the end of a place."""
_LONGEST_JOINT = 40
_ROMAN = frozenset("ivxIVX")


def joint_of(text: str, before: Piece, after: Piece) -> Joint | None:
    """Return how two neighbouring pieces are joined; None if they are not."""
    if after.start - before.end > _LONGEST_JOINT:
        return None
    between = text[before.end : after.start]
    mark_of_a_list = before.rank is None and len(before.labels) == 1 and not before.section
    if mark_of_a_list and after.section and between == " ":
        return None
    kind = next((kind for kind, form in _JOINTS if form.fullmatch(between)), None)
    if kind is None and _adds(between):
        kind = "list"
    if kind != "of" and _NEW_LINE.search(between) and _SENTENCE.match(text, after.end):
        return None
    if kind == "next" and ">" in between:
        return kind
    if kind != "next" or not _opens_text(between, before, after):
        return "list" if kind == "next" and _beside(before, after) else kind
    return "list" if "-" in between and _beside(before, after) else None


def _adds(between: str) -> bool:
    """Say whether nothing stands between two pieces but what brings in a further place."""
    words = _WORD.findall(between.lower())
    return _BESIDE.issuperset(words) and not _ADDS.isdisjoint(words)


def _opens_text(between: str, before: Piece, after: Piece) -> bool:
    """Say whether labels behind a whole cite are the marks of a text that it introduces."""
    whole = bool(before.section and before.labels)
    bare = after.rank is None and not after.section
    apart = between == "" or ":" in between or between != between.strip()
    return whole and bare and apart and between.strip(" \n-.:") == ""


def _beside(before: Piece, after: Piece) -> bool:
    """Say whether a piece right behind another names a second place, not a narrower one."""
    if after.section or not before.labels or not after.labels:
        return False
    if before.rank is not None and after.rank is not None:
        return before.rank == after.rank
    if after.rank is not None:
        ranks = levels_of(before.labels)
        known = after.rank in ranks and cite.fits(after.labels[0], after.rank)
        return known and before.labels[ranks.index(after.rank)] != after.labels[0]
    size = len(before.labels)
    if size <= len(after.labels) and after.labels[:size] == before.labels:
        return False
    return _alike(before.labels, after.labels[0]) is not None


def apposed(text: str, before: Piece, after: Piece) -> bool:
    """Say whether a count only describes the cite before it: ``12(b)(2), the second item``."""
    between = text[before.end : after.start]
    if not (after.counted and before.section and before.labels) or "and" in between:
        return False
    return "the" in between.lower() or after.rank != levels_of(before.labels)[-1] + 1


def said_again(text: str, before: Piece, after: Piece) -> bool:
    """Say whether a piece says in other words what the level before it did.

    ``second paragraph, that is, (2)``; ``paragraph (2), i.e. the second item``.
    """
    if before.section or after.section or before.rank is None or len(before.labels) != 1:
        return False
    if after.counted:
        return _THAT_IS.search(text, before.end, after.start) is not None
    return after.rank is None and after.labels == before.labels


def levels_of(labels: Sequence[str]) -> list[int]:
    """Return the levels of a path's labels by their form: (2)(i) is a paragraph and a clause."""
    found: list[int] = []
    for label in labels:
        least = found[-1] + 1 if found else 0
        fitting = (rank for rank in range(least, len(cite.LEVELS)) if cite.fits(label, rank))
        found.append(next(fitting, least))
    return found


def shared(path: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the part of a path that the next member of a list shares with it.

    A label of a form that the path has not goes below all levels above its own: the (2) of
    ``3417(a) and (2)`` is a paragraph of (a).
    """
    place = _alike(path, labels[0])
    if place is None:
        (level,) = levels_of(labels[:1])
        place = sum(above < level for above in levels_of(path))
    return path[:place]


def _alike(path: tuple[str, ...], label: str) -> int | None:
    """Return the place of the last label of a path that is of the form of another label."""
    alike = [n for n, one in enumerate(path) if _form(one) == _form(label)]
    closer = [n for n in alike if _ROMAN.issuperset(path[n]) == _ROMAN.issuperset(label)]
    return closer[-1] if closer else alike[-1] if alike else None


def _form(label: str) -> str:
    return "1" if label[0].isdigit() else "A" if label.isupper() else "a"
