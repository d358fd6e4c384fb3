"""Out of the desk: every table as CSV for people, and as JSON Lines for programs and backups.

No file here says whose an essay is before the study is unblinded: the JSON Lines carry the
envelopes, closed, and the CSV leaves them out until they are open.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Table, func, select
from sqlalchemy.orm import Session

from benchbar import jsonl
from benchbar.exam.desk import migrations
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import doing, looking
from benchbar.exam.desk.intake import unseal
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.report.columns import Cells
from benchbar.report.sheets import csv_file
from benchbar.suites.whole import making

FORMAT = "benchbar desk"
SECRET = ("invitation", "session")
"""Tables that leave the desk in no form but the database itself."""
MARK = "marks.csv"

_HEADERS = {
    "marks": (
        "essay", "question", "grader", "kind", "use", "round", "code", "number", "counts", "score",
        "points", "comment", "by", "at", "why",
    ),
    "ranks": ("question", "round", "grader", "number", "rank", "essay", "code", "at", "why"),
    "piles": (
        "essay", "question", "grader", "use", "round", "place", "code", "withdrawn", "by", "at",
    ),
    "adjudications": ("essay", "code", "grader", "score", "by", "at", "why"),
    "events": ("at", "by", "kind", "question", "round", "about", "data", "why"),
    "options": ("number", "options", "by", "at", "why"),
    "people": ("number", "role", "kind", "name", "at"),
    "essays": ("essay", "question", "pool", "benchmark", "text"),
    "origins": ("essay", "question", "name", "fields", "removed"),
}  # fmt: skip

_FILES = tuple(f"{name}.csv" for name in _HEADERS)


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first row of a dump; ``rows`` is how many follow, so that none can be lost unseen."""

    format: str
    version: int
    rows: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table, by its columns; moments are ISO text in UTC."""

    table: str
    row: dict[str, Any]


def write_csv(store: Store, who: Who, folder: Path, *, force: bool = False) -> list[str]:
    """Write every table into a folder, whole or not at all; no text in it is a formula.

    Returns:
        The names of the files.

    Raises:
        RefusedError: Only a lead may.
        InputError: The folder is there and ``force`` is not given, or it is something else.
    """
    _note(store, who, "CSV")
    with (
        looking(store, who, "export") as (session, now),
        making(
            folder, mark=MARK, what="export of a study of essays", force=force, made_of=_FILES
        ) as made,
    ):
        names = [name for name in _HEADERS if name != "origins" or now.unblinded]
        for name in names:
            with csv_file(made / f"{name}.csv", _HEADERS[name], raw=False) as add:
                for row in _ROWS[name](session):
                    add(row)
        return [f"{name}.csv" for name in names]


def write_json(store: Store, who: Who, path: Path) -> None:
    """Write every table as JSON Lines, whole or not at all: ``backup.restore`` reads it.

    Raises:
        RefusedError: Only a lead may.
    """
    _note(store, who, "JSON Lines")
    with looking(store, who, "export") as (session, _):
        jsonl.write(path, dump(session))


def _note(store: Store, who: Who, form: str) -> None:
    with doing(store, who, "export") as act:
        act.note("exported", form=form)


def dump(session: Session) -> Iterator[Header | Row]:
    """Yield a header and the rows of all tables but the secret ones, such that none is early."""
    counts = [session.scalar(select(func.count()).select_from(table)) for table in tables()]
    yield Header(FORMAT, migrations.newest(), sum(count or 0 for count in counts))
    for table in tables():
        for row in session.execute(select(table).order_by(*table.primary_key.columns)).mappings():
            yield Row(str(table.name), {str(name): _told(value) for name, value in row.items()})


def _told(value: object) -> object:
    return db.moment(value) if isinstance(value, datetime) else value


def tables() -> list[Table]:
    """Return the tables of a dump, those that others refer to first."""
    left_out = (*SECRET, db.SchemaVersion.__tablename__)
    return [table for table in db.Base.metadata.sorted_tables if table.name not in left_out]


def _names(session: Session) -> dict[int | None, str]:
    return {None: "", **{one.id: one.name for one in session.scalars(select(db.Person))}}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _marks(session: Session) -> Iterator[Cells]:
    people = {one.id: one for one in session.scalars(select(db.Person))}
    rows = session.execute(
        select(db.Placing, db.Mark)
        .join(db.Mark, db.Mark.code == db.Placing.code)
        .order_by(db.Placing.question, db.Placing.essay, db.Placing.person, db.Mark.at)
    ).all()
    last: dict[str, int] = {}
    for place, mark in rows:
        last[place.code] = max(mark.number, last.get(place.code, 0))
    for place, mark in rows:
        grader = people[place.person]
        yield (
            place.essay, place.question, grader.name, grader.kind, place.use, place.round,
            place.code, mark.number, "yes" if mark.number == last[place.code] else "replaced",
            mark.score, _json(mark.points), mark.comment, people[mark.by].name,
            db.moment(mark.at), mark.why,
        )  # fmt: skip


def _ranks(session: Session) -> Iterator[Cells]:
    names = _names(session)
    essays = {one.code: one.essay for one in session.scalars(select(db.Placing))}
    order = (
        db.RankOrder.question, db.RankOrder.round, db.RankOrder.person, db.RankOrder.number
    )  # fmt: skip
    for one in session.scalars(select(db.RankOrder).order_by(*order)):
        for rank, code in enumerate(one.codes, 1):
            yield (
                one.question, one.round, names[one.person], one.number, rank, essays[code], code,
                db.moment(one.at), one.why,
            )  # fmt: skip


def _piles(session: Session) -> Iterator[Cells]:
    names = _names(session)
    gone = set(session.scalars(select(db.Withdrawal.code)))
    order = (db.Placing.question, db.Placing.person, db.Placing.round, db.Placing.place)
    for one in session.scalars(select(db.Placing).order_by(*order)):
        yield (
            one.essay, one.question, names[one.person], one.use, one.round, one.place, one.code,
            "yes" if one.code in gone else "", names[one.by], db.moment(one.at),
        )  # fmt: skip


def _adjudications(session: Session) -> Iterator[Cells]:
    names = _names(session)
    rows = session.execute(
        select(db.Adjudication, db.Placing)
        .join(db.Placing, db.Placing.code == db.Adjudication.code)
        .order_by(db.Adjudication.essay, db.Adjudication.number)
    )
    scores: dict[str, float] = {}
    for mark in session.scalars(select(db.Mark).order_by(db.Mark.number)):
        scores[mark.code] = mark.score
    for one, place in rows:
        yield (
            one.essay, one.code, names[place.person], scores[one.code], names[one.by],
            db.moment(one.at), one.why,
        )  # fmt: skip


def _events(session: Session) -> Iterator[Cells]:
    names = _names(session)
    for one in session.scalars(select(db.Event).order_by(db.Event.id)):
        yield (
            db.moment(one.at), names[one.by], one.kind, one.question, one.round,
            names[one.subject], _json(one.data), one.why,
        )  # fmt: skip


def _options(session: Session) -> Iterator[Cells]:
    names = _names(session)
    for one in session.scalars(select(db.Setting).order_by(db.Setting.number)):
        yield one.number, _json(one.options), names[one.by], db.moment(one.at), one.why


def _people(session: Session) -> Iterator[Cells]:
    for one in session.scalars(select(db.Person).order_by(db.Person.id)):
        yield one.id, one.role, one.kind, one.name, db.moment(one.at)


def _essays(session: Session) -> Iterator[Cells]:
    for one in session.scalars(select(db.Essay).order_by(db.Essay.question, db.Essay.id)):
        yield one.id, one.question, one.pool, one.benchmark, one.text


def _origins(session: Session) -> Iterator[Cells]:
    rows = session.execute(
        select(db.Origin, db.Essay.question)
        .join(db.Essay, db.Essay.id == db.Origin.essay)
        .order_by(db.Essay.question, db.Essay.id)
    )
    for one, question in rows:
        source = unseal(one.envelope)
        yield one.essay, question, source.name, _json(source.fields), _json(source.removed)


_ROWS = {
    "marks": _marks,
    "ranks": _ranks,
    "piles": _piles,
    "adjudications": _adjudications,
    "events": _events,
    "options": _options,
    "people": _people,
    "essays": _essays,
    "origins": _origins,
}
