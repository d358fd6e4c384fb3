"""``benchbar exam check``: what is in a file of questions."""

from collections import Counter
from pathlib import Path

import click

from benchbar.cli.talk import give_json, say


@click.command(name="check")
@click.argument("questions", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(questions: Path, as_json: bool) -> int:
    """Say what was read of a FILE of questions, and what is wrong with it, by row and column.

    FILE is a CSV table, JSON Lines or TOML; 'practice' is the built-in questions. Nothing is
    changed, no model is called. Ends in 2 if anything must be mended.
    """
    from benchbar.exam.questions import PRACTICE_LABEL, look, practice, same_words
    from benchbar.report.numbers import plural
    from benchbar.report.visible import visible
    from benchbar.tasks.shuffle import LETTERS

    found = look(questions)
    subjects = Counter(question.subject or "no subject" for question in found.questions)
    keys = dict.fromkeys(LETTERS, 0) | Counter(q.key for q in found.questions)
    if as_json:
        give_json(
            {
                "form": found.form,
                "questions": len(found.questions),
                "subjects": dict(subjects),
                "keys": keys,
                "problems": found.problems,
                "notes": found.notes,
            }
        )
    else:
        for problem in found.problems:
            click.echo(visible(found.said(problem)))
        wrong = plural(len(found.problems), "problem") if found.problems else "no problems"
        click.echo(f"{plural(len(found.questions), 'question')} read ({found.form}), {wrong}")
        for subject, count in subjects.items():
            click.echo(f"{count:>6,}  {visible(subject)}")
        click.echo("right answers: " + ", ".join(f"{key} {n}" for key, n in keys.items()))
        built_in = [question.stem for question in practice()]
        if own := sum(same_words((question.stem for question in found.questions), built_in)):
            others = "" if own == len(found.questions) else f"{own:,} of these are "
            say(f"{others}{PRACTICE_LABEL}")
        for note in found.notes:
            say(visible(note))
    return 2 if found.problems else 0
