"""Asking models and keeping what they say."""

from collections.abc import Callable
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]
"""Tells the user something that is not an error, in one line."""

BUILT_IN = ("reader", "sloppy", "smollm2")
"""Names of the built-in models, asked as ``benchbar/<name>``."""

BY_RULE = ("benchbar/reader", "benchbar/sloppy")
"""Those that answer at once by rule, and need not be tried out first."""

ONE_AT_A_TIME = ("benchbar/smollm2",)
"""Those for which several open calls would only wait for each other."""
