"""What is testimony and what is not: covers, appearances, indexes, errata, certificates.

A page with speech on it (a question, a speaker's label) is testimony. A page without speech is
what its heading or its stock phrases say, and otherwise goes on with what the page before was:
an answer may run over a whole page, and so may a list of exhibits. Patterns are tried from the
start of a row; the tables below are all that is known about reporters' habits.
"""

import re
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Literal

from benchbar.corpora.transcript_pages import Page
from benchbar.corpora.transcript_rows import Row

Kind = Literal[
    "testimony",
    "caption",
    "appearances",
    "index",
    "stipulations",
    "certificate",
    "errata",
    "word index",
]

_HEADINGS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("word index", re.compile(r"(?:WORD|CONCORDANCE)INDEX|CONCORDANCE$|INDEXOFWORDS")),
    ("errata", re.compile(r".*ERRATA|INSTRUCTIONSTO(?:THE)?WITNESS|(?:WITNESS)?CHANGESAND")),
    ("errata", re.compile(r".*CORRECTIONSHEET|DEPONENTS?SIGNATURE|SIGNATUREPAGE")),
    ("certificate", re.compile(r".*CERTIFICAT(?:E|ION)(?:OF|$)|(?:REPORTER|FIRM)S?DISCLOSURE")),
    ("certificate", re.compile(r"JURAT$|ACKNOWLEDGE?MENTOF|DECLARATIONUNDER")),
    ("appearances", re.compile(r"APPEARANCES")),
    ("index", re.compile(r"(?:EXAMINATION|EXHIBITS?|WITNESS|GENERAL)?INDEX(?:$|TO|OF|VOLUME)")),
    ("index", re.compile(r"(?:TABLEOF)?CONTENTS$|EXHIBITS$|LISTOFEXHIBITS$")),
    ("stipulations", re.compile(r"(?:USUAL)?STIPULATIONS?$")),
)
"""Headings in capitals, blanks and punctuation taken out (reporters like `I N D E X`)."""

_PHRASES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("errata", ("page no.", "reason for change", "errata sheet", "errata page", "page/line")),
    (
        "certificate",
        (
            "hereby certify",
            "subscribed and sworn",
            "sworn to and subscribed",
            "under penalty of perjury that",
        ),
    ),
    ("stipulations", ("stipulated and agreed", "stipulated by and between")),
)
"""Stock phrases, looked for in the words of a whole page in small letters."""

_CAPTION = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:Plaintiff|Defendant|Petitioner|Respondent|Claimant)s?[,.]?(?: {2,}|[ )]*$)",
        r"(?:-? ?(?:against|AGAINST) ?-?|(?:vs?|VS?)\.)(?: {2,}|[ ):]*$)",
        r"(?=.*\bCOURT\b)(?=.*\b(?:IN THE|STATES?|SUPERIOR|DISTRICT|CIRCUIT|SUPREME)\b)[^a-z]+$",
        r"[^a-z]*\bCOUNTY OF [^a-z]+$|[^a-z]*\bCOUNTY, [^a-z]+$",
        r".*\b(?:[Cc]ase|CASE|C/A|DOCKET|INDEX|ACTION) (?:[Nn]o|NO)\b",
        r".*\b(?:D ?E ?P ?O ?S ?I ?T ?I ?O ?N|Deposition|TRANSCRIPT) (?:OF|of|UPON)\b",
    )
)
"""Rows of a cover page; two different ones make a cover."""

