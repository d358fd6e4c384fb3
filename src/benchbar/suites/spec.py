"""What a suite consists of: its windows, tests and sizes, read from its TOML file."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from benchbar.errors import InputError


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One size of prompts.

    Attributes:
        budget: Most tokens that a prompt may have.
        shapes: Width x depth of synthetic sections, drawn in turn.
        lists: The same for sections whose definitions take one line each, which are shorter; the
            same shapes if empty.
        pages: Pages of transcripts, drawn in turn.
        least: Fewest tokens of a statute section that is asked about.
    """

    budget: int
    shapes: tuple[str, ...]
    pages: tuple[int, ...]
    least: int
    lists: tuple[str, ...] = ()

    def shapes_in(self, layout: str) -> tuple[str, ...]:
        """Return the shapes of synthetic sections in a layout."""
        return self.lists if self.lists and layout == "collapsed" else self.shapes


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suite: its version, the size of its splits, its tests by corpus, its windows.

    ``named`` are tests that are made only when they are asked for by name.
    """

    version: str
    test_items: int
    train_items: int
    tests: dict[str, tuple[str, ...]]
    windows: dict[str, Window]
    named: dict[str, tuple[str, ...]] = {}

    @property
    def all_tests(self) -> dict[str, None]:
        """Every test of the suite once, in the order in which they are first listed."""
        rows = (*self.tests.values(), *self.named.values())
        return dict.fromkeys(test for row in rows for test in row)

    def window(self, name: str) -> Window:
        """Return a window by name.

        Raises:
            InputError: There is none of this name.
        """
        if name not in self.windows:
            raise InputError(f"no window {name!r}: choose from {', '.join(self.windows)}")
        return self.windows[name]


SUITES = ("blt",)


@cache
def suite(name: str) -> Suite:
    """Return a suite by name."""
    if name not in SUITES:
        raise InputError(f"no suite {name!r}: choose from {', '.join(SUITES)}")
    text = files("benchbar.suites").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Suite)
