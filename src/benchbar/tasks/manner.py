"""Signs that a reply has the manner of a look-up's answer: a bare cite, or a line copied whole.

Fine-tuning on look-ups teaches a form as well as a skill. In a reply to anything else that form is
a leak of the training answers.
"""

import re

from benchbar import cite
from benchbar.scoring import marks

_LEAST_WORDS = 3
_LABEL = re.compile(r"^(?:\d{1,3}:|\(?[0-9A-Za-z]{1,5}[).])\s*")
_LABELS = re.compile(r"(?:\([0-9A-Za-z]{1,5}\)\s?){1,8}")
_PLACE = re.compile(
    r"(?:page \d+,? )?line \d+|(?:§+|sec\.|section) ?\d[\w.-]*(?:\(\w{1,5}\))*", re.IGNORECASE
)
_TIME = re.compile(r"\d+:\d+")
_NUMBERED = re.compile(r"\d{1,2}:\s+\S")
"""A line of testimony with its number, which no reply to a request would begin with."""


def is_cite(text: str) -> bool:
    """Say whether a reply is a citation and nothing else: ``line 10``, ``section 7(b)(1)``.

    ``15:30`` may be a page and line, but is a time as well: it does not count.
    """
    bare = text.strip().strip("\"'“”`*.").strip()
    if _LABELS.fullmatch(bare) or _PLACE.fullmatch(bare):
        return True
    if _TIME.fullmatch(bare):
        return False
    try:
        cite.parse(marks.plain(bare))
    except ValueError:
        return False
    return True


def is_copied(text: str, prompt: str) -> bool:
    """Say whether a reply is one line of the prompt, or has the form of a line of testimony."""
    reply = _bare(text)
    if "\n" in text.strip():
        return False
    if _NUMBERED.match(text.strip()):
        return True
    lines = (_bare(line) for line in prompt.splitlines())
    return len(reply.split()) >= _LEAST_WORDS and reply in lines


def is_of_a_lookup(text: str, prompt: str) -> bool:
    """Say whether a reply has either sign."""
    return bool(text.strip()) and (is_cite(text) or is_copied(text, prompt))


def _bare(line: str) -> str:
    """Return a line without label, marks and case."""
    words = _LABEL.sub("", line.strip().strip("\"'“”`*"), count=1)
    return " ".join(words.casefold().rstrip(".").split())
