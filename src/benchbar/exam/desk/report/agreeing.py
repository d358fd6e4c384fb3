"""How far the graders of a study agree: in calibration, where all marked the same, and live.

People and models are kept apart: every figure says whose marks it is of.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.stats import t
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import calibration, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import KAPPA, Decision, Figure
from benchbar.exam.desk.results import GraderScore
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.ube import ESSAY
from benchbar.records import Estimate
from benchbar.stats import raters

LEVEL = 0.95
MOST_PAIRED = 12
"""Graders of whom all pairs are compared; of more, each is held against the others alone."""
RANK = "rank correlation"
"""What the gate calls Spearman's correlation."""
FEWEST_SHARED = 5
"""Essays below which a pair of readers is not compared."""

Kinds: TypeAlias = Literal["people", "models", "a person and a model"]


class Rater(msgspec.Struct, frozen=True):
    """Somebody who graded; ``name`` is what the page calls him."""

    id: int
    name: str
    kind: Literal["human", "model"]


class Gate(msgspec.Struct, frozen=True):
    """What the gate said of a grader of a round.

    Attributes:
        grader: His name.
        kind: ``human`` or ``model``.
        passed: Whether live grading opened for him.
        against: Whose marks his were held against: ``people`` or ``models``.
        others: Their names.
        figures: Each against its threshold.
    """

    grader: str
    kind: str
    passed: bool
    against: str
    others: tuple[str, ...]
    figures: tuple[Figure, ...]


class Pair(msgspec.Struct, frozen=True):
    """How far two graders agree on the essays that both marked.

    Attributes:
        graders: Their names.
        kinds: What they are.
        essays: How many.
        ranks: Spearman's correlation of their rank orders, of the scores where there are none.
        kendall: Kendall's tau-b of the same.
        kappa: Quadratic weighted kappa of their scores.
        exact: Share of essays with the same score.
        adjacent: Share of essays within a point.
    """

    graders: tuple[str, str]
    kinds: Kinds
    essays: int
    ranks: Estimate | None
    kendall: Estimate | None
    kappa: Estimate | None
    exact: Estimate
    adjacent: Estimate


class Together(msgspec.Struct, frozen=True):
    """How far one score can be relied on, ICC(2,1), and the mean of ``graders``, ICC(2,k)."""

    kinds: Literal["people", "models"]
    graders: int
    essays: int
    single: Estimate | None
    mean: Estimate | None


class Round(msgspec.Struct, frozen=True):
    """A calibration round: what the gate said, and how far its graders agree."""

    question: str
    number: int
    essays: int
    over: bool
    gates: tuple[Gate, ...]
    pairs: tuple[Pair, ...]
    together: tuple[Together, ...]


class LivePair(msgspec.Struct, frozen=True):
    """Two readers of the same essays in live grading."""

    question: str
    pair: Pair


class Twice(msgspec.Struct, frozen=True):
    """How far first and second readers agree, over all essays of a question that had two.

    ``essays`` had two readers; below two of them nothing can be reckoned.
    """

    question: str
    readers: Literal["people", "models"]
    essays: int
    kappa: Estimate | None
    adjacent: Estimate | None


class _Given(msgspec.Struct, frozen=True):
    """What a grader gave, by essay; ``ranks`` is empty where none were asked for."""

    rater: Rater
    scores: Mapping[str, float]
    ranks: Mapping[str, float]


def raters_of(session: Session, *, by_name: bool = True) -> dict[int, Rater]:
    """Return all graders of a study, those too who have left; by number, if not by name."""
    people = session.scalars(
        select(db.Person).where(db.Person.role == "grader").order_by(db.Person.id)
    )
    told = map(state.told, people)
    return {one.id: Rater(one.id, one.name if by_name else one.label, one.kind) for one in told}


