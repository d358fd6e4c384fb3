"""Materials come in, once, as a snapshot; what says whose an essay is goes into an envelope.

The envelope is no lock: it keeps names out of sight of whoever looks at the database, a dump or a
backup, until ``origins`` opens it. Essays come in in an order drawn from the seed.
"""

import base64
import secrets
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from benchbar.errors import InputError
from benchbar.exam.desk import blind, options, piles, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import Doing, doing, looking
from benchbar.exam.desk.blind import Removed
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.materials import Answer, Essay, Materials, Paper, Part, Question
from benchbar.exam.essays.rubrics import Rubric, SheetPart
from benchbar.report.numbers import plural

TAKEN_IN = "materials taken in"
"""The event; its data count what was removed, by kind."""


class Taken(NamedTuple):
    """What came in: counts, and for whoever brought it what was removed, by question and essay."""

    questions: int
    essays: int
    removed: dict[str, dict[str, tuple[Removed, ...]]]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an essay came from: the name of its file, its fields, what was removed from it."""

    name: str
    fields: dict[str, Any]
    removed: tuple[Removed, ...]


def take_in(
    store: Store, who: Who, materials: Materials, chosen: Options | None = None, why: str = ""
) -> Taken:
    """Take the materials of a study in, with its options.

    An essay whose file says ``use: calibration`` is kept for that; benchmark papers are shown in
    training, and not graded.

    Raises:
        RefusedError: Only a lead may.
        InputError: There are materials already, an option is out of bounds, or nothing is left of
            an essay once it is cleaned.
    """
    with doing(store, who, "set up", why=why) as act:
        if act.now.begun:
            raise InputError("the study has its materials already: another study, another database")
        chosen = chosen or Options()
        options.check(chosen)
        seed = secrets.token_hex(16)
        act.session.add(
            db.Study(
                id=1,
                title=blind.plain(materials.title),
                label=blind.plain(materials.label),
                about=blind.plain(materials.about),
                seed=seed,
                at=act.at,
            )
        )
        act.session.add(db.Setting(options=msgspec.to_builtins(chosen), **act.stamp))
        removed = {}
        for place, question in enumerate(materials.questions):
            act.session.add(db.Question(id=question.id, place=place, body=_body(question)))
            act.session.flush()
            removed[question.id] = _essays(act, seed, question)
        flat = [one for essays in removed.values() for each in essays.values() for one in each]
        essays = sum(len(one.essays) for one in materials.questions)
        act.note(TAKEN_IN, essays=essays, removed=blind.counts(flat))
        return Taken(len(materials.questions), essays, removed)


def set_options(store: Store, who: Who, chosen: Options, why: str) -> None:
    """Change the options; the old ones stay on record.

    Raises:
        RefusedError: Only a lead may, before the study is locked.
        InputError: An option is out of bounds, or no reason is given.
    """
    options.check(chosen)
    if not why.strip():
        raise InputError("say why the options change: it is kept with them")
    with doing(store, who, "set up", why=why) as act:
        old, new = msgspec.to_builtins(state.options(act.session)), msgspec.to_builtins(chosen)
        if chosen.step == 1 and (halves := _halves(act)):
            raise InputError(
                f"step 1: {plural(halves, 'mark')} of half points were given already: keep 0.5"
            )
        act.session.add(db.Setting(options=new, **act.stamp))
        changed = {name: [old[name], new[name]] for name in new if old[name] != new[name]}
        act.note("options changed", changed=changed)


def _halves(act: Doing) -> int:
    return sum(score % 1 > 0 for score in act.session.scalars(select(db.Mark.score)))


def origins(store: Store, who: Who) -> dict[str, Source]:
    """Return where each essay came from, by its id.

    Raises:
        RefusedError: The study is not unblinded.
    """
    with looking(store, who, "read origins") as (session, _):
        rows = session.execute(select(db.Origin.essay, db.Origin.envelope))
        return {essay: unseal(envelope) for essay, envelope in rows}


def question_of(row: db.Question) -> Question:
    """Return a question as it came in, without its essays; the names of files are not kept."""
    body = row.body
    rubric = body["rubric"]
    return Question(
        id=row.id,
        kind=body["kind"],
        title=body["title"],
        subjects=tuple(body["subjects"]),
        minutes=body["minutes"],
        parts=tuple(Part(**one) for one in body["parts"]),
        text=body["text"],
        rubric=Rubric(
            Path(),
            rubric["about"],
            {int(score): text for score, text in rubric["guidelines"].items()},
            msgspec.convert(rubric["sheet"], tuple[SheetPart, ...]),
        ),
        answers=msgspec.convert(body["answers"], tuple[Answer, ...]),
        file=msgspec.convert(body["file"], tuple[Paper, ...]),
        library=msgspec.convert(body["library"], tuple[Paper, ...]),
    )


def cleaned(question: Question, essay: Essay) -> tuple[str, tuple[Removed, ...]]:
    """Return an essay's text as it comes in, and what was taken out of it."""
    kept = _own_text(question)
    return blind.clean(essay.text, blind.names_of(essay.name, essay.fields, kept), kept)


