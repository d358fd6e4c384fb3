"""How scores and what they mean are printed: within the terminal's width, sources beside them."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from benchbar.errors import InputError
from benchbar.report.numbers import percent
from benchbar.report.visible import visible

if TYPE_CHECKING:
    from benchbar.exam.facts import Origin
    from benchbar.exam.percentiles import Position, Rank
    from benchbar.exam.scale import Scaled
    from benchbar.exam.score_standing import Standing

_SEEN = {"above": ">", "below": "<"}


def scale_lines(found: "Standing", width: int) -> Iterator[str]:
    """Print the scaled scores of an accuracy, a conversion each, and how far they differ."""
    yield f"Accuracy in percent, with its 95% interval: {percent(found.accuracy)}"
    yield ""
    yield from entry_lines("scaled score", 22, ["conversion"], width)
    for one in found.scores:
        score = one.scaled
        notes = [score.conversion, f"raw score {score.raw:.1f} of {score.scored:g}"]
        notes += [of_origin(score.origin), f"Beware: {score.flag}" if score.flag else ""]
        yield from entry_lines(_with_ends(score), 22, notes, width)
    yield ""
    if found.spread:
        low, high = found.spread
        yield from text_lines(
            f"The conversions differ by {high - low:.1f} points, {low:.1f} to {high:.1f}: which "
            "raw score gives which scaled score is not published, and each is of an exam of its "
            "own.",
            width,
        )


def _with_ends(score: "Scaled") -> str:
    value, low, high = map(_score, (score.value, score.low, score.high))
    return value if score.value is None else f"{value} [{low}, {high}]"


def _score(score: float | None) -> str:
    return "not known" if score is None else f"{score:.1f}"


def percentile_lines(found: Sequence["Position"], scale: str, width: int) -> Iterator[str]:
    """Print where a score stands, a population each, with a sentence that says of whom."""
    from benchbar.exam.percentiles import national_means

    yield from text_lines("Percent of each population that scored lower", width)
    for one in found:
        yield ""
        notes = [one.sentence, of_origin(one.origin)]
        yield from entry_lines(seen(one.rank), 6, notes, width)
    if scale == "MBE":
        exact = [one for one in national_means() if one.origin.status == "exact"]
        latest = {one.origin.date[-2:]: one for one in exact}.values()
        told = "; ".join(f"{one.origin.date}: {one.mean:g} ({one.origin.source})" for one in latest)
        yield ""
        yield from text_lines(f"For comparison, national means of the MBE, exact: {told}.", width)


def cut(text: str, longest: int) -> str:
    """Return a text as it can be shown, its end cut off if it is too long for a column."""
    shown = visible(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def interval_of(low: float | None, high: float | None) -> tuple[float, float] | None:
    """Return the interval that --low and --high give.

    Raises:
        InputError: One of them is missing.
    """
    if low is None and high is None:
        return None
    if low is None or high is None:
        raise InputError("--low and --high are the ends of one interval: give both")
    return low, high


def seen(rank: "Rank") -> str:
    """Return a percentage for a table, a bound as >99 or <1."""
    return f"{_SEEN.get(rank.bound or '', '')}{rank.percentile:.0f}"


def entry_lines(left: str, indent: int, notes: Sequence[str], width: int) -> Iterator[str]:
    """Yield a number at the left and what is said of it at the right, each note on a new line."""
    room = max(20, width - indent)
    lines = [
        line for note in notes if note for line in wrap(visible(note), room, break_on_hyphens=False)
    ]
    for n, line in enumerate(lines):
        yield f"{left if n == 0 else '':<{indent}}{line}"


def text_lines(text: str, width: int) -> Iterator[str]:
    """Yield a text in lines of the width."""
    yield from wrap(visible(text), width, break_on_hyphens=False)


def of_origin(origin: "Origin") -> str:
    """Return where a number comes from, in one line."""
    date = "" if origin.date == "not stated" else f"{origin.date}; "
    return f"{date}{origin.status}; {origin.source}"
