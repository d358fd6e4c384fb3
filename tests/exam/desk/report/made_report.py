"""Studies that are locked, for tests of their results page."""

from pathlib import Path

from sqlalchemy import select

from benchbar.exam.desk import calibration, closing, intake, live, marking, reading, training
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays import example, materials
from benchbar.seeds import rng_for
from tests.exam.desk import made_study
from tests.exam.desk.made_study import Study

HOSTILE = "<script>document.title='owned'</script>=1+1\u202e"
"""An author, a grader and a title such as nobody has."""


def finished(store: Store, *, models: tuple[str, ...] = ("Mo",), unblind: bool = True) -> Study:
    """Return the default study, locked; people disagree in it, and many differences are settled."""
    study = made_study.start(store, models=models)
    _finish(study, unblind=unblind)
    return study


def _finish(study: Study, *, unblind: bool) -> None:
    for name in ("mee-1", "mpt-1"):
        made_study.run_round(study, name)
        live.deal(study.store, study.lead, name)
        for n, who in enumerate(study.graders.values()):
            made_study.grade(study, who, name, above=float(n % 2))
    closing.lock(study.store, study.lead, "time is up", early=True)
    if unblind:
        closing.unblind(study.store, study.lead, "done")


def hostile(store: Store) -> Study:
    """Return a small study of which every name is hostile."""
    made = made_study.materials(
        made_study.question("mee-1", 14), made_study.question("mpt-1", 14, kind="MPT")
    )
    questions = []
    for one in made.questions:
        essays = []
        for n, essay in enumerate(one.essays):
            fields = {"model": HOSTILE, "prompt": HOSTILE} if n % 2 else {"author": "=cmd|x"}
            essays.append(materials.Essay(essay.name, essay.text, fields))
        questions.append(
            materials.Question(
                id=one.id, kind=one.kind, title=f"{HOSTILE} {one.id}", subjects=one.subjects,
                minutes=one.minutes, parts=one.parts, text=one.text, rubric=one.rubric,
                answers=one.answers, essays=tuple(essays),
            )
        )  # fmt: skip
    told = materials.Materials(HOSTILE, HOSTILE, HOSTILE, tuple(questions))
    study = made_study.start(store, told, graders=(HOSTILE, "Ben", "Cleo"))
    _finish(study, unblind=True)
    return study


def of_example(store: Store, folder: Path) -> Study:
    """Return the example that ships, graded by people who give about what its writers intended."""
    example.write(folder, force=False)
    made = materials.read(folder)
    options = Options(calibration_essays=18, second_readers=0.5, drift_every=3)
    study = made_study.start(store, made, options=options)
    intended = _intended(store)
    number = calibration.open_round(
        store, study.lead, "mee-1", [who.id for who in study.graders.values()]
    )
    for who in study.graders.values():
        _calibrate(store, who, intended)
    calibration.open_discussion(store, study.lead, "mee-1", number)
    calibration.close_discussion(store, study.lead, "mee-1", number)
    live.deal(store, study.lead, "mee-1")
    for who in study.graders.values():
        while code := reading.next_code(store, who, "mee-1"):
            text = reading.paper(store, who, code).text
            marking.mark(store, who, code, _near(intended[text], who, text))
    closing.lock(store, study.lead, "done")
    closing.unblind(store, study.lead, "done")
    return study


def _calibrate(store: Store, who: Who, intended: dict[str, float]) -> None:
    training.done(store, who, "mee-1")
    found = reading.round_of(store, who, "mee-1")
    texts = {row.code: reading.paper(store, who, row.code).text for row in found.rows}
    given = {code: _near(intended[text], who, text) for code, text in texts.items()}
    order = sorted(given, key=lambda code: (-given[code], -intended[texts[code]], code))
    calibration.rank(store, who, "mee-1", order)
    calibration.lock_ranks(store, who, "mee-1")
    for code, score in given.items():
        marking.mark(store, who, code, score)
    calibration.lock_scores(store, who, "mee-1")


def _near(intended: float, who: Who, text: str) -> float:
    """Return a score that is mostly the one intended, else one beside it."""
    off = rng_for("made report", who.id, text).choice((*[0] * 6, 1))
    return float(min(6, max(1, intended + off)))


def _intended(store: Store) -> dict[str, float]:
    with store.reading() as session:
        rows = session.execute(
            select(db.Essay.text, db.Origin.envelope).join(
                db.Origin, db.Origin.essay == db.Essay.id
            )
        )
        return {text: float(intake.unseal(one).fields["intended"]) for text, one in rows}
