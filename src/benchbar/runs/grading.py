"""Grading stored replies: no model is called, and Inspect AI is not even imported."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Item, Reply, StopReason, Verdict
from benchbar.runs import folder, plan
from benchbar.runs.folder import Key, Outcome
from benchbar.suites.data import Data


class Row(msgspec.Struct, frozen=True):
    """One line of a replies file made elsewhere; other fields are passed over."""

    id: str
    reply: str
    cell: str | None = None
    trial: int | None = None
    stop_reason: str | None = None


_STOP: dict[str, StopReason] = {
    "stop": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "model_length": "model_length",
    "content_filter": "content_filter",
    "refusal": "refused",
    "refused": "refused",
    "failed": "failed",
    "error": "failed",
}


def score(out: Path, *, asked: int = 0) -> Outcome:
    """Grade the stored replies of a run again and write its verdicts anew.

    Raises:
        InputError: There is no run, or its items changed since.
    """
    run = folder.open_run(out)
    plan.check_files(run.study, run.data)
    jsonl.write(out / folder.VERDICTS, _verdicts(run.pairs(), run.replies()))
    return run.outcome(asked)


def score_replies(data: Path, replies: Path, out: Path) -> Outcome:
    """Grade replies that were made elsewhere, and write the verdicts to ``out``.

    The replies' cells and trials are taken as they come; ``missing`` counts the items of DATA,
    in the splits and tests that are answered at all, that have no reply.

    Raises:
        InputError: A row is no reply, names an unknown item, or comes twice; names file and row.
    """
    there = Data(data)
    for name in there.manifest.files:
        there.verify(name)
    _check_out(out, replies)
    items = {item.id: item for test in there.sets() for item in there.items(*test)}
    read = _read(replies, data, items)
    answered = {reply.id for reply in read}
    tests = {_test(items[item]) for item in answered}
    pairs = there.pairs(lambda item: item.id in answered)
    jsonl.write(out, _verdicts(pairs, read))
    missing = sum(_test(item) in tests and item.id not in answered for item in items.values())
    reasons = Counter(reply.stop_reason for reply in read)
    return Outcome(
        planned=len(read) + missing,
        asked=0,
        stored=len(read) - reasons["failed"],
        failed=reasons["failed"],
        missing=missing,
        stop_reasons=dict(reasons.most_common()),
    )


def _verdicts(
    pairs: Iterable[tuple[Document, list[Item]]], replies: Iterable[Reply]
) -> Iterator[Verdict]:
    """Yield both graders' verdicts of every reply, in the order of the items."""
    by_item: dict[str, list[Reply]] = defaultdict(list)
    for reply in replies:
        by_item[reply.id].append(reply)
    for document, items in pairs:
        for item in items:
            judge = plan.task_of(item).judge
            for reply in sorted(by_item.get(item.id, ()), key=folder.key):
                yield from judge(item, document, reply)


def _read(path: Path, data: Path, items: Collection[str]) -> list[Reply]:
    rows: dict[Key, int] = {}
    replies = []
    for row, read in jsonl.numbered(path, Row):
        if read.id not in items:
            raise InputError(
                f"{path}:{row}: no item {read.id!r} in {data}: correct the id, or name the DATA "
                "folder that the item belongs to"
            )
        reply = Reply(
            id=read.id,
            cell=read.cell or "",
            trial=read.trial or 1,
            turns=(read.reply,),
            stop_reason=_STOP.get(read.stop_reason or "stop", "unknown"),
        )
        if (first := rows.setdefault(folder.key(reply), row)) != row:
            raise InputError(
                f"{path}:{row}: same id, cell and trial as row {first}: number repeated replies "
                'with "trial": 1, 2 ...'
            )
        replies.append(reply)
    return replies


def _check_out(out: Path, replies: Path) -> None:
    """Verdicts may be made anew, but nothing else is overwritten."""
    if not out.exists():
        return
    try:
        same = out.samefile(replies)
        next(jsonl.read(out, Verdict), None)
    except (InputError, OSError):
        same = True
    if same:
        raise InputError(f"{out}: is there and holds no verdicts: choose another --out")


def _test(item: Item) -> tuple[str, str, str, str]:
    return item.window, item.corpus, item.task, item.split
