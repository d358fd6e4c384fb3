"""The public BLT file format: its vocabulary, and its rows as we write and as we read them.

One JSON object a line, one item an object; the document comes with every item. Tasks and kinds of
text go by names of their own, lines of transcripts by ``69:3``, or ``3`` where there are no pages.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

TASKS = {
    "text_to_cite": "text2cite",
    "cite_to_text": "cite2text",
    "cite_to_amended": "cite2amendedtext",
    "defined_to_cite": "defined2cite",
    "cite_to_defined": "cite2defined",
    "applies_to": "appliesto",
}
"""Our names of the tasks, and those of the format."""

TEXT_TASKS = ("cite_to_text", "cite_to_amended")
CITE_TASKS = ("text_to_cite", "defined_to_cite")

TRANSCRIPT, SYNTHETIC, USCODE = "transcript", "synthetic", "uscode"
TEXT_TYPES = (TRANSCRIPT, SYNTHETIC, USCODE)


class WrittenLine(msgspec.Struct, frozen=True):
    """A line as we write it: ``line_text`` is the whole line as shown, with its indent."""

    cite: str
    line_text: str
    header: str | UnsetType = UNSET
    defined_terms: tuple[str, ...] | UnsetType = UNSET


class Written(msgspec.Struct, frozen=True):
    """An item as we write it, its fields as in the format; a size that does not apply is null."""

    id: str
    task: str
    texttype: str
    prompt: str
    text_lines: list[WrittenLine]
    idx_line: int
    answer: str
    alternative_answer: str | UnsetType = UNSET
    target_text: str | UnsetType = UNSET
    unamended_answer: str | UnsetType = UNSET
    sections: list[str] | UnsetType = UNSET
    section_correct: str | UnsetType = UNSET
    width: int | None = None
    depth: int | None = None
    num_pages: int | None = None
    lines_per_page: int | None = None


class BltLine(msgspec.Struct, frozen=True):
    """A line as others may write it; fields that we do not know are passed over."""

    line_text: str
    cite: str | int | list[int] | None = None
    header: Any = None
    defined_terms: Any = None


class BltRow(msgspec.Struct, frozen=True):
    """An item as others may write it; fields that we do not know are passed over."""

    id: str | int
    task: str
    texttype: str
    prompt: str
    text_lines: list[BltLine]
    answer: str | int | list[int]
    idx_line: int | None = None
    alternative_answer: str | list[str] | None = None
    target_text: str | None = None
    unamended_answer: str | None = None
    section_correct: Any = None
    width: int | None = None
    depth: int | None = None
    num_pages: int | None = None
    lines_per_page: int | None = None
