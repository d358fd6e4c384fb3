"""What the replies took: calls, tokens, money and time, told apart from what nobody counted."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from benchbar.records import Reply

UNKNOWN = "unknown"


@dataclass(slots=True)
class Amount:
    """The sum of something over replies, and for how many of them it is known."""

    total: float = 0
    known: int = 0

    def add(self, value: float | None) -> None:
        """Add the value of one reply; None is unknown, which is not nothing."""
        if value is not None:
            self.total += value
            self.known += 1


@dataclass(slots=True)
class Usage:
    """What the replies of one cell took, in tokens, US dollars and seconds."""

    replies: int = 0
    tokens_in: Amount = field(default_factory=Amount)
    tokens_out: Amount = field(default_factory=Amount)
    tokens_reasoning: Amount = field(default_factory=Amount)
    cost: Amount = field(default_factory=Amount)
    seconds: list[float] = field(default_factory=list)

    def add(self, reply: Reply) -> None:
        """Count one reply."""
        self.replies += 1
        self.tokens_in.add(reply.tokens_in)
        self.tokens_out.add(reply.tokens_out)
        self.tokens_reasoning.add(reply.tokens_reasoning)
        self.cost.add(reply.cost)
        if reply.seconds is not None:
            self.seconds.append(reply.seconds)

    def tokens(self, amount: Amount) -> str:
        """Say how many tokens, and how many a reply."""
        each = f" ({amount.total / amount.known:,.0f} a reply)" if amount.known else ""
        return self._told(f"{amount.total:,.0f}{each}", amount)

    @property
    def dollars(self) -> str:
        """The cost as far as it is known; small sums keep two digits that count."""
        total = self.cost.total
        return self._told(
            f"${total:,.2f}" if total >= 1 or not total else f"${total:.2g}", self.cost
        )

    @property
    def time(self) -> str:
        """The median time of a call and the longest, in seconds."""
        if not self.seconds:
            return UNKNOWN
        return f"{_seconds(median(self.seconds))} s, at most {_seconds(max(self.seconds))} s"

    def _told(self, text: str, amount: Amount) -> str:
        if not amount.known:
            return UNKNOWN
        lacking = self.replies - amount.known
        return f"{text}, unknown of {lacking:,} replies" if lacking else text


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:,.1f}"


def usage_of(replies: Iterable[Reply]) -> dict[str, Usage]:
    """Add up what the replies of each cell took."""
    found: dict[str, Usage] = {}
    for reply in replies:
        found.setdefault(reply.cell, Usage()).add(reply)
    return found
