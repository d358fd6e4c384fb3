"""The accuracy table for papers: Markdown and LaTeX, with intervals, the published rows below."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from benchbar.records import GRADERS, Estimate
from benchbar.report import names, published
from benchbar.report.numbers import percent
from benchbar.report.results import Results, RunResult
from benchbar.report.table import Column
from benchbar.report.visible import visible
from benchbar.stats.proportions import mean_of

_FINE = 200
"""From this many replies on a percentage has a digit after the point."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; ``items`` is the mean of items, None where it is not known."""

    model: str
    grader: str
    values: Mapping[Column, Estimate]
    tests: Estimate
    items: Estimate | None
    source: str = ""


@dataclass(frozen=True, slots=True)
class BySize:
    """The table of one size: its columns, our lines, and the published ones."""

    window: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    published: Sequence[Line]

    @property
    def groups(self) -> list[tuple[str, list[Column]]]:
        """The columns by the title of their corpus."""
        return [
            (names.corpus(corpus), list(columns))
            for corpus, columns in groupby(self.columns, key=lambda column: column[0])
        ]


def write(folder: Path, found: Results, layout: published.Layout) -> None:
    """Write ``accuracy.md`` and ``accuracy.tex``: a table for each size."""
    tables = list(by_size(found, layout))
    (folder / "accuracy.md").write_text(markdown(tables, found), encoding="utf-8")
    (folder / "accuracy.tex").write_text(latex(tables, found), encoding="utf-8")


def by_size(found: Results, layout: published.Layout = published.STANDARD) -> Iterator[BySize]:
    """Yield the table of each size; ``layout`` says how its testimony was shown."""
    cells = [cell for run in found.runs for cell in run.cells]
    tests = {test.test for cell in cells for test in cell.tests}
    for window in sorted({test.window for test in tests}, key=names.window_order):
        columns = sorted(
            {(test.corpus, test.task) for test in tests if test.window == window},
            key=names.column_order,
        )
        lines = []
        for cell in cells:
            for grader in reversed(GRADERS):
                over = cell.means_of(window, grader)
                if values := cell.accuracies(window, grader):
                    lines.append(Line(cell.label, grader, values, over["tests"], over["items"]))
        yield BySize(window, columns, lines, [*_published(window, columns, layout)])


def _published(window: str, columns: Sequence[Column], layout: published.Layout) -> Iterator[Line]:
    for row in published.beside([window], columns, layout):
        found = {column: row.estimate(*column, layout) for column in columns}
        values = {column: estimate for column, estimate in found.items() if estimate}
        yield Line(row.model, "published", values, mean_of(list(values.values())), None, row.source)


def _figure(estimate: Estimate | None, digits: int | None = None) -> str:
    if estimate is None:
        return "–"
    fine = 1 if estimate.n >= _FINE else 0
    return percent(estimate, digits=fine if digits is None else digits)


def _figures(line: Line, columns: Iterable[Column]) -> list[str]:
    return [
        *(_figure(line.values.get(column)) for column in columns),
        _figure(line.tests, 1),
        _figure(line.items, 1),
    ]


def caption(table: BySize, found: Results) -> str:
    """Return what a reader must know of the figures of a size."""
    estimates = [value for line in table.lines for value in line.values.values()]
    counts = sorted({estimate.n for estimate in estimates})
    replies = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    methods = " or ".join(sorted({estimate.method for estimate in estimates}))
    said = [
        f"Accuracy in percent at size {table.window}, with 95% intervals in brackets ({methods}); "
        f"n = {replies} graded replies a test.",
        *dict.fromkeys(map(_made, found.runs)),
        "The mean of tests counts each test alike, the mean of items each reply.",
    ]
    gaps = sum(cell.missing + cell.failed for run in found.runs for cell in run.cells)
    if gaps:
        said.append(f"Incomplete: {gaps:,} planned replies are missing or failed.")
    if toys := names.built_in(cell.cell.model for run in found.runs for cell in run.cells):
        said.append(f"No language models: {', '.join(toys)}.")
    if table.published:
        said.append(published.NOTE)
    return " ".join(said)


def _made(run: RunResult) -> str:
    return (
        f"Items: suite {run.suite} {run.version}, seed {run.seed}, data {run.data_digest[:10]}; "
        f"graders {run.graders}; Bench & Bar {run.asked_by}."
    )


