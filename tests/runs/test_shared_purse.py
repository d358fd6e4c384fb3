import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.runs.board import Board
from benchbar.runs.budget import SpentError
from benchbar.runs.presence import Presence
from benchbar.runs.reserves import PREFLIGHT
from benchbar.runs.shared_purse import SharedPurse


class Workers:
    """Workers of one run in one process."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack

    def hire(self, name: str, limit: float | None = 10.0, *, spent: float = 0.0) -> SharedPurse:
        board = self._stack.enter_context(closing(Board(self._folder)))
        presence = self._stack.enter_context(Presence(board.folder, name))
        with board.held():
            return SharedPurse(self._folder, limit, spent, board, presence)


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    with ExitStack() as stack:
        yield Workers(tmp_path, stack)


def take(purse: SharedPurse, usd: float) -> bool:
    """Try to set something aside."""
    try:
        asyncio.run(purse.take("item", usd))
    except SpentError:
        return False
    return True


@settings(max_examples=50)
@given(
    acts=st.lists(
        st.tuples(
            st.integers(0, 2),
            st.sampled_from(("take", "take", "settle", "lose")),
            st.integers(0, 4),
        ),
        max_size=30,
    )
)
def test_all_together_never_pass_the_limit(acts: list[tuple[int, str, int]]) -> None:
    """Three workers take, settle, and lose as it comes; one holds its own account of all."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        purses = [Workers(Path(folder), stack).hire(f"w{n}", spent=2.0) for n in range(3)]
        aside: list[list[int]] = [[], [], []]
        paid = 2
        for who, act, usd in acts:
            committed = paid + sum(map(sum, aside))
            if act == "settle" and aside[who]:
                worst = aside[who].pop()
                cost = min(usd, worst)
                purses[who].settle("item", float(worst), cost=float(cost), lost=0.0)
                paid += cost
            elif act == "lose":
                fits = committed + usd <= 10
                assert purses[who].lose("item", float(usd)) == fits
                paid += usd * fits
            elif act == "take" and committed + usd <= 10:  # it would wait for the others' calls
                assert take(purses[who], float(usd))
                aside[who].append(usd)
        late = Workers(Path(folder), stack).hire("late", spent=2.0)
        assert late.committed == paid + sum(map(sum, aside)) <= 10


def test_a_call_waits_for_what_others_give_back(workers: Workers) -> None:
    ann, bob = workers.hire("ann"), workers.hire("bob")

    async def meet() -> None:
        await ann.take("a", 8.0)
        waiting = asyncio.create_task(bob.take("b", 8.0))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        ann.settle("a", 8.0, cost=1.0, lost=0.0)
        await asyncio.wait_for(waiting, 5)

    asyncio.run(meet())
    assert ann.spent == 1.0
    assert bob.total == 9.0


def test_nobody_waits_for_a_worker_that_has_no_call_open(workers: Workers) -> None:
    ann, bob = workers.hire("ann"), workers.hire("bob")
    assert take(ann, 8.0)
    ann.settle("item", 8.0, cost=6.0, lost=1.5)
    assert not take(bob, 3.0)
    assert (ann.lost, bob.committed) == (1.5, 7.5)


def test_nobody_waits_for_a_worker_that_is_gone(tmp_path: Path) -> None:
    with ExitStack() as stack:
        assert take(Workers(tmp_path, stack).hire("killed"), 8.0)
    with ExitStack() as stack:
        bob = Workers(tmp_path, stack).hire("bob")
        assert bob.committed == 8.0
        with pytest.raises(SpentError, match=r"may cost \$3.00 and would pass the budget of \$10"):
            asyncio.run(bob.take("b", 3.0))
        assert bob.bill == "up to $8.00 spent or set aside by all workers"


def test_trying_a_model_out_is_paid_from_it_too(workers: Workers) -> None:
    ann, bob = workers.hire("ann"), workers.hire("bob")
    ann.pay(PREFLIGHT, 6.0)
    with pytest.raises(
        InputError, match=r"--budget 10: up to \$6.00 .* may cost \$6.00: give more"
    ):
        bob.pay(PREFLIGHT, 6.0)
    ann.pay(PREFLIGHT, -5.0)
    bob.pay(PREFLIGHT, 6.0)
    assert (ann.spent, bob.spent, bob.committed) == (1.0, 6.0, 7.0)


def test_without_a_limit_nothing_is_kept(workers: Workers, tmp_path: Path) -> None:
    ann = workers.hire("ann", None)
    assert take(ann, 1e9)
    ann.settle("item", 1e9, cost=2.0, lost=0.0)
    ann.pay(PREFLIGHT, 1.0)
    assert ann.total == 3.0
    assert (tmp_path / "workers" / "board.jsonl").read_bytes() == b""
