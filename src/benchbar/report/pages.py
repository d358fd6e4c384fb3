"""What each page of the report says, before a template lays it out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchbar import __version__
from benchbar.records import GRADERS, Outcome, Reply, Verdict
from benchbar.report import names, plots, published
from benchbar.report.buckets import BREAKDOWNS, Bucket
from benchbar.report.findings import Findings, Source, incomplete
from benchbar.report.numbers import percent
from benchbar.report.table import Entry, headline
from benchbar.report.tally import BltTest, Judged, Row, Tally
from benchbar.report.visible import excerpt

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One reply in full: the question, the right answer, what came, and the two verdicts."""

    judged: Judged
    reply: str
    note: str
    reasoning: str
    stop: str

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """The corrected verdict first: it leads."""
        return self.judged.corrected, self.judged.published


def case_of(judged: Judged, reply: Reply | None) -> Case:
    """Put a reply beside its verdicts; a long one is cut, with a note that says so."""
    if reply is None:
        return Case(judged, "", "The reply is no longer in the run's replies file.", "", "")
    turns = [f"Turn {n}:\n{turn}" for n, turn in enumerate(reply.turns, 1)]
    text, note = excerpt("\n\n".join(turns) if len(turns) > 1 else reply.text)
    stop = "" if reply.stop_reason == "stop" else reply.stop_reason.replace("_", " ")
    return Case(judged, text, note, excerpt(reply.reasoning)[0], reply.error or stop)


def title_of(test: BltTest) -> str:
    """Return a test's name for people."""
    return f"{names.corpus(test.corpus)}, {names.task(test.task)}, {test.window}"


def files_of(tests: Iterable[BltTest]) -> dict[BltTest, str]:
    """Name the page of each test; names from users are reduced to what is safe in a path."""
    found: dict[BltTest, str] = {}
    for test in tests:
        plain = f"{test.window}-{test.corpus}-{test.task}"
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in plain)
        name = f"{safe[:80]}.html"
        if name in found.values():
            name = f"{safe[:80]}-{len(found)}.html"
        found[test] = name
    return found


def index(sources: Sequence[Source], findings: Findings, labels: Labels) -> dict[str, object]:
    """Return all that the first page says."""
    order = {cell: place for place, cell in enumerate(labels)}
    rows = sorted(findings.rows(), key=lambda row: (order.get(row.cell, 0), *_row_order(row)))
    table = headline(rows, labels)
    files = files_of(findings.cases)
    links = {
        (*test, cell): files[test] for test, shown in findings.cases.items() for _, cell, _ in shown
    }
    return {
        "labels": labels,
        "table": table,
        "links": links,
        "methods": sorted({row.accuracy.method for row in rows}),
        "said": list(_said(table.entries)),
        "questions": len({key for source in sources for key in source.items}),
        "replies": sum(row.tally.n for row in rows if row.grader == "corrected"),
        "tests": len({row.test for row in rows}),
        "corpora": [names.corpus(name) for name in dict.fromkeys(c for c, _ in table.columns)],
        "has_paper": any(entry.paper for entry in table.entries),
        "paper_note": published.NOTE,
        "plots": plots.accuracy_plots(table),
        "axis": plots,
        "kinds": list(_kinds(rows, labels)),
        "histograms": plots.histograms(findings.offsets, labels),
        "wrong_lines_note": published.WRONG_LINES_NOTE,
        "breakdowns": list(_breakdowns(findings, labels)),
        "differing": list(_differing(findings)),
        "rules": findings.rules.most_common(12),
        "outcomes": [row for row in rows if row.grader == "corrected"],
        "files": files,
        "incomplete": list(incomplete([source.run for source in sources])),
        "built_in": names.built_in(cell.model for one in sources for cell in one.run.study.cells),
        "runs": [_settings(source, labels) for source in sources],
        "glossary": names.GLOSSARY,
        "version": __version__,
    }


def _row_order(row: Row) -> tuple[object, ...]:
    return (
        row.cell, names.window_order(row.test.window),
        names.column_order((row.test.corpus, row.test.task)), row.grader,
    )  # fmt: skip


def _said(entries: Iterable[Entry]) -> Iterator[dict[str, object]]:
    """Yield a sentence's worth for each model and size: mean, best and worst test."""
    for entry in entries:
        if entry.grader == "corrected" and not entry.paper:
            ordered = sorted(entry.values.items(), key=lambda pair: pair[1].value)
            worst, best = ordered[0], ordered[-1]
            yield {
                "model": entry.model,
                "window": entry.window,
                "mean": percent(entry.mean),
                "tests": len(entry.values),
                "worst": (_column(worst[0]), percent(worst[1])),
                "best": (_column(best[0]), percent(best[1])),
                "even": best[1].value == worst[1].value,
            }


