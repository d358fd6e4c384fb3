"""The pieces of which prose makes a place of a statute: sections, paths of labels, named levels.

A piece is read by itself; ``statutes`` says which pieces belong together. Every pattern is
bounded, so that reading takes time in proportion to the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchbar import cite
from benchbar.scoring import numbering, numerals

RANKS: dict[str, int | None] = {
    **{name: rank for rank, name in enumerate(cite.LEVELS)},
    **dict.fromkeys(("subsec", "subsect", "subs"), 0),
    **dict.fromkeys(("par", "para", "¶", "¶¶"), 1),
    **dict.fromkeys(("subpar", "subpara"), 2),
    "cl": 3,
    "subcl": 4,
    "romanette": 3,
    **dict.fromkeys(("subdivision", "subdiv", "subd", "subpart", "path", "pinpoint", "point")),
    **dict.fromkeys(("letter", "lit", "absatz", "abs", "alinéa", "inciso")),
}
"""What a level may be called, with its place below the section; None: any level."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_REPEATED = "|".join(f"{letter}{{2,4}}" for letter in _LETTERS)
LABEL = (
    r"(?:[A-Za-z](?![A-Za-z0-9-])|\d{1,3}(?:\.\d{1,2})?(?:-?[A-Za-z]{1,2})?|[ivxlc]{1,8}"
    rf"|[IVXLC]{{1,8}}|[a-z]{{1,2}}-\d{{1,2}}|{_REPEATED}|{_REPEATED.upper()})"
)
_PART = (
    r"(?:[A-Za-z](?![A-Za-z0-9])|\d{1,3}[A-Za-z]{0,2}|[ivxlc]{1,8}|[IVXLC]{1,8}"
    rf"|{_REPEATED})"
)
_FIGURES = {
    word: str(n)
    for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_MARKED = rf"(?:{'|'.join(_FIGURES)}|{_PART}[.-]{_PART}|[Zz][A-Za-z]|{LABEL})"
"""A label in brackets: also ``(h.1)``, ``(za)`` and ``(two)``, which bare would be other things."""
_END = r"(?![A-Za-z0-9_])"
_CUT_SHORT = r"(?=[(\[]|[.;:\"']?\s{0,3}(?:\n|$))"
_IN_MARKS = rf"[(\[]\s?{_MARKED}(?:\s?[)\]]|{_CUT_SHORT})"
_RUN = rf"{_IN_MARKS}(?:\s{{0,3}}{_IN_MARKS}){{0,11}}+"
_NO_ARTICLE = r"(?!(?:a|A|I)\s(?!(?:of|in|under|and|or|is|sub|par|cl|item|sec)[a-z.]*\b)[a-z])"
_BARE = rf"{_NO_ARTICLE}{LABEL}(?![A-Za-z0-9_'-])"
_SHORT = (
    rf"(?:\d{{1,2}}|[ivx]{{1,5}}|[IVX]{{1,5}}|{'|'.join(f'{one}{{1,3}}' for one in _LETTERS)}"
    rf"|{'|'.join(f'{one}{{1,3}}' for one in _LETTERS.upper())}){_END}"
)
_STEP = rf"(?:[\"']?(?:\s?[/>]\s?|[.-]|\s-\s|[,:]?\s)[\"']?{_SHORT}(?!'\w))"
_STEPS = re.compile(rf"(?:{_STEP}){{1,11}}+(?![%/\w]|[.-]\w)")
_EACH_STEP = re.compile(r"([^A-Za-z0-9]+)([A-Za-z0-9]+)")
_NUMBER = r"\d[0-9A-Za-z_.]{0,31}+(?:-[0-9A-Za-z_.]{1,31}+){0,12}+"
_CODE = r"(?:U\.?\s?S\.?\s?C\.?(?:\s?A\.|A\b)?|(?:U\.\s?S\.|US|United\sStates)\sCode)"
_RULES = (
    r"(?:C\.?\s?F\.?\s?R\b\.?|Code\sof\sFederal\sRegulations|(?:Treas\.|Treasury)\sReg\w*\.?"
    r"|Fed\.\sR\.(?:\s[A-Z][a-z]{0,4}\.){1,2})"
)
_OTHER_LAW = (
    r"[A-Z][\w&'.-]{0,20}\s(?:(?:[A-Z][\w&'.-]{0,20}|and|of)\s){0,5}?"
    r"(?:Stat(?:\.|utes?\b)|Code\b|Laws?\b|Reg(?:s?\.|ulations?\b))"
    r"(?:\sAnn(?:\.|otated\b))?"
)
"""A name of laws of another place: ``Fla. Stat.``, ``California Penal Code``."""
_FEDERAL = re.compile(r"U\.?\s?S\b|United\sStates|Federal")
_LAW_BEFORE = re.compile(rf"(?<![\w.])({_OTHER_LAW}),?\s$")
_LONGEST_LAW = 60
_TITLE = rf"(?i:title)\s(?P<named>\d{{1,2}}(?!\d)|[IVXL]{{1,7}}\b|(?i:{numerals.WORDS}))"
_DIVISION = r"(?i:chapter|subchapter|part|subpart|subtitle|division)\s[\dIVXA-Z]{1,6},?\s"
_OWN_CODE = r"(?:I\.?R\.?C\b\.?|Internal\sRevenue\sCode)(?:\sof\s\d{4})?"
_ORDINAL = re.compile(
    rf"(?<![A-Za-z0-9])(?:\d{{1,2}}(?:st|nd|rd|th)|{numerals.WORDS})\s$", re.IGNORECASE
)
_NAMES = "|".join(
    re.escape(name).replace("sub", "sub[- ]?") for name in sorted(RANKS, key=len, reverse=True)
)
_LEVEL = rf"(?i:(?:{_NAMES})s?(?![a-z])\.?)"
_SPOKEN = rf"(?i:{numerals.WORDS}(?:\sthousand(?:,?\s{numerals.WORDS})?)?(?![\w-]))"
_TOKEN = re.compile(
    rf"""(?<![A-Za-z0-9_)\]])(?P<path>{_RUN})
    |(?<![A-Za-z])(?=[oamp])(?:or|and|maybe|perhaps|possibly)\s(?P<also>[A-Za-z]|\d{{1,2}}|[ivxIVX]{{1,5}})(?=[.,;:?!)]|\s?$)
    |(?<![A-Za-z])(?=[ACILPRSacilprs¶])(?P<level>{_LEVEL})
      (?:\s?(?:letter\s|(?:is|number|no\.?)\s(?=[(\["'\d]|[A-Za-z]{{1,4}}(?:[,;.\n]|$)))?[:=\#]?\s?["']?
        (?:(?P<part>{_RUN}|{_BARE}(?:\s?{_IN_MARKS}){{0,11}}+)|(?P<figure>(?i:{numerals.WORDS}))))?
    |(?:(?<![A-Za-z0-9_.-])|(?=[§第]))(?=[0-9§第CFISTcst])
      (?:{_TITLE}[,:]?\s(?:{_DIVISION}){{0,3}}(?:(?:of\s(?:the\s)?)?(?:{_CODE}|(?P<rules>{_RULES})),?\s)?
      |(?P<title>\d{{1,2}})\s?(?:{_CODE}|(?P<rules2>{_RULES})(?:\s(?i:part)\s\d{{1,4}})?),?\s?
      |(?P<own>{_OWN_CODE}),?\s?|(?P<rules3>{_RULES}),?\s?)?
      (?P<mark>(?:(?i:sections?|sects?\.?|secs?\.?|ss?\.?)|§{{1,2}}|第)\s?
        (?:(?i:number|no\.?|is|was|be)\s?[:=\#]?\s?){{0,2}}+[:=\#]?\s?["']?)?
      (?:(?P<number>{_NUMBER})|(?(mark)(?P<spoken>{_SPOKEN})|(?!)))
    """,
    re.VERBOSE,
)
_WEAK = re.compile(r"ss?\b", re.IGNORECASE)
_GLUED = re.compile(r"(\d+)((?:[a-z]|\d{1,2}|[A-Z])+)")
_EACH_GLUED = re.compile(r"[A-Za-z]|\d+")
_SPLIT = re.compile(r"\s?-\s?[0-9A-Za-z]{1,8}")
_LABELS = re.compile(
    rf"(?:[,:.]?\s{{0,3}}(?:[条條]\s?)?|,?\s([A-Za-z]|\d{{1,2}}))({_RUN})"
    r"(?:([A-Za-z]|\d{1,2}|[ivx]{2,4})(?![\w(-])|\s(\d{1,2})(?=\s?(?:[.,;:)\"]|$)))?"
)
"""The labels behind a section, and one before or behind them without brackets."""
_LAW_BEHIND = re.compile(
    rf"""[\s,(]{{0,3}}(?:(?:of|in)\s(?:the\s)?)?(?:{_DIVISION}(?:(?:of|in)\s(?:the\s)?)?){{0,3}}
    (?:{_TITLE}|(?P<own>{_OWN_CODE})|(?P<rules>{_RULES})|(?P<other>{_OTHER_LAW}))""",
    re.VERBOSE,
)
_EACH = re.compile(rf"(\s?)[(\[]\s?({_MARKED})(?![A-Za-z0-9])")
_TEXT = re.compile(r"\s?(?!(?:is|was|of|in|and|or|because|since|which)\b)[A-Za-z\"]")
_LONGEST_ORDINAL = 24
_OWN_TITLE = "26"
_FOREIGN = "-of-"
"""What follows a section number that is one of another law than the document's."""
_LEAST = 3
"""Characters of a section number that is one without a word or sign that says so."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A section with labels, a named level with its label, or bare labels, as written.

    ``marked`` says whether a word or sign calls a number a section; ``rank`` is the place of a
    named level below the section, None for a section and for labels that no level is named for;
    ``counted`` says that a label stands for a count, as in ``second paragraph``; ``listed`` that it
    is one only as a member of a list, as in ``(a)(2) or 3``.
    """

    start: int
    end: int
    labels: tuple[str, ...]
    section: str = ""
    marked: bool = False
    rank: int | None = None
    counted: bool = False
    listed: bool = False


def pieces(text: str, sections: frozenset[str], title: str) -> Iterator[Piece]:
    """Yield what may be part of a place, in the order of the text.

    ``sections`` are the numbers of the document's sections, ``title`` the title it is of.
    """
    at = 0
    while match := _TOKEN.search(text, at):
        piece = _piece(text, match, sections, title)
        at = match.end()
        if piece is not None:
            yield piece
            at = piece.end


def _piece(text: str, match: re.Match[str], sections: frozenset[str], title: str) -> Piece | None:
    """Return what a token says; None if it is a number or a count of no account."""
    start, end = match.span()
    if match["path"]:
        return Piece(start, end, labels_of(match["path"]))
    if match["also"]:
        known = match["also"] in sections
        return None if known else Piece(match.start("also"), end, (match["also"],), listed=True)
    if match["level"]:
        rank = _rank(match["level"])
        if not (match["figure"] or match["part"]):
            return _counted(text, match, rank)
        if match["figure"]:
            return Piece(start, end, (str(numerals.value(match["figure"])),), rank=rank)
        labels, end = _part(text, match, rank)
        if len(labels[0]) >= _LEAST and labels[0] in sections:
            return Piece(start, end, labels[1:], labels[0], marked=True)
        return Piece(start, end, labels, rank=_first_rank(labels, rank))
    return _section(text, match, sections, title)


def labels_of(run: str) -> tuple[str, ...]:
    """Return the labels of ``(f)(1)(A)``; one said again behind a blank opens what is quoted."""
    found: list[str] = []
    for match in _EACH.finditer(run):
        if found and match[1].isspace() and match[2] == found[-1]:
            break
        found.append(_FIGURES.get(match[2], match[2]))
    return tuple(found)


def _rank(word: str) -> int | None:
    """Return the place below the section of a level by its name, however abbreviated."""
    name = word.lower().translate({ord(sign): None for sign in "- ."})
    return RANKS[name] if name in RANKS else RANKS[name.rstrip("s")]


def _first_rank(labels: tuple[str, ...], rank: int | None) -> int | None:
    """Return the level of the first label: in ``paragraph (b)(2)`` the name is the last one's."""
    above = len(labels) - 1
    if rank is None or above > rank or cite.fits(labels[0], rank):
        return rank
    return rank - above if cite.fits(labels[-1], rank) else rank


def _part(text: str, match: re.Match[str], rank: int | None) -> tuple[tuple[str, ...], int]:
    """Return the labels behind the name of a level, and where they end."""
    part, end = match["part"], match.end()
    if part[0] in "([":
        return labels_of(part), end
    first = re.match(LABEL, part)
    labels = (first[0] if first else part, *labels_of(part))
    if len(labels) == 1 and (steps := _STEPS.match(text, end)) is not None:
        found = tuple(label for _, label in _EACH_STEP.findall(steps[0]))
        if rank is None or steps[0][0] in "./":
            return labels + found, steps.end()
    return labels, end


def _counted(text: str, match: re.Match[str], rank: int | None) -> Piece | None:
    """Return ``second paragraph`` as paragraph (2); None for a level without label or count."""
    start = max(0, match.start() - _LONGEST_ORDINAL)
    if rank is None or not (before := _ORDINAL.search(text[start : match.start()])):
        return None
    word = before[0].strip().lower()
    n = int(word[:-2]) if word[0].isdigit() else numerals.value(word)
    if n < 1 or not word.endswith(("st", "nd", "rd", "th")):
        return None
    at = start + before.start()
    return Piece(at, match.end(), (cite.label(rank, n),), rank=rank, counted=True)


def _section(text: str, match: re.Match[str], sections: frozenset[str], title: str) -> Piece | None:
    """Return a section with the labels behind it; None for a number that is none."""
    named = match["title"] or match["named"] or (_OWN_TITLE if match["own"] else None)
    rules = match["rules"] or match["rules2"] or match["rules3"]
    number, labels, end = _number(text, match, sections)
    weak = match["mark"] and _WEAK.match(match["mark"]) and number not in sections
    marked = bool(match["mark"] and not weak) or bool(named or rules)
    if number not in sections and not marked:
        return None
    if not labels:
        labels, end = _behind(text, end, marked=marked)
    if not (labels or marked or len(number) >= _LEAST):
        return None
    number = _under(number, named, rules, title)
    front = text[max(0, match.start() - _LONGEST_LAW) : match.start()]
    if front[-1:] == " " and not named and title and (before := _LAW_BEFORE.search(front)):
        number = _of_other(number, before[1])
    return Piece(match.start(), end, labels, law(text, end, number, title), marked)


def law(text: str, end: int, number: str, title: str) -> str:
    """Return a section number as one of the law named right behind it: ``of title 26``."""
    if _FOREIGN in number or not (behind := _LAW_BEHIND.match(text, end)):
        return number
    if behind["other"]:
        return _of_other(number, behind["other"]) if title else number
    named = behind["named"] or (_OWN_TITLE if behind["own"] else None)
    return _under(number, named, behind["rules"], title)


def _of_other(number: str, name: str) -> str:
    """Return a section number marked as one of a law by its name, unless that is the Code."""
    return number if _FEDERAL.match(name) else f"{number}{_FOREIGN}laws"


def _under(number: str, named: str | None, rules: str | None, title: str) -> str:
    """Return a section number marked as another's if a reply names another law for it."""
    digits = re.search(r"\d+", title)
    if rules and "CFR" not in title:
        return f"{number}{_FOREIGN}regulations"
    if named is None or digits is None:
        return number
    n = numbering.ROMANS.get(named.lower()) or numerals.value(named)
    return number if str(n) == digits[0] else f"{number}{_FOREIGN}title-{n}"


def _spoken(words: str) -> str:
    """Return the section number of ``five thousand two hundred seventeen``."""
    front, thousand, rest = words.lower().partition("thousand")
    if not thousand:
        return str(numerals.value(front))
    return str(1000 * numerals.value(front) + numerals.value(rest))


def _number(
    text: str, match: re.Match[str], sections: frozenset[str]
) -> tuple[str, tuple[str, ...], int]:
    """Tell a section number from labels written behind it with points or dashes: 152.f.1."""
    if match["spoken"]:
        return _spoken(match["spoken"]), (), match.end()
    run = match["number"]
    number, end = run.rstrip(".-_"), match.end()
    if number in sections:
        return number, (), match.start("number") + len(number)
    if split := _SPLIT.match(text, match.start("number") + len(number)):
        joined = number + split[0].replace(" ", "")
        if joined in sections:
            return joined, (), split.end()
    parts = re.split(r"([.-])", number)
    for cut in range(len(parts) - 2, 0, -2):
        head, labels = "".join(parts[:cut]), tuple(parts[cut + 1 :: 2])
        if head in sections and all(re.fullmatch(LABEL, one) for one in labels):
            return head, labels, end
    if (glued := _GLUED.fullmatch(number)) and glued[1] in sections:
        return glued[1], tuple(_EACH_GLUED.findall(glued[2])), end
    return number, (), end


def _behind(text: str, at: int, *, marked: bool) -> tuple[tuple[str, ...], int]:
    """Return the labels behind a section number: in brackets, or apart: 704/b/2, 704 b 2.

    Labels on a new line with words behind them are the marks of a text that is quoted there.
    """
    if match := _LABELS.match(text, at):
        run, end, beside = match[2], match.end(), tuple(filter(None, (match[3], match[4])))
        if "\n" in run and _TEXT.match(text, end):
            run, beside = run[: run.rindex("\n")], ()
            end = match.start(2) + len(run)
        return (*filter(None, (match[1],)), *labels_of(run), *beside), end
    if steps := _STEPS.match(text, at):
        found = _EACH_STEP.findall(steps[0])
        if _even(found) and len(found) >= (1 if marked and steps[0][0] in "/.-" else 2):
            return tuple(label for _, label in found), steps.end()
    return (), at


def _even(steps: list[tuple[str, str]]) -> bool:
    """Say whether one sign stands between all labels, which may follow a colon or comma."""
    first, *rest = (sign.strip(" \n\"'") for sign, _ in steps)
    if not rest or {first} == set(rest):
        return True
    return first in (":", ",") and len(set(rest)) == 1 and rest[0] in ("", ",")
