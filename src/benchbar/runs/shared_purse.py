"""One budget over several workers: each sets aside what a call may cost where all see it."""

from pathlib import Path

import anyio

from benchbar.errors import InputError
from benchbar.runs.board import Board, Money
from benchbar.runs.budget import Purse, dollars
from benchbar.runs.presence import Presence

WAIT_SECONDS = 0.5
"""How long a call waits for others to give back what they do not need, before it looks again."""


class SharedPurse(Purse):
    """What all workers of a run may spend, and what one of them sets aside for its calls.

    All who take look at the same sum and add to it, one after another: so it never passes the
    limit. What a worker that was killed has set aside stays set aside.
    """

    def __init__(
        self, folder: Path, limit: float | None, spent: float, board: Board, presence: Presence
    ) -> None:
        """Take what was spent before the first of these workers began, in dollars."""
        super().__init__(folder, None, spent)
        self.limit = limit
        self._before = spent
        self._board, self._presence = board, presence

    @property
    def committed(self) -> float:
        """What all have spent, and what the calls that are open may cost."""
        return super().committed if self.limit is None else self._before + self._board.dollars

    @property
    def total(self) -> float:
        """What the run has cost, or may have: all that is spent or set aside."""
        return self.committed

    @property
    def bill(self) -> str:
        """What all have spent, in words."""
        return f"up to {dollars(self.committed)} spent or set aside by all workers"

    def pay(self, call: str, usd: float) -> None:
        """Count what no stored reply tells of.

        Raises:
            InputError: The budget does not allow it.
        """
        if usd > 0 and self.limit is not None:
            if not self._set_aside(call, usd):
                raise InputError(
                    f"--budget {self.limit:g}: {self.bill}, and the next call may cost "
                    f"{dollars(usd)}: give more with 'benchbar run --resume RUN --budget MORE'"
                )
            self.spent += usd
        else:
            super().pay(call, usd)

    async def _change(self) -> None:
        with anyio.move_on_after(WAIT_SECONDS):
            await super()._change()

    def _awaits_others(self) -> bool:
        """Say whether another worker that is alive has calls open."""
        me = self._presence.worker
        busy = [name for name, calls in self._board.calls.items() if calls > 0 and name != me]
        return any(map(self._presence.alive, busy))

    def _set_aside(self, call: str, usd: float, *, calls: int = 0) -> bool:
        if self.limit is None:
            return True
        with self._board.held():
            if self._before + self._board.dollars + usd > self.limit:
                return False
            self._board.add(Money(self._presence.worker, call, usd, calls=calls), sync=True)
        return True

    def _note(self, call: str, usd: float, *, cost: float = 0.0, calls: int = 0) -> None:
        if self.limit is not None and (usd or cost or calls):
            with self._board.held():
                self._board.add(Money(self._presence.worker, call, usd, cost, calls))
