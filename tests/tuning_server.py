"""A server on this machine that plays OpenAI's fine-tuning interface, its failures included."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from tests.loopback import Serving

GOOD = ("validating_files", "queued", "running", "running", "succeeded")
TUNED = "ft:gpt-4.1-mini-2025-04-14:firm:blt:Ab1"
MODEL = "gpt-4.1-mini-2025-04-14"

Ending = Literal["answer", "before", "after"]
"""How a call that fails ends: with a status, or dropped before or after it was carried out."""


@dataclass
class Fault:
    """Calls that fail: which, how often, and how."""

    call: str
    times: int = 1
    status: int = 500
    ending: Ending = "answer"
    message: str = "The server had an error"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass
class TuningServer(Serving):
    """Keeps files and jobs; a job goes one state on whenever somebody asks how it stands."""

    states: tuple[str, ...] = GOOD
    error: str | None = None
    faults: list[Fault] = field(default_factory=list)
    key: str | None = None
    keeps_marks: bool = True
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)
    jobs: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    trained_tokens: int = 123_456
    on_look: Callable[[dict[str, Any]], None] | None = None
    """Called with a job before its state is told, so that others may act in between."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._looks: Counter[str] = Counter()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return what takes a call."""
        return _handler(self)

    def fault(self, call: str) -> Fault | None:
        """Return the next fault for a call, counted down."""
        for fault in self.faults:
            if fault.times and re.fullmatch(fault.call, call):
                fault.times -= 1
                return fault
        return None

    def take(
        self, call: str, key: str, query: dict[str, list[str]], body: Any
    ) -> tuple[int, Any, dict[str, str]] | None:
        """Return what is sent to a call: status, answer, headers; None: nothing, it is dropped."""
        if self.key is not None and key != self.key:
            return 401, _error(f"Incorrect API key provided: {key}."), {}
        fault = self.fault(call)
        if fault is not None and fault.ending == "answer":
            told = fault.body or _error(fault.message, fault.code)
            return fault.status, told, fault.headers
        if fault is not None and fault.ending == "before":
            return None
        status, told = self.answer(call, query, body)
        return None if fault else (status, told, {})

    def answer(self, call: str, query: dict[str, list[str]], body: Any) -> tuple[int, Any]:
        """Carry out a call."""
        with self._lock:
            self.calls[call] += 1
            acts: dict[str, Callable[..., tuple[int, Any]]] = {
                "GET /files": lambda: (200, _page(list(self.files.values()))),
                "POST /files": lambda: self._upload(*body),
                "GET /files/(.+)": self._file,
                "POST /fine_tuning/jobs": lambda: self._create(body),
                "GET /fine_tuning/jobs": lambda: (200, _page(list(self.jobs.values())[::-1])),
                "GET /fine_tuning/jobs/([^/]+)": self._look,
                "GET /fine_tuning/jobs/([^/]+)/events": lambda job: self._events(job, query),
                "POST /fine_tuning/jobs/([^/]+)/cancel": self._cancel,
            }
            for pattern, act in acts.items():
                if found := re.fullmatch(pattern, call):
                    return act(*found.groups())
        return 404, _error(f"no such thing: {call}")

    def _upload(self, name: str, sent: bytes) -> tuple[int, Any]:
        file = f"file-{len(self.files) + 1}"
        self.contents[file] = sent
        self.files[file] = {
            "id": file,
            "object": "file",
            "bytes": len(sent),
            "created_at": 1,
            "filename": name,
            "purpose": "fine-tune",
            "status": "processed",
        }
        return 200, self.files[file]

    def _file(self, file: str) -> tuple[int, Any]:
        if file not in self.files:
            return 404, _error(f"No such File object: {file}")
        return 200, self.files[file]

    def _create(self, body: dict[str, Any]) -> tuple[int, Any]:
        if body["model"] != MODEL:
            return 400, _error(f"Model {body['model']} is not available for fine-tuning")
        if body["training_file"] not in self.files:
            return 400, _error("No such File object")
        job = f"ftjob-{len(self.jobs) + 1}"
        self.bodies.append(body)
        self.jobs[job] = {
            "id": job,
            "object": "fine_tuning.job",
            "created_at": 1_700_000_000,
            "model": body["model"],
            "status": self.states[0],
            "fine_tuned_model": None,
            "trained_tokens": None,
            "training_file": body["training_file"],
            "validation_file": body.get("validation_file"),
            "hyperparameters": {"n_epochs": 2},
            "organization_id": "org",
            "result_files": [],
            "seed": 1,
            "error": None,
            "finished_at": None,
            "metadata": body.get("metadata") if self.keeps_marks else None,
        }
        self._add_event(job, f"Created fine-tuning job: {job}")
        return 200, self.jobs[job]

    def _look(self, job: str) -> tuple[int, Any]:
        if job not in self.jobs:
            return 404, _error(f"Could not find fine tune: {job}")
        found = self.jobs[job]
        if found["status"] != "cancelled":
            place = min(self._looks[job], len(self.states) - 1)
            self._looks[job] += 1
            self._enter(found, self.states[place], place)
        if self.on_look is not None:
            self.on_look(found)
        return 200, found

    def _enter(self, found: dict[str, Any], state: str, place: int) -> None:
        found["status"] = state
        if state == "running":
            loss = 2.0 / (place + 1)
            data = {"step": place, "train_loss": loss, "valid_loss": loss + 0.5, "total_steps": 9}
            self._add_event(found["id"], f"Step {place}/9: training loss={loss:.2f}", data)
        if state == "succeeded":
            found["fine_tuned_model"] = TUNED
            found["trained_tokens"] = self.trained_tokens
        if state == "failed":
            found["error"] = {"code": "invalid_training_file", "message": self.error, "param": None}

    def _add_event(self, job: str, message: str, data: dict[str, Any] | None = None) -> None:
        events = self.events.setdefault(job, [])
        events.append(
            {
                "id": f"ftevent-{job}-{len(events) + 1}",
                "object": "fine_tuning.job.event",
                "created_at": 1_700_000_000 + len(events),
                "level": "info",
                "message": message,
                "type": "metrics" if data else "message",
                "data": data,
            }
        )

    def _events(self, job: str, query: dict[str, list[str]]) -> tuple[int, Any]:
        newest_first = self.events.get(job, [])[::-1]
        after = query.get("after", [""])[0]
        names = [event["id"] for event in newest_first]
        rest = newest_first[names.index(after) + 1 :] if after in names else newest_first
        return 200, {"object": "list", "data": rest[:2], "has_more": len(rest) > 2}

    def _cancel(self, job: str) -> tuple[int, Any]:
        if job not in self.jobs:
            return 404, _error(f"Could not find fine tune: {job}")
        self.jobs[job]["status"] = "cancelled"
        return 200, self.jobs[job]


