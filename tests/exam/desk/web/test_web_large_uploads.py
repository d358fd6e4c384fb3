"""A hundred megabytes, and uploads that break off: little memory is used, nothing is left."""

import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from benchbar.exam.desk.web.guard import UPLOAD_BYTES
from tests.exam.desk.web import serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[serving.Served, Path]]:
    """Return a desk that runs, and the folder into which it unpacks."""
    folder = tmp_path_factory.mktemp("served")
    scratch = folder / "scratch"
    scratch.mkdir()
    kept, os.environ["TMPDIR"] = os.environ.get("TMPDIR"), str(scratch)
    try:
        with serving.serve(str(folder / "desk.db")) as found:
            yield found, scratch
    finally:
        del os.environ["TMPDIR"]
        if kept:
            os.environ["TMPDIR"] = kept


class Line:
    """A connection on which bytes are sent as they are."""

    def __init__(self, address: str) -> None:
        host, port = re.findall(r"//(.*):(\d+)/", address)[0]
        self.host = f"{host}:{port}"
        self.socket = socket.create_connection((host, int(port)), timeout=60)

    def head(self, cookie: str, *headers: str) -> None:
        """Begin to send materials."""
        lines = ["POST /setup/materials HTTP/1.1", f"Host: {self.host}", f"Cookie: desk={cookie}",
                 "Content-Type: multipart/form-data; boundary=b", *headers]  # fmt: skip
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def status(self) -> int:
        """Return the status of the answer."""
        found = b""
        with self.socket:
            while b"\r\n" not in found:
                found += self.socket.recv(4_096)
        return int(found.split()[1])


def memory(process_id: int) -> int:
    """Return the most memory that a process had, in kilobytes."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0])


@pytest.fixture(scope="module")
def cookie(served: tuple[serving.Served, Path]) -> str:
    with httpx.Client() as client:
        client.post(served[0].link)
        return client.cookies["desk"]


START = b'--b\r\nContent-Disposition: form-data; name="files"; filename="study.zip"\r\n\r\n'


def whole(line: Line, cookie: str, size: int) -> None:
    line.head(cookie, f"Content-Length: {size}")
    line.socket.sendall(START)
    for _ in range((size - len(START)) // (1 << 20)):
        line.socket.sendall(bytes(1 << 20))
    line.socket.sendall(bytes((size - len(START)) % (1 << 20)))


def chunked(line: Line, cookie: str, size: int) -> None:
    line.head(cookie, "Transfer-Encoding: chunked")
    for part in (START, *([bytes(1 << 20)] * (size >> 20))):
        line.socket.sendall(b"%x\r\n%s\r\n" % (len(part), part))
    line.socket.sendall(b"0\r\n\r\n")


@pytest.mark.parametrize("send", [whole, chunked])
def test_a_hundred_megabytes_are_refused_in_little_memory(
    send: Callable[[Line, str, int], None], served: tuple[serving.Served, Path], cookie: str
) -> None:
    found, scratch = served
    before = memory(found.process.pid)
    line = Line(found.address)
    send(line, cookie, 100_000_000)
    assert line.status() == 413
    assert memory(found.process.pid) - before < 60_000
    assert list(scratch.iterdir()) == []
    assert UPLOAD_BYTES < 100_000_000


def test_an_upload_that_breaks_off_leaves_nothing(
    served: tuple[serving.Served, Path], cookie: str
) -> None:
    found, scratch = served
    for _ in range(3):
        line = Line(found.address)
        line.head(cookie, "Content-Length: 40000000")
        line.socket.sendall(START + bytes(5_000_000))
        line.socket.close()
    for _ in range(100):
        if not [one for one in open_files(found.process.pid) if str(scratch) in one]:
            break
        time.sleep(0.05)
    assert not [one for one in open_files(found.process.pid) if str(scratch) in one]
    assert list(scratch.iterdir()) == []
    page = httpx.get(f"{found.address}setup", cookies={"desk": cookie})
    assert "Take the folder in" in page.text, "nothing was taken in"


def open_files(process_id: int) -> list[str]:
    folder = Path(f"/proc/{process_id}/fd")
    found = []
    for one in folder.iterdir():
        try:
            found.append(str(one.readlink()))
        except OSError:
            continue
    return found
