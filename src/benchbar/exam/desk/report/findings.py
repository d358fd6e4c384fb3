"""All that the results page of a locked study says, gathered as data. Nothing is laid out here."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from benchbar.exam.as_json import of_position
from benchbar.exam.desk import intake, machines, results, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import Drift
from benchbar.exam.desk.machines import Biases
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.report import (
    agreeing,
    author_scores,
    author_totals,
    checklist,
    incidents,
    places,
)
from benchbar.exam.desk.report.agreeing import LivePair, Rater, Round
from benchbar.exam.desk.report.author_scores import By, Of, Value
from benchbar.exam.desk.report.author_totals import NOTHING, Outcome, Wanted
from benchbar.exam.desk.report.incidents import Incident
from benchbar.exam.desk.results import EssayScore, GraderScore, QuestionScore, Readers
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.protocol import Holding
from benchbar.exam.percentiles import Position
from benchbar.records import Estimate
from benchbar.stats import raters

_FEWEST = 3
"""Essays below which length and score are not correlated."""


class Study(msgspec.Struct, frozen=True):
    """The study itself; moments are ISO text in UTC, empty before they came."""

    title: str
    label: str
    about: str
    options: Options
    locked: str
    early: bool
    unblinded: str


class Material(msgspec.Struct, frozen=True):
    """A question in counts: its essays, and what they were used for."""

    question: str
    kind: str
    title: str
    issues: int
    points: float
    essays: int
    benchmarks: int
    calibrated: int
    graded: int
    unread: int


class Shares(msgspec.Struct, frozen=True):
    """How often each score was given.

    Attributes:
        question: To whose essays.
        whose: A grader's name; empty for the scores of essays.
        readers: Whose marks they rest on.
        counts: By score; scores of essays, which may be means, to the nearest half step.
    """

    question: str
    whose: str
    readers: Readers
    counts: Mapping[float, int]


class Length(msgspec.Struct, frozen=True):
    """Whether longer essays have higher scores: Spearman's correlation of words with scores."""

    question: str
    readers: Readers
    essays: int
    correlation: Estimate | None


class Settled(msgspec.Struct, frozen=True):
    """A difference between readers that a third mark settled."""

    question: str
    essay: str
    low: float
    high: float
    score: float


class Changes(msgspec.Struct, frozen=True):
    """How many marks a grader gave, and how many of these replaced an earlier one."""

    grader: str
    kind: str
    marks: int
    replaced: int


class Mean(msgspec.Struct, frozen=True):
    """The mean score of a question's essays by people, or of those by models."""

    question: str
    readers: Readers
    by: By
    essays: int
    score: Value


class Findings(msgspec.Struct, frozen=True):
    """All of it. ``essays`` have their sources, and there are authors, only after unblinding."""

    study: Study
    graders: tuple[Rater, ...]
    materials: tuple[Material, ...]
    rounds: tuple[Round, ...]
    questions: tuple[QuestionScore, ...]
    essays: tuple[EssayScore, ...]
    scores: tuple[Shares, ...]
    by_grader: tuple[GraderScore, ...]
    live: tuple[LivePair, ...]
    drift: tuple[Drift, ...]
    settled: tuple[Settled, ...]
    unsettled: int
    lengths: tuple[Length, ...]
    removed: Mapping[str, int]
    changes: tuple[Changes, ...]
    incidents: tuple[Incident, ...]
    origins: tuple[Mean, ...]
    of_prompts: tuple[Of, ...]
    outcomes: tuple[Outcome, ...]
    biases: tuple[Biases, ...]
    notes: tuple[str, ...]
    held: Holding

    @property
    def names(self) -> Mapping[int, str]:
        """What graders are called, by their number."""
        return {one.id: one.name for one in self.graders}


