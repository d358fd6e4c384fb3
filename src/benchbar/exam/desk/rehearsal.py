"""A rehearsal: the invented example study, and three invented graders who take it to some stage.

Everything goes through the same acts as in a study of people. The graders know what each essay of
the example is meant to score, and now and then miss it by a point; all that they give is invented,
and their names say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Literal, NamedTuple, TypeAlias, get_args

from benchbar.errors import InputError
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
from benchbar.exam.essays import materials
from benchbar.exam.essays.materials import HIGHEST, LOWEST, Materials
from benchbar.seeds import rng_for

Stage: TypeAlias = Literal["ranks", "scores", "discussion", "grading", "differences", "report"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""Where a rehearsal stops, in the order of the protocol: what people can do then."""

GRADERS = ("Ada", "Ben", "Cleo")
INVENTED = "{} (invented)"
QUESTION = "mee-1"
"""The question of the example that has essays enough."""
ROUND = 12
"""Of its essays that are calibrated on."""
_OPTIONS = Options(second_readers=1.0, drift_every=6)
_MISSES = 0.1
"""Chance that an invented grader is a point off."""
_WHY = "rehearsal"
_FAR = 3.0
"""Points by which one essay is misjudged, so that there is a difference to be settled."""


class Intended(NamedTuple):
    """What an essay of the example is meant to be given."""

    score: float
    points: Mapping[str, float]

    @property
    def quality(self) -> tuple[float, float]:
        """What tells essays apart: the score, then the points."""
        return self.score, sum(self.points.values())


def rehearse(store: Store, lead: Who, stage: Stage) -> list[Who]:
    """Play a study of the example up to a stage; return its graders.

    Args:
        store: A database without a study.
        lead: Its lead.
        stage: Where it is people's turn.

    Raises:
        InputError: The database holds a study already.
    """
    if reading.study(store, lead).begun:
        raise InputError(
            "the database holds a study already: start it without --rehearse, or name a new one"
        )
    with as_file(files("benchbar.exam.essays") / "example_study") as folder:
        found = materials.read(folder)
    intake.take_in(store, lead, found, _OPTIONS, why=_WHY)
    names = [INVENTED.format(name) for name in GRADERS]
    graders = [people.add(store, lead, name, [QUESTION], why=_WHY) for name in names]
    play = _Play(store, lead, graders, _meant(found))
    acts = (play.begin, play.rank, play.score, play.deal, play.grade, play.end)
    for act in acts[: STAGES.index(stage) + 1]:
        act()
    return graders


def _meant(found: Materials) -> dict[str, Intended]:
    """Return what each essay is meant to be given, by its text as it came in."""
    return {
        intake.cleaned(question, essay)[0]: Intended(
            float(essay.fields["intended"]), essay.fields["points"]
        )
        for question in found.questions
        for essay in question.essays
    }


@dataclass
class _Play:
    """The acts of the lead and the graders, in the order of the protocol."""

    store: Store
    lead: Who
    graders: list[Who]
    meant: dict[str, Intended]

    def begin(self) -> None:
        """Train, and open the round."""
        for who in self.graders:
            training.done(self.store, who, QUESTION)
        ids = [who.id for who in self.graders]
        calibration.open_round(self.store, self.lead, QUESTION, ids, essays=ROUND, why=_WHY)

    def rank(self) -> None:
        """Put the essays of the round in order."""
        for who in self.graders:
            codes = self._codes(who)
            order = sorted(codes, key=lambda code: self._of(who, code).quality, reverse=True)
            calibration.rank(self.store, who, QUESTION, order)
            calibration.lock_ranks(self.store, who, QUESTION)

    def score(self) -> None:
        """Score them, and open the discussion."""
        for who in self.graders:
            for code in self._codes(who):
                self._mark(who, code)
            calibration.lock_scores(self.store, who, QUESTION)
        calibration.open_discussion(self.store, self.lead, QUESTION, 1)

    def deal(self) -> None:
        """End the discussion, and deal the essays among those who have passed."""
        calibration.close_discussion(self.store, self.lead, QUESTION, 1)
        dealt = live.deal(self.store, self.lead, QUESTION, why=_WHY)
        self.graders = [who for who in self.graders if who.id in dealt]

    def grade(self) -> None:
        """Mark the piles; the last grader misjudges one essay, so that readers differ."""
        for who in self.graders:
            met = {self._text(who, code) for code in self._codes(who)}
            far = who is self.graders[-1]
            for row in reading.pile(self.store, who, QUESTION):
                new = self._text(who, row.code) not in met
                now = far and new and self._of(who, row.code).score <= HIGHEST - _FAR
                self._mark(who, row.code, above=_FAR if now else 0.0)
                far = far and not now

    def end(self) -> None:
        """Settle what differs, lock, unblind."""
        for one in watching.differences(self.store, self.lead):
            code = live.send_to_third(self.store, self.lead, one.essay, self.lead.id, _WHY)
            self._mark(self.lead, code)
        closing.lock(self.store, self.lead, _WHY)
        closing.unblind(self.store, self.lead, _WHY)

    def _codes(self, who: Who) -> list[str]:
        return [row.code for row in reading.round_of(self.store, who, QUESTION).rows]

    def _text(self, who: Who, code: str) -> str:
        return reading.paper(self.store, who, code).text

    def _of(self, who: Who, code: str) -> Intended:
        """Return what somebody gives an essay: the same whenever he reads it."""
        text = self._text(who, code)
        meant = self.meant[text]
        luck = rng_for("rehearsal", who.name, text)
        off = luck.choice((-1, 1)) if luck.random() < _MISSES else 0
        return Intended(_within(meant.score + off), meant.points)

    def _mark(self, who: Who, code: str, *, above: float = 0.0) -> None:
        given = self._of(who, code)
        score = _within(given.score + above)
        marking.mark(self.store, who, code, score, given.points, "Invented, for a rehearsal.")


def _within(score: float) -> float:
    return float(min(HIGHEST, max(LOWEST, score)))
