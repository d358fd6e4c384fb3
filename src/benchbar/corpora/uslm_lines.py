"""A section laid out in lines, as a model sees it: the section line, then one line a part.

The form is that of the statute documents: the first level at the margin, two spaces of indent a
level below it; flush text at the indent of the part that it continues.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from benchbar import cite
from benchbar.records import Document, Line

FLUSH = "flush"
_LABEL = re.compile(r"\(([^()]+)\)")
_NAMEABLE = re.compile(r"[0-9A-Za-z–-]+")
_DEFINED = re.compile(r"The term [“\"]([^”\"]+)[”\"] means")
_ENDED = re.compile(r"[.?!:;,—–-][”’\"')\]]*$")


class Row(NamedTuple):
    """One line to be: ``depth`` is 0 at the margin; ``cite`` is a printed cite or ``flush``."""

    depth: int
    cite: str
    label: str
    header: str
    text: str
    leaf: bool


def heading(text: str) -> str:
    """Return a heading as it opens a line: with a period unless it ends in punctuation."""
    return text if not text or _ENDED.search(text) else text + "."


def defined(words: str) -> tuple[str, ...]:
    """Return the terms that a line defines, in order: each X of `The term "X" means`."""
    return tuple(_DEFINED.findall(words)) if "The term" in words else ()


def document(rows: Sequence[Row], *, name: str, title: str, section: str, source: str) -> Document:
    """Return the document of one section.

    Args:
        rows: Its lines from the top; the first is the section line.
        name: The document's id.
        title: Number of the title, or name of the law.
        section: Number of the section.
        source: Where it comes from.
    """
    parts: list[str] = []
    lines: list[Line] = []
    start = 0
    for row in rows:
        indent = "  " * row.depth
        joined = row.label and (row.header or row.text) and not row.text.startswith(",")
        label = f"{row.label} " if joined else row.label
        header = f"{row.header} " if row.header and row.text else row.header
        shown = label + header + row.text
        start += len(indent)
        words = start + len(label)
        end = start + len(shown)
        lines.append(
            Line(row.cite, start, words, words + len(header), end, row.leaf, defined(shown))
        )
        parts.append(indent + shown)
        start = end + 1
    return Document(
        id=name,
        kind="statute",
        text="\n".join(parts),
        lines=tuple(lines),
        source=source,
        title=title,
        section=section,
    )


def inner_cite(own: str, label: str, value: str) -> str:
    """Return the cite of a part of ``own``, by its label as shown, ``(a)`` or ``[(3)``.

    A label that no cite can name gives ``flush``, under which nothing is asked.
    """
    for name in (*_LABEL.findall(label)[:1], value):
        if own != FLUSH and _NAMEABLE.fullmatch(name):
            return f"{own}({name})"
    return FLUSH


def section_number(label: str, identifier: str) -> str:
    """Return the number of a section as its line shows it; else as its identifier has it."""
    shown = label.strip("[]§ ").removesuffix(".")
    return shown if is_citable(shown) else identifier


def is_citable(number: str) -> bool:
    """Say whether a cite can name a section of this number."""
    try:
        return cite.parse(f"section {number}") == cite.StatuteCite(number)
    except ValueError:
        return False