def gather(
    store: Store,
    who: Who,
    wanted: Wanted = NOTHING,
    *,
    form: Page | None = None,
    by_name: bool = True,
    authors_by_name: bool = True,
) -> Findings:
    """Gather all that the results page of a study says.

    Args:
        store: The database.
        who: A lead.
        wanted: What to make of the written part of each author.
        form: What the lead says of checks that the database leaves open.
        by_name: Call graders by their names; else by number.
        authors_by_name: Call authors who are people by their names; else by number.

    Raises:
        RefusedError: Only a lead may, once the study is locked.
        InputError: Something is wanted of which nothing is known.
    """
    author_totals.check(wanted)
    found = results.of(store, who)
    held = checklist.held(store, who, form, by_name=by_name)
    leanings = machines.biases(store, who)
    with looking(store, who, "read results") as (session, _):
        known = agreeing.raters_of(session, by_name=by_name)
        called = _called(session, known)
        essays = tuple(_recalled(one, called) for one in found.essays)
        if not authors_by_name:
            numbers = author_scores.numbered(essays)
            essays = tuple(author_scores.unnamed(one, numbers) for one in essays)
            mbe = {numbers.get(name, name): scores for name, scores in wanted.mbe.items()}
            wanted = msgspec.structs.replace(wanted, mbe=mbe)
        names = [one.question for one in _materials(session, essays)]
        kinds = {one.question: one.kind for one in _materials(session, essays)}
        authors = author_scores.authors(essays, kinds) if found.unblinded else ()
        return Findings(
            study=_study(session),
            graders=tuple(known.values()),
            materials=tuple(_materials(session, essays)),
            rounds=tuple(one for name in names for one in agreeing.rounds(session, name, known)),
            questions=found.questions,
            essays=essays,
            scores=tuple(_shares(essays, names, state.options(session).step / 2)),
            by_grader=tuple(one._replace(grader=called[one.grader]) for one in found.graders),
            live=tuple(one for name in names for one in agreeing.live_pairs(session, name, known)),
            drift=found.drift,
            settled=tuple(_settled(essays)),
            unsettled=len(state.differing(session)),
            lengths=tuple(_lengths(session, found.essays, names)),
            removed=_removed(session),
            changes=tuple(_changes(session, known)),
            incidents=tuple(incidents.all_of(session, known, by_name=by_name)),
            origins=tuple(_origins(essays, names)) if found.unblinded else (),
            of_prompts=tuple(author_scores.of_prompts(essays)) if found.unblinded else (),
            outcomes=tuple(author_totals.outcome(one, wanted) for one in authors),
            biases=tuple(one._replace(grader=called[one.grader]) for one in leanings),
            notes=wanted.notes,
            held=held,
        )


def _called(session: Session, known: Mapping[int, Rater]) -> dict[str, str]:
    """Return what to call everybody who marked, by name; leads settle differences."""
    people = session.scalars(select(db.Person))
    return {one.name: known[one.id].name if one.id in known else "the lead" for one in people}


def _recalled(one: EssayScore, called: Mapping[str, str]) -> EssayScore:
    readings = tuple(o._replace(grader=called[o.grader]) for o in one.readings)
    return one._replace(readings=readings)


def _study(session: Session) -> Study:
    row = session.get_one(db.Study, 1)
    events = {
        one.kind: one
        for one in session.scalars(
            select(db.Event).where(db.Event.kind.in_(("locked", "unblinded")))
        )
    }
    return Study(
        title=row.title,
        label=row.label,
        about=row.about,
        options=state.options(session),
        locked=db.moment(events["locked"].at),
        early=bool(events["locked"].data.get("early")),
        unblinded=db.moment(events["unblinded"].at) if "unblinded" in events else "",
    )


def _materials(session: Session, essays: Sequence[EssayScore]) -> Iterator[Material]:
    pools = session.execute(select(db.Essay.question, db.Essay.pool)).all()
    calibrated = Counter(
        question
        for question, _ in session.execute(
            select(db.Placing.question, db.Placing.essay)
            .where(db.Placing.use == "calibration")
            .distinct()
        )
    )
    unread = Counter(
        place.question
        for place, mark in session.execute(state.standing(db.Placing.round == 0))
        if mark is None
    )
    for row in session.scalars(select(db.Question).order_by(db.Question.place)):
        rubric = intake.question_of(row).rubric
        mine = [pool for question, pool in pools if question == row.id]
        yield Material(
            question=row.id,
            kind=row.body["kind"],
            title=row.body["title"],
            issues=len(rubric.issues),
            points=rubric.points,
            essays=len(mine),
            benchmarks=mine.count("benchmark"),
            calibrated=calibrated[row.id],
            graded=sum(one.question == row.id and one.score is not None for one in essays),
            unread=unread[row.id],
        )


