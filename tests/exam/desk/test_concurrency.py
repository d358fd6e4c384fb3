"""Many at once, and a process that is killed: nothing that was confirmed is lost or half there."""

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import func, select, text

from benchbar.exam.desk import calibration, live, marking, people, reading, training, watching
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import StaleError
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk.made_study import Study, calibrate, grade, run_round, start

T = TypeVar("T")


def at_once(*acts: Callable[[], T]) -> list[T | Exception]:
    """Call all at the same moment; return what each returned or raised."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], T]) -> T | Exception:
        barrier.wait()
        try:
            return act()
        except Exception as error:  # noqa: BLE001
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def dealt(store: Store) -> Study:
    study = start(store)
    run_round(study, "mee-1")
    live.deal(store, study.lead, "mee-1")
    return study


def test_of_two_tabs_one_is_told_what_stands(store: Store) -> None:
    study = dealt(store)
    ada = study.graders["Ada"]
    codes = [row.code for row in reading.pile(store, ada, "mee-1")]
    for code in codes[:3]:
        found = at_once(
            lambda c=code: marking.mark(store, ada, c, 2.0),  # type: ignore[misc]
            lambda c=code: marking.mark(store, ada, c, 5.0),  # type: ignore[misc]
        )
        stale = [one for one in found if isinstance(one, StaleError)]
        given = [one for one in found if isinstance(one, marking.Mark)]
        assert len(stale) == len(given) == 1
        assert stale[0].number == 1
        assert stale[0].standing == given[0]
        assert f"a score of {given[0].score:g}" in str(stale[0])
        assert reading.paper(store, ada, code).mark == given[0]


def test_two_graders_mark_the_same_essay_at_once(store: Store) -> None:
    study = dealt(store)
    with store.reading() as session:
        twice = session.scalars(
            select(db.Placing.essay)
            .where(db.Placing.use.in_(("live", "second")))
            .group_by(db.Placing.essay)
            .having(func.count() == 2)
        ).all()
        assert twice
        rows = session.scalars(
            select(db.Placing).where(db.Placing.essay == twice[0], db.Placing.round == 0)
        ).all()
    whose = {who.id: who for who in study.graders.values()}
    found = at_once(
        *(lambda row=row: marking.mark(store, whose[row.person], row.code, 4.0) for row in rows)
    )
    assert [one.number for one in found if isinstance(one, marking.Mark)] == [1, 1]


def test_a_rank_order_and_a_lock_at_once_leave_one_of_both_worlds(store: Store) -> None:
    study = start(store)
    ada, ben, _ = study.graders.values()
    calibration.open_round(store, study.lead, "mee-1", [ada.id, ben.id])
    training.done(store, ada, "mee-1")
    order = [row.code for row in reading.round_of(store, ada, "mee-1").rows]
    calibration.rank(store, ada, "mee-1", order)
    changed = order[::-1]
    found = at_once(
        lambda: calibration.lock_ranks(store, ada, "mee-1"),
        lambda: calibration.rank(store, ada, "mee-1", changed, replaces=1),
    )
    stands = reading.round_of(store, ada, "mee-1").order
    assert found[0] is None
    assert list(stands) == (order if isinstance(found[1], RefusedError) else changed)


def test_a_link_lets_one_in(store: Store) -> None:
    secret = people.lead_link(store, "Lena")
    found = at_once(*[lambda: people.enter(store, secret)] * 4)
    assert sum(isinstance(one, people.Entry) for one in found) == 1
    assert sum(isinstance(one, RefusedError) for one in found) == 3


def test_deals_at_once_deal_each_essay_once(store: Store) -> None:
    study = start(store)
    run_round(study, "mee-1")
    at_once(*[lambda: live.deal(store, study.lead, "mee-1")] * 3)
    with store.reading() as session:
        live_ones = session.scalars(select(db.Placing.essay).where(db.Placing.use == "live")).all()
    assert len(live_ones) == len(set(live_ones)) == 20 - 2 - 6


def test_all_graders_at_once_lose_nothing(store: Store) -> None:
    study = dealt(store)
    found = at_once(*(lambda w=who: grade(study, w, "mee-1") for who in study.graders.values()))
    with store.reading() as session:
        marks = session.scalar(
            select(func.count())
            .select_from(db.Mark)
            .join(db.Placing, db.Placing.code == db.Mark.code)
            .where(db.Placing.round == 0)
        )
    assert marks == sum(one for one in found if isinstance(one, int))
    assert all(
        track.track.read == track.track.pile
        for track in watching.progress(store, study.lead)[0].graders
    )


_MARKER = """
import sys
from benchbar.exam.desk import marking, reading
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import open_store
store = open_store(sys.argv[1])
who = Who(int(sys.argv[2]), "grader", "human", "", "")
number = {row.code: 0 for row in reading.pile(store, who, "mee-1")}
for _ in range(int(sys.argv[3])):
    for code in number:
        found = marking.mark(store, who, code, 4.0, {"1a": 1}, "x" * 5000,
                             replaces=number[code], why="again")
        number[code] = found.number
        print(code, found.number, flush=True)
