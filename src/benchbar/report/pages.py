"""What the pages of results say, before a template lays them out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchbar.records import GRADERS, Outcome
from benchbar.report import names, plots, published, summary, transfer_view
from benchbar.report.binders import Shelf, title_of
from benchbar.report.buckets import BREAKDOWNS, OFFSETS, TRIALS, Breakdown, Bucket
from benchbar.report.cases import usage_rows
from benchbar.report.comparison import Comparison, Result, p_value, points
from benchbar.report.findings import Findings, Source, incomplete
from benchbar.report.numbers import percent
from benchbar.report.repeats import Repeated
from benchbar.report.settings import Varied, settings_of, varied
from benchbar.report.table import headline, in_order, test_order
from benchbar.report.tally import BltTest, Row, Tally
from benchbar.report.transfer import Reasoning
from benchbar.report.usage import Usage
from benchbar.scoring import meanings
from benchbar.tasks import applies_to, sara, stepwise

Labels = Mapping[str, str]

Missing = tuple[str, str, int, str]
"""A planned reply that has no answer to grade: item id, model, trial, ``missing`` or ``failed``."""

_REASONED = (applies_to.NAME, sara.NAME)
"""Tests that are reasoned out and not looked up."""

_MOST_MISSING = 50
"""How many of them a page lists; the table beside it has all."""


@dataclass(frozen=True, slots=True)
class Results:
    """All that the pages draw on: of the whole report, or of one run in it.

    ``pages`` names the page of each run where there are several; ``repeated`` says how trials
    agree, by test and cell. ``comparison`` sets each model against the first, item by item; None
    where that cannot be, or on the page of one of several runs. ``missing`` are the planned replies
    that did not come, and ``reasoning`` what the first of two replies show of it.
    """

    sources: Sequence[Source]
    findings: Findings
    labels: Labels
    shelf: Shelf
    usage: Mapping[str, Usage]
    repeated: Mapping[tuple[BltTest, str], Repeated]
    pages: Mapping[str, str]
    comparison: Comparison | None = None
    missing: Sequence[Missing] = ()
    reasoning: Mapping[tuple[BltTest, str], Reasoning] = field(default_factory=dict)

    def of(self, source: Source) -> "Results":
        """Return the results of one run alone."""
        cells = set(source.cells.values())
        names_of = {self.labels.get(cell) for cell in cells}
        return Results(
            [source],
            self.findings.within(cells),
            {cell: label for cell, label in self.labels.items() if cell in cells},
            self.shelf,
            {cell: used for cell, used in self.usage.items() if cell in cells},
            {key: found for key, found in self.repeated.items() if key[1] in cells},
            {},
            missing=[one for one in self.missing if one[1] in names_of],
            reasoning={key: seen for key, seen in self.reasoning.items() if key[1] in cells},
        )


def results_page(results: Results, *, root: str = "", whole: bool = True) -> dict[str, object]:
    """Return all that a page of results says.

    Args:
        results: Of a run, or of several.
        root: The way from the page to the report's folder, ``""`` or ``"../"``.
        whole: Everything about a run; else the comparison, which leaves to the runs' own pages
            what has no bearing on it.
    """
    findings, labels, sources = results.findings, results.labels, results.sources
    rows = in_order(findings.rows(), labels)
    layout = published.layout_of(source.run.data.manifest for source in sources)
    table = headline(rows, labels, layout)
    shelf = results.shelf
    links = {(row.test.corpus, row.test.task, row.test.window, row.cell):
             shelf.test(row.test, row.cell) for row in rows}  # fmt: skip
    usage = [(cell, results.usage[cell]) for cell in labels if cell in results.usage]
    return {
        "root": root,
        "whole": whole,
        "many": len(labels) > plots.MOST_AT_LENGTH,
        "labels": labels,
        "subject": names.subject(
            labels, [cell for one in sources for cell in one.run.study.cells], len(sources)
        ),
        "table": table,
        "links": links,
        "shelf": shelf,
        "methods": sorted({row.accuracy.method for row in rows}),
        "reach": _reach(sources),
        "said": summary.sentences(table, rows),
        "questions": len({key for source in sources for key in source.items}),
        "replies": sum(row.tally.n for row in rows if row.grader == "corrected"),
        "tests": len({row.test for row in rows}),
        "has_paper": any(entry.paper for entry in table.entries),
        "paper_note": published.NOTE,
        "plots": plots.accuracy_plots(table, links) if whole else [],
        "side_by_side": plots.comparison_plots(table, labels, links),
        "better": list(_better(results.comparison)),
        "varied": [_varied(one, shelf) for one in varied(sources, findings)],
        "trials": _breakdown(TRIALS, findings, labels, shelf) if results.repeated else None,
        "agreement": list(_agreement(results)),
        "kinds": list(_kinds(rows, labels, shelf)) if whole else [],
        "histograms": _histograms(findings, labels, shelf) if whole else [],
        "wrong_lines_note": published.WRONG_LINES_NOTE,
        "breakdowns": [
            found
            for one in BREAKDOWNS
            if (found := _breakdown(one, findings, labels, shelf)) is not None
        ],
        "differing": list(_differing(findings, shelf)) if whole else [],
        "kind_meanings": list(_kind_meanings(rows, whole)),
        "rules": (rules := _rules(findings) if whole else []),
        "rule_meanings": list(_rule_meanings([pair for pair, _ in rules])),
        "outcomes": [row for row in rows if row.grader == "corrected"],
        "looked_up": any(row.test.task not in _REASONED for row in rows),
        "transfer": _transfer(results),
        "usage": usage_rows(dict(usage), labels, shelf),
        "incomplete": list(incomplete(sources)),
        "missing": results.missing[:_MOST_MISSING],
        "lacking": len(results.missing),
        "unlike": _unlike(sources),
        "built_in": names.built_in(cell.model for one in sources for cell in one.run.study.cells),
        "runs": [settings_of(source, labels) for source in sources] if whole else [],
        "run_pages": results.pages,
        "glossary": names.GLOSSARY,
    }


def _transfer(results: Results) -> dict[str, object] | None:
    """Return what there is to say of the tests that are reasoned out; None if there are none."""
    tests = {test for test, _, _ in results.findings.tallies if test.task in _REASONED}
    if not tests:
        return None
    return {
        "tasks": {test.task for test in tests},
        "measured": bool(results.reasoning or results.findings.amounts),
        "reasoning": list(transfer_view.reasoning_rows(results.reasoning, results.labels)),
        "stepwise": stepwise,
        "amounts": list(transfer_view.amount_rows(results.findings.amounts, results.labels)),
        "sara": list(transfer_view.published_of_sara()),
        "sara_cases": transfer_view.SARA_CASES,
        "sara_source": transfer_view.SARA_SOURCE,
    }


def _reach(sources: Sequence[Source]) -> list[str]:
    """Say what the figures speak of, by run where the runs differ in that."""
    said = {source.name: summary.reach(source.items.values()) for source in sources}
    first, *others = said.values()
    if all(one == first for one in others):
        return first
    return [f"{name}: {sentence}" for name, sentences in said.items() for sentence in sentences]


def _better(comparison: Comparison | None) -> Iterator[dict[str, object]]:
    """Yield for each pair of models the judgment in words, and the differences behind it."""
    for pair in comparison.pairs if comparison else ():
        yield {
            "first": pair.first.label,
            "second": pair.second.label,
            "verdict": pair.verdict,
            "omission": pair.omission,
            "rows": [_difference(result) for result in pair.results],
        }


def _difference(result: Result) -> dict[str, object]:
    return {
        "level": result.part.level,
        "title": result.part.title,
        "n": result.n,
        "texts": result.texts,
        "first": percent(result.first),
        "second": percent(result.second),
        "points": points(result.difference),
        "p": p_value(result.adjusted),
        "shown": result.shown,
    }


def _unlike(sources: Sequence[Source]) -> bool:
    """Say whether some of the runs were asked other questions than the rest."""
    first = sources[0]
    return any(
        source.run.data.digest != first.run.data.digest or source.items.keys() != first.items.keys()
        for source in sources
    )


def _kinds(rows: Iterable[Row], labels: Labels, shelf: Shelf) -> Iterator[dict[str, object]]:
    """Yield for each model its kinds of wrong answers and of no answers, test by test."""
    by_cell: dict[str, list[Row]] = {}
    for row in rows:
        if row.grader == "corrected":
            by_cell.setdefault(row.cell, []).append(row)
    outcomes: tuple[Outcome, ...] = ("wrong", "not_an_answer")
    for cell, kept in by_cell.items():
        bars = plots.kind_bars(
            (title_of(row.test), outcome, kind, count, row.tally.share(outcome, kind),
             shelf.group(row.test, cell, outcome, kind))
            for row in kept
            for outcome in outcomes
            for kind, count in row.tally.kinds(outcome).items()
        )  # fmt: skip
        yield {"model": labels.get(cell, cell), "bars": bars, "n": sum(r.tally.n for r in kept)}


def _varied(one: Varied, shelf: Shelf) -> dict[str, object]:
    """Return the table of a setting: its values by models."""
    return {
        "title": one.title,
        "models": one.models,
        "rows": [
            (value, [
                found and _in_bucket(
                    found[0],
                    shelf.cell(found[1][0]) if len(found[1]) == 1 else "items/index.html",
                )
                for found in row
            ])
            for value, row in one.rows
        ],
    }  # fmt: skip


def _histograms(findings: Findings, labels: Labels, shelf: Shelf) -> list[plots.Histogram]:
    hrefs = {
        (task, cell): {
            place: shelf.bucket("offset", task, cell, Bucket(OFFSETS.index(place), place))
            for place in counts
        }
        for (task, cell), counts in findings.offsets.items()
    }
    return plots.histograms(findings.offsets, labels, hrefs)


def _breakdown(
    breakdown: Breakdown, findings: Findings, labels: Labels, shelf: Shelf
) -> dict[str, object] | None:
    """Return the tables of a breakdown, one a corpus: buckets by models; None if it has none."""
    corpora: dict[str, dict[str, Mapping[Bucket, Tally]]] = {}
    order = list(labels)
    ours = [key for key in findings.groups if key[0] == breakdown.name]
    for key in sorted(ours, key=lambda key: order.index(key[2])):
        _, corpus, cell = key
        corpora.setdefault(corpus, {})[cell] = findings.groups[key]
    tables = [
        _breakdown_table(breakdown, corpus, corpora[corpus], labels, shelf)
        for corpus in sorted(corpora, key=lambda name: names.column_order((name, "")))
    ]
    if not tables:
        return None
    return {
        "title": breakdown.title,
        "head": breakdown.head,
        "note": breakdown.note,
        "tables": tables,
    }


def _breakdown_table(
    breakdown: Breakdown,
    corpus: str,
    cells: Mapping[str, Mapping[Bucket, Tally]],
    labels: Labels,
    shelf: Shelf,
) -> dict[str, object]:
    buckets = sorted({bucket for groups in cells.values() for bucket in groups})
    hrefs = {
        (bucket, cell): shelf.bucket(breakdown.name, corpus, cell, bucket)
        for cell, groups in cells.items()
        for bucket in groups
    }
    title = f"{breakdown.title}: {names.corpus(corpus)}"
    drawn = None
    if len(cells) <= plots.MOST_SERIES and len(buckets) > 1:
        drawn = plots.bucket_plot(
            f"{breakdown.name}-{shelf.corpora[corpus]}", title, "Accuracy, corrected grader",
            [(bucket, [(cell, groups[bucket].share("correct"), hrefs[bucket, cell])
                       for cell, groups in cells.items() if bucket in groups])
             for bucket in buckets],
            plots.models(labels),
        )  # fmt: skip
    return {
        "corpus": names.corpus(corpus),
        "models": [labels.get(cell, cell) for cell in cells],
        "plot": drawn,
        "rows": [
            (bucket.title, [_in_bucket(groups.get(bucket), hrefs.get((bucket, cell), ""))
                            for cell, groups in cells.items()])
            for bucket in buckets
        ],
    }  # fmt: skip


def _in_bucket(tally: Tally | None, href: str) -> dict[str, object] | None:
    if tally is None:
        return None
    text = percent(tally.share("correct"), digits=0)
    return {"n": tally.n, "text": text, "href": href}


def _agreement(results: Results) -> Iterator[dict[str, object]]:
    """Yield for each cell and test asked several times how its trials agree."""
    order = list(results.labels)
    for test, cell in sorted(
        results.repeated, key=lambda key: (order.index(key[1]), *test_order(key[0]))
    ):
        found = results.repeated[test, cell]
        href = results.shelf.test(test, cell)
        yield {
            "model": results.labels.get(cell, cell),
            "title": title_of(test),
            "items": found.items,
            "left_out": found.left_out,
            "trials": found.agreement.trials,
            "same": percent(found.agreement.same),
            "flips": percent(found.agreement.flips),
            "flipping": len(found.flipping),
            "href": f"{href}#flips" if found.flipping else href,
        }


def _differing(findings: Findings, shelf: Shelf) -> Iterator[dict[str, object]]:
    for (test, cell), counts in findings.differing.items():
        both = [findings.tallies[test, cell, grader] for grader in reversed(GRADERS)]
        yield {
            "title": title_of(test),
            "cell": cell,
            "href": shelf.test(test, cell),
            "counts": [
                (counts[kind], shelf.differing(test, cell, kind))
                for kind in ("only corrected", "only published", "kind of error")
            ],
            "shares": [percent(tally.share("correct")) for tally in both],
        }


def _rules(findings: Findings) -> list[tuple[tuple[str, str, str], int]]:
    """Return the pairs of rules that decided most of the disputed replies, over all cells."""
    together: dict[tuple[str, str, str], int] = {}
    for (_, kind, one, other), count in findings.rules.items():
        together[kind, one, other] = together.get((kind, one, other), 0) + count
    return sorted(together.items(), key=lambda pair: -pair[1])[:12]


def _kind_meanings(rows: Iterable[Row], wrong: bool) -> Iterator[tuple[str, str]]:
    """Yield the kinds of no answer that occur, and of ``wrong`` ones, with their meanings."""
    outcomes: tuple[Outcome, ...] = ("wrong", "not_an_answer") if wrong else ("not_an_answer",)
    found = {
        kind
        for row in rows
        if row.grader == "corrected"
        for outcome in outcomes
        for kind in row.tally.kinds(outcome)
    }
    return ((kind, said) for kind, said in meanings.MEANINGS.items() if kind in found)


def _rule_meanings(pairs: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the rules that decided disputed replies: the grader, the rule and its meaning."""
    pairs = list(pairs)
    for place, grader in enumerate(GRADERS, 1):
        for rule in sorted({pair[place] for pair in pairs}):
            if said := meanings.of_rule(grader, rule):
                yield grader, rule, said
