"""What the page of an exam says, section by section, before its template lays it out."""

import math
from collections.abc import Iterator, Mapping, Sequence

from benchbar.exam import page_plots, page_standing, page_words
from benchbar.exam.page_plots import Sitter
from benchbar.exam.results import (
    Accuracy,
    Beside,
    Fitted,
    ModelResult,
    Part,
    Places,
    Repeated,
    Results,
)
from benchbar.exam.studies import StudyFigure
from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.comparison import p_value, points
from benchbar.report.numbers import percent
from benchbar.report.plots import Plot
from benchbar.stats.regression import Coefficient, Group, Regression

_BREAKDOWNS = (
    ("settings", "By prompt and temperature together", "Setting"),
    ("prompts", "By prompt", "Prompt"),
    ("temperatures", "By temperature", "Temperature"),
    ("trials", "By trial", "Trial"),
)
_REGRESSIONS = ("paper", "prompt", "temperature", "condition")
"""Factors of which studies published a p value or a coefficient."""


def page(results: Results) -> dict[str, object]:
    """Return all that the page says."""
    ours = [(one.model, one) for one in results.models]
    sitters = [*ours, *_theirs(results.beside)]
    comparable = () if results.practice else results.figures
    return {
        "results": results,
        "subject": _subject(results.models),
        "built_in": names.built_in(one.model.split(" (")[0] for one in results.models),
        "cards": [_card(one) for one in results.models],
        "sitters": [label for label, _ in sitters],
        "claims": list(_claims(sitters)),
        "ranks": list(_ranks(sitters)),
        "unanswered": [(label, page_words.unanswered(one.overall)) for label, one in sitters],
        "extremes": [(label, said) for label, one in ours if (said := page_words.extremes(one))],
        "setting_plots": page_plots.figures(sitters, comparable),
        "breakdowns": list(_breakdowns(sitters)),
        "subject_plots": page_plots.by_subject(sitters, comparable),
        "subjects": _subjects(sitters, comparable),
        "regressions": [
            _regression(number, one) for number, one in enumerate(results.regressions, 1)
        ],
        "published_tests": [
            one
            for one in comparable
            if one.figure.rpartition(" ")[0] in _REGRESSIONS and results.regressions
        ],
        "meanings": [
            page_standing.meaning(number, one)
            for number, one in enumerate(results.models, 1)
            if one.scored
        ],
        "repeated": [
            (label, [_repeated(one) for one in found.repeated])
            for label, found in sitters
            if found.repeated
        ],
        "missed": [(label, found.missed) for label, found in sitters if found.missed],
        "places": [(label, _places(found.places)) for label, found in sitters],
        "graders": [(label, found.graders) for label, found in ours if found.graders],
        "beside": results.beside and _beside(results.beside),
        "published": [_published(one) for one in results.figures],
        "commands": results.commands,
        "settings": _settings(results),
        "glossary": _glossary(results),
    }


def plots_of(said: Mapping[str, object]) -> Iterator[Plot]:
    """Yield every figure of the page."""
    for name in ("setting_plots", "subject_plots"):
        yield from said[name]  # type: ignore[misc]
    for section in ("regressions", "meanings"):
        yield from filter(None, (one["plot"] for one in said[section]))  # type: ignore[attr-defined]


def _theirs(beside: Beside | None) -> Iterator[Sitter]:
    for one in beside.models if beside else ():
        yield f"{one.model} ({beside.name})" if beside else one.model, one


def _subject(found: Sequence[ModelResult]) -> str:
    if len(found) > 2:
        return f"{len(found)} models"
    return " and ".join(one.model for one in found)


def _card(one: ModelResult) -> dict[str, object]:
    first = one.scored[0].standing.scores if one.scored else ()
    known = next((score for score in first if score.positions), None)
    return {
        "model": one.model,
        "accuracy": percent(one.overall.new).split(" ", 1),
        "said": page_words.result(one),
        "sittings": page_words.sittings(one),
        "unanswered": page_words.unanswered(one.overall) if one.overall.unanswered else "",
        "scored": page_words.scored_range(first) if first else "",
        "conversion": known.scaled.conversion if known else "",
        "positions": list(page_words.apart(known.positions)) if known else [],
    }


def stacked(estimate: Estimate | None) -> tuple[str, str] | None:
    """Return a percentage and its interval, to be set apart; None where there is none.

    Where all answers are alike, the published kind of interval has no width: this is said, not
    rounded to one.
    """
    if estimate is None:
        return None
    if estimate.low == estimate.high:
        return f"{100 * estimate.value:.1f}", "no width"
    value, between = percent(estimate).split(" ", 1)
    return value, between


