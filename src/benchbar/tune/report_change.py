"""One measure before tuning and after it: two estimates, their difference, how sure it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scipy.stats import t

from benchbar.records import Estimate, Item
from benchbar.report import names
from benchbar.report.comparison import ALPHA, Result
from benchbar.report.tally import BltTest
from benchbar.report.texts import count_texts, few_texts, texts
from benchbar.stats.adjust import holm
from benchbar.stats.averages import mean
from benchbar.tasks import form

Unit: TypeAlias = Literal["share", "words", "times"]
"""What is measured: a share in [0, 1], words, or a mean as a share of the right amount."""

Value: TypeAlias = Estimate | float


@dataclass(frozen=True, slots=True)
class Published:
    """What the paper gives for the same measure, untuned and tuned: never without its source.

    A number alone is one of which the paper does not tell of how many it is.
    """

    base: Value
    tuned: Value
    source: str


@dataclass(frozen=True, slots=True)
class Change:
    """One measure of one test before and after.

    Attributes:
        measure: Its name for programs.
        title: Its name in sentences: "words of reasoning".
        test: The test whose replies were measured.
        unit: What it is measured in.
        n: Items that both answered.
        texts: What these were cut from.
        base: Before; None where nothing could be measured.
        tuned: After.
        difference: After less before, on the same items; None where they cannot be paired.
        p: The chance of so large a difference if there were none.
        adjusted: The same when all ``family`` comparisons of its table are allowed for.
        method: The test that p is of.
        only_texts: Of how many texts alone the interval speaks, where they are too few to stand
            for others.
        published: The paper's figures.
    """

    measure: str
    title: str
    test: BltTest
    unit: Unit
    n: int
    texts: int
    base: Estimate | None
    tuned: Estimate | None
    difference: Estimate | None = None
    p: float | None = None
    adjusted: float | None = None
    family: int = 0
    method: str = ""
    only_texts: int = 0
    published: Published | None = None

    @property
    def place(self) -> str:
        """What its test is called: ``cite to text (Invented transcripts, 4k)``."""
        corpus, task = names.corpus(self.test.corpus), names.task(self.test.task)
        sized = self.test.task != form.NAME
        return f"{task} ({corpus}, {self.test.window})" if sized else f"{task} ({corpus})"

    @property
    def shown(self) -> bool:
        """Whether a change was shown: p is small, and zero lies outside the interval."""
        if self.difference is None or self.adjusted is None:
            return False
        apart = self.difference.low > 0 or self.difference.high < 0
        return apart and self.adjusted <= ALPHA

    @property
    def rose(self) -> bool:
        """Whether it is larger after than before."""
        return self.difference is not None and self.difference.value > 0


def of_result(
    result: Result, measure: str, title: str, published: Published | None = None
) -> Change:
    """Return a share that ``report.comparing`` compared as a change."""
    assert result.part.test  # noqa: S101
    return Change(
        measure=measure,
        title=title,
        test=result.part.test,
        unit="share",
        n=result.n,
        texts=result.texts,
        base=result.first,
        tuned=result.second,
        difference=result.difference,
        p=result.p,
        method=result.method,
        only_texts=result.only_texts,
        published=published,
    )


def of_means(
    measure: str,
    title: str,
    test: BltTest,
    unit: Unit,
    base: Mapping[str, float],
    tuned: Mapping[str, float],
    items: Mapping[str, Item],
    published: Published | None = None,
) -> Change | None:
    """Return the change of a mean over the items that both sides have a number for.

    Args:
        measure: As in ``Change``.
        title: As in ``Change``.
        test: As in ``Change``.
        unit: As in ``Change``.
        base: The number of each item before, by id.
        tuned: The same after.
        items: All that both runs ask, by id: the texts that they were cut from are the units of
            chance, as for accuracy.
        published: As in ``Change``.

    Returns:
        None if no item has both.
    """
    both = [item for item in base if item in tuned]
    if not both:
        return None
    everything = list(items.values())
    units = dict(zip(items, texts(everything), strict=True))
    cut_from = [units[item] for item in both]
    before, after = ([side[item] for item in both] for side in (base, tuned))
    steps = [late - early for early, late in zip(before, after, strict=True)]
    difference = _mean(steps, cut_from)
    method = "paired t" if len({*cut_from}) == len(both) else "paired t over texts"
    return Change(
        measure=measure,
        title=title,
        test=test,
        unit=unit,
        n=len(both),
        texts=count_texts([items[item] for item in both]),
        base=_at_least_0(_mean(before, cut_from)),
        tuned=_at_least_0(_mean(after, cut_from)),
        difference=difference,
        p=None if difference is None else _chance(difference),
        method="" if difference is None else method,
        only_texts=few_texts(everything).get(test.corpus, 0),
        published=published,
    )


def _mean(numbers: Sequence[float], texts: Sequence[str]) -> Estimate | None:
    return mean(numbers, texts) if len({*texts}) > 1 else None


def _at_least_0(found: Estimate | None) -> Estimate | None:
    if found is None:
        return None
    return Estimate(
        found.value, max(0.0, found.low), found.high, found.level, found.n, found.clusters,
        found.method,
    )  # fmt: skip


def _chance(difference: Estimate) -> float:
    """Return the p of a mean difference from its interval, which is Student's over clusters.

    Where every text differs by the same there is no spread to go by: then as by the turning of
    signs, no less than one in 2^(k - 1).
    """
    degrees = difference.clusters - 1
    half = difference.high - difference.value
    if half <= 0:
        return 1.0 if not difference.value else float(2.0**-degrees)
    quantile = float(t.ppf((1 + difference.level) / 2, degrees))
    return float(2 * t.sf(abs(difference.value) / half * quantile, degrees))


def adjusted(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Allow for all comparisons of one table (Holm 1979)."""
    tested = [one.p for one in changes if one.p is not None]
    left = iter(holm(tested))
    return tuple(
        one if one.p is None else replace(one, adjusted=next(left), family=len(tested))
        for one in changes
    )
