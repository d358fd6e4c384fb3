"""Checkpoints of a training: which is whole, and what a full disk does to them."""

import json
import shutil
from pathlib import Path

from benchbar.runs.faults import is_full

_PREFIX = "checkpoint-"
_PARTS = ("adapter_model.safetensors", "optimizer.pt", "scheduler.pt")
_LAST = "trainer_state.json"
"""What transformers writes when all else is written."""
_FULL = ("No space left on device", "Disk quota exceeded", "enforce fail at inline_container.cc")
"""How the libraries say that a disk is full; the last is torch, of a file that it cannot write."""


def last_whole(folder: Path) -> Path | None:
    """Return the last checkpoint that is whole; those that are not are removed."""
    whole = []
    for path in folder.glob(f"{_PREFIX}*"):
        if step_of(path) and _is_whole(path):
            whole.append(path)
        else:
            shutil.rmtree(path, ignore_errors=True)
    return max(whole, key=step_of, default=None)


def step_of(checkpoint: Path) -> int:
    """Return after which step a checkpoint was written; 0 for another folder."""
    number = checkpoint.name.removeprefix(_PREFIX)
    return int(number) if number.isdecimal() else 0


def _is_whole(checkpoint: Path) -> bool:
    try:
        json.loads((checkpoint / _LAST).read_bytes())
    except (OSError, ValueError):
        return False
    return all((checkpoint / name).is_file() for name in _PARTS)


def is_of_a_full_disk(error: Exception) -> bool:
    """Say whether there was no room for something that was to be written."""
    if isinstance(error, OSError) and is_full(error):
        return True
    return any(said in str(error) for said in _FULL)
