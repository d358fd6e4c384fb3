"""Asking models and keeping what they say."""

from collections.abc import Callable
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]
"""Tells the user something that is not an error, in one line."""

BUILT_IN = ("reader", "sloppy", "candidate", "grader", "smollm2")
"""Names of the built-in models, asked as ``benchbar/<name>``."""

BY_RULE = ("benchbar/reader", "benchbar/sloppy", "benchbar/candidate", "benchbar/grader")
"""Those that answer at once by rule, and need not be tried out first."""

SIMULATED = ("benchbar/candidate",)
"""Those that are told the right answer, and miss it as often as a simulation has it."""

SMOLLM2 = "benchbar/smollm2"
LOCAL = "local/"
"""Before the folder of a model of the user's own, as in ``benchbar/local/tuned``."""


def runs_here(model: str) -> bool:
    """Say whether a model is a language model that this process runs, one call at a time."""
    return model == SMOLLM2 or model.startswith(f"benchbar/{LOCAL}")
