"""The main results in words: what was measured of whom, and what went wrong most."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from benchbar.report import names
from benchbar.report.numbers import percent, plural
from benchbar.report.table import Column, Entry, Headline
from benchbar.report.tally import Row


def sentences(table: Headline, rows: Sequence[Row]) -> list[dict[str, object]]:
    """Return a paragraph's worth for each model and size, by the corrected grader."""
    return [
        _about(entry, [row for row in rows if _belongs(row, entry)])
        for entry in table.entries
        if entry.grader == "corrected" and not entry.paper
    ]


def _belongs(row: Row, entry: Entry) -> bool:
    return (row.cell, row.test.window, row.grader) == (entry.cell, entry.window, entry.grader)


def _about(entry: Entry, rows: Iterable[Row]) -> dict[str, object]:
    ordered = sorted(entry.values.items(), key=lambda pair: pair[1].value)
    worst, best = ordered[0], ordered[-1]
    return {
        "cell": entry.cell,
        "model": entry.model,
        "window": entry.window,
        "mean": percent(entry.mean),
        "tests": len(entry.values),
        "worst": (_column(worst[0]), percent(worst[1])),
        "best": (_column(best[0]), percent(best[1])),
        "even": best[1].value == worst[1].value,
        "faults": _faults(rows),
    }


def _faults(rows: Iterable[Row]) -> str:
    """Say what the wrong replies were most often, and how many were no answer."""
    wrong: Counter[str] = Counter()
    none: Counter[str] = Counter()
    n = 0
    for row in rows:
        wrong.update(row.tally.kinds("wrong"))
        none.update(row.tally.kinds("not_an_answer"))
        n += row.tally.n
    said = []
    if wrong:
        kind, count = _most(wrong)
        said.append(
            f"Of {plural(n, 'reply', 'replies')} {wrong.total():,} "
            f"{'was' if wrong.total() == 1 else 'were'} wrong, most often as “{kind}” ({count:,})."
        )
    else:
        said.append(f"Of {plural(n, 'reply', 'replies')} none was wrong.")
    if none:
        kind, count = _most(none)
        verb = "was" if none.total() == 1 else "were"
        said.append(f"{none.total():,} {verb} no answer at all, most often {kind} ({count:,}).")
    return " ".join(said)


def _most(kinds: Mapping[str, int]) -> tuple[str, int]:
    return min(kinds.items(), key=lambda pair: (-pair[1], pair[0]))


def _column(column: Column) -> str:
    return f"{names.task(column[1])} ({names.corpus(column[0])})"
