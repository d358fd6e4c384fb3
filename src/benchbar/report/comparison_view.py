"""A comparison as the terminal shows it, readable without colour, and as JSON."""

import textwrap
from collections.abc import Iterator, Sequence

from rich.text import Text

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.comparison import (
    ALPHA,
    Comparison,
    Level,
    Pair,
    Result,
    Steadiness,
    p_value,
    points,
)
from benchbar.report.numbers import percent, plural
from benchbar.report.visible import visible

_HEADINGS: dict[Level, str] = {
    "all": "each item counts alike",
    "family": "by kind of work",
    "window": "by size",
    "test": "by test",
}
_ADJUSTMENTS = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg"}
_SHOWN = "*"


def view(comparison: Comparison, *, width: int = 100, items: bool = False) -> Iterator[Text]:
    """Yield the comparison, the judgment in words first.

    Args:
        comparison: What to show.
        width: Of the terminal; tables that do not fit it are stacked.
        items: List the items on which the two of a pair differ, and those left out.
    """
    yield _opening(comparison, width)
    for pair in comparison.pairs:
        yield _pair(pair, width)
        if items:
            yield _items(pair)
    if comparison.steadiness:
        yield _trials(comparison.steadiness, width)
    if comparison.pairs:
        yield _legend(comparison, width)


def _opening(comparison: Comparison, width: int) -> Text:
    out = Text(f"Compared by the {comparison.grader} grader\n", style="bold")
    for one in comparison.contestants:
        out.append(f"{one.letter}  {visible(one.label)}\n", style="not bold")
    ours = [part for one in comparison.contestants for part in [one.label.split(",")[0]]]
    for name, said in names.built_in(ours).items():
        out.append(_filled(f"{name}: no language model, but a program {said}.", width), "dim")
    for note in comparison.notes:
        out.append(_filled(visible(note), width))
    return out


def _pair(pair: Pair, width: int) -> Text:
    one, other = pair.first.letter, pair.second.letter
    out = Text(f"{one} and {other}\n", style="bold")
    for sentence in pair.verdict:
        out.append(_filled(visible(sentence), width), style="not bold")
    if pair.omission:
        out.append(_filled(visible(pair.omission) + ".", width), style="not bold")
    out.append("\n")
    out.append_text(_table(pair, width))
    whole = pair.overall
    out.append(
        f"\nboth right {whole.both:,}, neither {whole.neither:,}; "
        f"{one} alone, or more often, {len(whole.lost):,}; {other} {len(whole.gained):,}\n",
        style="not bold",
    )
    return out


