"""What is measured of the tests that tuning may change, each as it was before and is after."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchbar.errors import InputError
from benchbar.records import Grader, Item, Reply, Verdict
from benchbar.report import published, transfer_view
from benchbar.report.comparing import compare
from benchbar.report.comparison import Result
from benchbar.report.findings import Source
from benchbar.report.tally import BltTest, which_test
from benchbar.report.transfer import asks_how_much
from benchbar.runs import plan
from benchbar.scoring import tolerance
from benchbar.stats.proportions import wilson
from benchbar.tasks import applies_to, form, manner, sara, stepwise
from benchbar.tune.report_change import Change, Published, Unit, of_means, of_result

_UNTUNED, _TUNED = "GPT-3.5-turbo", "GPT-3.5-turbo, tuned"

Key = tuple[str, int]
"""Names a reply within a run of one model: item and trial."""


@dataclass(frozen=True, slots=True)
class Observed(Source):
    """A run of which is told, for each reply, whether a sign was seen in it.

    Such signs are compared as right answers are: in pairs, with texts as the units of chance.
    """

    seen: Mapping[Key, bool]

    def verdicts(self) -> Iterator[Verdict]:
        """Yield a verdict for each reply that was looked at."""
        (cell,) = self.cells.values()
        for (item, trial), seen in self.seen.items():
            outcome = "correct" if seen else "wrong"
            yield Verdict(item, cell, trial, "corrected", outcome, None, None, "", "")  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Pair:
    """A run before and a run after, with the replies that came, and the prompts they answer."""

    base: Source
    tuned: Source
    replies: tuple[Mapping[Key, Reply], Mapping[Key, Reply]]

    @property
    def sources(self) -> tuple[Source, Source]:
        """Both, in that order."""
        return self.base, self.tuned

    @property
    def items(self) -> dict[str, Item]:
        """The items that both runs ask, by id."""
        return {name: item for name, item in self.base.items.items() if name in self.tuned.items}

    def of(self, test: BltTest) -> dict[str, Item]:
        """Return the items of a test that both runs ask."""
        return {name: item for name, item in self.items.items() if which_test(item) == test}


def lookup_of(pair: Pair, result: Result) -> Change:
    """Return the change of a test that tuning is for."""
    test = result.part.test
    assert test  # noqa: S101
    return of_result(result, "accuracy", "accuracy", _in_table_3(pair, test))


def _in_table_3(pair: Pair, test: BltTest) -> Published | None:
    """Return the paper's figures of a test, if it is one of the eleven."""
    layout = published.layout_of([pair.base.run.data.manifest])
    rows = {row.model: row for row in published.TABLE if row.window == test.window == "4k"}
    if not rows:
        return None
    before, after = (rows[name].estimate(*test[:2], layout) for name in (_UNTUNED, _TUNED))
    if before is None or after is None:
        return None
    return Published(before, after, "BLT, arXiv 2311.09693, Tables 2 and 3")


def effects_of(pair: Pair, result: Result, grader: Grader) -> Iterator[Change]:
    """Yield all that is measured of a test which is no look-up."""
    test = result.part.test
    assert test  # noqa: S101
    yield of_result(result, "accuracy", "accuracy", _accuracy_published(pair, test))
    if test.task == applies_to.NAME:
        yield from _reasoning(pair, test)
    elif test.task == sara.NAME and any(map(asks_how_much, pair.of(test).values())):
        yield from _amounts(pair, test, grader)
    elif test.task == form.NAME:
        prompts = _prompts(pair, test)
        seen = _signs(
            pair, test, lambda reply: manner.is_of_a_lookup(reply.text, prompts[reply.id])
        )
        yield from _observed(pair, test, seen, "like a look-up",
                             "the share of replies in the manner of a look-up")  # fmt: skip


def _accuracy_published(pair: Pair, test: BltTest) -> Published | None:
    layout = published.layout_of([pair.base.run.data.manifest])
    usual = BltTest("synthetic", applies_to.NAME, "4k")
    if test == usual and layout.sections == published.BY_WINDOW:
        before, after = stepwise.PUBLISHED
        return Published(before.accuracy / 100, after.accuracy / 100, stepwise.SOURCE)
    if (test.corpus, test.task) == ("sara", sara.NAME) and test.window == "entailment":
        before_sara, after_sara = (
            wilson(right, transfer_view.SARA_CASES) for _, right in transfer_view.SARA_PUBLISHED
        )
        return Published(before_sara, after_sara, transfer_view.SARA_SOURCE)
    return None


