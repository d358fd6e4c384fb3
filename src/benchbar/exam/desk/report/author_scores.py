"""Whose essays earned what: the written part of each author, with its interval and its total.

Opened envelopes only. What people's marks say of an author and what models' marks say stand apart.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Literal, TypeAlias

import msgspec
from scipy.stats import t

from benchbar.exam.desk.intake import Source
from benchbar.exam.desk.results import AUTHOR, EssayScore, Readers, author_of
from benchbar.exam.ube import ESSAY
from benchbar.records import Estimate

LEVEL = 0.95
OVER_ESSAYS = "t over essays of a question"
"""How far a value would move with other essays of the author on these questions."""
OVER_READERS = "t over readers of an essay"
"""How far it would move with other readers of the very same essays."""
_LEAST_READERS = 5
"""Essays with two readers below which their spread is not relied on."""

By: TypeAlias = Literal["a model", "a person", "not said"]
NOT_SAID: Literal["not said"] = "not said"
"""Stands for the author of an essay that says nothing of him: such essays need not be of one."""


class Value(msgspec.Struct, frozen=True):
    """A number; its interval where one can be told, and why not where none can."""

    value: float
    interval: Estimate | None
    why: str = ""


class Of(msgspec.Struct, frozen=True):
    """The essays that an author wrote on a question with a prompt, and their mean score."""

    author: str
    by: By
    prompt: str
    question: str
    readers: Readers
    essays: int
    score: Value


class Author(msgspec.Struct, frozen=True):
    """An author's written part by one kind of readers; ``raw`` weighs MEE 0.6 and MPT 0.4.

    ``lacks`` says what a whole written part would still need; empty if there is one.
    """

    author: str
    by: By
    readers: Readers
    essays: int
    mee: Value | None
    mee_questions: int
    mpt: Value | None
    mpt_questions: int
    raw: Value | None
    lacks: str


class Spread(msgspec.Struct, frozen=True):
    """How far readers of an essay lie apart: the variance of one mark, its degrees of freedom."""

    variance: float
    df: int


Scores: TypeAlias = dict[str, list[EssayScore]]
"""Essays by question."""


def by_of(source: Source) -> By:
    """Say whether the fields of an essay name a model or a person."""
    if source.fields.get("model"):
        return "a model"
    return "a person" if any(source.fields.get(name) for name in AUTHOR) else "not said"


def numbered(essays: Sequence[EssayScore]) -> dict[str, str]:
    """Return what to call authors who are not models, by name, where they are not to be named.

    Numbers follow the ids of essays, which were drawn: names in order of the alphabet would tell.
    """
    found = (one.source for one in sorted(essays, key=lambda one: one.essay) if one.source)
    names = dict.fromkeys(author_of(one) for one in found if by_of(one) == "a person")
    return {name: f"Author {number}" for number, name in enumerate(names, 1)}


def unnamed(one: EssayScore, numbers: Mapping[str, str]) -> EssayScore:
    """Return an essay whose source tells no person: a number, no name of a file, no other field."""
    if one.source is None:
        return one
    fields, told = one.source.fields, author_of(one.source)
    kept: dict[str, str] = {}
    if by_of(one.source) == "a model":
        kept = {"model": told, "prompt": str(fields.get("prompt") or "")}
    elif told in numbers:
        kept = {"author": numbers[told]}
    return one._replace(source=Source("", kept, ()))


def whose(source: Source) -> str:
    """Return whose an essay is; the name of its file says that of none."""
    return NOT_SAID if by_of(source) == NOT_SAID else author_of(source)


def of_prompts(essays: Sequence[EssayScore]) -> Iterator[Of]:
    """Yield the mean score of each author, prompt and question."""
    spreads = {readers: spread(essays, readers) for readers in ("people", "models")}
    groups: dict[tuple[str, str, str, Readers], list[EssayScore]] = {}
    for one in essays:
        if one.source is not None and one.score is not None and by_of(one.source) != NOT_SAID:
            prompt = str(one.source.fields.get("prompt") or "")
            key = (author_of(one.source), prompt, one.question, one.readers)
            groups.setdefault(key, []).append(one)
    for (author, prompt, question, readers), found in sorted(groups.items()):
        value = weighed({question: found}, {question: 1.0}, spreads[readers])
        yield Of(author, _by(found), prompt, question, readers, len(found), value)


def authors(essays: Sequence[EssayScore], kinds: Mapping[str, str]) -> Iterator[Author]:
    """Yield the written part of each author.

    Args:
        essays: With their sources.
        kinds: ``MEE`` or ``MPT``, by question.
    """
    spreads = {readers: spread(essays, readers) for readers in ("people", "models")}
    groups: dict[tuple[str, Readers], Scores] = {}
    for one in essays:
        if one.source is not None and one.score is not None and by_of(one.source) != NOT_SAID:
            mine = groups.setdefault((author_of(one.source), one.readers), {})
            mine.setdefault(one.question, []).append(one)
    for (author, readers), found in sorted(groups.items()):
        parts = {
            kind: {name: scores for name, scores in found.items() if kinds[name] == kind}
            for kind in ("MEE", "MPT")
        }
        mee, mpt = parts["MEE"], parts["MPT"]
        yield Author(
            author=author,
            by=_by([one for scores in found.values() for one in scores]),
            readers=readers,
            essays=sum(map(len, found.values())),
            mee=_part(mee, spreads[readers]),
            mee_questions=len(mee),
            mpt=_part(mpt, spreads[readers]),
            mpt_questions=len(mpt),
            raw=_raw(mee, mpt, spreads[readers]),
            lacks="" if mee and mpt else "an essay question" if mpt else "a performance test",
        )


def spread(essays: Sequence[EssayScore], readers: str) -> Spread:
    """Return how far first and second readers of an essay lie apart, over all such essays."""
    kind = "human" if readers == "people" else "model"
    squares, df, shared = 0.0, 0, 0
    for one in essays:
        marks = [o.score for o in one.readings if o.kind == kind and o.use != "third"]
        if len(marks) > 1:
            middle = mean(marks)
            squares += sum((mark - middle) ** 2 for mark in marks)
            df, shared = df + len(marks) - 1, shared + 1
    return Spread(squares / df, df) if shared >= _LEAST_READERS else Spread(0.0, 0)


def _by(found: Sequence[EssayScore]) -> By:
    return next((by_of(one.source) for one in found if one.source), "not said")


def _part(found: Scores, apart: Spread) -> Value | None:
    if not found:
        return None
    return weighed(found, {name: 1 / len(found) for name in found}, apart)


def _raw(mee: Scores, mpt: Scores, apart: Spread) -> Value | None:
    if not (mee and mpt):
        return None
    weights = {name: 0.6 / len(mee) for name in mee} | {name: 0.4 / len(mpt) for name in mpt}
    return weighed({**mee, **mpt}, weights, apart)


def weighed(
    found: Mapping[str, Sequence[EssayScore]], weights: Mapping[str, float], apart: Spread
) -> Value:
    """Weigh the mean scores of questions, with an interval from what differs and is repeated.

    Where the author wrote several essays to a question these differ, by what they say and by who
    read them; their variance within questions is pooled. Where there is one essay to each, all
    that is known of chance is how far readers of the same essay lie apart.

    Args:
        found: Essays with a score, by question.
        weights: Of the questions.
        apart: How far readers of an essay lie apart.
    """
    scores = {name: [one.score or 0.0 for one in of] for name, of in found.items()}
    value = sum(weights[name] * mean(of) for name, of in scores.items())
    n = sum(map(len, scores.values()))
    squares = sum((one - mean(of)) ** 2 for of in scores.values() for one in of)
    between = Spread(squares / (n - len(scores)) if n > len(scores) else 0.0, n - len(scores))
    over_essays = sum(weights[name] ** 2 / len(of) for name, of in found.items())
    over_readers = sum(
        weights[name] ** 2 / len(of) ** 2 * sum(1 / _marks(one) for one in of)
        for name, of in found.items()
    )
    for method, one, share in (
        (OVER_ESSAYS, between, over_essays),
        (OVER_READERS, apart, over_readers),
    ):
        if one.variance > 0:
            half = float(t.ppf((1 + LEVEL) / 2, one.df)) * math.sqrt(one.variance * share)
            low, high = max(ESSAY[0], value - half), min(ESSAY[1], value + half)
            return Value(value, Estimate(value, low, high, LEVEL, n, len(scores), method))
    return Value(value, None, _no_interval(between, apart))


def _no_interval(between: Spread, apart: Spread) -> str:
    if between.df:
        return "all essays the same: no spread to go by"
    if apart.df:
        return "one essay to a question, and readers of an essay never differed"
    return "one essay to a question, and too few essays with two readers"


def _marks(one: EssayScore) -> int:
    """Return of how many marks an essay's score is the mean."""
    if one.how == "third reader":
        return 1
    kind = "human" if one.readers == "people" else "model"
    return max(1, sum(o.kind == kind for o in one.readings))
