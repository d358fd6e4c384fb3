"""What all formats share: how a format is described, prompts one by one, files opened as needed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

import msgspec

from benchbar.errors import InputError
from benchbar.records import Document, Item
from benchbar.runs import plan
from benchbar.runs.plan import Study
from benchbar.suites.data import Data

Write: TypeAlias = Callable[[Sequence[Study], Data, Path], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A form in which items leave the tool.

    Attributes:
        write: Writes the items of the studies, one study a split, into an empty folder.
        runs: The folder is a run: a model is asked elsewhere and its replies come back.
        splits: Write both splits unless told otherwise; else the test split.
        settings: The settings of a cell that the format can express.
    """

    write: Write
    runs: bool = False
    splits: bool = False
    settings: tuple[str, ...] = ("variant",)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One item, its document, and the message that a model is sent.

    ``second`` is what it is sent after its first reply; empty where that is all.
    """

    item: Item
    document: Document
    text: str
    second: str = ""


def prompts(study: Study, data: Data, variant: str, *, most_turns: int = 1) -> Iterator[Prompt]:
    """Yield every prompt of a study in stored order; one document at a time is in memory.

    Args:
        study: What is exported.
        data: Its items.
        variant: Of the prompts.
        most_turns: How many turns the format can hold, 1 or 2.

    Raises:
        InputError: An item takes more turns, each resting on the reply before, or is put anew in
            every trial.
    """
    for document, items in plan.pairs(study, data):
        for item in items:
            task = plan.task_of(item)
            if plan.alike(item, (1, 2)) != [(1, 2)]:
                raise InputError(
                    f"{item.id}: its choices are shown in another order in every trial, which "
                    "cannot be exported: make the run without --shuffle"
                )
            shown = task.as_asked(item, document, variant, 1)
            turns = task.turns(*shown, variant)
            if len(turns) > most_turns:
                raise InputError(
                    f"{item.id}: {item.task} takes {len(turns)} turns, which cannot be exported: "
                    "choose other tests with --task"
                )
            yield Prompt(*shown, *turns)


class Files:
    """JSON Lines files of a folder, opened as they are needed and closed together.

    ``records`` counts what was added, by the file's name below the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, BinaryIO] = {}
        self._stack = ExitStack()
        self._encoder = msgspec.json.Encoder()
        self.records: dict[str, int] = {}

    def add(self, name: str, record: object) -> int:
        """Write one record to a file; return how many bytes it takes."""
        if name not in self._open:
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open[name] = self._stack.enter_context(path.open("wb"))
        self.records[name] = self.records.get(name, 0) + 1
        return self._open[name].write(self._encoder.encode(record) + b"\n")

    def __enter__(self) -> "Files":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
