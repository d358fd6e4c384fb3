"""A server on this machine that speaks OpenAI's batch interface: files in, a batch, files out."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.loopback import Act, Serving, completion, prompt_of

Answer = Callable[[str], str | dict[str, Any]]
"""From a prompt to what is answered, or to the rest of a row that holds no reply."""


@dataclass
class Batching(Serving):
    """Serves until the ``with`` block ends; a batch is done when it is looked at again."""

    answer: Answer = field(default=lambda prompt: "line 3")
    batched: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)
    batches: list[int] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return what takes a call."""
        return _handler(self)

    def post(self, path: str, body: bytes) -> dict[str, Any]:
        """Take one call, a file of calls, or the order to work through a file."""
        if path == "/v1/files":
            name = f"file-{len(self.files)}"
            self.files[name] = _uploaded(body)
            return _file(name)
        told = json.loads(body)
        if path == "/v1/batches":
            name = told["input_file_id"].replace("file", "batch")
            self.batches.append(len(self.files[told["input_file_id"]].splitlines()))
            return self._batch(name)
        self.single[prompt_of(told)] += 1
        return completion(Act("yes"), told["model"])

    def get(self, path: str) -> bytes:
        """Show a batch, or hand out a file."""
        _, _, kind, name, *rest = path.split("/")
        if kind == "batches":
            self.looks[name] += 1
            return json.dumps(self._batch(name)).encode()
        return self._worked(name.removesuffix("-done")) if rest else self.files[name]

    def _batch(self, name: str) -> dict[str, Any]:
        done = self.looks[name] > 1
        file = name.replace("batch", "file")
        return {
            "id": name,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": 1,
            "input_file_id": file,
            "status": "completed" if done else "in_progress",
            "output_file_id": f"{file}-done" if done else None,
        }

    def _worked(self, name: str) -> bytes:
        rows = []
        for line in self.files[name].splitlines():
            request = json.loads(line)
            prompt = prompt_of(request["body"])
            self.batched[prompt] += 1
            said = self.answer(prompt)
            row = said if isinstance(said, dict) else _answered(request["body"], said)
            row |= {"custom_id": request["custom_id"]}
            rows.append(json.dumps(row).encode())
        return b"\n".join(rows)


def _answered(body: dict[str, Any], text: str) -> dict[str, Any]:
    return {
        "error": None,
        "response": {"status_code": 200, "body": completion(Act(text), body["model"])},
    }


def _uploaded(form: bytes) -> bytes:
    """Return the file out of a multipart form."""
    boundary = form.split(b"\r\n", 1)[0]
    for part in form.split(boundary):
        head, _, content = part.partition(b"\r\n\r\n")
        if re.search(rb'name="file"', head):
            return content.removesuffix(b"\r\n")
    raise AssertionError(form[:500])


def _file(name: str) -> dict[str, Any]:
    shape = {"object": "file", "bytes": 1, "created_at": 1, "filename": "f", "status": "processed"}
    return {"id": name, "purpose": "batch", **shape}


def _handler(batching: Batching) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._send(json.dumps(batching.post(self.path, body)).encode())

        def do_GET(self) -> None:
            self._send(batching.get(self.path))

        def _send(self, sent: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    return Handler
