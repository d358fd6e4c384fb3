"""The two graders of terms answers."""

from benchbar.scoring.corrected.terms import grade as corrected
from benchbar.scoring.published.terms import grade as published

__all__ = ["corrected", "published"]
