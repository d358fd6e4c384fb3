"""From the verdicts of some runs to their comparison, item by item."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import lcm

import numpy as np

from benchbar.errors import InputError
from benchbar.parallel.base import Executor
from benchbar.records import Estimate, Grader, Item, Outcome
from benchbar.report.comparison import (
    Comparison,
    Contestant,
    Level,
    Pair,
    Part,
    Result,
    Steadiness,
)
from benchbar.report.findings import Source, labels_of
from benchbar.report.parts import LEVELS, order, parts_of
from benchbar.report.texts import count_texts, few_texts, texts
from benchbar.seeds import rng_for
from benchbar.stats.adjust import ADJUSTMENTS, Adjustment
from benchbar.stats.agreement import agreement
from benchbar.stats.clusters import clustered
from benchbar.stats.paired import mcnemar, paired_bootstrap, score_difference, sign_flip
from benchbar.stats.proportions import wilson

_FAILED = "failed-call"


@dataclass(frozen=True, slots=True)
class _Answers:
    """The outcomes of one contestant's trials, for each item to which it has all replies."""

    contestant: Contestant
    outcomes: Mapping[str, tuple[Outcome, ...]]

    def score(self, item: str, unit: int) -> int:
        """Return the share of an item's trials that are right, as a whole number of ``unit``."""
        right = self.outcomes[item].count("correct")
        return right * unit // self.contestant.trials


class _Texts:
    """The texts that the compared items were cut from, as reports take them.

    A corpus has its units of chance from all its items, so that an accuracy has one interval,
    whichever items stand beside it.
    """

    def __init__(self, items: Mapping[str, Item]) -> None:
        everything = list(items.values())
        self._of = dict(zip(items, texts(everything), strict=True))
        self._few = few_texts(everything)

    def of(self, items: Iterable[Item]) -> list[str]:
        """Return the text of each item."""
        return [self._of[item.id] for item in items]

    def few(self, items: Iterable[Item]) -> int:
        """Count the texts of those corpora among the items that have too few."""
        return sum(self._few.get(name, 0) for name in {item.corpus for item in items})


def compare(
    sources: Sequence[Source],
    *,
    grader: Grader = "corrected",
    all_pairs: bool = False,
    by_trial: bool = False,
    common: bool = False,
    adjustment: Adjustment = "holm",
    spread: Executor | None = None,
) -> Comparison:
    """Compare the cells of some runs on the items that both of a pair answered.

    Args:
        sources: The runs, as ``findings.open_sources`` opens them.
        grader: Whose verdicts count.
        all_pairs: Compare each with each, not only each with the first.
        by_trial: Take each trial of a cell as a contestant of its own.
        common: Compare runs that ask different items of one DATA folder on those they share.
        adjustment: How p is adjusted for the comparisons of one level.
        spread: Spreads the bootstraps of very many answers; the figures are the same with any.

    Raises:
        InputError: The runs are not of the same items or not graded, or there is nothing to
            compare.
    """
    items = _shared_items(sources, common=common)
    answers = _answers(sources, items, grader, by_trial=by_trial)
    steadiness = tuple(_steadiness(answers, items, spread))
    if len(answers) < 2 and not steadiness:
        raise InputError(
            f"{sources[0].name}: one model, one setting and one trial: nothing to compare; name "
            "another run beside it, or a run with several models, settings or trials"
        )
    chosen = combinations(answers, 2) if all_pairs else ((answers[0], one) for one in answers[1:])
    cut_from = _Texts(items)
    pairs = [_pair(first, second, items, cut_from, spread) for first, second in chosen]
    return Comparison(
        grader,
        adjustment,
        tuple(one.contestant for one in answers),
        _adjusted(pairs, ADJUSTMENTS[adjustment]),
        steadiness,
        tuple(_notes(sources, items)),
    )


def _shared_items(sources: Sequence[Source], *, common: bool) -> dict[str, Item]:
    """Return the items that all runs ask.

    Raises:
        InputError: The runs are of different data, or ask different items of it.
    """
    first = sources[0]
    shared = set(first.items)
    for other in sources[1:]:
        _same_data(first, other)
        more, fewer = other.items.keys() - first.items.keys(), first.items.keys() - other.items
        if (more or fewer) and not common:
            raise InputError(
                f"{first.name} and {other.name} ask different items: {len(fewer):,} are only in "
                f"{first.name}, {len(more):,} only in {other.name} (they were run with other "
                "--limit, --split, --window, --corpus or --task): add --common to compare them "
                f"on the {len(first.items) - len(fewer):,} that both ask"
            )
        shared &= other.items.keys()
    if not shared:
        raise InputError("these runs have no item in common: compare runs of the same tests")
    return {name: item for name, item in first.items.items() if name in shared}


