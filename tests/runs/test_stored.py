"""Stored replies, found by their item."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.runs.stored import Stored

ROWS = st.lists(
    st.builds(
        Reply,
        id=st.sampled_from(["a", "b", "c-1", "ä"]),
        cell=st.sampled_from(["", "x"]),
        trial=st.integers(1, 2),
        turns=st.tuples(st.text(max_size=5)),
    ),
    max_size=12,
)


@given(ROWS, ROWS)
def test_the_last_reply_of_each_cell_and_trial_is_found(
    tmp_path_factory: pytest.TempPathFactory, first: list[Reply], second: list[Reply]
) -> None:
    folder = tmp_path_factory.mktemp("replies")
    jsonl.write(folder / "1", first)
    jsonl.write(folder / "2", second)
    last = {(row.id, row.cell, row.trial): row for row in first + second}
    with Stored([folder / "1", folder / "absent", folder / "2"]) as stored:
        for item in ("a", "b", "c-1", "ä", "d"):
            assert stored.of(item) == [last[key] for key in sorted(last) if key[0] == item]
        assert stored.all_asked
        assert stored.settings == {(row.cell, row.trial) for row in first + second}


def test_replies_to_other_items_are_noticed(tmp_path: Path) -> None:
    jsonl.write(tmp_path / "rows", [Reply("a"), Reply("b")])
    with Stored([tmp_path / "rows"]) as stored:
        stored.of("a")
        assert not stored.all_asked
        stored.of("b")
        assert stored.all_asked


def test_blank_rows_and_a_byte_order_mark_move_no_reply(tmp_path: Path) -> None:
    told = b'\xef\xbb\xbf{"id": "a", "turns": ["1"]}\n\n  \n{"id": "a", "trial": 2}\n'
    (tmp_path / "rows").write_bytes(told)
    with Stored([tmp_path / "rows"]) as stored:
        assert stored.of("a") == [Reply("a", turns=("1",)), Reply("a", trial=2)]


def test_a_row_that_is_no_reply_is_named(tmp_path: Path) -> None:
    (tmp_path / "rows").write_text('{"id": "a"}\n{"name": "b"}\n')
    with pytest.raises(InputError, match="rows:2: not a valid Reply"):
        Stored([tmp_path / "rows"])
