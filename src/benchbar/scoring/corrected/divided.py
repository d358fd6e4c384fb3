"""Reading places of a contract out of a reply: articles and annexes, and numbers such as 4.2.

``Article II, Section 3(b)``, ``Art. II § 3(b)``, ``Section 3(b) of Article II`` are one and the
same place. A division that is needed may not be left out; one that is not may be named, if right.
"""

import re

from benchbar.cite import StatuteCite, parse
from benchbar.scoring import numbering
from benchbar.scoring.index import Index
from benchbar.scoring.prose import Claim

_CHAIN = rf"{numbering.DIVISION}(?:,?\s{numbering.DIVISION})*"
_NUMBER = r"\d{1,3}(?:\.\d{1,3})*(?![\w]|\.\d)"
_WORD = r"(?i:clauses?|cls?\.|paragraphs?|paras?\.|rules?|items?|points?|articles?|art\.)"
_BELOW = re.compile(rf"({numbering.DIVISION})(\s?[,:;]\s?|\s-\s|\s|\.)(?:{_WORD}\s?)?(?={_NUMBER})")
_NAMED = re.compile(rf"\b{_WORD}\s?(?={_NUMBER})")
_BARE = re.compile(r"(?<![\w.§$(-])(?<![§]\s)(\d{1,3}(?:\.\d{1,3})+)(?![\w%]|\.\d)")
_SPELLED = re.compile(r"(?:sections?|secs?\.?|§+)\s?$", re.IGNORECASE)
_ALONE = re.compile(r"\W*(\d{1,3}(?:\.\d{1,3})*|[A-Z]{1,6})\W*")
_LETTERED = re.compile(r"\b(?i:sections?|secs?\.|part)\s([A-Z]{1,6})((?:\s?\(\w{1,6}\))*)(?![\w])")
_BEFORE = re.compile(rf"({_CHAIN})[\s,:;>/\"-]{{0,5}}(?:(?:at|in|under)\s)?(?:the\s)?$")
_OWN_SECTION = r"[\s,:>-]{0,3}(?:(?i:sections?|secs?\.)|§|\d)"
_BEHIND = re.compile(
    rf"[\s,]{{0,2}}(?:\(?(?:of|in|under|to|from)\s(?:the\s)?|\(|(?<=,\s)(?!{_CHAIN}{_OWN_SECTION}))"
    rf"({_CHAIN})\)?(?:\sof\s({_CHAIN}))?"
)
"""A division behind its section; after a mere comma it may be in front of another section."""
_DIVISION = re.compile(rf"({_CHAIN})((?:\s?\(\w{{1,6}}\))*)")
_EACH = re.compile(r"\(([^()]+)\)")
_ROMAN = re.compile(
    rf"({numbering.NAME}:?\s?)?(?<![\w.])([IVXLC]{{1,8}})(?:\.(?=\d)|[,\s]{{1,3}}(?=§|(?i:sections?|sec\.)\s|\d{{1,3}}\s{{0,3}}\())"
)
"""A division by its numeral alone, in front of a section: ``IV.2(c)``, ``II, § 2``."""
_SAID_TWICE = re.compile(r"\b([a-z]{4,12}):\s(?=\1\b)", re.IGNORECASE)
"""The key of a field whose value repeats it: ``section: Section 2``."""
_LONGEST = 80