def seal(source: Source) -> str:
    """Put what says whose an essay is into an envelope: no reader stumbles upon it."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(source))).decode()


def unseal(envelope: str) -> Source:
    """Open an envelope."""
    return msgspec.json.decode(zlib.decompress(base64.b64decode(envelope)), type=Source)


def _essays(act: Doing, seed: str, question: Question) -> dict[str, tuple[Removed, ...]]:
    """Store the essays of a question in a drawn order; return what was removed from each."""
    benchmarks = {name: score for score, name in question.benchmarks.items()}
    removed: dict[str, tuple[Removed, ...]] = {}
    taken: list[str] = []
    for essay in piles.shuffled(seed, question.essays, "intake", question.id):
        text, removed[essay.name] = cleaned(question, essay)
        if not text:
            raise InputError(f"{question.id}: {essay.name}: nothing is left of it once cleaned")
        taken.append(piles.code(seed, "essay", question.id, essay.name, taken=taken))
        score = benchmarks.get(essay.name)
        act.session.add(
            db.Essay(
                id=taken[-1],
                question=question.id,
                text=text,
                pool="benchmark" if score else _pool(question, essay),
                benchmark=score,
            )
        )
        act.session.flush()
        source = Source(essay.name, dict(essay.fields), removed[essay.name])
        act.session.add(db.Origin(essay=taken[-1], envelope=seal(source)))
    return {name: found for name, found in sorted(removed.items()) if found}


def _pool(question: Question, essay: Essay) -> str:
    use = essay.fields.get("use", "")
    if use not in ("", "live", "calibration"):
        raise InputError(f"{question.id}: {essay.name}: use {use!r}: must be calibration or live")
    return "calibration" if use == "calibration" else ""


def _body(question: Question) -> dict[str, Any]:
    """Return a question as JSON; names of model answers go, for they may tell who wrote them."""
    rubric = question.rubric
    body: dict[str, Any] = blind.plain_all(
        msgspec.to_builtins(
            {
                "kind": question.kind,
                "title": question.title,
                "subjects": question.subjects,
                "minutes": question.minutes,
                "parts": question.parts,
                "text": question.text,
                "rubric": {
                    "about": rubric.about,
                    "guidelines": {str(score): text for score, text in rubric.guidelines.items()},
                    "sheet": rubric.sheet,
                },
                "answers": [
                    Answer(f"Model answer {n}", one.score, one.text)
                    for n, one in enumerate(question.answers, 1)
                ],
                "file": question.file,
                "library": question.library,
            }
        )
    )
    return body


def _own_text(question: Question) -> str:
    papers = [paper.text for paper in (*question.file, *question.library)]
    analyses = [f"{issue.title}\n{issue.analysis}" for issue in question.rubric.issues]
    return "\n".join([question.title, question.text, *papers, *analyses])
