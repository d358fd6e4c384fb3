"""A made study, and graders who can be told how well to grade."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchbar.exam.desk import (
    calibration,
    closing,
    intake,
    live,
    marking,
    people,
    reading,
    training,
    watching,
)
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.materials import Answer, Essay, Kind, Materials, Paper, Part, Question
from benchbar.exam.essays.rubrics import Issue, Rubric, SheetPart

AUTHORS = ("Quillfeather Nonesuch", "acme/Zorblax-9b", "Ottoline Vexmarch")
"""Who wrote the essays; each as ``author`` or, with a slash, ``model``."""
OPTIONS = Options(calibration_essays=6, drift_every=3, second_readers=0.5)


@dataclass
class Clock:
    """A clock that goes on by a second whenever it is read."""

    at: datetime = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
    fixed: bool = field(default=False)

    def __call__(self) -> datetime:
        if not self.fixed:
            self.at += timedelta(seconds=1)
        return self.at


def question(
    name: str, essays: int, *, kind: Kind = "MEE", benchmarks: int = 0, kept: int = 0
) -> Question:
    """Return a question whose essays tell their own quality: ``quality 3.5`` stands in each."""
    rubric = Rubric(
        Path("rubric.md"),
        "Grade what is said.",
        {score: f"An essay of {score}." for score in range(6, 0, -1)},
        (SheetPart("1", "Who pays", (Issue("1a", "The keeper", 3.0, "Keepers answer."),)),),
    )
    return Question(
        id=name,
        kind=kind,
        title=f"The goat of {name}",
        subjects=("Torts",),
        minutes=30,
        parts=(Part("1", 1.0),),
        text="A goat ate the hat of Ms. Hollis. Who pays?",
        rubric=rubric,
        answers=(Answer("Zorblax-answer", 6.0, "The keeper pays."),),
        essays=tuple(essay(name, n, kept=n < kept) for n in range(essays)),
        benchmarks={n + 1: f"essay-{name}-{n:02}" for n in range(benchmarks)},
        file=(Paper("letter", "Dear keeper"),),
    )


def essay(name: str, n: int, *, kept: bool = False) -> Essay:
    """Return an essay of one of the authors, whose name it gives away."""
    author = AUTHORS[n % len(AUTHORS)]
    quality = 1 + (n * 7 % 11) / 2
    text = (
        f"Name: {author}\n\nAs an AI language model, I hold that {author} would say that the "
        f"keeper pays Ms. Hollis.\n{'More. ' * n}quality {quality} of essay {name} {n}.\n"
        f"Write to goat{n}@example.org."
    )
    fields = {"model" if "/" in author else "author": author, "intended": quality}
    return Essay(f"essay-{name}-{n:02}", text, fields | ({"use": "calibration"} if kept else {}))


def materials(*questions: Question) -> Materials:
    """Return the materials of a study; of two small questions if none are given."""
    made = questions or (
        question("mee-1", 20, benchmarks=2),
        question("mpt-1", 16, kind="MPT", kept=6),
    )
    return Materials("Goats", "invented", "About goats.", made)


@dataclass
class Study:
    """A study with its people; ``graders`` by name."""

    store: Store
    lead: Who
    graders: dict[str, Who]


def start(
    store: Store,
    made: Materials | None = None,
    *,
    options: Options = OPTIONS,
    graders: Sequence[str] = ("Ada", "Ben", "Cleo"),
    models: Sequence[str] = (),
) -> Study:
    """Make the lead, take the materials in and add the graders for all questions."""
    lead = people.enter(store, people.lead_link(store, "Lena")).who
    made = made or materials()
    intake.take_in(store, lead, made, options)
    names = [one.id for one in made.questions]
    found = {name: people.add(store, lead, name, names) for name in graders}
    found |= {name: people.add(store, lead, name, names, kind="model") for name in models}
    return Study(store, lead, found)


def quality(text: str) -> float:
    """Return the quality that an essay tells."""
    return float(text.split("quality ")[1].split(" of essay")[0])


def score(text: str, above: float = 0.0) -> float:
    """Return a whole score for an essay."""
    return float(min(6, max(1, round(quality(text) + above))))


def calibrate(study: Study, who: Who, name: str, *, above: float = 0.0, bad: bool = False) -> None:
    """Take a grader through training and both parts of his round.

    ``above`` is how far too high he grades; ``bad``, whether he grades at random.
    """
    store, luck = study.store, random.Random(who.id)
    training.done(store, who, name)
    found = reading.round_of(store, who, name)
    texts = {row.code: reading.paper(store, who, row.code).text for row in found.rows}
    given = {
        code: float(luck.randint(1, 6)) if bad else score(text, above)
        for code, text in texts.items()
    }
    order = sorted(texts, key=lambda code: -luck.random() if bad else -quality(texts[code]))
    calibration.rank(store, who, name, order, replaces=found.order_number)
    calibration.lock_ranks(store, who, name)
    for code, one in given.items():
        marking.mark(store, who, code, one, {"1a": 1.5}, "=SUM(A1)")
    calibration.lock_scores(store, who, name)


def run_round(study: Study, name: str, *, bad: Sequence[str] = ()) -> int:
    """Run a whole round of all graders; return its number."""
    ids = [who.id for who in study.graders.values()]
    number = calibration.open_round(study.store, study.lead, name, ids)
    for grader, who in study.graders.items():
        calibrate(study, who, name, bad=grader in bad)
    calibration.open_discussion(study.store, study.lead, name, number)
    calibration.close_discussion(study.store, study.lead, name, number)
    return number


def grade(study: Study, who: Who, name: str, *, above: float = 0.0) -> int:
    """Mark all that is unread in a grader's pile; return how many that was."""
    marked = 0
    while code := reading.next_code(study.store, who, name):
        text = reading.paper(study.store, who, code).text
        marking.mark(study.store, who, code, score(text, above), {"1a": 2}, "Sound.")
        marked += 1
    return marked


def finish(study: Study) -> None:
    """Take a study of the default materials to its end, with a row in every table."""
    store, lead = study.store, study.lead
    for name in ("mee-1", "mpt-1"):
        run_round(study, name)
        live.deal(store, lead, name)
        live.withdraw(store, lead, study.graders["Ada"].id, name, "ill for a day")
        live.deal(store, lead, name)
        live.second(store, lead, name, 99)
        for n, who in enumerate(study.graders.values()):
            grade(study, who, name, above=float(2 * n))
    for one in watching.differences(store, lead):
        code = live.send_to_third(store, lead, one.essay, lead.id, "too far apart")
        marking.mark(store, lead, code, 3.0)
        marking.mark(store, lead, code, 4.0, replaces=1, why="read again")
    closing.lock(store, lead, "done")
    closing.unblind(store, lead, "done")
