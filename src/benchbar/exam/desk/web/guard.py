"""What stands before every page: hosts, sizes, headers. Plain ASGI, so that nothing is buffered."""

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FORM_BYTES = 2_000_000
"""The most that a form may be."""
UPLOAD_BYTES = 50_000_000
"""The most that materials may be."""
_DRAINED = 1_000_000_000
"""What is read and dropped of a body that is too large, so that a browser hears the answer."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class TooLargeError(Exception):
    """A body went on beyond what it may be."""


class Guard:
    """Refuses other hosts and bodies that are too large; sets the headers of every answer.

    Args:
        app: What comes behind.
        hosts: Names under which the desk may be asked for; any if empty.
        uploads: Paths that take materials.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = (), uploads: Collection[str] = ()
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._uploads = frozenset(uploads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(receive, send, self._most(scope["path"]))
        headers = Headers(scope=scope)
        if self._hosts and _name(headers.get("host", "")) not in self._hosts:
            await _plain(400, "This desk is not known by that name.")(
                scope, receive, exchange.answer
            )
            return
        try:
            exchange.check(headers.get("content-length", ""))
            await self._app(scope, exchange.read, exchange.answer)
        except ClientDisconnect:
            return
        except TooLargeError:
            await _drain(receive)
            if not exchange.answered:
                text = f"That is too large: {exchange.most // 1_000_000} MB are the most."
                await _plain(413, f"{text} Nothing was kept.")(scope, receive, exchange.answer)

    def _most(self, path: str) -> int:
        return UPLOAD_BYTES if path in self._uploads else FORM_BYTES


class _Exchange:
    """A request and its answer: no more is read than ``most`` bytes; headers are set."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive = receive
        self._send = send
        self._read = 0
        self.most = most
        self.answered = False

    def check(self, length: str) -> None:
        """Refuse what says that it is too large."""
        if length.isdigit() and int(length) > self.most:
            raise TooLargeError

    async def read(self) -> Message:
        """Read on."""
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self.most:
            raise TooLargeError
        return message

    async def answer(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.answered = True
            found = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                found.setdefault(name, value)
        await self._send(message)


def _name(host: str) -> str:
    """Return a host without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _plain(status: int, text: str) -> PlainTextResponse:
    return PlainTextResponse(f"{text}\n", status_code=status, headers={"connection": "close"})


async def _drain(receive: Receive) -> None:
    read = 0
    while read < _DRAINED:
        message = await receive()
        read += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return
