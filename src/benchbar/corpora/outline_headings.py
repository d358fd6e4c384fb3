"""Words that stand like a heading: short, in capitals or in title case. Nothing else says so."""

import re

_SMALL = frozenset(
    "a an and as at but by for from in into nor of on or per the to upon via with under".split()
)
"""Words that a title does not begin with a capital."""

COLUMNS = re.compile(r"\S\s{3,}\S")
"""A gap as between the columns of a table."""


def is_heading(text: str) -> bool:
    """Say whether words stand like a heading: short, in capitals or in title case."""
    bare = text.replace("**", "").strip()
    words = bare.split()
    if not 0 < len(words) <= 14 or bare[-1] in ";,—-?" or bare[0] in '"“(':
        return False
    if breaks_off(bare) or COLUMNS.search(bare):
        return False
    if bare.startswith("**") or (text.startswith("**") and text.endswith("**")):
        return True
    letters = [c for c in bare if c.isalpha()]
    if not letters:
        return False
    if all(c.isupper() for c in letters):
        return len(letters) > 1
    return in_title_case(bare)


def breaks_off(text: str) -> bool:
    """Say whether words end in one that never ends a sentence or a title: ``sum of``."""
    last = text.split()[-1]
    return last in _SMALL or (len(last) > 1 and last.lower() in _SMALL)


def in_title_case(text: str) -> bool:
    """Say whether every word but small ones begins with a capital or a figure."""
    words = re.findall(r"\w[\w’'&/-]*", text)
    if not words or not words[0][0].isupper() or re.search(r"[.;?!]\s", text):
        return False
    weighty = [word for word in words if word.lower() not in _SMALL]
    return bool(weighty) and all(word[0].isupper() or word[0].isdigit() for word in weighty)
