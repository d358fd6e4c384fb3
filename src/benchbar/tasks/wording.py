"""How questions are worded, and the variants of a prompt.

The default wordings are those of the paper (BLT, arXiv 2311.09693), to the letter, because its
figures were taken with them. Variants are made when a model is asked, never when items are built.
"""

from benchbar.errors import InputError
from benchbar.records import Document, Item

CITE_TO_TEXT = "What is the exact text of just {asked} above?"
TEXT_TO_CITE = (
    'What is the exact citation above of the text "{asked}"? '
    "(Use standard legal formatting like section 1001(b)(2))."
)
TEXT_TO_LINE = 'What is the line number of the line above with the text "{asked}"?'
TEXT_TO_PAGE_AND_LINE = (
    'What are the page number and line number of the line above with the text "{asked}"?'
)
DEFINED_TO_CITE = (
    'What is the exact citation above where the term "{asked}" is defined? '
    "(Use standard legal formatting like section 1001(b)(2))."
)
CITE_TO_DEFINED = "What is the term defined at {asked} above?"

JUST_THAT_LINE = (
    " Give just that line, with nothing from the lines before or after it, even if it is not a "
    "complete sentence."
)
INTRODUCED = (
    "Below is testimony as a court reporter took it down. Each line starts with its line number "
    "and a colon; the line number counts the lines of a page from its top."
)
INTRODUCED_PAGES = INTRODUCED + " Each page starts with its page number."

VARIANTS = (
    "default",
    "question-first",
    "return",
    "precise",
    "just-that-line",
    "introduced",
    "exact-twice",
)


def ask(wording: str, asked: str) -> str:
    """Return the question in its default wording."""
    return wording.replace("{asked}", asked)


def message(wording: str, item: Item, document: Document, variant: str) -> str:
    """Return the whole prompt: document, empty line, question; or as the variant has it.

    Raises:
        InputError: There is no such variant, or it does not fit this question.
    """
    if variant == "default":
        return f"{document.text}\n\n{item.question}"
    reworded = _reword(wording, item, document, variant)
    question = ask(reworded, item.asked)
    if variant == "question-first":
        return f"{question}\n\n{document.text}"
    if variant == "introduced":
        paged = document.text.startswith("Page ")
        return f"{INTRODUCED_PAGES if paged else INTRODUCED}\n\n{document.text}\n\n{question}"
    return f"{document.text}\n\n{question}"


def _reword(wording: str, item: Item, document: Document, variant: str) -> str:
    changed = wording
    match variant:
        case "question-first":
            return wording.replace(" above", " below")
        case "introduced" if document.kind == "transcript":
            return wording
        case "return":
            changed = wording.replace("What is the exact", "Return the exact").replace("?", ".", 1)
        case "precise":
            changed = wording.replace(" exact ", " precise ")
        case "just-that-line" if wording == CITE_TO_TEXT:
            return wording + JUST_THAT_LINE
        case "exact-twice" if document.kind == "transcript":
            changed = wording.replace("the page number", "the exact page number")
            changed = changed.replace("line number of", "exact line number of")
    if changed == wording or (variant == "return" and "Return" not in changed):
        raise _misfit(item, document, variant)
    return changed


def _misfit(item: Item, document: Document, variant: str) -> InputError:
    if variant not in VARIANTS:
        return InputError(f"no variant {variant!r}: choose from {', '.join(VARIANTS)}")
    return InputError(
        f"variant {variant!r} does not fit {item.task} on a {document.kind} (item {item.id}): "
        "leave it out, or choose other tests with --task or --corpus"
    )
