"""Steps of training: rows about one page are learnt together, and the page is read once.

A row is a prompt and its answer, in tokens. Prompts put the document first and the question last,
so rows about one document begin alike. A step is one sequence: what rows share stands in it once,
their questions and answers stand behind it side by side, and none sees another (``sees``). What
the model learns is the same as from each row alone; a page with eight questions costs a fifth.

    page | question 1, answer 1 | question 2, answer 2 | next page | its question, its answer
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from benchbar.seeds import rng_for

IGNORED = -100
"""The label of a token that is read and not learnt, as torch has it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A row: tokens of the prompt, and of the answer with its end."""

    prompt: tuple[int, ...]
    answer: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.answer)


@dataclass(frozen=True, slots=True)
class Step:
    """One sequence. All fields but ``rows`` have its length.

    Attributes:
        tokens: What is read.
        labels: What is learnt: the token itself, or ``IGNORED``.
        positions: Where each token would stand if its row stood alone.
        pages: Which page each token belongs to.
        branches: Which row of that page, from 1; 0 for what they share.
        rows: How many rows there are.
    """

    tokens: tuple[int, ...]
    labels: tuple[int, ...]
    positions: tuple[int, ...]
    pages: tuple[int, ...]
    branches: tuple[int, ...]
    rows: int


def sees(step: Step, reader: int, other: int) -> bool:
    """Say whether the token at ``reader`` may look at that at ``other``: the law of a step."""
    return (
        other <= reader
        and step.pages[other] == step.pages[reader]
        and step.branches[other] in (0, step.branches[reader])
    )


def by_page(rows: Sequence[Tokens]) -> list[list[Tokens]]:
    """Return rows in groups that are about one document: half of a prompt or more is shared."""
    groups: list[list[Tokens]] = []
    for row in sorted(rows, key=lambda row: (row.prompt, row.answer)):
        first = groups[-1][0].prompt if groups else ()
        if 2 * _shared([first, row.prompt]) > max(len(first), len(row.prompt)):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def plan(rows: Sequence[Tokens], *, batch: int, epochs: float, seed: int) -> Iterator[Step]:
    """Yield the steps of a training, in order: each epoch has every row once, shuffled.

    Args:
        rows: In any order; the same rows give the same steps.
        batch: Most rows of a step.
        epochs: How often each row is learnt; may be infinite, and the last one a part.
        seed: Names the shuffles.
    """
    packs = [
        pack
        for page in by_page(rows)
        for pack in _split(page, batch, rng_for("tune", seed, "page", *page[0].prompt))
    ]
    left = epochs * len(rows)
    for epoch in count():
        rng_for("tune", seed, "epoch", epoch).shuffle(packs)
        for step in _steps(packs, batch):
            if left <= 0:
                return
            yield step
            left -= step.rows


def in_turn(rows: Sequence[Tokens], *, batch: int) -> list[Step]:
    """Return steps with every row once, for measuring."""
    packs = [pack for page in by_page(rows) for pack in _chunks(page, batch)]
    return list(_steps(packs, batch))


def together(packs: Sequence[Sequence[Tokens]]) -> Step:
    """Return the step in which rows are learnt together; each pack is about one page."""
    tokens: list[int] = []
    labels: list[int] = []
    positions: list[int] = []
    pages: list[int] = []
    branches: list[int] = []

    def add(part: Sequence[int], start: int, page: int, branch: int, *, learnt: bool) -> None:
        tokens.extend(part)
        labels.extend(part if learnt else [IGNORED] * len(part))
        positions.extend(range(start, start + len(part)))
        pages.extend([page] * len(part))
        branches.extend([branch] * len(part))

    for page, pack in enumerate(packs):
        # The token before an answer predicts it: it belongs to the row and not to the page.
        shared = min(_shared([row.prompt for row in pack]), *(len(row.prompt) - 1 for row in pack))
        add(pack[0].prompt[:shared], 0, page, 0, learnt=False)
        for branch, row in enumerate(pack, 1):
            add(row.prompt[shared:], shared, page, branch, learnt=False)
            add(row.answer, len(row.prompt), page, branch, learnt=True)
    return Step(
        tuple(tokens), tuple(labels), tuple(positions), tuple(pages), tuple(branches),
        rows=sum(map(len, packs)),
    )  # fmt: skip


def _shared(prompts: Sequence[Sequence[int]]) -> int:
    """Return how many tokens all prompts begin with alike."""
    columns = enumerate(zip(*prompts, strict=False))
    shortest = min(map(len, prompts), default=0)
    return next((n for n, column in columns if len(set(column)) > 1), shortest)


def _split(page: Sequence[Tokens], batch: int, rng: random.Random) -> Iterator[list[Tokens]]:
    """Yield the rows of a page in packs of at most a step's rows."""
    mixed = list(page)
    rng.shuffle(mixed)
    yield from _chunks(mixed, batch)


def _chunks(page: Sequence[Tokens], batch: int) -> Iterator[list[Tokens]]:
    for start in range(0, len(page), batch):
        yield list(page[start : start + batch])


def _steps(packs: Sequence[Sequence[Tokens]], batch: int) -> Iterator[Step]:
    """Yield steps of as many packs as have at most ``batch`` rows together."""
    waiting: list[Sequence[Tokens]] = []
    for pack in packs:
        if waiting and sum(map(len, waiting)) + len(pack) > batch:
            yield together(waiting)
            waiting = []
        waiting.append(pack)
    if waiting:
        yield together(waiting)
