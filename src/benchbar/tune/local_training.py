"""The door to TRL and PEFT: an adapter is trained from steps, with checkpoints.

Imported only when a model is tuned (extra ``local``), and once that is to stay on this machine
(``smollm2.stay_offline``): TRL tells its makers of each training otherwise.
"""

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import datasets
import torch
from peft import LoraConfig
from torch.nn.functional import cross_entropy
from torch.optim.lr_scheduler import LambdaLR
from transformers import PrinterCallback, ProgressCallback, TrainerCallback
from trl import SFTConfig, SFTTrainer

from benchbar.errors import IncompleteError
from benchbar.tune.local_checkpoints import last_whole, step_of
from benchbar.tune.local_curve import Curve, Point
from benchbar.tune.local_settings import Settings
from benchbar.tune.local_steps import IGNORED, Step, Tokens, in_turn

_LOGGED = 5
"""Steps between points of the curve."""
_ENDLESS = 10**9
"""Steps of a training that only its minutes end."""

Steps = Callable[[], Iterator[Step]]
"""Yields the steps of a training from the first, each time it is called."""


def train(
    model: Any,
    tokenizer: Any,
    steps: Steps,
    dev: Sequence[Tokens],
    settings: Settings,
    *,
    total: int | None,
    folder: Path,
    curve: Curve,
    tell: Callable[[Point], None],
) -> Any:
    """Train an adapter and return the model with the best one, by the development loss.

    Args:
        model: Any causal language model of transformers.
        tokenizer: Its tokenizer.
        steps: What it learns.
        dev: Development rows; may be none.
        settings: How it learns.
        total: How many steps there are; None if only the minutes end them.
        folder: Of checkpoints, the last of which is gone on with.
        curve: Where points are kept.
        tell: Told of each new point.

    Raises:
        IncompleteError: The loss or a weight is no longer a number.
    """
    if torch.cuda.device_count() > 1:
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")
    torch.set_num_threads(settings.threads)
    last = last_whole(folder)
    began = curve.begin(step_of(last) if last else 0)
    clock = _Clock(began.cpu_seconds, began.rows, settings, total)
    measured = in_turn(dev[: settings.dev], batch=settings.batch)
    trainer = _Trainer(
        model,
        args=_arguments(settings, folder, total, measured=bool(measured)),
        processing_class=tokenizer,
        data_collator=collate,
        train_dataset=_lazy(steps),
        eval_dataset=datasets.Dataset.from_list([*map(columns, measured)]) if measured else None,
        peft_config=LoraConfig(
            r=settings.rank,
            lora_alpha=settings.alpha,
            lora_dropout=0.0,
            target_modules=list(settings.modules),
            task_type="CAUSAL_LM",
        ),
        callbacks=[_Watch(clock, settings, curve, dev[: settings.ask], tell)],
    )
    trainer.clock = clock
    trainer.remove_callback(ProgressCallback)
    trainer.remove_callback(PrinterCallback)
    trainer.train(resume_from_checkpoint=str(last) if last else None)
    learnt = (weight for weight in trainer.model.parameters() if weight.requires_grad)
    if not all(weight.isfinite().all() for weight in learnt):
        raise _diverged(trainer.state.global_step)
    return trainer.model


def _diverged(step: int) -> IncompleteError:
    return IncompleteError(
        f"training has diverged: after step {step} the loss is no longer a number, and no model "
        "was made: begin again with --force and a lower --rate"
    )


