"""What the page of an exam says in sentences: results, factors of a regression, tests."""

import math
from collections.abc import Iterator, Sequence

from benchbar.exam.percentiles import Position
from benchbar.exam.results import Accuracy, Beside, Fitted, ModelResult, Part, Places
from benchbar.exam.score_standing import ScoreStanding
from benchbar.records import Estimate
from benchbar.report.comparison import ALPHA, p_value, points
from benchbar.report.numbers import percent, plural
from benchbar.stats.regression import Coefficient, Regression, Test

GLOSSARY = {
    "new questions": "The claim that leads: of questions such as these, how many would be answered "
    "correctly? Questions, not answers, are the units of chance, for several answers to one "
    "question are much alike.",
    "these questions": "Another claim: asked these very questions again, what would come out? Only "
    "the answers to a question differ by chance, so the interval is narrower.",
    "as published": "How studies of the bar exam printed it: as if every answer were to a question "
    "of its own. With many sessions it is far too narrow for new questions, and stands here only "
    "to be set beside their figures.",
    "session": "One sitting: all questions, asked once in one setting.",
    "setting": "A prompt and a temperature.",
    "temperature": "How freely a model picks its words: at 0 it takes the likeliest. “Not set” is "
    "left to the provider.",
    "unanswered": "No choice was named, the call failed, or the reply never came. It counts as "
    "wrong: nothing leaves the denominator.",
    "MBE": "Multistate Bar Examination: the multiple choice of the bar exam, 200 questions, scaled "
    "to 40 to 200.",
    "UBE": "Uniform Bar Examination, 400 points: half for the MBE, half for the written part.",
    "MEE, MPT": "The essays and the performance tests: the written part of the UBE.",
    "scaled score": "Right answers put on a scale on which exams of different difficulty compare. "
    "How is not published, so several conversions stand side by side.",
    "percentile": "The share of some population that scored lower. It says nothing without that "
    "population: first-time takers, all who sat in July, those who passed.",
    "odds": "Right answers to each wrong one: 75% right is odds of 3. An odds ratio of 1 is no "
    "difference.",
    "log-odds": "The scale on which the regression adds: its terms (beta) are logarithms of odds "
    "ratios.",
    "random effect": "How much questions and subjects differ in difficulty, as a standard "
    "deviation in log-odds, so that a hard question is not mistaken for a bad setting.",
    "corrected grader": "Reads a reply as a careful person would. Its figures lead.",
    "published grader": "Reads a reply by the rules of the published study, faults included.",
}
"""Plain words for the reader of the page."""

CLAIMS = (
    ("new", "New questions", "of questions such as these, how many would be answered correctly?"),
    ("these", "These questions", "asked these very questions again, what would come out?"),
    (
        "published",
        "As published",
        "as the studies of GPT-4 computed it: every answer as if of a question of its own, which "
        "is too narrow where questions are asked several times",
    ),
)
"""The three claims: attribute, name, and what each asks."""

_WHY = {
    "missing": "never came",
    "failed": "the call failed",
    "not found": "no choice was found",
    "multiple answers": "several choices were named",
    "unclear": "the choice was unclear",
    "truncated": "cut short",
}

BEST_OF_MANY = (
    "The best of several settings is the best by luck, too: asked again, it tends to do less "
    "well, and the worst better."
)


def told_of(estimate: Estimate) -> tuple[str, str]:
    """Return the percentage of an estimate, and its interval in words."""
    value, between = percent(estimate).split(" ", 1)
    low, high = between.strip("[]").split(", ")
    return value, f"{low} to {high}%"


def result(one: ModelResult) -> str:
    """Say in plain English what came of a model, for the top of the page."""
    all_of_it = one.overall
    value, between = told_of(all_of_it.new)
    questions = plural(all_of_it.questions, "question")
    sat = "in one session" if one.sessions == 1 else f"over {one.sessions:,} sessions"
    answers = "" if one.sessions == 1 else f", {plural(all_of_it.asked, 'answer')} in all"
    level = f"{100 * all_of_it.new.level:g}%"
    return (
        f"{one.model} answered {value}% of {questions} correctly {sat}{answers}. On new questions "
        f"of this kind, {between} right answers are to be expected, with {level} confidence."
    )


