"""Measures an exam of 10,000 answers: python -m benchmarks.sitting run|score FOLDER."""

import sys
from pathlib import Path

from benchbar.cli.exam.run import command as run
from benchbar.cli.exam.score import command as score
from benchbar.exam.questions import SUBJECTS, Question, write
from benchmarks.measure import here, tell

QUESTIONS = 200
SESSIONS = 50
"""Of the preset ``replication``."""


def questions() -> list[Question]:
    """Return as many questions as the studies asked; invented, of no law."""
    return [
        Question(
            id=str(n),
            stem=f"Ferry {n} sank with {n} sheep on board. Which of its owners pays for them?",
            choices=(
                f"Owner {n}.", f"Nobody but owner {n + 1}.", "Both.", f"The {n} shepherds alone.",
            ),
            key="ABCD"[n % 4],  # type: ignore[arg-type]
            subject=SUBJECTS[n % len(SUBJECTS)],
        )
        for n in range(QUESTIONS)
    ]  # fmt: skip


def main() -> None:
    """Let the simulated candidate sit the preset ``replication``, or score what came of it."""
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "run":
        file = folder / "questions.csv"
        write(file, questions())
        words = [str(file), "--model", "benchbar/candidate", "--preset", "replication"]
        tell(here(lambda: run.main([*words, "--out", str(folder / "run")], standalone_mode=False)))
    else:
        words = [str(folder / "run"), "--out", str(folder / "page")]
        tell(here(lambda: score.main(words, standalone_mode=False)))


if __name__ == "__main__":
    main()
