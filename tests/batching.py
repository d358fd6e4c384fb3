"""A server on this machine that speaks OpenAI's batch interface: files in, a batch, files out."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[str], str | dict[str, Any]]
"""From a prompt to what is answered, or to the rest of a row that holds no reply."""


@dataclass
class Batching:
    """Serves until the ``with`` block ends; a batch is done when it is looked at again."""

    answer: Answer = field(default=lambda prompt: "line 3")
    batched: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)
    batches: list[int] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)

    def __enter__(self) -> "Batching":
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._server.block_on_close = False
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

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
        self.single[_prompt(told)] += 1
        return _completion(told, "yes")

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
            prompt = _prompt(request["body"])
            self.batched[prompt] += 1
            said = self.answer(prompt)
            row = said if isinstance(said, dict) else _answered(request["body"], said)
            row |= {"custom_id": request["custom_id"]}
            rows.append(json.dumps(row).encode())
        return b"\n".join(rows)


def _answered(body: dict[str, Any], text: str) -> dict[str, Any]:
    return {"error": None, "response": {"status_code": 200, "body": _completion(body, text)}}


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


def _prompt(body: dict[str, Any]) -> str:
    return "\n".join(said["content"] for said in body["messages"] if said["role"] == "user")


def _completion(body: dict[str, Any], text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
    }


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