def sittings(one: ModelResult) -> str:
    """Say how the sessions of a model came about, empty where there is one."""
    settings = len(one.settings)
    if one.sessions == 1 or not settings:
        return ""
    trials = one.sessions // settings
    if trials * settings != one.sessions:
        return f"{plural(settings, 'setting')}, not all asked equally often"
    prompts, temperatures = len(one.prompts), len(one.temperatures)
    if prompts * temperatures == settings:
        grid = f"{plural(prompts, 'prompt')} at {plural(temperatures, 'temperature')}"
    else:
        grid = plural(settings, "setting")
    return f"{grid}, {plural(trials, 'trial')} of each"


def unanswered(one: Accuracy) -> str:
    """Say how many answers never came or name no choice, and why."""
    total = sum(one.unanswered.values())
    if not total:
        return f"All {one.asked:,} are answered." if one.asked > 1 else "It is answered."
    kinds = ", ".join(
        f"{_WHY.get(kind, kind)} {count:,}" for kind, count in one.unanswered.items() if count
    )
    return f"{total:,} of {one.asked:,} unanswered, counted as wrong: {kinds}."


def extremes(one: ModelResult) -> str:
    """Say which setting did best and which worst, with the caution that belongs to it."""
    best, worst = one.best, one.worst
    if best is None or worst is None or best.name == worst.name:
        return ""
    return f"Best: {_did(best)}. Worst: {_did(worst)}. {BEST_OF_MANY}"


def _did(part: Part) -> str:
    return f"{part.name}, {percent(part.accuracy.new)} percent"


def scored_range(scores: Sequence[ScoreStanding]) -> str:
    """Say between which scaled scores the conversions lie."""
    known = sorted(one.scaled.value for one in scores if one.scaled.value is not None)
    if not known:
        return "No conversion knows a scaled score for this accuracy."
    if known[0] == known[-1]:
        return f"As a scaled score, {known[0]:.1f}."
    return (
        f"As a scaled score, {known[0]:.1f} to {known[-1]:.1f}, by the conversion taken: none is "
        "official, and it has a meaning only if these are equated questions of the official exam."
    )


def apart(positions: Sequence[Position]) -> Iterator[str]:
    """Yield where one score stands highest and where lowest: two sentences, or one.

    Where nothing but limits is known, these are the lowest that it is below and the highest that
    it is above: of two limits on one side the other says less.
    """
    exact = [one for one in positions if one.rank.bound is None]
    ranked = sorted(exact or positions, key=lambda one: one.rank.percentile)
    if not exact:
        below = [one for one in ranked if one.rank.bound == "below"][:1]
        above = [one for one in ranked if one.rank.bound == "above"][-1:]
        yield from (one.sentence for one in (*above, *below))
    elif ranked:
        yield ranked[-1].sentence
        if ranked[0].rank.percentile != ranked[-1].rank.percentile:
            yield ranked[0].sentence


def p_said(p: float) -> str:
    """Return a p value as ``p = 0.041`` or ``p < 0.001``."""
    told = p_value(p)
    return f"p {told[0]} {told[1:]}" if told.startswith("<") else f"p = {told}"


def readings(fitted: Fitted) -> Iterator[str]:
    """Yield for each factor of a regression, in plain English, whether it was shown to matter.

    Two tests speak: the regression's, and one over questions, which holds as well where questions
    react to the factor in ways of their own. Only where both agree is an effect shown.
    """
    tests = {one.name: one for one in fitted.tests if math.isfinite(one.p)}
    for name in dict.fromkeys((*tests, *fitted.by_questions)):
        ratio, over = tests.get(name), fitted.by_questions.get(name)
        p = over.p if over and math.isfinite(over.p) else None
        if ratio is None and p is None and fitted.refused:
            continue
        if ratio is None:
            yield _by_questions_alone(name, p)
        elif p is None:
            yield _alone(fitted.fit, ratio)
        else:
            yield _both(fitted.fit, ratio, p)


def _by_questions_alone(name: str, p: float | None) -> str:
    if p is None:
        return f"Whether {name} matters cannot be told from these answers."
    shown = "An effect" if p <= ALPHA else "No effect"
    return f"{shown} of {name} was shown, question by question ({p_said(p)})."


def _alone(fit: Regression | None, ratio: Test) -> str:
    if ratio.p > ALPHA:
        return f"No effect of {ratio.name} was shown ({p_said(ratio.p)})."
    return f"An effect of {ratio.name} was shown ({p_said(ratio.p)}){_which(fit, ratio)}."


