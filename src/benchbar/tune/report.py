"""What tuning did: the tests that it was for, and its side effects, before against after.

Runs come in pairs: the same items, asked of the model before and after. Several pairs, of items of
several suites, make one report.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchbar.errors import InputError
from benchbar.records import Grader, Reply
from benchbar.report import names, published
from benchbar.report.binders import title_of
from benchbar.report.comparing import compare
from benchbar.report.findings import Source, incomplete, labels_of, open_sources
from benchbar.report.numbers import plural
from benchbar.report.summary import reach
from benchbar.report.table import test_order
from benchbar.report.tally import which_test
from benchbar.runs import LOCAL
from benchbar.runs.smollm2 import folder_of
from benchbar.tune.report_change import Change, adjusted
from benchbar.tune.report_effects import Key, Pair, effects_of, lookup_of, words_of
from benchbar.tune.report_learnt import notes

LOOKUPS = tuple(dict.fromkeys(task for _, task in published.TESTS))
"""The tasks that tuning is for."""


@dataclass(frozen=True, slots=True)
class Report:
    """What tuning did.

    Attributes:
        base: What the model is called before.
        tuned: What it is called after.
        grader: Whose verdicts count.
        notes: What a reader must know before any figure.
        lookups: Accuracy of the tests that tuning is for.
        effects: Everything else that it may have done, on tests that need more or other things.
        words: The words of a reply, test by test.
    """

    base: str
    tuned: str
    grader: Grader
    notes: tuple[str, ...]
    lookups: tuple[Change, ...]
    effects: tuple[Change, ...]
    words: tuple[Change, ...]


def report(
    pairs: Sequence[tuple[Path, Path]], *, grader: Grader = "corrected", rows: Path | None = None
) -> Report:
    """Compare runs before tuning with runs after it.

    Args:
        pairs: Run folders, before and after, each pair of the same items.
        grader: Whose verdicts count.
        rows: The folder of training rows, where it is not known.

    Raises:
        InputError: Runs cannot be compared, are of several models, or ask what was learnt.
    """
    opened = [_open(*pair) for pair in pairs]
    _refuse_others(opened)
    before, after = opened[0].sources
    said: dict[str, None] = {}
    lookups: list[Change] = []
    effects: list[Change] = []
    words: list[Change] = []
    for pair in opened:
        said |= dict.fromkeys(_notes(pair, rows))
        found = compare(pair.sources, grader=grader, common=True).pairs[0]
        if found.omission:
            said[f"{found.omission}."] = None
        for result in found.of("test"):
            assert result.part.test  # noqa: S101
            if result.part.test.task in LOOKUPS:
                lookups.append(lookup_of(pair, result))
            else:
                effects += effects_of(pair, result, grader)
            words += words_of(pair, result.part.test)
    return Report(
        before.run.study.cells[0].model,
        after.run.study.cells[0].model,
        grader,
        tuple(said),
        adjusted(_in_order(lookups)),
        adjusted(_in_order(effects)),
        adjusted(_in_order(words)),
    )


def _in_order(changes: Iterable[Change]) -> list[Change]:
    return sorted(changes, key=lambda one: test_order(one.test))


def _open(base: Path, tuned: Path) -> Pair:
    before, after = open_sources([base, tuned])
    for source in (before, after):
        if len(source.run.study.cells) > 1:
            asked = ", ".join(labels_of([source]).values())
            raise InputError(
                f"{source.name}: asks several models or settings ({asked}): name a run of one "
                "model in one setting, before and after tuning"
            )
    if not (before.items.keys() & after.items.keys()) and (
        before.run.data.digest == after.run.data.digest
    ):
        raise InputError(
            f"{before.name} and {after.name} have no question in common: compare runs of the same "
            "tests"
        )
    return Pair(before, after, (_replies(before), _replies(after)))


def _layout(pair: Pair) -> Iterator[str]:
    """Say how texts were shown, if otherwise than is usual at their size."""
    layout = published.layout_of([pair.base.run.data.manifest])
    corpora = {item.corpus for item in pair.base.items.values()}
    if "synthetic" in corpora and layout.sections not in (None, published.BY_WINDOW):
        shapes = layout.sections.replace(",", " or ")
        yield f"Synthetic sections were {shapes}, width x depth."
    if "transcripts" in corpora and layout.testimony not in (None, published.STANDARD.testimony):
        lines, pages = layout.testimony
        shown = plural(pages, "page") if isinstance(pages, int) else "pages"
        yield f"Testimony was shown as {shown} of {lines} lines."


def _replies(source: Source) -> dict[Key, Reply]:
    """Return the replies of a run; a call that failed is none."""
    return {
        (reply.id, reply.trial): reply
        for reply in source.run.replies()
        if reply.stop_reason != "failed"
    }


def _refuse_others(pairs: Sequence[Pair]) -> None:
    """Make sure that all pairs are of the same two models.

    Raises:
        InputError: They are not, or both models are the same.
    """
    first = pairs[0]
    for place in (0, 1):
        model = first.sources[place].run.study.cells[0].model
        for pair in pairs[1:]:
            other = pair.sources[place]
            if not _alike(other.run.study.cells[0].model, model):
                raise InputError(
                    f"{other.name}: asks {other.run.study.cells[0].model}, while "
                    f"{first.sources[place].name} asks {model}: a report is about one model before "
                    "tuning, and one after"
                )
    asked: dict[str, str] = {}
    for pair in pairs:
        for item in pair.base.items:
            if item in asked:
                raise InputError(
                    f"{pair.base.name}: asks {item}, as {asked[item]} does: name runs of other "
                    "items with --also"
                )
        asked |= dict.fromkeys(pair.base.items, pair.base.name)


def _alike(one: str, other: str) -> bool:
    """Say whether two names are of one model; a folder may be named from here or from the root."""
    if not (one.startswith(f"benchbar/{LOCAL}") and other.startswith(f"benchbar/{LOCAL}")):
        return one == other
    short, long = sorted((folder_of(one), folder_of(other)), key=lambda path: len(_parts(path)))
    return _parts(long)[-len(_parts(short)) :] == _parts(short)


def _parts(folder: Path | None) -> tuple[str, ...]:
    return folder.parts if folder else ()


def _notes(pair: Pair, rows: Path | None) -> Iterator[str]:
    for source in pair.sources:
        if names.built_in([model := source.run.study.cells[0].model]):
            yield f"{model}: no language model, but a program {names.BUILT_IN[model]}."
    yield from notes(pair.base, pair.tuned, rows)
    yield from incomplete(pair.sources)
    yield from _layout(pair)
    yield from reach(pair.items.values())
    ours, theirs = (
        dict.fromkeys(map(which_test, source.items.values())) for source in pair.sources
    )
    for source, tests in ((pair.base, ours.keys() - theirs), (pair.tuned, theirs.keys() - ours)):
        if tests:
            said = "; ".join(map(title_of, sorted(tests, key=test_order)))
            yield f"Only {source.name} asks these, so they are left out: {said}."
