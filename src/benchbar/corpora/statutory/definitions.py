"""Definitions: the forms in which statutes define a term, from the few facts of each term."""

import re
from collections.abc import Callable, Sequence

from benchbar.corpora.statutory.author import Author, closed
from benchbar.corpora.statutory.drafter import opened
from benchbar.corpora.statutory.language import Term
from benchbar.corpora.statutory.outline import Part
from benchbar.corpora.testimony.language import Template

_BUT = (
    *(", but does not include", ", but shall not include", ", other than", ", except"),
    *(", not including", ", apart from", ", but not"),
)
_CONFINED, _PLAIN_CONFINED = 0.12, 0.6
"""How often words confine the meaning of a special kind of thing, and of a plain one."""
_DIVIDED = 0.3
"""How often a definition with a heading is divided, whatever the other forms' shares."""
_NEGATED = (
    *("does not include", "does not include", "shall not include", "excludes"),
    *("does not extend to", "does not cover", "leaves out"),
)
_AFFIRMED = ("includes", "includes", "shall include", "also includes", "extends to")
_RELATIVE = re.compile(r"\b(?:that|who|whose|which|whom|where) |, ")


def quoted(term: str) -> str:
    """Return a term in curly quotes."""
    return f"“{term}”"


def series(items: Sequence[str], joint: str) -> str:
    """Join as lawyers do: a or b; a, b, or c."""
    if len(items) < 3:
        return f" {joint} ".join(items)
    return ", ".join(items[:-1]) + f", {joint} {items[-1]}"


def _behind(term: Term, genus: str) -> str:
    """Return what leads from what a term means to what it does."""
    who = " who" if "actor" in term.sorts else " that"
    return f", and{who}" if _RELATIVE.search(genus) else who


class Definer:
    """Defines terms in the manner of one section."""

    def __init__(self, author: Author) -> None:
        """Take the author of the section."""
        self._author = author
        self._dice = author.drafter
        self._forms: tuple[tuple[float, Callable[[Term, str], Part | None]], ...] = (
            (0.28, self._inline),
            (0.18, self._listed),
            (0.13, self._inclusive),
            (0.12, self._exclusive),
            (0.26, self._divided),
            (0.02, self._elsewhere),
        )

    def define(self, term: Term, *, heading: bool) -> Part:
        """Return a part that defines the term, headed by it or not."""
        self._dice.turn()
        divided = heading and self._dice.chance(_DIVIDED)
        part = self._dice.fresh_words(lambda: self._draft(term, divided), Part.words)
        if heading:
            name = opened(term.name)
            part.heading = self._dice.pick(
                (name, name, name, f"{name} defined", f"Definition of {term.name}")
            )
        return part

    def _draft(self, term: Term, divided: bool) -> Part:
        """Return a definition in one of the forms, or a divided one if it can be."""
        roll, opening = self._dice.random(), f"The term {quoted(term.name)}"
        if divided:
            return self._divided(term, opening) or self._inline(term, opening)
        for share, form in self._forms:
            roll -= share
            if roll < 0:
                return form(term, opening) or self._inline(term, opening)
        return self._inline(term, opening)

    def _say(self, templates: Sequence[Template], n: int) -> list[str]:
        return [self._dice.say(one) for one in self._dice.sample(templates, n)]

    def _means(self, term: Term, opening: str) -> tuple[str, str]:
        """Return a definition as far as what a term means, and that alone.

        Now and then words that confine the meaning stand before it.
        """
        dice = self._dice
        genus = dice.say(dice.pick(term.means))
        if dice.chance(_CONFINED if term.base else _PLAIN_CONFINED):
            return f"{opening} means, {dice.phrase('aside')}, {genus}", genus
        return f"{opening} means {genus}", genus

    def _inline(self, term: Term, opening: str) -> Part:
        text, genus = self._means(term, opening)
        n = 0 if not term.does else self._dice.pick((1, 1, 2))
        if n:
            text += f"{_behind(term, genus)} {series(self._say(term.does, n), 'and')}"
        return Part(closed(text, "."))

    def _listed(self, term: Term, opening: str) -> Part | None:
        if len(term.does) < 2:
            return None
        joint = self._dice.pick(("and", "and", "or"))
        text, genus = self._means(term, opening)
        part = Part(f"{text}{_behind(term, genus)}—")
        self._list(part, self._say(term.does, self._dice.between(2, 3)), joint)
        return part

    def _inclusive(self, term: Term, opening: str) -> Part | None:
        if len(term.includes) < 2:
            return None
        items = self._say(term.includes, self._dice.between(2, 4))
        text, _ = self._means(term, opening)
        if self._dice.chance(0.5):
            return Part(
                f"{text}, {self._dice.pick(('and includes', 'including'))} {series(items, 'and')}."
            )
        part = Part(f"{opening} includes—")
        self._list(part, items, "and")
        return part

    def _exclusive(self, term: Term, opening: str) -> Part | None:
        if not term.omits:
            return None
        items = self._say(term.omits, self._dice.between(1, 3))
        but = self._dice.pick(_BUT)
        text = self._means(term, opening)[0] + but
        if len(items) == 1 or self._dice.chance(0.5):
            return Part(f"{text} {series(items, 'or')}.")
        part = Part(f"{text}—")
        self._list(part, items, "or")
        return part

    def _divided(self, term: Term, opening: str) -> Part | None:
        """A definition with its inclusions and exclusions in parts of their own."""
        if len(term.omits) < 2:
            return None
        headed = self._author.style.headed[2]
        part = Part("")
        first = self._listed(term, opening) if self._dice.chance(0.3) else None
        part.parts.append(first or self._inline(term, opening))
        heads = [self._dice.pick(("In general", "In general", "General rule"))]
        such = self._dice.pick(("Such term", "Such term", opening, "The term", "That term"))
        if len(term.includes) > 1 and self._dice.chance(0.6):
            heads.append(self._dice.pick(("Inclusions", "Included", "Certain cases included")))
            part.parts.append(Part(f"{such} {self._dice.pick(_AFFIRMED)}—"))
            self._list(part.parts[-1], self._say(term.includes, self._dice.between(2, 3)), "and")
        heads.append(self._dice.pick(("Exclusions", "Exception", "Exclusion", "Exceptions")))
        part.parts.append(Part(f"{such} {self._dice.pick(_NEGATED)}—"))
        self._list(part.parts[-1], self._say(term.omits, self._dice.between(2, 3)), "or")
        if headed:
            for inner, head in zip(part.parts, heads, strict=True):
                inner.heading = head
        return part

    def _elsewhere(self, _: Term, opening: str) -> Part | None:
        if not self._dice.neighbors:
            return None
        number = self._dice.pick(self._dice.neighbors)
        return Part(f"{opening} {self._dice.phrase('meaning')} section {number} of this title.")

    def _list(self, part: Part, items: list[str], joint: str) -> None:
        mark = "," if self._author.style.commas else ";"
        for i, item in enumerate(items):
            end = "." if i == len(items) - 1 else mark
            part.parts.append(Part(closed(item, f"{end} {joint}" if i == len(items) - 2 else end)))
        if len(items) == 1:
            part.text = part.text[:-1] + " " + part.parts.pop().text
