"""The mistakes of ``benchbar/sloppy``: how often each is made, and what it makes of an answer.

The frequencies are those published for GPT-4 (BLT, arXiv 2311.09693: Table 2 and the tables of
error kinds), as literals. Where text and tables of that paper differ, the tables are followed.
Rows marked "ours" are not in the paper: they let every kind of error be seen.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.runs.reader import Reading, Row, cite, term

Mistake: TypeAlias = Callable[["Scene", random.Random], str | None]
"""Makes a wrong answer; None where it does not fit the line."""

ACCURACY = {
    "4k": {
        "transcript": {"where": 0.82, "words": 0.78},
        "synthetic": {"where": 0.88, "words": 0.97, "definition": 0.90, "term": 1.00},
        "code": {"where": 0.98, "words": 0.93, "definition": 0.98, "term": 1.00},
    },
    "8k": {
        "transcript": {"where": 0.44, "words": 0.26},
        "synthetic": {"where": 0.64, "words": 0.49, "definition": 0.82, "term": 0.83},
        "code": {"where": 0.94, "words": 0.74, "definition": 0.88, "term": 0.97},
    },
}
"""Share of right answers of GPT-4 by size and text (Table 2)."""

BEST = 0.90
"""Ours: no test is answered better than this, or some kinds of error would never be seen."""

EVEN_SHARE = 0.4
"""Ours: this share of mistakes is spread evenly over the kinds, or the rare would not be seen."""

_TRIES = 20
NEXT_PAGE, PRIOR_PAGE = "next page", "prior page"

_WHERE_OFF: dict[int | str, int] = {
    PRIOR_PAGE: 3, -19: 1, -3: 1, -2: 1, -1: 12, 1: 76, 2: 1, 3: 1, NEXT_PAGE: 1,
}  # fmt: skip
"""Transcripts, text-to-cite: lines off, in 97 of 125 errors in 1,000 prompts."""

_WORDS_OFF: dict[int | str, int] = {
    PRIOR_PAGE: 2, -4: 2, -6: 2, -3: 1, -2: 6, -1: 81, 1: 39, 2: 10, 3: 7, 4: 6, 5: 8, 7: 7,
    NEXT_PAGE: 3,
}  # fmt: skip
"""Transcripts, cite-to-text: lines off, in 174 (166 in the text) wrong lines. The paper's "more
than three before" (4) and "more than four after" (15) are split over two distances each."""

_LEVELS_4K: dict[tuple[int, ...], int] = {
    (2,): 3, (1,): 3, (1, 2, 3): 2, (0, 1, 4): 1, (0, 1, 2, 3): 1,
}  # fmt: skip
_LEVELS_8K: dict[tuple[int, ...], int] = {
    (1,): 7, (4,): 5, (2,): 5, (3,): 5, (5,): 2, (0,): 2, (0, 1): 3, (1, 2): 1, (1, 2, 3): 2,
    (1, 3, 4): 1,
}  # fmt: skip
"""Synthetic text-to-cite: the wrong levels (0 is the subsection), of 12 and of 36 errors; the
others, 2 and 3, are "not parallel"."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A question with its right line, from which a wrong answer is made."""

    reading: Reading
    row: Row
    window: str

    def off(self, lines: int) -> Row | None:
        """The line so many lines further on (headings and flush text do not count)."""
        rows = [row for row in self.reading.rows if row.place and not row.heading]
        at = rows.index(self.row) + lines
        return rows[at] if 0 <= at < len(rows) and lines else None

    def cite(self, row: Row) -> str:
        """The cite of a line of the document."""
        return cite(row, transcript=self.reading.transcript)


def _draw(rng: random.Random, weights: dict[int | str, int]) -> int | str:
    (drawn,) = rng.choices(list(weights), list(weights.values()))
    return drawn


