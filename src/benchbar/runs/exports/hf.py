"""A Hugging Face dataset: one row an item with its whole prompt, its card, and its hashes.

Opened by ``datasets.load_dataset("json", data_files=...)``, or by ``load_dataset(FOLDER)``. Every
column holds one type in every row, since types are read off the first rows: what does not apply is
an empty string or 0. JSON Lines and not Parquet: the same items give the same bytes with every
version of every library, so that a hash names them (docs/decisions/0027).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Item
from benchbar.runs.exports.base import Files, Prompt, prompts
from benchbar.runs.exports.hf_card import Part, card
from benchbar.runs.plan import Study
from benchbar.suites.data import Data, Test

MOST_BYTES = 500_000_000
"""Of one file, but for its last row; a test that is larger goes on in others."""
SUMS = "SHA256SUMS"
"""The file of hashes, as ``sha256sum -c`` reads it."""


class Row(msgspec.Struct, frozen=True):
    """One item. ``accepted`` holds every right answer, ``answer`` first.

    ``second_prompt`` follows the first reply where an item takes two turns; ``answer`` is then that
    to the second.
    """

    id: str
    window: str
    corpus: str
    task: str
    split: str
    variant: str
    prompt: str
    second_prompt: str
    answer: str
    accepted: list[str]
    unamended: str
    asked: str
    document: str
    lines: int
    tokens: int


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write tests to ``data/<window>.<corpus>.<task>.<split>.jsonl``, ``README.md``, and hashes.

    A test that is larger than ``MOST_BYTES`` goes to ``...<split>-00001-of-00003.jsonl`` and on.
    """
    variant = studies[0].cells[0].variant
    with Files(folder) as files:
        shards = _Shards(files)
        for study in studies:
            for prompt in prompts(study, data, variant, most_turns=2):
                item = prompt.item
                test = item.window, item.corpus, item.task, item.split
                shards.add(test, row(prompt, variant))
    parts = list(_parts(shards, folder))
    sums = "".join(f"{part.sha256}  {part.name}\n" for part in parts)
    text = "\n".join(card(studies, data, parts)) + "\n"
    for name, told in ((SUMS, sums), ("README.md", text)):
        (folder / name).write_text(told, encoding="utf-8", newline="\n")


class _Shards:
    """The files of each test, the last of which is being written; ``rows`` counts theirs."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._sizes: dict[Test, int] = {}
        self.rows: dict[Test, list[int]] = {}

    def add(self, test: Test, record: Row) -> None:
        """Write a row to the last file of its test, or to a new one once that is full."""
        rows = self.rows.setdefault(test, [])
        if not rows or self._sizes[test] >= MOST_BYTES:
            rows.append(0)
            self._sizes[test] = 0
        self._sizes[test] += self._files.add(name_of(test, len(rows)), record)
        rows[-1] += 1


def name_of(test: Test, number: int, of: int | None = None) -> str:
    """Return the name of a file of a test, counted from 1; ``of`` is left out until it is known."""
    end = "" if of == 1 else f"-{number:05d}" + ("" if of is None else f"-of-{of:05d}")
    return f"data/{'.'.join(test)}{end}.jsonl"


def _parts(shards: _Shards, folder: Path) -> Iterator[Part]:
    """Give each file its last name, and yield it, by name."""
    for test, counts in sorted(shards.rows.items()):
        for number, rows in enumerate(counts, 1):
            name = name_of(test, number, len(counts))
            path = (folder / name_of(test, number)).rename(folder / name)
            yield Part(name, test, rows, jsonl.digest(path))


def row(prompt: Prompt, variant: str) -> Row:
    """Return an item in the columns of the data set."""
    item, document = prompt.item, prompt.document
    return Row(
        id=item.id,
        window=item.window,
        corpus=item.corpus,
        task=item.task,
        split=item.split,
        variant=variant,
        prompt=prompt.text,
        second_prompt=prompt.second,
        answer=item.gold,
        accepted=[item.gold, *item.alternatives],
        unamended=item.unamended or "",
        asked=item.asked,
        document=item.document,
        lines=len(document.lines),
        tokens=_tokens(item),
    )


def _tokens(item: Item) -> int:
    value = item.traits.get("tokens")
    return value if isinstance(value, int) else 0
