"""Made-up answers to an exam: questions that differ, settings that do or do not matter."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from benchbar.exam.questions import SUBJECTS
from benchbar.exam.responses import OURS, Response
from benchbar.tasks.shuffle import LETTERS


def answers(
    questions: int = 60,
    *,
    prompts: Sequence[str] = ("ranked", "ranked-with-reasons"),
    temperatures: Sequence[float | None] = (0.0, 0.5),
    trials: int = 3,
    model: str = "maker/model",
    paper: str = OURS,
    effects: Mapping[str, float] | None = None,
    ease: float = 1.0,
    leaning: float = 0.0,
    seed: int = 1,
) -> list[Response]:
    """Simulate answers.

    Args:
        questions: How many.
        prompts: Names.
        temperatures: Of the model.
        trials: Of each setting.
        model: Its name.
        paper: Whose results they are.
        effects: What a prompt adds to the log-odds of a right answer.
        ease: Mean log-odds of a right answer.
        leaning: Share of answers that are A whatever is asked.
        seed: Of chance; questions are the same for all seeds.
    """
    fixed, rng = np.random.default_rng(7), np.random.default_rng(seed)
    level = fixed.normal(0, 1.5, questions)
    keys = fixed.integers(0, 4, questions)
    made = []
    for prompt, temperature, trial in product(prompts, temperatures, range(1, trials + 1)):
        odds = ease + level + (effects or {}).get(prompt, 0.0)
        right = rng.random(questions) < 1 / (1 + np.exp(-odds))
        others = (keys + rng.integers(1, 4, questions)) % 4
        leans = rng.random(questions) < leaning
        first = np.where(leans, 0, np.where(right, keys, others))
        for n in range(questions):
            ranked = [LETTERS[(int(first[n]) + step) % 4] for step in range(3)]
            key = LETTERS[int(keys[n])]
            made.append(
                Response(
                    paper=paper,
                    model=model,
                    prompt=prompt,
                    temperature=temperature,
                    session=str(trial),
                    question=str(n + 1),
                    subject=SUBJECTS[n % len(SUBJECTS)],
                    answer=ranked[0],
                    second=ranked[1] if prompt != "plain" else None,
                    third=ranked[2] if prompt != "plain" else None,
                    key=key,
                    why=None,
                    shown=ranked[0],
                    shown_key=key,
                )
            )
    return made
