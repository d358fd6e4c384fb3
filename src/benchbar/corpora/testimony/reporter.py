"""The court reporter: takes down turns, breaks them over lines, refuses a worn-out phrase.

Real testimony repeats itself in short turns, not in long ones, so the reporter remembers every
run of eight words and turns down a sentence that would bring one back.
"""

import re
from dataclasses import dataclass

_PART = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_RUN = 8
_BITS = 16
_MASK = (1 << _BITS * (_RUN - 1)) - 1
_ABBREVIATIONS = frozenset(
    "mr. mrs. ms. dr. st. jr. sr. a.m. p.m. inc. co. corp. vs. v. e.g. i.e. approx. u.s. ave."
    " rd.".split()
)
_GIVING_WAY = ("THE WITNESS:", "THE INTERPRETER:")
"""Those who may as well say nothing where their label alone would wear out a run."""
BREAK = "¶"


@dataclass(frozen=True, slots=True)
class Habits:
    """How one reporter types, constant within a deposition."""

    width: int
    pad: str
    """What stands between `Q.` and the words."""
    stop: str
    """What stands after a sentence: one blank or two."""
    dot: str
    """`.` or nothing after the letters Q and A."""


class Reporter:
    """Writes one deposition: turns in, lines of testimony out."""

    def __init__(self, habits: Habits) -> None:
        """Start a blank record."""
        self.lines: list[str] = []
        self.answer_ends: list[int] = []
        """How many lines there were after each answer."""
        self._habits = habits
        self._numbers: dict[str, tuple[int, ...]] = {}
        self._folded: dict[str, int] = {}
        self._gaps: dict[str, str] = {}
        self._seen: dict[int, int] = {}
        self._run = 0
        self._since_name = _RUN
        self._letters = {c: f"{c}{habits.dot}" for c in "QA"}

    def take(self, label: str, text: str, again: bool = False) -> bool:
        """Write one turn, unless it brings back a run of eight words; say whether it was written.

        Args:
            label: `Q`, `A`, the name of a speaker in capitals, or nothing for a line that stands
                alone.
            text: The words, sentences apart by one blank; BREAK as a word starts a new paragraph.
            again: The turn repeats an earlier one on purpose, so a second coming is allowed.
        """
        words = text.split(" ")
        limit = 2 if again or not label else 1
        if not self._remember(label, words, limit):
            return False
        self._write(label, words)
        if label == "A":
            self.answer_ends.append(len(self.lines))
        return True

    def _remember(self, label: str, words: list[str], limit: int) -> bool:
        numbers, seen = self._numbers, self._seen
        run, since, named = self._run, self._since_name, label[:1] in ("M", "B", "D")
        runs: list[int] = []
        spoken = -len(label.split(" ")) if label else 0
        for word in label.split(" ") + words if label else words:
            spoken += 1
            codes = numbers.get(word)
            for number in self._number(word) if codes is None else codes:
                run = run << _BITS | number
                since += 1
                # A run with a lawyer's name in it ("MR. X: Objection. Form.") cannot be common to
                # two depositions, so it may come a few times in one; and no other words could
                # help a run that ends in the label Q or A.
                often = run in seen and seen[run] >= (limit if since > _RUN else 3)
                if often and (spoken > 0 or label in _GIVING_WAY):
                    return False
                runs.append(run)
                run &= _MASK
            if named and word.endswith(":"):
                since = 0
        # Look one word ahead as well: the label of the turn that must follow.
        after = run << _BITS | self._number("A" if label == "Q" else "Q")[0]
        if seen.get(after, 0) >= (limit if since >= _RUN else 3):
            return False
        for key in runs:
            seen[key] = seen.get(key, 0) + 1
        self._run, self._since_name = run, since
        return True

    def knows(self, text: str) -> bool:
        """Say whether a sentence alone would bring back a run of eight words."""
        run, seen, numbers = 0, self._seen, self._numbers
        for word in text.split(" "):
            codes = numbers.get(word)
            for number in self._number(word) if codes is None else codes:
                run = run << _BITS | number
                if run in seen:
                    return True
                run &= _MASK
        return False

    def forget(self) -> None:
        """Allow old phrases again; for a deposition so long that nothing new is left to say."""
        self._seen.clear()

    def _number(self, word: str) -> tuple[int, ...]:
        """Number what is spelled as one word by its parts: `4:40` has two, a bare dash none."""
        known = self._folded
        parts = _PART.findall(word.casefold())
        self._numbers[word] = codes = tuple(known.setdefault(p, len(known) + 1) for p in parts)
        return codes

    def _write(self, label: str, words: list[str]) -> None:
        habits, gaps, lines = self._habits, self._gaps, self.lines
        width = habits.width
        if not label:
            line, gap = "", ""
        elif label in self._letters:
            line, gap = self._letters[label], habits.pad
        else:
            line, gap = label, habits.stop
        for word in words:
            if not word:
                continue
            if word == BREAK:
                if line:
                    lines.append(line)
                line = gap = ""
                continue
            if line and len(line) + len(gap) + len(word) > width:
                lines.append(line)
                line = word
            else:
                line += gap + word
            gap = gaps.get(word) or self._gap(word)
        if line:
            lines.append(line)

    def _gap(self, word: str) -> str:
        """Return what a typist leaves after a word."""
        bare = word.rstrip("\"')")
        ends = bare[-1:] in ".?!:" and bare.lower() not in _ABBREVIATIONS and len(bare) > 2
        gap = self._habits.stop if ends else " "
        self._gaps[word] = gap
        return gap
