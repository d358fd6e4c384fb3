"""Runs that are killed, stopped, or meet: nothing is lost, only what flew is asked again."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import folder, study
from tests.loopback import Act, Loopback, always

CONNECTIONS = 4
PLANNED = 48

GO_ON = """
import signal, sys
from pathlib import Path
from benchbar.errors import BenchbarError
from benchbar.runs import study
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    study.resume(Path(sys.argv[1]))
except BenchbarError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


@pytest.fixture
def out(built: Path, cell: Cell, server: Loopback, tmp_path: Path) -> Path:
    """A run that is planned and not yet begun, on a server that takes its time."""
    server.behave = always(Act(wait_seconds=0.03))
    folder_ = tmp_path / "run"
    folder_.mkdir()
    folder.create(study.plan(built, (cell,), max_connections=CONNECTIONS), folder_, force=False)
    return folder_


def go_on(out: Path) -> subprocess.Popen[str]:
    """Resume the run in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", GO_ON, str(out)], stderr=subprocess.PIPE, text=True
    )


def wait_for(server: Loopback, answers: int, child: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while server.answered.total() < answers:
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_killed_run_loses_nothing_and_repeats_only_what_flew(out: Path, server: Loopback) -> None:
    rng = random.Random(5)
    kills = 3
    settled: dict[str, int] = {}
    for _ in range(kills):
        enough = server.answered.total() + rng.randrange(2, 12)
        child = go_on(out)
        wait_for(server, enough, child)
        child.kill()
        child.communicate()
        settled |= stored_prompts(out, server)
    outcome = study.resume(out)
    assert outcome.complete
    assert outcome.stored == PLANNED == len(study.open_run(out).replies())
    assert sum(server.asked.values()) - PLANNED <= kills * CONNECTIONS
    assert settled
    assert settled == {prompt: server.asked[prompt] for prompt in settled}


def stored_prompts(out: Path, server: Loopback) -> dict[str, int]:
    """The prompts whose replies are stored, with how often they were asked so far."""
    run = study.open_run(out)
    stored = {reply.id for reply in run.replies()}
    return {
        prompt: server.asked[prompt]
        for document, items in run.pairs()
        for item in items
        if item.id in stored
        for prompt in [f"{document.text}\n\n{item.question}"]
    }


def test_ctrl_c_keeps_what_came_and_a_second_process_explains_itself(
    out: Path, server: Loopback
) -> None:
    child = go_on(out)
    wait_for(server, 2 * CONNECTIONS + 1, child)
    with pytest.raises(InputError, match=rf"another benchbar run .*\(process {child.pid}\)"):
        study.resume(out)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=60)
    assert child.returncode == 1
    assert told.strip().splitlines()[-1].startswith("IncompleteError: ")
    assert f"of {PLANNED} replies are stored" in told
    assert f"benchbar run --resume {out}" in told
    before = len(study.open_run(out).replies())
    assert CONNECTIONS < before < PLANNED
    outcome = study.resume(out)
    assert (outcome.complete, outcome.asked) == (True, PLANNED - before)


def test_a_complete_run_is_left_alone(out: Path, server: Loopback) -> None:
    assert study.resume(out).complete
    asked, preflights = server.asked.copy(), server.preflights
    stored = {path: path.stat().st_mtime_ns for path in out.iterdir() if path.name != "lock"}
    outcome = study.resume(out)
    assert (outcome.complete, outcome.asked) == (True, 0)
    assert (server.asked, server.preflights) == (asked, preflights)
    assert stored == {p: p.stat().st_mtime_ns for p in out.iterdir() if p.name != "lock"}
