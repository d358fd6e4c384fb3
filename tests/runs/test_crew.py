"""Several workers on one run: nothing is lost or asked twice, and the budget holds.

The server counts for itself what it was asked.
"""

import dataclasses
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell
from benchbar.runs import board, budget, folder, study
from benchbar.runs.board import BOARD, STOP, WORKERS
from benchbar.runs.taking_in import replies_of
from tests.loopback import Act, Loopback, always
from tests.runs import going_on

CONNECTIONS = 4
ITEMS = 24


@pytest.fixture
def planned(built: Path, cell: Cell, server: Loopback) -> study.Study:
    """24 items for a server that takes its time."""
    server.behave = always(Act(wait_seconds=0.05))
    return study.plan(built, (cell,), max_connections=CONNECTIONS, limit=ITEMS // 4)


@pytest.fixture
def out(planned: study.Study, tmp_path: Path) -> Path:
    """A run that is planned and not yet begun."""
    assert study.make(planned, tmp_path / "run").planned == ITEMS
    return tmp_path / "run"


def wait_until(so: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def has_stored(out: Path, replies: int) -> bool:
    return stored(out) >= replies


def open_calls(out: Path, worker: BaseProcess) -> int:
    """Return how many calls a worker has open, by the board."""
    path = out / WORKERS / BOARD
    content = path.read_bytes() if path.is_file() else b""
    said = board.rows(content[: content.rfind(b"\n") + 1], path)
    money = [row for row in said if isinstance(row, board.Money)]
    return sum(row.calls for row in money if f"-{worker.pid}-" in row.worker)


def stored(out: Path) -> int:
    """Return how many rows of replies there are, whole ones and others."""
    files = [out / folder.REPLIES, *replies_of(out)]
    return sum(path.read_bytes().count(b"\n") for path in files if path.is_file())


def ends(*children: BaseProcess) -> list[int | None]:
    for child in children:
        child.join(60)
    return [child.exitcode for child in children]


def check_whole(out: Path) -> None:
    """A run is complete, graded, and shows nothing of who asked it; no reply is there twice."""
    run = study.open_run(out)
    assert run.outcome().complete
    assert run.graded
    rows = (out / folder.REPLIES).read_text().splitlines()
    assert len(rows) == run.outcome().planned
    assert not (out / WORKERS).exists()


def alone(planned: study.Study, out: Path) -> bytes:
    """Return the verdicts of the same study asked by one process."""
    study.run(planned, out)
    return (out / folder.VERDICTS).read_bytes()


def test_nothing_is_asked_by_who_makes_a_run(server: Loopback, out: Path) -> None:
    assert server.asked.total() == server.preflights == 0
    assert study.open_run(out).outcome().missing == ITEMS
    assert study.resume(out).complete


def test_workers_that_join_share_a_run_and_the_last_one_grades(
    planned: study.Study, server: Loopback, out: Path, tmp_path: Path
) -> None:
    children = [going_on.join(out) for _ in range(3)]
    assert ends(*children) == [0, 0, 0]
    assert set(server.asked.values()) == {1}
    assert server.preflights == 3
    check_whole(out)
    server.asked.clear()
    assert (out / folder.VERDICTS).read_bytes() == alone(planned, tmp_path / "alone")


def test_what_a_killed_worker_had_taken_is_asked_by_the_others(
    planned: study.Study, server: Loopback, out: Path, tmp_path: Path
) -> None:
    children = [going_on.join(out) for _ in range(3)]
    wait_until(lambda: len(replies_of(out)) == 3 and server.answered.total() >= 10)
    children[1].kill()
    assert ends(*children) == [0, -signal.SIGKILL, 0]
    check_whole(out)
    assert len(server.asked) == ITEMS
    assert server.asked.total() - ITEMS <= CONNECTIONS
    assert (out / folder.VERDICTS).read_bytes() == alone(planned, tmp_path / "alone")


def test_a_run_of_which_every_worker_was_killed_goes_on(server: Loopback, out: Path) -> None:
    for replies in (2, 6, 10):
        children = [going_on.join(out) for _ in range(2)]
        wait_until(partial(has_stored, out, replies))
        for child in children:
            child.kill()
        ends(*children)
    settled = {reply.id for reply in study.open_run(out).replies() if reply.stop_reason != "failed"}
    assert 10 <= len(settled) < ITEMS
    before = server.asked.copy()
    assert study.resume(out).asked == ITEMS - len(settled)
    check_whole(out)
    assert len(server.asked) == ITEMS
    assert (server.asked - before).total() == ITEMS - len(settled)
    assert server.asked.total() - ITEMS <= 3 * 2 * CONNECTIONS


def test_workers_and_one_process_keep_each_other_out(
    server: Loopback, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = going_on.join(out)
    wait_until(lambda: stored(out))
    with pytest.raises(InputError, match="workers are asking it: .*touch .*workers/stop") as caught:
        study.resume(out)
    assert f"benchbar run --join {out}'" in str(caught.value)
    assert study.open_run(out).outcome().stored >= 1
    (out / WORKERS / STOP).touch()
    assert ends(worker) == [1]
    assert ": all workers were stopped; " in going_on.told(worker, out)
    alone = going_on.resume(out)
    wait_until(lambda: server.preflights == 2)
    monkeypatch.setattr(folder, "PATIENCE_SECONDS", 0)
    with pytest.raises(InputError, match=rf"another benchbar run .*\(process {alone.pid}\)"):
        study.join(out)
    assert ends(alone) == [0]
    check_whole(out)


def test_a_worker_ended_by_its_scheduler_keeps_what_came(server: Loopback, out: Path) -> None:
    worker = going_on.join(out)
    wait_until(lambda: server.answered.total() >= 10)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGTERM)
    assert ends(worker) == [1]
    outcome = study.open_run(out).outcome()
    assert going_on.told(worker, out) == (
        f"{out}: stopped; {outcome.stored} of {ITEMS} replies are stored: go on with 'benchbar run "
        f"--resume {out}'"
    )
    assert 10 - CONNECTIONS <= outcome.stored <= server.asked.total() < ITEMS
    assert study.join(out).complete
    check_whole(out)


def test_a_worker_waits_for_who_has_the_run_for_a_moment(server: Loopback, out: Path) -> None:
    with folder.locked(out):
        worker = going_on.join(out)
        wait_until(lambda: worker.is_alive())
        time.sleep(0.5)
        assert server.preflights == 0
    assert ends(worker) == [0]
    check_whole(out)


def test_whoever_joins_a_run_that_is_done_leaves_it_alone(server: Loopback, out: Path) -> None:
    assert study.join(out).asked == ITEMS
    assert study.join(out).asked == 0
    assert server.asked.total() == ITEMS
    check_whole(out)


class TestWorkersOfOneMachine:
    """``--workers``: processes that one process starts, hears and ends."""

    def test_they_do_what_one_does(
        self, planned: study.Study, server: Loopback, tmp_path: Path
    ) -> None:
        shown: list[study.Progress] = []
        outcome = study.run(planned, tmp_path / "run", workers=3, progress=shown.append)
        assert (outcome.complete, outcome.asked) == (True, ITEMS)
        assert set(server.asked.values()) == {1}
        assert server.preflights == 1
        assert [now.stored for now in shown] == list(range(1, ITEMS + 1))
        check_whole(tmp_path / "run")
        verdicts = (tmp_path / "run" / folder.VERDICTS).read_bytes()
        assert verdicts == alone(planned, tmp_path / "alone")

    def test_they_share_the_connections(
        self, planned: study.Study, server: Loopback, tmp_path: Path
    ) -> None:
        at_once, most = 0, 0
        lock = threading.Lock()

        def behave(prompt: str, before: int) -> Act:
            nonlocal at_once, most
            with lock:
                at_once += 1
                most = max(most, at_once)
            time.sleep(0.1)
            with lock:
                at_once -= 1
            return Act()

        server.behave = behave
        assert study.run(planned, tmp_path / "run", workers=3).complete
        assert most <= CONNECTIONS

    def test_one_is_killed(self, planned: study.Study, server: Loopback, tmp_path: Path) -> None:
        before = set(multiprocessing.active_children())
        said: list[str] = []

        def kill_one() -> None:
            wait_until(lambda: server.answered.total() >= 10)
            (set(multiprocessing.active_children()) - before).pop().kill()

        killer = threading.Thread(target=kill_one)
        killer.start()
        outcome = study.run(planned, tmp_path / "run", workers=2, say=said.append)
        killer.join()
        assert outcome.complete
        assert "1 of 2 workers were killed" in said[-1]
        assert server.asked.total() - ITEMS <= CONNECTIONS
        check_whole(tmp_path / "run")

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_ctrl_c_ends_all_in_good_order(
        self, planned: study.Study, server: Loopback, tmp_path: Path, number: signal.Signals
    ) -> None:
        out = tmp_path / "run"
        parent = going_on.begin_with_workers(planned, out, 3)
        wait_until(lambda: server.answered.total() >= 10)
        assert parent.pid is not None
        os.kill(parent.pid, number)
        assert ends(parent) == [1]
        outcome = study.open_run(out).outcome()
        assert f"{out}: stopped; {outcome.stored} of {ITEMS} replies" in going_on.told(parent, out)
        assert not (out / WORKERS).exists()
        assert 0 <= server.asked.total() - outcome.stored <= CONNECTIONS
        assert study.resume(out, workers=2).complete
        assert server.asked.total() - ITEMS <= CONNECTIONS
        check_whole(out)

    def test_they_end_with_their_parent(
        self, planned: study.Study, server: Loopback, tmp_path: Path
    ) -> None:
        out = tmp_path / "run"
        parent = going_on.begin_with_workers(planned, out, 2)
        wait_until(lambda: server.answered.total() >= 10)
        parent.kill()
        ends(parent)

        def free() -> bool:
            try:
                with folder.locked(out):
                    return True
            except folder.HeldError:
                return False

        wait_until(free, 10)
        asked = server.asked.total()
        time.sleep(0.3)
        assert server.asked.total() == asked < ITEMS
        assert study.resume(out).complete
        check_whole(out)

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            ({"max_connections": 2}, "--workers 3: more than the 2 calls"),
            ({"batch": True}, "--batch: a batch is worked off by the provider"),
        ],
    )
    def test_what_cannot_be_shared_is_refused(
        self, built: Path, tmp_path: Path, options: dict[str, object], told: str
    ) -> None:
        cell = Cell("openai/gpt-4o")
        planned = study.plan(built, (cell,), **options)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=told):
            study.run(planned, tmp_path / "run", workers=3)
        assert not (tmp_path / "run").exists()


