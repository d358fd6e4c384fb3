"""Where every reply stands in the report: pages of each test and cell, and anchors in them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchbar.records import Outcome
from benchbar.report import names
from benchbar.report.buckets import Bucket
from benchbar.report.findings import Findings, difference
from benchbar.report.tally import BltTest, Judged

A_PAGE = 200
"""Replies on one page: few enough for a page to open at once, and to be found by eye."""

Key = tuple[str, str, int]
"""What identifies a reply: item id, cell, trial."""

_RIGHT = "correct"
_DISPUTED = "right for the corrected grader only"


@dataclass(frozen=True, slots=True)
class Group:
    """Replies judged alike; ``first`` is the place of the first among those of its binder."""

    outcome: Outcome
    title: str
    anchor: str
    first: int
    judged: Sequence[Judged]


@dataclass(frozen=True, slots=True)
class Binder:
    """All replies of one test in one cell: the wrong ones first, those judged alike together."""

    test: BltTest
    cell: str
    stem: str
    groups: Sequence[Group]
    places: Mapping[tuple[str, int], int]

    @property
    def pages(self) -> int:
        """How many pages the replies take."""
        return -(-len(self.places) // A_PAGE)

    def file(self, page: int = 0) -> str:
        """Return the name of a page, from 0."""
        return f"{self.stem}-{page + 1}.html"

    def reply(self, judged: Judged) -> str:
        """Return where a reply stands: a page and an anchor."""
        place = self.places[judged.corrected.id, judged.corrected.trial]
        return f"{self.file(place // A_PAGE)}#r{place + 1}"

    def group(self, outcome: Outcome, kind: str = "") -> str:
        """Return where the replies of an outcome, or of a kind of it, begin."""
        for one in self.groups:
            if one.outcome == outcome and (not kind or one.title == kind):
                return f"{self.file(one.first // A_PAGE)}#{one.anchor}"
        return self.file()

    def on(self, page: int) -> Iterator[tuple[Group, bool, Iterable[tuple[int, Judged]]]]:
        """Yield what stands on a page: group, whether it goes on from before, places, replies."""
        start, end = page * A_PAGE, (page + 1) * A_PAGE
        for group in self.groups:
            begin, stop = max(start, group.first), min(end, group.first + len(group.judged))
            if begin < stop:
                kept = group.judged[begin - group.first : stop - group.first]
                yield group, begin > group.first, enumerate(kept, begin)

    def differing(self) -> dict[str, list[Judged]]:
        """Return the replies on which the graders differ, by how they do."""
        found: dict[str, list[Judged]] = {}
        for group in self.groups:
            for judged in group.judged:
                if judged.differs:
                    found.setdefault(difference(judged), []).append(judged)
        return found


@dataclass(frozen=True, slots=True)
class Shelf:
    """The binders of a report, and the addresses of what is behind each of its numbers.

    ``stems`` and ``corpora`` give cells, and corpora and tasks, names that are safe in addresses.
    """

    binders: Mapping[tuple[BltTest, str], Binder]
    stems: Mapping[str, str]
    corpora: Mapping[str, str]

    def test(self, test: BltTest, cell: str) -> str:
        """Return the first page of the replies of a test."""
        return f"items/{self.binders[test, cell].file()}"

    def group(self, test: BltTest, cell: str, outcome: Outcome, kind: str = "") -> str:
        """Return where the replies of an outcome or kind begin."""
        return f"items/{self.binders[test, cell].group(outcome, kind)}"

    def differing(self, test: BltTest, cell: str, kind: str) -> str:
        """Return where the replies are listed on which the graders differ in one way."""
        return f"items/{self.binders[test, cell].file()}#{anchor(kind)}"

    def bucket(self, breakdown: str, corpus: str, cell: str, bucket: Bucket) -> str:
        """Return where the replies of a group of questions are listed."""
        return f"groups/{self.stems[cell]}-{breakdown}.html#{self.corpora[corpus]}-{bucket.order}"

    def cell(self, cell: str) -> str:
        """Return where all the replies of a cell are listed by test."""
        return f"items/index.html#{self.stems[cell]}"


def shelve(findings: Findings) -> Shelf:
    """Put the kept replies of all tests and cells into binders."""
    stems = distinct(dict.fromkeys(cell for _, cell in findings.judged))
    files = distinct(
        {f"{stems[cell]}-{t.window}-{t.corpus}-{t.task}": None for t, cell in findings.judged}
    )
    binders = {}
    for (test, cell), judged in findings.judged.items():
        stem = files[f"{stems[cell]}-{test.window}-{test.corpus}-{test.task}"]
        binders[test, cell] = _bind(test, cell, stem, judged)
    corpora = distinct(dict.fromkeys(name for test, _ in binders for name in test[:2]))
    return Shelf(binders, stems, corpora)


def _bind(test: BltTest, cell: str, stem: str, judged: Iterable[Judged]) -> Binder:
    kinds: dict[tuple[Outcome, str], list[Judged]] = {}
    for one in judged:
        kinds.setdefault((one.corrected.outcome, _kind(one)), []).append(one)
    groups: list[Group] = []
    first = 0
    for (outcome, title), members in sorted(kinds.items(), key=_order):
        groups.append(Group(outcome, title, anchor(f"{outcome} {title}"), first, members))
        first += len(members)
    ordered = (one for group in groups for one in group.judged)
    places = {(one.corrected.id, one.corrected.trial): n for n, one in enumerate(ordered)}
    return Binder(test, cell, stem, groups, places)


def _kind(judged: Judged) -> str:
    if judged.corrected.outcome == "correct":
        return _DISPUTED if judged.disputed else _RIGHT
    return judged.corrected.error or "unnamed"


def _order(group: tuple[tuple[Outcome, str], list[Judged]]) -> tuple[object, ...]:
    (outcome, title), members = group
    outcomes: tuple[Outcome, ...] = ("wrong", "not_an_answer", "correct")
    return outcomes.index(outcome), title == _RIGHT, -len(members), title


def anchor(text: str) -> str:
    """Reduce a name, which may come from a user, to what is safe in an address."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in text)[:80]


def distinct(wanted: Iterable[str]) -> dict[str, str]:
    """Return a safe name for a file for each name, no two alike whatever the letters' case."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for name in dict.fromkeys(wanted):
        safe = first = anchor(name) or "unnamed"
        number = 1
        while safe.lower() in used:
            number += 1
            safe = f"{first[:70]}-{number}"
        used.add(safe.lower())
        found[name] = safe
    return found


def title_of(test: BltTest) -> str:
    """Return a test's name for people."""
    return f"{names.corpus(test.corpus)}, {names.task(test.task)}, {test.window}"
