"""Invented results of exams, for the page: their numbers hang together, and mean nothing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchbar.exam.questions import PRACTICE_LABEL
from benchbar.exam.results import (
    MOST_MISSED,
    Accuracy,
    Beside,
    Fitted,
    Graders,
    Missed,
    ModelResult,
    Part,
    Place,
    Places,
    Ranks,
    Repeated,
    Results,
    Scored,
    Setting,
    told,
)
from benchbar.exam.score_standing import standing
from benchbar.exam.studies import figures
from benchbar.records import Estimate, Outcome
from benchbar.stats.agreement import agreement
from benchbar.stats.cells import tabulate
from benchbar.stats.clusters import clustered
from benchbar.stats.hotelling import ZeroMean, untested
from benchbar.stats.regression import compare, factor_tests, fit_cells
from benchbar.stats.trials import as_published, these_questions

SUBJECTS = (
    "Civil Procedure", "Constitutional Law", "Contracts", "Criminal Law and Procedure",
    "Evidence", "Real Property", "Torts",
)  # fmt: skip
EVIL = "x/\"><script>document.title='run'</script>\u202etfel=cmd|'/c calc'!A0"
LONG = "openai-api/local/" + "meta_llama_405B_" * 12
RANKED = ("ranked", "ranked-with-reasons")

Grid = dict[Setting, NDArray[np.bool_]]
"""Right answers by setting, shape (trials, questions)."""


def grid(
    settings: Iterable[Setting], trials: int, questions: int, *, share: float = 1.4, seed: int = 7
) -> Grid:
    rng = np.random.default_rng(seed)
    hard = rng.normal(share, 2.2, questions)
    return {one: rng.random((trials, questions)) < 1 / (1 + np.exp(-hard)) for one in settings}


def accuracy(right: NDArray[np.bool_], unanswered: Mapping[str, int] | None = None) -> Accuracy:
    """Return the accuracy of answers, shape (times asked, questions)."""
    times, questions = right.shape
    correct = right.sum(axis=0).tolist()
    asked = [times] * questions
    total = int(right.sum())
    return Accuracy(
        correct=total,
        asked=right.size,
        questions=questions,
        unanswered=dict(unanswered or {}),
        new=clustered(correct, asked),
        these=these_questions(correct, asked) if times > 1 else None,
        published=as_published(total, right.size, rng=np.random.default_rng(1), resamples=999),
    )


def model_result(
    name: str,
    found: Grid,
    subjects: Sequence[str] = SUBJECTS,
    *,
    scored: bool = True,
    written: tuple[float, float] | None = None,
    unanswered: Mapping[str, int] | None = None,
    graded: bool = True,
) -> ModelResult:
    everything = np.concatenate(list(found.values()))
    trials, questions = next(iter(found.values())).shape
    overall = accuracy(everything, unanswered)
    prompts = _by(found, lambda one: one.prompt)
    settings = tuple(Part(str(one), accuracy(right), one) for one, right in found.items())
    ordered = sorted(settings, key=lambda part: part.accuracy.new.value)
    of = np.arange(questions) % max(1, len(subjects))
    return ModelResult(
        model=name,
        overall=overall,
        sessions=len(everything),
        ranks=_ranks(found, everything),
        settings=settings,
        prompts=prompts,
        temperatures=_by(found, lambda one: told(one.temperature)),
        trials=tuple(
            Part(str(n + 1), accuracy(np.array([right[n] for right in found.values()])))
            for n in range(trials)
        ),
        subjects=tuple(
            Part(subject, accuracy(everything[:, of == n])) for n, subject in enumerate(subjects)
        ),
        best=ordered[-1] if len(settings) > 1 else None,
        worst=ordered[0] if len(settings) > 1 else None,
        places=_places(everything),
        repeated=tuple(_repeated(one, right) for one, right in found.items() if trials > 1),
        missed=_missed(everything, subjects),
        graders=Graders(overall.new, overall.new, 2, 5, overall.asked) if graded else None,
        scored=_scored(overall, prompts, written) if scored else (),
    )


def _missed(everything: NDArray[np.bool_], subjects: Sequence[str]) -> tuple[Missed, ...]:
    right = everything.sum(axis=0)
    hard = [int(n) for n in np.argsort(right)[:MOST_MISSED] if 2 * right[n] < len(everything)]
    return tuple(
        Missed(f"q{n}", subjects[n % len(subjects)] if subjects else "", "A", int(right[n]),
               len(everything), "B" if n % 2 else None, n % 2)
        for n in hard
    )  # fmt: skip


def _by(found: Grid, name) -> tuple[Part, ...]:  # type: ignore[no-untyped-def]  # noqa: ANN001
    groups: dict[str, list[NDArray[np.bool_]]] = {}
    for one, right in found.items():
        groups.setdefault(name(one), []).append(right)
    return tuple(Part(key, accuracy(np.concatenate(rights))) for key, rights in groups.items())


def _ranks(found: Grid, everything: NDArray[np.bool_]) -> Ranks | None:
    prompts = tuple(dict.fromkeys(one.prompt for one in found if one.prompt.startswith("ranked")))
    rng = np.random.default_rng(3)
    two = everything | (rng.random(everything.shape) < 0.5)
    three = two | (rng.random(everything.shape) < 0.5)
    return Ranks(prompts, *map(accuracy, (everything, two, three))) if prompts else None


def _places(everything: NDArray[np.bool_]) -> Places:
    n = everything.size
    picked = (n // 4 + n // 50, n // 4 - n // 50, n // 4, n - 3 * (n // 4))
    places = tuple(
        Place(letter, count, n // 4, n / 4, Estimate(count / n - 0.25, count / n - 0.28,
              count / n - 0.22, 0.95, n, everything.shape[1], "t over questions"))
        for letter, count in zip("ABCD", picked, strict=True)
    )  # fmt: skip
    assumes = "It takes questions for a sample of such questions."
    if everything.shape[1] < 10:
        return Places(places, n, False, untested("fewer than ten questions"), assumes)
    test = ZeroMean(1.31, (3, everything.shape[1] - 3), 0.273)
    return Places(places, n, False, test, assumes)


def _repeated(setting: Setting, right: NDArray[np.bool_]) -> Repeated:
    outcomes: list[list[Outcome]] = [
        ["correct" if one else "wrong" for one in column] for column in right.T
    ]
    names = [str(n) for n in range(len(outcomes))]
    found = agreement(outcomes, names, rng=np.random.default_rng(5))
    return Repeated(setting, found, found.same)


def _scored(
    overall: Accuracy, prompts: Sequence[Part], written: tuple[float, float] | None
) -> tuple[Scored, ...]:
    first = Scored("all sessions", standing(overall.new, written=written))
    others = prompts if len(prompts) > 1 else ()
    return (
        first,
        *(Scored(one.name, standing(one.accuracy.new, written=written)) for one in others),
    )


def results(*found: ModelResult, **others: object) -> Results:
    """Return the results of some models, with whatever else is given."""
    kept = Results(
        name="run",
        questions="mbe-2021.csv",
        grader="corrected",
        graders="0123456789",
        practice="",
        models=found,
        regressions=(),
        beside=None,
        figures=figures(),
        notes=(),
        settings={"data digest": "d" * 64, "seed": "0"},
        commands=(
            "benchbar exam run mbe-2021.csv --model openai/gpt-4 --preset replication --out RUN",
            "benchbar exam score RUN --out EXAM",
        ),
    )
    return replace(kept, **others)  # type: ignore[arg-type]


def single() -> Results:
    """One model, one session, sixty questions without subjects."""
    found = grid([Setting("ranked", 0.0)], 1, 60)
    return results(model_result("openai/gpt-4", found, ()), figures=())


@cache
def replication() -> Results:
    """The grid of the replication: 2 prompts, 5 temperatures, 5 trials, 200 questions."""
    settings = [Setting(p, t) for p in RANKED for t in (0.0, 0.25, 0.5, 0.7, 1.0)]
    found = grid(settings, 5, 200)
    one = model_result(
        "openai/gpt-4",
        found,
        written=(4.1875, 4.2083),
        unanswered={"failed": 4, "not found": 3, "multiple answers": 1},
    )
    return results(one, regressions=(fitted(found),))


def fitted(found: Grid) -> Fitted:
    """Fit the regression of a grid, in truth."""
    table: dict[str, list[str | float | bool | None]] = {
        name: [] for name in ("correct", "prompt", "temperature", "question", "category")
    }
    for one, right in found.items():
        for (_, question), answer in np.ndenumerate(right):
            table["correct"].append(int(answer))
            table["prompt"].append(one.prompt)
            table["temperature"].append(told(one.temperature))
            table["question"].append(f"q{question}")
            table["category"].append(SUBJECTS[question % 7])
    formula = "correct ~ prompt + temperature + (1|question) + (1|category)"
    cells = tabulate(table, formula)
    fit = fit_cells(cells)
    wide = "correct ~ prompt + temperature + (1|question) + (1|category) + (1|question:prompt)"
    wider = fit_cells(tabulate(table, wide))
    return Fitted(
        "Do prompt and temperature matter?", formula, fit, factor_tests(cells, fit),
        {"prompt": ZeroMean(0.4, (1, 199), 0.53), "temperature": untested("invented")}, "",
        wide, wider, compare(fit, wider), "", ("model (it cannot be told apart from paper)",),
    )  # fmt: skip


def refused() -> Fitted:
    """A regression that a guard refused."""
    return Fitted(
        "Does the condition matter?",
        "correct ~ condition + (1|question) + (1|category)",
        None,
        (),
        {"condition": ZeroMean(6.1, (1, 59), 0.016)},
        "not fitted: each question was asked once in each condition, which misleads the fit; "
        "exact McNemar test instead: p 0.021",
        "correct ~ condition + (1|question) + (1|category) + (1|question:condition)",
        None,
        None,
        "not fitted: the same",
        ("paper (it cannot be told apart from condition)",),
    )


def two_models() -> Results:
    settings = [Setting(p, 0.5) for p in ("plain", "few-shot")]
    found = [
        model_result(name, grid(settings, 3, 60, share=share, seed=seed))
        for name, share, seed in (("openai/gpt-4", 1.4, 1), ("anthropic/claude", 2.4, 2))
    ]
    return results(*found, regressions=(refused(),))


def practice() -> Results:
    """The practice items, asked once: no scaled score."""
    settings = [Setting("ranked", None)]
    one = model_result("benchbar/candidate", grid(settings, 1, 56), scored=False)
    notes = ("2 of 56 replies are missing: they count as wrong.",)
    return results(one, practice=PRACTICE_LABEL, questions="practice items", notes=notes)


def with_beside() -> Results:
    """A run beside a file of published responses."""
    settings = [Setting(p, t) for p in RANKED for t in (0.0, 0.5)]
    ours = model_result("openai/gpt-4", grid(settings, 2, 60))
    theirs = model_result("gpt-4-0314", grid(settings, 2, 60, seed=9), scored=False, graded=False)
    return results(
        ours,
        beside=Beside(
            name="replication.csv",
            models=(theirs,),
            ours=ours.overall,
            theirs=theirs.overall,
            common=58,
            conflicting=1,
            only_ours=1,
            only_theirs=2,
            difference=Estimate(0.031, -0.012, 0.074, 0.95, 58, 58, "t over questions"),
            notes=("1 question has the same number and another key.",),
        ),
    )


def hostile() -> Results:
    """Names that try to run something, to fetch something, or to break the page."""
    settings = [Setting(EVIL, t) for t in (0.0, None)] + [Setting("W" * 300, 0.0)]
    subjects = (EVIL, "</main><img src=x onerror=alert(1)>", "W" * 200, "法" * 90)
    one = model_result(EVIL, grid(settings, 2, 30), subjects)
    other = model_result(LONG, grid(settings, 2, 30, seed=4), subjects)
    return results(
        one,
        other,
        name=EVIL,
        questions=EVIL,
        notes=(EVIL,),
        regressions=(replace(refused(), title=EVIL, formula=EVIL, left_out=(EVIL,)),),
        commands=(f"benchbar exam run {EVIL}",),
        settings={EVIL: LONG},
    )


MADE: dict[str, Callable[[], Results]] = {
    "single": single,
    "replication": replication,
    "two": two_models,
    "practice": practice,
    "beside": with_beside,
    "hostile": hostile,
}
"""One of each kind."""
