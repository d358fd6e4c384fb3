"""The headings of a document blanked in a reply that names places by number and heading.

``Article IV (Supply of Flour), Section 2. Price, (c)`` becomes ``Article IV, Section 2, (c)``: one
step before places are read, or text is compared, so that no reader need know of headings.
"""

import re
from itertools import islice

from benchbar.scoring import marks
from benchbar.scoring.index import Index

_LABEL = re.compile(
    r"(?<![A-Za-z])(?=[\d(\[AaPpCcEeSs])"
    r"(?:(?P<number>(?<![\w.])\d[\w.-]{0,15}(?<![.-])|[(\[]\s?\w{1,6}(?=\s?[)\]]))"
    r"|\b(?i:article|art\.|part|chapter|annex|exhibit|schedule|appendix)\s(?P<division>\w{1,10}))"
    r"(?P<close> ?[)\]])?(?P<open> ?[.:,-]? ?[(\[]?[\"']?)"
    r"(?=[A-Za-z]{2})(?!(?i:[ivxlc]{2,5}|[a-z]{2})[)\]])"
)
_EMPTY = re.compile(r"(?<=[\w)\]])\s?[(\[]\s?(?:\"\")?\s?[)\]]")
"""Brackets around a heading in quotation marks that was cut out as a quotation."""
_WORD = re.compile(r"[\w$%&§']+")
_CLOSING = re.compile(r"[\"']?[)\]]?")
_MORE = re.compile(
    r"(?P<point>\.(?=\s))?[^\w\n([§]{0,5}(?:(?:at|in)\s)?(?:[(\[§]|\d|(?i:(?:sub)*(?:sec|para?|cl|item|art)[a-z]*\b))"
)
"""What follows a heading that stands between two parts of a place, on the same line."""
_LONGEST = 160


def without_headings(text: str, index: Index) -> str:
    """Drop each heading between its own number or label and the next, with its dress."""
    kept: list[str] = []
    at = 0
    read = 0
    while match := _LABEL.search(text, read):
        name = "number" if match["number"] else "division"
        read = match.end(name)
        label = match[name].lstrip("([ ").lower()
        end = _end(text, match.end(), index.headings(label)) if match["open"] else None
        if end is None:
            continue
        if match["open"].strip(" .:,-"):
            end += len(_CLOSING.match(text, end)[0])  # type: ignore[index]
        if more := _MORE.match(text, end):
            kept += [text[at : match.start("open")], "," if more["point"] else ""]
            read = at = end + len(more["point"] or "")
    text = "".join([*kept, text[at:]])
    return _EMPTY.sub("", text) if '""' in text or "()" in text else text


def _end(text: str, start: int, headings: tuple[str, ...]) -> int | None:
    """Return where the heading ends that stands at ``start``; None if none of them does."""
    if not headings:
        return None
    shown = text[start : start + _LONGEST].partition("\n")[0]
    folded = f"{marks.fold(shown)} "
    for heading in headings:
        if folded.startswith(f"{heading} "):
            last = next(islice(_WORD.finditer(shown), heading.count(" "), None))
            return start + last.end()
    return None
