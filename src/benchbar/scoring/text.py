"""The two graders of text answers."""

from benchbar.scoring.corrected.text import grade as corrected
from benchbar.scoring.published.text import grade as published

__all__ = ["corrected", "published"]
