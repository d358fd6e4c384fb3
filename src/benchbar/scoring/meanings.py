"""What kinds of error and the rules by which graders decide mean: the words of the reference."""

from collections.abc import Mapping

from benchbar.records import Grader

MEANINGS: dict[str, str] = {
    "section number omitted": "The labels are right, but the number of the section is missing.",
    "not found": (
        "No answer to the question: no cite, no words or term of the document, a line copied "
        "with a word changed, or a claim that there is none."
    ),
    "multiple answers": (
        "Two or more answers side by side, even if one of them is right; a range for one line."
    ),
    "wrong section": "A place in another section.",
    "wrong subsection": "The section is right, the subsection is not.",
    "wrong paragraph": "The paragraph is wrong, such as (2) for (1).",
    "wrong subparagraph": "The subparagraph is wrong, such as (B) for (A).",
    "wrong clause": "The clause is wrong, such as (ii) for (i).",
    "wrong subclause": "The subclause is wrong, such as (II) for (I).",
    "wrong item": "The item is wrong, such as (bb) for (aa).",
    "wrong subitem": "The subitem is wrong, such as (BB) for (AA).",
    "wrong subsubitem": "The subsubitem is wrong, such as (bbb) for (aaa).",
    "not parallel": (
        "The answer stops at a parent of the right place, or goes on to a child of one."
    ),
    "incorrect format": "No such place can be: the labels do not fit their levels.",
    "omitted amendment": (
        "The words before the change: the model recites the law, it does not read."
    ),
    "superset": "The right words and others with them.",
    "subset": "A part of the right words, nothing else.",
    "wrong line": "Another line of the transcript, or of the statute where the cites do not tell.",
    "subset wrong line": "A part of another line.",
    "multiple wrong lines": "Several lines, the right one not among them.",
    "child of wrong": "Words of another line that are no term defined there.",
    "child of correct": "Words of the right line that are not the term it defines.",
    "opposite answer": "Yes for no, or no for yes; entailment for contradiction.",
    "unclear": "Neither yes nor no, or both.",
    "wrong amount": "An amount of money that is off by more than the tolerance.",
    "second choice right": "Another choice comes first; the right one is ranked second.",
    "third choice right": "Two other choices come first; the right one is ranked third.",
    "wrong choice": "Another choice, and the right one is not among those ranked after it.",
    "too few": "Fewer lines, sentences, words or entries than were asked for.",
    "too many": "More lines, sentences, words or entries than were asked for.",
    "another form": "Not what was asked for: no JSON, no letter, no reason, no table.",
    "empty": (
        "Nothing at all, or nothing that can be read; for the corrected grader also mere marks, "
        "such as a dash."
    ),
    "refused": "The model, or its provider, declines to answer.",
    "truncated": "The reply ends at its limit, or inside its reasoning, before it answers.",
    "blocked": "The provider's filter took the reply away.",
    "failed": "The call failed, or the reply is the error message of a service.",
}
"""In the order in which a report lists them."""

BEFORE: dict[str, str] = {
    "failed-call": "The call of the model failed, so there is no reply.",
    "content-filter": "The provider's filter took the reply away.",
    "refused-by-provider": "The provider says that the model refused.",
    "prompt-too-long": "The prompt is longer than the model can take.",
    "inside-reasoning": "The reply ends inside its reasoning and never comes to its answer.",
    "cut-off": "The reply ends at its limit before it commits itself to an answer.",
    "empty-reply": "There is nothing in the reply that can be read.",
}
"""Rules of both graders, by which a reply holds nothing to grade."""

FORMS: dict[str, str] = {
    "as-asked": "The reply has the form that was asked for; what it says is not looked at.",
    "counted": "Lines, sentences, words or entries of the reply were counted.",
    "looked-at": "The reply was held against the form that was asked for.",
}
"""Rules of both graders for forms: one takes a reply to the letter, one as a person would."""

_BOTH = BEFORE | FORMS

