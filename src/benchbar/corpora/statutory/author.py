"""The author: builds the parts of a section from patterns, lists punctuated as drafters do."""

from dataclasses import dataclass
from functools import partial

from benchbar.corpora.statutory.drafter import DRAWN, Drafter, opened
from benchbar.corpora.statutory.language import ALONE, Items, Pattern
from benchbar.corpora.statutory.outline import DEEPEST, Part

_DEEPER = {"condition": "proof", "proof": "witness"}
"""What qualifies an item of a pool: conditions, unless it is said here."""
_PLAIN = frozenset(
    "witness matter detail record factor notice_item member flaw report_item fee_item rate "
    "credit_item rule_topic relief protected".split()
)
"""Pools whose items are never qualified."""
_SINGLE = frozenset("class".split())
"""Pools whose items are never joined to one another."""

_UNLED = 0.05
"""How often a provision that leans on another of its kind stands without it."""
_REFERRING = 0.2
"""How often a provision opens with a reference to another one."""
_TAILED, _PAIRED = 0.1, 0.28
"""How often an item ends with a reference, and how often it is made of two."""
_LONGEST = 80
"""Letters of the longest text that is joined to another one in an item."""
_OPEN = frozenset("A An The Each Every No Any It There".split())


@dataclass(frozen=True, slots=True)
class Style:
    """The habits of the drafters of one section."""

    headed: tuple[bool, bool, bool]
    commas: bool
    tail: str
    nested: float
    """How often an item of a list has conditions of its own."""


