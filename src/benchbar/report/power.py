"""How many questions are needed, as the terminal shows it and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product

from benchbar.report.numbers import plural
from benchbar.stats.power import Spread, detectable, questions_needed

_MANY = 30


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: on which spread, how sure, and in words where the spread comes from."""

    spread: Spread
    level: float
    power: float
    paired: bool
    source: str


def needed(
    plan: Plan, differences: Sequence[float], trials: Sequence[int]
) -> list[dict[str, float]]:
    """Return for each difference and number of trials how many questions show it."""
    rows: list[dict[str, float]] = []
    for difference, k in product(differences, trials):
        n = questions_needed(difference, plan.spread, trials=k, level=plan.level, power=plan.power)
        rows.append({"difference": difference, "trials": k, "questions": n, "prompts": 2 * n * k})
    return rows


def shown(plan: Plan, questions: Sequence[int], trials: Sequence[int]) -> list[dict[str, float]]:
    """Return the least difference that so many questions show, with each number of trials."""
    rows: list[dict[str, float]] = []
    for n, k in product(questions, trials):
        least = detectable(n, plan.spread, trials=k, level=plan.level, power=plan.power)
        rows.append({"questions": n, "trials": k, "difference": least})
    return rows


def view(plan: Plan, rows: Sequence[dict[str, float]], *, by: str) -> list[str]:
    """Return the lines of a table: ``by`` difference or by questions, a column for each trials."""
    wanted = "questions" if by == "difference" else "difference"
    trials = list(dict.fromkeys(int(row["trials"]) for row in rows))
    head = [by, *(plural(k, "trial") for k in trials)]
    lines_of = [rows[at : at + len(trials)] for at in range(0, len(rows), len(trials))]
    table = [
        [_cell(by, line[0][by]), *(_cell(wanted, one[wanted]) for one in line)] for line in lines_of
    ]
    widths = [max(map(len, column)) for column in zip(head, *table, strict=True)]
    lines = [
        "  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for row in [head, *table]
    ]
    same = "the same questions" if plan.paired else "different questions, as many for each"
    sure = f"in {100 * plan.power:g}% of studies, at {100 * plan.level:g}%"
    title = (
        "Questions that show a difference"
        if by == "difference"
        else "Least difference in accuracy that is shown"
    )
    spread = plan.spread
    notes = []
    if any(row["questions"] < _MANY for row in rows):
        notes.append(f"The formula counts on many questions: ask {_MANY} at the least.")
    if not spread.omega2:
        notes.append(
            "In this pilot the difference varies over questions no more than by chance; a larger "
            "one could tell otherwise."
        )
    return [
        f"{title}: two models on {same}, {sure}",
        "",
        *lines,
        "",
        "Each model answers each of its questions once in each trial.",
        f"Spread {plan.source}.",
        f"Variance over questions {spread.omega2:.4f}, within them {spread.s2_a:.4f} and "
        f"{spread.s2_b:.4f}.",
        "Formula: Miller 2024, arXiv 2411.00640.",
        *notes,
    ]


def _cell(kind: str, value: float) -> str:
    if kind == "questions":
        return f"{value:,.0f}"
    points = f"{100 * value:.3g}"
    return f"{points} point" if points == "1" else f"{points} points"


def as_json(plan: Plan, rows: Sequence[dict[str, float]], *, by: str) -> dict[str, object]:
    """Return the table for ``--json``: differences in shares of 1, prompts of both models."""
    return {
        "level": plan.level,
        "power": plan.power,
        "paired": plan.paired,
        "source": plan.source,
        "spread": asdict(plan.spread),
        "needed" if by == "difference" else "shown": list(rows),
    }
