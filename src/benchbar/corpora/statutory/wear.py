"""Runs of eight words that the language of statutes would repeat too often, if let.

`worn.txt` holds them, each with the number of sections of which one may have it. This file alone
measures them, and again under what it found before: `python -m benchbar.corpora.statutory.wear`.
Empty `worn.txt` and make it anew, three times over, when the language was changed by much.
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
_SAMPLE, _SIZE, _OFTEN = 12_000, 800, 13
"""Sections measured, their tokens, and how often a run must occur in them to count as worn."""
_FIRST, _MOST = 4, 64
"""One section of how many may have a run that was found worn once, and at most."""
_REFERENCE = re.compile("\x02\\^?(\\w+)\x03")
_STANDS_FOR = {
    "this": "this subsection",
    "prev": "paragraph 1",
    "first": "paragraph 1",
    "some": "subsection c",
    "bare": "subsection b",
}
"""What references not yet filled in become most often."""
_BETWEEN = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))


@cache
def _worn() -> dict[tuple[bytes, ...], int]:
    text = resources.files(__package__).joinpath("worn.txt").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return {tuple(run.encode().split()): int(sections) for run, sections in lines}


@cache
def _runs() -> frozenset[tuple[bytes, ...]]:
    return frozenset(_worn())


def worn_in(text: str) -> list[tuple[bytes, int]]:
    """Return the worn runs of a text, in no order, case and punctuation ignored.

    Each comes with the number of sections of which one may have it.
    """
    known = _worn()
    if "\x02" in text:
        text = _REFERENCE.sub(lambda found: _STANDS_FOR.get(found[1], "this section"), text)
    plain = text.lower().replace("“", " ").replace("”", " ").replace("—", " ").replace("’ ", " ")
    words = plain.encode().translate(_BETWEEN).split()
    if len(words) < RUN:
        return []
    found = _runs().intersection(zip(*(words[at:] for at in range(RUN)), strict=False))
    return [(b" ".join(run), known[run]) for run in found]


def measure(sections: int = _SAMPLE) -> list[tuple[str, ...]]:
    """Return the runs that are worn in a sample of sections."""
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
    return [run for run, times in found.items() if times >= least]


def main() -> None:
    """Measure, and make each run that is worn rarer than before."""
    known = {tuple(word.decode() for word in run): sections for run, sections in _worn().items()}
    for run in measure():
        known[run] = min(2 * known[run], _MOST) if run in known else _FIRST
    lines = (f"{' '.join(run)}\t{sections}\n" for run, sections in sorted(known.items()))
    Path(__file__).with_name("worn.txt").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
