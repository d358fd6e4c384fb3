"""How a whole exam is printed: totals, margins and standing, by conversion of the written part."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from benchbar.cli.exam.score_tables import (
    entry_lines,
    of_origin,
    seen,
    text_lines,
)
from benchbar.report.visible import visible

if TYPE_CHECKING:
    from benchbar.exam.facts import Origin
    from benchbar.exam.percentiles import Position
    from benchbar.exam.score_standing import WholeExam
    from benchbar.exam.ube import Total


def ube_lines(
    before: Sequence["WholeExam"], after: Sequence["WholeExam"] | None, change: str, width: int
) -> Iterator[str]:
    """Print totals, margins and standing by conversion; with a change, a line "then" below each."""
    yield from _totals(before, after, change, width)
    yield ""
    yield from _margins(before, after, width)
    yield ""
    yield from _nextgen(before, after, width)
    yield ""
    yield from _standing(before, after, width)


def _totals(
    before: Sequence["WholeExam"], after: Sequence["WholeExam"] | None, change: str, width: int
) -> Iterator[str]:
    first = before[0].total
    yield f"MBE {round(first.mbe, 2):g}, written part {first.raw:.2f} of 6 (0.6 MEE + 0.4 MPT)"
    if change:
        yield f"What if: {change}. Lines marked 'then' are with these points."
    yield ""
    yield from entry_lines("     written  total", 20, ["conversion of the written part"], width)
    for n, one in enumerate(before, start=1):
        total, then = one.total, after[n - 1].total if after else None
        flags = dict.fromkeys(filter(None, (total.flag, then.flag if then else None)))
        beware = [f"Beware: {flag}" for flag in flags]
        notes = [total.conversion, _ends(total, then), of_origin(total.origin), *beware]
        lines = list(entry_lines(f"({n}) {total.written:8.1f} {total.whole:6}", 20, notes, width))
        if then:
            told = f"then {then.written:7.1f} {then.whole:6}"
            lines[1] = f"{told:<20}{lines[1][20:]}"
        yield from lines
    wholes = [one.total.whole for one in before]
    yield ""
    yield from text_lines(
        f"The conversions differ by {max(wholes) - min(wholes)} points: what a grade of 1 to 6 is "
        "worth depends on who else sat the exam.",
        width,
    )


def _ends(total: "Total", then: "Total | None") -> str:
    if not total.ends:
        return ""
    told = f"with the interval of the MBE {total.ends[0]} to {total.ends[1]}"
    return told + (f", then {then.ends[0]} to {then.ends[1]}" if then and then.ends else "")


def _margins(
    before: Sequence["WholeExam"], after: Sequence["WholeExam"] | None, width: int
) -> Iterator[str]:
    passing = sorted((one.passing for one in before[0].margins), key=lambda one: one.score)
    yield from text_lines(
        "Points above (+) or below (-) the total that jurisdictions ask for; below fails "
        f"({of_origin(passing[0].origin)})",
        width,
    )
    yield from entry_lines(_heads("asked", before), 6 + 5 * len(before), ["in"], width)
    for score, group in groupby(passing, key=lambda one: one.score):
        names = ", ".join(one.jurisdiction + (" *" if one.note else "") for one in group)
        rows = [(f"{score}", before), *([("then", after)] if after else [])]
        cells = [
            _row(name, [f"{one.total.whole - score:+}" for one in wholes]) for name, wholes in rows
        ]
        yield from _beside(cells, 6 + 5 * len(before), names, width)
    for one in passing:
        if one.note:
            yield from text_lines(f"* {one.jurisdiction}: {one.note}", width)


def _nextgen(
    before: Sequence["WholeExam"], after: Sequence["WholeExam"] | None, width: int
) -> Iterator[str]:
    wholes = [*before, *(after or ())]
    known = {one.total.whole: one.nextgen for one in wholes if one.nextgen is not None}
    told = ", ".join(f"{total} is {score:g}" for total, score in sorted(known.items()))
    yield from text_lines(
        f"On the scale of the NextGen UBE (500 to 750): {told + '; other totals' if told else ''}"
        f"{' are ' if told else ''}not known. The one published mapping is 260 to 270, plus 350.",
        width,
    )


def _standing(
    before: Sequence["WholeExam"], after: Sequence["WholeExam"] | None, width: int
) -> Iterator[str]:
    yield from text_lines("Percent of each population that scored lower, by conversion", width)
    positions = [one for whole in (*before, *(after or ())) for one in whole.positions]
    sources = list(dict.fromkeys(one.origin.source for one in positions))
    indent = 8 + 5 * len(before)
    scale = ""
    for key, one in {_key(one): one for one in positions}.items():
        columns = 1 if one.scale == "MBE" else len(before)  # the MBE is the same for all
        if scale != one.scale:
            scale = one.scale
            heads = _heads("", before) if columns > 1 else ""
            yield from _beside([heads], indent, _SCALES[one.scale], width)
        now, then = (_ranks(key, wholes[:columns]) for wholes in (before, after or before))
        lines = [_row("", now), *([_row("then", then)] if then != now else [])]
        told = f"{one.population}; administration: {one.administration}"
        told += f" [{sources.index(one.origin.source) + 1}]"
        yield from _beside(lines, indent, told, width)
    for n, source in enumerate(sources, start=1):
        origins = [one.origin for one in positions if one.origin.source == source]
        yield from entry_lines(
            f"[{n}]", 4, [f"{origins[0].date}; {_statuses(origins)}; {source}"], width
        )


def _statuses(origins: Sequence["Origin"]) -> str:
    """Return what is said of the figures of one source, each kind once, stated figures if any."""
    told = list(dict.fromkeys(one.status for one in origins))
    stated = [one for one in told if not one.startswith(("between", "beyond"))]
    return "; ".join(stated or told)


_SCALES = {"UBE": "UBE TOTAL", "written": "WRITTEN PART", "MBE": "MULTIPLE CHOICE (MBE)"}

_Key = tuple[str, str, str, str]
"""Scale, population, administration and source."""


def _key(one: "Position") -> _Key:
    return one.scale, one.population, one.administration, one.origin.source


def _ranks(key: _Key, wholes: Sequence["WholeExam"]) -> list[str]:
    """Return the cells of a population: a percentage by conversion, a dash where none is known."""
    found = [{_key(one): seen(one.rank) for one in whole.positions} for whole in wholes]
    return [ranks.get(key, "-") for ranks in found]


def _heads(first: str, wholes: Sequence["WholeExam"]) -> str:
    return _row(first, [f"({n})" for n, _ in enumerate(wholes, start=1)])


def _row(first: str, cells: Iterable[str]) -> str:
    return f"{first:<5}" + "".join(f"{cell:>5}" for cell in cells)


def _beside(lines: Sequence[str], indent: int, text: str, width: int) -> Iterator[str]:
    """Yield lines of a table with a text in the column at their right, as long as either."""
    texts = wrap(visible(text), max(20, width - indent), break_on_hyphens=False) or [""]
    for n in range(max(len(lines), len(texts))):
        left = lines[n] if n < len(lines) else ""
        right = texts[n] if n < len(texts) else ""
        yield f"{left:<{indent}}{right}".rstrip()
