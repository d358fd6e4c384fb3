"""A small exam run in a folder: questions as items, replies as text, graded by the real graders."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.exam import items
from benchbar.exam.questions import SUBJECTS, Question
from benchbar.records import Cell, Item, Reply
from benchbar.runs import study
from benchbar.runs.folder import QUESTIONS
from benchbar.runs.plan import Study
from benchbar.seeds import share_of
from benchbar.suites.data import Data
from benchbar.tasks.shuffle import LETTERS, order_of

CELLS = tuple(
    Cell("maker/model", prompt, temperature)
    for prompt in ("ranked", "ranked-with-reasons")
    for temperature in (0.0, 0.5)
)

Answer = Callable[[Item, Cell, int], str | None]
"""What is replied to a question in a cell and trial; None is no reply."""


def questions(count: int = 40) -> list[Question]:
    """Questions of all subjects, whose right choices are spread over the letters."""
    return [
        Question(
            id=str(n),
            stem=f"Ilves sold {n} barrels to Tamm, who refuses to pay. Who is in the right?",
            choices=(f"Ilves, by {n}.", f"Tamm, by {n}.", f"Both, in {n}.", f"No one, of {n}."),
            key=LETTERS[n * 7 % 11 % 4],
            subject=SUBJECTS[n % len(SUBJECTS)],
        )
        for n in range(1, count + 1)
    ]


def mostly_right(item: Item, cell: Cell, trial: int) -> str:
    """Answer three of four questions correctly, ranks included; hard ones are hard throughout."""
    luck = share_of("hard", item.id) * 0.6 + share_of("luck", item.id, cell.key, trial) * 0.4
    right = LETTERS.index(order_of(item, trial).shown(LETTERS["ABCD".index(item.gold)]))
    first = right + (luck > 0.65) * (1 + int(3 * share_of("other", item.id, trial)))
    a, b, c = (LETTERS[(first + step) % 4] for step in range(3))
    return f"First Choice: {a}\nSecond Choice: {b}\nThird Choice: {c}"


def make_exam(
    folder: Path,
    asked: Sequence[Question] | None = None,
    *,
    cells: Sequence[Cell] = CELLS,
    trials: int = 3,
    answer: Answer = mostly_right,
    shuffle: int | None = None,
    graded: bool = True,
) -> Path:
    """Write an exam run into ``folder/run`` and return it."""
    run = folder / "run"
    data = run / QUESTIONS
    data.mkdir(parents=True)
    items.write(asked or questions(), data, name="ours.csv", shuffle=shuffle)
    there = Data(data)
    plan = Study(
        benchbar="0.1.0",
        data=str(data),
        data_path=str(data),
        data_digest=there.digest,
        split="test",
        cells=tuple(cells),
        trials=trials,
    )
    (run / "run.json").write_bytes(msgspec.json.encode(plan))
    kept = [item for test in there.sets() for item in there.items(*test)]
    replies = [
        Reply(item.id, cell.key, trial, (text,))
        for item in kept
        for cell in cells
        for trial in range(1, trials + 1)
        if (text := answer(item, cell, trial)) is not None
    ]
    jsonl.write(run / "replies.jsonl", replies)
    if graded:
        study.score(run)
    return run
