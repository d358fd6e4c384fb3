"""The results of an exam as JSON: the records by their names, positions with their sentences."""

from typing import TYPE_CHECKING, Any

import msgspec

from benchbar.cli.exam.score_tables import position_as_json
from benchbar.cli.exam.ube_tables import as_json as wholes_as_json
from benchbar.report import regression

if TYPE_CHECKING:
    from benchbar.exam.results import Fitted, ModelResult, Results, Scored


_PLAIN = (
    *("name", "questions", "grader", "graders", "practice", "level", "notes"),
    *("settings", "commands"),
)


def as_json(found: "Results") -> dict[str, object]:
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


def _model(one: "ModelResult") -> dict[str, object]:
    fields = [name for name in one.__dataclass_fields__ if name != "scored"]
    told: dict[str, object] = {name: getattr(one, name) for name in fields}
    return told | {"scored": [_scored(part) for part in one.scored]}


def _scored(part: "Scored") -> dict[str, object]:
    scores = [
        {
            "scaled": one.scaled,
            "positions": [position_as_json(position) for position in one.positions],
            "ube": wholes_as_json(one.whole, None),
        }
        for one in part.standing.scores
    ]
    return {"name": part.name, "scores": scores, "spread": part.standing.spread}


def _fitted(one: "Fitted") -> dict[str, object]:
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
