"""What a run that was made tells of the questions that a larger one would need."""

from collections import Counter
from collections.abc import Iterator, Sequence

from benchbar.errors import InputError
from benchbar.records import Grader
from benchbar.report.findings import Source, labels_of
from benchbar.stats.power import Side, Spread, alike, one_side, piloted


def spread_of(
    sources: Sequence[Source], *, correlation: float, paired: bool, grader: Grader = "corrected"
) -> tuple[Spread, int, str]:
    """Return how answers vary, trials that this holds for (0 for any), and what it was read from.

    Args:
        sources: One or two runs with one or two models or settings together.
        correlation: Assumed of two models where only one was piloted; 0 if they answer different
            questions.
        paired: The models planned for answer the same questions.
        grader: Whose verdicts count.

    Raises:
        InputError: There are more of them, or too few answers to tell.
    """
    sides = dict(_sides(sources, grader))
    named = " and ".join(sides)
    if not 1 <= len(sides) <= 2:
        raise InputError(f"a pilot is of one or two models or settings, not {len(sides)}: {named}")
    counted = list(sides.values())
    items = [item for item in counted[0] if all(item in one for one in counted)]
    read: list[Side] = [
        ([one[item][0] for item in items], [one[item][1] for item in items]) for one in counted
    ]
    try:
        spread = _spread(read, correlation, paired=paired)
    except ValueError as error:
        raise InputError(f"{named}: {error}; ask more with 'benchbar run --trials 2'") from None
    once = 1 if max(max(asked) for _, asked in read) == 1 else 0
    return spread, once, f"{named}, {len(items):,} items"


def _spread(read: Sequence[Side], correlation: float, *, paired: bool) -> Spread:
    if len(read) == 2:
        return piloted(*read, paired=paired)
    over, within = one_side(*read[0])
    return alike(over, within, correlation=correlation)


def _sides(
    sources: Sequence[Source], grader: Grader
) -> Iterator[tuple[str, dict[str, tuple[int, int]]]]:
    """Yield each model or setting of the runs, with right answers and answers to each item."""
    labels = labels_of(sources)
    for source in sources:
        right: dict[str, Counter[str]] = {cell: Counter() for cell in source.cells.values()}
        asked: dict[str, Counter[str]] = {cell: Counter() for cell in source.cells.values()}
        for verdict in source.verdicts():
            if verdict.grader == grader:
                asked[verdict.cell][verdict.id] += 1
                right[verdict.cell][verdict.id] += verdict.outcome == "correct"
        for cell, counts in asked.items():
            yield labels[cell], {item: (right[cell][item], n) for item, n in counts.items()}