def _same_data(first: Source, other: Source) -> None:
    if first.run.data.digest == other.run.data.digest:
        return
    ours, theirs = first.run.data.manifest, other.run.data.manifest
    differing = [
        f"{name} {getattr(ours, name)} and {getattr(theirs, name)}"
        for name in ("suite", "version", "seed", "items")
        if getattr(ours, name) != getattr(theirs, name)
    ]
    differing += [
        f"{name.replace('_', ' ')} {ours.options.get(name)} and {theirs.options.get(name)}"
        for name in sorted(ours.options.keys() | theirs.options)
        if ours.options.get(name) != theirs.options.get(name)
    ]
    what = ", ".join(differing) or "the contents of their files"
    raise InputError(
        f"{first.name} and {other.name} were made with different items (they differ in {what}): "
        "compare runs of one DATA folder"
    )


def _notes(sources: Sequence[Source], items: Mapping[str, Item]) -> Iterator[str]:
    versions = sorted({source.run.study.benchbar for source in sources})
    if len(versions) > 1:
        yield f"The runs were made by different versions of benchbar: {', '.join(versions)}."
    if most := max(len(source.items) for source in sources) - len(items):
        yield f"Only the items that all runs ask are compared: {most:,} others are left out."


def _answers(
    sources: Sequence[Source], items: Mapping[str, Item], grader: Grader, *, by_trial: bool
) -> list[_Answers]:
    """Read the verdicts of all runs once. A call that failed is no reply."""
    found: dict[str, dict[str, dict[int, Outcome]]] = {}
    for source in sources:
        for verdict in source.verdicts():
            counts = verdict.grader == grader and verdict.rule != _FAILED
            if counts and verdict.id in items:
                replies = found.setdefault(verdict.cell, {}).setdefault(verdict.id, {})
                replies[verdict.trial] = verdict.outcome
    return [
        _of(replace(one, letter=_letter(place)), found.get(one.cell, {}))
        for place, one in enumerate(_contestants(sources, by_trial=by_trial))
    ]


def _contestants(sources: Sequence[Source], *, by_trial: bool) -> Iterator[Contestant]:
    """Yield every side, with the run in its name where another run has one of the same."""
    labels = labels_of(sources)
    used = Counter(labels[cell] for source in sources for cell in source.cells.values())
    for source in sources:
        trials = source.run.study.trials
        for cell in source.cells.values():
            label = labels[cell] + (f" ({source.name})" if used[labels[cell]] > 1 else "")
            if not by_trial:
                yield Contestant("", label, source.name, cell, trials)
                continue
            for trial in range(1, trials + 1):
                yield Contestant("", f"{label}, trial {trial}", source.name, cell, 1, trial)


def _of(contestant: Contestant, replies: Mapping[str, Mapping[int, Outcome]]) -> _Answers:
    trial = contestant.trial
    wanted = (trial,) if trial else range(1, contestant.trials + 1)
    return _Answers(
        contestant,
        {
            item: tuple(outcomes[n] for n in wanted)
            for item, outcomes in replies.items()
            if all(n in outcomes for n in wanted)
        },
    )


def _letter(place: int) -> str:
    """Return A to Z, then AA to AZ and so on."""
    before, last = divmod(place, 26)
    return (_letter(before - 1) if before else "") + chr(ord("A") + last)


def _steadiness(
    answers: Iterable[_Answers], items: Mapping[str, Item], spread: Executor | None
) -> Iterator[Steadiness]:
    for one in answers:
        if one.contestant.trials > 1 and one.outcomes:
            asked = [items[name] for name in one.outcomes]
            rng = _rng("agreement", len(asked), one.contestant.trials)
            found = agreement(list(one.outcomes.values()), texts(asked), rng=rng, spread=spread)
            yield Steadiness(one.contestant, found)


