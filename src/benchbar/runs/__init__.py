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

ONE_AT_A_TIME = ("benchbar/smollm2",)
"""Those for which several open calls would only wait for each other."""