def rounds(session: Session, question: str, known: Mapping[int, Rater]) -> Iterator[Round]:
    """Yield the calibration rounds of a question whose scores are locked, first things first."""
    for number in range(1, calibration.rounds(session, question) + 1):
        given = list(_given(session, question, number, known))
        if given:
            yield Round(
                question=question,
                number=number,
                essays=len(given[0].scores),
                over=state.happened(session, "discussion closed", question, number),
                gates=tuple(_gates(session, question, number, known, given)),
                pairs=tuple(_pairs(given)),
                together=tuple(_together(given)),
            )


def mean_given(one: GraderScore) -> Estimate | None:
    """Return the mean of what a grader gave, with a t interval over essays; None for one alone."""
    if one.spread is None:
        return None
    n = one.essays
    half = float(t.ppf((1 + LEVEL) / 2, n - 1)) * one.spread / math.sqrt(n)
    low, high = max(ESSAY[0], one.mean - half), min(ESSAY[1], one.mean + half)
    return Estimate(one.mean, low, high, LEVEL, n, n, "t over essays")


def second_readings(store: Store, who: Who, question: str) -> tuple[LivePair, ...]:
    """Return how far readers of the same essays agree so far, for a lead.

    Raises:
        RefusedError: Only a lead may.
    """
    with looking(store, who, "watch", question) as (session, _):
        return tuple(live_pairs(session, question, raters_of(session)))


def live_pairs(session: Session, question: str, known: Mapping[int, Rater]) -> Iterator[LivePair]:
    """Yield the pairs of readers who marked some of the same essays of a question."""
    rows = session.execute(
        state.standing(db.Placing.question == question, db.Placing.use.in_(("live", "second")))
    ).all()
    scores: dict[int, dict[str, float]] = {}
    for place, mark in rows:
        if mark is not None:
            scores.setdefault(place.person, {})[place.essay] = mark.score
    given = [_Given(known[one], found, {}) for one, found in sorted(scores.items())]
    for pair in _pairs(given):
        yield LivePair(question, pair)


def read_twice(session: Session, question: str, known: Mapping[int, Rater]) -> Iterator[Twice]:
    """Yield how far readers of the same essays agree, by whose marks the scores rest on."""
    rows = session.execute(
        state.standing(db.Placing.question == question, db.Placing.use.in_(("live", "second")))
    ).all()
    marks: dict[str, dict[str, list[float]]] = {}
    for place, mark in rows:
        if mark is not None:
            by_kind = marks.setdefault(place.essay, {"people": [], "models": []})
            kind = "people" if known[place.person].kind == "human" else "models"
            by_kind[kind].append(mark.score)
    for readers in _READERS:
        mine = [one[readers] for _, one in sorted(marks.items()) if _counted(one) == readers]
        double = [scores[:2] for scores in mine if len(scores) > 1]
        agreed = raters.pairs(double, rng=_rng())[0] if len(double) > 1 else None
        if mine:
            yield Twice(
                question=question,
                readers=readers,
                essays=len(double),
                kappa=agreed.kappa if agreed else None,
                adjacent=agreed.adjacent if agreed else None,
            )


_READERS: tuple[Literal["people"], Literal["models"]] = ("people", "models")


def _counted(marks: Mapping[str, Sequence[float]]) -> str:
    return "people" if marks["people"] else "models"


def _given(
    session: Session, question: str, number: int, known: Mapping[int, Rater]
) -> Iterator[_Given]:
    """Yield what each grader gave who has locked his scores."""
    locked = session.scalars(
        select(db.Event.subject)
        .where(
            db.Event.kind == "scores locked",
            db.Event.question == question,
            db.Event.round == number,
        )
        .order_by(db.Event.subject)
    )
    for person in locked:
        if person is None:
            continue
        rows = session.execute(
            state.standing(
                db.Placing.person == person,
                db.Placing.question == question,
                db.Placing.round == number,
            )
        ).all()
        order = calibration.last_order(session, person, question, number)
        places = {code: float(n) for n, code in enumerate(order.codes if order else (), 1)}
        yield _Given(
            known[person],
            {place.essay: mark.score for place, mark in rows},
            {place.essay: places[place.code] for place, _ in rows},
        )


