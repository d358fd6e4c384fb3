"""What tuning did, as the terminal shows it, and as JSON."""

import textwrap
from collections.abc import Iterator, Sequence

from rich.text import Text

from benchbar.records import Estimate
from benchbar.report.visible import visible
from benchbar.tune.report import Report
from benchbar.tune.report_change import Change, Published, Value
from benchbar.tune.report_said import HEAD, LEGEND, PAPER, TABLES, Row, paper, row, sentences

_NARROWEST = 22


def view(found: Report, *, width: int = 100) -> Iterator[Text]:
    """Yield the report, its sentences first.

    Args:
        found: What tuning did.
        width: Of the terminal; tables that do not fit it are stacked.
    """
    out = Text("What tuning did", style="bold")
    out.append(f", by the {found.grader} grader\n", style="not bold")
    out.append(f"before  {visible(found.base)}\nafter   {visible(found.tuned)}\n", "not bold")
    for note in found.notes:
        out.append(_filled(visible(note), width), "not bold")
    yield out
    yield Text("".join(_filled(visible(one), width) for one in sentences(found)))
    has_paper = False
    for _, title, of in TABLES:
        if changes := of(found):
            has_paper |= any(one.published for one in changes)
            yield _table(title, changes, width)
    yield Text(_filled(LEGEND, width) + (_filled(PAPER, width) if has_paper else ""), "dim")


def _table(title: str, changes: Sequence[Change], width: int) -> Text:
    several = len({one.measure for one in changes}) > 1
    rows = [tuple(map(visible, row(one, by_measure=several, digits=0))) for one in changes]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    widths[0] = min(widths[0], width - sum(widths[1:]) - 2 * (len(widths) - 1))
    out = Text(f"{title}\n", style="bold", no_wrap=True)
    fits = widths[0] >= _NARROWEST
    out.append(_line(HEAD, widths) if fits else "", "dim")
    heading = ""
    for change, cells in zip(changes, rows, strict=True):
        if several and heading != (heading := change.place):
            out.append(f"{visible(heading)}\n", "dim")
        said = _side_by_side(cells, widths) if fits else _stacked(cells)
        out.append(said, "bold" if change.shown else "not bold")
        if theirs := paper(change):
            out.append(f"   paper {theirs}\n", "dim")
    return out


def _side_by_side(cells: Row, widths: Sequence[int]) -> str:
    first, *others = textwrap.wrap(cells[0], widths[0]) or [""]
    more = "".join(f"  {other}\n" for other in others)
    return _line((first, *cells[1:]), widths) + more


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip() + "\n"


def _stacked(cells: Row) -> str:
    pairs = zip(HEAD[1:], cells[1:], strict=True)
    return f"{cells[0]}\n" + "".join(f"   {name} {cell}\n" for name, cell in pairs)


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, min(width, 100), break_on_hyphens=False) + "\n"


def as_json(found: Report) -> dict[str, object]:
    """Return the report for ``--json``; shares are in [0, 1]."""
    return {
        "base": found.base,
        "tuned": found.tuned,
        "grader": found.grader,
        "notes": found.notes,
        "sentences": tuple(sentences(found)),
        **{name: [_as_json(one) for one in of(found)] for name, _, of in TABLES},
    }


def _as_json(change: Change) -> dict[str, object]:
    return {
        "measure": change.measure,
        "title": change.title,
        **change.test._asdict(),
        "unit": change.unit,
        "n": change.n,
        "texts": change.texts,
        "only_texts": change.only_texts,
        "base": change.base,
        "tuned": change.tuned,
        "difference": change.difference,
        "p": change.p,
        "adjusted": change.adjusted,
        "comparisons": change.family,
        "test_of_p": change.method,
        "shown": change.shown,
        "published": change.published and _published(change.published),
    }


def _published(found: Published) -> dict[str, object]:
    return {"base": _value(found.base), "tuned": _value(found.tuned), "source": found.source}


def _value(value: Value) -> object:
    return value if isinstance(value, Estimate) else {"value": value}
