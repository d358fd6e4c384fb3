"""Reading pages and lines out of a reply: ``page 69, line 18``, ``69:18``, ``line eighteen``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from benchbar.cite import RecordCite
from benchbar.scoring.language import RESTARTS
from benchbar.scoring.numerals import NUMBER, WORDS, value
from benchbar.scoring.prose import Claim

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NO_CITE = re.compile(
    rf"\b\d{{1,2}}:\d\d\s?(?:[ap]\.?m\b\.?|o'clock)|\b{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?\b"
    rf"(?:,?\s\d{{4}}\b)?|\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\b\.?(?:,?\s\d{{4}}\b)?"
    r"|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{4}-\d\d-\d\d\b|[$]\s?\d[\d,.]*+|(?<![\d,.])\d[\d,.]*+\s?%"
    rf"|\b{NUMBER}[ ](?:total\s)?(?:lines|pages|words|times|years|characters|occurrences|matches"
    r"|minutes|hours|days|sentences|questions)\b|\bexhibits?\s(?:no\.?\s)?\d+",
    re.IGNORECASE,
)
_IS = (
    r"(?:[ \t#]|\bnumbers?,|\b(?:numbers?|nos?\.?|is|are|was|were|at|would be|should be)\b"
    r"|[:=\"'(\[])*"
)
_UNIT = re.compile(
    rf"""(?<![\d:.])(?P<pair_page>\d{{1,6}})\s?:\s?(?P<pair_line>\d{{1,4}})(?![\d:])
    |\b(?:pages?|pgs?|pp?)(?![a-z])\.?{_IS}(?P<page>{NUMBER})
    |\b(?:lines?|lns?|ll?)(?![a-z])\.?{_IS}(?P<line>{NUMBER})(?![.]\d|,\d\d\d(?!\d))
    |(?P<nth>\b\d{{1,4}}(?:st|nd|rd|th)|{WORDS})[ ](?P<of>line|page)\b
    |^[ ]*(?P<shown>\d{{1,4}}):(?=\s|\"|$)
    |(?P<mark>^[ ]*\(?\d{{1,3}}[.)](?=[ ]\S))
    |(?<![\w.$])(?<!\)\()(?<!(?<!\w)-)(?P<bare>\d{{1,6}})(?:st|nd|rd|th)?(?![\w%]|[.,]\d|\)\()
    """.replace("{{", "{").replace("}}", "}"),
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_MORE = re.compile(
    rf"\s?(?:-+|,|&|/|\bto\b|\bthrough\b|\bthru\b|\band\b|\bor\b|\bnor\b|\boder\b"
    rf"|\bou\b|\bund\b|\bet\b|\bo\b)\s?"
    rf"(?P<line>(?:lines?|ll?\.)\s)?(?P<member>(?:(?P<page>\d{{1,6}}):)?(?P<next>{NUMBER}))(?!\s?(?:lines?|pages?)\b|:\d)",
    re.IGNORECASE,
)
_NEAR = re.compile(
    r"[\s,;:()\[\]\"'/-]*(?:\b(?:and|of|on|at|in|from|the|transcript|deposition)\b[\s,;:()\"']*)*",
    re.IGNORECASE,
)
_PAGES = re.compile(r"pages|pp", re.IGNORECASE)
_OR_PAGE = re.compile(rf"\s(?:or|and)\s{NUMBER}(?!\s?(?:lines?|pages?)\b|:\d)", re.IGNORECASE)
_ALONE = re.compile(
    rf"[\W_]*(?:(?:the|it|is|number|answer)\W+){{0,5}}(?P<words>{WORDS})[\W_]*", re.IGNORECASE
)
_STATED = re.compile(r"(?:\b(?:is|was|be|it's|that's|answer|so)|[:=])[\s\"'(\[#]*$", re.IGNORECASE)
_STATED_BEHIND = re.compile(
    r"[\s\"')]*(?:(?:is|seems|was) (?:also )?(?:possible|plausible|right|correct|it|the)\b"
    r"|(?:may|might|could|would) )",
    re.IGNORECASE,
)
_OF_SOMETHING = re.compile(
    r"(?:[§$€£]|\b(?:(?:sub)*(?:sections?|paragraphs?|clauses?|items?)|secs?|paras?|rules?|articles?|arts?"
    r"|chapters?|ch|titles?|parts?|volumes?|vols?|figures?|figs?|exhibits?|exh?|schedules?|days?|weeks?"
    r"|months?|years?|questions?|footnotes?|notes?|columns?|rooms?|cars?|routes?)\.?)\s?$",
    re.IGNORECASE,
)
_FREE_BEHIND = re.compile(
    r"(?:st|nd|rd|th)?(?:\s*(?:$|[^\w\s%])|\s+(?:is|was|on|of|at|in|and|or|because|since|as|which|that|not|it|where"
    r"|for|from|to|by|if|but|then|the|a|i|has|have|holds?|contains?|matches|reads|says|gives|states"
    r"|seems|should|would|could|might|may|appears|looks|fits)\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""What stands before a number of something else, and what may stand behind one of a line."""
_OWN_LINE = re.compile(r"[^\w\n]*(?=\n|$)")
_GOES_ON = re.compile(
    r"\b(?:or|maybe|perhaps|possibly|scratch that|rather|no|not|wait|sorry|actually|mean|thus|hence"
    r"|therefore|so|look|thought|again|closer|speaking|then)"
    r"[\s,\"'(\[#]*$",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(?:from|to|at|until|till|around|about|past|between|by)\s$", re.IGNORECASE)
_OF_THE_DAY = re.compile(r"\s?(?:in the (?:morning|afternoon|evening)|o'clock|hours|sharp|noon)")
_MOST_MEMBERS = 12

UnitKind: TypeAlias = Literal["pair", "page", "line", "bare", "mark", "shown"]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A number of a reply and what it is said to be the number of."""

    kind: UnitKind
    number: int
    page: int | None
    start: int
    end: int
    list_of: int = 0
    """Where the list or range starts of which the number is a member; 0 if none."""


def claims(text: str, pages: range | None) -> list[Claim]:
    """Return the lines that a reply names, best-labelled only, in order.

    A bare pair of numbers is page and line, in the order in which the question asks for them.
    Lines of the document that a reply copies with their numbers count if it names no others.

    Args:
        text: The reply, with pages and lines in plain words (``record_forms``).
        pages: The pages of the document, so that a line needs one; None if it has none.
    """
    paged = pages is not None
    text = _NO_CITE.sub(lambda match: "~" * len(match[0]), text)
    if alone := _ALONE.fullmatch(text):
        number = value(alone["words"])
        return [] if paged else [_claim(None, number, alone.start("words"), alone.end("words"))]
    units = _without_clocks(text, list(_units(text)), pages or range(1, 2))
    told = [unit for unit in units if unit.kind != "shown"]
    shown = [replace(unit, kind="line") if unit.kind == "shown" else unit for unit in units]
    for kept in (told, shown):
        found = list(_paged(text, kept) if paged else _unpaged(text, kept))
        if not found:
            found = list(_bare_pairs(text, kept) if paged else _bare(text, kept))
        if found:
            return sorted(found, key=lambda claim: claim.start)
    return []


def _without_clocks(text: str, units: list[_Unit], pages: range) -> list[_Unit]:
    """Drop pairs that are times of day: of no page, if all else speaks for that."""
    pairs = [unit for unit in units if unit.kind == "pair" and unit.page not in pages]
    others = len(pairs) < len(units)
    clocks = {unit for unit in pairs if others or _is_clock(text, unit)}
    return [unit for unit in units if unit not in clocks]


def _is_clock(text: str, unit: _Unit) -> bool:
    """Say whether a pair of numbers is written as a time of day: ``from 2:05``."""
    padded = text[unit.start : unit.end].partition(":")[2].lstrip().startswith("0")
    before = text[max(0, unit.start - 10) : unit.start]
    return padded or bool(_CLOCK.search(before) or _OF_THE_DAY.match(text, unit.end))


def _claim(page: int | None, line: int, start: int, end: int) -> Claim:
    return Claim(str(RecordCite(page, line)), start, end)


def _units(text: str) -> Iterator[_Unit]:
    """Yield the numbers of a text, members of lists and ends of ranges as lines of their own."""
    at = 0
    while match := _UNIT.search(text, at):
        unit = _read(match)
        pages = unit.kind == "page" and bool(
            _PAGES.match(match[0]) or _OR_PAGE.match(text, match.end())
        )
        list_of = match.start() + 1 if pages else 0
        yield replace(unit, list_of=list_of)
        at = max(match.end(), at + 1)
        if unit.kind not in ("pair", "line") and not pages:
            continue
        for _ in range(_MOST_MEMBERS):
            more = _MORE.match(text, at)
            if more is None or (pages and more["line"]):
                break
            start, end = more.start("member"), more.end()
            page = int(more["page"]) if more["page"] else unit.page
            yield _Unit(unit.kind, value(more["next"]), page, start, end, list_of)
            at = more.end()


def _read(match: re.Match[str]) -> _Unit:
    """Read one match of the pattern of numbers."""
    start, end = match.span()
    if match["pair_page"]:
        return _Unit("pair", int(match["pair_line"]), int(match["pair_page"]), start, end)
    if match["page"]:
        return _Unit("page", value(match["page"]), None, start, end)
    if match["nth"]:
        digits = match["nth"].rstrip("stndrhSTNDRH")
        number = int(digits) if digits.isdecimal() else value(match["nth"])
        return _Unit("page" if match["of"].lower() == "page" else "line", number, None, start, end)
    if match["mark"]:
        digits = match["mark"].strip(" ().")
        return _Unit("mark", int(digits), None, start, end)
    if match["bare"]:
        return _Unit("bare", int(match["bare"]), None, start, end)
    if match["shown"]:
        return _Unit("shown", int(match["shown"]), None, start, end)
    return _Unit("line", value(match["line"]), None, start, end)


def _unpaged(text: str, units: list[_Unit]) -> Iterator[Claim]:
    """Yield the lines named, where there are no pages; "page 1" says nothing.

    A number right behind "is" or a colon needs no label: ``The answer is 6``; nor does one that
    goes on from a labelled line: ``line 7, or maybe 6``.
    """
    labelled = any(unit.kind in ("line", "pair") for unit in units)
    for place, unit in enumerate(units):
        before = text[max(0, unit.start - 20) : unit.start]
        beside = _GOES_ON.search(before) or _STATED_BEHIND.match(text, unit.end)
        stated = _STATED.search(before) or (labelled and beside) or _is_own_line(text, unit)
        if unit.kind == "line" or (unit.kind == "bare" and stated):
            page = _page_near(units, place)
            yield _claim(None if page in (None, 1) else page, unit.number, unit.start, unit.end)
        elif unit.kind == "pair":
            page = None if unit.page == 1 else unit.page
            yield _claim(page, unit.number, unit.start, unit.end)


def _is_own_line(text: str, unit: _Unit) -> bool:
    """Say whether a number is all that stands on its line."""
    front = text[text.rfind("\n", 0, unit.start) + 1 : unit.start]
    bare = "§" not in front and not any(map(str.isalnum, front))
    return bare and _OWN_LINE.match(text, unit.end) is not None


def _is_free(text: str, unit: _Unit) -> bool:
    """Say whether a number stands for itself: not ``Rule 5``, ``5 dollars``, ``5(b)``."""
    if _OF_SOMETHING.search(text[max(0, unit.start - 20) : unit.start]):
        return False
    return _FREE_BEHIND.match(text[unit.end : unit.end + 40]) is not None


def _page_near(units: list[_Unit], place: int) -> int | None:
    """Return the page of the unit just before or after, if it is a page."""
    near = units[max(0, place - 1) : place + 2]
    return next((unit.number for unit in near if unit.kind == "page"), None)


def _bare(text: str, units: list[_Unit]) -> list[Claim]:
    """Return the unlabelled numbers; the marks of a list only if there is nothing else."""
    free = [unit for unit in units if unit.kind != "bare" or _is_free(text, unit)]
    for kind in ("bare", "mark"):
        found = [
            _claim(None, unit.number, unit.start, unit.end) for unit in free if unit.kind == kind
        ]
        if found:
            return found
    return []


def _paged(text: str, units: list[_Unit]) -> Iterator[Claim]:
    """Yield each line named together with its page.

    That is the page touching it on the side where the reply writes pages, else on the other;
    else the last page before it; else the next one after it. A page that corrects an earlier one
    keeps the line: ``page 48, line 5; no, page 49``.
    """
    line_first = next((one.kind for one in units if one.kind in ("line", "page")), "") == "line"
    later = _next(units, "page")
    later_line = _next(units, "line")
    earlier: _Unit | None = None
    line: _Unit | None = None
    for place, unit in enumerate(units):
        if unit.kind == "page":
            if line and later_line[place] is None and RESTARTS.search(text, line.end, unit.start):
                yield _claim(unit.number, line.number, unit.start, unit.end)
            earlier = unit
        elif unit.kind == "pair" and unit.page is not None:
            yield _claim(unit.page, unit.number, unit.start, unit.end)
        elif unit.kind == "line":
            line = unit
            sides = units[max(0, place - 1) : place], units[place + 1 : place + 2]
            near = [one for side in (sides[::-1] if line_first else sides) for one in side]
            page = _page_beside(text, near, unit) or earlier
            page = page or _bare_beside(text, sides[0], unit) or later[place]
            if page is not None:
                yield _with_page(text, page, unit)
                yield from _on_range(units, page, unit)


def _on_range(units: list[_Unit], page: _Unit, unit: _Unit) -> Iterator[Claim]:
    """Yield the line also for the pages with which ``page`` forms one list: ``pages 68-69``."""
    others = (one for one in units if one.kind == "page" and one.list_of == page.list_of)
    for other in others if page.list_of else ():
        if other.number != page.number:
            yield _claim(other.number, unit.number, unit.start, unit.end)


def _next(units: list[_Unit], kind: UnitKind) -> list[_Unit | None]:
    """Return for each unit the next one of a kind after it."""
    found: list[_Unit | None] = []
    following: _Unit | None = None
    for unit in reversed(units):
        found.append(following)
        following = unit if unit.kind == kind else following
    return found[::-1]


def _page_beside(text: str, near: list[_Unit], unit: _Unit) -> _Unit | None:
    """Return the first of the neighbours that is a page touching the unit."""
    pages = (one for one in near if one.kind == "page" and _touching(text, one, unit))
    return next(pages, None)


def _bare_beside(text: str, before: list[_Unit], unit: _Unit) -> _Unit | None:
    """Return the unlabelled number in front of a line, as in ``69, line 18``."""
    bare = (one for one in before if one.kind == "bare" and _touching(text, one, unit))
    return next(bare, None)


def _with_page(text: str, page: _Unit, unit: _Unit) -> Claim:
    """Make a claim of a line and its page; a page further off is not part of the claim."""
    if not _touching(text, page, unit):
        return _claim(page.number, unit.number, unit.start, unit.end)
    start, end = min(page.start, unit.start), max(page.end, unit.end)
    return _claim(page.number, unit.number, start, end)


def _touching(text: str, one: _Unit, two: _Unit) -> bool:
    """Say whether only joining words and marks stand between two units."""
    between = text[min(one.end, two.end) : max(one.start, two.start)]
    return len(between) < 40 and _NEAR.fullmatch(between) is not None


def _bare_pairs(text: str, units: list[_Unit]) -> Iterator[Claim]:
    """Yield page and line from unlabelled numbers that follow each other: ``69, 18``.

    Two numbers in all are page and line whatever stands around them; a list's marks are numbers
    only where there is no pair without them. A new line starts a new pair.
    """
    page: _Unit | None = None
    last: _Unit | None = None
    bare = [unit for unit in units if unit.kind == "bare"]
    marked = [unit for unit in units if unit.kind == "mark"]
    kinds = ("bare", "page") if len(bare) >= 2 else ("bare", "page", "mark")
    for unit in units:
        if unit.kind not in kinds:
            continue
        touching = last is not None and _touching(text, last, unit)
        if page is None or last is None or not touching or _starts_anew(text, page, last, unit):
            page = unit
        elif unit.kind == "page":
            if last.kind == "bare" and last is page:
                yield _claim(unit.number, last.number, last.start, unit.end)
            page = unit
        else:
            start = page.start if last is page else unit.start
            yield _claim(page.number, unit.number, start, unit.end)
        last = unit
    pair = bare if len(bare) == 2 else [*bare, *marked]
    if len(pair) == 2 and all(unit.kind in ("bare", "mark") for unit in units):
        one, two = sorted(pair, key=lambda unit: unit.start)
        yield _claim(one.number, two.number, one.start, two.end)


def _starts_anew(text: str, page: _Unit, last: _Unit, unit: _Unit) -> bool:
    """Say whether a number opens another pair: one is complete, and a new line begins."""
    return last is not page and "\n" in text[last.end : unit.start]
