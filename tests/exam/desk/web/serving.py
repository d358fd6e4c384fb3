"""The desk as users run it: a process of its own, on loopback, which can be killed and started."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import IO, NamedTuple

import uvicorn

from benchbar.exam.desk.store import open_store
from benchbar.exam.desk.web.app import make
from benchbar.exam.desk.web.serve import address, listen

EXAMPLE = Path(str(files("benchbar.exam.essays"))) / "example_study"


class Served(NamedTuple):
    """A desk that runs: where, the lead's link, its process."""

    address: str
    link: str
    process: "subprocess.Popen[str]"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def heeding() -> None:
    """Let a process heed Ctrl-C, though whoever runs the tests may ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def serve(db: str, *options: str, port: int = 0, errors: IO[str] | None = None) -> Iterator[Served]:
    """Run ``benchbar desk`` on a database until the block ends; what it says goes to ``errors``."""
    command = [sys.executable, "-m", "benchbar", "desk", "--db", db, "--port", str(port), *options]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment,
        preexec_fn=heeding,
    ) as process:
        try:
            assert process.stdout
            told = "".join(process.stdout.readline() for _ in range(3))
            found = re.findall(r"http://\S+", told)
            assert len(found) == 2, told
            yield Served(found[0], found[1], process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)


@contextmanager
def in_a_thread(db: str, port: int = 0) -> Iterator[str]:
    """Serve a database in this process until the block ends: quicker to start; yield where."""
    store, listening = open_store(db), listen("127.0.0.1", port)
    where = address(listening)
    config = uvicorn.Config(make(store), log_level="error", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield where
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listening.close()
        store.close()


def small_study(folder: Path, essays: int = 16) -> Path:
    """Write a study of one question with some of the example's essays; all benchmarks stay."""
    shutil.copytree(EXAMPLE, folder)
    for name in ("mee-2", "mee-3", "mpt-1"):
        shutil.rmtree(folder / name)
    page = folder / "study.md"
    page.write_text(re.sub(r"questions: \[.*\]", "questions: [mee-1]", page.read_text()))
    told = (folder / "mee-1" / "benchmarks.md").read_text()
    kept = set(re.findall(r"^- \d: (\d\d)", told, re.M))
    found = sorted((folder / "mee-1" / "essays").iterdir())
    for path in [path for path in found if path.stem not in kept][essays:]:
        path.unlink()
    return folder


def intended(folder: Path) -> dict[str, int]:
    """Return the score that each essay of a study is meant to have, by its first words."""
    scores = {}
    for path in (folder / "mee-1" / "essays").iterdir():
        _, head, text = path.read_text().split("---\n", 2)
        found = re.search(r"^intended: (\d)", head, re.M)
        assert found
        scores[opening(text)] = int(found[1])
    return scores


def opening(text: str) -> str:
    """Return the first letters of an essay, letters alone."""
    return re.sub(r"[\W\d_]+", "", text)[:60]