def markdown(tables: Iterable[BySize], found: Results) -> str:
    """Return the tables as Markdown."""
    return "\n".join(line for table in tables for line in _markdown(table, found))


def _markdown(table: BySize, found: Results) -> Iterator[str]:
    tests = [f"{names.corpus(corpus)}: {names.task(task)}" for corpus, task in table.columns]
    header = ["Model", "Grader", *map(_plain, tests), "Mean of tests", "Mean of items"]
    yield f"**Size {_plain(table.window)}**\n"
    yield _row(header)
    yield _row(["---"] * 2 + ["---:"] * (len(header) - 2))
    for line in (*table.lines, *table.published):
        grader = f"as published ({line.source})" if line.source else line.grader
        yield _row([_plain(line.model), grader, *_figures(line, table.columns)])
    yield f"\n{_plain(caption(table, found))}\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Return text that Markdown shows to the letter, on one line."""
    escaped = re.sub(r"([\\`*_{}\[\]<>#|~!$])", r"\\\1", _one_line(text))
    return re.sub(r"&(?=[#\w])", "&amp;", escaped)


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def latex(tables: Iterable[BySize], found: Results) -> str:
    """Return the tables as LaTeX, for a document that loads booktabs."""
    return (
        "% Needs \\usepackage{booktabs}; too wide for a page? Set it in a landscape or resizebox.\n"
        + "\n".join(line for table in tables for line in _latex(table, found))
    )


def _latex(table: BySize, found: Results) -> Iterator[str]:
    size = re.sub(r"[^0-9A-Za-z]", "", table.window)
    yield "\\begin{table*}"
    yield "\\centering\\scriptsize\\setlength{\\tabcolsep}{3pt}"
    yield f"\\caption{{{_tex(caption(table, found))}}}\\label{{tab:accuracy-{size}}}"
    yield f"\\begin{{tabular}}{{ll{'r' * (len(table.columns) + 2)}}}"
    yield "\\toprule"
    yield from _latex_header(table)
    yield "\\midrule"
    for line in table.lines:
        yield from _latex_line(line, line.grader, table.columns)
    if table.published:
        yield "\\midrule"
    for line in table.published:
        yield from _latex_line(line, f"as published ({line.source})", table.columns)
    yield "\\bottomrule"
    yield "\\end{tabular}"
    yield "\\end{table*}\n"


def _latex_header(table: BySize) -> Iterator[str]:
    groups, rules, first = ["", ""], [], 3
    for title, columns in table.groups:
        groups.append(f"\\multicolumn{{{len(columns)}}}{{c}}{{{_tex(title)}}}")
        rules.append(f"\\cmidrule(lr){{{first}-{first + len(columns) - 1}}}")
        first += len(columns)
    groups.append("\\multicolumn{2}{c}{Mean of}")
    rules.append(f"\\cmidrule(l){{{first}-{first + 1}}}")
    yield f"{' & '.join(groups)} \\\\"
    yield "".join(rules)
    tasks = [_tex(names.task(task)) for _, task in table.columns]
    yield f"{' & '.join(['Model', 'Grader', *map(_stacked, tasks), 'tests', 'items'])} \\\\"


def _stacked(words: str) -> str:
    """Return the words of a heading one below the other."""
    lines = "\\\\".join(words.split())
    return f"\\shortstack[r]{{{lines}}}"


def _latex_line(line: Line, grader: str, columns: Sequence[Column]) -> Iterator[str]:
    """Yield two rows: the figures, and below them their intervals."""
    figures = [figure.partition(" ") for figure in _figures(line, columns)]
    values = [value.replace("–", "--") for value, _, _ in figures]
    yield f"{' & '.join([_tex(line.model), _tex(grader), *values])} \\\\"
    smaller = [f"{{\\tiny {interval}}}" if interval else "" for _, _, interval in figures]
    yield f"{' & '.join(['', '', *smaller])} \\\\[2pt]"


_TEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
        "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
        "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
        "‹": r"\guilsinglleft{}", "›": r"\guilsinglright{}", "[": "{[}", "]": "{]}",
    }
)  # fmt: skip
_LIGATURE = re.compile(r"([-'`,])(?=\1)|([?!])(?=`)")


def _tex(text: str) -> str:
    """Return text that LaTeX prints to the letter, on one line: no command, no ligature.

    A bracket at the start of a row would be taken for the option of the row before it.
    """
    return _LIGATURE.sub(r"\g<0>{}", _one_line(text).translate(_TEX))