def _pair(
    first: _Answers,
    second: _Answers,
    items: Mapping[str, Item],
    cut_from: _Texts,
    spread: Executor | None,
) -> Pair:
    both = [name for name in items if name in first.outcomes and name in second.outcomes]
    if not both:
        raise InputError(
            f"no item has all its replies from both {first.contestant.label} and "
            f"{second.contestant.label}: go on with 'benchbar run --resume RUN'"
        )
    compared = {*both}
    groups: dict[Part, list[Item]] = defaultdict(list)
    for name in both:
        for part in parts_of(items[name]):
            groups[part].append(items[name])
    if sum(part.level == "window" for part in groups) == 1:
        groups = {part: group for part, group in groups.items() if part.level != "window"}
    return Pair(
        first.contestant,
        second.contestant,
        tuple(
            _result(part, groups[part], first, second, cut_from, spread)
            for part in sorted(groups, key=order)
        ),
        tuple(name for name in items if name not in compared),
        (len(items) - len(first.outcomes), len(items) - len(second.outcomes)),
    )


def _result(
    part: Part,
    items: Sequence[Item],
    first: _Answers,
    second: _Answers,
    cut_from: _Texts,
    spread: Executor | None,
) -> Result:
    unit = lcm(first.contestant.trials, second.contestant.trials)
    scores = {item.id: (first.score(item.id, unit), second.score(item.id, unit)) for item in items}
    ours, theirs, sizes = Counter[str](), Counter[str](), Counter[str]()
    for (one, other), text in zip(scores.values(), cut_from.of(items), strict=True):
        ours[text] += one
        theirs[text] += other
        sizes[text] += 1
    gained = tuple(name for name, (one, other) in scores.items() if other > one)
    lost = tuple(name for name, (one, other) in scores.items() if other < one)
    if unit == 1 and len(sizes) == len(items):
        difference = score_difference(len(gained), len(lost), len(items))
        p, method = mcnemar(len(gained), len(lost)), "exact McNemar"
    else:
        sums = [theirs[text] - ours[text] for text in sizes]
        difference = _difference(sums, [size * unit for size in sizes.values()], len(items), spread)
        p, method = sign_flip(sums), "sign-flip permutation over texts"
    return Result(
        part=part,
        n=len(items),
        first=_accuracy(first, items, cut_from),
        second=_accuracy(second, items, cut_from),
        difference=difference,
        p=p,
        adjusted=p,
        family_size=1,
        method=method,
        gained=gained,
        lost=lost,
        both=sum(score == (unit, unit) for score in scores.values()),
        neither=sum(score == (0, 0) for score in scores.values()),
        texts=count_texts(items),
        only_texts=cut_from.few(items),
    )


def _accuracy(answers: _Answers, items: Sequence[Item], cut_from: _Texts) -> Estimate:
    """Estimate an accuracy as reports do, with the texts as the units of chance."""
    trials = answers.contestant.trials
    correct, asked = Counter[str](), Counter[str]()
    for item, text in zip(items, cut_from.of(items), strict=True):
        correct[text] += answers.score(item.id, trials)
        asked[text] += trials
    return _share(tuple(correct[text] for text in asked), tuple(asked.values()))


@lru_cache(4_096)
def _share(correct: tuple[int, ...], asked: tuple[int, ...]) -> Estimate:
    """Estimate an accuracy, which many pairs have in common, once."""
    if max(asked) == 1:
        return wilson(sum(correct), len(asked))
    return clustered(correct, asked)


def _difference(
    sums: Sequence[int], sizes: Sequence[int], items: int, spread: Executor | None
) -> Estimate:
    rng = _rng("difference", *sorted(map(abs, sums)), *sorted(sizes))
    return paired_bootstrap(sums, sizes, items, rng=rng, spread=spread)


def _rng(*name: str | int) -> np.random.Generator:
    """Return a stream that depends on the counts alone: a comparison made again is the same."""
    return np.random.default_rng(rng_for(*name).getrandbits(64))


def _adjusted(
    pairs: Sequence[Pair], adjust: Callable[[Sequence[float]], list[float]]
) -> tuple[Pair, ...]:
    """Adjust the p values of each level over all pairs."""
    raw: dict[Level, list[float]] = {
        level: [result.p for pair in pairs for result in pair.of(level)] for level in LEVELS
    }
    left = {level: iter(adjust(ps)) for level, ps in raw.items()}
    return tuple(
        replace(
            pair,
            results=tuple(
                replace(
                    one,
                    adjusted=next(left[one.part.level]),
                    family_size=len(raw[one.part.level]),
                )
                for one in pair.results
            ),
        )
        for pair in pairs
    )
