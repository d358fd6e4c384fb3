"""The page of an exam: ``benchbar exam score RUN --out DIR`` writes it into a folder of its own."""

from pathlib import Path

import msgspec

from benchbar.exam import page_said, page_tables
from benchbar.exam.as_json import of_results
from benchbar.exam.results import Results
from benchbar.report.drawing import environment
from benchbar.suites.whole import making

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
    with making(out, mark=MARK, what="page of an exam", force=force) as folder:
        tables = page_tables.write(folder / "tables", results)
        told = msgspec.json.format(msgspec.json.encode(of_results(results)), indent=1)
        (folder / "results.json").write_bytes(told + b"\n")
        templates = environment("benchbar.exam")
        said = page_said.page(results) | {"tables": tables, "figures": _FIGURES}
        (folder / "figures").mkdir()
        for plot in page_said.plots_of(said):
            drawn = templates.get_template("figure.svg.j2").render(plot=plot)
            (folder / f"{_FIGURES}-{plot.name}.svg").write_text(drawn, encoding="utf-8")
        with (folder / "index.html").open("w", encoding="utf-8") as file:
            file.writelines(templates.get_template("exam.html.j2").generate(said))
    return out / "index.html"
