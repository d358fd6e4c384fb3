"""Runs before and after a made-up tuning, with replies that are known to the letter."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Cell, Document, Item, Line, Reply, StopReason
from benchbar.runs.grading import score
from benchbar.runs.plan import Study
from benchbar.suites import given
from benchbar.suites.data import Data
from benchbar.tasks import form, sara

BASE, TUNED = "openai/gpt-small", "openai/ft:gpt-small:acme::1"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "=cmd|' /C calc'!A0",
    "safe \u202egnp.exe\u2066 text",
    "null\x00 escape\x1b[2J bell\x07",
    "{{ 7 * 7 }} {% include '/etc/passwd' %}",
)

Pairs = list[tuple[Document, Item]]


def pages(n: int, *, corpus: str = "transcripts", window: str = "4k") -> Pairs:
    """One question for the words of a line, about each of some pages of three lines."""
    return [_page(corpus, window, number) for number in range(1, n + 1)]


def _page(corpus: str, window: str, n: int) -> tuple[Document, Item]:
    rows = [f"{line}: A.    That was item {line} of day {n}." for line in (1, 2, 3)]
    lines, at = [], 0
    for number, row in enumerate(rows, 1):
        lines.append(Line(f"line {number}", at, at + 3, at + 3, at + len(row)))
        at += len(row) + 1
    name = f"blt-{window}-{corpus}-cite_to_text-test-{n:04}"
    document = Document(f"d-{corpus}-{n}", "transcript", "\n".join(rows), tuple(lines), "invented")
    item = Item(
        name, window, corpus, "cite_to_text", "test", document.id,
        "What is the exact text of just line 2 above?", "line 2", 1, rows[1],
        traits={"source": f"s{n}"},
    )  # fmt: skip
    return document, item


def sections(n: int) -> Pairs:
    """Questions whether a subsection applies: yes, every one."""
    found = []
    for number in range(1, n + 1):
        text = f'Section {number}. (a) The term "a1" means any b2.'
        line = Line(f"section {number}(a)", 11, 15, 15, len(text))
        document = Document(f"a{number}", "statute", text, (line,), "synthetic")
        item = Item(
            f"applies-{number}", "4k", "synthetic", "applies_to", "test", document.id,
            f"Mary is a b2. Is section {number}(a) applicable to Mary? Let's think step by step.",
            line.cite, 0, "Yes",
        )  # fmt: skip
        found.append((document, item))
    return found


def requests(n: int) -> Pairs:
    """Requests for two lines."""
    found = []
    for number in range(1, n + 1):
        document = form.document_of(f"r{number}", f"Name {number + 1} rivers.", source="made")
        item = form.item_of(document, "lines: 2", "Elbe\nRhine")
        named = msgspec.structs.replace(
            item, id=f"form-{number}", window="short", corpus="everyday"
        )
        found.append((document, named))
    return found


def amounts(n: int) -> Pairs:
    """Cases in which $1,000 are due."""
    found = []
    for number in range(1, n + 1):
        document = sara.document_of(f"c{number}", {"7": "Section 7.  Dues."}, source="made")
        item = sara.item_of(document, "Ivo has a boat.", f"How much in {number}?", "$1,000")
        tight = {sara.WITHIN_PERCENT: "10", sara.WITHIN_DOLLARS: "0"}
        named = msgspec.structs.replace(
            item, id=f"tax-{number}", window="amounts", corpus="sara", traits=tight
        )
        found.append((document, named))
    return found


def data_of(folder: Path, *pairs: Pairs) -> Path:
    """Write items into a DATA folder."""
    every = [pair for several in pairs for pair in several]
    folder.mkdir(parents=True)
    given.write(
        every, folder, suite="blt", version="1",
        options={"lines_per_page": 25, "pages": "by window"}, budgets={"4k": 3_000},
    )  # fmt: skip
    return folder


Said = Callable[[Item, int], Iterable[str]]
"""What is replied to the n-th item (from 0): the turns; nothing where no reply came."""


def run_of(
    folder: Path,
    data: Path,
    model: str,
    said: Said | Mapping[str, Said],
    *,
    trials: int = 1,
    stop: StopReason = "stop",
    tasks: tuple[str, ...] = (),
    settings: Mapping[str, object] | None = None,
) -> Path:
    """Write a graded run of one model; ``said`` may be given by task."""
    cell = msgspec.structs.replace(Cell(model), **(settings or {}))
    whole = Data(data)
    study = Study(
        benchbar="0.1.0", data=str(data), data_path=str(data), data_digest=whole.digest,
        split="test", cells=(cell,), trials=trials, tasks=tasks,
    )  # fmt: skip
    folder.mkdir(parents=True)
    (folder / "run.json").write_bytes(msgspec.json.encode(study))
    replies = []
    for test in whole.sets():
        if not study.takes(*test):
            continue
        for n, item in enumerate(whole.items(*test)):
            say = said if callable(said) else said[item.task]
            turns = tuple(say(item, n))
            if turns:
                replies += [
                    Reply(item.id, cell.key, trial, turns, stop_reason=stop)
                    for trial in range(1, trials + 1)
                ]
    jsonl.write(folder / "replies.jsonl", replies)
    score(folder)
    return folder


def right_if(test: Callable[[int], bool], wrong: str = "I do not know.") -> Said:
    """The right answer to those items whose number passes a test."""
    return lambda item, n: (item.gold if test(n) else wrong,)


def reasoned(words: int, right: Callable[[int], bool], *, goes_on: bool) -> Said:
    """A first reply of so many words, and an answer."""
    opening = ["First,", "it", "is", "a", "b2."] + (["Then", "it"] if goes_on else [])

    def say(item: Item, n: int) -> tuple[str, str]:
        first = " ".join(opening + ["so"] * (words + n % 2 - len(opening)))
        return first, "Yes" if right(n) else "No"

    return say
