"""The protocol's checklist, filled in from a study's own database, each answer with its evidence.

What a database cannot know, such as whether the questions are those of an official exam, stays
unknown, unless the lead says it in a form.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import KAPPA
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.report.agreeing import FEWEST_SHARED, Round, Twice
from benchbar.exam.desk.report.author_scores import by_of
from benchbar.exam.desk.report.facts import FEWEST_CHECKS, Facts, facts_of
from benchbar.exam.desk.report.gates import gated
from benchbar.exam.desk.results import author_of
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.protocol import Holding, Met, hold
from benchbar.records import Estimate
from benchbar.report.numbers import percent, plural

ABOUT_THIRTY = 25
"""Essays of a calibration round from which it has "some 30"."""
SOURCE = "the study's own database"


class Answer(msgspec.Struct, frozen=True):
    """What a database says of a check, and by what."""

    met: Met
    evidence: str


def held(store: Store, who: Who, form: Page | None = None, *, by_name: bool = True) -> Holding:
    """Hold a study against the official protocol, at any time.

    Args:
        store: The database.
        who: A lead.
        form: What the lead says of checks that the database leaves open.
        by_name: Call graders by their names; else by number.

    Raises:
        RefusedError: Only a lead may.
        InputError: A field of the form is no check, or is answered otherwise.
    """
    with looking(store, who, "watch") as (session, now):
        row = session.get(db.Study, 1)
        title = row.title if row else ""
        said = dict(_answers(facts_of(session, now, row.label if row else "", by_name=by_name)))
    told = form.fields if form else {}
    if form:
        hold(form)
    fields: dict[str, object] = {"title": title or "A study without materials", "source": SOURCE}
    for name, answer in said.items():
        fields[name] = [answer.met, answer.evidence]
        if answer.met == "unknown" and name in told:
            fields[name] = _as_told(told[name])
    return hold(Page(Path("study"), fields, ""))


def _as_told(answer: object) -> list[object]:
    met, *notes = answer if isinstance(answer, list) else [answer]
    return [met, *notes, "(as the lead says; the database does not know)"]


def _answers(facts: Facts) -> Iterator[tuple[str, Answer]]:
    yield "rubric", _rubric(facts)
    yield "official questions", _official(facts)
    yield "model answers", _model_answers(facts)
    yield "training", _training(facts)
    yield "calibration essays", _calibration(facts)
    yield "discussion", _discussion(facts)
    yield "several graders", _several(facts)
    yield "agreement", _agreement(facts)
    yield "blinding", _blinding(facts)
    yield "people's essays", _peoples(facts)
    yield "random order", _order(facts)
    yield "drift", _drift(facts)
    yield "outside graders", _outside(facts)
    yield "whole exam", Answer("unknown", "the study holds no multiple choice of these authors")


def _rubric(facts: Facts) -> Answer:
    whole = [one for one in facts.questions if one.rubric.guidelines and one.rubric.issues]
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    issues = sum(len(one.rubric.issues) for one in whole)
    said = (
        f"{len(whole)} of {plural(len(facts.questions), 'question')} with guidelines for the "
        f"scores and a point sheet, {plural(issues, 'issue')} in all"
    )
    return Answer(_share(len(whole), len(facts.questions)), said)


def _official(facts: Facts) -> Answer:
    if "invented" in facts.label.casefold():
        return Answer("no", f"the materials are labelled “{facts.label}”")
    label = f"labelled “{facts.label}”" if facts.label else "the materials have no label"
    return Answer("unknown", f"{label}; the database does not know whose they are")


def _model_answers(facts: Facts) -> Answer:
    with_any = [one for one in facts.questions if one.answers or facts.benchmarks[one.id]]
    answers = sum(len(one.answers) for one in facts.questions)
    papers = sum(facts.benchmarks.values())
    return Answer(
        _share(len(with_any), len(facts.questions)),
        f"{plural(answers, 'model answer')} and {plural(papers, 'benchmark paper')} for "
        f"{len(with_any)} of {plural(len(facts.questions), 'question')}",
    )


def _training(facts: Facts) -> Answer:
    if not facts.live:
        done = plural(len(facts.trained), "training")
        return Answer("unknown", f"nobody has graded live yet; {done} gone through so far")
    trained = sum(one in facts.trained for one in facts.live)
    return Answer(
        _share(trained, len(facts.live)),
        f"{trained} of {plural(len(facts.live), 'grader')} who graded live (counted by question) "
        "had gone through question, rubric and papers: the desk asks for it",
    )


def _calibration(facts: Facts) -> Answer:
    if not facts.rounds:
        return Answer("no" if facts.live else "unknown", "no calibration round was finished")
    fewest, most = (end(one.essays for one in facts.rounds) for end in (min, max))
    of = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    graded = {(rater, question) for rater, question in facts.live}
    through = sum(_was_in(facts, *one) for one in graded)
    said = (
        f"{plural(len(facts.rounds), 'round')} of {of} essays, ranked first and then scored, blind"
    )
    if graded:
        said += f"; {through} of {plural(len(graded), 'grader')} who graded live were in one"
    if fewest < ABOUT_THIRTY:
        return Answer("partly", f"{said}; official calibration takes about 30")
    return Answer(_share(through, len(graded)) if graded else "yes", said)


def _was_in(facts: Facts, person: int, question: str) -> bool:
    name = facts.raters[person].name
    rounds = [one for one in facts.rounds if one.question == question]
    return any(gate.grader == name for one in rounds for gate in one.gates)


def _discussion(facts: Facts) -> Answer:
    if not facts.rounds:
        return Answer("no" if facts.live else "unknown", "there was nothing to discuss")
    over = [one for one in facts.rounds if one.over]
    seen = gated(over)
    passed = [one for one in seen if one.passed]
    said = (
        f"{len(over)} of {plural(len(facts.rounds), 'round')} discussed to the end; in their last "
        f"round of each question the gate was passed by {len(passed)} of "
        f"{plural(len(seen), 'grader')}"
    )
    if again := sum(bool(one.failed_before) for one in seen):
        said += f", {again} of whom had failed a round before"
    if len(seen) > len(passed):
        said += "; to whoever does not pass, live grading stays closed"
    return Answer(_share(len(over), len(facts.rounds)), said)


def _several(facts: Facts) -> Answer:
    if not facts.read_by:
        return Answer("unknown", "nothing was graded live yet")
    double = {name: sum(n > 1 for n in counts) for name, counts in facts.read_by.items()}
    of = sum(len(counts) for counts in facts.read_by.values())
    kinds = [facts.raters[person].kind for person in facts.graders]
    people, models = kinds.count("human"), kinds.count("model")
    said = (
        f"{plural(people, 'person', 'people')} and {plural(models, 'model')}; "
        f"{sum(double.values())} of {plural(of, 'essay')} read by two of them or more (models "
        "count where no person read)"
    )
    shared = sum(n > 0 for n in double.values())
    if facts.rounds and not shared:
        return Answer("partly", f"{said}, and those of calibration by all")
    return Answer(_share(shared, len(double)), said)


def _agreement(facts: Facts) -> Answer:
    graded = {(facts.raters[person].name, question) for person, question in facts.live}
    graded = graded or {(gate.grader, one.question) for one in facts.rounds for gate in one.gates}
    kappas = [
        (gate.grader, one.question, figure.found)
        for one in _last_rounds(facts)
        for gate in one.gates
        for figure in gate.figures
        if figure.name == KAPPA and figure.found and (gate.grader, one.question) in graded
    ]
    if not kappas:
        return Answer("no" if facts.live else "unknown", "no figure of agreement can be reckoned")
    worst, question, lowest = min(kappas, key=lambda one: one[2].value)
    best = max((found for *_, found in kappas), key=lambda one: one.value)
    said = (
        f"{KAPPA} of those who graded, with the others in calibration: {_two(lowest)} at least "
        f"({worst}, {question}), {_two(best)} at most"
    )
    if not facts.twice:
        return Answer("yes", said)
    asked = f"{facts.options.kappa:g} and {100 * facts.options.adjacent:g}% are asked for"
    told = "; ".join(_second_readers(one, facts.options) for one in facts.twice)
    short = any(_short(one, facts.options) for one in facts.twice)
    return Answer("partly" if short else "yes", f"{said}; in live grading ({asked}): {told}")


def _short(one: Twice, options: Options) -> str:
    """Say what second readings lack; empty if they agree as the study asks."""
    if one.adjacent and one.adjacent.value < options.adjacent - 1e-9:
        return "below what is asked for"
    if one.kappa and one.kappa.value < options.kappa - 1e-9:
        return "below what is asked for"
    if one.essays < FEWEST_SHARED or one.kappa is None or one.kappa.low <= 0:
        return "too few to tell"
    return ""


def _second_readers(one: Twice, options: Options) -> str:
    whose = one.question if one.readers == "people" else f"{one.question}, models alone"
    essays = f"{plural(one.essays, 'essay')} read twice"
    figures = [
        f"kappa {_two(one.kappa)}" if one.kappa else "",
        f"within a point {_percent(one.adjacent)}" if one.adjacent else "",
    ]
    return f"{whose}: {', '.join(filter(None, (*figures, essays, _short(one, options))))}"


def _percent(one: Estimate) -> str:
    value, between = percent(one, digits=0).split(" ", 1)
    return f"{value}% {between}"


def _two(one: Estimate) -> str:
    return f"{one.value:.2f} [{one.low:.2f}, {one.high:.2f}]"


def _last_rounds(facts: Facts) -> Sequence[Round]:
    return list({one.question: one for one in facts.rounds}.values())


def _blinding(facts: Facts) -> Answer:
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    removed = sum(facts.removed.values())
    were = "were" if facts.now.locked else "are"
    kept = f"kept apart until the marks {were} locked"
    said = (
        f"each grader has codes of his own; origins {kept}; "
        f"{plural(removed, 'passage')} that could tell an origin taken out of the essays"
    )
    if facts.now.unblinded:
        said += "; locked first, unblinded then"
    return Answer("yes", said)


def _peoples(facts: Facts) -> Answer:
    if not facts.now.unblinded:
        return Answer("unknown", "whose the essays are is not told before the study is unblinded")
    kinds = [by_of(one) for one in facts.sources.values()]
    people, models = kinds.count("a person"), kinds.count("a model")
    said = (
        f"by what the files of those graded live say: {people} by people, {models} by models, "
        f"{kinds.count('not said')} not said"
    )
    if people and models:
        return Answer("yes", said)
    return Answer("unknown" if "not said" in kinds else "no", said)


def _order(facts: Facts) -> Answer:
    if not facts.questions:
        return Answer("unknown", "no materials were taken in yet")
    return Answer("yes", "drawn from the study's secret seed, for each grader and essay anew")


def _drift(facts: Facts) -> Answer:
    if not facts.live:
        return Answer("unknown", "nothing was graded live yet")
    met = {one: uses.get("drift", 0) for one, uses in facts.live.items()}
    checked = sum(n > 0 for n in met.values())
    enough = sum(n >= FEWEST_CHECKS for n in met.values())
    said = (
        f"{plural(sum(met.values()), 'essay')} of calibration came back under new codes to "
        f"{checked} of {plural(len(met), 'grader')} (counted by question); {facts.flagged} moved "
        "further than the study allows"
    )
    if enough < len(met):
        said += f"; of {len(met) - enough} it cannot be told yet: below {FEWEST_CHECKS} such essays"
        return Answer("partly" if checked else "no", said)
    return Answer("yes", said)


def _outside(facts: Facts) -> Answer:
    wrote = {author_of(one) for one in facts.sources.values()}
    own = sorted(
        one.name
        for one in (facts.raters[person] for person in facts.graders)
        if one.kind == "model" and facts.own_names[one.id].partition(" (")[0] in wrote
    )
    if own:
        return Answer("no", f"graded essays and wrote some: {', '.join(own)}")
    return Answer("unknown", "the database does not know who ran the models")


def _share(some: int, of: int) -> Met:
    if not of:
        return "unknown"
    return "yes" if some == of else "partly" if some else "no"
