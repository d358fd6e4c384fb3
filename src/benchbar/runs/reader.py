"""A reader by rule: answers every question from the prompt alone, as a careful person would.

Not a language model: the ceiling, and the proof that each prompt can be answered. It imports
nothing of what makes documents and questions, so that it cannot know more than the prompt says.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Asks: TypeAlias = Literal["where", "words", "term", "definition"]
"""What is asked: where words stand, the words at a cite, the term defined at a cite, or where a
term is defined."""

UNCLEAR = "I do not understand the question."
ABSENT = "I do not find it in the text."

_QUESTIONS: tuple[tuple[Asks, re.Pattern[str]], ...] = (
    ("where", re.compile(r'(?:above|below) (?:of|with) the text "(.*)"[?.]', re.DOTALL)),
    ("definition", re.compile(r'(?:above|below) where the term "(.*)" is defined[?.]')),
    ("words", re.compile(r"text of just (.+?) (?:above|below)[?.]")),
    ("term", re.compile(r"term defined at (.+?) (?:above|below)[?.]")),
)
_RECORD = re.compile(r"^(?:Page (\d+):|(\d+): ?(.*))$", re.MULTILINE)
_RECORD_CITE = re.compile(r"line (\d+)(?: of page (\d+))?")
_STATUTE = re.compile(
    r"^(?:(?:S(?:ection|ECTION|ec\.|EC\.)|§) ?\(?(?P<section>\d[\w.–-]*?)[.)](?: +(?P<heading>.*))?"
    r"|(?P<indent> *)(?=\S)(?P<words>.*))$",
    re.MULTILINE,
)
_LABELS = re.compile(r"(?:\([0-9A-Za-z.–-]{1,12}\) ?)+|(?:[IVXLC]+|[A-Z]|\d{1,3})\. ")
_STATUTE_CITE = re.compile(r"section (\d[\w.–-]*?)((?:\([^()]+\))*)")
_MEANS = r"(?:means?|includes?|ha(?:s|ve) the (?:same )?meanings?|refers? to)\b"
_TERM = re.compile(r"\bterm [\"“]([^\"”]+)[\"”]", re.IGNORECASE)

_DEFINES = (
    re.compile(r"[\"“]([^\"”]+)[\"”](?: \([^()]*\))?,? "
               r"(?:shall |will |has |have |is |[^.;]{0,60}, )?"
               r"(?:means?|includes?|refers? to|the meanings?|defined)\b"),
    re.compile(r"\((?:[^()\"“]{0,40} )?[\"“]([^\"”]+)[\"”]\)"),
    re.compile(r"(?:hereinafter|hereafter|herein)[^.;\"“]{0,40}[\"“]([^\"”]+)[\"”]"),
    re.compile(r"^[\"“]([^\"”]+?),?[\"”]"),
    re.compile(r"^Definitions? of ([^.]+)\."),
    re.compile(rf"^(?:The \w+ )??([A-Za-z][\w ’'/-]{{1,80}}?)(?: (?:shall )?{_MEANS}|\s?:|—$)"),
)  # fmt: skip
_FIRST = re.compile(r"\s(?:I|1|A|one|ONE|One)$")
_ANNEXES = ("annex", "appendix", "schedule", "exhibit", "attachment", "addendum")
_NAMES = "|".join(("part", "title", "chapter", "article", *_ANNEXES))
_CONTRACT = re.compile(
    rf"(?P<division>(?i:{_NAMES})) (?P<name>[\w-]*\w)(?:\s?[.:–—-]+)?(?= |$)"
    r"|(?:(?i:section|sec\.|clause|rule|paragraph) |§ ?)(?P<number>\d[\w.–-]*?)[.:)]?(?= |$)"
    r"|(?P<count>\d{1,3}[A-Z]?(?:\.\d{1,3})+|\d{1,3}[A-Z]?(?=[.)]|$| +[A-Z(]))"
    r"(?P<mark>[.)]?)(?= |$)"
    r"|(?P<letter>[A-Za-z]{1,7})(?P<end>[.)])(?= |$)"
    r"|(?P<labels>(?:\d[\d.]*[A-Z]?)?(?:\([0-9A-Za-z-]{1,8}\) ?)+)(?= |$)"
)
_OF_CONTRACTS = re.compile(
    rf"^(?:(?i:{_NAMES}) (?:\d+|[IVXLC]+|[A-Z])(?:[.:]|$| [A-Z])"
    r"| *(?:\d{1,3}[A-Z]?(?:\.\d{1,3})+[.)]?|(?:\d{1,3}|[A-Za-z]{1,4})\)|[a-z]\.) )",
    re.MULTILINE,
)
"""Labels that contracts have, and the sections of a code do not."""


Naming: TypeAlias = Literal["division", "number", "digit", "label"]
_Head: TypeAlias = tuple[tuple[str, ...], str]
"""Divisions, outermost first, and the section in them."""


class _Name(NamedTuple):
    """A label of a contract: of a division, a number such as 4.2 or II, 1) or (1), or (a).

    A ``digit`` in parentheses numbers a section only where there are no divisions.
    """

    text: str
    kind: Naming


class _Found(NamedTuple):
    """A line of a contract, and the divisions, section and labels that it stands under."""

    divisions: tuple[str, ...]
    section: str
    labels: tuple[str, ...]
    words: str
    labelled: bool
    whole: str


class Row(NamedTuple):
    """One line of the document: where it stands, and its words without label or number.

    ``place`` is the page (empty where there are none) and line number, or the section and the
    labels; None for flush text, which no cite names. ``within`` is the place of the part that a
    definition without a label stands in. Of a contract, ``place`` holds the ways to cite the part,
    and ``printed`` is the best of them. ``whole`` is the line as it stands, without its indent.
    """

    place: tuple[str, ...] | None
    words: str
    heading: bool = False
    printed: str = ""
    within: tuple[str, ...] | None = None
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A prompt understood: what is asked about what, and the lines to look in."""

    asks: Asks
    wanted: str
    rows: list[Row]
    transcript: bool


