"""Runs that are killed, stopped, cut off, or meet: nothing is lost, only what flew is asked again.

The server counts for itself what it was asked. Two laws hold whenever and however often a run
ends: a prompt whose reply is stored is never asked again, and a session asks at most as many
prompts in vain as there were open calls.
"""

import errno
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell
from benchbar.runs import clients, folder, study
from benchbar.suites.build import build
from benchbar.suites.order import Order
from tests.loopback import Act, Loopback, always
from tests.runs import going_on

CONNECTIONS = 4
ITEMS = 36
"""Of each of four tests; a third of them where that will do."""
KILLS = 20


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA folder of four tests with 36 items each."""
    data = tmp_path_factory.mktemp("crash") / "data"
    build(Order(("4k",), ("synthetic",), items=(("test", ITEMS),)), data)
    return data


@pytest.fixture
def planned(items: Path, cell: Cell, server: Loopback) -> study.Study:
    """A third of the items for a server that takes its time."""
    server.behave = always(Act(wait_seconds=0.02))
    return study.plan(items, (cell,), max_connections=CONNECTIONS, limit=ITEMS // 3)


@pytest.fixture
def out(planned: study.Study, tmp_path: Path) -> Path:
    """A run that is planned and not yet begun."""
    folder_ = tmp_path / "run"
    folder_.mkdir()
    folder.create(planned, folder_, force=False)
    return folder_


class Laws:
    """Watches a run from session to session: rows are only added, and are never lost."""

    def __init__(self, out: Path, server: Loopback) -> None:
        self.out = out
        self.server = server
        self.planned = study.open_run(out).outcome().planned
        self.sessions = 0
        self.settled: Counter[str] = Counter()
        self.rows = b""

    def end_session(self) -> None:
        """Note what is stored after a session: rows are only added, whole, in the order they came.

        A row that was torn at the end of the file is not counted; the next session cuts it off.
        """
        path = self.out / folder.REPLIES
        rows = path.read_bytes() if path.exists() else b""
        rows = rows[: rows.rfind(b"\n") + 1]
        assert rows.startswith(self.rows)
        self.rows = rows
        self.sessions += 1
        self.settled |= Counter({p: self.server.asked[p] for p in stored_prompts(self.out)})

    def check_complete(self) -> None:
        """Hold the server's count against both laws, after the run was completed."""
        run = study.open_run(self.out)
        assert run.outcome().complete
        assert run.graded
        assert len(run.replies()) == self.planned == len(self.server.asked)
        assert all(reply.text == "line 3" for reply in run.replies())
        assert (self.out / folder.REPLIES).read_bytes().startswith(self.rows)
        assert self.settled == Counter({p: self.server.asked[p] for p in self.settled})
        assert self.server.asked.total() - self.planned <= self.sessions * CONNECTIONS


@pytest.fixture
def laws(out: Path, server: Loopback) -> Laws:
    return Laws(out, server)


def stored_prompts(out: Path) -> Iterator[str]:
    """Yield the prompts whose replies are stored."""
    run = study.open_run(out)
    stored = {reply.id for reply in run.replies() if reply.stop_reason != "failed"}
    for document, items in run.pairs():
        yield from (f"{document.text}\n\n{item.question}" for item in items if item.id in stored)


def wait_for(server: Loopback, answers: int, child: BaseProcess) -> None:
    """Wait until the server has sent so many answers in all, or the process has ended."""
    deadline = time.monotonic() + 60
    while server.answered.total() < answers and child.is_alive():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_a_run_killed_twenty_times_loses_nothing_and_repeats_only_what_flew(
    planned: study.Study, out: Path, server: Loopback
) -> None:
    folder.create(msgspec.structs.replace(planned, limit=None), out, force=True)
    laws = Laws(out, server)
    rng = random.Random(5)
    for _ in range(KILLS):
        enough = server.answered.total() + rng.randrange(11)
        child = going_on.resume(out)
        wait_for(server, enough, child)
        time.sleep(rng.uniform(0, 0.03))
        child.kill()
        child.join()
        assert child.exitcode == -signal.SIGKILL
        laws.end_session()
    assert 0 < len(laws.settled) < laws.planned
    assert study.resume(out).asked == laws.planned - len(laws.settled)
    laws.check_complete()


def test_ctrl_c_at_any_moment_keeps_what_came(out: Path, server: Loopback, laws: Laws) -> None:
    rng = random.Random(7)
    for _ in range(5):
        before = server.answered.total()
        child = going_on.resume(out)
        wait_for(server, before + rng.randrange(1, 20), child)
        child_ends(child, signal.SIGINT)
        line = going_on.told(child, out)
        laws.end_session()
        assert child.exitcode == 1
        assert line == (
            f"{out}: stopped; {len(laws.settled)} of {laws.planned} replies are stored: go on with "
            f"'benchbar run --resume {out}'"
        )
    assert study.resume(out).asked == laws.planned - len(laws.settled)
    laws.check_complete()


@pytest.mark.parametrize("wait_seconds", [0.002, 0.01, 0.05])
def test_an_impatient_ctrl_c_ends_the_run_as_one_does(
    out: Path, server: Loopback, laws: Laws, wait_seconds: float
) -> None:
    server.behave = always(Act(wait_seconds=0.3))
    child = going_on.resume(out)
    wait_for(server, CONNECTIONS, child)
    assert child.pid is not None
    for _ in range(4):
        with suppress(ProcessLookupError):  # it may have ended by then
            os.kill(child.pid, signal.SIGINT)
        time.sleep(wait_seconds)
    assert ": stopped; " in going_on.told(child, out)
    assert child.exitcode == 1
    laws.end_session()