def _line_off(scene: Scene, rng: random.Random, weights: dict[int | str, int]) -> Row | None:
    off = _draw(rng, weights)
    if isinstance(off, int):
        return scene.off(off)
    page, line = scene.row.place or ("", "")
    if not page:
        return None
    wanted = (str(int(page) + (1 if off == NEXT_PAGE else -1)), line)
    return next((row for row in scene.reading.rows if row.place == wanted), None)


def _wrong_line_cited(scene: Scene, rng: random.Random) -> str | None:
    row = _line_off(scene, rng, _WHERE_OFF)
    return scene.cite(row) if row else None


def _two_places(scene: Scene, rng: random.Random) -> str | None:
    row = scene.off(rng.choice((-1, 1)))
    return f"{scene.cite(scene.row)} or {scene.cite(row)}" if row else None


def _no_place(scene: Scene, rng: random.Random) -> str | None:  # noqa: ARG001
    return "the passage quoted in the question, near the middle of the document"


def _swapped(scene: Scene, rng: random.Random) -> str | None:  # noqa: ARG001
    page, line = (scene.row.place or ("", ""))[:2]
    return f"page {line}, line {page}" if page else None


def _wrong_levels(scene: Scene, rng: random.Random) -> str | None:
    row = _relative(scene, rng)
    return scene.cite(row) if row else None


def _relative(scene: Scene, rng: random.Random) -> Row | None:
    """Return a line whose cite differs in just the levels drawn from the published table."""
    table = _LEVELS_4K if scene.window == "4k" else _LEVELS_8K
    own = scene.row.place or ()
    (levels,) = rng.choices(list(table), list(table.values()))
    alike = [
        row
        for row in scene.reading.rows
        if row.place
        and len(row.place) == len(own)
        and tuple(i - 1 for i, part in enumerate(own) if part != row.place[i]) == levels
    ]
    return rng.choice(alike) if alike else None


def _not_parallel(scene: Scene, rng: random.Random) -> str | None:
    place = scene.row.place or ()
    if len(place) < 3:
        return None
    below = [row for row in scene.reading.rows if row.place and row.place[:-1] == place]
    if below and rng.random() < 0.5:
        return scene.cite(rng.choice(below))
    return scene.cite(Row(place[:-1], ""))


def _wrong_section(scene: Scene, rng: random.Random) -> str | None:
    section, *labels = scene.row.place or ("",)
    others = {row.place[0] for row in scene.reading.rows if row.place} | {section[::-1]}
    others.discard(section)
    if not others or not labels:
        return None
    return scene.cite(Row((rng.choice(sorted(others)), *labels), ""))


def _no_section(scene: Scene, rng: random.Random) -> str | None:  # noqa: ARG001
    labels = (scene.row.place or ())[1:]
    return "".join(f"({label})" for label in labels) or None


def _wrong_format(scene: Scene, rng: random.Random) -> str | None:  # noqa: ARG001
    section, *labels = scene.row.place or ("",)
    flipped = [label.swapcase() for label in labels]
    if flipped == labels:
        return None
    return scene.cite(Row((section, *flipped), ""))


def _wrong_line(scene: Scene, rng: random.Random) -> str | None:
    if scene.reading.transcript:
        row = _line_off(scene, rng, _WORDS_OFF)
    else:
        row = _relative(scene, rng) or scene.off(rng.choice((-1, 1)))
    return row.words if row else None


def _superset(scene: Scene, rng: random.Random) -> str | None:
    lines = rng.choice((-1, 1, 1))
    row = scene.off(lines)
    if row is None:
        return None
    first, second = (row, scene.row) if lines < 0 else (scene.row, row)
    return f"{first.words} {second.words}"


def _subset(scene: Scene, rng: random.Random) -> str | None:
    return _part(scene.row.words, rng)


def _part(words: str, rng: random.Random) -> str | None:
    parts = words.split()
    if len(parts) < 3:
        return None
    keep = rng.randrange(2, len(parts))
    return " ".join(parts[-keep:] if rng.random() < 0.5 else parts[:keep])