def _column(column: tuple[str, str]) -> str:
    return f"{names.task(column[1])} ({names.corpus(column[0])})"


def _kinds(rows: Iterable[Row], labels: Labels) -> Iterator[dict[str, object]]:
    """Yield for each model its kinds of wrong answers and of no answers, test by test."""
    by_cell: dict[str, list[Row]] = {}
    for row in rows:
        if row.grader == "corrected":
            by_cell.setdefault(row.cell, []).append(row)
    outcomes: tuple[Outcome, ...] = ("wrong", "not_an_answer")
    for cell, kept in by_cell.items():
        bars = plots.kind_bars(
            (title_of(row.test), outcome, kind, count, row.tally.share(outcome, kind))
            for row in kept
            for outcome in outcomes
            for kind, count in row.tally.kinds(outcome).items()
        )
        yield {"model": labels.get(cell, cell), "bars": bars, "n": sum(r.tally.n for r in kept)}


def _breakdowns(findings: Findings, labels: Labels) -> Iterator[dict[str, object]]:
    """Yield for each breakdown its tables, one a corpus: buckets by models."""
    for breakdown in BREAKDOWNS:
        corpora: dict[str, dict[str, dict[Bucket, Tally]]] = {}
        for (name, corpus, cell), groups in findings.groups.items():
            if name == breakdown.name:
                corpora.setdefault(corpus, {})[cell] = groups
        tables = [
            _breakdown_table(corpus, corpora[corpus], labels)
            for corpus in sorted(corpora, key=lambda name: names.column_order((name, "")))
        ]
        if tables:
            yield {"title": breakdown.title, "note": breakdown.note, "tables": tables}


def _breakdown_table(
    corpus: str, cells: Mapping[str, Mapping[Bucket, Tally]], labels: Labels
) -> dict[str, object]:
    buckets = sorted({bucket for groups in cells.values() for bucket in groups})
    return {
        "corpus": names.corpus(corpus),
        "models": [labels.get(cell, cell) for cell in cells],
        "rows": [
            (bucket.title, [_in_bucket(groups.get(bucket)) for groups in cells.values()])
            for bucket in buckets
        ],
    }


def _in_bucket(tally: Tally | None) -> dict[str, object] | None:
    if tally is None:
        return None
    found = tally.share("correct")
    return {"n": tally.n, "text": percent(found, digits=0), "estimate": found}


def _differing(findings: Findings) -> Iterator[dict[str, object]]:
    for (test, cell), counts in findings.differing.items():
        both = [findings.tallies[test, cell, grader] for grader in reversed(GRADERS)]
        yield {
            "test": test,
            "title": title_of(test),
            "cell": cell,
            "counts": counts,
            "shares": [percent(tally.share("correct")) for tally in both],
        }


def _settings(source: Source, labels: Labels) -> dict[str, object]:
    """Return every setting of a run: the study, its items, and its cells side by side."""
    study = msgspec.to_builtins(source.run.study)
    cells = study.pop("cells")
    del study["data_path"]
    study["data"] = _as_given(study["data"])
    manifest = msgspec.to_builtins(source.run.data.manifest)
    manifest.pop("files")
    ours = [names.settings(cell) for cell in source.run.study.cells]
    return {
        "folder": source.name,
        "study": {name.replace("_", " "): _setting(value) for name, value in study.items()},
        "items": {name.replace("_", " "): _setting(value) for name, value in manifest.items()},
        "cells": {name.replace("_", " "): [one[name] for one in ours] for name in ours[0]},
        "models": [labels[source.cells[cell.key]] for cell in source.run.study.cells],
        "keys": [cell.key for cell in source.run.study.cells],
        "count": len(cells),
    }


def _as_given(folder: str) -> str:
    """Return a folder as it was named, but of a path from the root only the last part."""
    path = Path(folder)
    return path.name if path.is_absolute() else folder


def _setting(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {part}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "all"
    return "none" if value is None else str(value)


def items_page(
    test: BltTest, findings: Findings, replies: Mapping[tuple[str, str, int], Reply], labels: Labels
) -> dict[str, object]:
    """Return all that the page of one test says: its wrong and disputed replies, by model."""
    by_cell: dict[str, list[Case]] = {}
    for (item_id, cell, trial), judged in findings.cases[test].items():
        case = case_of(judged, replies.get((item_id, cell, trial)))
        by_cell.setdefault(cell, []).append(case)
    return {
        "title": title_of(test),
        "sections": [
            (labels.get(cell, cell), cases, findings.to_show[test, cell])
            for cell, cases in by_cell.items()
        ],
        "version": __version__,
    }
