"""One row of the public BLT format read as a document and an item that ask and grade alike."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchbar import tokens
from benchbar.corpora import synthetic
from benchbar.errors import InputError
from benchbar.records import Document, Item, Kind, Line, Split
from benchbar.suites import blt_lines, blt_rows
from benchbar.suites.blt_lines import MissingLineError
from benchbar.suites.blt_rows import BltRow
from benchbar.suites.spec import suite
from benchbar.tasks import TASKS, applies_to

CORPORA = {
    blt_rows.TRANSCRIPT: "blt-transcripts",
    blt_rows.SYNTHETIC: "synthetic",
    blt_rows.USCODE: "uscode",
}
"""What a kind of text is called in our tables. (``transcripts`` are the invented ones.)"""

_TASKS = {theirs: ours for ours, theirs in blt_rows.TASKS.items()}
_OWN_ID = re.compile(
    r"\w+-(?P<window>\d+[km])-(?P<corpus>\w[\w.-]*)"
    rf"-(?:{'|'.join(blt_rows.TASKS)})-(?P<split>test|train)-\d+"
)
_WINDOW = re.compile(r"(?<!\d)(\d+[km])(?![a-z0-9])")
_TRAIN = re.compile(r"(?<![a-z])train(?:ing)?(?![a-z])", re.IGNORECASE)
_QUESTION = re.compile(
    r"\n\n(?=(?:What (?:is|are)|Return) (?:the (?:\w+ )?(?:text|citation|line number|page number"
    r"|term)) [^\n]*(?:\n|$)|[^\n]* above[^\n]*\s*$|\w+ is an? \S+\. Is [^\n]* applicable to )"
)
_FIRST_QUESTION = re.compile(r"[^\n]* below[^\n]*\n\n")
_ASKED = re.compile(
    r'(?:text of just (?P<cite>.+?) above\?|with the text "(?P<words>.*)"\?'
    r'|above of the text "(?P<place>.*)"\?|the term "(?P<term>.*)" is defined\?'
    r"|term defined at (?P<at>.+?) above\?|\. Is (?P<applied>.+?) applicable to )",
    re.DOTALL,
)


class Place(NamedTuple):
    """The set of items that a row belongs to."""

    window: str
    corpus: str
    task: str
    split: Split


@dataclass(frozen=True, slots=True)
class Given:
    """A row and where it stands; corpus, window and split if the user says them of all rows."""

    path: Path
    number: int
    row: BltRow
    corpus: str | None = None
    window: str | None = None
    split: Split | None = None

    def refuse(self, why: str) -> InputError:
        """Return the error that says what is wrong with the row."""
        return InputError(f"{self.path}:{self.number}: {why}")


def read(source: Given) -> tuple[Document, Item]:
    """Return the document and the item of a row.

    As in all DATA folders an amended line stands in the item; the document is without it.
    """
    row = source.row
    task = _TASKS.get(row.task)
    if task not in TASKS:
        known = ", ".join(theirs for theirs, ours in _TASKS.items() if ours in TASKS)
        raise source.refuse(f"no task {row.task!r} in this version: it knows {known}")
    if row.texttype not in blt_rows.TEXT_TYPES:
        raise source.refuse(
            f"no texttype {row.texttype!r}: it is one of {', '.join(blt_rows.TEXT_TYPES)}"
        )
    text, question = _halves(source)
    document, places = _document(source, text)
    target, line = _target(source, task, document, places)
    document = _with_line(document, target, line)
    size = tokens.count(row.prompt)
    at = _place(source, task, size)
    item = Item(
        id=str(row.id),
        window=at.window,
        corpus=at.corpus,
        task=task,
        split=at.split,
        document=document.id,
        question=question,
        asked=_asked(row, question, task, document, line),
        target=target,
        gold=_gold(row, task, document, line),
        alternatives=tuple(_alternatives(row, task, document.kind)),
        unamended=row.unamended_answer and row.unamended_answer.strip("\r\n").lstrip(),
        traits=_traits(row, document, size),
    )
    if task == applies_to.NAME:
        item.traits["tokens"] = size + tokens.count(applies_to.THEREFORE)
    if item.unamended:
        document = document.with_line(target, item.unamended)
    return document, item


def _halves(source: Given) -> tuple[str, str]:
    """Return document and question; with an empty line between them they are the prompt."""
    prompt = source.row.prompt
    found = list(_QUESTION.finditer(prompt))
    place = found[-1].start() if found else -1
    if place < 0 and _FIRST_QUESTION.match(prompt):
        raise source.refuse(
            "its question stands before the document: only prompts that end with the question "
            "can be kept to the letter"
        )
    if place < 0:
        raise source.refuse(
            "no question found: a prompt must be the document, an empty line, and a question "
            "such as 'What is the exact text of just line 10 above?'"
        )
    return prompt[:place], prompt[place + 2 :]


def _document(source: Given, text: str) -> tuple[Document, tuple[int | None, ...]]:
    row = source.row
    kind: Kind = "transcript" if row.texttype == blt_rows.TRANSCRIPT else "statute"
    try:
        found = blt_lines.locate(row.text_lines, text, kind)
    except MissingLineError as error:
        given = row.text_lines[error.place]
        raise source.refuse(
            f"text_lines[{error.place}] ({given.cite}) does not stand in the prompt behind the "
            f"lines before it: {given.line_text[:60]!r}"
        ) from None
    if not found.lines:
        raise source.refuse("text_lines holds no line with a cite")
    document = Document(
        id=str(row.id),
        kind=kind,
        text=text,
        lines=found.lines,
        source=synthetic.SOURCE if row.texttype == blt_rows.SYNTHETIC else source.path.name,
        section=str(row.section_correct or "") if kind == "statute" else "",
    )
    return document, found.places


def _target(
    source: Given, task: str, document: Document, places: tuple[int | None, ...]
) -> tuple[int, Line]:
    """Return the line that the answer belongs to: that at ``idx_line``, else the only one."""
    row = source.row
    index = row.idx_line
    place = places[index] if index is not None and 0 <= index < len(places) else None
    if place is not None and (line := _answered(row, task, document, document.lines[place])):
        return place, line
    fitting = [
        (number, found)
        for number, each in enumerate(document.lines)
        if (found := _answered(row, task, document, each))
    ]
    if len(fitting) != 1:
        many = "several lines" if fitting else "no line"
        raise source.refuse(
            f"its answer {str(row.answer)[:60]!r} belongs to {many}, and not to that at idx_line "
            f"({index})"
        )
    return fitting[0]


def _answered(row: BltRow, task: str, document: Document, line: Line) -> Line | None:
    """Return the line if the answer belongs to it; a term that it should define is added."""
    if task == applies_to.NAME:
        asked = _ASKED.search(row.prompt)
        return line if asked and asked["applied"] == line.cite else None
    if task in blt_rows.CITE_TASKS:
        return line if blt_lines.printed(row.answer, document.kind) == line.cite else None
    answer = str(row.answer).strip()
    if task in blt_rows.TEXT_TASKS:
        forms = (document.shown(line), document.words(line), document.plain(line))
        return line if answer in [form.strip() for form in forms] else None
    if answer.casefold() in [term.casefold() for term in line.terms]:
        return line
    quoted = (f"{a}{answer}{b}" for a, b in ('""', "“”"))
    if any(form in document.shown(line) for form in quoted) and not line.terms:
        return msgspec.structs.replace(line, terms=(answer,))
    return None


def _with_line(document: Document, place: int, line: Line) -> Document:
    if document.lines[place] is line:
        return document
    lines = (*document.lines[:place], line, *document.lines[place + 1 :])
    return msgspec.structs.replace(document, lines=lines)


def _gold(row: BltRow, task: str, document: Document, line: Line) -> str:
    if task in blt_rows.TEXT_TASKS:
        return document.shown(line)
    if task == applies_to.NAME:
        return str(row.answer).strip().rstrip(".").capitalize()
    return line.cite if task in blt_rows.CITE_TASKS else str(row.answer).strip()


def _alternatives(row: BltRow, task: str, kind: Kind) -> Iterator[str]:
    given = row.alternative_answer or []
    for one in [given] if isinstance(given, str) else given:
        yield blt_lines.printed(one, kind) if task in blt_rows.CITE_TASKS else one.strip()


def _asked(row: BltRow, question: str, task: str, document: Document, line: Line) -> str:
    """Return what the question names, from its wording; else from the line that it is about."""
    if match := _ASKED.search(question):
        return next(filter(None, match.groups()), "")
    if task == "text_to_cite":
        return row.target_text or document.words(line)
    return line.terms[0] if task == "defined_to_cite" and line.terms else line.cite


def _place(source: Given, task: str, size: int) -> Place:
    """Return the set that a row belongs to."""
    row = source.row
    own = _OWN_ID.fullmatch(str(row.id))
    corpus, split = CORPORA[row.texttype], _split(source.path)
    window = _window(source.path, size)
    if own:
        corpus, window = own["corpus"], own["window"]
        split = "train" if own["split"] == "train" else "test"
    return Place(source.window or window, source.corpus or corpus, task, source.split or split)


def _window(path: Path, size: int) -> str:
    """Return the window that a path names, else the smallest that the prompt fits."""
    windows = suite("blt").windows
    for part in reversed(path.parts[-3:]):
        if named := [name for name in _WINDOW.findall(part.lower()) if name in windows]:
            return str(named[0])
    fitting = (name for name, window in windows.items() if size <= window.budget)
    return next(fitting, list(windows)[-1])


def _split(path: Path) -> Split:
    return "train" if any(map(_TRAIN.search, path.parts[-3:])) else "test"


def _traits(row: BltRow, document: Document, size: int) -> dict[str, int | str]:
    sizes = {
        "width": row.width,
        "depth": row.depth,
        "pages": row.num_pages,
        "lines_per_page": row.lines_per_page,
        "lines": len(document.lines),
        "tokens": size,
    }
    return {name: value for name, value in sizes.items() if value is not None}
