"""A PostgreSQL cluster of the tests' own: in a folder of its own, on a socket, as no root."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USERS = ("postgres", "nobody")
"""As whom the server runs if the tests are run by root, which it refuses."""


def programs() -> Path | None:
    """Return the folder of the server's programs; None if they are not on this machine."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    where = shutil.which("initdb")
    return Path(where).resolve().parent if where else None


def missing() -> str:
    """Say why no cluster can be started; empty if it can."""
    if programs() is None:
        return "PostgreSQL's programs are not on this machine"
    if os.geteuid() == 0 and not (_user() and shutil.which("setpriv")):
        return "PostgreSQL does not run as root, and there is no other user to run it"
    return ""


@contextmanager
def cluster() -> Iterator[str]:
    """Start a cluster; yield the URL of a server, to which a database's name is to be added."""
    bin_folder = programs()
    assert bin_folder is not None
    folder = Path(tempfile.mkdtemp(prefix="bb-pg-", dir="/tmp"))
    user = _user() if os.geteuid() == 0 else ""
    as_user = ["setpriv", f"--reuid={user}", "--regid=" + _group(user), "--clear-groups"]
    prefix = as_user if user else []
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=80"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [*prefix, str(bin_folder / program), *arguments],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(folder)},
        )

    try:
        call("initdb", "-D", str(data), "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync")
        call("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield f"postgresql://desk@/%s?host={folder}"
        finally:
            call("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((user for user in USERS if user in known), "")


def _group(user: str) -> str:
    return str(pwd.getpwnam(user).pw_gid) if user else ""
