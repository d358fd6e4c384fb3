"""The record of jobs: read whole where it is at stake, passed over where nobody asked for it."""

from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.tune import record
from benchbar.tune.manifest import JOBS
from benchbar.tune.record import Order, Record, Started

WHOLE = Record(jobs=(Started(Order("", None, "gpt", 2, None, None, None), "job-1", "running"),))


@pytest.mark.parametrize("damage", [b"", b'{"jobs": [', b"\xff\xfe", b"[" * 100_000, b'{"x": 1}'])
def test_a_damaged_record_stops_only_whoever_works_with_it(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / JOBS).write_bytes(damage)
    assert record.nearby(tmp_path) == Record()
    with pytest.raises(InputError, match="damaged") as caught:
        record.read(tmp_path)
    assert "put back a copy of it" in str(caught.value)
    assert "remove" not in str(caught.value)


def test_a_record_that_cannot_be_opened_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / JOBS).mkdir()
    assert record.nearby(tmp_path) == Record()


def test_a_whole_one_is_read_either_way(tmp_path: Path) -> None:
    record.write(tmp_path, WHOLE)
    assert record.nearby(tmp_path) == record.read(tmp_path) == WHOLE