class _Clock:
    """Processor time of a training and rows learnt; both go on where they stood."""

    def __init__(self, spent: float, rows: int, settings: Settings, total: int | None) -> None:
        self.rows = rows
        self._before, self._start = spent, time.process_time()
        self._seconds = 60 * settings.minutes if settings.minutes else math.inf
        self._total = total or math.inf

    def start(self) -> None:
        self._start = time.process_time()

    def spent(self) -> float:
        return self._before + time.process_time() - self._start

    def is_up(self) -> bool:
        return self.spent() >= self._seconds

    def left(self, step: int) -> float:
        """Return the part of the work that is left, from 1 to 0."""
        return max(0.0, 1.0 - max(step / self._total, self.spent() / self._seconds))

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Do something whose time does not count."""
        before = time.process_time()
        yield
        self._start += time.process_time() - before


class _Trainer(SFTTrainer):  # type: ignore[misc]
    """SFTTrainer with a rate that falls by work done, and a loss at the answers alone.

    TRL 1.16 without a GPU multiplies every position by the whole vocabulary; here only the few
    that predict an answer.
    """

    clock: _Clock

    def create_scheduler(self, num_training_steps: int, optimizer: Any = None) -> Any:
        self.lr_scheduler = LambdaLR(optimizer or self.optimizer, self.clock.left)
        return self.lr_scheduler

    def compute_loss(
        self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        labels = inputs["labels"][0]
        learnt = (labels != IGNORED).nonzero().flatten()
        if model.training:
            self.clock.rows += int((learnt.diff() > 1).sum()) + 1
        given = {name: value for name, value in inputs.items() if name != "labels"}
        logits = model(**given, use_cache=False, logits_to_keep=learnt - 1).logits[0]
        return cross_entropy(logits.float(), labels[learnt])


class _Watch(TrainerCallback):  # type: ignore[misc]
    """Keeps the curve, and ends training in time or when it no longer helps."""

    def __init__(
        self,
        clock: _Clock,
        settings: Settings,
        curve: Curve,
        asked: Sequence[Tokens],
        tell: Callable[[Point], None],
    ) -> None:
        self._clock, self._settings, self._curve = clock, settings, curve
        self._asked, self._tell = asked, tell

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._clock.start()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if self._clock.is_up():
            control.should_training_stop = True
        if control.should_training_stop or state.global_step >= state.max_steps:
            control.should_save = True
        if control.should_save:
            control.should_log = True
            control.should_evaluate = args.eval_strategy != "no"

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        if logs and "loss" in logs:
            spent = self._clock.spent()
            rows, rate = self._clock.rows, logs["learning_rate"]
            point = Point(state.global_step, rows, spent, rate, logs["loss"])
            self._curve.add(point)
            if not math.isfinite(point.loss):
                raise _diverged(point.step)
            if not control.should_evaluate:
                self._tell(point)

    def on_evaluate(
        self, args: Any, state: Any, control: Any, metrics: Any, model: Any, **_: Any
    ) -> None:
        spent = self._clock.spent()
        if not math.isfinite(metrics["eval_loss"]):
            raise _diverged(state.global_step)
        with self._clock.stopped():
            exact = sum(_is_answered(model, row) for row in self._asked)
        self._tell(
            self._curve.measured(
                dev_loss=metrics["eval_loss"],
                cpu_seconds=spent,
                asked=len(self._asked),
                exact=exact,
            )
        )
        if self._settings.patience and self._curve.is_stale(self._settings.patience):
            control.should_training_stop = True


def _is_answered(model: Any, row: Tokens) -> bool:
    """Say whether the likeliest words are the answer, to the letter."""
    prompt = torch.tensor([row.prompt], device=model.device)
    with torch.inference_mode():
        said = model.generate(
            input_ids=prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=len(row.answer),
            do_sample=False,
        )
    return tuple(said[0, prompt.shape[1] :].tolist()) == row.answer


def _arguments(settings: Settings, folder: Path, total: int | None, *, measured: bool) -> Any:
    return SFTConfig(
        output_dir=str(folder),
        max_steps=total or _ENDLESS,
        per_device_train_batch_size=1,
        per_device_eval_batch_size=1,
        learning_rate=settings.rate,
        weight_decay=0.0,
        optim="adamw_torch",
        max_grad_norm=1.0,
        logging_steps=min(_LOGGED, settings.every),
        logging_nan_inf_filter=False,
        eval_strategy="steps" if measured else "no",
        eval_steps=settings.every,
        save_strategy="steps",
        save_steps=settings.every,
        save_total_limit=2,
        load_best_model_at_end=measured,
        metric_for_best_model="eval_loss" if measured else None,
        greater_is_better=False if measured else None,
        bf16=settings.precision == "bf16",
        gradient_checkpointing=False,
        use_cpu=settings.device == "cpu" or not torch.cuda.is_available(),
        seed=settings.seed,
        data_seed=settings.seed,
        max_length=None,
        dataset_kwargs={"skip_prepare_dataset": True},
        remove_unused_columns=False,
        dataloader_pin_memory=torch.cuda.is_available(),
        report_to="none",
        disable_tqdm=True,
    )


def _lazy(steps: Steps) -> Any:
    def rows() -> Iterator[dict[str, Any]]:
        yield from map(columns, steps())

    return datasets.IterableDataset.from_generator(rows)


def columns(step: Step) -> dict[str, Any]:
    """Return a step as a row of a data set."""
    return {
        "input_ids": step.tokens,
        "labels": step.labels,
        "position_ids": step.positions,
        "pages": step.pages,
        "branches": step.branches,
    }


def collate(examples: Sequence[dict[str, Any]]) -> dict[str, torch.Tensor]:
    """Return the tensors of one step; shape (1, tokens), the mask (1, 1, tokens, tokens)."""
    (example,) = examples
    columns = {name: torch.tensor(value) for name, value in example.items()}
    pages, branches = columns.pop("pages"), columns.pop("branches")
    size = len(pages)
    seen = torch.ones(size, size, dtype=torch.bool).tril()
    seen &= pages[:, None] == pages[None, :]
    seen &= (branches[None, :] == 0) | (branches[:, None] == branches[None, :])
    return {name: value[None] for name, value in columns.items()} | {
        "attention_mask": seen[None, None]
    }
