"""Published rules for a choice: the labelled lines, else the first word of the reply.

The study (Katz et al. 2024) took the last word of a line that starts with First, Second or Third
Choice, without brackets and full stop; failing such a line, the first word of the first line if
it is a letter. Which of two such lines counts it does not say: here the first. Known faults,
kept: a line in bold does not start with the words, an explanation behind the letter hides it, and
"A plaintiff ..." is A.
"""

from benchbar.scoring.picks import Offered, Pick, nothing

_LABELS = ("First Choice", "Second Choice", "Third Choice")
_DROPPED = "()[]{}."


def read(text: str, offered: Offered) -> Pick:
    """Return what a reply picks."""
    lines = [line.strip() for line in text.strip().splitlines()]
    words = [_last_word(lines, label) for label in _LABELS]
    if words[0]:
        first, second, third = (_letter(word, offered) for word in words)
        if first is None:
            return nothing("not found", "choice-line", words[0])
        return Pick(first, second, third, rule="choice-line", understood=first)
    word = (lines[0].split() or [""])[0].strip(_DROPPED) if lines else ""
    if letter := _letter(word, offered):
        return Pick(letter, rule="first-word", understood=letter)
    return nothing("not found", "no-letter", word)


def _last_word(lines: list[str], label: str) -> str:
    """Return the last word of the first line with a label, without brackets and full stop."""
    line = next((line for line in lines if line.startswith(label)), "")
    return line.split()[-1].strip(_DROPPED) if line else ""


def _letter(word: str, offered: Offered) -> str | None:
    """Return a word that is the letter of a choice."""
    return word if len(word) == 1 and word in offered.letters else None