CORRECTED: dict[str, str] = _BOTH | {
    "only-marks": "The reply is mere marks, such as a dash, and no words.",
    "error-text": "The reply is the error message of a service.",
    "refused-in-words": "The reply says that it will not or cannot answer.",
    "confirmed": "The reply confirms this answer outright, as in: 12(b) is correct.",
    "last-committed": (
        "The last answer that the reply announces, as in: the answer is 12(b); or that stands "
        "alone."
    ),
    "located": "The reply announces no answer, but says of this place that the words stand there.",
    "last-mentioned": "The reply announces no answer; this is what it names last.",
    "explained": "The reply only explains, and this is what it explains.",
    "mentioned-only": "The reply names this by the way alone, as in: see 12(b); and nothing else.",
    "nothing-named": "The reply names nothing of the sort that was asked for.",
    "all-rejected": "The reply says only what the answer is not.",
    "withdrawn": "The reply takes its answer back and gives no other.",
    "no-section": "The reply has the labels of the right place without the number of the section.",
    "page-and-line-swapped": "The right page is given as the line, the line as the page.",
    "exact": "The reply is the right answer and nothing else; of amounts, right to the dollar.",
    "without-label": "The reply is the line without its label or number, and nothing else.",
    "without-header": "The reply is the line without its heading, and nothing else.",
    "behind-its-cite": "The reply is the line behind its full cite, and nothing else.",
    "contains-answer": "The right words stand within other words of the reply.",
    "part-of-answer": "The reply has some of the words of the right line, not all.",
    "part-of-another-line": "The reply has some of the words of another line.",
    "no-line": "The reply has words of no line of the document.",
    "other-rejected": "The reply rejects the other side, as in: it is not true that it applies.",
    "both-sides": "The reply says yes and no side by side.",
    "last-said": "The side that the reply takes last.",
    "within-tolerance": "The amount is not exact, but as near as the test allows.",
    "several": "The reply offers several choices side by side.",
    "others-rejected": "The reply rejects every other choice.",
}
"""Rules of the corrected grader: which of the things named in a reply is its answer."""

PUBLISHED: dict[str, str] = _BOTH | {
    "numbers-of-first-line": "The numbers in the first line of the reply are taken as the answer.",
    "numbers-of-reply": "The numbers in the whole reply are taken as the answer.",
    "too-few-numbers": "The reply has fewer numbers than a page and a line need.",
    "too-many-numbers": "The reply has more numbers than a page and a line need.",
    "cites-of-reply": "All cites in the reply, wherever they stand, are taken as the answer.",
    "bare-parts": "The labels of the right place stand in the reply, but no cite.",
    "no-cite": "The reply has no cite in the form that these rules know.",
    "whole-reply": "The whole reply is the line.",
    "quotation-or-colon": "The longest quotation, or what follows the first colon, is the answer.",
    "paragraph-or-rest": (
        "The second line, the middle paragraph, or all but the first line is the answer."
    ),
    "in-quotes": "The answer stands in quotation marks somewhere in the reply.",
    "unamended": "The reply is the line as it read before it was changed.",
    "contains-answer": "The right words stand within other words of the reply.",
    "part-of-answer": "The reply, or a piece of it, is a part of the right line.",
    "another-line": "The reply, or a piece of it, is another line.",
    "part-of-another-line": "The reply, or a piece of it, is a part of another line.",
    "contains-other-lines": "The reply has several other lines.",
    "no-line": "The reply has words of no line of the document.",
    "starts-with-term": "The reply starts with the term.",
    "first-line-ends-with-term": "The first line of the reply ends with the term.",
    "another-term": "The reply gives a term that is defined at another place.",
    "word-of-another-line": "The reply gives words of another line that are no term.",
    "word-of-line": "The reply gives words of the right line that are not the term.",
    "no-term": "The reply gives no term and no words of the document.",
    "starts-with": "The first word of the reply says yes or no.",
    "ends-with": "The last word of the reply says yes or no.",
    "neither-end": "Neither the first nor the last word of the reply says yes or no.",
    "no-number": "The reply has no number.",
    "exact": "The last number of the reply is the right amount, to the dollar.",
    "within-tolerance": "The last number of the reply is as near as the test allows.",
    "beyond-tolerance": "The last number of the reply is further off than the test allows.",
    "choice-line": "The line that starts with First Choice ends with this word.",
    "first-word": "The first word of the reply is this letter.",
    "no-letter": "The first word of the reply is no letter of a choice.",
}
"""Rules of the published grader: which part of a reply is taken as its answer."""

RULES: Mapping[Grader, Mapping[str, str]] = {"corrected": CORRECTED, "published": PUBLISHED}


def of_rule(grader: Grader, rule: str) -> str:
    """Say in a sentence what a rule means; nothing of a rule of another version."""
    return RULES[grader].get(rule, "")
