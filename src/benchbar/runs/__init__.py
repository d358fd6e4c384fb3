"""Asking models and keeping what they say."""

BUILT_IN = ("reader", "sloppy")
"""Names of the built-in models, asked as ``benchbar/<name>``."""