"""


def test_processes_take_turns(store: Store, where: str) -> None:
    study = dealt(store)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _MARKER, where, str(who.id), "4"], stdout=subprocess.PIPE
        )
        for who in study.graders.values()
    ]
    told = [one.communicate()[0].splitlines() for one in running]
    assert [one.returncode for one in running] == [0] * 3
    with store.reading() as session:
        marks = session.scalar(select(func.count()).select_from(db.Mark))
    assert marks == sum(map(len, told)) + 3 * 6


@pytest.mark.parametrize("confirmed", [1, 23])
def test_kill_loses_nothing_that_was_confirmed(store: Store, where: str, confirmed: int) -> None:
    study = dealt(store)
    ids = [str(who.id) for who in study.graders.values()]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _MARKER, where, one, "10000"], stdout=subprocess.PIPE, text=True
        )
        for one in ids
    ]
    told: list[str] = []
    for _ in range(confirmed):
        for process in running:
            assert process.stdout is not None
            told.append(process.stdout.readline())
    for process in running:
        process.send_signal(signal.SIGKILL)
    for process in running:
        told += process.communicate()[0].splitlines(keepends=True)
    whole = {(line.split()[0], int(line.split()[1])) for line in told if line.endswith("\n")}
    assert len(whole) >= confirmed * len(running)

    again = open_store(where)
    with again.reading() as session:
        there = {
            (one.code, one.number): one
            for one in session.scalars(
                select(db.Mark)
                .join(db.Placing, db.Placing.code == db.Mark.code)
                .where(db.Placing.round == 0)
            )
        }
        if again.engine.dialect.name == "sqlite":
            assert session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert session.execute(text("PRAGMA foreign_key_check")).all() == []
    assert whole <= there.keys()
    assert len(there) - len(whole) <= len(running)
    assert {len(one.comment) for one in there.values()} == {5000}
    last = max(number for _, number in there)
    assert all((code, n) in there for code, number in there for n in range(1, number))
    code = next(code for code, number in there if number == last)
    whose = next(w for w in study.graders.values() if code in _codes(again, w))
    head = reading.paper(again, whose, code).mark
    assert head is not None
    assert marking.mark(again, whose, code, 1.0, replaces=head.number, why="x").number > last
    again.close()


def _codes(store: Store, who: Who) -> set[str]:
    return {row.code for row in reading.pile(store, who, "mee-1")}


def test_a_round_that_was_being_opened_is_there_whole_or_not(store: Store) -> None:
    study = start(store)
    ids = [who.id for who in study.graders.values()]
    found = at_once(
        lambda: calibration.open_round(store, study.lead, "mee-1", ids),
        lambda: calibration.open_round(store, study.lead, "mee-1", ids),
    )
    assert sum(one == 1 for one in found) == 1
    assert sum(isinstance(one, RefusedError) for one in found) == 1
    for who in study.graders.values():
        calibrate(study, who, "mee-1")
