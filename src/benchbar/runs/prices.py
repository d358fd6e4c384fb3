"""What a model costs and how much it reads: the shipped table, and the user's own files over it.

The arithmetic of money is here and nowhere else: tokens times dollars for a million of them.
"""

import math
import os
import re
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from benchbar.corpora import store
from benchbar.errors import InputError
from benchbar.records import Cell

OWN = "prices.toml"
"""The user's own table, in BENCHBAR_HOME."""
MARGIN = 1.3
"""Tokens for each of cl100k_base that a tokenizer of which we know nothing may need."""

_MILLION = 1_000_000
_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8})$")
_PRICE = ("tokens_in", "out", "cached", "cache_write", "up_to", "date", "source", "status")
_LIMITS = ("window", "max_out", "reasons", "margin")
_TRAINED = ("train", "date", "source", "status")
_TRAINING_LIMITS = ("margin", "train_window")

_A_PRICE = "a number of US dollars, at least 0 and below a million"
_SOME_TOKENS = "a whole number of tokens, at least 1"
_TEXT = "text in quotation marks"
_MUST_BE = {
    **dict.fromkeys(("in", "out", "cached", "cache_write", "train"), _A_PRICE),
    **dict.fromkeys(("up_to", "window", "max_out", "train_window"), _SOME_TOKENS),
    "reasons": "true or false",
    "margin": "a number above 0 and at most 10",
    **dict.fromkeys(("date", "source", "status"), _TEXT),
}
"""The keys of a row, and what each can be."""

_Dollars: TypeAlias = Annotated[float, msgspec.Meta(ge=0, lt=1e6)]
_Tokens: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
_Factor: TypeAlias = Annotated[float, msgspec.Meta(gt=0, le=10)]


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a table: what a model costs, and its limits; None is unknown.

    Prices are in US dollars for a million tokens, the rest in the model's own tokens;
    ``prices.toml`` says what each field means.
    """

    tokens_in: _Dollars | None = msgspec.field(default=None, name="in")
    out: _Dollars | None = None
    cached: _Dollars | None = None
    cache_write: _Dollars | None = None
    up_to: _Tokens | None = None
    window: _Tokens | None = None
    max_out: _Tokens | None = None
    reasons: bool | None = None
    margin: _Factor | None = None
    train: _Dollars | None = None
    train_window: _Tokens | None = None
    date: str | None = None
    source: str | None = None
    status: str | None = None

    @property
    def priced(self) -> bool:
        """Whether the price is known."""
        return self.tokens_in is not None and self.out is not None

    @property
    def says_price(self) -> bool:
        """Whether it has a price of any sort."""
        return self.priced or self.train is not None

    @property
    def free(self) -> bool:
        """Whether a call costs nothing, however long."""
        return not any((self.cost(1, 1), self.cost(0, 0, cached=1, written=1))) and self.priced

    @property
    def factor(self) -> float:
        """Tokens of the model's own tokenizer for each of cl100k_base, at most."""
        return self.margin or MARGIN

    @property
    def longest_reply(self) -> int | None:
        """Most tokens of a reply, if nothing else limits it; None if unknown."""
        return self.max_out or self.window

    def cost(self, fresh: int, out: int, *, cached: int = 0, written: int = 0) -> float | None:
        """Return what one call costs, in dollars; None if the price is unknown.

        Args:
            fresh: Tokens of the prompt that no cache had anything to do with.
            out: Tokens of the reply, reasoning included.
            cached: Tokens of the prompt that were read from the provider's cache.
            written: Tokens of the prompt that were written into it.
        """
        if self.tokens_in is None or self.out is None:
            return None
        if self.up_to is not None and fresh + cached + written > self.up_to:
            return None
        read = self.tokens_in if self.cached is None else self.cached
        write = self.tokens_in if self.cache_write is None else self.cache_write
        dollars = math.fsum(
            (fresh * self.tokens_in, out * self.out, cached * read, written * write)
        )
        return dollars / _MILLION

    def worst(self, tokens_in: int, out: int) -> float | None:
        """Return the most that a call of so many tokens can cost, however its prompt is cached."""
        ways = (
            self.cost(tokens_in, out),
            self.cost(0, out, cached=tokens_in),
            self.cost(0, out, written=tokens_in),
        )
        known = [way for way in ways if way is not None]
        return max(known) if known else None

    def to_train(self, tokens: int) -> float | None:
        """Return what it costs to train on so many tokens, in dollars; None if unknown."""
        return None if self.train is None else tokens * self.train / _MILLION

    @property
    def text(self) -> str:
        """The price in words, with its date and source."""
        if self.tokens_in is None or self.out is None:
            return "price unknown"
        cached = "" if self.cached is None else f", cached {_dollars(self.cached)}"
        told = ", ".join(filter(None, (self.date, self.source, self.status)))
        return (
            f"{_dollars(self.tokens_in)} in{cached}, {_dollars(self.out)} out for a million tokens"
            + (f" ({told})" if told else "")
        )


Table: TypeAlias = Mapping[str, Offer]
"""Rows by the names that they are for, as they stand in one file."""