def answer(prompt: str) -> str:
    """Return the bare answer to the question in a prompt."""
    reading = read(prompt)
    if reading is None:
        return UNCLEAR
    row = find(reading)
    return ABSENT if row is None else reply(reading, row)


def read(prompt: str) -> Reading | None:
    """Find question and document in a prompt; None if it holds no question that we know."""
    for question, document in _halves(prompt):
        for asks, form in _QUESTIONS:
            if match := form.search(question):
                transcript = _is_transcript(document)
                rows = _record(document) if transcript else _written(document)
                return Reading(asks, match[1], rows, transcript)
    return None


def find(reading: Reading) -> Row | None:
    """Return the line that a question is about."""
    match reading.asks:
        case "where":
            return _having(reading.rows, reading.wanted)
        case "definition":
            return _defining(reading.rows, reading.wanted)
    place = _place(reading.wanted)
    at_place = [
        row
        for row in reading.rows
        if row.place is not None
        and (reading.wanted in row.place if row.printed else row.place == place)
    ]
    at_place.sort(key=lambda row: row.printed != reading.wanted)
    if reading.asks == "term":
        return next((row for row in at_place if term(row)), None)
    at_place.sort(key=lambda row: row.heading)
    return next(iter(at_place), None)


def reply(reading: Reading, row: Row) -> str:
    """Return what is asked for, given the line that it is about."""
    match reading.asks:
        case "where" | "definition":
            return cite(row, transcript=reading.transcript)
        case "words":
            return row.whole or row.words
    return term(row)


def term(row: Row) -> str:
    """Return the term that a line defines, or the empty string."""
    found = (form.search(row.words) for form in (_TERM, *_DEFINES))
    return next((match[1] for match in found if match), "")


def cite(row: Row, *, transcript: bool) -> str:
    """Return a line's cite as lawyers write it."""
    if row.printed:
        return row.printed
    first, *labels = row.place or row.within or ("",)
    if not transcript:
        return f"section {first}" + "".join(f"({label})" for label in labels)
    return f"line {labels[0]} of page {first}" if first else f"line {labels[0]}"


def _halves(prompt: str) -> list[tuple[str, str]]:
    """Return the ways in which a prompt may be question and document."""
    before, _, last = prompt.rpartition("\n\n")
    first, _, after = prompt.partition("\n\n")
    return [(last, before), (first, after)]


def _is_transcript(document: str) -> bool:
    match = _RECORD.search(document)
    section = _STATUTE.match(document)
    return match is not None and not (section and section["section"])


def _record(document: str) -> list[Row]:
    rows = []
    page = ""
    for match in _RECORD.finditer(document):
        if match[1]:
            page = match[1]
        else:
            rows.append(Row((page, match[2]), match[3]))
    return rows