def test_a_worker_that_gives_up_ends_all(
    planned: study.Study, server: Loopback, tmp_path: Path
) -> None:
    server.behave = lambda prompt, before: Act(
        status=400 if server.answered.total() > 5 else 200, body=None, wait_seconds=0.02
    )
    with pytest.raises(IncompleteError, match=r"run: stopped because \d+ of \d+ calls failed"):
        study.run(replace(planned, limit=None), tmp_path / "run", workers=2)
    assert server.asked.total() < 2 * ITEMS
    assert not (tmp_path / "run" / WORKERS).exists()
    server.behave = always(Act())
    assert study.resume(tmp_path / "run", workers=2).complete


class TestOneBudget:
    """All workers together never pass it."""

    @pytest.fixture
    def prices(self, tmp_path: Path) -> Path:
        path = tmp_path / "prices.toml"
        path.write_text('["openai-api/local/*"]\nin = 10\nout = 100\n')
        return path

    @pytest.fixture
    def planned(self, built: Path, server: Loopback, prices: Path) -> study.Study:
        cell = Cell("openai-api/local/good", base_url=server.url, max_tokens=50)
        return study.plan(built, (cell,), budget=0.2, max_connections=8, prices=prices)

    @pytest.fixture
    def billed(self, server: Loopback) -> Callable[[], float]:
        """Return what the server would charge: each answer as long as it may be."""

        def behave(prompt: str, before: int) -> Act:
            read = len(prompt) // 5
            usage = {"prompt_tokens": read, "completion_tokens": 50, "total_tokens": read + 50}
            return Act(wait_seconds=0.05, usage=usage)

        server.behave = behave
        return lambda: sum(
            n * (len(prompt) // 5 * 10 + 50 * 100) / 1e6 for prompt, n in server.asked.items()
        )

    def test_workers_share_it_to_its_end(
        self, planned: study.Study, billed: Callable[[], float], tmp_path: Path
    ) -> None:
        out = tmp_path / "run"
        with pytest.raises(IncompleteError, match=r"would pass the budget of \$0.200") as caught:
            study.run(planned, out, workers=3)
        assert str(caught.value).endswith(f"benchbar run --resume {out} --budget MORE'")
        assert f"; {budget.dollars(budget.spent(out))} billed; " in str(caught.value)
        assert billed() <= budget.spent(out) <= 0.2
        assert 0.2 - budget.spent(out) < 0.02, "it stopped long before it had to"
        assert study.resume(out, budget=50, workers=2).complete
        assert budget.lost(out) < 1e-9
        check_whole(out)

    def test_what_a_killed_worker_had_set_aside_stays_so(
        self,
        planned: study.Study,
        server: Loopback,
        billed: Callable[[], float],
        tmp_path: Path,
    ) -> None:
        out = tmp_path / "run"
        study.make(planned, out)
        answer = server.behave

        def slow(prompt: str, before: int) -> Act:
            return dataclasses.replace(answer(prompt, before), wait_seconds=0.5)

        server.behave = slow
        children = [going_on.join(out) for _ in range(3)]
        wait_until(lambda: open_calls(out, children[0]))
        children[0].kill()
        server.behave = answer
        assert ends(*children) == [-signal.SIGKILL, 1, 1]
        assert "would pass the budget" in going_on.told(children[1], out)
        assert study.open_run(out).replies()
        assert budget.lost(out) > 0
        assert billed() <= budget.spent(out) <= 0.2

    def test_a_worker_that_cannot_even_try_a_model_out_says_so(
        self, planned: study.Study, server: Loopback, tmp_path: Path
    ) -> None:
        out = tmp_path / "run"
        study.make(replace(planned, budget=0.006), out)
        with pytest.raises(
            IncompleteError, match=r"would pass the budget of \$0.006; \$0.0015 bil"
        ):
            study.join(out)
        with pytest.raises(InputError, match=r"--budget 0.006: \$0.0015 are spent, and one call"):
            study.join(out)
        assert server.asked.total() == 0


def test_a_board_that_is_damaged_is_told(server: Loopback, out: Path) -> None:
    (out / WORKERS).mkdir()
    (out / WORKERS / BOARD).write_text('{"type":"else"}\n')
    with pytest.raises(InputError, match=r"board\.jsonl: damaged: .*: stop all workers and remove"):
        study.join(out)
