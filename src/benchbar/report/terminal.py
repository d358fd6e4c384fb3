"""What the terminal shows: the headline table and the error kinds, readable without colour."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from rich.text import Text

from benchbar.records import GRADERS, Estimate, Outcome
from benchbar.report import names, published
from benchbar.report.binders import title_of
from benchbar.report.numbers import percent, plural
from benchbar.report.table import Column, Entry, Headline, in_order
from benchbar.report.tally import BltTest, Row
from benchbar.report.visible import visible

_LABEL = 16
_GAP = 1


def accuracy_table(table: Headline, notes: Iterable[str] = (), *, width: int = 100) -> Text:
    """Draw the headline table: models by tests, with intervals, published rows below.

    Corpora that do not fit the width side by side follow in further blocks, the mean last in
    one of its own. ``notes`` (``summary.reach``) stand below, before that on the published rows.
    """
    out = Text(no_wrap=True)
    out.append("Accuracy in percent, with 95% intervals in brackets\n", style="bold")
    for group in _blocks(table, width):
        out.append("\n")
        _draw(out, table, group)
    paper = [published.NOTE] if any(entry.paper for entry in table.entries) else []
    for note in (*notes, *paper):
        out.append("\n")
        out.append_text(_wrapped(visible(note), width))
    return out


_Drawn = tuple[str, list[Column | None]]
"""A group of columns under one title; None is the mean."""


def _blocks(table: Headline, width: int) -> list[list[_Drawn]]:
    """Share out the corpora and the mean over blocks that fit the width."""
    mean: _Drawn = ("All", [None])
    blocks: list[list[_Drawn]] = [[]]
    room = width - _LABEL
    for title, columns in table.groups:
        for piece in _pieces(columns, table, width):
            needed = sum(_width(table, column) for column in piece)
            if blocks[-1] and needed - _GAP > room:
                blocks.append([])
                room = width - _LABEL
            blocks[-1].append((title, piece))
            room -= needed
    if len(blocks) == 1 and _width(table, None) - _GAP <= room:
        return [[*blocks[0], mean]]
    return [*blocks, [mean]]


def _pieces(
    columns: Sequence[Column], table: Headline, width: int
) -> Iterator[list[Column | None]]:
    """Yield the columns of a corpus, in equal pieces where they are wider than the terminal."""
    needed = sum(_width(table, column) for column in columns) - _GAP
    pieces = -(-needed // max(1, width - _LABEL))
    length = -(-len(columns) // pieces)
    for first in range(0, len(columns), length):
        yield list(columns[first : first + length])


def _draw(out: Text, table: Headline, block: Sequence[_Drawn]) -> None:
    columns = [column for _, group in block for column in group]
    firsts, seconds = " " * _LABEL, " " * _LABEL
    for column in columns:
        first, second = _heading(column)
        firsts += f"{first:<{_width(table, column)}}"
        seconds += f"{second:<{_width(table, column)}}"
    for line in (*_titles(table, block), firsts, seconds):
        out.append(line.rstrip() + "\n", style="bold")
    for (model, paper), entries in groupby(table.entries, key=lambda one: (one.model, one.paper)):
        kept = [entry for entry in entries if None in columns or entry.values.keys() & {*columns}]
        if kept:
            out.append(_model_line(model, paper), style="dim" if paper else "bold")
        for entry in kept:
            _draw_entry(out, table, entry, columns)


def _titles(table: Headline, block: Sequence[_Drawn]) -> list[str]:
    """Return the lines with the titles over their columns, a long one on several lines."""
    rooms = [sum(_width(table, column) for column in group) - _GAP for _, group in block]
    wrapped = [
        wrap(visible(title), room - 1) or [""]
        for (title, _), room in zip(block, rooms, strict=True)
    ]
    height = max(map(len, wrapped))
    lines = [" " * _LABEL] * height
    for title, room in zip(wrapped, rooms, strict=True):
        for n, part in enumerate([""] * (height - len(title)) + title):
            fill = "─" if n == height - 1 else " "
            lines[n] += f"{f'{part} ' if part else '':{fill}<{room}}" + " " * _GAP
    return lines


def _model_line(model: str, paper: bool) -> str:
    return visible(model) + (" (published)" if paper else "") + "\n"


def _draw_entry(out: Text, table: Headline, entry: Entry, columns: Iterable[Column | None]) -> None:
    grader = "paper" if entry.paper else entry.grader
    line = f" {visible(entry.window):<4} {grader:<{_LABEL - 6}}"
    for column in columns:
        line += f"{_cell(entry, column):<{_width(table, column)}}"
    style = "dim" if entry.paper else "" if entry.grader == "corrected" else "italic"
    out.append(line.rstrip() + "\n", style=style)


def _cell(entry: Entry, column: Column | None) -> str:
    if column is None:
        return f"{percent(entry.mean)} ({len(entry.values)})"
    found = entry.values.get(column)
    return percent(found, digits=0) if found else "–"


def _heading(column: Column | None) -> tuple[str, str]:
    if column is None:
        return ("mean (and number)", "of tests")
    first, _, second = names.task(column[1]).partition(" ")
    return (visible(first), visible(second))


def _width(table: Headline, column: Column | None) -> int:
    """Return the width of a column, gap included: that of its widest cell."""
    widest = max((len(_cell(entry, column)) for entry in table.entries), default=0)
    return max(widest, *map(len, _heading(column))) + _GAP


def _wrapped(note: str, width: int) -> Text:
    lines, line = [], ""
    for word in note.split():
        if len(line) + len(word) + 1 > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return Text("\n".join([*lines, line]) + "\n", style="dim")


_HEADINGS: dict[Outcome, str] = {"wrong": "wrong answers", "not_an_answer": "not an answer"}
_SHARES = (
    "Shares in percent of all replies to a test, those that are no answer among them, with 95% "
    "intervals in brackets"
)


def errors_table(
    rows: Sequence[Row], labels: Mapping[str, str], notice: str = "", *, width: int = 100
) -> Text:
    """Draw the error kinds by test for both graders: counts, and shares of all with intervals.

    ``notice`` (``shortfall.notice``) says which replies are not among them.
    """
    out = Text(no_wrap=True)
    if notice:
        out.append(f"{visible(notice)}\n\n", style="bold")
    out.append_text(_wrapped(_SHARES, width))
    out.append("\n")
    ordered = in_order(rows)
    for cell, test in dict.fromkeys((row.cell, row.test) for row in ordered):
        out.append(f"{visible(labels.get(cell, cell)) or 'replies'}  ", style="bold")
        out.append(test_title(test) + "\n", style="bold")
        for grader in reversed(GRADERS):
            for row in ordered:
                if (row.cell, row.test, row.grader) == (cell, test, grader):
                    _draw_errors(out, row)
        out.append("\n")
    return out


def test_title(test: BltTest) -> str:
    """Name a test for people: its corpus, its task and its size."""
    return visible(title_of(test))


def _draw_errors(out: Text, row: Row) -> None:
    right, share = row.tally.count("correct"), _share(row.accuracy)
    replies = plural(row.tally.n, "reply", "replies")
    out.append(f"  {row.grader} grader: {right:,} of {replies} correct, {share.strip()}\n")
    for outcome, heading in _HEADINGS.items():
        kinds = row.tally.kinds(outcome)
        if not kinds:
            continue
        out.append(f"    {heading}: {sum(kinds.values()):,}\n")
        for kind, count in kinds.items():
            share = _share(row.tally.share(outcome, kind))
            out.append(f"      {count:>6,}  {share:<22} {visible(kind)}\n")


def _share(estimate: Estimate) -> str:
    """Return a share and its interval, the decimal points of a column below each other."""
    value, _, interval = percent(estimate).partition(" ")
    return f"{value:>5} % {interval}"
