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
    r"^(?:(?:S(?:ection|ECTION|ec\.|EC\.)|§) ?(?P<section>\d[\w.–-]*?)\. +(?P<heading>.*)"
    r"|(?P<indent> *)(?=\S)(?:\((?P<label>[0-9A-Za-z.–-]{1,12})\) ?)?(?P<words>.*))$",
    re.MULTILINE,
)
_STATUTE_CITE = re.compile(r"section (\d[\w.–-]*?)((?:\([^()]+\))*)")
_TERM = re.compile(r"\bterm [\"“]([^\"”]+)[\"”]", re.IGNORECASE)

_DEFINES = (
    re.compile(r"[\"“]([^\"”]+)[\"”](?: \([^()]*\))?,? "
               r"(?:shall |will |has |have |is |[^.;]{0,60}, )?"
               r"(?:means?|includes?|refers? to|the meanings?|defined)\b"),
    re.compile(r"\((?:[^()\"“]{0,40} )?[\"“]([^\"”]+)[\"”]\)"),
    re.compile(r"(?:hereinafter|hereafter|herein)[^.;\"“]{0,40}[\"“]([^\"”]+)[\"”]"),
    re.compile(r"^([A-Z][\w -]{1,60}?)(?: means\b| shall mean\b|:)"),
)  # fmt: skip
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


class Row(NamedTuple):
    """One line of the document: where it stands, and its words without label or number.

    ``place`` is the page (empty where there are none) and line number, or the section and the
    labels; None for flush text, which no cite names. ``printed`` is the whole cite of a part of a
    contract.
    """

    place: tuple[str, ...] | None
    words: str
    heading: bool = False
    printed: str = ""


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
        if (row.printed == reading.wanted if row.printed else row.place == place is not None)
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
    first, *labels = row.place or ("",)
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
        number, heading, indent, label, words = match.groups()
        if number:
            section, open_parts = number, []
            rows.append(Row((section,), heading, heading=True))
        elif label:
            while open_parts and open_parts[-1][0] >= len(indent):
                open_parts.pop()
            open_parts.append((len(indent), label))
            rows.append(Row((section, *[part for _, part in open_parts]), words))
        else:
            rows.append(Row(None if open_parts else (section,), words))
    return rows


def _written(document: str) -> list[Row]:
    """Read a statute as it stands in the Code, or a contract, whose numbers are its own."""
    opening = _STATUTE.search(document)
    if opening and opening["section"] and "\nARTICLE" not in document:
        return _statute(document)
    return _contract(document) or _statute(document)


def _contract(document: str) -> list[Row]:
    """Return the lines of a contract; the indent says what stands in what."""
    found: list[tuple[tuple[str, ...], str, tuple[str, ...], str]] = []
    loose: list[Row] = []
    open_parts: list[tuple[int, _Name]] = []
    recitals = False
    for line in filter(None, document.split("\n")):
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        match = _CONTRACT.match(bare)
        if match is None:
            recitals = recitals or re.match(r"(?i)recitals?|background|whereas", bare) is not None
            loose.append(Row(None, bare))
            continue
        open_parts = [part for part in open_parts if part[0] < depth]
        recitals = recitals and match["letter"] is not None
        names = _names(match, recital=recitals and depth == 0)
        open_parts += [(depth, name) for name in names]
        placed = _placed([name for _, name in open_parts])
        found.append((*placed, bare[match.end() :].strip()))
    return loose + _printed(found)


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


def _printed(found: list[tuple[tuple[str, ...], str, tuple[str, ...], str]]) -> list[Row]:
    """Return the lines with their cites: the division in front only where sections begin anew."""
    over: dict[tuple[bool, str], set[tuple[str, ...]]] = {}
    for divisions, section, _, _ in found:
        if section:
            over.setdefault((_annexed(divisions), section), set()).add(divisions)
    anew = {annexed: any(len(held) > 1 for (where, _), held in over.items() if where == annexed)
            for annexed in (False, True)}  # fmt: skip
    anew[True] = anew[True] or any((False, number) in over for where, number in over if where)
    rows = []
    for divisions, section, labels, words in found:
        needed = divisions[-1:] if not section or anew[_annexed(divisions)] else ()
        front = ", ".join((*needed, f"section {section}")) if section else "".join(needed)
        printed = front + "".join(f"({label})" for label in labels)
        rows.append(Row((printed,), words, printed=printed))
    return rows


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
    forms = tuple(f"term {a}{wanted}{b}" for a, b in ('""', "“”"))
    named = [row for row in rows if row.place and any(form in row.words for form in forms)]
    meant = (row for row in named if any(f"{form} means" in row.words for form in forms))
    return next(meant, named[0] if named else None)


def _place(wanted: str) -> tuple[str, ...] | None:
    if match := _RECORD_CITE.fullmatch(wanted):
        return match[2] or "", match[1]
    if match := _STATUTE_CITE.fullmatch(wanted):
        return match[1], *re.findall(r"\(([^()]+)\)", match[2])
    return None
