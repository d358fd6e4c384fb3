"""A model in Hugging Face's form: the base that is tuned, and what is saved of it.

Imported only when a model is tuned (extra ``local``).
"""

import shutil
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from jinja2 import TemplateError

from benchbar.errors import InputError
from benchbar.runs import smollm2
from benchbar.tune.local_settings import ADAPTER
from benchbar.tune.local_steps import Tokens

_LINEAR = ("Linear", "Conv1D")
"""Classes of torch and, for models like GPT-2, of transformers."""


def open_base(name: str) -> tuple[Any, Any]:
    """Return tokenizer and model of a base, in fp32, in a form that can be saved.

    Raises:
        InputError: It is not there, or is no such model.
    """
    loaded = smollm2.load_anew(smollm2.folder_of(name))
    if loaded.tokenizer.chat_template is None:
        raise InputError(
            f"{name}: its tokenizer has no chat template, so it cannot be asked in turns: tune the "
            "'instruct' model of its family"
        )
    return loaded.tokenizer, _plain(loaded.model)


def check_fit(tokenizer: Any, model: Any, rows: Sequence[Tokens], modules: Sequence[str]) -> None:
    """Make sure that a model has the layers to be adapted, and can read every row.

    Raises:
        InputError: It lacks a layer, or a row is longer than its context.
    """
    there = _linear(model)
    for name in modules:
        if name not in there:
            raise InputError(
                f"--modules {name}: the base has no such layers; it has {', '.join(sorted(there))}"
            )
    most = getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length
    long = sum(len(row) > most for row in rows)
    if long:
        raise InputError(
            f"{long:,} of {len(rows):,} rows are longer than the {most:,} tokens that the base can "
            "read: choose a smaller --window, or another --base"
        )


def _linear(model: Any) -> set[str]:
    """Return the names of layers that can be adapted, and merged without another's changing."""
    tied = model.get_output_embeddings() if model.config.tie_word_embeddings else None
    return {
        name.rpartition(".")[2]
        for name, layer in model.named_modules()
        if type(layer).__name__ in _LINEAR and layer is not tied
    }


def _plain(model: Any) -> Any:
    """Return a model without the marks of a GGUF file, with which it could not be saved."""
    config = deepcopy(model.config)
    if getattr(config, "quantization_config", None) is None:
        return model
    del config.quantization_config
    plain = type(model)(config)
    plain.load_state_dict(model.state_dict())
    plain.tie_weights()
    plain.generation_config = model.generation_config
    return plain


def tokens_of(tokenizer: Any, rows: Sequence[tuple[str, str]]) -> list[Tokens]:
    """Return rows in tokens, in the turns that the model is asked in.

    Raises:
        InputError: The chat template of the base is damaged, or does not fit.
    """
    try:
        return [_tokens(tokenizer, prompt, answer) for prompt, answer in rows]
    except TemplateError as error:
        raise InputError(f"the chat template of the base is damaged: {error}") from None


def _tokens(tokenizer: Any, prompt: str, answer: str) -> Tokens:
    asked = [{"role": "user", "content": prompt}]
    before = tokenizer.apply_chat_template(asked, add_generation_prompt=True, return_dict=False)
    told = [*asked, {"role": "assistant", "content": answer}]
    whole = tokenizer.apply_chat_template(told, return_dict=False)
    if whole[: len(before)] != before:
        raise InputError(
            "the chat template of the base puts an answer in another place than it is asked for: "
            "tune it with another program ('benchbar tune export')"
        )
    learnt, end = whole[len(before) :], tokenizer.eos_token_id
    learnt = learnt[: learnt.index(end)] if end in learnt else learnt
    return Tokens(tuple(before), (*learnt, end))


def save(model: Any, tokenizer: Any, folder: Path, *, base: str) -> None:
    """Save the adapter, and base and adapter as one plain model, which any program can load.

    ``config.json`` comes last: without it the folder is no model. Nothing in it names a path of
    this machine, unless ``base`` does.
    """
    for config in model.peft_config.values():
        config.base_model_name_or_path = base
        config.target_modules = sorted(config.target_modules)  # a set has another order each time
    model.save_pretrained(folder / ADAPTER, save_embedding_layers=False)
    (folder / ADAPTER / "README.md").unlink(missing_ok=True)  # a form that nobody has filled in
    merged = model.merge_and_unload()
    merged.config.use_cache = True
    partial = folder / ".merged"
    shutil.rmtree(partial, ignore_errors=True)
    try:
        merged.save_pretrained(partial)
        tokenizer.save_pretrained(partial)
        for path in sorted(partial.iterdir(), key=lambda at: (at.name == "config.json", at.name)):
            path.replace(folder / path.name)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