def spelled_out(text: str, index: Index) -> str:
    """Return a reply with the word section where a number of the document stands without it."""
    if (alone := _ALONE.fullmatch(text)) and alone[1] in index.sections:
        return f"section {alone[1]}"
    numbered = {key.rpartition(" ")[2]: name for key, name in index.divisions.items()}

    def named_in_full(match: re.Match[str]) -> str:
        name = None if match[1] else numbered.get(str(numbering.ROMANS.get(match[2].lower())))
        return f"{name}, " if name else match[0]

    text = _SAID_TWICE.sub("", _ROMAN.sub(named_in_full, text))
    text = _BELOW.sub(r"\1, section ", text)

    def named(match: re.Match[str]) -> str:
        number = re.match(_NUMBER, match.string[match.end() :])
        if not number or number[0] not in index.sections:
            return match[0]
        is_division = numbering.key(f"{match[0].strip()} {number[0]}") in index.divisions
        return match[0] if is_division else "section "

    def bare(match: re.Match[str]) -> str:
        before = match.string[max(0, match.start() - 12) : match.start()]
        known = match[1] in index.sections and not _SPELLED.search(before)
        return f"section {match[1]}" if known else match[0]

    return _BARE.sub(bare, _NAMED.sub(named, text))


def claims(text: str, found: list[Claim], index: Index) -> list[Claim]:
    """Return the places of a contract that a reply names, given those with a section number."""
    own = [claim for claim in found if not _is_of_division(text, claim, index)]
    placed = [_with_division(text, claim, index) for claim in own]
    placed += _lettered(text, index)
    for match in _DIVISION.finditer(text):
        if not any(one.start < match.end() and match.start() < one.end for one in placed):
            labels = tuple(_EACH.findall(match[2]))
            value = _settled(match[1], StatuteCite("", labels), index)
            placed.append(Claim(value, *match.span()))
    return _without_containers(sorted(placed, key=lambda claim: claim.start))


def _is_of_division(text: str, claim: Claim, index: Index) -> bool:
    """Say whether the number of a section is that of a division: ``article 2(1)``."""
    before = max(0, claim.start - _LONGEST)
    named = (
        match
        for match in re.finditer(numbering.DIVISION, text[before : claim.end])
        if before + match.start() < claim.start < before + match.end()
    )
    return any(numbering.key(match[0]) in index.divisions for match in named)


def _lettered(text: str, index: Index) -> list[Claim]:
    """Return the sections that have a letter or a roman numeral for a number."""
    return [
        Claim(f"section {match[1]}{match[2]}".replace(" (", "("), *match.span())
        for match in _LETTERED.finditer(text)
        if match[1] in index.sections
    ]


def _with_division(text: str, claim: Claim, index: Index) -> Claim:
    """Join a place with the division named before or behind it."""
    place = parse(claim.value)
    if not isinstance(place, StatuteCite):
        return claim
    start, end, division = claim.start, claim.end, ""
    if before := _BEFORE.search(text[max(0, start - _LONGEST) : start]):
        division, start = before[1], start - len(before[0])
    elif behind := _BEHIND.match(text, end):
        division = f"{behind[2]}, {behind[1]}" if behind[2] else behind[1]
        end = behind.end()
    return Claim(_settled(division, place, index), start, end)


def _settled(named: str, place: StatuteCite, index: Index) -> str:
    """Return the printed cite of a place in a division as a reply names it."""
    if not named:
        return str(place)
    names = re.findall(numbering.DIVISION, named)
    chain = numbering.key(", ".join(names))
    division = index.divisions.get(chain) or index.divisions.get(numbering.key(names[-1]))
    if division is None:
        return str(StatuteCite(place.section, place.path, chain))
    whole = StatuteCite(place.section, place.path, division)
    if _head(whole) in index.heads:
        return str(whole)
    if not place.section and place.path:
        below = StatuteCite(place.path[0], place.path[1:], division)
        return str(below if _head(below) in index.heads else whole)
    right = index.over.get(place.section) == division
    return str(StatuteCite(place.section, place.path)) if right else str(whole)


def _head(place: StatuteCite) -> str:
    return str(StatuteCite(place.section, (), place.division))


def _without_containers(found: list[Claim]) -> list[Claim]:
    """Drop a division or section named just before or behind a place that stands in it."""
    return [
        claim
        for n, claim in enumerate(found)
        if "(" in claim.value
        or not any(
            other.value.startswith((f"{claim.value}(", f"{claim.value}, "))
            for other in found[max(0, n - 1) : n + 2]
        )
    ]
