"""Rows to learn, as text: read from a folder of rows, or made from a folder of items.

Items become rows by ``export``, whose guard keeps out what the test split asks about. Each page of
theirs can be asked more than the one question that its item has: a page is read once, and more
questions about it cost little.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.corpora import nonces, synthetic
from benchbar.errors import InputError
from benchbar.records import Document, Item
from benchbar.seeds import rng_for
from benchbar.suites.data import Data
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules
from benchbar.tune import manifest
from benchbar.tune.consumers import DEV, TRAIN, Row, completion
from benchbar.tune.leaks import Guard
from benchbar.tune.recipe import Test
from benchbar.tune.styles import STYLES

MORE = "more.jsonl"
"""Rows of further questions about the pages of ``TRAIN``."""


class _Said(msgspec.Struct, frozen=True):
    role: str
    content: str


class _Row(msgspec.Struct, frozen=True):
    prompt: tuple[_Said, ...]
    completion: tuple[_Said, ...]


def check(folder: Path) -> dict[str, str]:
    """Return the hashes of a folder's files of rows, by name.

    Raises:
        InputError: It holds no rows of ``tune export --format trl``, or they were changed since.
    """
    told = manifest.read(folder)
    if told.format != "trl":
        raise InputError(
            f"{folder}: its rows are for {told.format}: write them with "
            "'benchbar tune export DATA --format trl'"
        )
    for name, file in told.files.items():
        path = folder / name
        if not path.is_file() or jsonl.digest(path) != file.sha256:
            raise InputError(f"{path}: missing or changed since it was exported: export it again")
    more = folder / MORE
    there = {name: file.sha256 for name, file in told.files.items()}
    return there | ({MORE: jsonl.digest(more)} if more.is_file() else {})


def read(folder: Path, name: str) -> list[tuple[str, str]]:
    """Return prompts and answers of a file of rows; none if there is no such file.

    Raises:
        InputError: A row is not one question and its answer.
    """
    path = folder / name
    return [_pair(path, n, row) for n, row in jsonl.numbered(path, _Row)] if path.is_file() else []


def _pair(path: Path, number: int, row: _Row) -> tuple[str, str]:
    match row:
        case _Row((_Said("user", prompt),), (_Said("assistant", answer),)):
            return prompt, answer
    raise InputError(f"{path}:{number}: not one question of the user and its answer")


def write_more(
    data: Data,
    against: Iterable[Data],
    folder: Path,
    *,
    each: Callable[[Test], int],
    style: str,
    seed: int,
) -> Counter[Test]:
    """Write further questions about the pages of a folder's training rows; return how many by test.

    Args:
        data: The items that the rows were made of.
        against: Folders whose test splits must not leak.
        folder: Holds the rows, and is written to.
        each: Most questions about each page of a test, the item's own not counted.
        style: Name of a style of answers.
        seed: Names the draw of lines.
    """
    guard = Guard.over([data, *against])
    learnt = {_digest(prompt) for prompt, _ in read(folder, TRAIN)}
    kept = {_digest(prompt) for prompt, _ in read(folder, DEV)}
    counts: Counter[Test] = Counter()
    rows = _more(data, guard, learnt, kept, counts, each=each, style=style, seed=seed)
    jsonl.write(folder / MORE, rows)
    return counts


def _more(
    data: Data,
    guard: Guard,
    learnt: Set[bytes],
    kept: Set[bytes],
    counts: Counter[Test],
    *,
    each: Callable[[Test], int],
    style: str,
    seed: int,
) -> Iterator[Row]:
    """Yield and count rows about the pages of rows that are learnt, each new, none that is kept."""
    there = {*learnt, *kept}
    for document, items in data.pairs(lambda item: item.split == "train"):
        for item in items:
            if item.unamended is not None or _digest(_prompt(item, document)) not in learnt:
                continue
            test = item.window, item.corpus, item.task
            for other in _others(item, document, seed)[: each(test)]:
                prompt = _prompt(other, document)
                if _digest(prompt) not in there and guard.leak(other, document) is None:
                    there.add(_digest(prompt))
                    counts[test] += 1
                    yield completion(prompt, STYLES[style].answer(other, document))


def _others(item: Item, document: Document, seed: int) -> Sequence[Item]:
    """Return the questions of an item's test about other lines of its page, shuffled."""
    places = [place for place in range(len(document.lines)) if place != item.target]
    rng_for("tune", seed, "more", item.id).shuffle(places)
    asked = (TASKS[item.task].ask(document, place, Rules()) for place in places)
    return [
        msgspec.structs.replace(
            other, id=f"{item.id}+{other.target}", window=item.window, corpus=item.corpus,
            split="train",
        )
        for other in asked
        if other is not None and _is_ours(other, document)
    ]  # fmt: skip


def _is_ours(other: Item, document: Document) -> bool:
    """Say whether a line of a synthetic section is the training split's to ask about.

    Sections hold terms of both splits, and either asks about its own half of them alone.
    """
    if document.source != synthetic.SOURCE:
        return True
    term = synthetic.term(document, document.lines[other.target])
    return term is not None and nonces.half(term) == 1


def _digest(prompt: str) -> bytes:
    return hashlib.sha256(prompt.encode()).digest()


def _prompt(item: Item, document: Document) -> str:
    (prompt,) = TASKS[item.task].turns(item, document, "default")
    return prompt
