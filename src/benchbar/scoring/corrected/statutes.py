"""Reading places of a statute out of a reply, in figures or in words.

``section 152(f)(1)``, ``§ 152 (f) (1)``, ``26 U.S.C. 152(f)(1)``, ``paragraph (1) of subsection
(f) of section 152``, ``section 152, subsection f, paragraph 1`` are one and the same place.
"""

import re
from dataclasses import dataclass, replace

from benchbar.cite import StatuteCite
from benchbar.scoring.claims import Claim

_REPEATED = "|".join(f"{letter}{{1,4}}" for letter in "abcdefghijklmnopqrstuvwxyz")
_LABEL = (
    rf"(?:\d{{1,3}}(?:\.\d{{1,2}})?(?:-?[A-Za-z]{{1,2}})?|[ivxlc]{{1,8}}|[IVXLC]{{1,8}}|{_REPEATED}"
    rf"|{_REPEATED.upper()}|[a-z]{{1,2}}-\d{{1,2}})"
)
_IN_MARKS = rf"[(\[]\s?{_LABEL}\s?[)\]]"
_LABELS = rf"(?:[,:]?\s{{0,3}}{_IN_MARKS})(?:\s{{0,3}}{_IN_MARKS}){{0,11}}+"
_LOOSE = r"(?:,?\s(?:[a-z]|[A-Z]|\d{1,2}|[ivx]{1,5}|[IVX]{1,5})(?=[\s,.;]|$)){2,6}"
_LEVEL = (
    r"(?:sub-?sections?|sub-?secs?\.?|sub-?sub-?items?|sub-?paragraphs?|sub-?paras?\.?"
    r"|paragraphs?|paras?\.?|pars?\.|sub-?clauses?|clauses?|cls?\.|sub-?items?|items?)"
)
_NUMBER = r"\d[\w.]{0,15}+(?:-[\w.]{1,8}+){0,3}+"
_PIECE = re.compile(
    rf"(?<![\w.(\[-])(?:(?P<title>\d{{1,2}})\s?U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?\s?"
    r"|(?i:title)\s(?P<named>\d{1,2})[,\s]\s?"
    r"(?:(?i:of the )?(?:U\.S\.C(?:ode|\.)?|U\.S\. Code),?\s)?"
    r"|(?P<code>I\.?R\.?C\.?|Internal Revenue Code)\s?)?"
    r"(?P<mark>(?:(?i:sections?|secs?\.?)|§{1,2})\s?(?:(?i:number|no\.?|is)\s)?[:#=]?\s?)?"
    rf"(?P<number>{_NUMBER})(?:(?P<labels>{_LABELS})|(?P<loose>{_LOOSE}))?"
    rf"|\b(?P<level>(?i:{_LEVEL}))\s?[:=#]?\s?"
    rf"(?P<part>{_LABELS}|[\"']?(?:{_LABEL})(?![\w'-]))"
)
_OF_TITLE = re.compile(r",?\s(?:of|in)\s(?:title\s)(?P<title>\d{1,2})\b", re.IGNORECASE)
_EACH = re.compile(rf"{_LABEL}(?=\s?[)\]])")
_WORD_LABEL = re.compile(r"\w+")
_DOWN = re.compile(
    r"[\s,;:>/\"'-]*(?:(?:at|in|under|and then|then|specifically|namely|more (?:precisely"
    r"|specifically))\b[\s,:]*){0,3}(?:the\s)?",
    re.IGNORECASE,
)
_UP = re.compile(r"[\s,\"']*(?:of|in|under|within|from|to)\s(?:the\s)?(?:same\s)?", re.IGNORECASE)
_SIBLING = re.compile(
    rf"\s?(?:,\s?)?(?:-+|,|&|/|\bto\b|\bthrough\b|\band\b|\bor\b|\band/or\b)\s?(?P<labels>{_LABELS})"
)
_PARTIAL = re.compile(rf"(?<![\w)\]])(?:{_IN_MARKS}\s?){{1,8}}+")
_CONTAINS = re.compile(r"\b(?:of|in|within|under|inside)\s+(?:the\s+)?$", re.IGNORECASE)
_NARROWS = re.compile(
    r"\W{0,3}(?:(?:and\s)?(?:more\s)?(?:specifically|namely|particularly|precisely|exactly)|at\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A section with labels, or one level with its label, as written."""

    section: str
    labels: tuple[str, ...]
    start: int
    end: int


def claims(text: str, sections: frozenset[str], title: str) -> list[Claim]:
    """Return the places of a statute that a reply names with a section number, in order.

    ``sections`` are the section numbers of the document; ``title`` is the title it is of, or
    empty. A bare number without labels is a section only with a word or sign that says so.
    """
    pieces = _pieces(text, sections, title)
    found: list[Claim] = []
    at = 0
    while at < len(pieces):
        chain, count = _chain(text, pieces, at)
        at += count
        if (joined := _join(chain)) is not None:
            found.append(_claim(joined))
            found.extend(_claim(one) for one in _siblings(text, joined))
    return sorted(found, key=lambda claim: claim.start)


def _pieces(text: str, sections: frozenset[str], title: str) -> list[_Piece]:
    """Return sections and worded levels in the order of the text."""
    found: list[_Piece] = []
    for match in _PIECE.finditer(text):
        if match["level"]:
            labels = _labels(match["part"]) or tuple(_WORD_LABEL.findall(match["part"]))
            found.append(_Piece("", labels, match.start(), match.end()))
            continue
        section, labels = _section(match["number"], _labels(match["labels"] or ""), sections)
        if match["loose"] and match["mark"] and not labels:
            labels = tuple(_WORD_LABEL.findall(match["loose"]))
        marked = bool(match["mark"] or match["title"] or match["code"])
        if not (labels or marked) or (section not in sections and not marked):
            continue
        behind = _OF_TITLE.match(text, match.end())
        named = match["title"] or match["named"] or (behind["title"] if behind else None)
        if _other_title(named, title):
            section = f"{section}-of-title-{named}"
        found.append(_Piece(section, labels, match.start(), match.end()))
    return found


def _labels(text: str) -> tuple[str, ...]:
    """Return the labels of ``(f)(1)(A)``."""
    return tuple(_EACH.findall(text))


def _section(
    number: str, labels: tuple[str, ...], sections: frozenset[str]
) -> tuple[str, tuple[str, ...]]:
    """Tell a section number from labels written behind it with points or dashes: 152.f.1."""
    number = number.rstrip(".-")
    if number in sections:
        return number, labels
    head, *rest = re.split(r"[.-]", number)
    if head in sections and rest and not labels and all(re.fullmatch(_LABEL, one) for one in rest):
        return head, tuple(rest)
    return number, labels


def _other_title(named: str | None, title: str) -> bool:
    """Say whether a reply names another title than the document's."""
    digits = re.search(r"\d+", title)
    return named is not None and digits is not None and named != digits[0]


def _chain(text: str, pieces: list[_Piece], at: int) -> tuple[list[_Piece], int]:
    """Return the pieces from ``at`` on that make one cite, broadest first, and how many.

    ``of`` climbs: what follows it holds what came before. A comma goes down.
    """
    ordered, last = [pieces[at]], pieces[at]
    for piece in pieces[at + 1 : at + 10]:
        between = text[last.end : piece.start]
        has_section = bool(ordered[0].section)
        if piece.section and has_section:
            break
        if _UP.fullmatch(between):
            ordered.insert(int(has_section), piece)
        elif _DOWN.fullmatch(between):
            ordered.insert(0 if piece.section else len(ordered), piece)
        else:
            break
        last = piece
    return ordered, pieces.index(last, at) - at + 1


def _join(ordered: list[_Piece]) -> _Piece | None:
    """Make one piece of the pieces of a cite; None if none of them is a section."""
    if not ordered[0].section:
        return None
    labels = tuple(label for piece in ordered for label in piece.labels)
    start = min(piece.start for piece in ordered)
    return _Piece(ordered[0].section, labels, start, max(piece.end for piece in ordered))


def _siblings(text: str, piece: _Piece) -> list[_Piece]:
    """Return the other members of ``152(f)(1) and (2)`` or ``152(f)(1)-(3)``."""
    found: list[_Piece] = []
    at = piece.end
    while len(found) < 12 and piece.labels and (match := _SIBLING.match(text, at)):
        labels = _labels(match["labels"])
        kept = _shared(piece.labels, labels)
        found.append(replace(piece, labels=kept + labels, start=match.start(1), end=match.end()))
        at = match.end()
    return found


def _shared(path: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the part of a path that the next member of a list shares with it."""
    alike = [n for n, label in enumerate(path) if _form(label) == _form(labels[0])]
    return path[: alike[-1] if alike else max(0, len(path) - len(labels))]


def _form(label: str) -> str:
    return "1" if label[0].isdigit() else "A" if label.isupper() else "a"


def _claim(piece: _Piece) -> Claim:
    return Claim(str(StatuteCite(piece.section, piece.labels)), piece.start, piece.end)


def without_containers(text: str, found: list[Claim]) -> list[Claim]:
    """Drop a place that is named only to say what the next narrower one stands in."""
    kept: list[Claim] = []
    for place, claim in enumerate(found):
        before = found[place - 1] if place else None
        after = found[place + 1] if place + 1 < len(found) else None
        holds_before = before and before.value.startswith(f"{claim.value}(")
        if holds_before and _CONTAINS.search(text[max(0, claim.start - 30) : claim.start]):
            continue
        holds_after = after and after.value.startswith(f"{claim.value}(")
        if holds_after and after and _NARROWS.match(text[claim.end : after.start]):
            continue
        kept.append(claim)
    return kept


def partial_paths(text: str) -> set[tuple[str, ...]]:
    """Return the paths that stand in a reply without a section number."""
    found: set[tuple[str, ...]] = set()
    for match in _PARTIAL.finditer(text):
        found.add(_labels(match[0]))
    pieces = [piece for piece in _pieces(text, frozenset(), "") if not piece.section]
    at = 0
    while at < len(pieces):
        chain, count = _chain(text, pieces, at)
        at += count
        found.add(tuple(label for piece in chain for label in piece.labels))
    return found
