"""The lists of names and words that pseudonyms go by."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """Return the lists of ``names.toml``, each as a tuple of words."""
    text = files("benchbar.corpora").joinpath("names.toml").read_text("utf-8")
    return {name: tuple(words.split()) for name, words in tomllib.loads(text).items()}


@cache
def word_set(name: str) -> frozenset[str]:
    """Return one of the lists as a set, in small letters."""
    return frozenset(word.lower() for word in word_lists()[name])


@cache
def first_names() -> dict[str, str]:
    """Return known first names, in small letters, with their kind: ``woman`` or ``man``."""
    lists = word_lists()
    men = {word.lower(): "man" for word in (*lists["men"], *lists["more_men"])}
    return men | {word.lower(): "woman" for word in (*lists["women"], *lists["more_women"])}
