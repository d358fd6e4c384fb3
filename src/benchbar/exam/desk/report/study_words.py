"""What a study's results page says in sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator

from benchbar.exam.desk.gate import KAPPA
from benchbar.exam.desk.report.agreeing import Gate
from benchbar.exam.desk.report.facts import FEWEST_CHECKS
from benchbar.exam.desk.report.findings import Findings
from benchbar.exam.desk.report.gates import Gated, gated
from benchbar.exam.desk.report.study_cells import called
from benchbar.exam.desk.report.study_plots import two_digits
from benchbar.exam.desk.results import QuestionScore
from benchbar.exam.essays.protocol import Borne, Met
from benchbar.records import Estimate
from benchbar.report.numbers import percent, plural
from benchbar.stats.proportions import wilson

GLOSSARY = {
    "blind": "No grader could see whose an essay was, or by which code another grader had it.",
    "calibration": "Before they graded, all graders ranked the same essays, then scored them, each "
    "alone. Whoever did not agree with the others was not let on to live grading.",
    "quadratic weighted kappa": "Agreement in scores beyond chance: 1 is perfect, 0 is chance. A "
    "difference of two points counts four times as much as one of one point.",
    "rank correlation": "Whether two graders put essays in the same order (Spearman): 1 is "
    "the same order, 0 none in common. Kendall’s tau says it by pairs of essays.",
    "ICC": "Intraclass correlation: how far one grader’s score, ICC(2,1), or the mean of all of "
    "them, ICC(2,k), can be relied on: the share of the spread that is of the essays.",
    "bias": "How far a grader’s scores lie above those that others gave to the same essays, in "
    "points.",
    "drift": "Essays of calibration came back in the pile, under new codes. How far the second "
    "score lies from the first says whether standards had moved.",
    "third reader": "Where two readers were further apart than the study allows, a third mark "
    "settles the score.",
    "MEE, MPT": "The essay questions and the performance tests of the bar exam: 30% and 20% of its "
    "400 points.",
    "weighted raw score": "0.6 of the mean of the essay questions and 0.4 of that of the "
    "performance tests, 1 to 6.",
    "scaled score": "A raw score on the scale of the multiple choice. How differs by jurisdiction, "
    "so several conversions stand side by side.",
    "UBE": "Uniform Bar Examination, 400 points: half for the multiple choice (MBE), half for the "
    "written part.",
    "interval": "With 95% confidence, what the figure would be with other essays of the kind; "
    "where it says readers, with other readers of the same essays.",
}
"""Plain words for the reader of the page."""

BORNE: dict[Met, str] = {"yes": "Yes", "no": "No", "unknown": "Not shown", "partly": "Not shown"}


def lead(found: Findings) -> Iterator[str]:
    """Say in a few sentences what was done and how far it can be relied on."""
    graded = sum(one.graded for one in found.materials)
    questions = sum(one.graded > 0 for one in found.materials)
    if not graded:
        yield "No essay was graded live before the study was locked."
    else:
        yield (
            f"{plural(graded, 'essay')} on {plural(questions, 'question')} "
            f"{'was' if graded == 1 else 'were'} graded by {who_graded(found)}, blind: nobody who "
            "graded could see whose an essay was."
        )
    yield agreement(found)
    if double := _double(found):
        yield double


def who_graded(found: Findings) -> str:
    """Say how many people and models marked live."""
    kinds = Counter(kind for _, kind in {(one.grader, one.kind) for one in found.by_grader})
    leads = {"the lead"} & {one.grader for one in found.by_grader}
    people = kinds["human"] - len(leads)
    told = [plural(people, "person", "people")] if people else []
    if kinds["model"]:
        told.append(plural(kinds["model"], "model"))
    if leads:
        told.append("the lead, who settled differences")
    return ", ".join(told[:-1]) + " and " + told[-1] if len(told) > 1 else "".join(told) or "nobody"


def agreement(found: Findings) -> str:
    """Say whether agreement was reached before live grading."""
    graders = gated(found.rounds)
    if not graders:
        return "There was no calibration, so whether the graders agree was not tested before."
    passed = [one for one in graders if one.passed]
    gates = [gate for one in graders for gate in one.last.values()]
    kappas = [one for gate in gates if gate.passed and (one := _kappa(gate))]
    kappas = kappas or [one for gate in gates if (one := _kappa(gate))]
    between = f" ({_between(kappas)}; {found.study.options.kappa:g} was asked for)"
    reached = "Agreement was reached in calibration" if len(passed) == len(graders) else (
        "Agreement was reached by some in calibration" if passed else "Agreement was not reached"
    )  # fmt: skip
    counted = f"{reached}: {len(passed)} of {plural(len(graders), 'grader')} passed{between}."
    return " ".join((counted, *_failed(graders)))


def _failed(graders: Iterable[Gated]) -> Iterator[str]:
    """Say who failed a round before passing, and to whom live grading stayed closed."""
    again = [called(one.grader, one.kind) for one in graders if one.failed_before and one.passed]
    if again:
        yield f"{len(again)} of these had failed a round before: {', '.join(again)}."
    out = [_kept_out(one) for one in graders if not one.passed]
    if out:
        yield f"Kept out of live grading: {', '.join(out)}."


def _kept_out(one: Gated) -> str:
    """Name a grader who was kept out, and of which questions, if not of all of his."""
    closed = [name for name, gate in one.last.items() if not gate.passed]
    where = "" if len(closed) == len(one.last) else f" (of {', '.join(closed)} only)"
    return f"{called(one.grader, one.kind)}{where}"


def _kappa(gate: Gate) -> Estimate | None:
    return next((one.found for one in gate.figures if one.name == KAPPA), None)


def _between(kappas: list[Estimate]) -> str:
    if not kappas:
        return "no kappa could be reckoned"
    low, high = (two_digits(end(kappas, key=lambda one: one.value)) for end in (min, max))
    return f"{KAPPA} {low}" if low == high else f"{KAPPA} {low} at least, {high} at most"


def _double(found: Findings) -> str:
    """Say how often two people who read the same essay agreed, over all questions."""
    twice = [one for one in found.questions if one.adjacent and one.readers == "people"]
    if not twice:
        return "Hardly any essay had two readers in live grading." if found.questions else ""
    of = sum(one.double for one in twice)
    near = sum(round(one.double * one.adjacent.value) for one in twice if one.adjacent)
    value, between = percent(wilson(near, of), digits=0).split(" ", 1)
    return f"Of {of} essays with two readers {value}% {between} had marks within a point."


def warnings(found: Findings) -> Iterator[str]:
    """Yield what a reader must not overlook."""
    unread = sum(one.unread for one in found.materials)
    if found.study.early and (unread or found.unsettled):
        told = [f"{plural(unread, 'essay')} in the piles had no mark"] if unread else []
        if found.unsettled:
            told.append(f"{plural(found.unsettled, 'difference')} between readers stayed unsettled")
        yield f"The study was locked early: {' and '.join(told)}."
    if not found.study.unblinded:
        yield (
            "The study is locked, but still blind: whose the essays are is kept apart, so no score "
            "stands here by author. The lead opens that with “unblind”."
        )
    if flagged := sum(one.flagged and one.checks >= FEWEST_CHECKS for one in found.drift):
        yield (
            f"{plural(flagged, 'grader')} (counted by question) moved further between calibration "
            "and live grading than the study allows: see drift."
        )
    yield from found.notes


def readers(one: QuestionScore) -> str:
    """Say whose marks a question's scores rest on."""
    return "people" if one.readers == "people" else "models alone"


def against(one: Borne) -> str:
    """Say what stands against a conclusion."""
    told = []
    if one.against:
        told.append(f"against it: {', '.join(one.against)}")
    if one.open:
        told.append(f"not shown: {', '.join(one.open)}")
    return "; ".join(told)
