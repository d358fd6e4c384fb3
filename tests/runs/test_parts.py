"""Parts: whoever takes them in whatever order, each item is asked once in each cell."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Reply
from benchbar.runs import parts, study
from benchbar.runs.board import Board
from benchbar.runs.parts import Alone, EndedError, Part, Shared, items_of_a_part
from benchbar.runs.presence import Presence
from benchbar.runs.taking_in import replies_name

CELLS = (Cell("benchbar/reader"), Cell("benchbar/sloppy"))
PARTS = 16


@pytest.fixture(scope="module")
def planned(built: Path) -> study.Study:
    return study.plan(built, CELLS, limit=4, max_connections=2)


@pytest.fixture
def opened(planned: study.Study, tmp_path: Path) -> study.Run:
    study.make(planned, tmp_path / "run")
    return study.open_run(tmp_path / "run")


class Worker:
    """A worker that asks nothing: what it takes, it has."""

    def __init__(self, opened: study.Run, name: str) -> None:
        self._stack = ExitStack()
        board = self._stack.enter_context(closing(Board(opened.folder)))
        self.presence = self._stack.enter_context(Presence(board.folder, name))
        self.share = Shared(opened, board, self.presence)
        self.parts: Iterator[Part] = self.share.parts()
        self.asked: Counter[tuple[str, str]] = Counter()
        self.now: Counter[tuple[str, str]] = Counter()

    def step(self) -> bool:
        """Take a part, the one before being done; say whether there was one."""
        part = next(self.parts, None)
        self.asked += self.now
        self.now = asked(part) if part else Counter()
        return part is not None

    def end(self) -> None:
        self.parts.close()  # type: ignore[attr-defined]
        self._stack.close()


def asked(part: Part) -> Counter[tuple[str, str]]:
    return Counter((item.id, part.cell.key) for _, items in part.pairs for item in items)


def everything(opened: study.Run) -> Counter[tuple[str, str]]:
    return sum((asked(part) for part in Alone(opened).parts()), Counter())


@settings(max_examples=20)
@given(steps=st.lists(st.integers(0, 2), max_size=PARTS))
def test_each_item_is_asked_once_in_each_cell(planned: study.Study, steps: list[int]) -> None:
    """Three workers take parts by turns; two die in the middle; the last one asks what is left."""
    with TemporaryDirectory() as folder:
        study.make(planned, Path(folder) / "run")
        opened = study.open_run(Path(folder) / "run")
        workers = [Worker(opened, f"w{n}") for n in range(3)]
        for who in steps:
            assert workers[who].step()
        workers[0].end()
        workers[1].end()
        while workers[2].step():
            pass
        workers[2].end()
        assert sum((one.asked for one in workers), Counter()) == everything(opened)


def test_a_part_that_is_taken_is_left_to_who_has_it(opened: study.Run) -> None:
    ann, bob = Worker(opened, "ann"), Worker(opened, "bob")
    assert ann.step()
    assert bob.step()
    assert not ann.now & bob.now
    ann.end()
    bob.end()


def test_of_two_who_see_that_a_part_is_free_one_takes_it(
    opened: study.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Worker(opened, "ann"), Worker(opened, "bob")
    looked = iter(range(99))

    def meanwhile() -> None:
        if next(looked) == 1:  # bob has read the board, and is about to take the first part
            assert ann.step()

    monkeypatch.setattr(bob.share, "check", meanwhile)
    assert bob.step()
    assert ann.now
    assert not ann.now & bob.now
    ann.end()
    bob.end()


def test_replies_of_who_was_killed_come_with_the_part(opened: study.Run) -> None:
    ann, bob = Worker(opened, "ann"), Worker(opened, "bob")
    ann.step()
    assert bob.step()
    (first, cell), (second, _) = list(ann.now)[:2]
    jsonl.write(
        opened.folder / "workers" / replies_name("ann"),
        [Reply(first, cell), Reply(second, cell, stop_reason="failed", error="no")],
    )
    ann.end()
    got = [part.stored for part in bob.parts]
    assert [stored for stored in got if stored] == [{(first, cell, 1)}]
    bob.end()


def test_a_worker_that_cuts_the_run_otherwise_is_refused(
    opened: study.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Worker(opened, "ann")
    monkeypatch.setattr(parts, "_PARTS", 1)
    told = "workers of another version of benchbar are asking it"
    with (
        closing(Board(opened.folder)) as board,
        Presence(board.folder, "bob") as bob,
        pytest.raises(InputError, match=told),
    ):
        Shared(opened, board, bob)
    ann.end()


def test_all_stop_when_one_says_so(opened: study.Run) -> None:
    ann, bob = Worker(opened, "ann"), Worker(opened, "bob")
    ann.step()
    bob.step()
    ann.share.check()
    ann.share.stop_all("stopped because of this")
    bob.share.stop_all("stopped because of that")
    with pytest.raises(EndedError, match="^all workers stopped because of this$"):
        bob.step()
    (opened.folder / "workers" / "stop").write_text("")
    with pytest.raises(EndedError, match="^all workers were stopped$"):
        ann.share.check()
    ann.end()
    bob.end()


@pytest.mark.parametrize(
    ("connections", "trials", "pieces", "items"),
    [
        pytest.param(3, 1, 64, 3, id="as many calls as may be open"),
        pytest.param(1, 1, 4, 8, id="a share of the run"),
        pytest.param(1, 2, 4, 8, id="trials count as calls"),
        pytest.param(1, 1, 1, 20, id="so many rounds of calls"),
        pytest.param(50, 1, 1, 30, id="the most"),
        pytest.param(2, 600, 64, 1, id="at least one item"),
    ],
)
def test_how_many_items_are_in_a_part(
    opened: study.Run,
    monkeypatch: pytest.MonkeyPatch,
    connections: int,
    trials: int,
    pieces: int,
    items: int,
) -> None:
    monkeypatch.setattr(parts, "MOST_CALLS", 30)
    monkeypatch.setattr(parts, "_PARTS", pieces)
    opened.study = replace(opened.study, max_connections=connections, trials=trials)
    assert items_of_a_part(opened) == items
