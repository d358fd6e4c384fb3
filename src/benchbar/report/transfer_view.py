"""What a report says of the tests that are reasoned out, with the published figures beside ours."""

from collections.abc import Iterator, Mapping

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.binders import title_of
from benchbar.report.numbers import percent
from benchbar.report.transfer import Amounts, Key, Reasoning
from benchbar.stats.proportions import wilson

SARA_PUBLISHED = (("GPT-3.5-turbo", 150), ("GPT-3.5-turbo, tuned", 168))
SARA_CASES = 276
SARA_SOURCE = "BLT, arXiv 2311.09693, on SARA"
"""Right answers of 276 cases of entailment and contradiction."""


def reasoning_rows(
    found: Mapping[Key, Reasoning], labels: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield each cell's signs of reasoning in words."""
    for (test, cell), one in found.items():
        yield {
            "model": labels.get(cell, cell),
            "window": test.window,
            "replies": f"{len(one.seen):,}",
            "words": _number(one.words),
            "first": _percent(one.first),
            "goes_on": _percent(one.goes_on),
            "goes_on_of_first": _percent(one.goes_on_of_first),
        }


def amount_rows(
    found: Mapping[Key, Amounts], labels: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield how near each cell's amounts come, in words."""
    for (test, cell), one in found.items():
        yield {
            "model": labels.get(cell, cell),
            "cases": names.corpus(test.corpus),
            "replies": f"{one.n:,}",
            "exact": _percent(one.share_exact),
            "near": _percent(one.share_near),
            "off": _number(one.relative_error, percent_of=True),
            "off_n": f"{len(one.off):,}",
            "unnamed": f"{one.unnamed:,}",
        }


def cells(
    reasoning: Mapping[Key, Reasoning], amounts: Mapping[Key, Amounts], labels: Mapping[str, str]
) -> Iterator[tuple[str | int | float | None, ...]]:
    """Yield the rows of ``columns.TRANSFER``: every measure of every test and cell."""
    measured: list[tuple[Key, str, Estimate | None]] = []
    for key, seen in reasoning.items():
        measured += [
            (key, "words of the first reply", seen.words),
            (key, "with first", seen.first),
            (key, "going on", seen.goes_on),
            (key, "going on, of those with first", seen.goes_on_of_first),
        ]
    for key, one in amounts.items():
        measured += [
            (key, "exact amount", one.share_exact),
            (key, "near enough", one.share_near),
            (key, "relative error", one.relative_error),
        ]
    for (test, cell), measure, found in measured:
        if found is not None:
            yield (
                labels.get(cell, cell), cell, *test, measure, found.n, found.value, found.low,
                found.high, found.level, found.clusters, found.method,
            )  # fmt: skip


def lines(
    reasoning: Mapping[Key, Reasoning], amounts: Mapping[Key, Amounts], labels: Mapping[str, str]
) -> Iterator[str]:
    """Yield the same as sentences for the terminal, each with its test."""
    for (test, cell), seen in reasoning.items():
        yield (
            f"{labels.get(cell, cell)}, {title_of(test)}, first replies: words "
            f"{_number(seen.words)} on average; “first” in {_percent(seen.first)} %, followed by "
            f"then, next or second in {_percent(seen.goes_on)} % of all"
        )
    for (test, cell), one in amounts.items():
        yield (
            f"{labels.get(cell, cell)}, {title_of(test)}: exact {_percent(one.share_exact)} %, "
            f"near enough {_percent(one.share_near)} %, off by "
            f"{_number(one.relative_error, percent_of=True)} % of the right amount on average "
            f"({len(one.off):,} of {one.n:,} replies)"
        )


def published_of_sara() -> Iterator[tuple[str, str]]:
    """Yield the published accuracies, with intervals of ours."""
    for model, right in SARA_PUBLISHED:
        yield model, percent(wilson(right, SARA_CASES))


def _percent(estimate: Estimate | None) -> str:
    return "–" if estimate is None else percent(estimate)


def _number(estimate: Estimate | None, *, percent_of: bool = False) -> str:
    """Return a mean with its interval, in percent or as it is."""
    if estimate is None:
        return "–"
    by = 100 if percent_of else 1
    value, low, high = (by * one for one in (estimate.value, estimate.low, estimate.high))
    return f"{value:,.1f} [{low:,.1f}, {high:,.1f}]"
