"""From a reply to the letters of the file: both graders' picks, mapped back and marked."""

from dataclasses import dataclass
from typing import Literal

from benchbar.exam.bank_file import Letter
from benchbar.exam.prompts import Asked
from benchbar.records import Reply
from benchbar.scoring.choice import Pick, judge


@dataclass(frozen=True, slots=True)
class Answer:
    """What one grader makes of a reply, in the letters of the question's file.

    Attributes:
        first: The answer; None if there is none, which counts as wrong.
        second: The choice ranked next.
        third: The choice ranked after it.
        key: The right letter.
        shown: The letter that the reply itself gave, as the choices were shown to the model.
        rule: The rule that decided.
        understood: What was understood, in the letters shown.
        why: Why there is no answer, see ``benchbar.scoring.picks.Pick``.
    """

    first: Letter | None
    second: Letter | None
    third: Letter | None
    key: Letter
    shown: str | None
    rule: str
    understood: str
    why: str | None

    @property
    def correct(self) -> bool:
        """Whether the first choice is right."""
        return self.first == self.key

    def within(self, top: Literal[1, 2, 3]) -> bool:
        """Say whether one of the first choices, as many as ``top``, is right."""
        return self.key in (self.first, self.second, self.third)[:top]


def read(asked: Asked, reply: Reply) -> tuple[Answer, Answer]:
    """Return what the published and the corrected grader make of a reply to a question."""
    published, corrected = judge(asked.offered, reply)
    return _answer(published, asked), _answer(corrected, asked)


def _answer(pick: Pick, asked: Asked) -> Answer:
    order = asked.order
    first, second, third = map(order.back, pick.ranks)
    return Answer(
        first=first,
        second=second,
        third=third,
        key=order.back(asked.key) or asked.key,
        shown=pick.first,
        rule=pick.rule,
        understood=pick.understood,
        why=pick.why,
    )
