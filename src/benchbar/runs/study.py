"""The face of the package: plan a study, run it, resume it, read it, grade it."""

from benchbar.runs.asking import make, resume, run
from benchbar.runs.crew import join
from benchbar.runs.folder import Outcome, Run, open_run
from benchbar.runs.grading import score, score_replies
from benchbar.runs.plan import Study, plan
from benchbar.runs.session import Progress

__all__ = [
    "Outcome",
    "Progress",
    "Run",
    "Study",
    "join",
    "make",
    "open_run",
    "plan",
    "resume",
    "run",
    "score",
    "score_replies",
]
