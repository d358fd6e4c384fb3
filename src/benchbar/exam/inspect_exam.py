"""The multiple choice of the bar exam as a task of Inspect AI.

inspect eval benchbar/exam --model openai/gpt-4o -T questions=questions.csv
"""

import tempfile
from pathlib import Path

from inspect_ai import Task
from inspect_ai import task as inspect_task

from benchbar.errors import InputError
from benchbar.exam import items
from benchbar.exam.prompts import apart, prompt_of
from benchbar.exam.questions import PRACTICE, practice, read
from benchbar.records import Cell, Item
from benchbar.runs import inspect_task as tasks
from benchbar.runs import plan
from benchbar.suites.data import Data
from benchbar.tasks import multiple_choice

_NO_MODEL = "inspect/any"
_NO_SUBJECT = "no subject"


@inspect_task
def exam(
    questions: str | None = None,
    prompt: str = "ranked",
    shuffle: bool = False,
    limit: int | None = None,
) -> Task:
    """The bar exam's multiple choice: which of four choices is right?

    Args:
        questions: A file of questions, as benchbar exam run takes it; the practice questions
            of the package unless given.
        prompt: How they are put: ranked, ranked-with-reasons, plain, few-shot or
            few-shot-with-reasons.
        shuffle: Show the choices in another order in every epoch.
        limit: Only the first questions.
    """
    with tasks.told_by_inspect(), tempfile.TemporaryDirectory() as scratch:
        chosen = prompt_of(str(prompt))
        file = Path(str(questions or PRACTICE))
        asked = apart(read(file) if questions else practice(), [chosen])
        if not asked:
            raise InputError(f"{file}: holds nothing but worked examples of the prompt {prompt}")
        folder = Path(scratch)
        items.write(asked, folder, name=file.name, shuffle=0 if shuffle else None)
        study = plan.plan(
            folder,
            (Cell(_NO_MODEL, variant=chosen.name),),
            limit=limit and tasks.whole_number("limit", limit),
        )
        name = f"{multiple_choice.SUITE}-{items.slug(file.name)}"
        system = chosen.system
        return tasks.task_of(study, Data(folder), name=name, part=_subject, system=system)


def _subject(item: Item) -> str:
    return str(item.traits.get("subject", _NO_SUBJECT))
