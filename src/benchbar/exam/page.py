"""The page of an exam: ``benchbar exam score RUN --out DIR`` writes it into a folder of its own."""

from pathlib import Path

from benchbar.exam import page_said, page_tables
from benchbar.exam.as_json import of_results
from benchbar.exam.results import Results
from benchbar.report.beside_page import write_figures, write_results
from benchbar.report.drawing import environment
from benchbar.suites.whole import PAGE, making

MARK = f"tables/{page_tables.ACCURACY}.csv"
"""What tells the page of an exam from other web pages."""

_FIGURES = "figures/exam"
"""What the names of figures begin with."""


def write(results: Results, out: Path, *, force: bool) -> Path:
    """Write the page of an exam into a folder, whole or not at all; return the page.

    The folder holds ``index.html``, ``figures/*.svg``, ``tables/*.csv`` and ``results.json``, and
    needs no network.

    Args:
        results: What came of the exam.
        out: The folder to make.
        force: Replace the page that is there already.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with making(out, mark=MARK, what="page of an exam", force=force, made_of=PAGE) as folder:
        tables = page_tables.write(folder / "tables", results)
        write_results(folder, of_results(results))
        templates = environment("benchbar.exam")
        said = page_said.page(results) | {"tables": tables, "figures": _FIGURES}
        drawing = templates.get_template("figure.svg.j2")
        write_figures(folder, _FIGURES, drawing, page_said.plots_of(said))
        with (folder / "index.html").open("w", encoding="utf-8") as file:
            file.writelines(templates.get_template("exam.html.j2").generate(said))
    return out / "index.html"
