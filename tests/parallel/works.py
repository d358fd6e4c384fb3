"""Work for workers on other nodes: they import it by its name."""

import os
import signal
import time
from pathlib import Path

import ray

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document

WAIT_SECONDS = 60.0


def square(n: int) -> int:
    return n * n


def refuse(n: int) -> int:
    if n == 3:
        raise InputError("3: too odd; take another")
    return n


def stumble(n: int) -> int:
    return 1 // n


def kill(n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n


def read(path: Path) -> list[str]:
    return [document.id for document in jsonl.read(path, Document)]


def node() -> str:
    found: str = ray.get_runtime_context().get_node_id()
    return found


def hold(job: tuple[int, Path]) -> int:
    """Say who begins, and hold until told that all may go on."""
    n, folder = job
    (folder / f"{n}.{node()}").touch()
    wait_for(folder / "go on")
    return n * n


def wait_for(path: Path) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not path.exists():
        if time.monotonic() > end:
            raise TimeoutError(path)
        time.sleep(0.02)
