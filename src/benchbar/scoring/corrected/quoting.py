"""What a reply only quotes back is cut out before cites are looked for in it."""

import re

from benchbar.scoring import marks, normal

_CITE_WORD = re.compile(
    r"\b(?:lines?|pages?|pp?|ll?|pg|ln|numbers?|nos?|tr|dep|and|of|on|at|the|is|answer|citation"
    r"|sections?|secs?|(?:sub)*(?:sec|section|para|paragraph|clause|item)s?|cl|title|[uisr]"
    r"|usca?|irc|[ivxlc]+|[a-z]{1,2}|([a-z])\1{2,4})\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SPACES = re.compile(r"[ \t]+")
_LONGEST = 40_000
"""Characters of a reply that are read, from its end: the last committed answer counts."""
_LEAST = 4
"""Characters of asked-for words below which cutting them out would cut other words too."""


def own_words(text: str, asked: str) -> str:
    """Return a reply in plain prose without the words asked for and without quotations of text.

    A quotation of nothing but a cite stays: it is the answer in quotation marks.
    """
    prose = _SPACES.sub(" ", normal.bare(normal.readable(text)[-_LONGEST:]))
    prose = _without(prose, _SPACES.sub(" ", marks.plain(asked)).strip())
    kept, at = [], 0
    for start, end in marks.quotations(prose):
        if start < at or end - start > 0.8 * len(prose) or not _is_text(prose[start:end]):
            continue
        kept.append(prose[at:start])
        at = end
    return "".join(kept) + prose[at:]


def _is_text(quotation: str) -> bool:
    """Say whether a quotation holds words other than those of a cite."""
    return _WORD.search(_CITE_WORD.sub(" ", quotation[:400])) is not None


def _without(prose: str, asked: str) -> str:
    """Cut the asked-for words out wherever they stand, whatever their case and end."""
    for words in (asked, asked.rstrip(" .,;:-?!")):
        if len(words) < _LEAST:
            continue
        found = re.compile(re.escape(words), re.IGNORECASE)
        prose = found.sub('"', prose) if found.search(prose) else prose
    return prose