def _table(pair: Pair, width: int) -> Text:
    """Draw the results as a table, or stacked where the terminal is too narrow for it."""
    one, other = pair.first.letter, pair.second.letter
    head = (
        "",
        f"{one} %",
        f"{other} %",
        f"{other} - {one}, points",
        "p",
        "adj. p",
        "items (texts)",
    )
    rows = [(_title(result), *_figures(result)) for result in pair.results]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    gap = min(2, (width - sum(widths)) // (len(widths) - 1))
    out = Text(style="not bold", no_wrap=True)
    out.append(_line(head, widths, gap) if gap > 0 else "", style="bold")
    heading = ""
    for result, row in zip(pair.results, rows, strict=True):
        if heading != (heading := _heading(result)):
            out.append(f"{heading}\n", style="dim")
        style = "bold" if result.shown else ""
        out.append(_line(row, widths, gap) if gap > 0 else _stacked(row, pair), style=style)
    return out


def _heading(result: Result) -> str:
    test = result.part.test
    return visible(names.corpus(test.corpus)) if test else _HEADINGS[result.part.level]


def _title(result: Result) -> str:
    test = result.part.test
    return " " + visible(f"{names.task(test.task)}, {test.window}" if test else result.part.title)


def _figures(result: Result) -> tuple[str, ...]:
    return (
        percent(result.first, digits=0),
        percent(result.second, digits=0),
        points(result.difference) + (f" {_SHOWN}" if result.shown else ""),
        p_value(result.p),
        p_value(result.adjusted),
        f"{result.n:,} ({result.texts:,})",
    )


def _line(cells: Sequence[str], widths: Sequence[int], gap: int) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return (" " * gap).join(padded).rstrip() + "\n"


def _stacked(row: Sequence[str], pair: Pair) -> str:
    title, ours, theirs, difference, p, adjusted, counts = row
    one, other = pair.first.letter, pair.second.letter
    return (
        f"{title}\n"
        f"   {one} {ours} %, {other} {theirs} %\n"
        f"   {other} - {one}: {difference}\n"
        f"   p {p}, adj. p {adjusted}; n {counts}\n"
    )


def _items(pair: Pair) -> Text:
    """List the items on which the two differ; ``benchbar show RUN ITEM`` shows one in full."""
    out = Text(style="not bold")
    one, other = pair.first, pair.second
    for title, ids in (
        (f"{one.letter} right, {other.letter} not (or less often)", pair.overall.lost),
        (f"{other.letter} right, {one.letter} not (or less often)", pair.overall.gained),
        ("left out of both sides", pair.left_out),
    ):
        if ids or title != "left out of both sides":
            out.append(f"{title}: {len(ids):,}\n", style="bold")
        for name in ids:
            out.append(f"  {visible(name)}\n")
    return out


def _trials(steadiness: Sequence[Steadiness], width: int) -> Text:
    out = Text("Agreement between trials\n", style="bold")
    for one in steadiness:
        found = one.agreement
        out.append(
            _filled(
                f"{one.contestant.letter}, {found.trials} trials of "
                f"{plural(found.same.n, 'item')}: the same outcome in all for "
                f"{percent(found.same)} % of items; right in some trials and not in others for "
                f"{percent(found.flips)} %.",
                width,
            ),
            style="not bold",
        )
    return out


def _legend(comparison: Comparison, width: int) -> Text:
    method = _ADJUSTMENTS[comparison.adjustment]
    note = (
        "In brackets: 95% intervals. texts: the depositions, sections or documents that "
        "items were cut from, of which the items are drawn anew together. adj. p: p that allows "
        f"for all comparisons of its kind made here ({method}). {_SHOWN}: a difference was shown: "
        f"adj. p is at most {ALPHA} and zero lies outside the interval. Where none was shown, the "
        "two need not be alike."
    )
    return Text(_filled(note, width), style="dim")


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, min(width, 100), break_on_hyphens=False) + "\n"


def as_json(comparison: Comparison, *, items: bool = False) -> dict[str, object]:
    """Return a comparison for ``--json``; shares are in [0, 1], differences in [-1, 1].

    ``items`` adds the ids of the items on which the two of a pair differ, and those left out.
    """
    return {
        "grader": comparison.grader,
        "adjustment": comparison.adjustment,
        "notes": comparison.notes,
        "contestants": comparison.contestants,
        "pairs": [_pair_as_json(pair, items=items) for pair in comparison.pairs],
        "agreement": [
            {
                "contestant": one.contestant.letter,
                "trials": one.agreement.trials,
                "same": one.agreement.same,
                "flips": one.agreement.flips,
            }
            for one in comparison.steadiness
        ],
    }


def _pair_as_json(pair: Pair, *, items: bool) -> dict[str, object]:
    return {
        "first": pair.first.letter,
        "second": pair.second.letter,
        "verdict": pair.verdict,
        "left_out": pair.left_out if items else len(pair.left_out),
        "lacks": pair.lacks,
        "results": [_result_as_json(result, items=items) for result in pair.results],
    }


def _result_as_json(result: Result, *, items: bool) -> dict[str, object]:
    test = result.part.test
    return {
        "level": result.part.level,
        "title": result.part.title,
        **(test._asdict() if test else {}),
        "n": result.n,
        "texts": result.texts,
        "clusters": result.difference.clusters,
        "only_texts": result.only_texts,
        "first": _limits(result.first, "accuracy"),
        "second": _limits(result.second, "accuracy"),
        **_limits(result.difference, "difference"),
        "interval": result.difference.method,
        "p": result.p,
        "adjusted": result.adjusted,
        "comparisons": result.family_size,
        "test_of_p": result.method,
        "shown": result.shown,
        "both": result.both,
        "neither": result.neither,
        "first_only": result.lost if items else len(result.lost),
        "second_only": result.gained if items else len(result.gained),
    }


def _limits(estimate: Estimate, name: str) -> dict[str, float]:
    return {name: estimate.value, "low": estimate.low, "high": estimate.high}
