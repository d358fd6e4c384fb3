"""``benchbar desk``: what it prints, how it ends, and what goes in and out beside the pages."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from benchbar.cli.desk import STAGES
from benchbar.exam.desk import people, reading, rehearsal
from benchbar.exam.desk.store import open_store
from benchbar.exam.desk.web import serve
from tests.exam.desk.web import serving


def benchbar(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "benchbar", *words], capture_output=True, text=True, timeout=60
    )


def start(*words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-u", "-m", "benchbar", "desk", "--port", "0", *words]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=serving.heeding,
    )


def told(process: "subprocess.Popen[str]", lines: int) -> str:
    assert process.stdout
    return "".join(process.stdout.readline() for _ in range(lines))


def stopped(process: "subprocess.Popen[str]") -> str:
    """Press Ctrl-C; return what was said."""
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    return said


def test_the_stages_of_the_flag_are_those_of_the_rehearsal() -> None:
    assert STAGES == rehearsal.STAGES


def test_it_makes_the_database_prints_the_lead_s_link_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    db = tmp_path / "new" / "desk.db"
    process = start("--db", str(db), "--lead", "Lena", "--example")
    out = told(process, 3)
    said = stopped(process)
    assert re.search(r"^  Lena: http://127\.0\.0\.1:\d+/join/[\w-]{43}$", out, re.MULTILINE)
    assert "taken in: 4 questions, 42 essays" in said
    assert "warning" not in said
    store = open_store(db)
    lead = people.at_hand(store)
    assert lead.name == "Lena"
    assert reading.study(store, lead).begun
    store.close()
    again = start("--db", str(db), "--lead", "Somebody else", "--example")
    assert "  Lena: " in told(again, 3)
    assert "holds its study already; nothing was taken in" in stopped(again)


def test_a_rehearsal_prints_a_link_for_everybody(tmp_path: Path) -> None:
    process = start("--db", str(tmp_path / "desk.db"), "--rehearse", "grading")
    out = told(process, 6)
    stopped(process)
    names = re.findall(r"^  (.*): http://\S+/join/\S{43}$", out, re.MULTILINE)
    assert names == ["Lead", "Ada (invented)", "Ben (invented)", "Cleo (invented)"]


def test_others_can_reach_it_only_with_a_warning(tmp_path: Path) -> None:
    process = start("--db", str(tmp_path / "desk.db"), "--host", "0.0.0.0")  # noqa: S104
    told(process, 3)
    assert "warning: others can reach this address, and what is sent is not encrypted" in stopped(
        process
    )


def test_behind_a_web_server_links_lead_there(tmp_path: Path) -> None:
    process = start("--db", str(tmp_path / "desk.db"), "--address", "https://desk.example.org")
    assert "Lead: https://desk.example.org/join/" in told(process, 3)
    stopped(process)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--example", "--rehearse", "ranks"), "choose one of --materials, --example"),
        (("--address", "desk.example.org"), "is no address such as https://desk.example.org/"),
        (("--address", "https://example.org/desk"), "is no address such as"),
        (("--host", "203.0.113.7"), "Cannot assign requested address"),
        (("--materials", "."), "study"),
        (("--db", "mysql://here/db"), "neither sqlite nor postgresql"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = benchbar("desk", "--port", "0", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = benchbar("desk", "--db", str(tmp_path / "desk.db"), "--port", str(port))
    assert done.returncode == 2
    assert f"port {port}: Address already in use: choose another --port" in done.stderr
    assert not (tmp_path / "desk.db").exists()


def test_a_backup_an_export_and_a_restore_while_the_desk_runs(tmp_path: Path) -> None:
    db = str(tmp_path / "desk.db")
    with serving.serve(db, "--example"):
        for words in (
            ("backup", str(tmp_path / "copy.db")),
            ("export", str(tmp_path / "tables")),
            ("export", str(tmp_path / "dump.jsonl"), "--format", "jsonl"),
        ):
            done = benchbar("desk", *words, "--db", db)
            assert done.returncode == 0, done.stderr
            assert benchbar("desk", *words, "--db", db).returncode == 2, "nothing is written over"
    assert "marks.csv" in {path.name for path in (tmp_path / "tables").iterdir()}
    restored = str(tmp_path / "restored.db")
    done = benchbar("desk", "--db", restored, "restore", str(tmp_path / "dump.jsonl"))
    assert done.returncode == 0, done.stderr
    link = benchbar("desk", "--db", restored, "link", "--address", "http://localhost:9/")
    assert re.fullmatch(r"http://localhost:9/join/[\w-]{43}\n", link.stdout)
    for name in ("copy.db", "restored.db"):
        store = open_store(tmp_path / name)
        assert reading.study(store, people.at_hand(store)).begun
        store.close()


def test_nothing_is_made_where_no_desk_is(tmp_path: Path) -> None:
    db = tmp_path / "none.db"
    for words in (("backup", "copy.db"), ("export", "tables"), ("link",)):
        done = benchbar("desk", *words, "--db", str(db))
        assert done.returncode == 2
        assert "there is no database of the desk here" in done.stderr
    assert not db.exists()


def test_a_socket_of_ours_is_one_that_does_not_wait() -> None:
    with serve.listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP, "asyncio sets TCP_NODELAY for these alone"
        assert serve.address(listening).startswith("http://127.0.0.1:")
