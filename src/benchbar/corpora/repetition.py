"""How far a text repeats itself: the check that invented testimony reads like real testimony.

In real transcripts about 13% of the lines occur again in the same file, short ones mostly.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def repeated_share(lines: Sequence[str]) -> float:
    """Return the share of lines whose text occurs elsewhere among them, case and blanks ignored."""
    counts = Counter(" ".join(line.lower().split()) for line in lines)
    return sum(n for n in counts.values() if n > 1) / len(lines) if lines else 0.0


def runs(texts: Iterable[Sequence[str]], *, words: int = 8) -> Counter[tuple[str, ...]]:
    """Count every run of ``words`` words over several texts, each given by its lines.

    Case and punctuation are ignored; a run may go over the ends of lines, not of texts.
    """
    found: Counter[tuple[str, ...]] = Counter()
    for lines in texts:
        spoken = _WORD.findall("\n".join(lines).lower())
        found.update(zip(*(spoken[k:] for k in range(words)), strict=False))
    return found
