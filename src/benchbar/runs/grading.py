"""Grading stored replies: no model is called, and Inspect AI is not even imported."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.parallel.base import Executor, Serial
from benchbar.records import Item, Reply, StopReason, Verdict
from benchbar.runs import Say, folder, plan, replies_file
from benchbar.runs.folder import Outcome
from benchbar.runs.stored import Stored
from benchbar.suites.data import Data
from benchbar.suites.packets import Packet

_BATCH_BYTES = 2_000_000
_BATCH_DOCUMENTS = 100


@dataclass(frozen=True, slots=True)
class _Batch:
    """What a worker is handed: documents, the items about them, and the replies to each item.

    ``variants`` tells of each cell how its items were worded; of others nothing is known.
    """

    packets: list[Packet]
    replies: Mapping[str, list[Reply]]
    variants: Mapping[str, str]


def score(out: Path, *, asked: int = 0, spread: Executor | None = None) -> Outcome:
    """Grade the stored replies of a run again and write its verdicts anew.

    Items, documents and replies pass by; memory does not grow with them.

    Args:
        out: The run.
        asked: How many replies were asked for just now, for the outcome.
        spread: The executor that grades; the verdicts are the same with any.

    Raises:
        InputError: There is no run, or its items changed since.
    """
    run = folder.open_run(out)
    study = run.study
    plan.check_files(study, run.data)
    folder.mend(out)
    variants = {cell.key: cell.variant for cell in study.cells}
    reasons: Counter[StopReason] = Counter()
    with Stored([out / folder.REPLIES]) as stored:

        def of(item: Item) -> list[Reply]:
            found = stored.of(item.id)
            reasons.update(reply.stop_reason for reply in found)
            return found

        def verdicts() -> Iterator[bytes]:
            yield from _verdicts(plan.packets(study, run.data), of, variants, spread or Serial())
            planned = {(key, n + 1) for key in variants for n in range(study.trials)}
            if not (stored.settings <= planned and stored.all_asked):
                run.replies()  # says which does not belong here

        folder.write_verdicts(out, verdicts(), data=study.data_digest)
    planned = plan.count_items(study, run.data) * len(study.cells) * study.trials
    return _outcome(planned, asked, reasons)


def _outcome(planned: int, asked: int, reasons: Counter[StopReason]) -> Outcome:
    return Outcome(
        planned=planned,
        asked=asked,
        stored=reasons.total() - reasons["failed"],
        failed=reasons["failed"],
        missing=planned - reasons.total(),
        stop_reasons=dict(reasons.most_common()),
    )


def score_replies(
    data: Path,
    replies: Path,
    out: Path,
    *,
    say: Say = lambda _: None,
    spread: Executor | None = None,
) -> Outcome:
    """Grade replies that were made elsewhere, and write the verdicts to ``out``.

    The replies' cells and trials are taken as they come. ``missing`` counts, for each cell, the
    items that have no reply at all: of the splits that are answered, or of both if none is.
    ``say`` is told which fields of the file were not read.

    Raises:
        InputError: As ``replies_file.read``; or ``out`` is something other than the verdicts on
            such replies.
    """
    if replies.exists():
        _check_out(out, replies)
    there = Data(data)
    for name in there.manifest.files:
        there.verify(name)
    items = {item.id: item for test in there.sets() for item in there.items(*test)}
    read = replies_file.read([replies], data, items, say)
    by_item: dict[str, list[Reply]] = defaultdict(list)
    for reply in sorted(read, key=folder.key):
        by_item[reply.id].append(reply)
    packets = there.packets(lambda item: item.id in by_item)
    found = _verdicts(packets, lambda item: by_item[item.id], {}, spread or Serial())
    jsonl.write_rows(out, found)
    planned = len(read) + _count_missing(items, read)
    return _outcome(planned, 0, Counter(reply.stop_reason for reply in read))


def _verdicts(
    packets: Iterable[Packet],
    replies: Callable[[Item], list[Reply]],
    variants: Mapping[str, str],
    spread: Executor,
) -> Iterator[bytes]:
    """Yield both graders' verdicts of every reply as rows, in the order of the items."""
    return spread.map(_grade, _batches(packets, replies, variants))


def _batches(
    packets: Iterable[Packet],
    replies: Callable[[Item], list[Reply]],
    variants: Mapping[str, str],
) -> Iterator[_Batch]:
    """Yield as much as is worth handing on: a few megabytes."""
    some: list[Packet] = []
    found: dict[str, list[Reply]] = {}
    size = 0
    for packet in packets:
        if here := {item.id: given for item in packet.items if (given := replies(item))}:
            some.append(packet)
            found |= here
            size += len(packet.line)
        if len(some) >= _BATCH_DOCUMENTS or size >= _BATCH_BYTES:
            yield _Batch(some, found, variants)
            some, found, size = [], {}, 0
    if some:
        yield _Batch(some, found, variants)


def _grade(batch: _Batch) -> bytes:
    """Return the verdicts on a batch as rows: what a worker does, the same on any worker."""
    return jsonl.encode(
        verdict
        for packet in batch.packets
        for document, items in packet.pairs()
        for item in items
        for reply in batch.replies.get(item.id, ())
        for verdict in plan.judge(item, document, batch.variants.get(reply.cell, "default"), reply)
    )


def _count_missing(items: Mapping[str, Item], replies: Iterable[Reply]) -> int:
    answered = {(reply.cell, reply.id) for reply in replies}
    splits = {items[item].split for _, item in answered} or {"test", "train"}
    cells = {cell for cell, _ in answered} or {""}
    asked = sum(item.split in splits for item in items.values())
    return asked * len(cells) - len(answered)


def _check_out(out: Path, replies: Path) -> None:
    """Verdicts may be made anew, but nothing else is overwritten, nor those of a run."""
    run = out.resolve().parent
    if (run / folder.STUDY).exists():
        raise InputError(
            f"{out}: {run.name} is a run, whose verdicts 'benchbar score "
            f"{shlex.quote(str(out.parent))}' makes: choose another --out"
        )
    if not out.exists():
        return
    try:
        same = out.samefile(replies)
        next(jsonl.read(out, Verdict), None)
    except (InputError, OSError):
        same = True
    if same:
        raise InputError(f"{out}: is there and holds no verdicts: choose another --out")