def _statute(document: str) -> list[Row]:
    rows = []
    section = ""
    open_parts: list[tuple[int, str]] = []
    for match in _STATUTE.finditer(document):
        number, heading, indent, words = match.groups()
        if number:
            section, open_parts = number, []
            rows.append(Row((section,), heading or "", heading=True, whole=match[0]))
            continue
        depth = len(indent)
        labels = _LABELS.match(words)
        above = [part for part in open_parts if part[0] < depth]
        within = (section, *[label for _, label in above])
        if labels:
            bare = re.findall(r"[\w.–-]*\w", labels[0])
            open_parts = above + [(depth + 2 * n, one) for n, one in enumerate(bare)]
            place = (section, *[label for _, label in open_parts])
            rows.append(Row(place, words[labels.end() :], whole=words))
        else:
            rows.append(Row(None if open_parts else (section,), words, within=within))
    return rows


def _written(document: str) -> list[Row]:
    """Read a statute as it stands in the Code, or a contract, whose numbers are its own."""
    opening = _STATUTE.search(document)
    if opening and opening["section"] and not _OF_CONTRACTS.search(document):
        return _statute(document)
    return _contract(document) or _statute(document)


def _contract(document: str) -> list[Row]:
    """Return the lines of a contract; the indent says what stands in what."""
    found: list[_Found] = []
    open_parts: list[tuple[int, _Name]] = []
    recitals = False
    for line in filter(None, document.split("\n")):
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        match = _CONTRACT.match(bare)
        if match is None:
            recitals = _in_recitals(bare, before=recitals)
            above = [name for part, name in open_parts if part < depth]
            found.append(_Found(*_placed(above), bare, labelled=False, whole=bare))
            continue
        open_parts = [part for part in open_parts if part[0] < depth]
        names = _names(match)
        recitals = recitals and names[0].text.isupper()
        if recitals and depth == 0:
            names[0] = _Name(f"recital {names[0].text}", "division")
        open_parts += [(depth, name) for name in names]
        placed = _placed([name for _, name in open_parts])
        found.append(_Found(*placed, bare[match.end() :].strip(), labelled=True, whole=bare))
    return _printed(found) if any(one.labelled for one in found) else []


def _in_recitals(line: str, *, before: bool) -> bool:
    """Say whether recitals follow a line without a label; another heading ends them."""
    if re.match(r"(?i)recitals?|background|whereas", line):
        return True
    return before and not line.isupper() and not line.endswith(":")


def _names(match: re.Match[str]) -> list[_Name]:
    """Return the labels of a line."""
    if match["division"]:
        return [_Name(f"{match['division'].lower()} {match['name']}", "division")]
    if match["labels"]:
        front, *labels = re.findall(r"[\w.-]+", match["labels"])
        kind: Naming = "number"
        if match["labels"].startswith("("):
            kind = "digit" if front[0].isdigit() else "label"
        return [_Name(front, kind), *(_Name(one, "label") for one in labels)]
    if name := match["number"] or match["count"]:
        return [_Name(name, "digit" if match["mark"] == ")" and "." not in name else "number")]
    return [_Name(match["letter"], "number" if match["letter"].isupper() else "label")]


