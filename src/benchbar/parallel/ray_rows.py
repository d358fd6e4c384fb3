"""What goes through Ray's stages, row by row: requests as a stage takes them, and what it gives.

Rows are made where they are worked on, on any machine of a cluster; Ray itself is not needed here.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from benchbar.errors import InputError

_ENGINE_FAILED = 500


@dataclass(frozen=True, slots=True)
class Engine:
    """vLLM on the GPUs that Ray finds, and how it is set up.

    Attributes:
        weights: A folder, or a name that Hugging Face knows.
        replicas: How many copies of the model work side by side, at most.
        tensor_parallel: Over how many GPUs one copy is spread.
        max_model_len: Most tokens of prompt and reply together; None: as the model has it.
        gpu_memory: Share of a GPU's memory that vLLM takes; None: vLLM's own.
        batch_size: How many requests are handed to a copy at a time.
        options: Further arguments of vLLM's engine, as they are.
    """

    weights: str
    replicas: int = 1
    tensor_parallel: int = 1
    max_model_len: int | None = None
    gpu_memory: float | None = None
    batch_size: int = 64
    options: Mapping[str, Any] = field(default_factory=dict)


class Places(NamedTuple):
    """Where requests stand in a file: the first byte of each, and how many bytes it has."""

    file: str
    starts: Sequence[int]
    sizes: Sequence[int]


class Answer(NamedTuple):
    """What came of a request: its name, a status as of HTTP (0: none), and what was said."""

    name: str
    status: int
    body: str


def _read(row: Mapping[str, Any]) -> dict[str, Any]:
    """Read a request from its place."""
    try:
        with Path(row["file"]).open("rb") as file:
            file.seek(row["start"])
            request: dict[str, Any] = json.loads(file.read(row["size"]))
    except OSError as error:
        raise InputError(
            f"{row['file']}: {error.strerror}: all nodes of the Ray cluster must see this folder "
            "under the same name"
        ) from None
    except ValueError:
        raise InputError(f"{row['file']}: was changed while it was read: start again") from None
    return request


def as_payload(row: dict[str, Any]) -> dict[str, Any]:
    """Make of a request what Ray's HTTP stage takes: its body as text, sent as it was exported."""
    request = _read(row)
    return {"name": request["custom_id"], "payload": json.dumps(request["body"])}


def from_response(row: dict[str, Any]) -> dict[str, Any]:
    """Make of what Ray's HTTP stage gives a row of an answer (``chat_client.Said``)."""
    said = row["http_response"]
    return {"name": row["name"], "status": said["status"], "body": said["body"]}


@dataclass(frozen=True, slots=True)
class Prompting:
    """Makes of a request what Ray's vLLM stage takes: the tokens of its prompt, and its settings.

    A prompt that the model's template refuses becomes an empty one, which fails alone.
    """

    engine: Engine

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Make a row for the stage of the row that says where a request stands."""
        request = _read(row)
        body = request["body"]
        tokenizer = tokenizer_of(self.engine)
        try:
            tokens, refused = tokens_of(tokenizer, body), ""
        except Exception as error:  # noqa: BLE001 (templates raise whatever they like)
            tokens, refused = [], f"{type(error).__name__}: {error}"
        return {
            "name": request["custom_id"],
            "refused": refused,
            "tokenized_prompt": tokens,
            "sampling_params": {
                "temperature": float(body.get("temperature", 1.0)),
                "top_p": float(body.get("top_p", 1.0)),
                "max_tokens": body.get("max_tokens"),  # vLLM's own default is 16
                "seed": body.get("seed"),
            },
            "most": body.get("max_tokens") or -1,
            "room": self.engine.max_model_len or -1,
            "last": -1 if tokenizer.eos_token_id is None else tokenizer.eos_token_id,
        }


def tokens_of(tokenizer: Any, body: Mapping[str, Any]) -> list[int]:  # noqa: ANN401
    """Put messages into the model's own form, as its server does."""
    effort = body.get("reasoning_effort")
    tokens: list[int] = tokenizer.apply_chat_template(
        body["messages"],
        add_generation_prompt=True,
        tokenize=True,
        return_dict=False,
        **({"reasoning_effort": effort} if effort is not None else {}),
    )
    return tokens


@cache
def _tokenizer_in(weights: str, trusting: bool) -> Any:  # noqa: ANN401 (of a library without types)
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(weights, trust_remote_code=trusting)


def tokenizer_of(engine: Engine) -> Any:  # noqa: ANN401
    """Return the tokenizer of the weights; it is loaded once in a process."""
    return _tokenizer_in(engine.weights, bool(engine.options.get("trust_remote_code")))


def from_engine(row: dict[str, Any]) -> dict[str, Any]:
    """Make of what vLLM generated a completion in the form of OpenAI's interface."""
    reasoning, _, text = row["generated_text"].rpartition("</think>")
    message = {
        "role": "assistant",
        "content": text.lstrip() if reasoning else text,
        "reasoning_content": reasoning.removeprefix("<think>").strip() or None,
    }
    usage = {
        "prompt_tokens": int(row["num_input_tokens"]),
        "completion_tokens": int(row["num_generated_tokens"]),
    }
    choice = {"index": 0, "message": message, "finish_reason": _finish(row)}
    body = {"choices": [choice], "usage": usage}
    return {"name": row["name"], "status": 200, "body": json.dumps(body)}


def _finish(row: Mapping[str, Any]) -> str:
    """Say why a reply ended, which Ray Data LLM (2.60) does not hand on."""
    generated = row["generated_tokens"]
    if len(generated) and generated[-1] == row["last"]:
        return "stop"
    if len(generated) == row["most"] or row["num_input_tokens"] + len(generated) == row["room"]:
        return "length"
    return "stop" if row["most"] > 0 and row["room"] > 0 else "unknown"


def answer(row: Mapping[str, Any]) -> Answer:
    """Read a row that left the last stage; what failed in the engine has passed it by."""
    if told := row.get("refused") or row.get("__inference_error__"):
        return Answer(row["name"], _ENGINE_FAILED, json.dumps({"error": {"message": told}}))
    return Answer(row["name"], row["status"], row["body"])
