"""Whether a worker is alive: seen by its lock, and across machines by the touch of its file too.

No clock of two machines is compared: a file's age is reckoned from another file that was just
touched on the same file system.
"""

import fcntl
import os
import secrets
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

from benchbar.errors import InputError

BEAT_SECONDS = 5.0
SILENT_SECONDS = 60.0
"""A worker of another machine whose lock is free counts as gone after so long a silence."""

_ALIVE = ".alive"
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def new_name() -> str:
    """Return a name for a worker that no other has: its host, its process, a random number."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"


def machine() -> str:
    """Return what is the same for all processes that surely see each other's locks."""
    with suppress(OSError):
        return _BOOT.read_text().strip()
    return socket.gethostname()


class Presence:
    """Holds the lock of a worker's own file, and touches it now and then, while it is entered."""

    def __init__(self, folder: Path, worker: str) -> None:
        """Take the folder of the workers and the worker's name."""
        self._folder, self.worker = folder, worker
        self._ended = threading.Event()

    def __enter__(self) -> "Presence":
        self._path = self._folder / (self.worker + _ALIVE)
        self._file = self._path.open("a+")
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(machine())
        self._file.flush()
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._path.unlink(missing_ok=True)
        self._file.close()

    def alive(self, worker: str) -> bool:
        """Say whether a worker of this run is alive."""
        return worker == self.worker or self._silence(worker) < SILENT_SECONDS

    def check_locks(self) -> None:
        """Make sure that the locks of workers on other machines are seen here.

        Raises:
            InputError: A worker touches its file, and its lock is free: a lock reaches no further
                than its own machine, and neither would those of the board.
        """
        names = [path.name.removesuffix(_ALIVE) for path in self._folder.glob("*" + _ALIVE)]
        ages = {name: self._silence(name) for name in names}
        doubtful = {name: age for name, age in ages.items() if 0 < age < 2 * BEAT_SECONDS}
        if doubtful:
            time.sleep(2 * BEAT_SECONDS)
        for name, age in doubtful.items():
            if 0 < self._silence(name) < age + 1.5 * BEAT_SECONDS:
                raise InputError(
                    f"{self._folder.parent}: {name} is at work on another machine, and its lock "
                    "is not seen here: several machines need a file system whose flock reaches "
                    "them all, such as NFS 4, or Lustre mounted with flock"
                )

    def _silence(self, worker: str) -> float:
        """Return for how many seconds a worker has shown no sign of life; infinite if it is gone.

        Zero is said of one whose lock is held.
        """
        try:
            with (self._folder / (worker + _ALIVE)).open("r+") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return 0.0
                if file.read() in (machine(), ""):
                    return float("inf")
                touched = os.fstat(file.fileno()).st_mtime
        except FileNotFoundError:
            return float("inf")
        os.utime(self._file.fileno())
        return max(os.fstat(self._file.fileno()).st_mtime - touched, 1e-3)

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            with suppress(OSError):
                os.utime(self._file.fileno())
