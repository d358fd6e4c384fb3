"""From the answers of an exam to all that is reported of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchbar.exam import accuracies
from benchbar.exam.accuracies import Answers
from benchbar.exam.beside import beside
from benchbar.exam.letters import places
from benchbar.exam.percentiles import PASSING, Population
from benchbar.exam.percentiles import Scale as Of
from benchbar.exam.questions import PRACTICE_LABEL
from benchbar.exam.regressions import regressions
from benchbar.exam.repeat import commands_of, settings_of
from benchbar.exam.response_file import Imported
from benchbar.exam.responses import MISSING, Response, are_practice, items, of_run
from benchbar.exam.results import Graders, ModelResult, Part, Results, Scored
from benchbar.exam.scale import Conversion
from benchbar.exam.score_standing import standing
from benchbar.exam.studies import figures
from benchbar.records import GRADERS, Grader
from benchbar.runs.folder import Run
from benchbar.scoring.version import graders

ALL = "all sessions"


@dataclass(frozen=True, slots=True)
class Scale:
    """What scaled scores and places among people are made with, see ``score_standing.standing``."""

    by: Sequence[Conversion] | None = None
    written: tuple[float, float] | None = None
    passing: float = PASSING
    correlation: float = 1.0
    own: Mapping[Of, Sequence[Population]] = field(default_factory=dict)


AS_SHIPPED = Scale()


def results(
    run: Run,
    grader: Grader = "corrected",
    *,
    other: Imported | None = None,
    scale: Scale = AS_SHIPPED,
) -> Results:
    """Return all that came of an exam run, by one grader.

    Args:
        run: The run, graded.
        grader: Whose verdicts count.
        other: The answers of a file to stand beside.
        scale: What scaled scores are made with; practice items have none.

    Raises:
        InputError: It is no run of an exam, or is not graded.
    """
    asked = items(run)
    by_grader = {one: of_run(run, one) for one in GRADERS}
    ours = by_grader[grader]
    practice = PRACTICE_LABEL if are_practice(asked) else ""
    models = tuple(
        _model(name, rows, _graders(by_grader, name), None if practice else scale)
        for name, rows in _by_model(ours).items()
    )
    theirs = _by_model(other.responses if other else ())
    there = tuple(_model(name, rows, None, None) for name, rows in theirs.items())
    return Results(
        name=run.folder.resolve().name,
        questions=", ".join(dict.fromkeys(item.corpus for item in asked)),
        grader=grader,
        graders=graders(),
        practice=practice,
        models=models,
        regressions=regressions([*ours, *(other.responses if other else ())]),
        beside=beside(ours, other, there) if other else None,
        figures=figures(),
        notes=tuple(_notes(ours)),
        settings=settings_of(run),
        commands=commands_of(run),
    )


def _by_model(responses: Iterable[Response]) -> dict[str, list[Response]]:
    found: dict[str, list[Response]] = {}
    for one in responses:
        found.setdefault(one.model, []).append(one)
    return found


def _model(
    name: str, rows: Sequence[Response], both: Graders | None, scale: Scale | None
) -> ModelResult:
    answers = Answers(rows)
    overall = answers.accuracy()
    settings, prompts = accuracies.by_setting(answers), accuracies.by_prompt(answers)
    differ = len({*map(_value, settings)}) > 1
    return ModelResult(
        model=name,
        overall=overall,
        sessions=accuracies.sessions(answers),
        ranks=accuracies.ranks(answers),
        settings=settings,
        prompts=prompts,
        temperatures=accuracies.by_temperature(answers),
        trials=accuracies.by_trial(answers),
        subjects=accuracies.by_subject(answers),
        best=max(settings, key=_value) if differ else None,
        worst=min(settings, key=_value) if differ else None,
        places=places(rows),
        repeated=accuracies.repeated(answers),
        missed=accuracies.missed(answers),
        graders=both,
        scored=tuple(_scored(Part(ALL, overall), prompts, scale)) if scale else (),
    )


def _value(part: Part) -> float:
    return part.accuracy.new.value


def _scored(overall: Part, prompts: Sequence[Part], scale: Scale) -> Iterator[Scored]:
    for part in (overall, *(prompts if len(prompts) > 1 else ())):
        found = standing(
            part.accuracy.new,
            by=scale.by,
            written=scale.written,
            passing=scale.passing,
            correlation=scale.correlation,
            own=scale.own,
        )
        yield Scored(part.name, found)


def _graders(by_grader: Mapping[Grader, Sequence[Response]], model: str) -> Graders:
    published, corrected = (
        [one for one in by_grader[grader] if one.model == model] for grader in GRADERS
    )
    pairs = [(one.correct, other.correct) for one, other in zip(published, corrected, strict=True)]
    return Graders(
        published=Answers(published).accuracy().new,
        corrected=Answers(corrected).accuracy().new,
        only_published=sum(one and not other for one, other in pairs),
        only_corrected=sum(other and not one for one, other in pairs),
        asked=len(pairs),
    )


def _notes(ours: Sequence[Response]) -> Iterator[str]:
    missing = sum(one.why == MISSING for one in ours)
    if missing:
        yield (
            f"{missing:,} of {len(ours):,} planned answers are missing, and count as wrong until "
            "they are asked."
        )
    failed = sum(one.why == "failed" for one in ours)
    if failed:
        yield f"{failed:,} of {len(ours):,} calls failed, and count as wrong until asked again."
    if not any(one.subject for one in ours):
        yield "The questions name no subjects."