def _reasoning(pair: Pair, test: BltTest) -> Iterator[Change]:
    """Yield how first replies reason; one without words shows nothing either way."""
    signs = tuple(
        {
            key: stepwise.signs(reply.turns[0])
            for key, reply in _of_test(pair, side, test).items()
            if reply.turns and reply.turns[0].strip()
        }
        for side in (0, 1)
    )
    paper = stepwise.PUBLISHED if _accuracy_published(pair, test) else None
    yield from _means(
        pair, test, "words of reasoning", "words of reasoning",
        tuple({key: one.words for key, one in side.items()} for side in signs),
        paper and Published(paper[0].words, paper[1].words, stepwise.SOURCE),
    )  # fmt: skip
    yield from _observed(
        pair, test, tuple({key: one.first for key, one in side.items()} for side in signs),
        "first", "the share of first replies with “first”",
        paper and Published(paper[0].first / 100, paper[1].first / 100, stepwise.SOURCE),
    )  # fmt: skip
    yield from _observed(
        pair, test, tuple({key: one.goes_on for key, one in side.items()} for side in signs),
        "goes on", "the share of first replies with “first” and a next step",
        paper and Published(paper[0].goes_on / 100, paper[1].goes_on / 100, stepwise.SOURCE),
    )  # fmt: skip


def _amounts(pair: Pair, test: BltTest, grader: Grader) -> Iterator[Change]:
    """Yield how near amounts come: to the dollar, and by how much they are off."""
    exact: list[dict[Key, bool]] = []
    off: list[dict[Key, float]] = []
    items = pair.of(test)
    for source in pair.sources:
        sharp, wide = {}, {}
        for verdict in source.run.verdicts():
            if verdict.grader != grader or verdict.id not in items:
                continue
            key = (verdict.id, verdict.trial)
            sharp[key] = verdict.outcome == "correct" and verdict.rule == tolerance.EXACT
            gold = float(tolerance.dollars(items[verdict.id].gold))
            away = 0 if sharp[key] else verdict.relative_error
            if isinstance(away, int) and gold:
                wide[key] = abs(away) / abs(gold)
        exact.append(sharp)
        off.append(wide)
    yield from _observed(
        pair, test, tuple(exact), "exact", "the share of amounts right to the dollar"
    )
    yield from _means(pair, test, "off", "how far amounts are off", tuple(off), None, unit="times")


def words_of(pair: Pair, test: BltTest) -> Iterator[Change]:
    """Yield the words of the reply that is graded, which for most tests is the only one."""
    counted = tuple(
        {key: len(reply.text.split()) for key, reply in _of_test(pair, side, test).items()}
        for side in (0, 1)
    )
    yield from _means(pair, test, "words", "words of a reply", counted, None)


def _of_test(pair: Pair, side: int, test: BltTest) -> dict[Key, Reply]:
    items = pair.of(test)
    return {key: reply for key, reply in pair.replies[side].items() if key[0] in items}


def _prompts(pair: Pair, test: BltTest) -> dict[str, str]:
    variant = pair.base.run.study.cells[0].variant
    return {
        item.id: plan.turns(item, document, variant)[0]
        for document, items in pair.base.run.pairs()
        for item in items
        if which_test(item) == test
    }


def _signs(pair: Pair, test: BltTest, sign: Callable[[Reply], bool]) -> tuple[dict[Key, bool], ...]:
    return tuple(
        {key: sign(reply) for key, reply in _of_test(pair, side, test).items()} for side in (0, 1)
    )


def _observed(
    pair: Pair,
    test: BltTest,
    seen: Sequence[Mapping[Key, bool]],
    measure: str,
    title: str,
    figures: Published | None = None,
) -> Iterator[Change]:
    """Yield the change of the share of replies with a sign; nothing if none can be paired."""
    items = pair.of(test)
    sides = [
        Observed(source.run, source.name, items, source.cells, found)
        for source, found in zip(pair.sources, seen, strict=True)
    ]
    try:
        results = compare(sides, common=True).pairs[0].of("test")
    except InputError:  # no item has all its replies from both
        return
    for result in results:
        yield of_result(result, measure, title, figures)


def _means(
    pair: Pair,
    test: BltTest,
    measure: str,
    title: str,
    values: Sequence[Mapping[Key, float]],
    figures: Published | None,
    *,
    unit: Unit = "words",
) -> Iterator[Change]:
    """Yield the change of a mean; the trials of an item count as their mean."""
    base, tuned = (_by_item(found) for found in values)
    found = of_means(measure, title, test, unit, base, tuned, pair.items, figures)
    if found is not None:
        yield found


def _by_item(values: Mapping[Key, float]) -> dict[str, float]:
    found: dict[str, list[float]] = defaultdict(list)
    for (item, _), value in values.items():
        found[item].append(value)
    return {item: sum(several) / len(several) for item, several in found.items()}
