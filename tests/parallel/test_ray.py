"""The Ray executor, on a cluster of several nodes on this machine, all on loopback."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import ray
from hypothesis import given
from hypothesis import strategies as st
from ray import exceptions
from ray._private import ray_constants
from ray.cluster_utils import Cluster

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel import ray as door
from benchbar.parallel.base import Serial
from benchbar.parallel.ray import Ray
from benchbar.runs import grading
from benchbar.suites.audit import audit
from benchbar.suites.build import build
from benchbar.suites.data import Data
from tests.conftest import SMALL
from tests.parallel import works
from tests.stats.drawing import many_draws

STORE_BYTES = 80_000_000
QUICK = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}
"""Sees sooner than usual that a node is lost."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """A cluster of a head without cores and two nodes of one core; this process is joined to it."""
    folder = tempfile.mkdtemp(prefix="ray")  # a short name: it becomes part of those of sockets
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setattr(ray_constants, "ENABLE_RAY_CLUSTER", False)
        cluster = Cluster()
        try:
            add_node(cluster, 0, _system_config=QUICK)
            add_node(cluster, 1)
            add_node(cluster, 1)
            patch.setenv("RAY_ADDRESS", cluster.address)
            assert list(Ray().map(abs, [-1])) == [1]
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def add_node(cluster: Cluster, cores: int, **more: object) -> Any:
    return cluster.add_node(
        num_cpus=cores, object_store_memory=STORE_BYTES, include_dashboard=False, **more
    )


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a batch be a job."""
    monkeypatch.setattr(door, "_BATCH_SECONDS", 0.0)


@pytest.mark.usefixtures("nodes")
def test_results_come_in_the_order_of_the_jobs() -> None:
    jobs = range(5_000)
    assert list(Ray().map(works.square, iter(jobs))) == list(Serial().map(works.square, jobs))


@pytest.mark.usefixtures("nodes")
def test_many_quick_jobs_are_few_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = count()

    class Counting:
        def remote(self, *given: object) -> object:
            next(tasks)
            return real.remote(*given)

    real = door._DO
    monkeypatch.setattr(door, "_DO", Counting())
    assert len(list(Ray().map(works.square, range(50_000)))) == 50_000
    assert next(tasks) < 50


@given(jobs=st.integers(1, 10**6), seconds=st.floats(0, 10**6))
def test_a_batch_has_a_job_at_least_and_grows_by_steps(jobs: int, seconds: float) -> None:
    size = door._next_size(jobs, seconds)
    assert 1 <= size <= door._GROWTH * jobs
    assert size == 1 or size * seconds / jobs <= 1.5 * door._BATCH_SECONDS


@pytest.mark.usefixtures("nodes", "one_by_one")
@pytest.mark.parametrize(("workers", "most"), [(None, 4), (1, 1), (8, 4)])
def test_no_more_is_drawn_than_may_wait(workers: int | None, most: int) -> None:
    drawn: list[int] = []
    jobs = (drawn.append(n) or n for n in range(20))  # type: ignore[func-returns-value]
    for taken, result in enumerate(Ray(workers).map(works.square, jobs)):
        assert result == taken * taken
        assert len(drawn) <= taken + most
    assert len(drawn) == 20


@pytest.mark.usefixtures("nodes")
def test_an_error_of_a_job_comes_out_as_itself() -> None:
    with pytest.raises(InputError) as refused:
        list(Ray().map(works.refuse, range(40)))
    assert type(refused.value) is InputError
    assert str(refused.value) == "3: too odd; take another"
    with pytest.raises(ZeroDivisionError):
        list(Ray().map(works.stumble, [0]))


def test_a_node_is_killed_in_the_middle(nodes: Cluster, one_by_one: None, tmp_path: Path) -> None:
    doomed = add_node(nodes, 1)
    found: list[int] = []
    jobs = [(n, tmp_path) for n in range(12)]
    mapping = threading.Thread(target=lambda: found.extend(Ray().map(works.hold, jobs)))
    mapping.start()
    until(lambda: [*tmp_path.glob(f"*.{doomed.node_id}")])
    nodes.remove_node(doomed, allow_graceful=False)
    (tmp_path / "go on").touch()
    mapping.join(works.WAIT_SECONDS)
    assert found == [n * n for n in range(12)]
    lost = [path.stem for path in tmp_path.glob(f"*.{doomed.node_id}")]
    assert all(len([*tmp_path.glob(f"{n}.*")]) > 1 for n in lost)  # begun on another node again


