"""The main results in words: what was measured of whom, and what went wrong most."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchbar.records import Item, Outcome
from benchbar.report import names
from benchbar.report.numbers import percent, plural
from benchbar.report.table import Column, Entry, Headline
from benchbar.report.tally import Row
from benchbar.report.texts import few_texts

_FAULTS: dict[Outcome, str] = {"wrong": "wrong", "not_an_answer": "without an answer"}


def sentences(table: Headline, rows: Sequence[Row]) -> list[dict[str, object]]:
    """Return a paragraph's worth for each model and size, by the corrected grader."""
    return [
        _about(entry, [row for row in rows if _belongs(row, entry)])
        for entry in table.entries
        if entry.grader == "corrected" and not entry.paper
    ]


def reach(items: Iterable[Item]) -> list[str]:
    """Say of which corpora the figures speak of a few texts alone, a sentence each."""
    return [
        f"The figures of {names.corpus(corpus)} speak of its {plural(count, 'text')} alone."
        for corpus, count in few_texts(list(items)).items()
    ]


def _belongs(row: Row, entry: Entry) -> bool:
    return (row.cell, row.test.window, row.grader) == (entry.cell, entry.window, entry.grader)


def _about(entry: Entry, rows: Iterable[Row]) -> dict[str, object]:
    kept = list(rows)
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
        "faults": " ".join(_faults(kept)),
        "short": _in_a_cell(kept),
    }


def _faults(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what the wrong replies were most often, and how many were no answer."""
    n = plural(sum(row.tally.n for row in rows), "reply", "replies")
    if wrong := _kinds(rows, "wrong"):
        yield f"Of {n} {_were(wrong)} wrong, most often as {_most(wrong)}."
    else:
        yield f"Of {n} none was wrong."
    if none := _kinds(rows, "not_an_answer"):
        yield f"{_were(none)} no answer at all, most often {_most(none)}."


def _in_a_cell(rows: Sequence[Row]) -> str:
    """Say the same as briefly as a table wants it; nothing where nothing went wrong."""
    told = [
        f"{kinds.total():,} {what}, most often {_most(kinds)}"
        for outcome, what in _FAULTS.items()
        if (kinds := _kinds(rows, outcome))
    ]
    return "; ".join(told)


def _kinds(rows: Iterable[Row], outcome: Outcome) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in rows:
        found.update(row.tally.kinds(outcome))
    return found


def _were(kinds: Counter[str]) -> str:
    return f"{kinds.total():,} {'was' if kinds.total() == 1 else 'were'}"


def _most(kinds: Mapping[str, int]) -> str:
    kind, count = min(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    return f"“{kind}” ({count:,})"


def _column(column: Column) -> str:
    return f"{names.task(column[1])} ({names.corpus(column[0])})"