def _page(data: list[Any]) -> dict[str, Any]:
    return {"object": "list", "data": data, "has_more": False}


def _error(message: str, code: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": code}}


def _handler(server: TuningServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._take("GET", None)

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            kind = self.headers.get("Content-Type", "")
            self._take("POST", _parts(kind, sent) if "multipart" in kind else _read(sent))

        def _take(self, method: str, body: Any) -> None:
            parts = urlsplit(self.path)
            call = f"{method} {parts.path.removeprefix('/v1')}"
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            answer = server.take(call, key, parse_qs(parts.query), body)
            if answer is None:
                self.close_connection = True
            else:
                self._send(*answer)

        def _send(self, status: int, told: Any, headers: dict[str, str]) -> None:
            sent = told if isinstance(told, bytes) else json.dumps(told).encode()
            self.send_response(status)
            kind = "text/html" if isinstance(told, bytes) else "application/json"
            for name, value in {"Content-Type": kind, **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    return Handler


def _read(sent: bytes) -> Any:
    return json.loads(sent) if sent else {}


def _parts(kind: str, sent: bytes) -> tuple[str, bytes]:
    """Return the name and contents of the file in a form."""
    form = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + sent)
    for part in form.walk():
        if name := part.get_filename():
            contents = part.get_payload(decode=True)
            assert isinstance(contents, bytes)
            return name, contents
    raise AssertionError("no file was sent")
