"""What the answers of the protocol's checklist are read from: a study, as its database has it."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import intake, state, watching
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.protocol import Situation
from benchbar.exam.desk.report import agreeing
from benchbar.exam.desk.report.agreeing import Rater, Round, Twice
from benchbar.exam.essays.materials import Question

FEWEST_CHECKS = 5
"""Essays that came back below which nobody can tell whether a grader moved."""


class Facts(msgspec.Struct, frozen=True):
    """What the answers are read from.

    ``twice`` is how far readers of the same essays agree in live grading. ``live`` are the marks
    that count, by person, question and use; ``read_by`` counts the readers of each essay graded
    live, by question: people, or where none has read it, models; ``sources`` are those of essays
    graded live, once they are open.
    """

    now: Situation
    label: str
    questions: tuple[Question, ...]
    benchmarks: Mapping[str, int]
    raters: Mapping[int, Rater]
    own_names: Mapping[int, str]
    rounds: tuple[Round, ...]
    twice: tuple[Twice, ...]
    options: Options
    live: Mapping[tuple[int, str], Mapping[str, int]]
    read_by: Mapping[str, tuple[int, ...]]
    trained: frozenset[tuple[int, str]]
    flagged: int
    removed: Mapping[str, int]
    sources: Mapping[str, intake.Source]

    @property
    def graders(self) -> set[int]:
        """Those who graded live."""
        return {person for person, _ in self.live}


def facts_of(session: Session, now: Situation, label: str, *, by_name: bool) -> Facts:
    """Read what a study's database tells."""
    rows = list(session.scalars(select(db.Question).order_by(db.Question.place)))
    raters = agreeing.raters_of(session, by_name=by_name)
    essays = list(session.scalars(select(db.Essay)))
    live, readers = _live(session, raters)
    drifts = [one for row in rows for one in watching.drifted(session, row.id)]
    taken = session.scalars(select(db.Event.data).where(db.Event.kind == intake.TAKEN_IN)).first()
    trained = session.execute(
        select(db.Event.subject, db.Event.question).where(db.Event.kind == "trained")
    )
    envelopes = session.execute(select(db.Origin.essay, db.Origin.envelope))
    graded = {essay for of_one in readers.values() for essay in of_one}
    return Facts(
        now=now,
        label=label,
        questions=tuple(map(intake.question_of, rows)),
        benchmarks={
            row.id: sum(one.question == row.id and one.pool == "benchmark" for one in essays)
            for row in rows
        },
        raters=raters,
        own_names={one.id: one.name for one in agreeing.raters_of(session).values()},
        rounds=tuple(one for row in rows for one in agreeing.rounds(session, row.id, raters)),
        twice=tuple(one for row in rows for one in agreeing.read_twice(session, row.id, raters)),
        options=state.options(session),
        live=live,
        read_by={name: tuple(of_one.values()) for name, of_one in readers.items()},
        trained=frozenset((who, what) for who, what in trained if who and what),
        flagged=sum(one.flagged and one.checks >= FEWEST_CHECKS for one in drifts),
        removed=dict(taken["removed"]) if taken else {},
        sources={name: intake.unseal(one) for name, one in envelopes if name in graded}
        if now.unblinded
        else {},
    )


def _live(
    session: Session, graders: Mapping[int, Rater]
) -> tuple[dict[tuple[int, str], dict[str, int]], dict[str, dict[str, int]]]:
    """Count marks in the piles by grader, question and use, and readers by question and essay."""
    marks: dict[tuple[int, str], dict[str, int]] = {}
    readers: dict[str, dict[str, list[bool]]] = {}
    for place, mark in session.execute(state.standing(db.Placing.round == 0)):
        if mark is None or place.person not in graders:
            continue
        uses = marks.setdefault((place.person, place.question), {})
        uses[place.use] = uses.get(place.use, 0) + 1
        if place.use in ("live", "second"):
            read = readers.setdefault(place.question, {}).setdefault(place.essay, [])
            read.append(graders[place.person].kind == "human")
    return marks, {
        name: {essay: sum(read) or len(read) for essay, read in essays.items()}
        for name, essays in readers.items()
    }
