"""The results of an exam as JSON: the records by their names, positions with their sentences."""

from collections.abc import Sequence
from typing import Any

import msgspec

from benchbar.exam.percentiles import Position
from benchbar.exam.results import Fitted, ModelResult, Results, Scored
from benchbar.exam.score_standing import WholeExam
from benchbar.report import regression

_PLAIN = (
    *("name", "questions", "grader", "graders", "practice", "level", "notes"),
    *("settings", "commands"),
)


def of_results(found: Results) -> dict[str, object]:
    """Return results for ``--json``; what cannot be estimated is null."""
    told: dict[str, Any] = msgspec.to_builtins({name: getattr(found, name) for name in _PLAIN})
    told["models"] = [_model(one) for one in found.models]
    told["regressions"] = [_fitted(one) for one in found.regressions]
    told["beside"] = None
    if found.beside:
        fields = set(found.beside.__dataclass_fields__) - {"models"}
        told["beside"] = {name: getattr(found.beside, name) for name in sorted(fields)}
        told["beside"]["models"] = [_model(one) for one in found.beside.models]
    told["figures"] = found.figures
    return told


def _model(one: ModelResult) -> dict[str, object]:
    fields = [name for name in one.__dataclass_fields__ if name != "scored"]
    told: dict[str, object] = {name: getattr(one, name) for name in fields}
    return told | {"scored": [_scored(part) for part in one.scored]}


def _scored(part: Scored) -> dict[str, object]:
    scores = [
        {
            "scaled": one.scaled,
            "positions": [of_position(position) for position in one.positions],
            "ube": of_wholes(one.whole, None),
        }
        for one in part.standing.scores
    ]
    return {"name": part.name, "scores": scores, "spread": part.standing.spread}


def _fitted(one: Fitted) -> dict[str, object]:
    return {
        "title": one.title,
        "formula": one.formula,
        "by_questions": one.by_questions,
        "refused": one.refused,
        "fit": regression.as_json(one.fit, one.tests) if one.fit else None,
        "wider_formula": one.wider_formula,
        "wider_refused": one.wider_refused,
        "wider": regression.as_json(one.wider) if one.wider else None,
        "versus": regression.ratio(one.versus) if one.versus else None,
        "left_out": one.left_out,
    }


def of_position(one: Position) -> dict[str, object]:
    """Return where a score stands for JSON; with a bound, the percentile is that limit."""
    ends = {
        name: value
        for end, rank in (("low", one.low), ("high", one.high))
        for name, value in (
            (end, rank.percentile if rank else None),
            (f"{end}_bound", rank.bound if rank else None),
        )
    }
    return {
        "scale": one.scale,
        "score": one.score,
        "population": one.population,
        "administration": one.administration,
        "percentile": one.rank.percentile,
        "bound": one.rank.bound,
        **ends,
        "date": one.origin.date,
        "status": one.origin.status,
        "source": one.origin.source,
        "sentence": one.sentence,
    }


def of_wholes(
    before: Sequence[WholeExam], after: Sequence[WholeExam] | None
) -> list[dict[str, object]]:
    """Return a row a conversion; with a change, what it comes to is under ``what_if``."""
    rows = [_whole(one) for one in before]
    for row, one in zip(rows, after or (), strict=False):
        row["what_if"] = _whole(one)
    return rows


def _whole(whole: WholeExam) -> dict[str, object]:
    total = whole.total
    low, high = total.ends or (None, None)
    return {
        "conversion": total.conversion,
        "mbe": total.mbe,
        "raw": total.raw,
        "written": total.written,
        "total": total.total,
        "reported": total.whole,
        "low": low,
        "high": high,
        "nextgen": whole.nextgen,
        "passing": [
            {
                "jurisdiction": one.passing.jurisdiction,
                "passing_score": one.passing.score,
                "date": one.passing.origin.date,
                "margin": one.points,
                "passes": one.passes,
            }
            for one in whole.margins
        ],
        "percentiles": [of_position(one) for one in whole.positions],
        "date": total.origin.date,
        "status": total.origin.status,
        "source": total.origin.source,
        "flag": total.flag,
    }
