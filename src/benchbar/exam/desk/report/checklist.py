"""The protocol's checklist, filled in from a study's own database, each answer with its evidence.

What a database cannot know, such as whether the questions are those of an official exam, stays
unknown, unless the lead says it in a form.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import intake, state, watching
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import KAPPA
from benchbar.exam.desk.protocol import Situation
from benchbar.exam.desk.report import agreeing
from benchbar.exam.desk.report.agreeing import Rater, Round
from benchbar.exam.desk.report.author_scores import by_of
from benchbar.exam.desk.results import author_of
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.materials import Question
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.protocol import Holding, Met, hold
from benchbar.records import Estimate
from benchbar.report.numbers import plural

ABOUT_THIRTY = 25
"""Essays of a calibration round from which it has "some 30"."""
SOURCE = "the study's own database"


class Answer(msgspec.Struct, frozen=True):
    """What a database says of a check, and by what."""

    met: Met
    evidence: str


class _Facts(msgspec.Struct, frozen=True):
    """What the answers are read from.

    ``live`` are the marks that count, by person, question and use; ``read_by`` counts the readers
    of each essay graded live, by question: people, or where none has read it, models; ``sources``
    are those of essays graded live, once they are open.
    """

    now: Situation
    label: str
    questions: tuple[Question, ...]
    benchmarks: Mapping[str, int]
    raters: Mapping[int, Rater]
    own_names: Mapping[int, str]
    rounds: tuple[Round, ...]
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


def held(store: Store, who: Who, form: Page | None = None, *, by_name: bool = True) -> Holding:
    """Hold a study against the official protocol, at any time.

    Args:
        store: The database.
        who: A lead.
        form: What the lead says of checks that the database leaves open.
        by_name: Call graders by their names; else by number.

    Raises:
        RefusedError: Only a lead may.
        InputError: A field of the form is no check, or is answered otherwise.
    """
    with looking(store, who, "watch") as (session, now):
        row = session.get(db.Study, 1)
        title = row.title if row else ""
        said = dict(_answers(_facts(session, now, row.label if row else "", by_name=by_name)))
    told = form.fields if form else {}
    if form:
        hold(form)
    fields: dict[str, object] = {"title": title or "A study without materials", "source": SOURCE}
    for name, answer in said.items():
        fields[name] = [answer.met, answer.evidence]
        if answer.met == "unknown" and name in told:
            fields[name] = _as_told(told[name])
    return hold(Page(Path("study"), fields, ""))


def _as_told(answer: object) -> list[object]:
    met, *notes = answer if isinstance(answer, list) else [answer]
    return [met, *notes, "(as the lead says; the database does not know)"]


def _facts(session: Session, now: Situation, label: str, *, by_name: bool) -> _Facts:
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
    return _Facts(
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
        live=live,
        read_by={name: tuple(of_one.values()) for name, of_one in readers.items()},
        trained=frozenset((who, what) for who, what in trained if who and what),
        flagged=sum(one.flagged for one in drifts),
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


def _answers(facts: _Facts) -> Iterator[tuple[str, Answer]]:
    yield "rubric", _rubric(facts)
    yield "official questions", _official(facts)
    yield "model answers", _model_answers(facts)
    yield "training", _training(facts)
    yield "calibration essays", _calibration(facts)
    yield "discussion", _discussion(facts)
    yield "several graders", _several(facts)
    yield "agreement", _agreement(facts)
    yield "blinding", _blinding(facts)
    yield "people's essays", _peoples(facts)
    yield "random order", _order(facts)
    yield "drift", _drift(facts)
    yield "outside graders", _outside(facts)
    yield "whole exam", Answer("unknown", "the study holds no multiple choice of these authors")


def _rubric(facts: _Facts) -> Answer:
    whole = [one for one in facts.questions if one.rubric.guidelines and one.rubric.issues]
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    issues = sum(len(one.rubric.issues) for one in whole)
    said = (
        f"{len(whole)} of {plural(len(facts.questions), 'question')} with guidelines for the "
        f"scores and a point sheet, {plural(issues, 'issue')} in all"
    )
    return Answer(_share(len(whole), len(facts.questions)), said)


def _official(facts: _Facts) -> Answer:
    if "invented" in facts.label.casefold():
        return Answer("no", f"the materials are labelled “{facts.label}”")
    label = f"labelled “{facts.label}”" if facts.label else "the materials have no label"
    return Answer("unknown", f"{label}; the database does not know whose they are")


def _model_answers(facts: _Facts) -> Answer:
    with_any = [one for one in facts.questions if one.answers or facts.benchmarks[one.id]]
    answers = sum(len(one.answers) for one in facts.questions)
    papers = sum(facts.benchmarks.values())
    return Answer(
        _share(len(with_any), len(facts.questions)),
        f"{plural(answers, 'model answer')} and {plural(papers, 'benchmark paper')} for "
        f"{len(with_any)} of {plural(len(facts.questions), 'question')}",
    )


def _training(facts: _Facts) -> Answer:
    if not facts.live:
        done = plural(len(facts.trained), "training")
        return Answer("unknown", f"nobody has graded live yet; {done} gone through so far")
    trained = sum(one in facts.trained for one in facts.live)
    return Answer(
        _share(trained, len(facts.live)),
        f"{trained} of {plural(len(facts.live), 'grader')} who graded live (counted by question) "
        "had gone through question, rubric and papers: the desk asks for it",
    )


def _calibration(facts: _Facts) -> Answer:
    if not facts.rounds:
        return Answer("no" if facts.live else "unknown", "no calibration round was finished")
    fewest, most = (end(one.essays for one in facts.rounds) for end in (min, max))
    of = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    graded = {(rater, question) for rater, question in facts.live}
    through = sum(_was_in(facts, *one) for one in graded)
    said = (
        f"{plural(len(facts.rounds), 'round')} of {of} essays, ranked first and then scored, blind"
    )
    if graded:
        said += f"; {through} of {plural(len(graded), 'grader')} who graded live were in one"
    if fewest < ABOUT_THIRTY:
        return Answer("partly", f"{said}; official calibration takes about 30")
    return Answer(_share(through, len(graded)) if graded else "yes", said)


def _was_in(facts: _Facts, person: int, question: str) -> bool:
    name = facts.raters[person].name
    rounds = [one for one in facts.rounds if one.question == question]
    return any(gate.grader == name for one in rounds for gate in one.gates)


def _discussion(facts: _Facts) -> Answer:
    if not facts.rounds:
        return Answer("no" if facts.live else "unknown", "there was nothing to discuss")
    over = [one for one in facts.rounds if one.over]
    last = list({one.question: one for one in over}.values())
    passed = [gate for one in last for gate in one.gates if gate.passed]
    seen = [gate for one in last for gate in one.gates]
    said = (
        f"{len(over)} of {plural(len(facts.rounds), 'round')} discussed to the end; in the last "
        f"round of each question the gate was passed by {len(passed)} of "
        f"{plural(len(seen), 'grader')}"
    )
    if len(seen) > len(passed):
        said += "; to whoever does not pass, live grading stays closed"
    return Answer(_share(len(over), len(facts.rounds)), said)


def _several(facts: _Facts) -> Answer:
    if not facts.read_by:
        return Answer("unknown", "nothing was graded live yet")
    double = {name: sum(n > 1 for n in counts) for name, counts in facts.read_by.items()}
    of = sum(len(counts) for counts in facts.read_by.values())
    kinds = [facts.raters[person].kind for person in facts.graders]
    people, models = kinds.count("human"), kinds.count("model")
    said = (
        f"{plural(people, 'person', 'people')} and {plural(models, 'model')}; "
        f"{sum(double.values())} of {plural(of, 'essay')} read by two of them or more (models "
        "count where no person read)"
    )
    shared = sum(n > 0 for n in double.values())
    if facts.rounds and not shared:
        return Answer("partly", f"{said}, and those of calibration by all")
    return Answer(_share(shared, len(double)), said)


def _agreement(facts: _Facts) -> Answer:
    graded = {(facts.raters[person].name, question) for person, question in facts.live}
    graded = graded or {(gate.grader, one.question) for one in facts.rounds for gate in one.gates}
    kappas = [
        (gate.grader, one.question, figure.found)
        for one in _last_rounds(facts)
        for gate in one.gates
        for figure in gate.figures
        if figure.name == KAPPA and figure.found and (gate.grader, one.question) in graded
    ]
    if not kappas:
        return Answer("no" if facts.live else "unknown", "no figure of agreement can be reckoned")
    worst, question, lowest = min(kappas, key=lambda one: one[2].value)
    best = max((found for *_, found in kappas), key=lambda one: one.value)
    return Answer(
        "yes",
        f"{KAPPA} of those who graded, with the others in calibration: {_two(lowest)} at least "
        f"({worst}, {question}), {_two(best)} at most",
    )


def _two(one: Estimate) -> str:
    return f"{one.value:.2f} [{one.low:.2f}, {one.high:.2f}]"


def _last_rounds(facts: _Facts) -> Sequence[Round]:
    return list({one.question: one for one in facts.rounds}.values())


def _blinding(facts: _Facts) -> Answer:
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    removed = sum(facts.removed.values())
    said = (
        "each grader has codes of his own; origins lie sealed until the marks are locked; "
        f"{plural(removed, 'passage')} that could tell an origin taken out of the essays"
    )
    if facts.now.unblinded:
        said += "; locked first, unblinded then"
    return Answer("yes", said)


def _peoples(facts: _Facts) -> Answer:
    if not facts.now.unblinded:
        return Answer("unknown", "whose the essays are is sealed until the study is unblinded")
    kinds = [by_of(one) for one in facts.sources.values()]
    people, models = kinds.count("a person"), kinds.count("a model")
    said = (
        f"by what the files of those graded live say: {people} by people, {models} by models, "
        f"{kinds.count('not said')} not said"
    )
    if people and models:
        return Answer("yes", said)
    return Answer("unknown" if "not said" in kinds else "no", said)


def _order(facts: _Facts) -> Answer:
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    return Answer("yes", "drawn from the study's secret seed, for each grader and essay anew")


def _drift(facts: _Facts) -> Answer:
    if not facts.live:
        return Answer("unknown", "nothing was graded live yet")
    met = {one: uses.get("drift", 0) for one, uses in facts.live.items()}
    checked = sum(n > 0 for n in met.values())
    return Answer(
        _share(checked, len(met)),
        f"{plural(sum(met.values()), 'essay')} of calibration came back unnoticed to {checked} of "
        f"{plural(len(met), 'grader')} (counted by question); {facts.flagged} moved further than "
        "the study allows",
    )


def _outside(facts: _Facts) -> Answer:
    wrote = {author_of(one) for one in facts.sources.values()}
    own = sorted(
        one.name
        for one in (facts.raters[person] for person in facts.graders)
        if one.kind == "model" and facts.own_names[one.id].partition(" (")[0] in wrote
    )
    if own:
        return Answer("no", f"graded essays and wrote some: {', '.join(own)}")
    return Answer("unknown", "the database does not know who ran the models")


def _share(some: int, of: int) -> Met:
    if not of:
        return "unknown"
    return "yes" if some == of else "partly" if some else "no"
