"""What a reply copied from the document: stretches of words that run along its lines.

A copy goes on over the end of a line, over the labels and line numbers between two lines, and
however it is dressed, so that two lines copied together are one copy and not two answers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from benchbar.records import Item
from benchbar.scoring import marks, taxonomy
from benchbar.scoring.corrected.wording import Wording
from benchbar.scoring.index import Index, unamended_forms

_ROW = re.compile(r"[^\n]+")
_JOINT = re.compile(
    r"""[:=>]\s*(?=\S) | [.!?][)\]"'}*]{0,3}\s+(?=\S) | ["(\[]\s*(?=[^\s"]) | (?<!\w)'(?=\S)
    | \s-+\s | \b(?:reads|says|states|provides|is|are|was|as\sfollows|text)\b[,\s]\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_ROW_LABEL = re.compile(
    r"""\s*["'(\[]{0,2}(?:(?:page|line|p\.|l\.|section|sec\.|§)\s*)?(?:\d{1,6}\w?|\(\w{1,8}\)|[a-z]\))
    (?:[-:.,)\s]|line|page|\d|\(\w{1,8}\)){0,30}(?=\S)""",
    re.IGNORECASE | re.VERBOSE,
)
_SEED = 4
"""Words by which a stretch of a reply is looked for in the document."""
_LEAST = 3
"""Words that a part of a line must have to be taken for a quotation of it."""
_MOST_ROWS = 75
_MOST_JOINTS = 12
_MOST_SEARCHES = 60
_MOST_PLACES = 100


@dataclass(frozen=True, slots=True)
class Copy:
    """Words ``start`` to ``stop`` of a reply that are the document's, and of which lines.

    ``whole``: those of the lines that are copied from end to end.
    """

    start: int
    stop: int
    lines: tuple[int, ...]
    whole: tuple[int, ...] = ()
    unamended: bool = False


class Copies:
    """Looks for the lines of one document in one reply, those around the target first."""

    def __init__(self, wording: Wording, item: Item, index: Index) -> None:
        self._wording, self._item, self._index = wording, item, index
        document, line = index.document, index.document.lines[item.target]
        label = f"{marks.fold(document.text[line.start : line.words])} "
        self._forms = _bodies(index.forms(item.target), label)
        self._unamended = _bodies(unamended_forms(item, document), label)
        self._searches = 0

    def found(self) -> list[Copy]:
        """Return the copies in a reply in order, neighbours joined; none overlap."""
        targets = list(self._targets())
        inside = bytearray(len(self._wording.words) + 1)
        for one in targets:
            inside[one.start + 1 : one.stop] = b"\1" * (one.stop - one.start - 1)
        taken: list[Copy] = []
        at = 0
        for joint in self._joints():
            if joint < at or inside[joint]:
                continue
            for one in self._from(joint):
                if not one.whole and any(inside[one.start : one.stop]):
                    break
                taken.append(one)
                at = one.stop
        for one in taken:
            inside[one.start : one.stop] = b"\2" * (one.stop - one.start)
        targets = [one for one in targets if 2 not in inside[one.start : one.stop]]
        return self._joined([*taken, *targets])

    def _joints(self) -> list[int]:
        """Return the words at which a copy may start, in order."""
        text, wording = self._wording.text, self._wording
        rows = [match.span() for match in _ROW.finditer(text)]
        if len(rows) > 2 * _MOST_ROWS:
            rows = rows[:_MOST_ROWS] + rows[-_MOST_ROWS:]
        found: set[int] = set()
        for start, end in rows:
            offsets = [
                start,
                *islice((one.end() for one in _JOINT.finditer(text, start, end)), _MOST_JOINTS),
            ]
            labels = (_ROW_LABEL.match(text, one, end) for one in offsets)
            offsets += [one.end() for one in labels if one]
            found.update(map(wording.first_word, offsets))
        joints = [one for one in found if one < len(wording.words)]
        behind_signs = [one + 1 for one in joints if not wording.words[one].isalnum()]
        return sorted({*joints, *behind_signs} - {len(wording.words)})

    def _from(self, first: int) -> Iterator[Copy]:
        """Yield the line copied at a word, then those that follow it in document and reply."""
        copy = self._at(first)
        while copy is not None:
            yield copy
            copy = self._next(copy) if copy.whole else None

    def _at(self, first: int) -> Copy | None:
        """Return the copy of one line that starts at a word: the target's, or the longest."""
        target = self._target_at(first)
        if target and self._wording.ends_at(target.stop) == "hard":
            return target
        other = self._other_at(first)
        if target is None or other is None:
            return target or other
        longer = other.stop - target.stop
        return other if longer > (0 if other.whole else 1) else target

    def _target_at(self, first: int) -> Copy | None:
        """Return the target at a word, as it stands or before its change."""
        for forms, unamended in ((self._forms, False), (self._unamended, True)):
            for form in forms:
                if self._wording.startswith(form, first):
                    stop = self._behind_connective(first + form.count(" ") + 1)
                    return self._target(first, stop, unamended=unamended)
        return None

    def _target(self, start: int, stop: int, *, unamended: bool) -> Copy:
        target = (self._item.target,)
        return Copy(start, stop, target, target, unamended)

    def _behind_connective(self, stop: int) -> int:
        """Step over one "and" or "or" behind a line: it does not matter."""
        wording = self._wording
        if wording.ends_at(stop) or wording.words[stop] not in marks.CONNECTIVES:
            return stop
        return stop + 1 if wording.ends_at(stop + 1) else stop

    def _other_at(self, first: int) -> Copy | None:
        """Search the document for the words at a word, up to the end of their row."""
        wording, text = self._wording, self._wording.text
        start = wording.starts[first]
        for mark in ('"', "\n"):
            if mark == '"' and mark not in text[max(0, start - 3) : start]:
                continue
            end = text.find(mark, start)
            stop = wording.first_word(end if end >= 0 else len(text))
            if stop > first and (copy := self._searched(first, stop)):
                return copy
        near = range(first + 2, min(first + _SEED, len(wording.words)))
        stop = next((n for n in near if wording.ends_at(n)), first)
        return self._searched(first, stop) if stop > first else None

    def _searched(self, first: int, stop: int) -> Copy | None:
        """Return the whole line that words are, or the longest stretch they begin."""
        if self._searches >= _MOST_SEARCHES:
            return None
        self._searches += 1
        phrase = self._wording.phrase(first, min(stop, first + 2_000))
        if places := self._index.whole(phrase):
            place = self._nearest(places)
            return Copy(self._behind_label(place, first, stop), stop, (place,), (place,))
        seed = self._wording.phrase(first, min(stop, first + _SEED))
        return self._longest(first, seed) if stop - first >= _LEAST else None

    def _behind_label(self, place: int, first: int, stop: int) -> int:
        """Return the first word of a line whose label may stand in front of it."""
        row = marks.without_connective(self._index.row(place))
        phrase = marks.without_connective(self._wording.phrase(first, stop))
        label = phrase.removesuffix(row)
        return first + label.count(" ") if label != phrase and label.endswith(" ") else first

    def _longest(self, first: int, seed: str) -> Copy | None:
        """Return the longest stretch of a line that the words from one on begin."""
        words = self._index.words
        best: dict[tuple[bool, int], list[int]] = {}
        for count, (place, at) in enumerate(self._index.occurrences(seed)):
            if count == _MOST_PLACES:
                break
            rest = words[at : words.find("\n", at)]
            size = self._wording.common(rest, first)
            missing = rest.split(" ")[size:]
            ended = not missing or (len(missing) == 1 and missing[0] in marks.CONNECTIVES)
            whole = ended and (words[at - 1] == "\n" or self._is_form(place, first, size))
            best.setdefault((whole, size), []).append(place)
        if not best:
            return None
        whole, size = max(best)
        place = self._nearest(best[whole, size])
        return Copy(first, first + size, (place,), (place,) if whole else ())

    def _is_form(self, place: int, first: int, size: int) -> bool:
        folded = marks.without_connective(self._wording.phrase(first, first + size))
        return folded in self._index.forms(place)

    def _nearest(self, places: list[int]) -> int:
        if self._item.target in places:
            return self._item.target
        return taxonomy.most_plausible(self._index.document, self._item, places)

    def _next(self, copy: Copy) -> Copy | None:
        """Return the copy, whole or in part, of the document's next line behind a copy."""
        wording, place = self._wording, copy.whole[-1] + 1
        if place >= len(self._index.document.lines):
            return None
        row = self._index.row(place)
        for first in range(copy.stop, min(copy.stop + 6, len(wording.words))):
            if not wording.joined_by_labels(copy.stop, first):
                return None
            size = wording.common(row, first)
            length = row.count(" ") + 1
            if size == length or (size == length - 1 and row.split(" ")[-1] in marks.CONNECTIVES):
                return Copy(first, first + size, (place,), (place,))
            if size > (not self._is_label(place, copy.stop, first)):
                return Copy(first, first + size, (place,))
        return None

    def _is_label(self, place: int, start: int, stop: int) -> bool:
        """Say whether words are the label or number of a line, so that one word more is its."""
        document, line = self._index.document, self._index.document.lines[place]
        label = marks.fold(document.text[line.start : line.words])
        return start < stop and self._wording.phrase(start, stop) == label

    def _targets(self) -> Iterator[Copy]:
        """Yield every place of the target's words, glued to other words or not."""
        busy = bytearray(len(self._wording.words) + 1)
        for forms, unamended in ((self._forms, False), (self._unamended, True)):
            for form in forms:
                for start, stop in self._wording.find(form):
                    if not any(busy[start:stop]):
                        stop = self._behind_connective(stop)
                        busy[start:stop] = b"\1" * (stop - start)
                        yield self._target(start, stop, unamended=unamended)

    def _joined(self, copies: list[Copy]) -> list[Copy]:
        """Join copies of neighbouring lines with nothing but labels between them."""
        found: list[Copy] = []
        for copy in sorted(copies, key=lambda one: one.start):
            if found and self._continues(found[-1], copy):
                last = found[-1]
                found[-1] = replace(
                    last,
                    stop=copy.stop,
                    lines=last.lines + copy.lines,
                    whole=last.whole + copy.whole,
                    unamended=last.unamended or copy.unamended,
                )
            else:
                found.append(copy)
        return found

    def _continues(self, last: Copy, copy: Copy) -> bool:
        """Say whether a copy goes on where the last one ends, in the reply and the document."""
        if not self._wording.joined_by_labels(last.stop, copy.start):
            return False
        before, after = last.lines[-1], copy.lines[0]
        return after == before + 1 or self._holds(before, after)

    def _holds(self, parent: int, child: int) -> bool:
        """Say whether one line of a statute is above another: its label opens the other's."""
        above, below = self._index.cites[parent], self._index.cites[child]
        return above != below and below.startswith(f"{above}(")


def _bodies(forms: tuple[str, ...], label: str) -> list[str]:
    """Return the forms of a line that do not start with its label, the longest first."""
    labelled = {form for form in forms if form.startswith(label) and form[len(label) :] in forms}
    return sorted(set(forms) - labelled, key=len, reverse=True)
