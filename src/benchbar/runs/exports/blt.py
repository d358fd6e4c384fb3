"""The public BLT file format: one file a test, its fields those of ``benchbar.suites.blt_rows``.

Of applies-to it holds the first turn; the second is the same for all.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.corpora import synthetic
from benchbar.errors import InputError
from benchbar.records import Document, Item, Line
from benchbar.runs.exports.base import Files, Prompt, prompts
from benchbar.runs.plan import Study
from benchbar.suites import blt_rows
from benchbar.suites.blt_rows import Written, WrittenLine
from benchbar.suites.data import Data


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write each test to ``<window>/<corpus>.<task>.<split>.jsonl``."""
    with Files(folder) as files:
        for study in studies:
            for prompt in prompts(study, data, "default", most_turns=2):
                item = prompt.item
                if item.task not in blt_rows.TASKS:
                    raise InputError(
                        f"{item.id}: the BLT format has no {item.task}: choose others with --task"
                    )
                task = blt_rows.TASKS[item.task]
                files.add(f"{item.window}/{item.corpus}.{task}.{item.split}.jsonl", row(prompt))


def row(prompt: Prompt) -> Written:
    """Return an item in the format's fields."""
    item, document = prompt.item, prompt.document
    sections = _sections(document) if _kind(document) == blt_rows.USCODE else UNSET
    return Written(
        id=item.id,
        task=blt_rows.TASKS[item.task],
        texttype=_kind(document),
        prompt=prompt.text,
        text_lines=[_line(document, line) for line in document.lines],
        idx_line=item.target,
        answer=_answer(item, document),
        alternative_answer=item.alternatives[0] if item.alternatives else UNSET,
        target_text=item.asked if item.task == "text_to_cite" else UNSET,
        unamended_answer=_indented(item.unamended, item, document) if item.unamended else UNSET,
        sections=sections,
        section_correct=_section(document.lines[item.target].cite) if sections else UNSET,
        width=_trait(item, "width"),
        depth=_trait(item, "depth"),
        num_pages=_trait(item, "pages"),
        lines_per_page=_trait(item, "lines_per_page"),
    )


def _kind(document: Document) -> str:
    if document.kind == "transcript":
        return blt_rows.TRANSCRIPT
    return blt_rows.SYNTHETIC if document.source == synthetic.SOURCE else blt_rows.USCODE


def _line(document: Document, line: Line) -> WrittenLine:
    return WrittenLine(
        cite=_short(line.cite),
        line_text=_indent(document, line) + document.shown(line),
        header=document.header(line) or UNSET,
        defined_terms=line.terms or UNSET,
    )


def _answer(item: Item, document: Document) -> str:
    """Return the right answer: the line as shown, a cite in the format's form, or a term."""
    if item.task in blt_rows.TEXT_TASKS:
        return _indented(item.gold, item, document)
    return _short(item.gold) if item.task in blt_rows.CITE_TASKS else item.gold


def _indented(text: str, item: Item, document: Document) -> str:
    return _indent(document, document.lines[item.target]) + text


def _indent(document: Document, line: Line) -> str:
    return document.text[document.text.rfind("\n", 0, line.start) + 1 : line.start]


def _short(printed: str) -> str:
    """Return a cite as the format has it: lines of transcripts as ``69:3`` or ``3``."""
    try:
        read = cite.parse(printed)
    except ValueError:
        return printed
    return read.short if isinstance(read, RecordCite) else printed


def _sections(document: Document) -> list[str]:
    """Return the section numbers of a document in order."""
    numbers = (_section(line.cite) for line in document.lines)
    return [number for number in dict.fromkeys(numbers) if number]


def _section(printed: str) -> str:
    try:
        read = cite.parse(printed)
    except ValueError:
        return ""
    return read.section if isinstance(read, StatuteCite) else ""


def _trait(item: Item, name: str) -> int | None:
    value = item.traits.get(name)
    return value if isinstance(value, int) else None
