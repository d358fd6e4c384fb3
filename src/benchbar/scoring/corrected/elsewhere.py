"""What a reply names as its answer although it says itself that it stands in another line."""

from collections.abc import Iterator, Sequence

from benchbar import cite
from benchbar.cite import LEVELS, RecordCite, StatuteCite
from benchbar.records import Item
from benchbar.scoring import marks
from benchbar.scoring.index import Index
from benchbar.scoring.prose import Claim, Prose

_NEAR = 100
_MOST_CLAIMS = 40


def without_elsewhere(
    text: str, claims: list[Claim], places: Sequence[Sequence[int]], item: Item, index: Index
) -> list[Claim]:
    """Drop the claims that the reply ascribes to their own line, which is not the one asked for.

    "Line 2 is "...", and line 3 is "..."" answers a question about line 3. ``places`` holds the
    lines that each claim is of, none for the answer itself. If nothing else is left, all stay.
    """
    if not 1 < len(claims) <= _MOST_CLAIMS or not any(places):
        return claims
    prose = Prose(text)
    target = fronts(index.cites[item.target])
    kept = []
    for number, (claim, own) in enumerate(zip(claims, places, strict=True)):
        forms = {form for place in own for form in fronts(index.cites[place])}
        if not own or not _ascribed(_around(prose, claims, number), forms, target):
            kept.append(claim)
    return kept or claims


def _around(prose: Prose, claims: Sequence[Claim], number: int) -> tuple[str, str]:
    """Return what a sentence says before and behind one claim, up to the next, folded."""
    claim = claims[number]
    start, _ = prose.bounds(claim)
    _, end = prose.span(prose.sentence(claim.end))
    earlier = claims[number - 1].end if number else 0
    later = claims[number + 1].start if number + 1 < len(claims) else len(prose.text)
    front = prose.text[max(start, earlier, claim.start - _NEAR) : claim.start]
    back = prose.text[claim.end : max(claim.end, min(end, later, claim.end + _NEAR))]
    return marks.fold(front), marks.fold(back)


def _ascribed(around: tuple[str, str], own: set[str], target: tuple[str, ...]) -> bool:
    """Say whether the nearest cite before a claim, or else behind it, is that of its own line.

    Of two cites at one place the longer counts: (b)(2) is named in (b)(2)(A), too.
    """
    mine = own.difference(target)
    before, behind = (f" {words} " for words in around)
    forms = [form for form in mine.union(target) if " " in form]
    found = [
        (before.rfind(f" {form} ") + len(form), len(form), form in mine)
        for form in forms
        if f" {form} " in before
    ] or [
        (-behind.find(f" {form} "), len(form), form in mine)
        for form in forms
        if f" {form} " in behind
    ]
    return bool(found) and max(found)[2]


def fronts(printed: str) -> tuple[str, ...]:
    """Return, folded, the ways to write a line's printed cite in front of its text."""
    try:
        place = cite.parse(printed)
    except ValueError:
        return ()
    return tuple(_cite_forms(place))


def _cite_forms(place: RecordCite | StatuteCite) -> Iterator[str]:
    if isinstance(place, RecordCite):
        n, p = place.line, place.page
        yield from (f"{n}", f"line {n}", f"l {n}")
        if p is not None:
            yield from (f"{p} {n}", f"page {p} line {n}", f"line {n} of page {p}", f"page {p} {n}")
            yield f"p {p} l {n}"
        return
    parts = " ".join(place.path).lower()
    section = marks.fold(place.section)
    if place.division:
        yield marks.fold(str(place))
        yield f"{marks.fold(place.division)} {section} {parts}".replace("  ", " ").strip()
    for mark in ("", "section ", "§ ", "sec "):
        yield f"{mark}{section} {parts}".strip()
    if place.path:
        yield parts
        yield from (f"{level} {place.path[-1].lower()}" for level in LEVELS)
