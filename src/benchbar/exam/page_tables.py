"""The tables beside the page of an exam, as CSV that no spreadsheet takes for formulas."""

import math
from collections.abc import Iterator
from pathlib import Path

from benchbar.exam.percentiles import Position, Rank
from benchbar.exam.results import Accuracy, ModelResult, Results, told
from benchbar.records import Estimate
from benchbar.report.columns import Cells
from benchbar.report.sheets import csv_file

ACCURACY, TERMS, STANDINGS = "accuracy-by-part", "regression-terms", "standings"

_BREAKDOWNS = ("settings", "prompts", "temperatures", "trials", "subjects")

_HEADERS = {
    ACCURACY: (
        "results", "model", "by", "part", "prompt", "temperature", "questions", "asked", "correct",
        "unanswered", "why", "accuracy", "new_low", "new_high", "new_method", "these_low",
        "these_high", "these_method", "published_low", "published_high",
    ),
    TERMS: (
        "regression", "formula", "term", "beta", "low", "high", "se", "z", "p", "adjusted_p",
        "odds_ratio", "odds_low", "odds_high",
    ),
    STANDINGS: (
        "model", "of", "conversion", "raw", "scored", "scaled", "scaled_low", "scaled_high", "flag",
        "written_conversion", "scale", "score", "population", "administration", "percentile",
        "bound", "percentile_low", "low_bound", "percentile_high", "high_bound", "date", "status",
        "source",
    ),
}  # fmt: skip


def write(folder: Path, results: Results) -> list[str]:
    """Write the tables that have something to say; return their names.

    Shares are in [0, 1], scores in points, percentiles in percent.
    """
    folder.mkdir()
    found = {
        ACCURACY: list(_accuracies(results)),
        TERMS: list(_terms(results)),
        STANDINGS: list(_standings(results)),
    }
    kept = {name: rows for name, rows in found.items() if rows or name == ACCURACY}
    for name, rows in kept.items():
        with csv_file(folder / f"{name}.csv", _HEADERS[name], raw=False) as add:
            for row in rows:
                add(row)
    return list(kept)


def _accuracies(results: Results) -> Iterator[Cells]:
    whose = [("this run", one) for one in results.models]
    if results.beside:
        whose += [(results.beside.name, one) for one in results.beside.models]
    for of, one in whose:
        for by, name, setting, found in _parts(one):
            yield (of, one.model, by, name, *setting, *_row(found))


def _parts(one: ModelResult) -> Iterator[tuple[str, str, tuple[str, str], Accuracy]]:
    none = ("", "")
    yield "all", "all sessions", none, one.overall
    if one.ranks:
        for name in ("first", "two", "three"):
            yield "right choice among the first", name, none, getattr(one.ranks, name)
    for breakdown in _BREAKDOWNS:
        for part in getattr(one, breakdown):
            at = part.setting
            given = (at.prompt, told(at.temperature)) if at else none
            yield breakdown.removesuffix("s"), part.name, given, part.accuracy


def _row(one: Accuracy) -> Cells:
    why = "; ".join(f"{kind} {count}" for kind, count in one.unanswered.items())
    these: Estimate | None = one.these
    return (
        one.questions, one.asked, one.correct, sum(one.unanswered.values()), why, one.new.value,
        one.new.low, one.new.high, one.new.method,
        *((these.low, these.high, these.method) if these else (None, None, None)),
        one.published.low, one.published.high,
    )  # fmt: skip


def _terms(results: Results) -> Iterator[Cells]:
    for one in results.regressions:
        for fit in filter(None, (one.fit, one.wider)):
            for term in fit.terms:
                low, high = term.limits
                numbers = (term.beta, low, high, term.se, term.z, term.p, term.adjusted)
                odds = (math.exp(term.beta), math.exp(low), math.exp(high))
                finite = (x if math.isfinite(x) else None for x in (*numbers, *odds))
                yield (one.title, str(fit.formula), term.term, *finite)


def _standings(results: Results) -> Iterator[Cells]:
    for one in results.models:
        for scored in one.scored:
            for score in scored.standing.scores:
                scaled = score.scaled
                left = (
                    one.model, scored.name, scaled.conversion, scaled.raw, scaled.scored,
                    scaled.value, scaled.low, scaled.high, scaled.flag or "",
                )  # fmt: skip
                if not score.positions:
                    origin = scaled.origin
                    blank = ("",) * 3 + ("", "") + (None, "") * 3
                    yield (*left, *blank, origin.date, origin.status, origin.source)
                for at in score.positions:
                    yield (*left, "", *_position(at))
                for whole in score.whole:
                    for at in whole.positions:
                        yield (*left, whole.total.conversion, *_position(at))


def _position(at: Position) -> Cells:
    return (
        at.scale, at.score, at.population, at.administration, *_rank(at.rank), *_rank(at.low),
        *_rank(at.high), at.origin.date, at.origin.status, at.origin.source,
    )  # fmt: skip


def _rank(rank: Rank | None) -> tuple[float | None, str]:
    return (rank.percentile, rank.bound or "") if rank else (None, "")
