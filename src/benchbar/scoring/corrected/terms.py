"""x"""

from benchbar.scoring.published.terms import grade as grade
