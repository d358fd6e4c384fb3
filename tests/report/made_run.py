"""A small made-up run: six tests, two cells, right and wrong answers, and hostile replies."""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import GRADERS, Cell, Document, Item, Line, Outcome, Reply, Verdict
from benchbar.runs import folder as folder_of_runs
from benchbar.runs.folder import write_verdicts
from benchbar.runs.plan import Study
from benchbar.suites.data import Data, FileEntry, Manifest

READER = Cell(model="benchbar/reader")
SLOPPY = Cell(model="benchbar/sloppy", seed=7)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "=cmd|' /C calc'!A0",
    "safe \u202egnp.exe\u2066 text",
    "null\x00 escape\x1b[2J bell\x07",
    "{{ 7 * 7 }} {% include '/etc/passwd' %} & <b>bold</b>",
)

TESTS = (
    ("transcripts", "text_to_cite"),
    ("transcripts", "cite_to_text"),
    ("synthetic", "text_to_cite"),
    ("synthetic", "cite_to_text"),
    ("synthetic", "defined_to_cite"),
    ("synthetic", "cite_to_defined"),
)

_KINDS: dict[str, tuple[tuple[str, int | str | None], ...]] = {
    "transcripts text_to_cite": (
        ("wrong line", 1), ("wrong line", -1), ("wrong line", 2), ("wrong page", "1:-3"),
    ),
    "transcripts cite_to_text": (
        ("wrong line", -1), ("superset", None), ("subset", None), ("not found", None),
    ),
}  # fmt: skip
_STATUTE: tuple[tuple[str, int | str | None], ...] = (
    ("wrong paragraph", 3), ("wrong subparagraph", -1), ("not parallel", None),
)  # fmt: skip


def make_items(per_test: int = 40) -> list[Item]:
    """Items of the six tests, each about a document of its own."""
    return [
        _item(corpus, task, number) for corpus, task in TESTS for number in range(1, per_test + 1)
    ]


def _item(corpus: str, task: str, number: int) -> Item:
    rng = random.Random(f"{corpus}{task}{number}")
    pages, line = rng.randint(1, 2), rng.randint(1, 25)
    cite = f"line {line}" + (f" of page {60 + number}" if pages == 2 else "")
    if corpus == "synthetic":
        cite = f"section {1010 + number}(b)({rng.randint(1, 4)})"
    words = f'Q. And on day {number} you told Mr. Ilves "no", is that so?'
    asked, gold = (words, cite) if task.endswith("cite") else (cite, f"{line}: {words}")
    if task == "cite_to_defined":
        gold = "baitisolist"
    traits: dict[str, int | str] = {"tokens": rng.randint(300, 2900)}
    if corpus == "transcripts":
        traits |= {"pages": pages, "lines_per_page": 25}
    return Item(
        id=f"blt-4k-{corpus}-{task}-test-{number:04}",
        window="4k",
        corpus=corpus,
        task=task,
        split="test",
        document=f"doc-{corpus}-{task}-{number}",
        question=f"What is asked of {asked}?",
        asked=asked,
        target=line - 1 if corpus == "transcripts" else rng.randint(0, 60),
        gold=gold,
        traits=traits,
    )


def answer(item: Item, cell: Cell, trial: int = 1) -> tuple[Reply, Verdict, Verdict]:
    """A reply of a cell with both verdicts; the sloppy one errs in a fifth of its replies."""
    rng = random.Random(f"{item.id}{cell.key}{trial}")
    luck = rng.random() if cell == SLOPPY else 1.0
    text, stop, kind, off = item.gold, "stop", None, None
    outcomes: tuple[Outcome, Outcome] = ("correct", "correct")
    rules = ("equal", "equal")
    if luck < 0.18:
        kind, off = rng.choice(_KINDS.get(f"{item.corpus} {item.task}", _STATUTE))
        text, outcomes, rules = rng.choice(HOSTILE), ("wrong", "wrong"), ("not the gold", "other")
    elif luck < 0.22:
        text, kind, outcomes = "", "empty", ("not_an_answer", "not_an_answer")
        rules = ("empty", "empty")
    elif luck < 0.30:
        text, outcomes = f"**{item.gold}**", ("wrong", "correct")
        rules = ("no match", "formatting never matters")
    reply = Reply(item.id, cell.key, trial, (text,), stop_reason=stop)  # type: ignore[arg-type]
    published, corrected = (
        Verdict(
            id=item.id,
            cell=cell.key,
            trial=trial,
            grader=grader,
            outcome=outcome,
            error=None if outcome == "correct" else kind or "not found",
            relative_error=off,
            answer=text,
            rule=rule,
        )
        for grader, outcome, rule in zip(
            GRADERS, outcomes, rules, strict=True
        )
    )  # fmt: skip
    return reply, published, corrected