def _subset_wrong_line(scene: Scene, rng: random.Random) -> str | None:
    row = scene.off(rng.choice((-2, -1, 1, 2)))
    return _part(row.words, rng) if row else None


def _multiple_wrong_lines(scene: Scene, rng: random.Random) -> str | None:
    step = rng.choice((-1, 1))
    rows = [row for row in (scene.off(step), scene.off(2 * step)) if row]
    if len(rows) < 2:
        return None
    first, second = rows if step > 0 else reversed(rows)
    return f"The passage runs over two lines.\nIt reads:\n{first.words}\n{second.words}"


def _invented(scene: Scene, rng: random.Random) -> str | None:
    words = scene.row.words.split()
    if len(words) < 2:
        return None
    rng.shuffle(words)
    return " ".join([*words, "as provided above"])


def _other_term(scene: Scene, rng: random.Random) -> str | None:
    terms = {term(row) for row in scene.reading.rows if row.place} - {"", term(scene.row)}
    return rng.choice(sorted(terms)) if terms else None


def _child_term(scene: Scene, rng: random.Random) -> str | None:
    return _last_word(scene.row, rng)


def _child_of_other(scene: Scene, rng: random.Random) -> str | None:
    others = [row for row in scene.reading.rows if row.place and term(row) and row != scene.row]
    return _last_word(rng.choice(others), rng) if others else None


def _last_word(row: Row, rng: random.Random) -> str | None:
    _, _, meaning = row.words.partition("means")
    words = [word.strip(".,;") for word in meaning.split() if len(word.strip(".,;")) > 3]
    return rng.choice(words) if words else None


def _unknown_term(scene: Scene, rng: random.Random) -> str | None:  # noqa: ARG001
    return term(scene.row)[::-1] or None


_OF_PLACES: tuple[tuple[Mistake, int], ...] = (
    (_two_places, 1),  # ours
    (_no_place, 1),  # ours
)

TRANSCRIPT_WHERE: tuple[tuple[Mistake, int], ...] = (
    (_wrong_line_cited, 97),
    (_two_places, 10),  # ours, like the next two: the paper's table leaves 28 errors open
    (_no_place, 10),
    (_swapped, 8),
)
STATUTE_WHERE: tuple[tuple[Mistake, int], ...] = (
    (_wrong_levels, 10),
    (_not_parallel, 2),
    (_wrong_section, 1),  # ours, like the next three
    (_no_section, 1),
    (_wrong_format, 1),
    *_OF_PLACES,
)
WORDS: tuple[tuple[Mistake, int], ...] = (
    (_wrong_line, 166),
    (_superset, 48),
    (_invented, 10),
    (_subset_wrong_line, 9),
    (_multiple_wrong_lines, 7),
    (_subset, 3),
)
"""Cite-to-text: the kinds of transcripts, taken for statutes as well."""
TERM: tuple[tuple[Mistake, int], ...] = (
    (_other_term, 4),  # all ours: the paper gives no table
    (_child_term, 3),
    (_child_of_other, 3),
    (_unknown_term, 2),
)


def make(scene: Scene, rng: random.Random) -> str | None:
    """Return a wrong answer, its kind drawn by the published frequencies; None if none fits."""
    table = _table(scene.reading)
    kinds, often = [kind for kind, _ in table], [weight for _, weight in table]
    for _ in range(_TRIES):
        even = rng.random() < EVEN_SHARE
        (mistake,) = rng.choices(kinds, None if even else often)
        if made := mistake(scene, rng):
            return made
    return None


def _table(reading: Reading) -> Sequence[tuple[Mistake, int]]:
    match reading.asks:
        case "where" | "definition":
            return TRANSCRIPT_WHERE if reading.transcript else STATUTE_WHERE
        case "words":
            return WORDS
    return TERM
