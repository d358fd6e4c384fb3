"""What the page of an exam says of a score: conversions and populations side by side."""

from collections.abc import Iterator, Sequence

from benchbar.exam import page_plots, page_words
from benchbar.exam.percentiles import Position, Rank
from benchbar.exam.results import ModelResult, Scored
from benchbar.exam.scale import Scaled
from benchbar.exam.score_standing import ScoreStanding, WholeExam
from benchbar.report.numbers import percent


def meaning(number: int, one: ModelResult) -> dict[str, object]:
    """Return all that is known of what a model's accuracy means; it has scores.

    Args:
        number: Of the model, for the names of its figures.
        one: The model.
    """
    first, *others = one.scored
    scores = first.standing.scores
    return {
        "model": one.model,
        "accuracy": percent(first.standing.accuracy),
        "scores": [_score(score.scaled) for score in scores],
        "spread": _spread(first),
        "heads": [_head(score.scaled) for score in scores if score.positions],
        "positions": list(_positions(scores)),
        "sentences": list(dict.fromkeys(at.sentence for score in scores for at in score.positions)),
        "plot": page_plots.among_people(
            f"people-{number}", f"{one.model} among people", scores
        ),
        "conversions": [score.scaled.conversion for score in scores],
        "others": [(scored.name, percent(scored.standing.accuracy),
                    [_with_ends(score.scaled) for score in scored.standing.scores])
                   for scored in others],
        "whole": _whole(scores),
    }  # fmt: skip


def _spread(scored: Scored) -> str:
    if scored.standing.spread is None:
        return ""
    low, high = scored.standing.spread
    return (
        f"The conversions differ by {high - low:.1f} points, {low:.1f} to {high:.1f}: which raw "
        "score gives which scaled score is not published, and each is of an exam of its own. Quote "
        "the range."
    )


def _score(one: Scaled) -> dict[str, object]:
    return {
        "conversion": one.conversion,
        "raw": f"{one.raw:.1f} of {one.scored:g}",
        "scaled": _with_ends(one),
        "flag": one.flag,
        "origin": one.origin,
    }


def _with_ends(one: Scaled) -> str:
    if one.value is None:
        return "not known"
    if one.low is None or one.high is None:
        return f"{one.value:.1f}"
    return f"{one.value:.1f} [{one.low:.1f}, {one.high:.1f}]"


def _head(one: Scaled) -> tuple[str, str]:
    return ("" if one.value is None else f"{one.value:.1f}", one.conversion)


def _positions(scores: Sequence[ScoreStanding]) -> Iterator[dict[str, object]]:
    """Yield the populations, each with where the score of every conversion stands."""
    known = [
        {page_plots.of_whom(at): at for at in score.positions}
        for score in scores
        if score.positions
    ]
    for key in dict.fromkeys(key for found in known for key in found):
        there = [found[key] for found in known if key in found]
        yield {
            "population": key[0],
            "when": key[1],
            "cells": [_at(found[key]) if key in found else "" for found in known],
            "status": "; ".join(dict.fromkeys(at.origin.status for at in there)),
            "source": "; ".join(dict.fromkeys(at.origin.source for at in there)),
            "date": "; ".join(dict.fromkeys(at.origin.date for at in there)),
        }


def _at(one: Position) -> str:
    value = seen(one.rank)
    if one.low is None or one.high is None:
        return value
    return f"{value} [{seen(one.low)}, {seen(one.high)}]"


def seen(rank: Rank) -> str:
    """Return a percentile for a table, a bound as >99 or <1."""
    mark = {"above": ">", "below": "<"}.get(rank.bound or "", "")
    return f"{mark}{rank.percentile:.0f}"


def _whole(scores: Sequence[ScoreStanding]) -> dict[str, object] | None:
    """Return the whole exam by every pair of conversions; None without written scores."""
    known = [score for score in scores if score.whole]
    if not known:
        return None
    totals = [whole for score in known for whole in score.whole]
    return {
        "raw": f"{totals[0].total.raw:.2f}",
        "heads": [_head(score.scaled) for score in known],
        "rows": [_by_written(column) for column in zip(*(one.whole for one in known), strict=True)],
        "of": len(totals),
        "nextgen": any(whole.nextgen is not None for whole in totals),
        "margins": list(_margins(totals)),
        "sources": list(dict.fromkeys(one.passing.origin for one in totals[0].margins)),
        "apart": list(page_words.apart([at for at in totals[0].positions if at.scale == "UBE"])),
        "sentences": list(dict.fromkeys(
            at.sentence for whole in totals for at in whole.positions if at.scale != "MBE")),
    }  # fmt: skip


def _by_written(column: Sequence[WholeExam]) -> dict[str, object]:
    """Return the totals by one conversion of the written part, for each scaled score."""
    first = column[0].total
    return {
        "by": first.conversion,
        "written": f"{first.written:.1f}",
        "cells": [_total(whole) for whole in column],
        "flag": first.flag,
        "origin": first.origin,
    }


def _total(whole: WholeExam) -> dict[str, str]:
    total = whole.total
    passed = sum(margin.passes for margin in whole.margins)
    return {
        "value": str(total.whole),
        "ends": f"[{total.ends[0]}, {total.ends[1]}]" if total.ends else "",
        "passes": f"{passed} of {len(whole.margins)}",
        "nextgen": "" if whole.nextgen is None else f"NextGen {whole.nextgen:g}",
    }


def _margins(totals: Sequence[WholeExam]) -> Iterator[dict[str, object]]:
    """Yield the jurisdictions: between which margins the totals lie, and how many pass."""
    for of_one in zip(*(whole.margins for whole in totals), strict=True):
        found = sorted(margin.points for margin in of_one)
        yield {
            "passing": of_one[0].passing,
            "low": f"{found[0]:+d}",
            "high": f"{found[-1]:+d}",
            "passes": sum(margin.passes for margin in of_one),
        }
