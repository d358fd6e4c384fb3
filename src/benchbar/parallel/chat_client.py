"""Calls of an OpenAI-compatible server, many at a time, in the shape that Ray's HTTP stage takes.

Ray Data LLM's own client (2.60) asks one request after another, passes over the status that a
server answers with, and ends the whole job at an answer that is not JSON or at a retry too many.
Its stage takes another client (``session_factory``): this one. It starts a call as soon as it is
told of it, tries again what may pass, and makes of everything that can happen an answer.
"""

import asyncio
import json
import math
import random
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Self

import aiohttp

RETRIES = 4
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 300.0
_LOOK_SECONDS = 20
PASSING = (408, 409, 429, 500, 502, 503, 504)
"""What a server answers when the same request may yet succeed."""
NO_ANSWER = 0
"""Stands for the status of a call that the server never answered."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server, and how it is asked.

    Attributes:
        address: Where it is, as http://localhost:8000/v1.
        key: Sent with every call, if there is one; never printed.
        connections: Most calls that are open at a time.
        per_second: Most calls that are begun in a second; None: as many as there are.
        attempt_seconds: How long one try of a call may last; after twice as long it is not
            tried again.
        first_wait_seconds: Before the second try; doubled for each further one.
    """

    address: str
    key: str | None = field(default=None, repr=False)
    connections: int = 32
    per_second: int | None = None
    attempt_seconds: float = 600
    first_wait_seconds: float = FIRST_WAIT_SECONDS

    @property
    def url(self) -> str:
        """Where it answers chats."""
        return f"{self.address.rstrip('/')}/chat/completions"

    def look(self) -> tuple[int, str]:
        """Look whether it is there: return the status and the words with which it answers.

        This asks for nothing that costs, and of an address that many servers do not know: only no
        answer at all (``NO_ANSWER``) and a refused key (401, 403) say that asking is in vain.
        """
        return asyncio.run(self._look())

    async def _look(self) -> tuple[int, str]:
        async with replace(self, attempt_seconds=_LOOK_SECONDS)() as client:
            return await client.look(f"{self.address.rstrip('/')}/models")

    def __call__(self) -> "ChatClient":
        """Return a client: Ray's stage opens one for each batch."""
        return ChatClient(self)


class Said:
    """What a call ended with, behind the face of a response: Ray's stage looks at these alone."""

    status = 200
    reason = ""

    def __init__(self, status: int, body: str) -> None:
        self._told = {"status": status, "body": body}

    async def json(self) -> dict[str, Any]:
        """Return the server's status, and its answer as it came or what went wrong."""
        return self._told

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """There is nothing left to close."""


class ChatClient:
    """Asks a server while its ``async with`` block lasts; calls still open at its end are ended."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._calls: set[asyncio.Task[Said]] = set()

    async def __aenter__(self) -> Self:
        server = self._server
        self._free = asyncio.Semaphore(server.connections)
        self._http = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=server.attempt_seconds),
            connector=aiohttp.TCPConnector(limit=server.connections),
            headers={"Authorization": f"Bearer {server.key}"} if server.key else None,
            trust_env=True,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for call in self._calls:
            call.cancel()
        await self._http.close()

    def post(self, url: str, *, headers: object, data: str) -> asyncio.Task[Said]:  # noqa: ARG002
        """Start a call; ``data`` is its body, which Ray has made a JSON string of."""
        call = asyncio.create_task(self._ask(url, json.loads(data).encode()))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    async def look(self, url: str) -> tuple[int, str]:
        """Get a page once."""
        status, said, _ = await self._try("GET", url)
        return status, said

    async def _ask(self, url: str, body: bytes) -> Said:
        clock = asyncio.get_running_loop().time
        async with self._free:
            begun = clock()
            status, said, asked_to_wait = await self._try("POST", url, body)
            for retry in range(RETRIES):
                if status != NO_ANSWER and status not in PASSING:
                    break
                if clock() - begun >= 2 * self._server.attempt_seconds:
                    break
                grown = self._server.first_wait_seconds * 2**retry
                # Calls that were refused together must not all come back together.
                wait = (grown if asked_to_wait is None else asked_to_wait) * random.uniform(1, 1.5)
                await asyncio.sleep(min(wait, LONGEST_WAIT_SECONDS))
                status, said, asked_to_wait = await self._try("POST", url, body)
        return Said(status, said)

    async def _try(
        self, method: str, url: str, body: bytes | None = None
    ) -> tuple[int, str, float | None]:
        """Return the status, the answer, and how many seconds the server wants to be left alone."""
        kind = {"Content-Type": "application/json"}
        try:
            async with self._http.request(
                method, url, data=body, headers=kind, allow_redirects=False
            ) as response:
                said = (await response.read()).decode(errors="replace")
                return response.status, said, _seconds(response.headers.get("Retry-After"))
        except TimeoutError:
            return NO_ANSWER, f"TimeoutError: no answer in {self._server.attempt_seconds} s", None
        except (aiohttp.ClientError, OSError) as error:
            return NO_ANSWER, f"{type(error).__name__}: {error}", None


def _seconds(told: str | None) -> float | None:
    """Read how long a server asks to wait; None if it does not say so in seconds."""
    try:
        seconds = float(told or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < math.inf else None