_TITLES = "MR|MS|MRS|MISS|DR"
_QUESTION = re.compile(
    rf"(?:BY (?:{_TITLES})\.? [^:\d]{{1,40}}: *)?[\"“'‘ ]*"
    r"(?:Q(?:[.:,]| ?--?| ?[–—]| +|$)|QUESTION ?[:.]) *(?:[^\s\d:]|$)"
)
"""A question in any dress: Q, Q., Q:, Q --, QUESTION:, BY MR. X: Q., and read in: "Q."""
_ROLES = (
    "COURT|WITNESS|REPORTER|COURT REPORTER|STENOGRAPHER|VIDEOGRAPHER|VIDEO TECHNICIAN|CLERK|"
    "COURT CLERK|BAILIFF|INTERPRETER|DEPONENT|JUDGE|ARBITRATOR|FOREPERSON|MAGISTRATE|MONITOR|"
    "CERTIFIED STENOGRAPHER|HEARING OFFICER|DEFENDANT|PLAINTIFF|JURY|LAW CLERK|SHERIFF"
)
_ROLE = re.compile(
    rf"(?:THE (?:{_ROLES})|(?:PROSPECTIVE )?JUROR(?: NO\.?)?(?: \d+)?|"
    r"(?:UNIDENTIFIED |UNKNOWN )?(?:SPEAKER|VOICE)(?: \d+)?): *\S"
)
_SPEAKER = re.compile(rf"(?:{_TITLES}|Mr|Ms|Mrs|Dr)\.? [A-Z][^:\d]{{0,40}}: *\S")
_BY_LINE = re.compile(rf"(?:[A-Z -]*EXAMINATION )?BY (?:{_TITLES})\.? [^:\d]{{1,40}}:$")
_SWORN = re.compile(r".*\btestified as follows\b|.*\bfirst duly sworn\b")
_CONCORDANCE = re.compile(r"(?:\S+ +){0,3}\d{1,5}:\d{1,3}(?:[ ,;-]+[\d:,-]+)*,?$")
_NEW_VOLUME: frozenset[Kind] = frozenset({"caption", "appearances", "index", "word index"})
_ROW_WIDTH = 200
"""Rows longer than this are no headings, and only their start is searched for a speaker."""


def page_kinds(pages: Sequence[Page], *, numbered: bool = True) -> list[Kind]:
    """Return what each page is, in order.

    Args:
        pages: The pages of a file.
        numbered: Whether lines of testimony have numbers in this file, so that no other can be.
    """
    kind: Kind = "testimony"
    kinds: list[Kind] = []
    for page in pages:
        rows = [row for place, row in enumerate(page.rows) if place not in page.furniture]
        own = _own_kind(rows)
        said = [row.words for row in rows if row.number is not None or not numbered]
        kind = "testimony" if _speaks(said, alone=own is None) else own or kind
        kinds.append(kind)
    return _without_read_aloud(kinds)


def _without_read_aloud(kinds: Sequence[Kind]) -> list[Kind]:
    """Give back what was read into the record: between testimony only a new volume is matter."""
    runs = [list(run) for _, run in groupby(kinds, key=lambda kind: kind == "testimony")]
    for run in runs[1:-1]:
        if not _NEW_VOLUME & set(run):
            run[:] = ["testimony"] * len(run)
    return [kind for run in runs for kind in run]


def closing_matter(page: Page) -> tuple[int, Kind] | None:
    """Return where a certificate or errata sheet starts below the last words of testimony."""
    for place in range(len(page.rows) - 1, -1, -1):
        row = page.rows[place]
        if _is_strong(row.words) or _is_weak(row.words):
            return None
        kind = _heading(row.words)
        if kind in ("certificate", "errata"):
            return place, kind
    return None


def _speaks(said: Sequence[str], *, alone: bool) -> bool:
    """Whether anyone speaks here; on a page with a heading of its own only clear signs count."""
    return any(_is_strong(words) or (alone and _is_weak(words)) for words in said)


def _is_strong(words: str) -> bool:
    return bool(_QUESTION.match(words) or _ROLE.match(words))


def _is_weak(words: str) -> bool:
    words = words[:_ROW_WIDTH]
    return any(shape.match(words) for shape in (_SPEAKER, _BY_LINE, _SWORN))


def _own_kind(rows: Sequence[Row]) -> Kind | None:
    """Return the kind of matter that a page shows by itself, if it does."""
    for row in rows:
        if kind := _heading(row.words):
            return kind
    text = " ".join(row.words for row in rows).lower()
    for kind, phrases in _PHRASES:
        if any(phrase in text for phrase in phrases):
            return kind
    if sum(any(shape.match(row.words[:_ROW_WIDTH]) for row in rows) for shape in _CAPTION) >= 2:
        return "caption"
    entries = sum(bool(_CONCORDANCE.match(row.words[:_ROW_WIDTH])) for row in rows)
    enough = 3 if all(row.number is None for row in rows) else 2
    return "word index" if enough * entries > len(rows) else None


def _heading(words: str) -> Kind | None:
    if len(words) > _ROW_WIDTH:
        return None
    capitals = "".join(takewhile(lambda word: word == word.upper(), words.split()))
    letters = re.sub(r"[^A-Z]", "", capitals)
    return next((kind for kind, shape in _HEADINGS if shape.match(letters)), None)