def _claims(sitters: Sequence[Sitter]) -> Iterator[dict[str, object]]:
    for name, title, asks in page_words.CLAIMS:
        yield {
            "title": title,
            "asks": asks,
            "cells": [stacked(getattr(one.overall, name)) for _, one in sitters],
        }


def _ranks(sitters: Sequence[Sitter]) -> Iterator[tuple[str, list[tuple[str, str] | None]]]:
    for name, title in (("first", "the first"), ("two", "among the first two"),
                        ("three", "among the first three")):  # fmt: skip
        cells = [stacked(getattr(one.ranks, name).new) if one.ranks else None for _, one in sitters]
        if any(cells):
            yield title, cells


def _breakdowns(sitters: Sequence[Sitter]) -> Iterator[dict[str, object]]:
    for name, title, head in _BREAKDOWNS:
        parts = [getattr(one, name) for _, one in sitters]
        if max(map(len, parts)) > 1:
            yield {"title": title, "head": head, "rows": list(_rows(parts))}


def _rows(parts: Sequence[Sequence[Part]]) -> Iterator[tuple[str, list[dict[str, object] | None]]]:
    by_name = [{part.name: part.accuracy for part in of_one} for of_one in parts]
    for name in dict.fromkeys(part.name for of_one in parts for part in of_one):
        yield name, [_cell(found[name]) if name in found else None for found in by_name]


def _cell(one: Accuracy) -> dict[str, object]:
    return {
        "asked": one.asked,
        "questions": one.questions,
        "correct": one.correct,
        "unanswered": sum(one.unanswered.values()),
        **{name: stacked(getattr(one, name)) for name, *_ in page_words.CLAIMS},
    }


def _subjects(
    sitters: Sequence[Sitter], published: Sequence[StudyFigure]
) -> dict[str, object] | None:
    """Return the table by subject, with what was published of whom in each."""
    rows = list(_rows([one.subjects for _, one in sitters]))
    if not rows:
        return None
    there = {name for name, _ in rows}
    whom = list(dict.fromkeys(one.what for one in published if one.figure in there))
    values = {(one.figure, one.what): one for one in published}
    kept = [values.get((name, who)) for name, _ in rows for who in whom]
    return {
        "rows": rows,
        "published": [(name, [_bare(values.get((name, who))) for who in whom])
                      for name, _ in rows if name in {one.figure for one in kept if one}],
        "whom": [(who, "; ".join(dict.fromkeys(
            one.status for one in kept if one and one.what == who))) for who in whom],
        "sources": list(dict.fromkeys(one.source for one in kept if one)),
    }  # fmt: skip


def _bare(one: StudyFigure | None) -> str:
    if one is None or one.value is None:
        return ""
    return f"{one.value:.1f}" if one.low is None else f"{one.value:.1f} [{one.low:g}, {one.high:g}]"


def _regression(number: int, one: Fitted) -> dict[str, object]:
    return {
        "title": one.title,
        "formula": one.formula,
        "refused": one.refused.rstrip("."),
        "readings": list(page_words.readings(one)),
        "tests": list(_tests(one)),
        "fit": one.fit and _fit(one.fit),
        "wider_formula": one.wider_formula,
        "wider": one.wider and _fit(one.wider),
        "wider_refused": one.wider_refused.rstrip("."),
        "versus": one.versus and page_words.versus(one.versus, one.formula),
        "left_out": one.left_out,
        "plot": one.fit
        and page_plots.predictions(f"predictions-{number}", f"Predicted: {one.title}", one.fit),
    }


def _fit(fit: Regression) -> dict[str, object]:
    return {
        "n": fit.n,
        "cells": fit.cells,
        "loglik": f"{fit.loglik:.2f}" if fit.converged else "",
        "warnings": [one.rstrip(".") for one in fit.warnings],
        "base": ", ".join(
            f"{name} {level}" for name, level in page_words.first_levels(fit).items()
        ),
        "terms": [_term(one, fit) for one in fit.terms],
        "groups": [_group(one) for one in fit.random],
    }


