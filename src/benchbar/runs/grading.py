"""Grading stored replies: no model is called, and Inspect AI is not even imported."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Item, Reply, Verdict
from benchbar.runs import Say, folder, plan, replies_file
from benchbar.runs.folder import Outcome
from benchbar.suites.data import Data


def score(out: Path, *, asked: int = 0) -> Outcome:
    """Grade the stored replies of a run again and write its verdicts anew.

    Raises:
        InputError: There is no run, or its items changed since.
    """
    run = folder.open_run(out)
    plan.check_files(run.study, run.data)
    variants = {cell.key: cell.variant for cell in run.study.cells}
    verdicts = _verdicts(run.pairs(), run.replies(), variants)
    folder.write_verdicts(out, verdicts, data=run.study.data_digest)
    return run.outcome(asked)


def score_replies(data: Path, replies: Path, out: Path, *, say: Say = lambda _: None) -> Outcome:
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
    answered = {reply.id for reply in read}
    pairs = there.pairs(lambda item: item.id in answered)
    jsonl.write(out, _verdicts(pairs, read, {}))
    missing = _count_missing(items, read)
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
    pairs: Iterable[tuple[Document, list[Item]]],
    replies: Iterable[Reply],
    variants: Mapping[str, str],
) -> Iterator[Verdict]:
    """Yield both graders' verdicts of every reply, in the order of the items.

    ``variants`` tells of each cell how its items were worded; of others nothing is known.
    """
    by_item: dict[str, list[Reply]] = defaultdict(list)
    for reply in replies:
        by_item[reply.id].append(reply)
    for document, items in pairs:
        for item in items:
            for reply in sorted(by_item.get(item.id, ()), key=folder.key):
                variant = variants.get(reply.cell, "default")
                yield from plan.judge(item, document, variant, reply)


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
