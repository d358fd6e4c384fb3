"""The two graders of cites answers."""

from benchbar.scoring.corrected.cites import grade as corrected
from benchbar.scoring.published.cites import grade as published

__all__ = ["corrected", "published"]