def until(true: Any) -> None:
    end = time.monotonic() + works.WAIT_SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.usefixtures("nodes", "one_by_one")
def test_who_takes_no_more_results_frees_the_workers(tmp_path: Path) -> None:
    (tmp_path / "free").mkdir()
    (tmp_path / "free" / "go on").touch()
    jobs = [(2, tmp_path / "free"), *((n, tmp_path) for n in range(3))]
    results = iter(Ray().map(works.hold, jobs))
    assert next(results) == 4
    until(lambda: [*tmp_path.glob("*.*")])
    results.close()  # type: ignore[attr-defined]
    assert list(Ray().map(works.square, range(9))) == [n * n for n in range(9)]
    assert not (tmp_path / "go on").exists()


@pytest.mark.usefixtures("nodes")
def test_work_that_kills_every_worker_ends_with_a_line() -> None:
    with pytest.raises(IncompleteError, match="a worker was lost 4 times on the same work"):
        list(Ray().map(works.kill, [1]))


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (exceptions.OutOfMemoryError("killed"), IncompleteError, "ran out of memory 4 times"),
        (exceptions.NodeDiedError("gone"), IncompleteError, "a worker was lost 4 times"),
        (exceptions.RaySystemError("odd\nand more"), IncompleteError, r"failed \(.*odd\): see"),
        (exceptions.ObjectFreedError("", "", ""), IncompleteError, "the Ray cluster failed"),
    ],
)
def test_what_ray_raises_becomes_a_line(error: Exception, kind: type, said: str) -> None:
    found = door._said(error)
    assert type(found) is kind
    assert re.search(said, str(found))
    assert "\n" not in str(found)


@pytest.mark.usefixtures("nodes")
def test_a_machine_that_does_not_see_the_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="elsewhere.jsonl'?: all machines") as said:
        list(Ray().map(works.read, [tmp_path / "elsewhere.jsonl"]))
    assert "\n" not in str(said.value)


@pytest.mark.usefixtures("nodes")
def test_a_machine_with_another_benchbar_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_edition", lambda: "0.0.1 (0123456789)")
    with pytest.raises(InputError, match=r"this machine 0.0.1 \(0123456789\): install the same"):
        list(Ray().map(works.square, [1]))


@pytest.mark.usefixtures("nodes")
def test_a_machine_without_the_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works.square, "__module__", "only_here")
    monkeypatch.setitem(sys.modules, "only_here", works)
    with pytest.raises(InputError, match="No module named 'only_here'.*install the same"):
        list(Ray().map(works.square, [1]))


