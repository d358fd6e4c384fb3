"""A reader by rule: answers every question from the prompt alone, as a careful person would.

Not a language model: the ceiling, and the proof that each prompt can be answered. It imports
nothing of what makes documents and questions, so that it cannot know more than the prompt says.
"""

import re
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
_CONTRACT = re.compile(
    r"(?P<division>(?i:part|title|chapter|article|annex|appendix|schedule|exhibit|attachment"
    r"|addendum)) (?P<name>[\w-]*\w)(?:\s?[.:–—-]+)?(?= |$)"
    r"|(?:(?i:section|sec\.|clause|rule|paragraph) |§ ?)(?P<number>\d[\w.]*?)[.:)]?(?= |$)"
    r"|(?P<count>\d{1,3}(?:\.\d{1,3})*)(?P<mark>[.)]?)(?= |$)"
    r"|(?P<letter>[A-Za-z]{1,7})(?P<end>[.)])(?= |$)"
    r"|(?P<labels>(?:\d[\d.]*)?(?:\([0-9A-Za-z-]{1,8}\) ?)+)(?= |$)"
)


Naming: TypeAlias = Literal["division", "number", "label"]


class _Name(NamedTuple):
    """A label of a contract: of a division, a number such as 4.2 or II, or one such as (a)."""

    text: str
    kind: Naming


class _Found(NamedTuple):
    """A line of a contract, and the divisions, section and labels that it stands under."""

    divisions: tuple[str, ...]
    section: str
    labels: tuple[str, ...]
    words: str
    labelled: bool


class Row(NamedTuple):
    """One line of the document: where it stands, and its words without label or number.

    ``place`` is the page (empty where there are none) and line number, or the section and the
    labels; None for flush text, which no cite names. ``within`` is the place of the part that a
    definition without a label stands in. Of a contract, ``place`` holds the ways to cite the part,
    and ``printed`` is the best of them.
    """

    place: tuple[str, ...] | None
    words: str
    heading: bool = False
    printed: str = ""
    within: tuple[str, ...] | None = None


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
    if reading.asks == "term":
        return next((row for row in at_place if term(row)), None)
    return next((row for row in at_place if not row.heading), None)


def reply(reading: Reading, row: Row) -> str:
    """Return what is asked for, given the line that it is about."""
    match reading.asks:
        case "where" | "definition":
            return cite(row, transcript=reading.transcript)
        case "words":
            return row.words
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
            rows.append(Row((section,), heading or "", heading=True))
            continue
        depth = len(indent)
        labels = _LABELS.match(words)
        above = [part for part in open_parts if part[0] < depth]
        within = (section, *[label for _, label in above])
        if labels:
            bare = re.findall(r"[\w.–-]*\w", labels[0])
            open_parts = above + [(depth + 2 * n, one) for n, one in enumerate(bare)]
            place = (section, *[label for _, label in open_parts])
            rows.append(Row(place, words[labels.end() :]))
        else:
            rows.append(Row(None if open_parts else (section,), words, within=within))
    return rows


def _written(document: str) -> list[Row]:
    """Read a statute as it stands in the Code, or a contract, whose numbers are its own."""
    opening = _STATUTE.search(document)
    if opening and opening["section"] and "\nARTICLE" not in document:
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
            recitals = recitals or re.match(r"(?i)recitals?|background|whereas", bare) is not None
            above = [name for part, name in open_parts if part < depth]
            found.append(_Found(*_placed(above), bare, labelled=False))
            continue
        open_parts = [part for part in open_parts if part[0] < depth]
        recitals = recitals and match["letter"] is not None
        names = _names(match, recital=recitals and depth == 0)
        open_parts += [(depth, name) for name in names]
        placed = _placed([name for _, name in open_parts])
        found.append(_Found(*placed, bare[match.end() :].strip(), labelled=True))
    return _printed(found) if any(one.labelled for one in found) else []


def _names(match: re.Match[str], *, recital: bool) -> list[_Name]:
    """Return the labels of a line."""
    if match["division"]:
        return [_Name(f"{match['division'].lower()} {match['name']}", "division")]
    if match["labels"]:
        front, *labels = re.findall(r"[\w.-]+", match["labels"])
        kind: Naming = "label" if match["labels"].startswith("(") else "number"
        return [_Name(front, kind), *(_Name(one, "label") for one in labels)]
    name = match["number"] or match["count"] or match["letter"]
    if recital:
        return [_Name(f"recital {name}", "division")]
    counts = (match["letter"] or "A").isupper() and match["mark"] != ")"
    return [_Name(name, "number" if counts else "label")]


def _placed(names: list[_Name]) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return the divisions, the section and the labels of what stands under these names."""
    divisions = tuple(one.text for one in names if one.kind == "division")
    section = ""
    labels: list[str] = []
    for one in names[len(divisions) :]:
        carries = one.text.startswith(f"{section}.") if section else one.kind == "number"
        if carries and not labels:
            section = one.text
        else:
            labels.append(one.text)
    return divisions, section, tuple(labels)


def _printed(found: list[_Found]) -> list[Row]:
    """Return the lines with their cites: the division in front where sections begin anew.

    A line without a label has no place of its own, but is cited as the part that it stands in.
    """
    anew = {annexed: _begin_anew(found, annexed=annexed) for annexed in (False, True)}
    rows = []
    for divisions, section, labels, words, labelled in found:
        division = "".join(divisions[-1:])
        inner = (f"section {section}" if section else "") + "".join(f"({one})" for one in labels)
        full = ", ".join(filter(None, (division, inner))) if section else division + inner
        needed = not section or anew[_annexed(divisions)]
        places = (full, inner) if needed else (inner, full)
        rows.append(Row(places if labelled else None, words, printed=places[0]))
    return rows


def _begin_anew(found: list[_Found], *, annexed: bool) -> bool:
    """Say whether sections are numbered anew in each division, as far as one can see.

    They are if a number occurs twice, or if divisions that are not the first begin with 1. Where
    only the first is to be seen, they are taken to be in articles, but not in parts or chapters.
    """
    over: dict[str, set[tuple[str, ...]]] = {}
    opening: dict[tuple[str, ...], str] = {}
    for divisions, section, *_ in found:
        if section and divisions and _annexed(divisions) == annexed:
            over.setdefault(section, set()).add(divisions)
            opening.setdefault(divisions, section)
    if annexed or any(len(held) > 1 for held in over.values()):
        return True
    first, *later = opening.items() or [((), "")]
    if not later and _FIRST.search("".join(first[0][-1:])):
        return first[0][-1].startswith("article")
    return all(section in ("1", "1.1") for _, section in later or [first])


def _annexed(divisions: tuple[str, ...]) -> bool:
    return any(one.startswith(_ANNEXES) for one in divisions)


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
