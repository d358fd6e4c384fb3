"""x"""

from benchbar.scoring.published.text import grade as grade
