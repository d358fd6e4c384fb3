"""The HTML report: pages of results, of replies and of documents, that need no network."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.report import asked, cases, pages, plots, sheets
from benchbar.report.binders import distinct, shelve
from benchbar.report.buckets import BREAKDOWNS, TRIALS
from benchbar.report.comparing import compare
from benchbar.report.comparison import Comparison
from benchbar.report.drawing import environment
from benchbar.report.findings import Findings, Source, gather, labels_of, open_sources
from benchbar.report.pages import Results
from benchbar.report.repeats import repeated
from benchbar.report.shortfall import lacking
from benchbar.report.tally import BltTest
from benchbar.report.transfer import Reasoning, reasoning_of
from benchbar.report.usage import Usage, usage_of
from benchbar.suites.whole import PAGE, making

_MARK = "tables/accuracy.csv"
"""What tells a report from another web page."""

_LISTED = {one.name: one.title for one in (*BREAKDOWNS, TRIALS)} | {
    "offset": "By how far off a wrong place is"
}
"""The breakdowns whose replies are listed on pages of their own."""


def write_report(
    runs: Sequence[Path], out: Path, *, raw_csv: bool = False, force: bool = False
) -> Path:
    """Write the report on some runs into a folder, whole or not at all; return its first page.

    One run has one page of results; of several, each has a page, and the first page compares
    them. The replies of one run at a time are held in memory, and the verdicts of all.

    Args:
        runs: Run folders, graded.
        out: The folder to make.
        raw_csv: Write text into CSV files to the letter, formulas included.
        force: Replace the report that is there already.

    Raises:
        InputError: The folder exists, or a run cannot be read.
    """
    sources = open_sources(runs)
    with making(out, mark=_MARK, what="report", force=force, made_of=PAGE) as folder:
        labels = labels_of(sources)
        findings = gather(sources, keep=True)
        _Writer(folder, sources, findings, labels).write()
        sheets.write(folder, sources, findings, labels, raw=raw_csv)
    return out / "index.html"


class _Writer:
    """Writes the pages of one report."""

    def __init__(
        self,
        folder: Path,
        sources: Sequence[Source],
        findings: Findings,
        labels: Mapping[str, str],
    ) -> None:
        self._folder, self._sources, self._findings = folder, sources, findings
        self._labels = labels
        self._environment = environment()
        self._shelf = shelve(findings)
        self._repeated = {
            key: found
            for key, judged in findings.judged.items()
            if (found := repeated(judged)) is not None
        }
        self._usage: dict[str, Usage] = {}
        self._reasoning: dict[tuple[BltTest, str], Reasoning] = {}
        stems = distinct(source.name for source in sources)
        self._pages = (
            {name: f"runs/{stem}.html" for name, stem in stems.items()} if len(sources) > 1 else {}
        )

    def write(self) -> None:
        """Write all pages and figures."""
        for name in ("items", "groups", "documents", "figures", *(["runs"] if self._pages else [])):
            (self._folder / name).mkdir()
        for number, sources in enumerate(asked.libraries(self._sources).values(), 1):
            prompts: dict[str, asked.Asked] = {}
            for page in asked.read(sources, f"d{number}", prompts):
                self._put(f"documents/{page.file}", "documents.html.j2", {"page": page})
            for source in sources:
                self._write_replies(source, prompts)
        self._write_lists()
        self._write_results()

    def _write_replies(self, source: Source, prompts: Mapping[str, asked.Asked]) -> None:
        by_cell: dict[str, dict[tuple[str, int], Reply]] = {}
        replies = source.run.replies()
        for reply in replies:
            name = source.cells[reply.cell]
            by_cell.setdefault(name, {})[reply.id, reply.trial] = reply
        self._usage |= {source.cells[key]: used for key, used in usage_of(replies).items()}
        self._reasoning |= reasoning_of(replies, source.items, source.cells)
        for cell in source.run.study.cells:
            name = source.cells[cell.key]
            for (test, of), binder in self._shelf.binders.items():
                if of == name:
                    said = cases.binder_pages(
                        binder, self._labels, prompts, cell.variant, by_cell.get(name, {}),
                        self._back(source.name), self._repeated.get((test, of)),
                    )  # fmt: skip
                    for file, page in said:
                        self._put(f"items/{file}", "items.html.j2", page)

    def _back(self, run: str) -> str:
        """Return the page of a run, as seen from a page in a folder beside it."""
        return f"../{self._pages.get(run, 'index.html')}"

    def _write_lists(self) -> None:
        backs = {
            cell: self._back(source.name)
            for source in self._sources
            for cell in source.cells.values()
        }
        said = cases.items_index(self._shelf, self._labels, backs)
        self._put("items/index.html", "items-index.html.j2", said)
        for breakdown, title in _LISTED.items():
            for cell, stem in self._shelf.stems.items():
                members = {
                    corpus: groups
                    for (name, corpus, of), groups in self._findings.members.items()
                    if (name, of) == (breakdown, cell)
                }
                if members:
                    page = {
                        "title": title,
                        "model": self._labels.get(cell, cell),
                        "back": backs[cell],
                        "sections": cases.group_page(self._shelf, members),
                    }
                    self._put(f"groups/{stem}-{breakdown}.html", "groups.html.j2", page)

    def _write_results(self) -> None:
        results = Results(
            self._sources, self._findings, self._labels, self._shelf, self._usage,
            self._repeated, self._pages, _compared(self._sources), list(self._lacking()),
            self._reasoning,
        )  # fmt: skip
        self._put_results("index.html", results, whole=not self._pages)
        for source in self._sources if self._pages else ():
            self._put_results(self._pages[source.name], results.of(source), whole=True)

    def _lacking(self) -> Iterator[pages.Missing]:
        """Yield the planned replies that are not there, under the names of the page."""
        for source in self._sources:
            for one in lacking(source.run):
                yield one.item, self._labels[source.cells[one.cell]], one.trial, one.why

    def _put_results(self, name: str, results: Results, *, whole: bool) -> None:
        root = "../" if "/" in name else ""
        stem = f"run-{Path(name).stem}" if root else "all"
        said = pages.results_page(results, root=root, whole=whole)
        for plot in _plots_of(said):
            self._put(f"figures/{stem}-{plot.name}.svg", "figure.svg.j2", {"plot": plot})
        self._put(name, "results.html.j2", said | {"figures": f"{root}figures/{stem}"})

    def _put(self, name: str, template: str, said: Mapping[str, object]) -> None:
        with (self._folder / name).open("w", encoding="utf-8") as file:
            file.writelines(self._environment.get_template(template).generate(said))


def _compared(sources: Sequence[Source]) -> Comparison | None:
    """Compare the models of some runs; None if they have no questions in common."""
    try:
        return compare(sources, common=True)
    except InputError:
        return None


def _plots_of(said: Mapping[str, object]) -> Iterator[plots.Plot | plots.Histogram]:
    """Yield every figure of a page of results."""
    for name in ("side_by_side", "plots", "histograms"):
        yield from said[name]  # type: ignore[misc]
    breakdowns = [*said["breakdowns"], said["trials"]]  # type: ignore[misc]
    for breakdown in filter(None, breakdowns):
        yield from filter(None, (table["plot"] for table in breakdown["tables"]))
