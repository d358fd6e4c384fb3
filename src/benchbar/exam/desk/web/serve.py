"""Serving the application: one process, so that its writers stand in one queue."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import uvicorn

from benchbar.errors import InputError
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.web.app import make
from benchbar.exam.desk.web.guard import LOOPBACK

_WAITING = 128


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach what listens there."""
    return host in ("::1", "localhost") or host.startswith("127.")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any that is free.

    Raises:
        InputError: Something listens there already, or the host is none of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With no protocol named, asyncio would leave small packets waiting for each other.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(_WAITING)
    except OSError as error:
        found.close()
        why = error.strerror or str(error)
        raise InputError(f"{host}, port {port}: {why}: choose another --port or --host") from None
    return found


def address(listening: socket.socket, told: str = "") -> str:
    """Return where browsers find the desk.

    Args:
        listening: On which it listens.
        told: The address of a web server before it, if there is one.

    Raises:
        InputError: That is no address.
    """
    if told:
        found = urlsplit(told)
        if found.scheme not in ("http", "https") or not found.hostname or found.path.strip("/"):
            raise InputError(f"{told[:80]}: is no address such as https://desk.example.org/")
        return f"{found.scheme}://{found.netloc}/"
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(store: Store, listening: socket.socket, told: str = "") -> None:
    """Serve until the program is told to end; what was begun is finished first.

    No log of requests is kept: addresses of invitations are secrets. Arguments are those of
    ``address``.
    """
    hosts: tuple[str, ...] = ()
    if is_loopback(str(listening.getsockname()[0])):
        hosts = (*LOOPBACK, *filter(None, (urlsplit(told).hostname,)))
    config = uvicorn.Config(
        make(store, hosts=hosts, address=told and address(listening, told)),
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(told),
        lifespan="off",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    with _ctrl_c_ends(server):
        server.run(sockets=[listening])


@contextmanager
def _ctrl_c_ends(server: uvicorn.Server) -> Iterator[None]:
    """Let Ctrl-C end a server that is only starting, as it ends one that serves: in good order.

    Python's own way would break off asyncio wherever it happens to be.
    """
    before = signal.signal(signal.SIGINT, server.handle_exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