def _both(fit: Regression | None, ratio: Test, p: float) -> str:
    told = f"{p_said(ratio.p)}; question by question {p_said(p)}"
    if max(ratio.p, p) <= ALPHA:
        return f"An effect of {ratio.name} was shown ({told}){_which(fit, ratio)}."
    if min(ratio.p, p) > ALPHA:
        return f"No effect of {ratio.name} was shown ({told})."
    if ratio.p <= ALPHA:
        return (
            f"An effect of {ratio.name} is seen by the regression, which takes the trials of a "
            f"question for independent, and not question by question ({told}): for new questions "
            "it was not shown."
        )
    return f"An effect of {ratio.name} is seen only question by question ({told}): look again."


def _which(fit: Regression | None, test: Test) -> str:
    """Say which levels of a factor differ from the first, and by how much."""
    base = first_levels(fit).get(test.name) if fit else None
    if fit is None or base is None:
        return ""
    shown = [one for one in fit.terms if one.adjusted <= ALPHA and _of(one, test.name, fit)]
    told = [f"with {one.term.removeprefix(test.name)} {_times(one)}" for one in shown]
    return f": the odds of a right answer {'; '.join(told)} those with {base}" if told else ""


def _times(one: Coefficient) -> str:
    low, high = (math.exp(end) for end in one.limits)
    return f"are {math.exp(one.beta):.3g} times [{low:.3g}, {high:.3g}]"


def term(one: Coefficient, fit: Regression) -> str:
    """Return the name of a term for people: factor, then level, which R writes together."""
    for factor in levels(fit):
        if _of(one, factor, fit):
            return f"{factor}: {one.term.removeprefix(factor)}"
    return one.term.strip("()").lower() if one.term == "(Intercept)" else one.term


def _of(one: Coefficient, factor: str, fit: Regression) -> bool:
    """Say whether a term is a level of a factor."""
    level = one.term.removeprefix(factor)
    return one.term.startswith(factor) and level in levels(fit)[factor]


def levels(fit: Regression) -> dict[str, list[str]]:
    """Return the levels of each factor, as far as predictions show them."""
    found: dict[str, dict[str, None]] = {}
    for one in fit.predictions:
        for factor, level in one.setting.items():
            found.setdefault(factor, {})[level] = None
    return {factor: list(known) for factor, known in found.items()}


def first_levels(fit: Regression) -> dict[str, str]:
    """Return of each factor the level that the others are compared with."""
    terms = {one.term for one in fit.terms}
    missing = {
        factor: [level for level in known if f"{factor}{level}" not in terms]
        for factor, known in levels(fit).items()
    }
    return {factor: base[0] for factor, base in missing.items() if len(base) == 1}


def versus(test: Test, formula: str) -> str:
    """Say whether a wider model explains more."""
    if not math.isfinite(test.p):
        return "Whether it explains more cannot be told."
    told = f"chi2 {test.chi2:.2f} on {test.df}, {p_said(test.p)}"
    if test.p > ALPHA:
        return f"That it explains more than {formula} was not shown ({told})."
    return f"It explains more than {formula} ({told})."


def favours(places: Places) -> str:
    """Say whether some letters were shown to be favoured."""
    test = places.test
    if not math.isfinite(test.p):
        return f"No test: {test.why.rstrip('.')}."
    told = f"F {test.f:.2f} on {test.df[0]:,} and {test.df[1]:,}, {p_said(test.p)}"
    if test.p > ALPHA:
        return f"That some letters are favoured was not shown ({told})."
    return f"Some letters are picked more often than the right answers explain ({told})."


def against(beside: Beside) -> str:
    """Say how this run differs from the file on the questions that both have."""
    if beside.difference is None:
        return "Fewer than two questions are the same in both, so there is no difference to tell."
    one = beside.difference
    between = points(one).split(" ", 1)[1]
    common = plural(beside.common, "question")
    if one.low <= 0 <= one.high:
        return (
            f"On the {common} of both, a difference was not shown: {points(one)} points, this run "
            f"less {beside.name}."
        )
    more = "more" if one.value > 0 else "fewer"
    value = f"{100 * abs(one.value):.1f}"
    return (
        f"On the {common} of both, this run answered {value} points {more} correctly than "
        f"{beside.name} (difference {between})."
    )
