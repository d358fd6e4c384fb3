"""What came of an exam: the records that the terminal, the page and JSON are made of. Pure data.

All shares are of answers that were planned: what is missing, failed or names no choice is wrong,
told apart, and never leaves the denominator.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchbar.exam.score_standing import Standing
from benchbar.exam.studies import StudyFigure
from benchbar.records import Estimate, Grader
from benchbar.stats.agreement import Agreement
from benchbar.stats.hotelling import ZeroMean
from benchbar.stats.regression import Regression, Test

MOST_MISSED = 10
"""Questions listed as missed most."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A prompt and a temperature (None is left to the provider): what sessions have in common."""

    prompt: str
    temperature: float | None

    def __str__(self) -> str:
        return f"{self.prompt}, temperature {told(self.temperature)}"


def told(temperature: float | None) -> str:
    """Return a temperature in words: ``0.5``, or ``not set``."""
    return "not set" if temperature is None else f"{temperature:g}"


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A share of right answers under each of three claims (``benchbar.stats.trials``).

    Attributes:
        correct: Right answers.
        asked: Answers planned; those that never came are among them.
        questions: Different questions among these.
        unanswered: How many have no answer, by why: ``missing`` (never stored), ``failed`` (the
            call), a kind of not-an-answer, ``not found``, ``multiple answers``, ``unclear``, or
            ``empty`` in a file that does not say why. Only what occurs.
        new: What to expect of new questions of this kind: the interval that leads.
        these: The same questions, asked again; None where a question was asked only once.
        published: As bar-exam studies printed it: every answer as if of a question of its own.
    """

    correct: int
    asked: int
    questions: int
    unanswered: Mapping[str, int]
    new: Estimate
    these: Estimate | None
    published: Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """The answers that share something: a subject, temperature, prompt, trial or setting.

    ``name`` is what to print; ``setting`` is given where the part is that of a setting.
    """

    name: str
    accuracy: Accuracy
    setting: Setting | None = None


@dataclass(frozen=True, slots=True)
class Ranks:
    """Ranked answers: is the right choice the first, among the first two, among the first three?

    Only of prompts that ask for three choices; ``prompts`` names them.
    """

    prompts: tuple[str, ...]
    first: Accuracy
    two: Accuracy
    three: Accuracy


@dataclass(frozen=True, slots=True)
class Place:
    """A letter as choices were shown: how often it was picked, and how often it was right.

    Attributes:
        letter: A, B, C or D.
        picked: Answers that name it first.
        right: Answered questions of which it was the right one, counted once an answer.
        expected: Picks to expect if the place of a choice had no influence: as accurate as the
            model is throughout, wrong answers spread evenly over the other three.
        excess: (picked - expected) / answers, with a 95% interval over questions (t).
    """

    letter: str
    picked: int
    right: int
    expected: float
    excess: Estimate


@dataclass(frozen=True, slots=True)
class Places:
    """Whether a model favours places among the choices.

    The test (Hotelling's T squared, of the excesses of all letters by question) asks whether
    letters are picked as ``Place.expected`` says.

    Attributes:
        places: A to D.
        answered: Answers with a first choice.
        shuffled: Whether trials showed the choices in orders of their own.
        test: F, its degrees of freedom, and p; or why there is no test.
        assumes: What the test takes for granted, in a sentence.
    """

    places: tuple[Place, ...]
    answered: int
    shuffled: bool
    test: ZeroMean
    assumes: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """How far the trials of a setting agree.

    ``letter`` is the share of questions answered by the same letter in all trials; to have no
    answer in any of them counts as the same.
    """

    setting: Setting
    agreement: Agreement
    letter: Estimate


@dataclass(frozen=True, slots=True)
class Missed:
    """A question that was seldom answered correctly, by its number.

    Attributes:
        question: Its number in its file.
        subject: May be empty.
        key: The right choice.
        correct: Right answers.
        asked: Answers planned.
        most: The wrong choice named most often; None where no wrong choice was named.
        picked: How often that was.
    """

    question: str
    subject: str
    key: str
    correct: int
    asked: int
    most: str | None
    picked: int


@dataclass(frozen=True, slots=True)
class Graders:
    """One model's answers by both graders.

    Attributes:
        published: Accuracy by the published grader (claim: new questions).
        corrected: By the corrected one.
        only_published: Answers that only the published grader calls right.
        only_corrected: Answers that only the corrected grader calls right.
        asked: Answers planned.
    """

    published: Estimate
    corrected: Estimate
    only_published: int
    only_corrected: int
    asked: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Scaled scores and places among people of an accuracy (claim: new questions).

    ``name`` is ``all sessions`` or the name of a prompt.
    """

    name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class ModelResult:
    """All that came of one model.

    Attributes:
        model: As it was named, with the settings that tell it from another of the run.
        overall: Over all sessions.
        sessions: Number of sittings: settings x trials.
        ranks: None where no prompt asked for ranks.
        settings: By prompt and temperature together, in the order asked.
        prompts: By prompt.
        temperatures: By temperature.
        trials: By trial.
        subjects: By subject, by name; empty where the questions name none.
        best: The most accurate setting; None where there is one only, or all are alike.
        worst: The least accurate one.
        places: Whether it favours letters.
        repeated: By setting; empty where there is one trial.
        missed: The questions missed most, at most ``MOST_MISSED``, the hardest first; none of those
            that were answered correctly in half of the sessions or more.
        graders: Both graders side by side; None where answers come from a file.
        scored: Of all sessions, then of each prompt if there are several; empty for practice
            items, and where the questions were answered by no model of this run.
    """

    model: str
    overall: Accuracy
    sessions: int
    ranks: Ranks | None
    settings: tuple[Part, ...]
    prompts: tuple[Part, ...]
    temperatures: tuple[Part, ...]
    trials: tuple[Part, ...]
    subjects: tuple[Part, ...]
    best: Part | None
    worst: Part | None
    places: Places
    repeated: tuple[Repeated, ...]
    missed: tuple[Missed, ...]
    graders: Graders | None
    scored: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A mixed-effects regression of right answers, and the same with one more group beside it.

    Attributes:
        title: What it asks, in words.
        formula: As in R.
        fit: None where a guard refused it; its ``predictions`` are made for a plot.
        tests: Each factor as a whole (likelihood ratio).
        by_questions: Each factor as a whole once more, by name: do the shares of right answers to
            a question differ between its levels (Hotelling's T squared)? The regression takes
            trials of a question as independent evidence; this does not.
        refused: ``not fitted: ...``, or empty.
        wider_formula: The formula with ``(1|question:condition)``, or such; empty where none.
        wider: Its fit, None where it was refused or there is none.
        versus: Whether the wider one explains more; None without both.
        wider_refused: ``not fitted: ...``, or empty.
        left_out: Factors that could have no term, each with the reason, in words.
    """

    title: str
    formula: str
    fit: Regression | None
    tests: tuple[Test, ...]
    by_questions: Mapping[str, ZeroMean]
    refused: str
    wider_formula: str
    wider: Regression | None
    versus: Test | None
    wider_refused: str
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """The results of a file beside those of this run.

    Attributes:
        name: What the results of the file are called.
        models: Its models, as this run's are given, but without graders and scaled scores.
        ours: This run over all models.
        theirs: The file over all its models.
        common: Questions with the same number and the same key in both.
        conflicting: Questions with the same number and another key: taken as different ones.
        only_ours: Questions that the file has not.
        only_theirs: Questions that this run has not.
        difference: Ours less theirs on the common questions, with a 95% interval (bootstrap of
            pairs over questions); None without common questions.
        notes: What to beware of, in sentences.
    """

    name: str
    models: tuple[ModelResult, ...]
    ours: Accuracy
    theirs: Accuracy
    common: int
    conflicting: int
    only_ours: int
    only_theirs: int
    difference: Estimate | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """All that came of an exam run by one grader.

    Attributes:
        name: Of the run's folder.
        questions: Name of the questions.
        grader: Whose verdicts count.
        graders: Which rules both graders had (``scoring.version``).
        practice: ``questions.PRACTICE_LABEL`` if practice items are among the questions: nothing
            then has a scaled score; otherwise empty.
        models: In the order asked.
        regressions: Over all models, with the file beside if there is one.
        beside: A second set of results, if one was given.
        figures: What studies of GPT-4 published, each with its status and source.
        notes: What to beware of: missing replies, subjects not named.
        level: Of all intervals.
        settings: What it takes to repeat the run, by name, in words: digests, seeds, versions.
        commands: The commands that ask and score the same again.
    """

    name: str
    questions: str
    grader: Grader
    graders: str
    practice: str
    models: tuple[ModelResult, ...]
    regressions: tuple[Fitted, ...]
    beside: Beside | None
    figures: tuple[StudyFigure, ...]
    notes: tuple[str, ...]
    level: float = 0.95
    settings: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