def offers(cells: tuple[Cell, ...], own: Path | None = None) -> dict[str, Offer]:
    """Return what is known of the model of each cell, by the cell's key.

    The file ``own`` counts before the user's standing one, and that before the shipped table,
    which says nothing of a server with an address of its own.

    Raises:
        InputError: A file cannot be read, or has a key or value that cannot be; names both.
    """
    yours = standing(own)
    return {
        cell.key: _offer(cell.model, yours if _elsewhere(cell) else [*yours, shipped()])
        for cell in cells
    }


def training(cell: Cell, own: Path | None = None) -> Offer:
    """Return what is known of training the model of a cell: its price, and its longest row.

    Date and source are those of that price, which need not stand beside that of calls.

    Raises:
        InputError: As ``offers``.
    """
    yours = standing(own)
    tables = yours if _elsewhere(cell) else [*yours, shipped()]
    found = [_row(cell.model, table) for table in tables]
    trained = next((row for row in found if row.train is not None), Offer())
    return Offer(**_known(trained, _TRAINED), **_first(found, _TRAINING_LIMITS))


def standing(own: Path | None = None) -> list[Table]:
    """Return the user's own tables: the file that is named, then the standing one."""
    there = store.home().parent / OWN
    return [read(path) for path in (own, there if there.is_file() else None) if path]


@cache
def shipped() -> Table:
    """Return the table that comes with the program."""
    text = files("benchbar.runs").joinpath("prices.toml").read_text(encoding="utf-8")
    return _table(tomllib.loads(text), "prices.toml")


def read(path: Path) -> Table:
    """Return the rows of a user's file.

    Raises:
        InputError: It cannot be read, or has a key or value that cannot be; names both.
    """
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text: save it as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    return {
        name: replace(row, source=str(path)) if row.says_price and not row.source else row
        for name, row in _table(rows, str(path)).items()
    }


def _table(rows: dict[str, Any], where: str) -> Table:
    table: dict[str, Offer] = {}
    for name, fields in rows.items():
        place = f"{where}: [{name!r}]"
        if not isinstance(fields, dict) or "/" not in name:
            raise InputError(
                f'{place}: is not a model: write ["provider/model"], in quotation marks, and its '
                "fields below"
            )
        for key, value in fields.items():
            _check_field(place, key, value)
        row = msgspec.convert(fields, Offer)
        if (row.tokens_in is None) != (row.out is None):
            raise InputError(f"{place}: give both in and out, in US dollars for a million tokens")
        table[name] = row
    return table


def _check_field(place: str, key: str, value: object) -> None:
    """Refuse a key that no row has, or a value that cannot be its value."""
    if key not in _MUST_BE:
        raise InputError(f"{place}: no key {key!r}: a row has {', '.join(_MUST_BE)}")
    try:
        msgspec.convert({key: value}, Offer)
    except (msgspec.ValidationError, OverflowError):
        raise InputError(f"{place}: {key} = {value!r}: must be {_MUST_BE[key]}") from None


def unfitting(own: Path, cells: tuple[Cell, ...]) -> list[str]:
    """Return the rows of a user's file that fit no model that is asked.

    Raises:
        InputError: As ``read``.
    """
    table = read(own)
    fitting = {name for cell in cells for name in _fitting(cell.model, table)}
    return [name for name in table if name not in fitting]


def _offer(model: str, tables: list[Table]) -> Offer:
    """Return the first known price, and the first known of each limit."""
    found = [_row(model, table) for table in tables]
    priced = next((row for row in found if row.priced), Offer())
    return Offer(**_known(priced, _PRICE), **_first(found, _LIMITS))


def _known(row: Offer, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _first(rows: list[Offer], names: tuple[str, ...]) -> dict[str, Any]:
    """Return the first known value of each field."""
    known: dict[str, Any] = {}
    for name in names:
        values = (getattr(row, name) for row in rows)
        known[name] = next((value for value in values if value is not None), None)
    return known


def _row(model: str, table: Table) -> Offer:
    """Return what one file says of a model: of rows that fit, the longest name wins each field."""
    undated = _DATED.sub("", model)
    known: dict[str, Any] = {}
    for name in sorted(
        _fitting(model, table), key=lambda name: (name == model, name == undated, len(name))
    ):
        row = table[name]
        if row.priced:
            for field in ("cached", "cache_write", "up_to"):
                known.pop(field, None)
        fields = ((field, getattr(row, field)) for field in Offer.__struct_fields__)
        known |= {field: value for field, value in fields if value is not None}
    return Offer(**known)


def _fitting(model: str, table: Table) -> list[str]:
    """Return the rows for a model, by its name with or without the date in it."""
    undated = _DATED.sub("", model)
    return [name for name in table if fnmatchcase(model, name) or fnmatchcase(undated, name)]


def _elsewhere(cell: Cell) -> bool:
    """Say whether a model is asked at another address than its provider's own."""
    provider = cell.model.split("/")[0]
    variable = f"{provider.upper().replace('-', '_')}_BASE_URL"
    return provider != "benchbar" and bool(cell.base_url or os.environ.get(variable))


def _dollars(price: float) -> str:
    return f"${price:,.2f}" if round(price, 2) == price else f"${price:,g}"
