"""Small documents and items for the tests of grading, made from plain text."""

import re
from dataclasses import dataclass

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item, Kind, Line

_LABEL = re.compile(r" *((?:\([\w.-]+\))+) +")
_SECTION = re.compile(r"(?:Section |§ )(\d[\w-]*)\. +")
_TERM = re.compile(r'The term ["“]([^"”]+)["”] means')
HEADER_END = "~"
"""In the plain text of a statute, stands between a line's header and its words."""


@dataclass(frozen=True)
class Question:
    """One question of a task about the line with a printed cite."""

    document: Document
    item: Item


def document(kind: Kind, text: str, title: str = "") -> Document:
    """Make a document from its text; see ``transcript`` and ``statute``."""
    text = text.strip("\n")
    return transcript(text) if kind == "transcript" else statute(text, title)


def transcript(text: str) -> Document:
    """Make a transcript: lines ``7: words``, pages opened by ``Page 69:``."""
    lines, page, at = [], None, 0
    for raw in text.split("\n"):
        if match := re.fullmatch(r"Page (\d+):", raw):
            page = int(match[1])
        elif match := re.match(r"(\d+): *", raw):
            place = str(RecordCite(page, int(match[1])))
            words = at + match.end()
            lines.append(Line(place, at, words, words, at + len(raw)))
        at += len(raw) + 1
    return Document("made", "transcript", text, tuple(lines), "invented")


def statute(text: str, title: str = "") -> Document:
    """Make a statute: section lines, labels whose depth is their indent, flush lines."""
    shown: list[str] = []
    lines: list[Line] = []
    section, path, at = "", (), 0
    for raw in text.split("\n"):
        line, _, words = raw.partition(HEADER_END)
        full = f"{line} {words}" if words else line
        indent = len(full) - len(full.lstrip())
        place = "flush"
        start = label_end = at + indent
        if match := _SECTION.match(full):
            section, path = match[1], ()
            place = str(StatuteCite(section))
            label_end = at + match.end()
        elif match := _LABEL.match(full):
            labels = tuple(match[1][1:-1].split(")("))
            path = (*path[: indent // 2], *labels)
            place = str(StatuteCite(section, path))
            label_end = at + match.end()
        plain = at + len(line) + 1 if words else label_end
        terms = tuple(_TERM.findall(full))
        if full.strip():
            lines.append(Line(place, start, label_end, plain, at + len(full), terms=terms))
        shown.append(full)
        at += len(full) + 1
    return Document("made", "statute", "\n".join(shown), tuple(lines), "invented", title)


def place_of(made: Document, printed: str) -> int:
    """Return the place of the line with a printed cite."""
    return [line.cite for line in made.lines].index(printed)


def item(
    made: Document,
    task: str,
    target: int,
    *,
    alternatives: tuple[str, ...] = (),
    unamended: str | None = None,
    asked: str | None = None,
    question: str = "",
    gold: str | None = None,
) -> Item:
    """Make the item that a task asks about one line of a document.

    Of tasks whose right answer is no part of the document, it is given, with what is asked.
    """
    line = made.lines[target]
    term = line.terms[0] if line.terms else ""
    found = {
        "text_to_cite": (made.words(line), line.cite),
        "cite_to_text": (line.cite, made.shown(line)),
        "cite_to_amended": (line.cite, made.shown(line)),
        "defined_to_cite": (term, line.cite),
        "cite_to_defined": (line.cite, term),
    }.get(task, (asked or "", gold or ""))
    return Item(
        id="made-0001",
        window="4k",
        corpus="made",
        task=task,
        split="test",
        document=made.id,
        question=question,
        asked=found[0],
        target=target,
        gold=found[1],
        alternatives=alternatives,
        unamended=unamended,
    )


def natural(made: Item) -> str:
    """Return the answer to an item as one would say it: two numbers for a page and line."""
    if made.task != "text_to_cite" or not made.gold.startswith("line"):
        return made.gold
    parsed = cite.parse(made.gold)
    assert isinstance(parsed, RecordCite)
    return str(parsed.line) if parsed.page is None else f"{parsed.page}, {parsed.line}"