def _placed(names: list[_Name]) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return the divisions, the section and the labels of what stands under these names."""
    divisions = tuple(one.text for one in names if one.kind == "division")
    opens = ("number",) if divisions else ("number", "digit")
    section = ""
    labels: list[str] = []
    for one in names[len(divisions) :]:
        carries = one.text.startswith(f"{section}.") if section else one.kind in opens
        if carries and not labels:
            section = one.text
        else:
            labels.append(one.text)
    return divisions, section, tuple(labels)


def _printed(found: list[_Found]) -> list[Row]:
    """Return the lines with their cites, with the divisions in front that a section needs.

    A line without a label has no place of its own, but is cited as the part that it stands in.
    """
    kept = _kept(dict.fromkeys((one.divisions, one.section) for one in found))
    rows = []
    for divisions, section, labels, words, labelled, whole in found:
        best = _cited(kept[divisions, section], section, labels)
        ways = [_cited(divisions[n:], section, labels) for n in range(len(divisions) + 1)]
        places = (best, *filter(None, ways)) if labelled else None
        rows.append(Row(places, words, printed=best, whole=whole))
    return rows


def _kept(all_heads: Iterable[_Head]) -> dict[_Head, tuple[str, ...]]:
    """Return the divisions that each section is cited with, and each division."""
    heads: dict[str, list[_Head]] = {"": []}
    for divisions, section in all_heads:
        outer, inner = _annex_of(divisions)
        heads.setdefault(outer, []).append((inner, section))
    kept = {}
    for outer, held in heads.items():
        front = (outer,) if outer else ()
        anew, goes_on = _begin_anew(held), _goes_on(outer, heads)
        for inner, section in held:
            needed = _needed(inner, section, held, least=int(anew) if section else 1)
            alone = section and goes_on
            kept[(*front, *inner), section] = needed if alone else (*front, *needed)
    return kept


def _cited(divisions: tuple[str, ...], section: str, labels: tuple[str, ...]) -> str:
    number = (f"section {section}",) if section else ()
    return ", ".join((*divisions, *number)) + "".join(f"({one})" for one in labels)


def _annex_of(divisions: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the annex that a part stands in, if any, and the divisions within it."""
    if divisions and divisions[0].startswith(_ANNEXES):
        return divisions[0], divisions[1:]
    return "", divisions


def _needed(
    divisions: tuple[str, ...], section: str, heads: list[_Head], *, least: int
) -> tuple[str, ...]:
    """Return the fewest inner divisions that tell a section, or a division, from all others."""
    for count in range(least, len(divisions)):
        kept = divisions[len(divisions) - count :]
        same = [other for other, number in heads if number == section and other != divisions]
        if all(other[max(0, len(other) - count) :] != kept for other in same):
            return kept
    return divisions


def _begin_anew(heads: list[_Head]) -> bool:
    """Say whether sections are numbered anew in each division, as far as one can see.

    They are if most divisions repeat a number, or if those that are not the first begin with 1.
    Where only the first is to be seen, they are taken to be in articles, but not in parts or
    chapters.
    """
    within: dict[tuple[str, ...], list[str]] = {}
    for divisions, section in heads:
        if section and divisions:
            within.setdefault(divisions, []).append(section)
    seen: set[str] = set()
    again = 0
    for sections in within.values():
        again += not seen.isdisjoint(sections)
        seen.update(sections)
    if not within or 2 * again > len(within) - 1 > 0:
        return bool(within)
    (first, opening), *later = [(name, sections[0]) for name, sections in within.items()]
    if not later and _FIRST.search(first[-1]):
        return first[-1].startswith("article")
    return all(section in ("1", "1.1") for _, section in later or [(first, opening)])


def _goes_on(annex: str, heads: dict[str, list[_Head]]) -> bool:
    """Say whether an annex's sections go on from those before it, so that they are its own."""
    own, others = ({section for name, held in heads.items() if (name == annex) is same
                    for _, section in held if section} for same in (True, False))  # fmt: skip
    return bool(annex and others) and own.isdisjoint(others | {"1", "1.1", "A", "I"})


def _having(rows: list[Row], words: str) -> Row | None:
    cited = [row for row in rows if row.place is not None and words in row.words]
    exact = (row for row in cited if row.words == words)
    return next(exact, cited[0] if cited else None)


def _defining(rows: list[Row], wanted: str) -> Row | None:
    numbered = [row for row in rows if row.printed and term(row) == wanted]
    if numbered:
        return numbered[0]
    name = re.escape(wanted)
    quoted, bare = rf"[\"“]{name},?[\"”]", rf"{name}(?!\w)"
    forms = (
        rf"\bterm {quoted} means", rf"\bterm {quoted}", rf"{quoted},? (?:shall )?{_MEANS}", quoted,
        rf"^(?:The term |The expression )?{bare}[^.;]*? {_MEANS}", rf"\b{bare}[^.;]*? {_MEANS}",
        rf"^{bare}\s?[:–—-]", rf"^(?:.* or )?{bare}",
    )  # fmt: skip
    cited = [row for row in rows if row.place or row.within]
    for form in map(re.compile, forms):
        for row in cited:
            if not row.heading and form.search(row.words):
                return row
    return None


def _place(wanted: str) -> tuple[str, ...] | None:
    if match := _RECORD_CITE.fullmatch(wanted):
        return match[2] or "", match[1]
    if match := _STATUTE_CITE.fullmatch(wanted):
        return match[1], *re.findall(r"\(([^()]+)\)", match[2])
    return None