def _gates(
    session: Session,
    question: str,
    number: int,
    known: Mapping[int, Rater],
    given: Sequence[_Given],
) -> Iterator[Gate]:
    by_id = {one.rater.id: one for one in given}
    events = session.scalars(
        select(db.Event)
        .where(db.Event.kind == "gate", db.Event.question == question, db.Event.round == number)
        .order_by(db.Event.subject)
    )
    for event in events:
        said = msgspec.convert(event.data["decision"], Decision)
        rater = known[said.person]
        yield Gate(
            grader=rater.name,
            kind=rater.kind,
            passed=said.passed,
            against=said.against,
            others=tuple(known[one].name for one in said.others),
            figures=tuple(_as_paired(said, by_id)),
        )


def _as_paired(said: Decision, given: Mapping[int, _Given]) -> Iterator[Figure]:
    """Yield the figures of a gate; held against one other alone, with the interval of that pair.

    The gate draws anew for each grader, so that of two graders alone each would have an interval
    of his own for the same figure. It decides by the value, which stays what it was.
    """
    both = sorted({said.person, *said.others})
    pair = None
    if len(both) == 2 and given.keys() >= set(both):
        one, other = (given[person] for person in both)
        pair = _pair(one, other, sorted(one.scores.keys() & other.scores.keys()))
    same = {RANK: pair.ranks, KAPPA: pair.kappa} if pair else {}
    for figure in said.figures:
        found = same.get(figure.name)
        if found and figure.found and math.isclose(found.value, figure.found.value, abs_tol=1e-9):
            yield msgspec.structs.replace(figure, found=found)
        else:
            yield figure


def _pairs(given: Sequence[_Given]) -> Iterator[Pair]:
    if len(given) > MOST_PAIRED:
        return
    for one, other in combinations(given, 2):
        essays = sorted(one.scores.keys() & other.scores.keys())
        if len(essays) >= FEWEST_SHARED:
            yield _pair(one, other, essays)


def _pair(one: _Given, other: _Given, essays: Sequence[str]) -> Pair:
    scored = raters.pairs(_table([one.scores, other.scores], essays), rng=_rng())[0]
    ranked = scored
    if one.ranks and other.ranks:
        ranked = raters.pairs(_table([one.ranks, other.ranks], essays), rng=_rng())[0]
    return Pair(
        graders=(one.rater.name, other.rater.name),
        kinds=_kinds(one.rater, other.rater),
        essays=len(essays),
        ranks=ranked.spearman,
        kendall=ranked.kendall,
        kappa=scored.kappa,
        exact=scored.exact,
        adjacent=scored.adjacent,
    )


def _kinds(one: Rater, other: Rater) -> Kinds:
    if one.kind != other.kind:
        return "a person and a model"
    return "people" if one.kind == "human" else "models"


def _together(given: Sequence[_Given]) -> Iterator[Together]:
    for kinds, kind in (("people", "human"), ("models", "model")):
        scores = [one.scores for one in given if one.rater.kind == kind]
        if len(scores) > 1:
            table = _table(scores, sorted(scores[0]))
            found = raters.together(table, rng=_rng())
            yield Together(
                kinds="people" if kinds == "people" else "models",
                graders=len(scores),
                essays=len(table),
                single=found.single,
                mean=found.mean,
            )


def _table(columns: Iterable[Mapping[str, float]], essays: Sequence[str]) -> NDArray[np.float64]:
    return np.array([[column[one] for one in essays] for column in columns], dtype=np.float64).T


def _rng() -> np.random.Generator:
    """Return the same draws each time, and for every figure of the same essays.

    A page written again says the same, and so do any two of its tables of the same two graders:
    ``results`` draws alike.
    """
    return np.random.default_rng(0)
