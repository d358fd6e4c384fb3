"""Downloading the United States Code: the official zip files of a release point.

A file is kept only once it is whole: its size is what the server said and every checksum inside
it holds. What a broken connection left is gone on with (HTTP ranges).
"""

import fcntl
import http.client
import os
import re
import socket
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

from benchbar import __version__
from benchbar.errors import IncompleteError, InputError

OFFICIAL = "https://uscode.house.gov"
"""Office of the Law Revision Counsel. The address and the two patterns below are from memory:
should they have changed, this is the only place to mend."""
_PAGE = "{base}/download/download.shtml"
_ZIP = "{base}/download/releasepoints/us/pl/{congress}/{law}/xml_usc{title}@{congress}-{law}.zip"
_NEWEST = re.compile(r"releasepoints/us/pl/(\d+)/(\w+)/xml_uscAll@")

R = TypeVar("R")

_RELEASE = re.compile(r"(?:Online@)?(\d+)-(\w+)")
_TITLES = range(1, 55)
_AGENT = f"benchbar/{__version__}"
_TIMEOUT_SECONDS = 60
_WAITS_SECONDS = (1.0, 4.0, 15.0)
_LONGEST_WAIT_SECONDS = 60.0
_CHUNK = 1 << 18

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Called with a file's name, the bytes that are there, and how many there will be if known."""


def fetch_uscode(
    titles: Sequence[int] | None,
    release_point: str | None,
    *,
    base_url: str = OFFICIAL,
    out: Path,
    progress: Progress,
    wait: Callable[[float], None] = time.sleep,
) -> list[Path]:
    """Download titles of the U.S. Code and return the zip files; those that are there stay.

    Args:
        titles: Numbers of titles; None for all of them in one file.
        release_point: Such as ``119-36``; None for the newest.
        base_url: The server.
        out: Folder for the files.
        progress: Told how far each file is.
        wait: Waits for some seconds before a new try.

    Raises:
        InputError: The server cannot be reached or has no such file.
        IncompleteError: The connection broke too often; the next call goes on.
    """
    base = base_url.rstrip("/")
    if urlsplit(base).scheme not in ("http", "https"):
        raise InputError(f"{base_url}: the address of a server must start with https://")
    if bad := [title for title in titles or () if title not in _TITLES]:
        raise InputError(f"the U.S. Code has no title {bad[0]}: choose among 1 to {_TITLES[-1]}")
    congress, law = _release(release_point) if release_point else _newest(base, wait)
    names = [f"{title:02d}" for title in dict.fromkeys(titles)] if titles else ["All"]
    urls = [_ZIP.format(base=base, congress=congress, law=law, title=name) for name in names]
    out.mkdir(parents=True, exist_ok=True)
    with alone(out):
        return [_fetch(url, out / url.rsplit("/", 1)[1], progress, wait) for url in urls]


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Keep two downloads from writing the same files.

    Raises:
        InputError: Another is under way.
    """
    held = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise InputError(f"{out}: another download is under way; wait until it ends") from None
    finally:
        os.close(held)


def _release(release_point: str) -> tuple[str, str]:
    if match := _RELEASE.fullmatch(release_point):
        return match[1], match[2]
    raise InputError(f"{release_point!r} is no release point: write one such as 119-36")


def _newest(base: str, wait: Callable[[float], None]) -> tuple[str, str]:
    page = _PAGE.format(base=base)

    def attempt() -> str:
        with _open(page, 0) as response:
            return response.read().decode("utf-8", "replace")

    if match := _NEWEST.search(_patiently(page, attempt, wait)):
        return match[1], match[2]
    raise InputError(f"{page} names no release point: give one with --release-point")


def _fetch(url: str, path: Path, progress: Progress, wait: Callable[[float], None]) -> Path:
    """Download one file; nothing stands under its name before it is whole."""
    if _whole(path):
        progress(path.name, path.stat().st_size, path.stat().st_size)
        return path
    partial = path.with_name(f"{path.name}.part")

    def attempt() -> Path:
        _go_on(url, partial, progress)
        if _whole(partial):
            return partial.replace(path)
        with partial.open("rb") as file:
            is_page = file.read(64).lstrip().startswith(b"<")
        partial.unlink()
        if is_page:
            raise InputError(f"{url}: a page came instead of a file; check title and release point")
        raise http.client.HTTPException("the file came damaged")

    return _patiently(url, attempt, wait)


_BROKEN = (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError)


def _patiently(url: str, attempt: Callable[[], R], wait: Callable[[float], None]) -> R:
    """Try until it works, with a longer wait each time; then say what was wrong."""
    pauses = iter(_WAITS_SECONDS)
    while True:
        try:
            return attempt()
        except _BROKEN as error:
            pause = next(pauses, None)
            if pause is None or _is_final(error):
                raise _given_up(url, error) from None
            wait(max(pause, _asked_wait(error)))
            if isinstance(error, urllib.error.HTTPError):
                error.close()


def _is_final(error: Exception) -> bool:
    """Say whether another try is of no use: a plain no of the server, or no network at all."""
    if isinstance(error, urllib.error.HTTPError):
        return error.code < 500 and error.code not in (408, 429)
    return isinstance(getattr(error, "reason", None), socket.gaierror)


def _asked_wait(error: Exception) -> float:
    """Return the seconds that the server asks us to wait, up to a minute."""
    if not isinstance(error, urllib.error.HTTPError):
        return 0.0
    asked = error.headers.get("Retry-After", "")
    return min(float(asked), _LONGEST_WAIT_SECONDS) if asked.isdecimal() else 0.0


def _given_up(url: str, problem: Exception) -> InputError | IncompleteError:
    reason = getattr(problem, "reason", None) or problem
    if isinstance(problem, urllib.error.HTTPError):
        problem.close()
        if problem.code in (404, 410):
            return InputError(f"{url}: not there; check title and release point")
        if problem.code < 500:
            return InputError(f"{url}: refused ({problem.code} {reason})")
    elif isinstance(problem, urllib.error.URLError):
        return InputError(
            f"{urlsplit(url).netloc} cannot be reached ({reason}): check the network, or bring "
            "the files from elsewhere and use 'benchbar corpus add --kind uslm'"
        )
    return IncompleteError(f"{url}: broke off ({reason}); the same command goes on from there")


def _open(url: str, start: int) -> http.client.HTTPResponse:
    headers = {"User-Agent": _AGENT} | ({"Range": f"bytes={start}-"} if start else {})
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - scheme was checked
    response: http.client.HTTPResponse = urllib.request.urlopen(  # noqa: S310
        request, timeout=_TIMEOUT_SECONDS
    )
    return response


def _go_on(url: str, partial: Path, progress: Progress) -> None:
    """Add to a partial file what it lacks; raises if the connection breaks before its end."""
    start = partial.stat().st_size if partial.exists() else 0
    try:
        response = _open(url, start)
    except urllib.error.HTTPError as error:
        if error.code != 416:
            raise
        error.close()
        return
    with response:
        if response.status != 206:
            start = 0
        length = response.headers.get("Content-Length")
        total = start + int(length) if length else None
        with partial.open("r+b" if start else "wb") as file:
            file.seek(start)
            file.truncate()
            while chunk := response.read(_CHUNK):
                file.write(chunk)
                progress(partial.name.removesuffix(".part"), file.tell(), total)
            if total is not None and file.tell() != total:
                raise http.client.IncompleteRead(b"", total - file.tell())


def _whole(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except (zipfile.BadZipFile, OSError, EOFError):
        return False
