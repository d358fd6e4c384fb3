"""From the reply of a model grader to a mark: the last JSON object in it that is one."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchbar.exam.essays.materials import HIGHEST, LOWEST
from benchbar.exam.essays.rubrics import Rubric
from benchbar.records import Reply
from benchbar.scoring.normal import without_reasoning

_LOOKED_AT = 40
"""How many opening braces are tried, from the last: enough for any object that ends a reply."""
_LONGEST_COMMENT = 2_000


@dataclass(frozen=True, slots=True)
class Mark:
    """What a grader gives an essay: points by issue, a score from 1 to 6, a comment.

    ``why`` says why there is none, and is empty where there is; ``notes`` tell what was put right,
    such as points above what an issue is worth.
    """

    points: Mapping[str, float] = field(default_factory=dict)
    score: float | None = None
    comment: str = ""
    why: str = ""
    notes: tuple[str, ...] = ()


def read(reply: Reply, rubric: Rubric) -> Mark:
    """Return the mark that a reply gives; never raises.

    A score must be from 1 to 6 and of whole or half points, points of every issue from 0 to what
    it is worth. An issue that is left out has none, and is noted; more points than an issue is
    worth are cut to that, and noted. Without a sound score there is no mark.
    """
    if reply.stop_reason not in ("stop", "max_tokens"):
        return Mark(why=reply.error or reply.stop_reason)
    text, inside = without_reasoning(reply.text)
    if inside or not text.strip():
        return Mark(why="no answer")
    found = next(_objects(text), None)
    if found is None:
        return Mark(why="no JSON object with a score")
    score = _number(found["score"])
    if score is None or not LOWEST <= score <= HIGHEST or score * 2 % 1:
        return Mark(why=f"score {str(found['score'])[:20]!r} is none from {LOWEST} to {HIGHEST}")
    told = found.get("points")
    notes: list[str] = []
    points = dict(_points(told if isinstance(told, dict) else {}, rubric, notes))
    return Mark(points, score, str(found.get("comment") or "")[:_LONGEST_COMMENT], "", tuple(notes))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects with a score, from the last."""
    decoder = json.JSONDecoder()
    place, end = len(text), len(text)
    for _ in range(_LOOKED_AT):
        place = text.rfind("{", 0, place)
        if place < 0:
            return
        try:
            found, stop = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and "score" in found and stop <= end:
            yield found


def _points(
    told: Mapping[str, Any], rubric: Rubric, notes: list[str]
) -> Iterator[tuple[str, float]]:
    for issue in rubric.issues:
        points = _number(told.get(issue.id))
        if points is None or points < 0:
            notes.append(f"no points for {issue.id}")
            points = 0.0
        if points > issue.points:
            notes.append(f"{points:g} points for {issue.id}, which is worth {issue.points:g}")
            points = issue.points
        yield issue.id, points


def _number(told: object) -> float | None:
    """Return a number, written as one or as text; None for anything else."""
    if isinstance(told, bool):
        return None
    if isinstance(told, str):
        told = told.strip().partition("/")[0]
    try:
        number = float(told)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
