"""An act: one transaction that reads the situation, asks the protocol, and only then goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from benchbar.errors import InputError
from benchbar.exam.desk import blind, protocol, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.protocol import Act, RefusedError, Situation
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store

LONGEST = 20_000
"""Characters of a comment or a reason."""


class StaleError(RefusedError):
    """What was to be replaced no longer stands: another page has changed it.

    Attributes:
        number: Of what stands now.
        standing: What stands now, for the page to show beside what was typed.
    """

    def __init__(self, what: str, number: int, standing: Any) -> None:  # noqa: ANN401
        super().__init__(f"{what}: nothing was changed: look at it and decide anew")
        self.number = number
        self.standing = standing


@dataclass(frozen=True, slots=True)
class Doing:
    """An act under way: its transaction, and who did it, when and why, for every row it writes."""

    session: Session
    now: Situation
    by: int
    at: datetime
    why: str

    @property
    def stamp(self) -> dict[str, Any]:
        """Who, when and why, as columns."""
        return {"by": self.by, "at": self.at, "why": self.why}

    def note(
        self,
        kind: str,
        question: str | None = None,
        number: int = 0,
        subject: int | None = None,
        **data: Any,  # noqa: ANN401
    ) -> None:
        """Write down what happened."""
        self.session.add(
            db.Event(
                kind=kind, question=question, round=number, subject=subject, data=data, **self.stamp
            )
        )


@contextmanager
def doing(
    store: Store, who: Who, act: Act, question: str | None = None, why: str = ""
) -> Iterator[Doing]:
    """Do an act, if it is allowed: kept whole, or not at all.

    Args:
        store: The database.
        who: Who does it.
        act: What.
        question: The question that it is about.
        why: The reason that is kept.

    Raises:
        RefusedError: The protocol does not allow it now.
        InputError: There is no such question, or the reason is too long.
    """
    why = written(why, "the reason")
    with store.writing() as session:
        closing = act == "lock"
        now = state.situation(session, who.id, question, closing=closing)
        protocol.require(act, now)
        yield Doing(session, now, who.id, store.now(), why)


@contextmanager
def looking(
    store: Store, who: Who, act: Act, question: str | None = None
) -> Iterator[tuple[Session, Situation]]:
    """Read, if it is allowed. Arguments and errors are those of ``doing``."""
    with store.reading() as session:
        now = state.situation(session, who.id, question)
        protocol.require(act, now)
        yield session, now


def written(text: str, what: str) -> str:
    """Return text that somebody typed as it can be kept.

    Raises:
        InputError: It is too long.
    """
    if len(text) > LONGEST:
        raise InputError(f"{what} has {len(text):,} characters: {LONGEST:,} are the most")
    return blind.plain(text).strip()
