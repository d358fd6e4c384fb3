"""The programs that read the rows: the form of a row for each, and what it needs beside them.

OpenAI: https://platform.openai.com/docs/guides/supervised-fine-tuning (messages).
TRL: https://huggingface.co/docs/trl/dataset_formats (conversational prompt and completion, of
which only the completion is learnt).
Axolotl: https://docs.axolotl.ai/docs/dataset-formats/conversation.html (``chat_template``).
LLaMA-Factory: https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md (``sharegpt``,
OpenAI's form).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

Row: TypeAlias = dict[str, list[dict[str, str]]]

TRAIN = "train.jsonl"
DEV = "dev.jsonl"
BASE = "YOUR/BASE-MODEL"
"""Stands in a file of settings for the model to be tuned, which only the user knows."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a file of settings is told.

    Attributes:
        base: The model to be tuned.
        tokens: Of the longest row, with room for what a chat template adds.
        epochs: How often each row is read.
        seed: Of the order of rows.
        has_dev: Whether there are development rows.
    """

    base: str
    tokens: int
    epochs: int
    seed: int
    has_dev: bool


@dataclass(frozen=True, slots=True)
class Consumer:
    """A program that tunes models.

    Attributes:
        row: Its form of a question and its answer.
        beside: The files that it needs beside the rows, by name.
        told: How it is started; ``out`` is its folder for a shell, ``text`` for Python.
    """

    row: Callable[[str, str], Row]
    beside: Callable[[Task], Mapping[str, str]]
    told: str


def messages(prompt: str, answer: str) -> Row:
    """Return a row of messages; no system turn, as in the paper."""
    return {"messages": [_said("user", prompt), _said("assistant", answer)]}


def completion(prompt: str, answer: str) -> Row:
    """Return a row in which the prompt stands apart from what is to be learnt."""
    return {"prompt": [_said("user", prompt)], "completion": [_said("assistant", answer)]}


def _said(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _nothing(task: Task) -> Mapping[str, str]:  # noqa: ARG001
    return {}


def _axolotl(task: Task) -> Mapping[str, str]:
    settings: dict[str, Any] = {
        "base_model": task.base,
        "chat_template": "tokenizer_default",
        "datasets": [_axolotl_rows(TRAIN)],
        **({"test_datasets": [_axolotl_rows(DEV)]} if task.has_dev else {}),
        "output_dir": "./adapter",
        "sequence_len": task.tokens,
        "adapter": "lora",
        "lora_r": 16,
        "lora_alpha": 32,
        "lora_target_modules": ["q_proj", "k_proj", "v_proj", "o_proj"],
        "micro_batch_size": 1,
        "gradient_accumulation_steps": 4,
        "num_epochs": task.epochs,
        "optimizer": "adamw_torch",
        "lr_scheduler": "linear",
        "learning_rate": 0.0002,
        "bf16": "auto",
        "logging_steps": 10,
        "seed": task.seed,
    }
    return {"axolotl.yaml": _yaml(settings)}


def _axolotl_rows(path: str) -> dict[str, Any]:
    return {
        "path": path,
        "ds_type": "json",
        "split": "train",  # a file alone has no other, whatever is in it
        "type": "chat_template",
        "field_messages": "messages",
        "message_property_mappings": {"role": "role", "content": "content"},
        "roles_to_train": ["assistant"],
        "train_on_eos": "turn",
    }


def _llamafactory(task: Task) -> Mapping[str, str]:
    kind = {
        "formatting": "sharegpt",
        "columns": {"messages": "messages"},
        "tags": {
            "role_tag": "role",
            "content_tag": "content",
            "user_tag": "user",
            "assistant_tag": "assistant",
        },
    }
    named = {"benchbar_train": TRAIN} | ({"benchbar_dev": DEV} if task.has_dev else {})
    known = {name: {"file_name": file, **kind} for name, file in named.items()}
    settings: dict[str, Any] = {
        "model_name_or_path": task.base,
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "lora",
        "lora_rank": 16,
        "lora_alpha": 32,
        "lora_target": "q_proj,k_proj,v_proj,o_proj",
        "dataset_dir": ".",
        "dataset": "benchbar_train",
        **({"eval_dataset": "benchbar_dev", "eval_strategy": "epoch"} if task.has_dev else {}),
        "cutoff_len": task.tokens,
        "output_dir": "adapter",
        "per_device_train_batch_size": 1,
        "gradient_accumulation_steps": 4,
        "num_train_epochs": task.epochs,
        "lr_scheduler_type": "linear",
        "learning_rate": 0.0002,
        "bf16": True,
        "logging_steps": 10,
        "seed": task.seed,
    }
    return {
        "dataset_info.json": json.dumps(known, indent=2) + "\n",
        "llamafactory.yaml": _yaml(settings),
    }


def _yaml(settings: Mapping[str, Any]) -> str:
    return msgspec.yaml.encode(settings).decode()


CONSUMERS: dict[str, Consumer] = {
    "openai": Consumer(messages, _nothing, "benchbar tune openai {out} --model MODEL"),
    "trl": Consumer(
        completion,
        _nothing,
        "benchbar tune local --data {out} --base MODEL --out ADAPTER, or "
        "datasets.load_dataset({text}) for an SFTTrainer of your own",
    ),
    "axolotl": Consumer(messages, _axolotl, "cd {out} && axolotl train axolotl.yaml"),
    "llamafactory": Consumer(
        messages, _llamafactory, "cd {out} && llamafactory-cli train llamafactory.yaml"
    ),
}
