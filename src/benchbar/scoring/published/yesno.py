"""Published rules for yes and no: the first or the last word of the reply, else unclear.

The paper gives that rule for applies-to. Read here as: the first word counts before the last.
For entailment and contradiction, for which it gives none, the same rule is ours. Known faults,
kept: "No evidence ..." is no, and what stands between the first word and the last is not read.
"""

from benchbar.records import Document, Item
from benchbar.scoring import assent, marks
from benchbar.scoring.finding import Finding, right, wrong


def grade(item: Item, _document: Document, text: str) -> Finding:
    """Grade a reply that should be one of the two words of the right answer's pair."""
    words = marks.fold(text).split()
    answers = {answer.lower(): answer for answer in assent.pair(item.gold)}
    for rule, ends in (("starts-with", words[:1]), ("ends-with", words[-1:])):
        for word in ends:
            if word in answers:
                answer = answers[word]
                same = word == item.gold.strip().lower()
                return right(answer, rule) if same else wrong("opposite answer", answer, rule)
    return wrong("unclear", "", "neither-end")
