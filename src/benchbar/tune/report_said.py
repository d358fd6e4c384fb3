"""What tuning did, in words and numbers: figures with their intervals, and plain sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from benchbar.records import Estimate
from benchbar.report.comparison import p_value, points
from benchbar.report.numbers import percent, plural
from benchbar.stats.proportions import mean_of
from benchbar.tune.report import Report
from benchbar.tune.report_change import Change, Unit, Value

NONE = "–"
_COARSE = 10
"""Below so many words the first decimal is always printed."""
_FEW = 3
"""So many tests have a sentence each; more are counted."""


def number(value: Value | None, unit: Unit, *, digits: int = 1) -> str:
    """Return a figure: of an estimate with its interval, of a number alone as it was published."""
    if value is None:
        return NONE
    if isinstance(value, float | int):
        return f"{100 * value:.0f}" if unit == "share" else f"{value:,.0f}"
    if unit == "share":
        return percent(value, digits=digits)
    by = 100 if unit == "times" else 1
    return _plain(value, by=by, digits=1 if by * value.value < _COARSE else digits)


def with_unit(value: Value | None, unit: Unit) -> str:
    """Return a figure as it stands in a sentence: ``4.0% [1.1, 13.5]``, ``59.2 [..] words``."""
    said = number(value, unit)
    if unit == "words" or said == NONE:
        return said
    figure, _, rest = said.partition(" ")
    return f"{figure}% {rest}".rstrip()


def difference(change: Change) -> str:
    """Return a difference with its interval: in points of percent, or in words."""
    found = change.difference
    if found is None:
        return NONE
    if change.unit == "share":
        return points(found)
    by = 100 if change.unit == "times" else 1
    value, low, high = (f"{by * one:+,.1f}" for one in (found.value, found.low, found.high))
    return f"{value} [{low}, {high}]"


def chance(p: float | None) -> str:
    """Return a p value; of what could not be compared a dash."""
    return NONE if p is None else p_value(p)


def paper(change: Change) -> str:
    """Return the published figures before and after: ``53 [43, 62] → 100 [96, 100]``.

    Empty where the paper has none.
    """
    found = change.published
    if found is None:
        return ""
    before, after = (number(one, change.unit, digits=0) for one in (found.base, found.tuned))
    return f"{before} → {after}"


def _plain(value: Estimate, *, by: int, digits: int) -> str:
    told = (f"{by * one:,.{digits}f}" for one in (value.value, value.low, value.high))
    return "{} [{}, {}]".format(*told)


def sentences(found: Report) -> Iterator[str]:
    """Yield what tuning did: the tests that it was for, then what was shown of its effects."""
    yield from _of_lookups(found.lookups)
    yield from map(_sentence, sorted(found.effects, key=lambda one: not one.shown))
    if said := _of_words(found.words):
        yield said


def _of_lookups(changes: Sequence[Change]) -> Iterator[str]:
    if len(changes) <= _FEW:
        yield from map(_sentence, changes)
        return
    parts = [
        f"{verb} {_listed([one.place for one in kept])}"
        for verb, kept in (
            ("raised", [one for one in changes if one.shown and one.rose]),
            ("lowered", [one for one in changes if one.shown and not one.rose]),
        )
        if kept
    ]
    unshown = [one for one in changes if not one.shown]
    if parts:
        yield f"Tuning {', and '.join(parts)}."
    if unshown:
        where = _listed([one.place for one in unshown])
        yield f"No change was shown on {where}."
    before, after = (
        mean_of([estimate for one in changes if (estimate := getattr(one, side))])
        for side in ("base", "tuned")
    )
    yield (
        f"The mean of the {plural(len(changes), 'test')} went from {with_unit(before, 'share')} to "
        f"{with_unit(after, 'share')}."
    )


_VERBS: Mapping[str, tuple[str, str]] = {
    "words of reasoning": ("drew out", "cut"),
    "words": ("drew out", "cut"),
}


def _sentence(change: Change) -> str:
    before, after = (with_unit(one, change.unit) for one in (change.base, change.tuned))
    theirs = _paper(change)
    if change.shown:
        up, down = _VERBS.get(change.measure, ("raised", "lowered"))
        verb = up if change.rose else down
        aside = f" ({theirs})" if theirs else ""
        return f"Tuning {verb} {_title(change)} from {before} to {after}{aside}."
    if change.difference is None:
        return f"{_title(change)}: {before} before, {after} after, too little to compare."
    aside = "; ".join(
        filter(None, (f"difference {difference(change)}", plural(change.n, "item"), theirs))
    )
    return f"No change was shown in {_title(change)}: {before} before, {after} after ({aside})."


def _paper(change: Change) -> str:
    if change.published is None:
        return ""
    theirs = (change.published.base, change.published.tuned)
    return f"paper {' to '.join(with_unit(one, change.unit) for one in theirs)}"


def _title(change: Change) -> str:
    return f"{change.title} on {change.place}"


def _of_words(changes: Sequence[Change]) -> str:
    """Say on how many tests replies became shorter or longer."""
    if not changes:
        return ""
    tests = plural(len(changes), "test")
    shown = [one for one in changes if one.shown]
    kinds = (
        ("shorter", sum(not one.rose for one in shown)),
        ("longer", sum(one.rose for one in shown)),
    )
    parts = [f"{what} on {count}" for what, count in kinds if count]
    if not parts:
        return f"No change was shown in the words of a reply ({tests})."
    return f"Replies became {' and '.join(parts)} of {tests}."


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{'; '.join(parts[:-1])}; and {parts[-1]}"


Row = tuple[str, ...]
HEAD: Row = ("", "before", "after", "difference", "adj. p", "n (texts)")


def row(change: Change, *, by_measure: bool = False, digits: int = 1) -> Row:
    """Return a change as the cells of a table with ``HEAD``; those of no figure are dashes.

    Its name is that of its test, or of what is measured where tables are parted by test.
    """
    return (
        measured(change) if by_measure else change.place,
        number(change.base, change.unit, digits=digits),
        number(change.tuned, change.unit, digits=digits),
        difference(change) + (" *" if change.shown else ""),
        chance(change.adjusted),
        f"{change.n:,} ({change.texts:,})",
    )


UNITS: Mapping[Unit, str] = {
    "share": "percent",
    "words": "words",
    "times": "percent of the right amount",
}


def measured(change: Change) -> str:
    """Return what is measured and in what: ``accuracy, percent``; words need no unit."""
    return change.title if change.unit == "words" else f"{change.title}, {UNITS[change.unit]}"


TABLES: tuple[tuple[str, str, Callable[[Report], tuple[Change, ...]]], ...] = (
    ("lookups", "What tuning was for: accuracy, percent", lambda found: found.lookups),
    ("effects", "Side effects", lambda found: found.effects),
    ("words", "Words of a reply", lambda found: found.words),
)

LEGEND = (
    "In brackets: 95% intervals. Differences are after less before, on the same items, in points "
    "of percent or in words. n: items that both answered; texts: what these were cut from, which "
    "are drawn anew together. adj. p: p that allows for all comparisons of its table (Holm). *: a "
    "change was shown: adj. p is at most 0.05 and zero lies outside the interval. Where none was "
    "shown, there may still be one."
)
PAPER = (
    "Paper: GPT-3.5-turbo before and after tuning on 9,900 prompts (BLT, arXiv 2311.09693), by the "
    "published grader on the paper's own texts. Intervals are ours (Wilson); where the paper does "
    "not say of how many replies a figure is, it stands alone."
)
