"""The tables of the desk, the same in SQLite and PostgreSQL. Nothing here says what they mean.

Rows of all tables but ``session`` and ``draft`` are only ever inserted (``triggers``): a change is
a new row, with who, when and why. A database holds one study.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Utc(TypeDecorator[datetime]):
    """A moment as ISO text in UTC: SQLite knows no moments, and text sorts alike in both."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return the text of a moment."""
        return None if value is None else moment(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the moment of a text."""
        return None if value is None else datetime.fromisoformat(value)


def moment(value: datetime) -> str:
    """Return a moment as it is stored: ``2026-11-30T08:22:01.000123Z``."""
    told = value.astimezone(UTC).isoformat(timespec="microseconds")
    return told.removesuffix("+00:00") + "Z"


class Base(DeclarativeBase):
    """What all tables share."""

    type_annotation_map = {  # noqa: RUF012
        datetime: Utc,
        str: Text,
        dict[str, Any]: JSON,
        list[Any]: JSON,
        float: Float(53),
    }


class SchemaVersion(Base):
    """The steps that this database has been taken through (``migrations``)."""

    __tablename__ = "schema_version"
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class Study(Base):
    """The study: one row. From ``seed``, a secret, all orders and codes are drawn."""

    __tablename__ = "study"
    __table_args__ = (CheckConstraint("id = 1"),)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str]
    label: Mapped[str]
    about: Mapped[str]
    seed: Mapped[str]
    at: Mapped[datetime]


class Person(Base):
    """Who takes part: a lead or a grader; a grader is a human or a model."""

    __tablename__ = "person"
    __table_args__ = (
        CheckConstraint("role IN ('lead', 'grader')"),
        CheckConstraint("kind IN ('human', 'model')"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    role: Mapped[str]
    kind: Mapped[str]
    name: Mapped[str]
    by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]


class Setting(Base):
    """The options of the study; the last row counts."""

    __tablename__ = "setting"
    number: Mapped[int] = mapped_column(primary_key=True)
    options: Mapped[dict[str, Any]]
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Question(Base):
    """A question as it was taken in."""

    __tablename__ = "question"
    id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int]
    body: Mapped[dict[str, Any]]


class Essay(Base):
    """An essay, cleaned; its id says nothing. ``pool`` is what it may be used for."""

    __tablename__ = "essay"
    __table_args__ = (CheckConstraint("pool IN ('', 'benchmark', 'calibration')"),)
    id: Mapped[str] = mapped_column(primary_key=True)
    question: Mapped[str] = mapped_column(ForeignKey("question.id"), index=True)
    text: Mapped[str]
    pool: Mapped[str]
    benchmark: Mapped[int | None]


class Origin(Base):
    """Where an essay came from, in an envelope (``intake.seal``): not read before unblinding."""

    __tablename__ = "origin"
    essay: Mapped[str] = mapped_column(ForeignKey("essay.id"), primary_key=True)
    envelope: Mapped[str]


class Assignment(Base):
    """Which questions a grader grades."""

    __tablename__ = "assignment"
    person: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    question: Mapped[str] = mapped_column(ForeignKey("question.id"), primary_key=True)
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Invitation(Base):
    """A link to come in by: the hash of its secret. A session that names it has used it up."""

    __tablename__ = "invitation"
    id: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    secret: Mapped[str] = mapped_column(unique=True)
    expires: Mapped[datetime]
    by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]


class Session(Base):
    """A browser that came in: the hash of its token, and what its forms must carry."""

    __tablename__ = "session"
    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(unique=True)
    csrf: Mapped[str]
    person: Mapped[int] = mapped_column(ForeignKey("person.id"))
    invitation: Mapped[int] = mapped_column(ForeignKey("invitation.id"), unique=True)
    at: Mapped[datetime]
    expires: Mapped[datetime]
    ended: Mapped[datetime | None]


class Event(Base):
    """What happened to the study, a question of it, or a grader (``subject``)."""

    __tablename__ = "event"
    __table_args__ = (Index("event_about", "question", "subject"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    question: Mapped[str | None] = mapped_column(ForeignKey("question.id"))
    round: Mapped[int] = mapped_column(default=0)
    subject: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    data: Mapped[dict[str, Any]]
    by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Placing(Base):
    """An essay before a grader, under a code of his own.

    ``use`` is calibration, live, second, drift or third; ``round`` that of the calibration, 0 in
    the pile; ``place`` orders them.
    """

    __tablename__ = "placing"
    __table_args__ = (
        Index("placing_of", "person", "question", "round"),
        Index("placing_essay", "essay"),
        CheckConstraint("use IN ('calibration', 'live', 'second', 'drift', 'third')"),
        CheckConstraint("(use = 'calibration') = (round > 0)"),
    )
    code: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("person.id"))
    question: Mapped[str] = mapped_column(ForeignKey("question.id"))
    essay: Mapped[str] = mapped_column(ForeignKey("essay.id"))
    use: Mapped[str]
    round: Mapped[int]
    place: Mapped[float]
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Withdrawal(Base):
    """An unread essay that was taken off a pile again."""

    __tablename__ = "withdrawal"
    code: Mapped[str] = mapped_column(ForeignKey("placing.code"), primary_key=True)
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class RankOrder(Base):
    """A rank order of the essays of a calibration round, best first; the highest number counts."""

    __tablename__ = "rank_order"
    person: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    question: Mapped[str] = mapped_column(ForeignKey("question.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    codes: Mapped[list[Any]]
    at: Mapped[datetime]
    why: Mapped[str]


class Mark(Base):
    """A mark; the highest number counts, the lower ones are what it replaced."""

    __tablename__ = "mark"
    __table_args__ = (CheckConstraint("number > 0"), CheckConstraint("score BETWEEN 1 AND 6"))
    code: Mapped[str] = mapped_column(ForeignKey("placing.code"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    score: Mapped[float]
    points: Mapped[dict[str, Any]]
    comment: Mapped[str]
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Adjudication(Base):
    """How a difference was settled: the third mark that counts; the highest number counts."""

    __tablename__ = "adjudication"
    __table_args__ = (UniqueConstraint("code"),)
    essay: Mapped[str] = mapped_column(ForeignKey("essay.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(ForeignKey("placing.code"))
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime]
    why: Mapped[str]


class Draft(Base):
    """What a grader has begun to write and not confirmed; replaced as he writes."""

    __tablename__ = "draft"
    person: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    about: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[dict[str, Any]]
    at: Mapped[datetime]


CHANGEABLE = ("session", "draft")
"""The only tables whose rows may be changed or deleted; no mark is in them."""