class Author:
    """Builds parts; the same pools serve the whole section, so that it does not repeat itself."""

    def __init__(
        self, drafter: Drafter, parts: dict[str, tuple[Pattern, ...]], style: Style
    ) -> None:
        """Take the drafter, the pools of parts and the habits of the section."""
        self.drafter = drafter
        self.style = style
        self._parts = parts
        self._used: list[Pattern] = []
        self._flat = False

    def provision(self, kind: str, level: int, *, led: bool = False) -> Part:
        """Return a provision of a kind, to stand at a level.

        One that leans on another of its kind is rare, unless the section is `led` by such a one.
        """
        self.drafter.turn()
        if not led and not self.drafter.chance(_UNLED):
            kind += ALONE
        make = partial(self._provision, kind, level)
        part, pattern = self.drafter.fresh_words(make, lambda made: made[0].words(), tries=3)
        self._used.append(pattern)
        return part

    def begin(self, *, flat: bool = False) -> None:
        """Begin a section anew: no provision has been used in it.

        The provisions of a `flat` one have no paragraphs, where their kind can do without.
        """
        self._used.clear()
        self._flat = flat

    def _provision(self, kind: str, level: int) -> tuple[Part, Pattern]:
        pool = self._parts[kind]
        undivided = tuple(pattern for pattern in pool if not pattern.parts) if self._flat else ()
        name = ("part", kind, "undivided") if undivided else ("part", kind)
        for _ in pool:
            pattern = self.drafter.deal(name, undivided or pool)
            if not any(pattern is one for one in self._used):
                break
        part = self.build(pattern, level)
        part.key = "" if pattern.leans else kind.removesuffix(ALONE)
        if part.text and self.drafter.chance(_REFERRING):
            self._referred(part)
        return part, pattern

    def _referred(self, part: Part) -> None:
        """Open a provision with a reference to another, where its first words allow it."""
        first, blank, rest = part.text.partition(" ")
        if first in _OPEN:
            words = self.drafter.phrase("opening")
            part.text = f"{opened(words)} {first.lower()}{blank}{rest}"

    def build(self, pattern: Pattern, level: int, end: str = "") -> Part:
        """Return the part that a pattern makes at a level; `end` closes it as an item of a list."""
        say, chance = self.drafter.say, self.drafter.chance
        headed = pattern.heading if self.style.headed[max(0, min(level, 2))] else None
        part = self.drafter.fresh_words(
            lambda: Part(say(pattern.text), opened(say(headed)) if headed else ""),
            lambda part: f"{part.heading} {part.text}",
        )
        flush = [text for text, maybe in pattern.flush if not maybe or chance(0.5)]
        after = [self.drafter.fresh_words(partial(say, text), str) for text in flush]
        last = end or "."
        if after and after[0][:1].islower():
            last = ","
        for inner in pattern.parts:
            if inner.optional and chance(0.5):
                continue
            if isinstance(inner, Items):
                part.parts += self._items(inner, level + 1, last, part.text.endswith(":"))
            else:
                part.parts.append(self.build(inner, level + 1))
        part.proviso = [say(text) for text, maybe in pattern.proviso if not maybe or chance(0.5)]
        part.flush = after
        if not part.parts:
            part.text = closed(part.text, end)
        return part

    def _items(self, spec: Items, level: int, last: str, sentences: bool) -> list[Part]:
        drafter = self.drafter
        n = drafter.between(spec.low, spec.high)
        patterns = self._dealt(spec.pool, n)
        joint = drafter.pick(("and", "or")) if spec.joint == "any" else spec.joint
        parts: list[Part] = []
        for i, pattern in enumerate(patterns):
            mark = self._mark(i, n, joint, last, sentences)
            part = self._item(spec, pattern, joint, level, mark)
            if sentences:
                part.text = opened(part.text)
            parts.append(part)
        return parts

    def _dealt(self, pool: str, n: int) -> list[Pattern]:
        """Return `n` different entries of a pool of parts, or of words that can be items."""
        drafter = self.drafter
        patterns: list[Pattern] = []
        if pool in DRAWN:
            for text in drafter.several(pool, n):
                patterns.append(Pattern(None, text))
            return patterns
        while len(patterns) < n:
            dealt = drafter.deal(("part", pool), self._parts[pool])
            if not any(dealt is one for one in patterns):
                patterns.append(dealt)
        return patterns

    def _mark(self, i: int, n: int, joint: str, last: str, sentences: bool) -> str:
        """Return what closes item `i` of `n`."""
        if i == n - 1:
            return last
        if sentences:
            return "."
        mark = "," if self.style.commas else ";"
        return f"{mark} {joint}" if i == n - 2 and joint != "none" else mark

    def _item(self, spec: Items, pattern: Pattern, joint: str, level: int, end: str) -> Part:
        """Return one item; now and then with conditions of its own, and theirs with proofs."""
        inner = "" if spec.pool in _PLAIN else _DEEPER.get(spec.pool, "condition")
        plain = not pattern.parts and joint != "none"
        room = inner and level < DEEPEST - 1 and plain
        if not room or not self.drafter.chance(self.style.nested):
            part = self.build(pattern, level, "" if plain else end)
            if plain:
                self._lengthen(part, spec.pool, joint)
                part.text = closed(part.text, end)
            return part
        part = self.build(pattern, level, end=" ")
        part.text = f"{part.text.rstrip(' ,;')}{_led(self.drafter.phrase('behind_' + inner))}—"
        joint = self.drafter.pick(("and", "or"))
        part.parts = self._items(Items(inner, 2, 3, joint), level + 1, end, False)
        return part

    def _lengthen(self, part: Part, pool: str, joint: str) -> None:
        """Join a second entry of the pool to an item, or a reference."""
        drafter = self.drafter
        if pool in _SINGLE or part.flush or len(part.text) > _LONGEST or part.text[-1:] in ".:—":
            return
        if drafter.chance(_PAIRED):
            (pattern,) = self._dealt(pool, 1)
            more = "" if pattern.parts or pattern.flush else drafter.say(pattern.text)
            if more and len(more) <= _LONGEST and more[:8] not in part.text:
                part.text += f"{',' if ',' in part.text + more else ''} {joint} {more}"
        elif drafter.chance(_TAILED):
            part.text += f", {drafter.phrase('tail')}"


def closed(text: str, end: str) -> str:
    """Return a text closed by a mark, where it is not closed already."""
    if text.endswith((" a.m.", " p.m.")):
        return text + end.removeprefix(".")
    if not end or text.endswith((".", "—", ":")):
        return text
    return text + end


def _led(words: str) -> str:
    """Return words that go on behind a text: with a blank, unless they open with a comma."""
    return words if words.startswith(",") else f" {words}"