def child_ends(child: BaseProcess, how: signal.Signals) -> None:
    assert child.pid is not None
    os.kill(child.pid, how)
    child.join(60)


def test_a_disk_that_fills_up_loses_no_stored_reply(
    out: Path, server: Loopback, laws: Laws, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Filling(jsonl.Appender):
        """A disk with room for nine rows and a half."""

        room = 9

        def add(self, record: object) -> None:
            if not self.room:
                self._file.write(b'{"id":"torn')
                self._file.flush()
                raise OSError(errno.ENOSPC, "No space left on device")
            self.room -= 1
            super().add(record)

    with monkeypatch.context() as full:
        full.setattr(jsonl, "Appender", Filling)
        with pytest.raises(IncompleteError, match=rf"full: free some space; 9 of {laws.planned}"):
            study.resume(out)
    assert (out / folder.REPLIES).read_bytes().endswith(b"torn")
    laws.end_session()
    assert len(laws.settled) == Filling.room
    assert study.resume(out).asked == laws.planned - Filling.room
    laws.check_complete()


class TestTheNetworkIsLost:
    """The server is gone, with every open call, after some answers."""

    @pytest.fixture
    def cut_after(self, server: Loopback) -> Callable[[int], None]:
        def cut(answers: int) -> None:
            once = threading.Lock()

            def behave(prompt: str, before: int) -> Act:
                if server.answered.total() >= answers and once.acquire(blocking=False):
                    server.hang_up = True
                return Act()

            server.behave = behave

        return cut

    def test_a_short_loss_is_waited_out(
        self,
        out: Path,
        server: Loopback,
        laws: Laws,
        cut_after: Callable[[int], None],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        waits: list[object] = []

        def wait(*_: object) -> Callable[[object], float]:
            def wait_seconds(state: object) -> float:
                waits.append(state)
                if len(waits) == CONNECTIONS:
                    server.behave, server.hang_up = always(Act()), False
                return 0.01

            return wait_seconds

        monkeypatch.setattr(clients, "_patience", wait)
        cut_after(30)
        outcome = study.resume(out)
        assert outcome.complete
        assert len(waits) >= CONNECTIONS
        laws.sessions = 1
        laws.check_complete()

    def test_a_long_loss_ends_the_run_which_goes_on_later(
        self, out: Path, server: Loopback, laws: Laws, cut_after: Callable[[int], None]
    ) -> None:
        cut_after(20)
        with pytest.raises(IncompleteError, match=r"stopped because \d+ of \d+ calls failed"):
            study.resume(out)
        laws.end_session()
        with pytest.raises(InputError, match="no server answers at"):
            study.resume(out)
        server.behave, server.hang_up = always(Act()), False
        assert study.resume(out).asked == laws.planned - len(laws.settled)
        laws.check_complete()


def test_a_second_process_in_the_folder_is_told_who_is_there(
    out: Path, server: Loopback, laws: Laws
) -> None:
    child = going_on.resume(out)
    wait_for(server, 1, child)
    with pytest.raises(InputError, match=rf"another benchbar run .*\(process {child.pid}\)"):
        study.resume(out)
    assert going_on.told(child, out) == ""
    assert child.exitcode == 0
    laws.check_complete()
    assert set(server.asked.values()) == {1}


def test_of_two_runs_begun_in_one_folder_one_goes_on(
    planned: study.Study, server: Loopback, tmp_path: Path
) -> None:
    out = tmp_path / "new"
    children = [going_on.begin(planned, out) for _ in range(2)]
    lines = [going_on.told(child, out) for child in children]
    assert sorted(child.exitcode or 0 for child in children) == [0, 2]
    assert sorted(map(bool, lines)) == [False, True]
    assert "another benchbar run is working" in max(lines) or "holds a run already" in max(lines)
    assert study.open_run(out).outcome().complete
    assert set(server.asked.values()) == {1}


def test_runs_side_by_side_do_not_touch_each_other(
    planned: study.Study, server: Loopback, tmp_path: Path
) -> None:
    few = msgspec.structs.replace(planned, limit=5)
    outs = [tmp_path / "runs" / name for name in ("a", "b", "c")]
    children = [going_on.begin(few, out) for out in outs]
    assert [going_on.told(child, out) for child, out in zip(children, outs, strict=True)] == [
        ""
    ] * 3
    for out in outs:
        run = study.open_run(out)
        assert run.outcome().complete
        assert run.graded
    assert set(server.asked.values()) == {3}


def test_a_complete_run_is_left_alone(out: Path, server: Loopback) -> None:
    assert study.resume(out).complete
    asked, preflights = server.asked.copy(), server.preflights
    stored = {path: path.stat().st_mtime_ns for path in out.iterdir() if path.name != "lock"}
    outcome = study.resume(out)
    assert (outcome.complete, outcome.asked) == (True, 0)
    assert (server.asked, server.preflights) == (asked, preflights)
    assert stored == {p: p.stat().st_mtime_ns for p in out.iterdir() if p.name != "lock"}
