"""A reader by rule: answers every question from the prompt alone, as a careful person would.

Not a language model: the ceiling, and the proof that each prompt can be answered. It imports
nothing of what makes documents and questions, so that it cannot know more than the prompt says.
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from benchbar.runs.reader_applying import ASKS_FOR_YES_OR_NO, conclude, reason
from benchbar.runs.reader_contracts import NAMES, contract
from benchbar.runs.reader_forms import fill

Asks: TypeAlias = Literal["where", "words", "term", "definition"]
"""What is asked: where words stand, the words at a cite, the term defined at a cite, or where a
term is defined."""

UNCLEAR = "I do not understand the question."
ABSENT = "I do not find it in the text."
UNABLE = "I cannot answer this: I look words up, and do not apply the law to facts."

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
_OF_CONTRACTS = re.compile(
    rf"^(?:(?i:{NAMES}) (?:\d+|[IVXLC]+|[A-Z])(?:[.:]|$| [A-Z])"
    r"| *(?:\d{1,3}[A-Z]?(?:\.\d{1,3})+[.)]?|(?:\d{1,3}|[A-Za-z]{1,4})\)|[a-z]\.) )",
    re.MULTILINE,
)
"""Labels that contracts have, and the sections of a code do not."""


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


_CASE = re.compile(r"(?:Answer Entailment or Contradiction|with one amount in US dollars)\.\s*\Z")
"""How a prompt ends that asks to apply the law to facts."""


def answer(prompt: str, earlier: str = "") -> str:
    """Return the bare answer to the question in a prompt; of what is to be reasoned, the steps.

    Args:
        prompt: What the user said last.
        earlier: What the reader itself said before that, in a conversation.
    """
    if prompt.strip() == ASKS_FOR_YES_OR_NO:
        return conclude(earlier) or UNCLEAR
    if is_case(prompt):
        return UNABLE
    if reasoned := reason(prompt):
        first, *others = reasoned.steps
        steps = [f"First, {first}", *(f"Then, {step}" for step in others)]
        return " ".join([*steps, reasoned.conclusion(reasoned.applies)])
    reading = read(prompt)
    if reading is None:
        return fill(prompt) or UNCLEAR
    row = find(reading)
    return ABSENT if row is None else reply(reading, row)


def is_case(prompt: str) -> bool:
    """Say whether a prompt asks to apply the law to facts, which cannot be looked up."""
    return _CASE.search(prompt) is not None


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
    found = contract(document)
    rows = [Row(one.places, one.words, printed=one.best, whole=one.whole) for one in found]
    return rows or _statute(document)


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
