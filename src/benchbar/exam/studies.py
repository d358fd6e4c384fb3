"""Figures that studies of the bar exam published, to be printed beside a run's own."""

from dataclasses import dataclass

from benchbar.exam.facts import shipped


@dataclass(frozen=True, slots=True)
class StudyFigure:
    """A published figure: never printed without its status and source.

    Attributes:
        figure: What ours it stands beside: ``overall``, the name of a prompt, of a subject, or of
            a factor's p value or coefficient (``paper p``, ``condition beta``).
        value: In percent for accuracies; None where only a bound was published.
        low: Lower end of its 95% interval, or bound; None where none was published.
        high: Upper end.
        what: Of whom and when, in words.
        status: How good it is: exact, figure (read off a plot), derived.
        source: Where it was published.
    """

    figure: str
    value: float | None
    low: float | None
    high: float | None
    what: str
    status: str
    source: str


def figures(of: str = "") -> tuple[StudyFigure, ...]:
    """Return the published figures, all or those that stand beside one of ours."""
    return tuple(
        StudyFigure(
            row["figure"],
            _number(row["value"]),
            _number(row["low"]),
            _number(row["high"]),
            row["what"],
            row["status"],
            row["source"],
        )
        for row in shipped("study_figures")
        if of in ("", row["figure"])
    )


def _number(cell: str) -> float | None:
    return float(cell) if cell else None
