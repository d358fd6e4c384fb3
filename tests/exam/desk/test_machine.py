"""Any sequence of calls whatever: the promises of the desk hold after each."""

import random
import shutil
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import select

from benchbar.errors import BenchbarError
from benchbar.exam.desk import (
    backup,
    calibration,
    closing,
    intake,
    live,
    marking,
    people,
    reading,
    state,
    training,
    watching,
)
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import StaleError
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk.made_study import (
    Clock,
    Study,
    calibrate,
    grade,
    materials,
    question,
    run_round,
    score,
    start,
)

LAX = Options(
    calibration_essays=4, spearman=0.5, kappa=0.3, bias=2, adjacent=0.5, drift_every=2,
    second_readers=0.5, difference=1,
)  # fmt: skip
Q = "mee-1"
GRADERS = st.integers(0, 2)
SCORES = st.integers(1, 6).map(float)


_FOLDERS: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give the studies that are begun a place; hypothesis hands no fixtures to a machine."""
    _FOLDERS.append(tmp_path_factory.mktemp("begun"))


@cache
def _beginning(begun: str) -> Path:
    """Make a study that has come so far, once."""
    folder = _FOLDERS[-1] / begun
    store = open_store(folder / "desk.db", now=Clock())
    study = start(store, materials(question(Q, 24, benchmarks=1, kept=11)), options=LAX)
    ids = [who.id for who in study.graders.values()]
    if begun == "calibrating":
        calibration.open_round(store, study.lead, Q, ids)
        calibrate(study, study.graders["Ada"], Q)
    elif begun != "fresh":
        run_round(study, Q, bad=["Cleo"] if begun == "one failed" else ())
        live.deal(store, study.lead, Q)
    if begun == "graded by half":
        for n, name in enumerate(("Ada", "Ben")):
            grade(study, study.graders[name], Q, above=3.0 * n)
    backup.backup(store, folder / "copy.db")
    store.close()
    return folder / "copy.db"


def _people(store: Store) -> list[Who]:
    with store.reading() as session:
        return [
            state.told(one) for one in session.scalars(select(db.Person).order_by(db.Person.id))
        ]


class DeskMachine(RuleBasedStateMachine):
    """Three graders and a lead who call whatever they like; refusals are no faults."""

    @initialize(begun=st.sampled_from(["fresh", "calibrating", "one failed", "graded by half"]))
    def begin(self, begun: str) -> None:
        """Begin somewhere in the life of a study."""
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "desk.db"
        shutil.copy(_beginning(begun), path)
        self.store = open_store(path, now=Clock())
        self.lead, *self.graders = _people(self.store)
        names = {who.name: who for who in self.graders}
        self.study = Study(self.store, self.lead, names)
        self.confirmed: dict[tuple[str, int], float] = {}
        self.locked = self.unblinded = False
        self.luck = random.Random(1)
        self.note_all()

    def note_all(self) -> None:
        """Take all that is there for confirmed."""
        with self.store.reading() as session:
            for one in session.scalars(select(db.Mark)):
                self.confirmed.setdefault((one.code, one.number), one.score)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()

    def attempt(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except BenchbarError:
            return False
        return True

    def codes(self, who: Who) -> list[str]:
        with self.store.reading() as session:
            return list(session.scalars(select(db.Placing.code).where(db.Placing.person == who.id)))

    @rule(n=GRADERS)
    def train(self, n: int) -> None:
        self.attempt(lambda: training.done(self.store, self.graders[n], Q))

    @rule(some=st.sets(GRADERS, min_size=2))
    def open_round(self, some: set[int]) -> None:
        ids = [self.graders[n].id for n in some]
        self.attempt(lambda: calibration.open_round(self.store, self.lead, Q, ids))

    @rule(n=GRADERS, bad=st.booleans())
    def calibrate_wholly(self, n: int, bad: bool) -> None:
        """Go through a round, as far as the rules let him; marks that were confirmed count."""
        self.attempt(lambda: calibrate(self.study, self.graders[n], Q, bad=bad))
        self.note_all()

    @rule(n=GRADERS)
    def rank(self, n: int) -> None:
        who = self.graders[n]

        def act() -> None:
            found = reading.round_of(self.store, who, Q)
            order = [row.code for row in found.rows]
            self.luck.shuffle(order)
            calibration.rank(self.store, who, Q, order, replaces=found.order_number)

        self.attempt(act)

    @rule(n=GRADERS, scores=st.booleans())
    def lock_part(self, n: int, scores: bool) -> None:
        act = calibration.lock_scores if scores else calibration.lock_ranks
        self.attempt(lambda: act(self.store, self.graders[n], Q))

    @rule(n=GRADERS, by=GRADERS, at=st.integers(0, 99), given=SCORES, blindly=st.booleans())
    def mark(self, n: int, by: int, at: int, given: float, blindly: bool) -> None:
        """Mark an essay of grader ``n`` as grader ``by``, naming the right mark or the first."""
        codes = self.codes(self.graders[n])
        if not codes:
            return
        code = codes[at % len(codes)]
        last = max((number for one, number in self.confirmed if one == code), default=0)
        replaces = 0 if blindly else last
        try:
            found = marking.mark(
                self.store, self.graders[by], code, given, replaces=replaces, why="so"
            )
        except StaleError as error:
            stands = error.number
            assert stands == last != replaces
        except BenchbarError:
            return
        else:
            assert by == n
            assert not self.locked
            assert found.number == last + 1 == replaces + 1
            self.confirmed[code, found.number] = given
            self.open_to(code, self.graders[n])

    def open_to(self, code: str, who: Who) -> None:
        """Make sure that a mark in the pile was given by one who has passed his last round.

        And that one of calibration was given in his last round, between ranks and scores.
        """
        with self.store.reading() as session:
            place = session.get_one(db.Placing, code)
            found = state.track(session, who.id, Q).round
            assert session.get(db.Withdrawal, code) is None
        assert found is not None
        if place.round == 0:
            assert found.passed
            assert found.discussion == "over"
        else:
            assert place.round == found.number
            assert found.ranks_locked
            assert not found.scores_locked

    @rule(n=GRADERS, given=st.none() | SCORES)
    def grade_next(self, n: int, given: float | None) -> None:
        who = self.graders[n]

        def act() -> None:
            if code := reading.next_code(self.store, who, Q):
                told = given or score(reading.paper(self.store, who, code).text)
                found = marking.mark(self.store, who, code, told)
                self.confirmed[code, found.number] = told
                self.open_to(code, who)
                assert not self.locked

        self.attempt(act)

    @rule(opens=st.booleans(), number=st.integers(1, 3))
    def discuss(self, opens: bool, number: int) -> None:
        act = calibration.open_discussion if opens else calibration.close_discussion
        self.attempt(lambda: act(self.store, self.lead, Q, number))

    @rule(n=GRADERS)
    def read_discussion(self, n: int) -> None:
        if self.attempt(lambda: reading.discussion(self.store, self.graders[n], Q)):
            with self.store.reading() as session:
                found = state.track(session, self.graders[n].id, Q).round
            assert found is not None
            assert found.scores_locked
            assert found.discussion != "not yet"

    @rule()
    def deal(self) -> None:
        self.attempt(lambda: live.deal(self.store, self.lead, Q))

    @rule(n=GRADERS)
    def withdraw(self, n: int) -> None:
        self.attempt(lambda: live.withdraw(self.store, self.lead, self.graders[n].id, Q, "ill"))

    @rule(n=GRADERS)
    def third(self, n: int) -> None:
        for one in watching.differences(self.store, self.lead):
            to = self.graders[n].id
            self.attempt(partial(live.send_to_third, self.store, self.lead, one.essay, to, "far"))

    @rule(n=GRADERS)
    def forged(self, n: int) -> None:
        """Try a lead's acts as a grader who claims to lead."""
        forged = Who(self.graders[n].id, "lead", "human", "Lena", "Lead 1")
        for act in (closing.lock, closing.unblind, intake.origins, people.everyone):
            assert self.unblinded or not self.attempt(partial(act, self.store, forged))

    @rule(chance=st.integers(0, 20))
    def lock(self, chance: int) -> None:
        early = chance == 20
        if chance > 17 and self.attempt(lambda: closing.lock(self.store, self.lead, early=early)):
            assert not self.locked
            self.locked = True

    @rule()
    def unblind(self) -> None:
        if self.attempt(lambda: closing.unblind(self.store, self.lead)):
            assert self.locked
            self.unblinded = True

    @invariant()
    def no_mark_is_lost_or_made_up(self) -> None:
        if hasattr(self, "store"):
            with self.store.reading() as session:
                there = {
                    (one.code, one.number): one.score for one in session.scalars(select(db.Mark))
                }
            assert there == self.confirmed

    @invariant()
    def nobody_has_an_essay_twice_for_one_purpose(self) -> None:
        if hasattr(self, "store"):
            with self.store.reading() as session:
                rows = session.scalars(select(db.Placing).where(state.there())).all()
            pairs = [(one.person, one.essay, one.use in ("calibration", "drift")) for one in rows]
            twice = [(one.person, one.essay, one.use) for one in rows]
            assert len(set(twice)) == len(rows)
            met = {(one.person, one.essay) for one in rows if one.use == "calibration"}
            assert all(not checks for *pair, checks in pairs if tuple(pair) not in met)
            assert all(checks for *pair, checks in pairs if tuple(pair) in met)

    @invariant()
    def origins_are_sealed_until_unblinding(self) -> None:
        if hasattr(self, "store"):
            for who in (self.lead, self.graders[0]):
                opened = self.attempt(partial(intake.origins, self.store, who))
                assert opened == self.unblinded


DeskMachine.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestDesk = DeskMachine.TestCase
