import fcntl
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.runs.board import BOARD, WORKERS, Board, Done, Money, Row, Size, Taken

WORKERS_NAMED = ("ann", "bob", "eve")

rows = st.one_of(
    st.builds(Size, st.integers(1, 3)),
    st.builds(Taken, st.sampled_from("pqr"), st.sampled_from(WORKERS_NAMED)),
    st.builds(Done, st.sampled_from("pqr"), st.sampled_from(WORKERS_NAMED)),
    st.builds(
        Money,
        st.sampled_from(WORKERS_NAMED),
        st.just("item"),
        st.integers(-4, 4).map(float),
        st.integers(0, 4).map(float),
        st.integers(-1, 1),
    ),
)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    with closing(Board(tmp_path)) as board:
        yield board


def read(board: Board) -> tuple[object, ...]:
    with board.held():
        return board.size, dict(board.holders), set(board.done), board.dollars, +board.calls


def written(board: Board) -> Path:
    return board.folder / BOARD


@given(said=st.lists(st.tuples(st.integers(0, 2), rows), max_size=20))
def test_whoever_reads_reads_the_same_whoever_wrote(said: list[tuple[int, Row]]) -> None:
    with TemporaryDirectory() as folder:
        boards = [Board(Path(folder)) for _ in range(3)]
        for who, row in said:
            with boards[who].held():
                boards[who].add(row)
        late = Board(Path(folder))
        assert read(late) == read(boards[0]) == read(boards[1]) == read(boards[2])
        money = [row for _, row in said if isinstance(row, Money)]
        assert late.size == next((row.items for _, row in said if isinstance(row, Size)), None)
        assert late.dollars == sum(row.aside + row.cost for row in money)
        for board in (*boards, late):
            board.close()


def test_the_last_who_took_a_part_asks_it(board: Board) -> None:
    with board.held():
        board.add(Taken("p", "ann"))
        board.add(Taken("p", "bob"))
        board.add(Done("q", "ann"))
    assert board.holders["p"] == ["ann", "bob"]
    assert board.done == {"q"}


@pytest.mark.parametrize(
    "torn", [b'{"type":"ta', b"{}", b'{"type":"done","part":"p","worker":"a"}']
)
def test_a_row_that_a_killed_worker_left_torn_is_cut_off(board: Board, torn: bytes) -> None:
    with board.held():
        board.add(Taken("p", "ann"))
    with written(board).open("ab") as file:
        file.write(torn)
    with closing(Board(board.folder.parent)) as other, other.held():
        other.add(Taken("q", "bob"))
    assert read(board) == (None, {"p": ["ann"], "q": ["bob"]}, set(), 0.0, {})
    assert written(board).read_bytes().count(b"\n") == 2


def test_nobody_adds_to_a_board_that_another_holds(board: Board) -> None:
    other = Board(board.folder.parent)
    took: list[str] = []

    def take() -> None:
        with other.held():
            took.append("bob")

    with board.held():
        thread = threading.Thread(target=take)
        thread.start()
        with written(board).open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert not took
    thread.join()
    other.close()
    assert took == ["bob"]


def test_a_row_of_no_such_kind_is_named_by_its_file(tmp_path: Path) -> None:
    (tmp_path / WORKERS).mkdir()
    (tmp_path / WORKERS / BOARD).write_text('{"type":"else"}\n')
    with closing(Board(tmp_path)) as board, pytest.raises(InputError, match=r"board\.jsonl: damag"):
        read(board)
