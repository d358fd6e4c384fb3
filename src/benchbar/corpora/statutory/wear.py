"""Runs of eight words that the language of statutes would repeat too often, if let.

`worn.txt` holds them, measured by this file alone: `python -m benchbar.corpora.statutory.wear`.
Make it anew when the language was changed by much.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path

from benchbar.corpora.repetition import runs

RUN = 8
_SAMPLE, _SIZE, _OFTEN = 12_000, 800, 18
"""Sections measured, their tokens, and how often a run must occur in them to count as worn."""
_REFERENCE = re.compile("\x02\\^?(\\w+)\x03")
_STANDS_FOR = {"this": "this subsection", "prev": "paragraph 1", "first": "paragraph 1"}
"""What references not yet filled in become most often."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@cache
def _worn() -> frozenset[str]:
    text = resources.files(__package__).joinpath("worn.txt").read_text("utf-8")
    return frozenset(text.splitlines())


def worn_in(text: str) -> Iterator[str]:
    """Yield the worn runs of a text, case and punctuation ignored."""
    known = _worn()
    if "\x02" in text:
        text = _REFERENCE.sub(lambda found: _STANDS_FOR.get(found[1], "this section"), text)
    words = _WORD.findall(text.lower())
    for at in range(len(words) - RUN + 1):
        run = " ".join(words[at : at + RUN])
        if run in known:
            yield run


def measure(sections: int = _SAMPLE) -> list[str]:
    """Return the runs that are worn in a sample of sections, in alphabetical order."""
    # These draw on this file, so they are loaded only when it is made anew.
    from benchbar.corpora import uslm
    from benchbar.corpora.code import section
    from benchbar.records import Document

    def lines() -> Iterator[list[str]]:
        for number in range(sections):
            markup = section(
                random.Random(f"wear {number}"), number=str(101 + number), tokens=_SIZE
            )
            for found in uslm.sections(BytesIO(markup), "wear"):
                if isinstance(found, Document):
                    yield [found.words(line) for line in found.lines]

    found = runs(lines(), words=RUN)
    least = _OFTEN * sections / _SAMPLE
    return sorted(" ".join(run) for run, times in found.items() if times >= least)


if __name__ == "__main__":
    known = set(_worn()) | set(measure())
    Path(__file__).with_name("worn.txt").write_text("\n".join(sorted(known)) + "\n", "utf-8")
