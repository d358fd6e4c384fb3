"""The page of a tuning: ``benchbar tune report BASE TUNED --out DIR`` writes it into a folder."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.beside_page import write_figures, write_results
from benchbar.report.columns import Cells
from benchbar.report.drawing import environment
from benchbar.report.numbers import percent
from benchbar.report.plots import PERCENT, Axis, Plot, Point, Series, Telling, plot
from benchbar.report.sheets import csv_file
from benchbar.suites.whole import PAGE, making
from benchbar.tune.report import Report
from benchbar.tune.report_change import Change, Unit, Value
from benchbar.tune.report_said import LEGEND, PAPER, TABLES, measured, paper, row, sentences
from benchbar.tune.report_view import as_json

MARK = "tables/tuning.csv"
"""What tells the page of a tuning from other web pages."""

_FIGURES = "figures/tuning"
_HEADER = (
    "table", "measure", "corpus", "task", "window", "unit", "items", "texts", "only_texts",
    "before", "before_low", "before_high", "after", "after_low", "after_high",
    "difference", "low", "high", "level", "interval", "p", "adjusted_p", "comparisons", "test_of_p",
    "shown", "published_before", "published_after", "source",
)  # fmt: skip
_BEFORE, _AFTER = Series("s0", "circle", "before"), Series("s1", "diamond", "after")
_PAPER = (
    Series("s2", "square", "GPT-3.5-turbo, as published"),
    Series("s3", "triangle", "GPT-3.5-turbo tuned, as published"),
)
_STEPS = (1, 2, 5)
_SHORT = {
    "first": "with “first”",
    "goes on": "“first”, and next",
    "exact": "to the dollar",
}
"""What is measured, in words short enough for a figure."""

_WHAT: dict[Unit, str] = {"share": "shares", "words": "words"}


def write(found: Report, out: Path, *, force: bool = False) -> Path:
    """Write the page of a tuning into a folder, whole or not at all; return the page.

    The folder holds ``index.html``, ``figures/*.svg``, ``tables/tuning.csv`` and ``results.json``,
    and needs no network.

    Args:
        found: What tuning did.
        out: The folder to make.
        force: Replace the page that is there already.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with making(out, mark=MARK, what="page of a tuning", force=force, made_of=PAGE) as folder:
        (folder / "tables").mkdir()
        with csv_file(folder / MARK, _HEADER, raw=False) as add:
            for cells in rows(found):
                add(cells)
        write_results(folder, as_json(found))
        templates = environment("benchbar.tune")
        sections = list(_sections(found))
        plots = (drawn for section in sections for drawn in section["plots"])  # type: ignore[attr-defined]
        write_figures(folder, _FIGURES, templates.get_template("figure.svg.j2"), plots)
        said = {
            "report": found,
            "built_in": names.built_in([found.base, found.tuned]),
            "sentences": list(sentences(found)),
            "sections": sections,
            "figures": _FIGURES,
            "legend": LEGEND,
            "paper_note": PAPER if any(one.published for one in _all(found)) else "",
            "glossary": _glossary(found),
        }
        with (folder / "index.html").open("w", encoding="utf-8") as file:
            file.writelines(templates.get_template("tuning.html.j2").generate(said))
    return out / "index.html"


def _all(found: Report) -> Iterator[Change]:
    for _, _, of in TABLES:
        yield from of(found)


def rows(found: Report) -> Iterator[Cells]:
    """Yield every change as a row of the table beside the page; shares are in [0, 1]."""
    for table, _, of in TABLES:
        for one in of(found):
            yield (
                table, one.measure, *one.test, one.unit, one.n, one.texts, one.only_texts,
                *_three(one.base), *_three(one.tuned), *_three(one.difference),
                one.difference.level if one.difference else None,
                one.difference.method if one.difference else "", one.p, one.adjusted, one.family,
                one.method, "yes" if one.shown else "no",
                *((_bare(one.published.base), _bare(one.published.tuned), one.published.source)
                  if one.published else (None, None, "")),
            )  # fmt: skip


def _three(found: Estimate | None) -> tuple[float | None, ...]:
    return (found.value, found.low, found.high) if found else (None, None, None)


def _bare(value: Value) -> float:
    return value.value if isinstance(value, Estimate) else value


def _sections(found: Report) -> Iterator[dict[str, object]]:
    for name, title, of in TABLES:
        changes = of(found)
        if changes:
            several = len({one.measure for one in changes}) > 1
            yield {
                "name": name,
                "title": title,
                "several": several,
                "has_paper": any(one.published for one in changes),
                "rows": [(row(one), measured(one), paper(one)) for one in changes],
                "plots": list(_plots(name, title, changes)),
            }


def _plots(name: str, title: str, changes: Sequence[Change]) -> Iterator[Plot]:
    """Yield a figure of shares and one of words; what is measured alone goes by its test."""
    by_measure = len({one.measure for one in changes}) > 1
    tellings: dict[Unit, Telling] = {"share": percent, "words": _in_words}
    for unit, told in tellings.items():
        kept = [one for one in changes if one.unit == unit and one.base and one.tuned]
        if kept:
            yield plot(
                f"{name}-{unit}",
                f"{title}: {_WHAT[unit]}" if by_measure else title,
                "Before and after tuning",
                [_line(one, by_measure=by_measure) for one in kept],
                told=told,
                axis=_axis(kept) if unit == "words" else PERCENT,
            )


def _line(change: Change, *, by_measure: bool) -> tuple[str, str, Sequence[Point]]:
    assert change.base  # noqa: S101
    assert change.tuned  # noqa: S101
    points = [(_BEFORE, change.base, ""), (_AFTER, change.tuned, "")]
    if found := change.published:
        for series, value in zip(_PAPER, (found.base, found.tuned), strict=True):
            if isinstance(value, Estimate):
                points.append((series, value, ""))
    if by_measure:
        return change.place, _SHORT.get(change.measure, change.measure), points
    line = f"{names.task(change.test.task)}, {change.test.window}"
    return names.corpus(change.test.corpus), line, points


def _in_words(estimate: Estimate, *, digits: int = 1) -> str:
    value, low, high = (
        f"{one:,.{digits}f}" for one in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} [{low}, {high}]"


def _axis(changes: Sequence[Change]) -> Axis:
    """Return an axis of words with four steps of a round width."""
    highest = max(found.high for one in changes for found in (one.base, one.tuned) if found)
    width = max(highest, 1.0) / 4
    tens = 10.0 ** math.floor(math.log10(width))
    step = next((by * tens for by in _STEPS if by * tens >= width), 10 * tens)
    ticks = tuple((step * n, f"{step * n:,.4g}") for n in range(5))
    return Axis(0, 4 * step, ticks, "words")


def _glossary(found: Report) -> dict[str, str]:
    tasks = dict.fromkeys(names.task(one.test.task) for one in _all(found))
    words = (*tasks, f"{found.grader} grader", "interval", "text")
    return {word: names.GLOSSARY[word] for word in words if word in names.GLOSSARY}
