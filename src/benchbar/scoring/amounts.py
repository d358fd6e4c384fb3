"""The two graders of answers that are an amount of dollars."""

from benchbar.scoring.corrected.amounts import grade as corrected
from benchbar.scoring.corrected.amounts import within as corrected_within
from benchbar.scoring.published.amounts import grade as published
from benchbar.scoring.published.amounts import within as published_within

__all__ = ["corrected", "corrected_within", "published", "published_within"]