def _shares(essays: Sequence[EssayScore], names: Sequence[str], wide: float) -> Iterator[Shares]:
    """Count scores; means of readers in bins so ``wide``, what lies between two in the upper."""
    for name in names:
        mine = [one for one in essays if one.question == name and one.score is not None]
        for readers in _READERS:
            scores = [one.score or 0 for one in mine if one.readers == readers]
            if scores:
                binned = Counter(math.floor(score / wide + 0.5) * wide for score in scores)
                yield Shares(name, "", readers, dict(sorted(binned.items())))
        given: dict[tuple[str, Readers], Counter[float]] = {}
        for one in mine:
            for mark in one.readings:
                whose: Readers = "people" if mark.kind == "human" else "models"
                given.setdefault((mark.grader, whose), Counter())[mark.score] += 1
        for (grader, whose), counts in sorted(given.items()):
            yield Shares(name, grader, whose, dict(sorted(counts.items())))


_READERS: tuple[Readers, Readers] = ("people", "models")


def _settled(essays: Iterable[EssayScore]) -> Iterator[Settled]:
    for one in essays:
        if one.how == "third reader" and one.score is not None:
            first = [o.score for o in one.readings if o.use != "third"]
            people = [o.score for o in one.readings if o.use != "third" and o.kind == "human"]
            between = people or first
            yield Settled(one.question, one.essay, min(between), max(between), one.score)


def _lengths(
    session: Session, essays: Sequence[EssayScore], names: Sequence[str]
) -> Iterator[Length]:
    rows = session.execute(select(db.Essay.id, db.Essay.text))
    words = {essay: float(len(text.split())) for essay, text in rows}
    for name in names:
        for readers in _READERS:
            mine = [
                (words[one.essay], one.score)
                for one in essays
                if one.question == name and one.readers == readers and one.score is not None
            ]
            if len(mine) >= _FEWEST:
                found = raters.pairs(mine, rng=np.random.default_rng(0))[0]
                yield Length(name, readers, len(mine), found.spearman)


def _removed(session: Session) -> dict[str, int]:
    found: dict[str, Any] | None = session.scalars(
        select(db.Event.data).where(db.Event.kind == intake.TAKEN_IN)
    ).first()
    return dict(found["removed"]) if found else {}


def _changes(session: Session, known: Mapping[int, Rater]) -> Iterator[Changes]:
    rows = session.execute(
        select(db.Mark.by, func.count(), func.count().filter(db.Mark.number > 1)).group_by(
            db.Mark.by
        )
    )
    for person, marks, replaced in sorted(tuple(row) for row in rows):
        who = known.get(person)
        name, kind = (who.name, who.kind) if who else ("the lead", "human")
        yield Changes(name, kind, marks, replaced)


def _origins(essays: Sequence[EssayScore], names: Sequence[str]) -> Iterator[Mean]:
    for name in names:
        for readers in _READERS:
            by: dict[By, list[EssayScore]] = {}
            for one in essays:
                if one.question == name and one.readers == readers and one.source and one.score:
                    by.setdefault(author_scores.by_of(one.source), []).append(one)
            apart = author_scores.spread(essays, readers)
            for whose, mine in sorted(by.items()):
                score = author_scores.weighed({name: mine}, {name: 1.0}, apart)
                yield Mean(name, readers, whose, len(mine), score)


def as_json(value: object) -> object:
    """Return findings as JSON tells them: whatever has names as an object, places in words too."""
    if isinstance(value, Position):
        return of_position(value) | {"sentence": places.sentence(value)}
    if isinstance(value, GraderScore):
        told = {name: as_json(one) for name, one in value._asdict().items()}
        return told | {"mean_interval": as_json(agreeing.mean_given(value))}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_json(one) for name, one in value._asdict().items()}
    if isinstance(value, msgspec.Struct):
        return {name: as_json(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, list | tuple):
        return [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {
            f"{name:g}" if isinstance(name, float) else str(name): as_json(one)
            for name, one in value.items()
        }
    return value
