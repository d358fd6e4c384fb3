"""From answers to accuracies: as a whole, and by everything in which they differ."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchbar.errors import InputError
from benchbar.exam.responses import MISSING, Response
from benchbar.exam.results import (
    MOST_MISSED,
    Accuracy,
    Missed,
    Part,
    Ranks,
    Repeated,
    Setting,
    told,
)
from benchbar.records import Outcome
from benchbar.seeds import rng_for
from benchbar.stats.agreement import agreement
from benchbar.stats.clusters import clustered
from benchbar.stats.proportions import wilson
from benchbar.stats.trials import as_published, these_questions
from benchbar.tasks.multiple_choice import WORDINGS

UNNAMED = "not named"
"""The subject of questions that have none, where others have one."""
_TAILORED = ("ranked", "ranked-with-reasons")
"""Prompts to which worked examples can be added."""

K = TypeVar("K")


class Answers:
    """The answers of one model, in columns."""

    def __init__(self, responses: Iterable[Response]) -> None:
        self.rows = tuple(responses)
        self._numbers = {name: n for n, name in enumerate(dict.fromkeys(self.questions))}
        self._codes: NDArray[np.int64] = np.array(
            [self._numbers[one] for one in self.questions], np.int64
        )
        self._right = np.array([one.correct for one in self.rows], bool)

    @property
    def questions(self) -> Iterator[str]:
        """The question of each answer."""
        return (one.question for one in self.rows)

    @cached_property
    def settings(self) -> dict[Setting, list[int]]:
        """The places of the answers in each setting, in the order asked."""
        return self.places(lambda one: Setting(one.prompt, one.temperature))

    def places(self, by: Callable[[Response], K]) -> dict[K, list[int]]:
        """Return the places of the answers that have each value."""
        found: dict[K, list[int]] = {}
        for place, one in enumerate(self.rows):
            found.setdefault(by(one), []).append(place)
        return found

    def accuracy(self, places: Sequence[int] | None = None, *, top: int = 1) -> Accuracy:
        """Return the accuracy of some answers, or of all.

        Args:
            places: Of the answers; all if not given.
            top: How many of the ranked choices count.
        """
        at = np.arange(len(self.rows)) if places is None else np.array(places, np.int64)
        right = self._right[at]
        if top > 1:
            right = np.array([self.rows[place].within(top) for place in at], bool)
        asked = np.bincount(self._codes[at], minlength=len(self._numbers))
        correct = np.bincount(self._codes[at], right, len(self._numbers)).astype(np.int64)
        there = asked > 0
        return _accuracy(
            correct[there].tolist(),
            asked[there].tolist(),
            Counter(why for place in at if (why := self.rows[place].why)),
        )


def _accuracy(correct: list[int], asked: list[int], unanswered: Counter[str]) -> Accuracy:
    """Return the accuracy of right answers and answers by question."""
    right, total = sum(correct), sum(asked)
    rng = np.random.default_rng(rng_for("exam, as published", right, total).getrandbits(64))
    return Accuracy(
        correct=right,
        asked=total,
        questions=len(asked),
        unanswered=dict(unanswered.most_common()),
        new=clustered(correct, asked),
        these=these_questions(correct, asked) if min(asked) > 1 else None,
        published=as_published(right, total, rng=rng),
    )


def by_setting(answers: Answers) -> tuple[Part, ...]:
    """Return the accuracy in each setting."""
    return tuple(
        Part(str(setting), answers.accuracy(places), setting)
        for setting, places in answers.settings.items()
    )


def by_prompt(answers: Answers) -> tuple[Part, ...]:
    """Return the accuracy by prompt."""
    return _parts(answers, lambda one: one.prompt)


def by_temperature(answers: Answers) -> tuple[Part, ...]:
    """Return the accuracy by temperature."""
    return _parts(answers, lambda one: told(one.temperature))


def by_subject(answers: Answers) -> tuple[Part, ...]:
    """Return the accuracy by subject, by name; nothing where no question names one."""
    found = _parts(answers, lambda one: one.subject or UNNAMED)
    if [part.name for part in found] == [UNNAMED]:
        return ()
    return tuple(sorted(found, key=lambda part: (part.name == UNNAMED, part.name)))


def by_trial(answers: Answers) -> tuple[Part, ...]:
    """Return the accuracy by trial, over all settings.

    Where a file numbers its sessions through, a trial is a session's place in its setting.
    """
    sessions = {
        setting: list(dict.fromkeys(answers.rows[place].session for place in places))
        for setting, places in answers.settings.items()
    }
    through = not any(
        {*one} & {*other} for s, one in sessions.items() for t, other in sessions.items() if s != t
    )
    numbered = {
        (setting, session): str(n) if through else session
        for setting, named in sessions.items()
        for n, session in enumerate(named, 1)
    }
    return _parts(answers, lambda one: numbered[Setting(one.prompt, one.temperature), one.session])


def _parts(answers: Answers, by: Callable[[Response], str]) -> tuple[Part, ...]:
    return tuple(
        Part(name, answers.accuracy(places)) for name, places in answers.places(by).items()
    )


def sessions(answers: Answers) -> int:
    """Return the number of sittings."""
    return len({(one.prompt, one.temperature, one.session) for one in answers.rows})


def ranks(answers: Answers) -> Ranks | None:
    """Return how often the right choice is among the first, over the prompts that ask for three.

    A prompt that this program does not know asked for them if an answer ranks a second choice.
    """
    prompts = answers.places(lambda one: one.prompt)
    ranked = [
        prompt
        for prompt, places in prompts.items()
        if (
            WORDINGS[prompt].ranked
            if prompt in WORDINGS
            else any(answers.rows[place].second for place in places)
        )
    ]
    if not ranked:
        return None
    places = [place for prompt in ranked for place in prompts[prompt]]
    first, two, three = (answers.accuracy(places, top=top) for top in (1, 2, 3))
    return Ranks(tuple(ranked), first, two, three)


def repeated(answers: Answers) -> tuple[Repeated, ...]:
    """Return how far trials agree, in each setting that has several of all its questions."""
    found = (_repeated(answers, *one) for one in answers.settings.items())
    return tuple(one for one in found if one)


def _repeated(answers: Answers, setting: Setting, places: Sequence[int]) -> Repeated | None:
    trials: dict[str, list[Response]] = {}
    for place in places:
        trials.setdefault(answers.rows[place].question, []).append(answers.rows[place])
    counts = {len(one) for one in trials.values()}
    if len(counts) > 1 or counts == {1}:
        return None
    rng = np.random.default_rng(0)  # nothing is drawn: each question is a cluster of its own
    outcomes = [[_outcome(one) for one in of_one] for of_one in trials.values()]
    same = sum(len({one.answer for one in of_one}) == 1 for of_one in trials.values())
    return Repeated(setting, agreement(outcomes, list(trials), rng=rng), wilson(same, len(trials)))


def _outcome(one: Response) -> Outcome:
    if one.answer is None:
        return "not_an_answer"
    return "correct" if one.correct else "wrong"


def missed(answers: Answers) -> tuple[Missed, ...]:
    """Return the questions missed most, the hardest first, with the wrong choice named most."""
    found = []
    for question, places in answers.places(lambda one: one.question).items():
        rows = [answers.rows[place] for place in places]
        correct = sum(one.correct for one in rows)
        if 2 * correct < len(rows):
            wrong = Counter(one.answer for one in rows if one.answer and not one.correct)
            most, picked = wrong.most_common(1)[0] if wrong else (None, 0)
            first = rows[0]
            found.append(
                Missed(question, first.subject, first.key, correct, len(rows), most, picked)
            )
    found.sort(key=lambda one: (one.correct / one.asked, -one.picked / one.asked))
    return tuple(found[:MOST_MISSED])


def best_setting(responses: Iterable[Response], model: str = "") -> tuple[str, float | None]:
    """Return the ranked prompt and the temperature with which a model was most often right.

    That is what worked examples are added to. Of equals the first asked counts.

    Args:
        responses: The answers of a run.
        model: Whose, if there are several.

    Raises:
        InputError: There is no ranked prompt, it is unclear whose is meant, or answers are
            missing: a setting must not win because another was not finished.
    """
    rows = [one for one in responses if model in ("", one.model)]
    models = list(dict.fromkeys(one.model for one in rows))
    if len(models) != 1:
        known = ", ".join(models) or "none of that name"
        raise InputError(f"the best setting of one model is meant, and there are {known}: name one")
    ranked = [one for one in rows if one.prompt in _TAILORED]
    if not ranked:
        raise InputError(
            f"no ranked prompt was asked: the best is chosen from {', '.join(_TAILORED)}"
        )
    missing = sum(one.why == MISSING for one in ranked)
    if missing:
        raise InputError(
            f"{missing:,} answers are missing: finish the run with 'benchbar exam run --resume "
            "RUN' first"
        )
    best = max(by_setting(Answers(ranked)), key=lambda part: part.accuracy.new.value)
    if best.setting is None:
        raise ValueError(best.name)
    return best.setting.prompt, best.setting.temperature
