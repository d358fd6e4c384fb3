"""x"""

from benchbar.scoring.published.cites import grade as grade
