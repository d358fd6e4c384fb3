"""Which checkpoint is whole, and how libraries say that a disk is full."""

import errno
from pathlib import Path

import pytest

from benchbar.tune.local_checkpoints import is_of_a_full_disk, last_whole, step_of

PARTS = ("adapter_model.safetensors", "optimizer.pt", "scheduler.pt", "trainer_state.json")


def checkpoint(folder: Path, step: int) -> Path:
    path = folder / f"checkpoint-{step}"
    path.mkdir(parents=True)
    for name in PARTS:
        (path / name).write_text("{}")
    return path


def test_the_last_is_taken_by_its_number(tmp_path: Path) -> None:
    assert last_whole(tmp_path / "none") is None
    assert last_whole(tmp_path) is None
    paths = [checkpoint(tmp_path, step) for step in (9, 100, 25)]
    assert last_whole(tmp_path) == tmp_path / "checkpoint-100"
    assert [step_of(path) for path in paths] == [9, 100, 25]
    assert all(path.is_dir() for path in paths)


@pytest.mark.parametrize("missing", PARTS)
def test_one_that_lacks_a_part_is_removed(missing: str, tmp_path: Path) -> None:
    checkpoint(tmp_path, 2)
    (checkpoint(tmp_path, 4) / missing).unlink()
    assert last_whole(tmp_path) == tmp_path / "checkpoint-2"
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint-2"]


@pytest.mark.parametrize("text", ["", '{"global_step": 4, "lo', "\x00" * 8])
def test_one_that_was_cut_off_is_removed(text: str, tmp_path: Path) -> None:
    (checkpoint(tmp_path, 4) / "trainer_state.json").write_text(text)
    assert last_whole(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (RuntimeError("[enforce fail at inline_container.cc:664] . unexpected pos 64"), True),
        (Exception("No space left on device (os error 28)"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (RuntimeError("PytorchStreamReader failed reading zip archive"), False),
        (RuntimeError("shapes do not fit"), False),
    ],
)
def test_how_a_full_disk_is_said(error: Exception, *, full: bool) -> None:
    assert is_of_a_full_disk(error) is full
