"""How the results of an exam are printed: a few sentences first, then tables, 80 columns wide."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from benchbar.cli.exam.regression_tables import f_test, regression_lines
from benchbar.cli.exam.score_tables import (
    cut,
    entry_lines,
    of_origin,
    scale_lines,
    seen,
    text_lines,
)
from benchbar.report.comparison import points
from benchbar.report.numbers import percent, plural
from benchbar.report.visible import visible

if TYPE_CHECKING:
    from benchbar.exam.percentiles import Position
    from benchbar.exam.results import (
        Accuracy,
        Beside,
        ModelResult,
        Part,
        Places,
        Results,
        Scored,
    )
    from benchbar.exam.score_standing import ScoreStanding
    from benchbar.exam.studies import StudyFigure
    from benchbar.records import Estimate

_LABEL = 29
_CLAIMS = (
    "new questions: of this kind, where this result would lie. these questions: asked again. as "
    "published: every answer counted as if of its own question, as studies of the bar exam did."
)
_FIRST = ("first-time takers", "those who passed")
_IF_OFFICIAL = (
    "A scaled score has a meaning only if these are equated questions of the official exam."
)


def results_lines(found: "Results", width: int) -> Iterator[str]:
    """Print the results of an exam: each model, then what is said of all of them."""
    yield from summary_lines(found, width)
    for one in found.models:
        if len(found.models) > 1:
            yield from _heading(one.model)
        yield from _model(one, found, width)
    yield from regression_lines(found.regressions, width)
    if found.beside:
        yield from _beside(found.beside, width)
    yield from _published(found, width)


def summary_lines(found: "Results", width: int) -> Iterator[str]:
    """Print what came of an exam in a few sentences for each model."""
    for one in found.models:
        yield from _summary(one, found, width)
        yield ""
    for note in found.notes:
        yield from text_lines(f"Beware: {note}", width)
    if found.notes:
        yield ""


def _heading(text: str) -> Iterator[str]:
    shown = visible(text)
    yield from (shown, "=" * len(shown), "")


def _summary(one: "ModelResult", found: "Results", width: int) -> Iterator[str]:
    new, all_in = one.overall.new, one.overall
    yield from text_lines(
        f"{one.model} answered {_share(new.value)} correctly; of new questions of this kind it "
        f"would answer between {_share(new.low)} and {_share(new.high)} correctly (95% interval).",
        width,
    )
    yield from text_lines(
        f"{plural(all_in.questions, 'question')}, {plural(one.sessions, 'session')}, "
        f"{plural(all_in.asked, 'answer')}; {found.grader} grader.",
        width,
    )
    if found.practice:
        yield from text_lines(f"These are {found.practice}.", width)
    if one.scored:
        yield from _in_short(one.scored[0], width)


def _in_short(overall: "Scored", width: int) -> Iterator[str]:
    known = [one for one in overall.standing.scores if one.scaled.value is not None]
    if not known:
        return
    if spread := overall.standing.spread:
        yield from text_lines(
            f"On the scale of the exam that is {spread[0]:.0f} to {spread[1]:.0f}, depending on "
            f"which of {len(known)} conversions is taken. {_IF_OFFICIAL} By "
            f"“{known[0].scaled.conversion}”:",
            width,
        )
    for name in _FIRST:
        among = [one for one in known[0].positions if one.population.startswith(name)]
        for position in sorted(among, key=_looseness)[:1]:
            by = " (By a model.)" if position.origin.status.startswith("derived") else ""
            yield from text_lines(f"- {position.sentence}{by}", width)


def _looseness(position: "Position") -> float:
    """Return how little a place among people says: nothing is 100; 0 is not only a limit."""
    rank = position.rank
    if rank.bound is None:
        return 0.0
    return rank.percentile if rank.bound == "below" else 100 - rank.percentile


def _share(share: float) -> str:
    """Return a share as a percentage, not rounded onto all or nothing."""
    shown = f"{100 * share:.1f}"
    if shown == "100.0" and share < 1:
        shown = "99.9"
    return f"{'0.1' if shown == '0.0' and share > 0 else shown}%"


def _model(one: "ModelResult", found: "Results", width: int) -> Iterator[str]:
    yield from _accuracies(one, width)
    yield from _unanswered(one.overall, width)
    if one.best and one.worst:
        best, worst = one.best, one.worst
        yield from text_lines(
            f"Best setting: {best.name} ({percent(best.accuracy.new)}); worst: {worst.name} "
            f"({percent(worst.accuracy.new)}). The best of several is partly lucky.",
            width,
        )
    if one.graders:
        both = one.graders
        yield from text_lines(
            f"Both graders: published {percent(both.published)}, corrected "
            f"{percent(both.corrected)}; only the corrected one calls "
            f"{plural(both.only_corrected, 'answer')} right, only the published one "
            f"{both.only_published:,}.",
            width,
        )
    yield ""
    yield from _subjects(one, found.figures, width)
    yield from _places(one.places, width)
    yield from _repeated(one, width)
    yield from _missed(one, width)
    yield from _scored(one.scored, width)


def _accuracies(one: "ModelResult", width: int) -> Iterator[str]:
    yield from text_lines("Right answers in percent, with 95% intervals for three claims", width)
    yield _claims_row("", "", "new questions", "these questions", "as published")
    yield from _claim_rows([("all sessions", one.overall)])
    if one.ranks:
        yield from _claim_rows(
            [("among the first two", one.ranks.two), ("among the first three", one.ranks.three)]
        )
    for title, parts in (
        ("by prompt", one.prompts),
        ("by temperature", one.temperatures),
        ("by prompt and temperature", one.settings if _crossed(one) else ()),
        ("by trial", one.trials),
    ):
        if len(parts) > 1:
            yield title
            yield from _claim_rows((f"  {_named(part)}", part.accuracy) for part in parts)
    yield from text_lines(_CLAIMS, width)


def _crossed(one: "ModelResult") -> bool:
    return len(one.prompts) > 1 and len(one.temperatures) > 1


def _named(part: "Part") -> str:
    if part.setting is None:
        return part.name
    temperature = part.setting.temperature
    told = "-" if temperature is None else f"{temperature:g}"
    return f"{cut(part.setting.prompt, _LABEL - len(told) - 3)} {told}"


def _claim_rows(rows: "Iterable[tuple[str, Accuracy]]") -> Iterator[str]:
    for name, accuracy in rows:
        value, new = percent(accuracy.new).split(" ", 1)
        these = _interval(accuracy.these) if accuracy.these else "asked once"
        yield _claims_row(name, value, new, these, _interval(accuracy.published))


def _claims_row(name: str, value: str, new: str, these: str, published: str) -> str:
    left = cut(name, _LABEL)
    return f"{left:<{_LABEL}}{value:>6} {new:<14} {these:<15} {published}".rstrip()


def _interval(estimate: "Estimate") -> str:
    if estimate.low == estimate.high:
        return "no width"
    return percent(estimate).split(" ", 1)[1]


def _unanswered(accuracy: "Accuracy", width: int) -> Iterator[str]:
    if accuracy.unanswered:
        kinds = ", ".join(f"{why} {n:,}" for why, n in accuracy.unanswered.items())
        total = sum(accuracy.unanswered.values())
        yield from text_lines(
            f"Without an answer, and counted as wrong: {total:,} of {accuracy.asked:,} ({kinds}).",
            width,
        )


_BESIDE = ("GPT-4, original", "GPT-3.5, original", "average student of NCBE BarNow")


def _subjects(one: "ModelResult", figures: "Sequence[StudyFigure]", width: int) -> Iterator[str]:
    if not one.subjects:
        return
    known = {(row.figure, row.what): row for row in figures}
    beside = any((part.name, what) in known for part in one.subjects for what in _BESIDE)
    yield "By subject, in percent" + (", beside published figures" if beside else "")
    if beside:
        yield f"{'':<{_LABEL}}{'new questions':<22} {'GPT-4':>7} {'GPT-3.5':>8} {'students':>9}"
    for part in one.subjects:
        cells = [
            f"{row.value:.1f}" if row and row.value is not None else "-"
            for row in (known.get((part.name, what)) for what in _BESIDE)
        ]
        ours = f"{cut(part.name, _LABEL - 1):<{_LABEL}}{percent(part.accuracy.new):<22}"
        yield f"{ours} {cells[0]:>7} {cells[1]:>8} {cells[2]:>9}" if beside else ours.rstrip()
    if beside:
        shown = (known.get((part.name, what)) for what in _BESIDE for part in one.subjects)
        sources = dict.fromkeys((row.what, row.status, row.source) for row in shown if row)
        for what, status, source in sources:
            yield from text_lines(f"{what}: {status}; {source}", width)
    yield ""


def _places(found: "Places", width: int) -> Iterator[str]:
    if not found.places:
        return
    shuffled = ", shuffled in every trial" if found.shuffled else ""
    yield f"Letters as they were shown{shuffled}"
    yield f"{'':<4}{'picked':>8} {'expected':>10} {'right':>8}   excess in points of all answers"
    for one in found.places:
        yield (
            f"{one.letter:<4}{one.picked:>8,} {one.expected:>10,.1f} {one.right:>8,}   "
            f"{points(one.excess)}"
        )
    if found.test.why:
        yield from text_lines(f"Are some favoured? No test: {found.test.why}.", width)
    else:
        told = f"Are some favoured? {f_test(found.test)}. {found.assumes}"
        yield from text_lines(told, width)
    yield ""


def _repeated(one: "ModelResult", width: int) -> Iterator[str]:
    if not one.repeated:
        return
    trials = one.repeated[0].agreement.trials
    yield from text_lines(
        f"Agreement of trials ({trials} of each), in percent of questions: the same letter in all; "
        "right in some and not in others",
        width,
    )
    for row in one.repeated:
        left = cut(str(row.setting), 37)
        yield f"{left:<38}{percent(row.letter):<20} {percent(row.agreement.flips)}"
    yield ""


def _missed(one: "ModelResult", width: int) -> Iterator[str]:
    if not one.missed:
        return
    yield from text_lines("Questions missed most", width)
    yield f"{'':<30}{'right':>16}  key  named instead"
    for row in one.missed:
        times = f"{row.correct:,} of {row.asked:,}"
        instead = f"{row.most}, {row.picked:,} times" if row.most else "no choice"
        yield f"{cut(f'{row.question} {row.subject}', 29):<30}{times:>16}  {row.key}    {instead}"
    yield from text_lines(
        "A question missed in the same way throughout may be hard, or have a wrong key.", width
    )
    yield ""


def _scored(scored: "Sequence[Scored]", width: int) -> Iterator[str]:
    if not scored:
        return
    yield from scale_lines(scored[0].standing, width)
    for part in scored[1:]:
        if part.standing.spread:
            low, high = part.standing.spread
            yield from text_lines(
                f"{part.name}: {percent(part.standing.accuracy)}, scaled {low:.0f} to {high:.0f}",
                width,
            )
    yield ""
    first = next((one for one in scored[0].standing.scores if one.scaled.value is not None), None)
    if first:
        yield from _people(first, width)


def _people(score: "ScoreStanding", width: int) -> Iterator[str]:
    from benchbar.cli.exam.ube_tables import ube_lines

    yield from text_lines(
        f"Percent of each population that scored lower, by “{score.scaled.conversion}”", width
    )
    for one in score.positions:
        yield from entry_lines(seen(one.rank), 6, [one.sentence, of_origin(one.origin)], width)
    yield ""
    if score.whole:
        yield from ube_lines(score.whole, None, "", width)
        yield ""


def _beside(found: "Beside", width: int) -> Iterator[str]:
    yield from text_lines(f"Beside {found.name}, right answers in percent", width)
    yield _claims_row("", "", "new questions", "these questions", "as published")
    yield from _claim_rows([("this run", found.ours), (found.name, found.theirs)])
    if found.difference:
        yield from text_lines(
            f"This run less {found.name}, in points, on {plural(found.common, 'common question')}: "
            f"{points(found.difference)} (95% interval over questions)",
            width,
        )
    for note in found.notes:
        yield from text_lines(f"- {note}", width)
    yield ""


def _published(found: "Results", width: int) -> Iterator[str]:
    """Print published figures of all questions, and of the prompts that the run has, too."""
    prompts = {part.name for model in found.models for part in model.prompts}
    shown = [row for row in found.figures if row.figure == "overall" or row.figure in prompts]
    yield from text_lines(
        "Published figures, in percent; of other questions, unless yours are the official ones",
        width,
    )
    sources = list(dict.fromkeys(row.source for row in shown))
    for row in shown:
        ends = "" if row.low is None else f" [{row.low:.1f}, {row.high:.1f}]"
        left = f"{row.value:5.1f}{ends}"
        told = f"{row.what}: {row.status} ({sources.index(row.source) + 1})"
        yield from entry_lines(left, 20, [told], width)
    for n, source in enumerate(sources, 1):
        yield from text_lines(f"({n}) {source}", width)