def _term(one: Coefficient, fit: Regression) -> dict[str, str]:
    term = page_words.term(one, fit)
    if not math.isfinite(one.beta):
        return dict.fromkeys(("beta", "se", "z", "p", "adjusted", "odds"), "") | {"term": term}
    low, high = one.limits
    odds = [f"{math.exp(value):.3g}" for value in (one.beta, low, high)]
    return {
        "term": term,
        "beta": f"{_signed(one.beta)} [{_signed(low)}, {_signed(high)}]",
        "se": f"{one.se:.3f}",
        "z": _signed(one.z, 2),
        "p": p_value(one.p),
        "adjusted": p_value(one.adjusted),
        "odds": f"{odds[0]} [{odds[1]}, {odds[2]}]",
    }


def _signed(value: float, digits: int = 3) -> str:
    """Return a number without the minus of what rounds to zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def _group(one: Group) -> dict[str, object]:
    told = f"{one.sd:.3f}" if math.isfinite(one.sd) else ""
    between = f" [{one.low:.3f}, {one.high:.3f}]" if told and math.isfinite(one.high) else ""
    return {"name": one.name, "sd": f"{told}{between}", "members": len(one.effects)}


def _tests(one: Fitted) -> Iterator[dict[str, str]]:
    """Yield the tests of each factor as a whole: the regression's, and that over questions."""
    ratios = {test.name: test for test in one.tests}
    for name in dict.fromkeys((*ratios, *one.by_questions)):
        ratio, over = ratios.get(name), one.by_questions.get(name)
        fitted = ratio is not None and math.isfinite(ratio.p)
        made = over is not None and math.isfinite(over.p)
        yield {
            "name": name,
            "chi2": f"{ratio.chi2:.2f} on {ratio.df}" if ratio and fitted else "",
            "p": p_value(ratio.p) if ratio and fitted else "",
            "f": f"{over.f:.2f} on {over.df[0]:,} and {over.df[1]:,}" if over and made else "",
            "over": p_value(over.p) if over and made else "",
            "why": over.why if over else "",
        }


def _repeated(one: Repeated) -> dict[str, object]:
    return {
        "setting": str(one.setting),
        "trials": one.agreement.trials,
        "same": percent(one.agreement.same),
        "flips": percent(one.agreement.flips),
        "letter": percent(one.letter),
    }


def _places(found: Places) -> dict[str, object]:
    return {
        "rows": [
            {
                "letter": one.letter,
                "right": one.right,
                "picked": one.picked,
                "expected": f"{one.expected:,.1f}",
                "excess": points(one.excess),
            }
            for one in found.places
        ],
        "answered": found.answered,
        "shuffled": found.shuffled,
        "test": page_words.favours(found),
        "assumes": "" if found.test.why else found.assumes,
    }


def _beside(beside: Beside) -> dict[str, object]:
    return {
        "name": beside.name,
        "said": page_words.against(beside),
        "rows": [
            (name, one.questions, one.asked, percent(one.new))
            for name, one in (
                ("This run, all models", beside.ours),
                (f"{beside.name}, all models", beside.theirs),
            )
        ],
        "difference": beside.difference and points(beside.difference),
        "counts": [
            ("questions of both", beside.common),
            ("with the same number and another key, taken as different", beside.conflicting),
            ("only of this run", beside.only_ours),
            (f"only of {beside.name}", beside.only_theirs),
        ],
        "notes": beside.notes,
    }


def _published(one: StudyFigure) -> dict[str, str]:
    value = "" if one.value is None else f"{one.value:g}"
    ends = ["" if end is None else f"{end:g}" for end in (one.low, one.high)]
    if all(ends):
        between = f"[{ends[0]}, {ends[1]}]"
    elif any(ends):
        between = f"above {ends[0]}" if ends[0] else f"below {ends[1]}"
    else:
        between = ""
    return {
        "figure": one.figure,
        "value": value,
        "between": between,
        "what": one.what,
        "status": one.status,
        "source": one.source,
    }


def _settings(results: Results) -> dict[str, str]:
    return {
        "run": results.name,
        "questions": results.questions,
        "grader whose verdicts count": results.grader,
        "graders": results.graders,
        "intervals": f"{100 * results.level:g}%",
        **results.settings,
    }


def _glossary(results: Results) -> dict[str, str]:
    """Return the words that the page uses."""
    needs = {
        "MBE": not results.practice,
        "UBE": not results.practice,
        "MEE, MPT": not results.practice,
        "scaled score": not results.practice,
        "percentile": not results.practice,
        "odds": bool(results.regressions),
        "log-odds": bool(results.regressions),
        "random effect": bool(results.regressions),
    }
    return {word: said for word, said in page_words.GLOSSARY.items() if needs.get(word, True)}