def make_verdicts(
    items: list[Item], cells: tuple[Cell, ...] = (READER, SLOPPY), trials: int = 1
) -> Iterator[Verdict]:
    """Both verdicts of every reply, in the order of a run."""
    for cell in cells:
        for item in items:
            for trial in range(1, trials + 1):
                yield from answer(item, cell, trial)[1:]


def make_run(
    folder: Path,
    *,
    per_test: int = 40,
    cells: tuple[Cell, ...] = (READER, SLOPPY),
    trials: int = 1,
    items: list[Item] | None = None,
) -> Path:
    """Write a graded run with its data under ``folder``, and return the run's folder."""
    items = make_items(per_test) if items is None else items
    data, run = folder / "data", folder / "run"
    files: dict[str, FileEntry] = {}
    for test in dict.fromkeys((item.window, item.corpus, item.task) for item in items):
        window, corpus, task = test
        kept = [item for item in items if (item.window, item.corpus, item.task) == test]
        _put(data, f"items/{window}/{corpus}/{task}.test.jsonl", kept, files)
    for window, corpus in dict.fromkeys((item.window, item.corpus) for item in items):
        documents = [
            _document(item) for item in items if (item.window, item.corpus) == (window, corpus)
        ]
        _put(data, f"documents/{window}/{corpus}.jsonl", documents, files)
    manifest = Manifest(
        suite="blt", version="1", seed=7, counter="cl100k_base", budgets={"4k": 3000},
        items=len(items), options={"lines_per_page": 25}, files=files,
    )  # fmt: skip
    (data / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    study = Study(
        benchbar="0.1.0", data=str(data), data_path=str(data), data_digest=Data(data).digest,
        split="test", cells=cells, trials=trials,
    )  # fmt: skip
    run.mkdir()
    (run / "run.json").write_bytes(msgspec.json.encode(study))
    given = [
        answer(item, cell, trial)
        for item in items
        for cell in cells
        for trial in range(1, trials + 1)
    ]
    jsonl.write(run / "replies.jsonl", [reply for reply, *_ in given])
    verdicts = [verdict for _, *both in given for verdict in both]
    write_verdicts(run, [jsonl.encode(verdicts)], data=study.data_digest)
    return run


def regrade(run: Path, verdicts: Iterable[Verdict]) -> None:
    """Put other verdicts on the replies of a run in the place of those that are there."""
    kept = list(verdicts)
    digest = msgspec.json.decode((run / "run.json").read_bytes(), type=Study).data_digest
    write_verdicts(run, [jsonl.encode(kept)], data=digest)


def seal(run: Path) -> None:
    """Have the verdicts of a run, as they stand, pass for those that were made."""
    digest = msgspec.json.decode((run / "run.json").read_bytes(), type=Study).data_digest
    (run / "graded.json").write_bytes(msgspec.json.encode(folder_of_runs._graded(run, digest)))


def _put(
    data: Path, name: str, records: Sequence[Item | Document], files: dict[str, FileEntry]
) -> None:
    jsonl.write(data / name, records)
    files[name] = FileEntry(sha256=jsonl.digest(data / name), records=len(records))


def _document(item: Item) -> Document:
    """A document of 80 short lines, the gold among them."""
    words = [f"{n}: A. That was line {n}." for n in range(1, 81)]
    words[item.target] = item.gold
    starts = [sum(len(other) + 1 for other in words[:n]) for n in range(80)]
    lines = tuple(
        Line(f"line {n + 1}", start, start, start, start + len(words[n]))
        for n, start in enumerate(starts)
    )
    return Document(item.document, "transcript", "\n".join(words), lines, "invented")
