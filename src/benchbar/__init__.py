"""Find out whether a language model can be trusted with a lawyer's basic work."""

__version__ = "0.1.0"
