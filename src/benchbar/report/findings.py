"""What a report says of some runs, gathered in one pass over their verdicts."""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchbar.errors import InputError
from benchbar.records import Cell, Item, Verdict
from benchbar.report import names
from benchbar.report.buckets import BREAKDOWNS, OFFSETS, Bucket, offset, record_cite
from benchbar.report.shortfall import shortfall
from benchbar.report.tally import BltTest, Judged, Row, Tally, pairs, rows_of
from benchbar.report.transfer import (
    Amounts,
    Reasoning,
    asks_how_much,
    is_reasoned,
    reasoning_of,
)
from benchbar.runs import plan
from benchbar.runs.folder import Run, open_run


@dataclass(frozen=True, slots=True)
class Source:
    """A run with its items, and a name for each of its cells that no other run uses.

    ``name`` is the end of the folder's path: a page tells nobody where its maker keeps files.
    """

    run: Run
    name: str
    items: Mapping[str, Item]
    cells: Mapping[str, str]

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdicts under those names."""
        for verdict in self.run.verdicts():
            yield msgspec.structs.replace(verdict, cell=self.cells.get(verdict.cell, verdict.cell))


@dataclass(slots=True)
class Findings:
    """Counts by test and cell, for every section of a report.

    ``groups`` counts by breakdown, corpus and cell; ``offsets`` how far off wrong places lie, by
    task and cell; ``rules`` the pairs of rules behind disputed replies, by cell. ``judged`` and
    ``members`` hold the replies themselves behind these numbers, where they are wanted.
    ``amounts`` says how near answers in dollars come.
    """

    tallies: dict[tuple[BltTest, str, str], Tally] = field(default_factory=dict)
    groups: dict[tuple[str, str, str], dict[Bucket, Tally]] = field(default_factory=dict)
    offsets: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    differing: dict[tuple[BltTest, str], Counter[str]] = field(default_factory=dict)
    rules: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    judged: dict[tuple[BltTest, str], list[Judged]] = field(default_factory=dict)
    members: dict[tuple[str, str, str], dict[Bucket, list[Judged]]] = field(default_factory=dict)
    amounts: dict[tuple[BltTest, str], Amounts] = field(default_factory=dict)

    def rows(self) -> list[Row]:
        """Return the results by test, cell and grader, with their estimates."""
        return rows_of(self.tallies)

    def within(self, cells: Collection[str]) -> "Findings":
        """Return what was found in some of the cells; estimates made once are shared."""
        return Findings(
            {key: value for key, value in self.tallies.items() if key[1] in cells},
            {key: value for key, value in self.groups.items() if key[2] in cells},
            {key: value for key, value in self.offsets.items() if key[1] in cells},
            {key: value for key, value in self.differing.items() if key[1] in cells},
            Counter({key: value for key, value in self.rules.items() if key[0] in cells}),
            {key: value for key, value in self.judged.items() if key[1] in cells},
            {key: value for key, value in self.members.items() if key[2] in cells},
            {key: value for key, value in self.amounts.items() if key[1] in cells},
        )

    def add(self, judged: Judged, *, keep: bool) -> None:
        """Count one reply, and keep it if it will be shown."""
        item, corrected, test = judged.item, judged.corrected, judged.test
        cell = corrected.cell
        for verdict in (corrected, judged.published):
            key = (test, cell, verdict.grader)
            self.tallies.setdefault(key, Tally()).add(verdict, judged.text)
        for breakdown in BREAKDOWNS:
            if bucket := breakdown.bucket(item):
                self._add_to_group(judged, (breakdown.name, item.corpus, cell), bucket, keep)
        trial = Bucket(corrected.trial, f"trial {corrected.trial}")
        self._add_to_group(judged, ("trial", item.corpus, cell), trial, keep)
        if (place := offset(corrected)) and record_cite(item):
            self.offsets.setdefault((item.task, cell), Counter())[place] += 1
            if keep:
                group = self.members.setdefault(("offset", item.task, cell), {})
                group.setdefault(Bucket(OFFSETS.index(place), place), []).append(judged)
        if asks_how_much(item):
            amounts = self.amounts.setdefault((test, cell), Amounts())
            amounts.add(item, corrected, judged.text)
        if judged.differs:
            self._add_difference(judged)
        if keep:
            self.judged.setdefault((test, cell), []).append(judged)

    def _add_to_group(
        self, judged: Judged, key: tuple[str, str, str], bucket: Bucket, keep: bool
    ) -> None:
        group = self.groups.setdefault(key, {})
        group.setdefault(bucket, Tally()).add(judged.corrected, judged.text)
        if keep:
            self.members.setdefault(key, {}).setdefault(bucket, []).append(judged)

    def _add_difference(self, judged: Judged) -> None:
        kind, cell = difference(judged), judged.corrected.cell
        if judged.disputed:
            self.rules[cell, kind, judged.published.rule, judged.corrected.rule] += 1
        self.differing.setdefault((judged.test, cell), Counter())[kind] += 1


def difference(judged: Judged) -> str:
    """Say how the graders differ on a reply: who alone accepts it, or in the kind of error."""
    if not judged.disputed:
        return "kind of error"
    accepting = "corrected" if judged.corrected.outcome == "correct" else "published"
    return f"only {accepting}"


def open_sources(folders: Sequence[Path]) -> list[Source]:
    """Open runs to report on; a cell that two of them share is named after its run, too.

    Raises:
        InputError: No run is given, one is given twice, one cannot be opened, or its items were
            changed since they were built.
    """
    if not folders:
        raise InputError("no run to report on; name one or more run folders")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InputError("the same run is given twice; name each run once")
    runs = [open_run(folder) for folder in folders]
    for run in runs:
        plan.check_files(run.study, run.data)
    used = Counter(cell.key for run in runs for cell in run.study.cells)
    return [
        Source(run, name, items_of(run), {
            cell.key: cell.key if used[cell.key] == 1 else f"{cell.key} in {name}"
            for cell in run.study.cells
        })
        for run, name in zip(runs, short_names(folders), strict=True)
    ]  # fmt: skip


def short_names(folders: Sequence[Path]) -> list[str]:
    """Return the shortest ends of some different paths that tell them apart."""
    parts = [Path(os.path.abspath(folder)).parts for folder in folders]  # noqa: PTH100
    longest = max(map(len, parts))
    ends = ([str(Path(*one[-n:])) for one in parts] for n in range(1, longest + 1))
    return next(names for names in ends if len({*names}) == len(names))


def incomplete(sources: Iterable[Source]) -> Iterator[str]:
    """Yield a line for each run that lacks replies, so that no figure passes for the whole."""
    for source in sources:
        if said := shortfall(source.run.outcome()):
            yield f"{source.name}: {said}"


def items_of(run: Run) -> dict[str, Item]:
    """Return the items of a run by id; documents are not read."""
    keep = plan.chosen(run.study)
    return {
        item.id: item
        for test in run.data.sets()
        if run.study.takes(*test)
        for item in run.data.items(*test)
        if keep(item)
    }


def labels_of(sources: Iterable[Source]) -> dict[str, str]:
    """Name every cell of the runs for people."""
    sources = list(sources)
    cells: dict[str, Cell] = {
        source.cells[cell.key]: cell for source in sources for cell in source.run.study.cells
    }
    labels = names.cell_labels(cells)
    return {
        name: label + (f" ({name.split(' in ', 1)[1]})" if " in " in name else "")
        for name, label in labels.items()
    }


def gather(sources: Sequence[Source], *, keep: bool = False) -> Findings:
    """Read the verdicts of all runs once.

    Args:
        sources: The runs.
        keep: Hold the replies' verdicts in memory, to be shown one by one.

    Raises:
        InputError: A run is not graded, or its verdicts do not fit its items.
    """
    findings = Findings()
    for source in sources:
        for judged in pairs(source.verdicts(), source.items):
            findings.add(judged, keep=keep)
    return findings


def reasoning(sources: Iterable[Source]) -> dict[tuple[BltTest, str], Reasoning]:
    """Read what first replies show of reasoning; replies are read only where there are any."""
    found: dict[tuple[BltTest, str], Reasoning] = {}
    for source in sources:
        if any(map(is_reasoned, source.items.values())):
            found |= reasoning_of(source.run.replies(), source.items, source.cells)
    return found
