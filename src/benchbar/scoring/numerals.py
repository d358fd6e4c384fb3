"""Numbers in figures and in words: ``18``, ``eighteen``, ``sixty-nine``, ``eighteenth``."""

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNIT_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_VALUES: dict[str, int] = {
    **{word: n for n, word in enumerate(_UNITS.split())},
    **{word: n for n, word in enumerate(_UNIT_ORDINALS.split())},
    **{word: 10 * n for n, word in enumerate(_TENS.split(), 2)},
    **{f"{word[:-1]}ieth": 10 * n for n, word in enumerate(_TENS.split(), 2)},
    "hundred": 100,
    "hundredth": 100,
}
_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))

WORDS = rf"\b(?:{_WORD})\b(?:(?:\s|-|\sand\s){{1,2}}(?:{_WORD})\b){{0,4}}"
"""A pattern (case ignored) for a number in words."""

NUMBER = rf"(?:(?<!\d)\d{{1,6}}(?!\d)|{WORDS})"
"""A pattern (case ignored) for a whole number in figures or words."""

_PART = re.compile(r"[a-z]+")


def value(text: str) -> int:
    """Return the value of text that one of the patterns matched."""
    if text.isdecimal():
        return int(text)
    total = 0
    for word in _PART.findall(text.lower()):
        n = _VALUES.get(word, 0)
        total = max(total, 1) * 100 if n == 100 else total + n
    return total
