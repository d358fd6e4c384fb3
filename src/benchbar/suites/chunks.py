"""Cutting an order into chunks, by rules that know nothing of workers."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.parallel.base import Executor
from benchbar.records import Split
from benchbar.suites import statutes
from benchbar.suites.items import Chunk, Source, most_tokens
from benchbar.suites.order import BUILT_IN, Order

Place: TypeAlias = tuple[str, str, Split, int]
"""Window, corpus, split and block of items: what has a source of its own."""

CHUNK_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class _Test:
    """A split of a test, and how many items it shall have."""

    window: str
    corpus: str
    task: str
    split: Split
    count: int


def chunks(order: Order, found: Mapping[Place, Source], spread: Executor) -> Iterator[Chunk]:
    """Yield the chunks of an order; the targets of statutes are chosen first, on the workers."""
    tests = list(_tests(order))
    on_statutes = [test for test in tests if order.form(test.corpus) == "statute"]
    choices = [_choice(order, test, found) for test in on_statutes]
    chosen = dict(zip(on_statutes, spread.map(statutes.choose, choices), strict=True))
    for test in tests:
        targets = chosen.get(test)
        for block, start, stop in _ranges(order, test, targets):
            yield Chunk(
                suite=order.suite,
                seed=order.seed,
                window=test.window,
                corpus=test.corpus,
                task=test.task,
                split=test.split,
                start=start,
                stop=stop,
                options=order.options,
                source=found[test.window, test.corpus, test.split, block],
                stride=_stride(order, test),
                targets=targets[start:stop] if targets else (),
                emits=_emits(order, test),
            )


def _tests(order: Order) -> Iterator[_Test]:
    for window in order.windows:
        for corpus in order.corpora:
            for task in order.tests(corpus):
                for split, count in order.items:
                    yield _Test(window, corpus, task, split, count)


def _choice(order: Order, test: _Test, found: Mapping[Place, Source]) -> statutes.Choice:
    source = found[test.window, test.corpus, test.split, 0]
    window = order.window(test.window)
    documents_of = statutes.SHARED.get(test.task, test.task)
    return statutes.Choice(
        name=(order.suite, order.seed, test.window, test.corpus, documents_of, test.split),
        task=documents_of,
        source=source.path,
        part=source.part,
        natural=source.natural,
        least=window.least,
        most=most_tokens(window),
        count=test.count,
        rules=order.options.rules,
    )


def _stride(order: Order, test: _Test) -> int | None:
    """Say how many items of a test share a source and draw their targets independently.

    Invented text is plentiful, so its items do; a user's transcript may be just enough, so the
    items of a split try its lines one after another.
    """
    return order.own_items(test.split) if test.corpus in BUILT_IN else None


def _emits(order: Order, test: _Test) -> bool:
    """Say whether a test's documents are its own, not those of another that is built too."""
    return order.form(test.corpus) != "statute" or statutes.SHARED.get(
        test.task
    ) not in order.tests(test.corpus)


def _ranges(
    order: Order, test: _Test, targets: tuple[statutes.Target, ...] | None
) -> Iterator[tuple[int, int, int]]:
    """Yield block, start and stop of each chunk of a test; a chunk makes a megabyte or two."""
    step = max(1, CHUNK_TOKENS // order.window(test.window).budget)
    if targets is not None:
        yield from ((0, n, min(len(targets), n + step)) for n in range(0, len(targets), step))
        return
    stride = _stride(order, test)
    if stride is None:
        yield 0, 0, test.count
        return
    for block in range(math.ceil(test.count / stride)):
        end = min(test.count, (block + 1) * stride)
        for start in range(block * stride, end, step):
            yield block, start, min(end, start + step)
