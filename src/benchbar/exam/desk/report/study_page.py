"""The results page of a study: a folder of its own, or one page that the desk serves."""

from pathlib import Path

import jinja2

from benchbar.exam.desk.report import findings, study_said, study_tables
from benchbar.exam.desk.report.findings import Findings
from benchbar.report.beside_page import write_figures, write_results
from benchbar.report.drawing import environment
from benchbar.suites.whole import PAGE, making

MARK = f"tables/{study_tables.QUESTIONS}.csv"
"""What tells the page of a study from other web pages."""
_FIGURES = "figures/study"
"""What the names of figures begin with."""
_TEMPLATE = "study.html.j2"


def write(found: Findings, out: Path, *, force: bool) -> Path:
    """Write the results page into a folder, whole or not at all; return the page.

    The folder holds ``index.html``, ``figures/*.svg``, ``tables/*.csv`` and ``results.json``, and
    needs no network.

    Args:
        found: What came of the study.
        out: The folder to make.
        force: Replace the page that is there already.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with making(
        out, mark=MARK, what="results page of a study", force=force, made_of=PAGE
    ) as folder:
        tables = study_tables.write(folder / "tables", found)
        write_results(folder, findings.as_json(found))
        templates = environment("benchbar.exam")
        said = study_said.page(found)
        drawing = templates.get_template("study-figure.svg.j2")
        write_figures(folder, _FIGURES, drawing, study_said.figures_of(said), "figure")
        page = _drawn(templates, said, tables=tables, figures=_FIGURES, back="")
        (folder / "index.html").write_text(page, encoding="utf-8")
    return out / "index.html"


def html(found: Findings, *, back: str = "") -> str:
    """Return the results page as one document, with no file beside it.

    Args:
        found: What came of the study.
        back: Address of the page to which it links back; no link if empty.
    """
    templates = environment("benchbar.exam")
    return _drawn(templates, study_said.page(found), tables=[], figures="", back=back)


def policy() -> str:
    """Return the Content-Security-Policy of the page, which it carries in itself, too."""
    return str(environment("benchbar.exam").globals["policy"])


def _drawn(
    templates: jinja2.Environment,
    said: dict[str, object],
    *,
    tables: list[str],
    figures: str,
    back: str,
) -> str:
    beside = {"tables": tables, "figures": figures, "back": back}
    return templates.get_template(_TEMPLATE).render(said | beside)
