"""Finding a document's lines in a prompt of the public BLT format, and reading its cites.

The files say each line's cite and text; where the line stands in the prompt, and where its label
ends, is found here. Lines are looked for in order, so that lines alike are not confused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from benchbar.cite import RecordCite
from benchbar.records import Kind, Line
from benchbar.suites.blt_rows import BltLine

FLUSH = "flush"

_NUMBER = re.compile(r"\d+")
_BARE_STATUTE = re.compile(
    r"(?:\d+ ?U\.? ?S\.? ?C\.?(?: ?A\.?)? ?)?(?:§+ ?|[Ss]ec\. ?)?(\d[\w.–-]*)((?: ?\([^() ]+\))*)"
)
_LABELS = re.compile(r"(?:\([^()\s]{1,12}\)[ \t]*)+")
_STOP = r"(?P<stop>[ \t]*[.:)]|[ \t]+[-–—])?[ \t]+"
_HEAD_LABELS = (
    re.compile(rf"(?P<kind>)(?P<number>[\w–-]+(?:\.[\w–-]+)*){_STOP}"),
    re.compile(rf"(?:§+ ?|(?P<kind>[A-Za-z]+)\.? )(?P<number>[\w–-]+(?:\.[\w–-]+)*){_STOP}"),
)
_RECORD_LABEL = re.compile(r"0*(\d+)[ \t]*[:.)]? ?")


class MissingLineError(Exception):
    """A line of the row does not stand in the prompt; ``place`` is its place in the row."""

    def __init__(self, place: int) -> None:
        self.place = place


@dataclass(frozen=True, slots=True)
class Found:
    """The lines of a document, and for each line of the row its place among them, or None."""

    lines: tuple[Line, ...]
    places: tuple[int | None, ...]


def printed(given: str | int | list[int] | None, kind: Kind) -> str:
    """Return a cite of the format in our printed form; what is no cite stays as it is.

    ``69:3``, ``[69, 3]`` and ``page 69, line 3`` are line 3 of page 69; ``§ 152(f)`` is section
    152(f). A line of a statute without a cite is flush text.
    """
    text = ":".join(map(str, given)) if isinstance(given, list) else str(given or "").strip()
    if kind == "transcript":
        return _record(text)
    if not text:
        return FLUSH
    if match := _BARE_STATUTE.fullmatch(text):
        return f"section {match[1]}{match[2].replace(' ', '')}"
    return text


def _record(text: str) -> str:
    numbers = [int(number) for number in _NUMBER.findall(text)]
    if len(numbers) == 1:
        return str(RecordCite(None, numbers[0]))
    if len(numbers) == 2:
        line_first = text.lower().startswith("line")
        page, line = reversed(numbers) if line_first else numbers
        return str(RecordCite(page, line))
    return text


def locate(given: Sequence[BltLine], text: str, kind: Kind) -> Found:
    """Find the lines of a row in the document; blank ones and heads of pages are passed over.

    Raises:
        MissingLineError: A line is not there, or not behind the line before it.
    """
    lines: list[Line] = []
    places: list[int | None] = []
    cites = [printed(line.cite, kind) for line in given]
    after = 0
    for number, line in enumerate(given):
        words = line.line_text.strip()
        if not words or not cites[number]:
            places.append(None)
            continue
        start, end = _place(words, text, after, cites[number], number)
        places.append(len(lines))
        lines.append(_line(line, cites[number], text, start, end))
        after = end
    return Found(_with_leaves(lines) if kind == "statute" else tuple(lines), tuple(places))


def _place(words: str, text: str, after: int, cite: str, number: int) -> tuple[int, int]:
    """Return where the line with these words begins, without its indent, and where it ends."""
    at = text.find(words, after)
    while at >= 0:
        begin = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        before = text[begin:at]
        start = begin + len(before) - len(before.lstrip()) if before.strip() else at
        if not text[at + len(words) : end].strip() and _is_label(text[start:at], cite):
            return start, end
        at = text.find(words, at + 1)
    raise MissingLineError(number)


def _is_label(before: str, cite: str) -> bool:
    """Say whether what stands before the words of a line is nothing but its label."""
    return not before or label_length(before + "x", cite) == len(before)


def label_length(shown: str, cite: str) -> int:
    """Return how many characters of a line are its label or number, the blank behind it included.

    The label must be that of the cite: ``(A)``, ``A.`` or ``A)`` for section 152(f)(1)(A), ``3:``
    for line 3, ``§ 152.`` or ``Section 152.`` for section 152.
    """
    if cite.startswith("line "):
        match = _RECORD_LABEL.match(shown)
        return match.end() if match and match[1] == cite.split()[1] else 0
    head, _, labels = cite.rstrip(")").partition("(")
    if labels:
        return _part_label(shown, labels.rpartition("(")[2])
    *_, kind, number = ["", "", *head.split()]
    for form in _HEAD_LABELS:
        match = form.match(shown)
        if match and match["number"] == number:
            named = match["kind"] is None or match["kind"].lower() in ("section", "sec", kind)
            return match.end() if match["stop"] or named or "." in number else 0
    return 0


def _part_label(shown: str, label: str) -> int:
    """Return the length of the label of a part below the section."""
    match = _LABELS.match(shown)
    end = match[0].find(f"({label})") if match else -1
    if end >= 0:
        end += len(label) + 2
    elif shown.startswith((f"{label}. ", f"{label}) ")):
        end = len(label) + 1
    else:
        return 0
    return end + len(shown[end:]) - len(shown[end:].lstrip(" \t"))


def _line(given: BltLine, cite: str, text: str, start: int, end: int) -> Line:
    words = start + label_length(text[start:end], cite)
    plain = words
    header = given.header.strip() if isinstance(given.header, str) else ""
    if header and text.startswith(header, words, end):
        plain += len(header)
        plain += len(text[plain:end]) - len(text[plain:end].lstrip())
    terms = given.defined_terms if isinstance(given.defined_terms, list) else [given.defined_terms]
    return Line(
        cite, start, words, plain, end, terms=tuple(term for term in terms if isinstance(term, str))
    )


def _with_leaves(lines: list[Line]) -> tuple[Line, ...]:
    """Mark the lines that have a subdivision under them, which comes right behind."""
    marked: list[Line] = []
    following = ""
    for line in reversed(lines):
        if line.cite == FLUSH:
            marked.append(replace(line, leaf=False))
            continue
        below = tuple(f"{line.cite}{sign}" for sign in "(.,")
        marked.append(
            replace(line, leaf=not (following == line.cite or following.startswith(below)))
        )
        following = line.cite
    return tuple(reversed(marked))
