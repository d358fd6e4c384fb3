"""A server on this machine that speaks OpenAI's chat protocol and misbehaves on demand."""

import json
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

MODEL = "good"
PREFLIGHT = "single word yes"


@dataclass(frozen=True)
class Act:
    """One response: a reply in the protocol's form, or whatever else is sent instead."""

    text: str | None = "line 3"
    finish: str = "stop"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    wait_seconds: float = 0.0
    reasoning: str | None = None
    choices: bool = True
    usage: dict[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    )


Behaviour = Callable[[str, int], Act]
"""From the prompt, and how often it has come before, to what is done."""


def always(act: Act) -> Behaviour:
    return lambda prompt, before: act


def first(act: Act, *, times: int = 1) -> Behaviour:
    """Do this the first times that a prompt comes, then answer."""
    return lambda prompt, before: act if before < times else Act()


class Serving(ABC):
    """Serves on this machine, each call in a thread, until the ``with`` block ends."""

    @abstractmethod
    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return what takes a call."""

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The address that a client is given."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"


@dataclass
class Loopback(Serving):
    """Serves until the ``with`` block ends; keeps what it was asked and what it answered."""

    behave: Behaviour = field(default_factory=lambda: always(Act()))
    key: str | None = None
    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    preflights: int = 0
    hang_up: bool = False
    """While true, every call ends without an answer, as when the network is lost."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return what takes a call."""
        return _handler(self)

    def take(self, body: dict[str, Any], key: str) -> Act:
        """Say what is done about a request, and note it."""
        prompt = prompt_of(body)
        with self._lock:
            self.keys.append(key)
            if self.key is not None and key != self.key:
                return _error(401, f"Incorrect API key provided: {key}.")
            if body["model"] != MODEL:
                return _error(404, f"The model `{body['model']}` does not exist")
            if PREFLIGHT in prompt:
                self.preflights += 1
                return Act("yes")
            before = self.asked[prompt]
            self.asked[prompt] += 1
            self.bodies.append(body)
        return self.behave(prompt, before)

    def note_answer(self, body: dict[str, Any]) -> None:
        """Count a prompt of an item whose answer was sent to its end."""
        prompt = prompt_of(body)
        if PREFLIGHT not in prompt:
            with self._lock:
                self.answered[prompt] += 1


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


def prompt_of(body: dict[str, Any]) -> str:
    """Return what the user says in a request."""
    return "\n".join(said["content"] for said in body["messages"] if said["role"] == "user")


def _error(status: int, message: str) -> Act:
    body = json.dumps({"error": {"message": message, "type": "invalid", "code": None}})
    return Act(status=status, body=body.encode())


def completion(act: Act, model: str) -> dict[str, Any]:
    """Return a reply in the protocol's form."""
    message = {"role": "assistant", "content": act.text}
    if act.reasoning is not None:
        message["reasoning_content"] = act.reasoning
    choice = {"index": 0, "message": message, "finish_reason": act.finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [choice] if act.choices else [],
        **({"usage": act.usage} if act.usage is not None else {}),
    }


def _handler(loopback: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            act = Act() if loopback.hang_up else loopback.take(body, key)
            if act.wait_seconds:
                time.sleep(act.wait_seconds)
            if loopback.hang_up:
                self.close_connection = True
                return
            sent = act.body
            if sent is None:
                sent = json.dumps(completion(act, body["model"])).encode()
            self.send_response(act.status)
            for name, value in {"Content-Type": "application/json", **act.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)
            if act.status == 200:
                loopback.note_answer(body)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    return Handler
