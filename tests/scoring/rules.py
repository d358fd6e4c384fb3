"""The rules of both graders for each task, as the tests apply them."""

from benchbar.scoring import cites, terms, text
from benchbar.scoring.finding import Rule

RULES: dict[str, tuple[Rule, Rule]] = {
    "text_to_cite": (cites.published, cites.corrected),
    "defined_to_cite": (cites.published, cites.corrected),
    "cite_to_text": (text.published, text.corrected),
    "cite_to_amended": (text.published, text.corrected),
    "cite_to_defined": (terms.published, terms.corrected),
}
