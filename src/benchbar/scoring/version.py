"""Which graders these are: figures may stand side by side only if the same graders made them."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_DIGITS = 10
_KINDS = (".py", ".toml", ".txt")


@cache
def graders() -> str:
    """Return ten digits over everything that decides a verdict: the rules and their tables.

    It changes with every edit of the graders, even one that changes no verdict: grading again
    costs nothing, and a number kept by hand would some day be forgotten.
    """
    total = hashlib.sha256()
    package = files("benchbar")
    for name, file in [("cite.py", package / "cite.py"), *_below(package / "scoring", "scoring")]:
        total.update(f"{name}\0".encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()[:_DIGITS]


def _below(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    """Return the files of a folder and of those in it, by name."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _below(entry, path)
        elif entry.name.endswith(_KINDS):
            found.append((path, entry))
    return found
