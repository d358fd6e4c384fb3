"""The published settings of the multiple choice: which prompts, temperatures and trials."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from benchbar.errors import InputError
from benchbar.exam.prompts import Prompt, few_shot, prompt_of


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting: all questions, asked once in one setting. Trials count from 1."""

    prompt: str
    temperature: float | None
    trial: int


@dataclass(frozen=True, slots=True)
class Preset:
    """A study of the multiple choice: every prompt at every temperature, some trials each.

    Attributes:
        name: As on the command line.
        prompts: Names of prompts.
        temperatures: Of the model.
        trials: How often each setting is asked.
        shuffled: Whether each trial shows the choices in an order of its own.
    """

    name: str
    prompts: tuple[str, ...]
    temperatures: tuple[float | None, ...]
    trials: int
    shuffled: bool = False

    def sessions(self) -> Iterator[Session]:
        """Yield the sittings: by prompt, temperature and trial."""
        trials = range(1, self.trials + 1)
        for prompt, temperature, trial in product(self.prompts, self.temperatures, trials):
            yield Session(prompt, temperature, trial)

    def asked(self) -> tuple[Prompt, ...]:
        """Return the prompts themselves."""
        return tuple(map(prompt_of, self.prompts))


_RANKED = ("ranked", "ranked-with-reasons")

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("katz", _RANKED, (0.0, 0.5, 1.0), trials=3),
        Preset("replication", _RANKED, (0.0, 0.25, 0.5, 0.7, 1.0), trials=5),
        Preset("tailoring", ("plain", "few-shot"), (0.5,), trials=5),
    )
}


def preset_of(name: str) -> Preset:
    """Return a preset by its name.

    Raises:
        InputError: There is none.
    """
    if name not in PRESETS:
        raise InputError(f"no preset {name!r}: choose from {', '.join(PRESETS)}")
    return PRESETS[name]


def tailored(best: str, temperature: float | None) -> Preset:
    """Return ``tailoring`` with the best setting of an earlier run.

    Args:
        best: The ranked prompt that did best; the worked examples are added to it.
        temperature: The temperature that did best; None is left to the provider.

    Raises:
        InputError: The prompt is not a ranked one.
    """
    prompts = ("plain", few_shot(best).name)
    return replace(PRESETS["tailoring"], prompts=prompts, temperatures=(temperature,))
