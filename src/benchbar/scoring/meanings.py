"""What each kind of error, and each kind of no answer, means: the words of the reference."""

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
    "empty": "Nothing at all, or nothing that can be read.",
    "refused": "The model, or its provider, declines to answer.",
    "truncated": "The reply ends at its limit, or inside its reasoning, before it answers.",
    "blocked": "The provider's filter took the reply away.",
    "failed": "The call failed, or the reply is the error message of a service.",
}
"""In the order in which a report lists them."""