@pytest.mark.usefixtures("one_by_one")
def test_built_while_a_node_is_killed_every_byte_is_the_same(
    nodes: Cluster, tmp_path: Path, data: Data
) -> None:
    doomed = [add_node(nodes, 1)]

    def kill(done: int, total: int) -> None:
        if doomed and 0 < done < total:
            nodes.remove_node(doomed.pop(), allow_graceful=False)

    build(SMALL, tmp_path / "spread", spread=Ray(), progress=kill)
    assert not doomed
    assert contents(tmp_path / "spread") == contents(data.folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.usefixtures("nodes")
def test_graded_over_a_cluster_every_byte_is_the_same(data: Data, tmp_path: Path) -> None:
    items = [item for test in data.sets() for item in data.items(*test)]
    replies = tmp_path / "replies.jsonl"
    told = ({"id": item.id, "reply": f"{item.gold}{'?' * (n % 3)}"} for n, item in enumerate(items))
    jsonl.write(replies, told)
    alone, spread = tmp_path / "alone.jsonl", tmp_path / "spread.jsonl"
    outcome = grading.score_replies(data.folder, replies, alone)
    assert outcome == grading.score_replies(data.folder, replies, spread, spread=Ray())
    assert spread.read_bytes() == alone.read_bytes()
    assert alone.read_bytes().count(b"\n") == 2 * len(items)


@pytest.mark.usefixtures("nodes")
def test_workers_stand_in_the_folder_of_the_caller(
    data: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data.folder.parent)
    here = Path(data.folder.name)
    assert audit(here, spread=Ray(), parts=3) == audit(here)


@pytest.mark.usefixtures("nodes")
def test_bootstraps_over_a_cluster_are_the_same() -> None:
    assert many_draws(Ray()) == many_draws(None)


ALONE = """
import json
import sys
from pathlib import Path

import psutil

from benchbar.errors import IncompleteError
from benchbar.parallel.ray import Ray
from tests.parallel import works

folder = Path(sys.argv[1])
squares = list(Ray(2).map(works.square, range(1_000)))
me = psutil.Process()
family = [me, *me.children(recursive=True)]
sockets = [each for process in family for each in process.net_connections("inet")]
listening = {each.laddr.ip for each in sockets if each.status == psutil.CONN_LISTEN}
print(json.dumps([sum(squares), [*listening], len(family)]), flush=True)
try:
    list(Ray(2).map(works.kill, [1]))
except IncompleteError:
    print("lost")
try:
    list(Ray(2).map(works.hold, [(n, folder) for n in range(20)]))
except KeyboardInterrupt:
    print("stopped")
"""


def test_an_instance_of_our_own_is_private_and_silent_and_ends(tmp_path: Path) -> None:
    home, held = tmp_path / "home", tmp_path / "held"
    home.mkdir()
    held.mkdir()
    folder = tempfile.mkdtemp(prefix="ray")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    alone = subprocess.Popen(
        [sys.executable, "-c", ALONE, str(held)],
        env={**kept, "HOME": str(home), "RAY_TMPDIR": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with alone:
        try:
            until(lambda: [*held.iterdir()] or alone.poll() is not None)
            os.killpg(alone.pid, signal.SIGINT)  # as Ctrl-C does
            said, noise = alone.communicate(timeout=works.WAIT_SECONDS)
        finally:
            alone.kill()
            shutil.rmtree(folder, ignore_errors=True)
    assert noise == ""
    told, lost, stopped = said.splitlines()
    squares, listening, family = json.loads(told)
    assert squares == sum(n * n for n in range(1_000))
    assert family > 4
    assert {ip_address(place.removeprefix("::ffff:")).is_loopback for place in listening} == {True}
    assert (lost, stopped) == ("lost", "stopped")
    assert [*home.iterdir()] == []


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "nothing answers there"),
        ("127.0.0.1:70000", "nothing answers there"),
        ("head", "not host:port"),
        ("ray://127.0.0.1:10001", "run benchbar on a machine of the cluster"),
    ],
)
def test_a_wrong_address_is_told_at_once(
    address: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(InputError, match=said):
        list(Ray().map(works.square, [1]))


def test_a_cluster_of_another_version_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise RuntimeError("Version mismatch: The cluster was started with:\n    Ray: 2.1.0\n")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    with socket.create_server(("127.0.0.1", 0)) as there:
        monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{there.getsockname()[1]}")
        with pytest.raises(InputError, match="cannot be joined: Version mismatch: .* Ray: 2.1.0"):
            list(Ray().map(works.square, [1]))


@pytest.mark.parametrize("address", ["", "auto"])
def test_a_cluster_that_is_gone_is_not_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A head that was killed leaves its address behind."""
    started: list[object] = []

    def refuse(address: str, **settings: object) -> None:
        started.append((address, settings["num_cpus"]))
        raise RuntimeError("no room\nfor Ray")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.setenv("RAY_ADDRESS", address)
    monkeypatch.setattr(door, "read_ray_address", lambda: "127.0.0.1:1")
    with pytest.raises(IncompleteError, match="Ray does not start on this machine: no room$"):
        list(Ray(3).map(works.square, [1]))
    assert started == [("local", 3)]
