"""How a model is tuned on this machine: written beside the adapter, so that it can be gone on with.

The defaults are what was measured on SmolLM2-135M (docs/explanation): LoRA of rank 16 on the
attention, AdamW from 1e-3 falling linearly to nothing.
"""

from typing import Literal

import msgspec

NAME = "settings.json"
ADAPTER = "adapter"
"""Folder of the adapter alone, inside that of the merged model."""

Precision = Literal["fp32", "bf16"]
Device = Literal["auto", "cpu"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides the result, and the base and rows it starts from.

    Attributes:
        base: ``benchbar/smollm2``, or a folder with a model in Hugging Face's form.
        rows: Hashes of the files of rows, by their names.
        epochs: How often each row is learnt; None: twice, or as often as steps and minutes allow.
        steps: Most steps.
        minutes: Most minutes of processor time; the rate falls with it. Another speed, another
            result.
        batch: Rows of a step.
        rate: Learning rate at the start.
        rank: Of the adapter.
        alpha: Its scale.
        modules: The layers that are adapted.
        every: Steps between checkpoints, at which the development loss is measured.
        dev: Most development rows on which the loss is measured.
        ask: How many of them are asked as well, and their answers compared.
        patience: Checkpoints without a lower development loss after which training stops; 0: never.
        precision: Of the multiplications; weights are kept in fp32.
        threads: Of the processor.
        device: ``auto`` takes a GPU where there is one.
        seed: Of the adapter's first weights and of the order of rows.
        questions: Most questions about each page of items; None: the rows came as they are.
        mix: Weights of tests, as given: above one, so many times the questions.
    """

    base: str
    rows: dict[str, str]
    epochs: float | None = None
    steps: int | None = None
    minutes: float | None = None
    batch: int = 4
    rate: float = 1e-3
    rank: int = 16
    alpha: int = 32
    modules: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj")
    every: int = 25
    dev: int = 12
    ask: int = 0
    patience: int = 5
    precision: Precision = "fp32"
    threads: int = 1
    device: Device = "auto"
    seed: int = 0
    questions: int | None = None
    mix: dict[str, float] = {}
