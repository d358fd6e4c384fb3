"""Which questions were asked several times, and which of them flip from trial to trial."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from benchbar.report.tally import Judged
from benchbar.seeds import rng_for
from benchbar.stats.agreement import Agreement, agreement


@dataclass(frozen=True, slots=True)
class Repeated:
    """How the trials of one test agree by the corrected grader, and the items that flip.

    ``left_out`` counts items that lack a reply in some trial.
    """

    items: int
    left_out: int
    agreement: Agreement
    flipping: tuple[str, ...]


def repeated(judged: Iterable[Judged]) -> Repeated | None:
    """Compare the trials of one test in one cell; None where nothing was asked twice.

    The random stream of intervals is named by the test's outcomes, so a report is the same each
    time it is made.
    """
    by_item: dict[str, list[Judged]] = {}
    for one in judged:
        by_item.setdefault(one.item.id, []).append(one)
    trials = max(map(len, by_item.values()), default=0)
    if trials < 2:
        return None
    whole = [found for found in by_item.values() if len(found) == trials]
    outcomes = [[one.corrected.outcome for one in found] for found in whole]
    seed = rng_for("agreement", len(whole), *sorted(map("".join, outcomes))).getrandbits(64)
    found = agreement(
        outcomes,
        [one[0].text for one in whole],
        rng=np.random.default_rng(seed),
    )
    flipping = tuple(
        one[0].item.id
        for one, results in zip(whole, outcomes, strict=True)
        if 0 < results.count("correct") < trials
    )
    return Repeated(len(whole), len(by_item) - len(whole), found, flipping)
