"""Stored replies found by their item, and read from the disk only when they are wanted.

The rows of an item are found by a hash of its id; that they are the item's is seen as they are
read.
"""

from array import array
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchbar import jsonl
from benchbar.records import Reply
from benchbar.runs.folder import Key, key


class Stored:
    """The replies of some files, by item; memory holds 16 bytes a reply, whatever they say.

    Attributes:
        settings: The cells and trials that there are.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Go through the files once.

        Args:
            paths: Of replies, not packed; of the same reply in several rows the last one counts.

        Raises:
            InputError: A file cannot be read, or a row is no reply; names file and row.
        """
        self._paths = [path for path in paths if path.is_file()]
        self._replies = jsonl.Decoder(Reply)
        self.settings: set[tuple[str, int]] = set()
        hashes, offsets = array("Q"), array("Q")
        for number, path in enumerate(self._paths):
            for row, offset, line in jsonl.placed(path):
                reply = self._replies.decode(line, path, row)
                self.settings.add((reply.cell, reply.trial))
                hashes.append(_hash(reply.id))
                offsets.append(offset * len(self._paths) + number)
        named = np.array(hashes, np.uint64)
        order = np.argsort(named, kind="stable")
        self._hashes = named[order]
        self._offsets = np.array(offsets, np.uint64)[order]
        self._asked = np.zeros(len(order), np.bool_)
        self._files = [path.open("rb") for path in self._paths]

    def of(self, item: str) -> list[Reply]:
        """Return the replies to an item, the last for each cell and trial, by cell and trial."""
        found: dict[Key, Reply] = {}
        wanted = np.uint64(_hash(item))
        start = int(np.searchsorted(self._hashes, wanted, "left"))
        stop = int(np.searchsorted(self._hashes, wanted, "right"))
        for place in range(start, stop):
            reply = self._read(place)
            if reply.id == item:
                self._asked[place] = True
                found[key(reply)] = reply
        return [found[name] for name in sorted(found)]

    @property
    def all_asked(self) -> bool:
        """Whether there is no reply but to the items that ``of`` was asked about."""
        return bool(self._asked.all())

    def _read(self, place: int) -> Reply:
        offset, number = divmod(int(self._offsets[place]), len(self._paths))
        file = self._files[number]
        file.seek(offset)
        return self._replies.decode(file.readline(), self._paths[number], 0)

    def close(self) -> None:
        """Close the files."""
        for file in self._files:
            file.close()

    def __enter__(self) -> "Stored":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _hash(item: str) -> int:
    return hash(item) & (2**64 - 1)
