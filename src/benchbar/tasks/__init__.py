"""The tests: one file each, and the literal that lists them."""

from benchbar.tasks import (
    applies_to,
    cite_to_amended,
    cite_to_defined,
    cite_to_text,
    defined_to_cite,
    essay,
    essay_mark,
    essay_pair,
    form,
    multiple_choice,
    sara,
    text_to_cite,
)
from benchbar.tasks.base import Task

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        text_to_cite.TASK,
        cite_to_text.TASK,
        cite_to_amended.TASK,
        defined_to_cite.TASK,
        cite_to_defined.TASK,
        applies_to.TASK,
        sara.TASK,
        form.TASK,
        multiple_choice.TASK,
        essay.TASK,
        essay_mark.TASK,
        essay_pair.TASK,
    )
}

__all__ = ["TASKS", "Task"]
