"""What a reply only quotes back is cut out before cites are looked for in it."""

import re

from benchbar.scoring import marks, normal

_CITE_WORD = re.compile(
    r"\b(?:lines?|pages?|pp?|ll?|pg|ln|numbers?|nos?|tr|dep|and|of|on|at|the|is|answer|citation"
    r"|sections?|secs?|(?:sub)*(?:sec|section|para|paragraph|clause|item)s?|cl|title|[uisr]"
    r"|usca?|irc|[ivxlc]+|[a-z]{1,2}|([a-z])\1{2,4})\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:formatting|format|form|style)\s(?:like|of|such as)\ssection 1001\(b\)\(2\)",
    re.IGNORECASE,
)
"""The example of a cite that the questions give."""
_WORD = re.compile(r"[A-Za-z]{2,}")
_SPACES = re.compile(r"[ \t]+")
_LONGEST = 20_000
"""Characters that are read at each end of a very long reply."""
_QUOTED_BACK = " ~ "
_LEAST = 4
"""Characters of asked-for words below which cutting them out would cut other words too."""


def own_words(text: str, asked: str) -> str:
    """Return a reply in plain prose without the words asked for and without quotations of text.

    A quotation of nothing but a cite stays: it is the answer in quotation marks.
    """
    prose = _SPACES.sub(" ", normal.bare(_both_ends(normal.readable(text))))
    prose = _EXAMPLE.sub(_QUOTED_BACK, prose)
    prose = _without(prose, _SPACES.sub(" ", marks.plain(asked)).strip())
    kept, at = [], 0
    for start, end in marks.quotations(prose):
        if start < at or end - start > 0.8 * len(prose) or not _is_text(prose[start:end]):
            continue
        kept.append(prose[at:start])
        at = end
    return "".join(kept) + prose[at:]


def _both_ends(text: str) -> str:
    """Return a text, or the first and the last part of a very long one."""
    return text if len(text) <= 2 * _LONGEST else f"{text[:_LONGEST]}\n\n{text[-_LONGEST:]}"


def _is_text(quotation: str) -> bool:
    """Say whether a quotation holds words other than those of a cite."""
    return _WORD.search(_CITE_WORD.sub(" ", quotation[:400])) is not None


def _without(prose: str, asked: str) -> str:
    """Cut the asked-for words out wherever they stand, whatever their case and end."""
    for words in (asked, asked.rstrip(" .,;:-?!")):
        if len(words) < _LEAST:
            continue
        found = re.compile(rf"\"?{re.escape(words)}[ .,;:?!]*\"?", re.IGNORECASE)
        prose = found.sub(_QUOTED_BACK, prose) if found.search(prose) else prose
    return prose
