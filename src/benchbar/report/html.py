"""The HTML report: a page, the items in pages beside it, and CSV files; no network, no script."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from benchbar.records import Reply
from benchbar.report import names, pages, sheets
from benchbar.report.findings import Findings, Source, gather, labels_of, open_sources
from benchbar.report.numbers import percent, plural
from benchbar.report.visible import visible
from benchbar.suites.whole import making

_TEMPLATES = "benchbar.report"
_MARK = "tables/accuracy.csv"
"""What tells a report from another web page."""


def write_report(
    runs: Sequence[Path], out: Path, *, raw_csv: bool = False, force: bool = False
) -> Path:
    """Write the report on some runs into a folder, whole or not at all; return its first page.

    Verdicts are read one at a time, and only the replies that are shown in full are kept.

    Args:
        runs: Run folders, graded.
        out: The folder to make.
        raw_csv: Write text into CSV files to the letter, formulas included.
        force: Replace the report that is there already.

    Raises:
        InputError: The folder exists, or a run cannot be read.
    """
    sources = open_sources(runs)
    with making(out, mark=_MARK, what="report", force=force) as folder:
        labels = labels_of(sources)
        findings = gather(sources)
        _write_pages(folder, sources, findings, labels)
        _write_sheets(folder / "tables", sources, findings, labels, raw=raw_csv)
    return out / "index.html"


def _write_pages(
    folder: Path, sources: Sequence[Source], findings: Findings, labels: Mapping[str, str]
) -> None:
    environment = _environment()
    page = environment.get_template("index.html.j2")
    _write(folder / "index.html", page, pages.index(sources, findings, labels))
    replies = _wanted_replies(sources, findings)
    page = environment.get_template("items.html.j2")
    (folder / "items").mkdir()
    for test, name in pages.files_of(findings.cases).items():
        said = pages.items_page(test, findings, replies, labels)
        _write(folder / "items" / name, page, said)


def _write(path: Path, template: jinja2.Template, said: Mapping[str, object]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(template.generate(said))


def _wanted_replies(
    sources: Sequence[Source], findings: Findings
) -> dict[tuple[str, str, int], Reply]:
    """Return the replies that are shown in full."""
    wanted = {key for shown in findings.cases.values() for key in shown}
    return {
        key: reply
        for source in sources
        for reply in source.run.replies()
        if (key := (reply.id, source.cells.get(reply.cell, reply.cell), reply.trial)) in wanted
    }


def _write_sheets(
    folder: Path,
    sources: Sequence[Source],
    findings: Findings,
    labels: Mapping[str, str],
    *,
    raw: bool,
) -> None:
    folder.mkdir()
    rows = findings.rows()
    sheets.write(folder / "accuracy.csv", sheets.ACCURACY, sheets.accuracy(rows, labels), raw=raw)
    sheets.write(folder / "errors.csv", sheets.ERRORS, sheets.errors(rows, labels), raw=raw)
    sheets.write(
        folder / "verdicts.csv", sheets.VERDICTS, sheets.verdicts(sources, labels), raw=raw
    )


def _environment() -> jinja2.Environment:
    """Return the templates' environment: everything printed is made visible, then escaped.

    The style sheet stands in each page. The pages' policy names it by its hash and forbids all
    else: no script, no network, no other style, whatever a model wrote.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    assert environment.loader  # noqa: S101
    style = environment.loader.get_source(environment, "style.css")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    environment.globals |= {
        # The style sheet is ours, from this package: it is the one thing printed unescaped.
        "style": Markup(style),  # noqa: S704
        "policy": f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'",
    }
    environment.filters |= {
        "percent": percent,
        "plural": plural,
        "task": names.task,
        "judgement": names.judgement,
        "title_of": pages.title_of,
    }
    return environment


def _harmless(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return value
