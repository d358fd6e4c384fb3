"""What a study's results page says of graders: agreement, bias, drift, what they gave."""

from collections.abc import Sequence

from benchbar.exam.desk.gate import Drift, Figure
from benchbar.exam.desk.report.agreeing import FEWEST_SHARED, MOST_PAIRED, Pair, mean_given
from benchbar.exam.desk.report.facts import FEWEST_CHECKS
from benchbar.exam.desk.report.findings import Findings, Shares
from benchbar.exam.desk.report.study_cells import Cell, Table, called, number, share
from benchbar.exam.desk.report.study_plots import in_points, of_six, two_digits


def tables(found: Findings) -> dict[str, object]:
    """Return what the page says of graders."""
    return {
        "gates": _gates(found),
        "together": _together(found),
        "too_many": len(found.graders) > MOST_PAIRED,
        "pairs": _pairs(found),
        "live": _live(found),
        "by_grader": _by_grader(found),
        "given": [_given(found, one.question) for one in found.materials if one.graded],
        "drift": _drift(found),
        "changes": _changes(found),
        "biases": _biases(found),
    }


def _gates(found: Findings) -> Table:
    return Table(
        "Calibration: each grader held against the others of the round",
        ("Question, round", "Grader", "Held against"),
        ("Essays", *(_asked(one) for one in _figure_names(found))),
        ("Gate",),
        [
            (
                f"{one.question}, {one.number}",
                called(gate.grader, gate.kind),
                f"{gate.against}: {', '.join(gate.others)}",
                f"{one.essays:,}",
                *(_figure(figure) for figure in gate.figures),
                "passed" if gate.passed else "not passed",
            )
            for one in found.rounds
            for gate in one.gates
        ],
    )


def _figure_names(found: Findings) -> Sequence[Figure]:
    return next((gate.figures for one in found.rounds for gate in one.gates), ())


def _asked(one: Figure) -> str:
    name = one.name[0].upper() + one.name[1:]
    if one.name == "bias":
        return f"{name} (at most {one.most:g} either way)"
    if one.name == "within a point":
        return f"{name}, % (at least {100 * (one.least or 0):g})"
    return f"{name} (at least {one.least:g})"


def _figure(one: Figure) -> Cell:
    if one.name == "within a point":
        return share(one.found)
    return number(one.found, in_points if one.name == "bias" else two_digits)


def _together(found: Findings) -> Table:
    return Table(
        "How far scores of calibration can be relied on (Shrout and Fleiss 1979)",
        ("Question, round", "Graders"),
        ("Essays", "One grader, ICC(2,1)", "Mean of all, ICC(2,k)"),
        (),
        [
            (f"{one.question}, {one.number}", f"{of.graders} {of.kinds}", f"{of.essays:,}",
             number(of.single), number(of.mean))
            for one in found.rounds
            for of in one.together
        ],
    )  # fmt: skip


_PAIRED = ("Essays", "Rank correlation", "Kendall’s tau", "Weighted kappa", "Same score, %",
           "Within a point, %")  # fmt: skip


def _pairs(found: Findings) -> Table:
    return Table(
        "Calibration: every two graders of a round; ranks are those of their rank orders",
        ("Question, round", "Graders", "Are"),
        _PAIRED,
        (),
        [
            (f"{one.question}, {one.number}", *_pair(pair))
            for one in found.rounds
            for pair in one.pairs
        ],
        long=True,
    )


def _live(found: Findings) -> Table:
    return Table(
        f"Live grading: every two readers with {FEWEST_SHARED} essays in common or more",
        ("Question", "Graders", "Are"),
        _PAIRED,
        (),
        [(one.question, *_pair(one.pair)) for one in found.live],
        long=True,
    )


def _pair(one: Pair) -> Sequence[Cell]:
    return (
        " and ".join(one.graders), one.kinds, f"{one.essays:,}", number(one.ranks),
        number(one.kendall), number(one.kappa), share(one.exact), share(one.adjacent),
    )  # fmt: skip


def _by_grader(found: Findings) -> Table:
    return Table(
        "Live grading: each grader, and how his scores lie beside those of the other readers of "
        "the same essays; people are held against people, models against people",
        ("Question", "Grader"),
        ("Essays", "Mean", "Spread (SD) of these essays", "Shared", "Above the others, points",
         "Within a point, %", "Weighted kappa"),
        (),
        [
            (
                one.question, called(one.grader, one.kind), f"{one.essays:,}",
                number(mean_given(one), of_six) or f"{one.mean:.2f} (of this essay only)",
                None if one.spread is None else f"{one.spread:.2f}", f"{one.shared:,}",
                number(one.above, in_points), share(one.adjacent), number(one.kappa),
            )
            for one in sorted(found.by_grader, key=lambda one: one.question)
        ],
    )  # fmt: skip


def _given(found: Findings, question: str) -> Table:
    mine = [one for one in found.scores if one.question == question and one.whose]
    scores = sorted({score for one in mine for score in one.counts} | {1, 2, 3, 4, 5, 6})
    return Table(
        f"{question}: how often each grader gave each score",
        ("Grader",),
        tuple(f"{score:g}" for score in scores),
        (),
        [(_whose(one), *(f"{one.counts.get(score, 0)}" for score in scores)) for one in mine],
    )


def _whose(one: Shares) -> str:
    return called(one.whose, "model" if one.readers == "models" else "human")


def _drift(found: Findings) -> Table:
    whose = {one.id: called(one.name, one.kind) for one in found.graders}
    return Table(
        f"Drift: essays of calibration marked again; more than {found.study.options.drift:g} "
        f"points in the mean is too far; below {FEWEST_CHECKS} essays it cannot be told",
        ("Question", "Grader"),
        ("Marked again", "Moved, points", "Apart in the mean"),
        ("",),
        [
            (
                one.question, whose.get(one.person, ""), f"{one.checks}",
                number(one.moved, in_points),
                None if one.apart is None else f"{one.apart:.2f}",
                _moved(one),
            )
            for one in found.drift
        ],
    )  # fmt: skip


def _moved(one: Drift) -> str:
    if one.checks < FEWEST_CHECKS:
        return "cannot be told yet"
    return "too far" if one.flagged else "within bounds"


def _biases(found: Findings) -> Table:
    return Table(
        "What models that grade lean to: 50% is no leaning to the first of two essays; length is "
        "told beside what people gave to the same essays",
        ("Question", "Model"),
        ("Pairs", "Prefers the first, %", "Same in both orders, %", "Prefers the longer, %",
         "Essays", "Points for twice the length", "Correlation with length"),
        (),
        [
            (
                one.question, one.grader, f"{one.pairs:,}", share(one.first), share(one.agree),
                share(one.longer), f"{one.essays:,}", number(one.per_doubling, in_points),
                number(one.by_length),
            )
            for one in found.biases
        ],
    )  # fmt: skip


def _changes(found: Findings) -> Table:
    return Table(
        "Marks given, calibration included, and how many replaced an earlier one; all are kept",
        ("Grader",),
        ("Marks", "Of these, changes"),
        (),
        [(called(one.grader, one.kind), f"{one.marks:,}", f"{one.replaced:,}")
         for one in found.changes],
    )  # fmt: skip
