"""Rows on the disk: all that may be used, as they are made; then a file of some, in any order.

Rows of the largest sizes are hundreds of kilobytes each, so that none is held in memory: each is
written once to a file of its own making, and copied from there to where it belongs.
"""

import hashlib
from array import array
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from benchbar import tokens
from benchbar.records import Item
from benchbar.tune.consumers import Row

FRAMING = 11
"""Tokens that the chat form adds to a row: three for each of two messages and one for its role, and
three for the row (OpenAI's cookbook, "Data preparation and analysis for chat model fine-tuning",
from memory)."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rows; ``tokens`` without those of the chat form, counted with cl100k_base.

    ``longest`` is the number of tokens of the longest row, and ``longest_id`` the item it is of.
    """

    sha256: str
    rows: int
    tokens: int
    tokens_answers: int
    longest: int
    longest_id: str

    @property
    def trained(self) -> int:
        """Tokens that are trained on when every row is read once."""
        return self.tokens + self.rows * FRAMING


class Spool:
    """Rows in the order in which they were made, in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("w+b")
        self._places = array("q", [0])
        self._prompts = array("q")
        self._answers = array("q")
        self._ids: list[str] = []
        self._encoder = msgspec.json.Encoder()

    def add(self, item: Item, row: Row, prompt: str, answer: str) -> int:
        """Keep a row; return its number."""
        self._places.append(self._places[-1] + self._file.write(self._encoder.encode(row) + b"\n"))
        known = item.traits.get("tokens")
        self._prompts.append(known if isinstance(known, int) else tokens.count(prompt))
        self._answers.append(tokens.count(answer))
        self._ids.append(item.id)
        return len(self._ids) - 1

    def write(self, path: Path, numbers: Sequence[int]) -> Written:
        """Write rows to a file, in the order of their numbers."""
        digest = hashlib.sha256()
        with path.open("wb") as file:
            for number in numbers:
                start, end = self._places[number], self._places[number + 1]
                self._file.seek(start)
                line = self._file.read(end - start)
                digest.update(line)
                file.write(line)
        longest = max(numbers, key=self._tokens, default=None)
        return Written(
            sha256=digest.hexdigest(),
            rows=len(numbers),
            tokens=sum(map(self._tokens, numbers)),
            tokens_answers=sum(self._answers[number] for number in numbers),
            longest=0 if longest is None else self._tokens(longest),
            longest_id="" if longest is None else self._ids[longest],
        )

    def _tokens(self, number: int) -> int:
        return self._prompts[number] + self._answers[number]

    def __enter__(self) -> "Spool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._path.unlink(missing_ok=True)
