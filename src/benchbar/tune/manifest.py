"""What a folder of training rows says of itself, so that a tuned model can be traced to its items.

No dates and no paths: the same items and options give the same bytes.
"""

import hashlib
import shlex
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchbar.errors import InputError
from benchbar.tune.leaks import Kind, Strictness
from benchbar.tune.rows import Written

NAME = "manifest.json"
JOBS = "openai.json"
"""The record of jobs at OpenAI, kept in the folder of the rows that they learn."""
LOCK = ".openai.lock"
"""What a command holds that is at work on these jobs."""


class TestRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of one test: of how many training items, how many left out as leaks."""

    window: str
    corpus: str
    task: str
    items: int
    left_out: int
    train: int
    dev: int


class Guarded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the guard did: how many items it held against how many test items, and what leaked.

    ``against`` has the hashes of the manifests of the DATA folders whose test splits it knew.
    """

    strict: Strictness
    longest_stock: int
    against: tuple[str, ...]
    test_items: int
    checked: int
    left_out: dict[Kind, int]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``manifest.json`` in a folder of training rows."""

    benchbar: str
    format: str
    suite: str
    version: str
    data_seed: int
    data_digest: str
    style: str
    seed: int
    per_test: int | None
    dev_per_test: int | None
    mix: dict[str, float]
    counter: str
    guard: Guarded
    tests: tuple[TestRows, ...]
    files: dict[str, Written]


def read(folder: Path) -> Manifest:
    """Return the manifest of a folder of training rows.

    Raises:
        InputError: It is no such folder, or its manifest is damaged.
    """
    path = folder / NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise InputError(
            f"{folder}: no training rows here ({NAME} is missing): make some with "
            f"'benchbar tune export DATA --format openai --out {shlex.quote(str(folder))}'"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{path}: not that of a folder of training rows: {error}: make one with "
            "'benchbar tune export'"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def find_data(folder: Path, digest: str) -> Path | None:
    """Return the DATA folder that rows were made of, if it is beside them or in this folder."""
    for path in _beside(folder):
        try:
            found = hashlib.sha256((path / NAME).read_bytes()).hexdigest()
        except OSError:
            continue
        if found == digest:
            return path
    return None


def _beside(folder: Path) -> Iterator[Path]:
    for place in (Path(), folder.parent):
        try:
            yield from sorted(path for path in place.iterdir() if path.is_dir())
        except OSError:
            continue
