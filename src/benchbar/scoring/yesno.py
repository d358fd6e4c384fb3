"""The two graders of answers that are yes or no, entailment or contradiction."""

from benchbar.scoring.corrected.yesno import grade as corrected
from benchbar.scoring.published.yesno import grade as published

__all__ = ["corrected", "published"]
