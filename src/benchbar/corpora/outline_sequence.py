"""Which labels open parts, and at what level: the cheapest way to read all of them in sequence.

A label alone says little: (i) follows (h) or opens a list of romans, 4.2 may be a price. So every
way to read the whole sequence is weighed at once (a beam search over stacks of open levels), and
what comes after decides: (ii) makes the (i) before it a roman, (j) makes it a letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchbar.corpora.outline_labels import ANNEXES, LISTED, SECTION, Label, Reading

_WIDTH = 24
_NEXT, _CHILD, _RESUMED, _ODD_CHILD = 0.0, 1.0, 1.2, 2.5
_GAP, _MOST_GAP, _RESTART, _RESTART_UNDER_HEADING = 3.0, 5.5, 6.5, 2.0
_LATE_START, _LATE_SECTION, _OUT_OF_ORDER = 5.0, 2.0, 8.0
_ORPHAN, _WRONG_PARENT, _UPWARD = 1.0, 4.0, 1.5
_REFUSED, _REFUSED_DOUBTFUL, _DOUBT = 5.0, 0.0, 1.5
_LED_ASIDE, _LISTED = 0.5, 1.5
_WITHIN, _NO_LIMIT = 2.0, 99.0
"""Most that the (b) of ``4.2(b)`` costs: the number before it says where it stands."""
_POP = 0.01

Stack = tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that may open a part.

    Attributes:
        labels: The labels of a paragraph, outermost first; none for a definition without one.
        doubtful: Whether the paragraph may be the middle of another one.
        under_heading: Whether a heading without a number stands before it.
        led_in: Whether words without a number lead to it, such as ``It must also:``; to a
            definition, whether words that end in a colon do.
    """

    labels: tuple[Label, ...]
    doubtful: bool = False
    under_heading: bool = False
    led_in: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """How an event was read: the open levels with it, outermost first; None if it opens none.

    Attributes:
        stack: A reading a level.
        opened: How many of the innermost levels the event's own labels are.
        other: Another reading of the last label that its own place would have allowed.
        jumped: Whether the count jumped or started late here.
    """

    stack: Stack | None
    opened: int = 0
    other: Reading | None = None
    jumped: bool = False


class _State(NamedTuple):
    cost: float
    stack: Stack
    left: tuple[Reading, ...]
    before: "_State | None"
    placed: Placed


DEFINITION = Reading("definition", (0,), SECTION + 1)
"""The level of a definition without a number: its own (a), (b) stand under it."""


def place(events: Sequence[Event]) -> list[Placed]:
    """Read a sequence of events in the cheapest way; see ``Placed``."""
    beam = [_State(0.0, (), (), None, Placed(None))]
    for event in events:
        reached: dict[tuple[Stack, tuple[Reading, ...]], _State] = {}
        for state in beam:
            for after in _after(state, event):
                key = (after.stack, after.left)
                if key not in reached or after.cost < reached[key].cost:
                    reached[key] = after
        beam = sorted(reached.values(), key=lambda one: one.cost)[:_WIDTH]
    found: list[Placed] = []
    last: _State | None = beam[0]
    while last is not None and last.before is not None:
        found.append(last.placed)
        last = last.before
    return found[::-1]


def _after(state: _State, event: Event) -> list[_State]:
    """Return the states that an event may lead to: refused, or each way to read its labels."""
    if not event.labels:
        return [_define(state, event)]
    refusal = _REFUSED_DOUBTFUL if event.doubtful else _REFUSED
    refused = _State(state.cost + refusal, state.stack, state.left, state, Placed(None))
    doubt = _DOUBT if event.doubtful else 0.0
    ways = [(state.cost + doubt, state.stack, state.left, False, 0)]
    for place_in_row, label in enumerate(event.labels):
        most = _WITHIN if place_in_row else _NO_LIMIT
        ways = [
            (cost + min(step, most), stack, left, jumped or min(step, most) >= _GAP, opened + 1)
            for cost, before, gone, jumped, opened in ways
            for reading in label.readings
            for step, stack, left in _steps(before, gone, reading, event)
        ]
        if len(event.labels) > 1:
            ways += _same(state, label, event)
    last = event.labels[-1]
    return [refused] + [
        _State(cost, stack, left, state, Placed(stack, opened, _other(state, stack, last), jumped))
        for cost, stack, left, jumped, opened in ways
    ]


def _same(
    state: _State, label: Label, event: Event
) -> list[tuple[float, Stack, tuple[Reading, ...], bool, int]]:
    """Let the outer labels of ``4.2(c)`` repeat the level that is open already."""
    if label is event.labels[-1]:
        return []
    return [
        (state.cost, state.stack, state.left, False, 1)
        for open_level in state.stack
        if open_level in label.readings
    ]


def _define(state: _State, event: Event) -> _State:
    """Open a definition without a number: among others, below what leads to it, or in a section."""
    keep = len(state.stack)
    if DEFINITION in state.stack:
        keep = state.stack.index(DEFINITION)
    elif not event.led_in:
        while keep > 1 and state.stack[keep - 1].rank > SECTION:
            keep -= 1
    stack = (*state.stack[:keep], DEFINITION)
    return _State(state.cost, stack, state.left, state, Placed(stack))


def _steps(
    stack: Stack, left: tuple[Reading, ...], new: Reading, event: Event
) -> list[tuple[float, Stack, tuple[Reading, ...]]]:
    """Return the ways to add one reading to the open levels, with what each costs."""
    found: list[tuple[float, Stack, tuple[Reading, ...]]] = []
    gone = {one.style: one for one in (*left, *stack)}
    held = tuple(sorted(gone.values(), key=lambda one: one.style)) if new.rank <= SECTION else left
    for n in range(len(stack) - 1, -1, -1):
        if stack[n].style == new.style:
            cost = _following(stack[n], new, event) + _POP * (len(stack) - 1 - n)
            found.append((cost, (*stack[:n], new), held))
            break
    for keep in _parents(stack, new, event):
        if any(one.style == new.style for one in stack[:keep]):
            continue
        cost = _opening(stack[:keep], new, gone.get(new.style))
        if event.led_in and keep == len(stack) and _is_list(stack):
            cost += _LED_ASIDE
        if keep < len(stack) and not _may_close(stack[keep], new, event):
            cost += _ODD_CHILD
        found.append((cost, (*stack[:keep], new), held))
    return found


def _may_close(last: Reading, new: Reading, event: Event) -> bool:
    """Say whether a new level may well end another that it does not continue.

    Annexes end all that is open; sections end recitals (A), (B), or begin under a heading; what
    leads to a new list ends the one before.
    """
    if _is_annex(last):
        return _is_annex(new)
    recital = last.rank > SECTION and last.style.startswith("(")
    return _is_annex(new) or event.under_heading or event.led_in or recital


def _is_list(stack: Stack) -> bool:
    """Say whether the innermost level is a list: neither a section, nor a decimal, nor above."""
    return bool(stack) and len(stack) > 1 and not stack[-1].decimal and stack[-2].rank <= SECTION


def _is_annex(reading: Reading) -> bool:
    return reading.style.split()[0] in ANNEXES


def _parents(stack: Stack, new: Reading, event: Event) -> set[int]:
    """Return how many open levels may stay open above a new level; 1. may stand anywhere."""
    if new.rank > SECTION:
        return {len(stack), len(stack) - 1} if event.led_in and len(stack) > 1 else {len(stack)}
    if _is_annex(new):
        return {0}
    keep = len(stack)
    while keep and not _holds(stack[keep - 1], new):
        keep -= 1
    if new.style == "1.":
        return {keep, len(stack)}
    return {0, keep} if new.rank < SECTION and stack and _is_annex(stack[0]) else {keep}


def _holds(upper: Reading, new: Reading) -> bool:
    """Say whether a level may stand over a new division, section or decimal."""
    if upper.rank < new.rank or (_is_annex(upper) and not _is_annex(new)):
        return True
    if upper.rank == SECTION == new.rank and new.decimal:
        return upper.value == new.value[:-1] and len(new.value) > 1
    return False


def _following(last: Reading, new: Reading, event: Event) -> float:
    """Return what it costs to go on from the last label of a level."""
    if _is_next(last.value, new.value, decimal=new.decimal):
        return _NEXT
    if new.value > last.value:
        gap = new.value[-1] - last.value[-1] if len(new.value) == len(last.value) else 2
        most = _GAP + 1 if new.rank <= SECTION else _MOST_GAP
        return min(_GAP + 0.5 * max(1, abs(gap) - 1), most)
    if new.first:
        again = event.under_heading or event.led_in
        return _RESTART_UNDER_HEADING if again else _RESTART
    return _OUT_OF_ORDER


def _is_next(last: tuple[int, ...], new: tuple[int, ...], *, decimal: bool) -> bool:
    """Say whether a value follows another: 4.3 after 4.2, (b) after (a), 5 or 4B after 4A."""
    if len(last) == len(new) and last[:-1] == new[:-1]:
        return new[-1] == last[-1] + 1
    if decimal:
        return len(last) == len(new) == 2 and new[0] == last[0] + 1 and new[1] in (0, 1)
    if len(new) == len(last) + 1:
        return new[:-1] == last and new[-1] == 1
    return len(last) == len(new) + 1 and new[:-1] == last[:-2] and new[-1] == last[-2] + 1


def _opening(parents: Stack, new: Reading, gone: Reading | None) -> float:
    """Return what it costs to open a level under others."""
    cost = _CHILD + (_LISTED if new.style == LISTED else 0.0)
    if new.decimal:
        cost += _parentage(parents, new)
    if parents and new.rank < parents[-1].rank:
        cost += _UPWARD
    if new.first:
        return cost
    outermost = new.rank <= SECTION or all(one.rank < SECTION for one in parents)
    if gone is not None and outermost and _is_next(gone.value, new.value, decimal=False):
        return cost + _RESUMED - _CHILD
    late = _LATE_SECTION if new.rank <= SECTION and not new.decimal else _LATE_START
    return cost + (late if not new.decimal else _LATE_SECTION)


def _parentage(parents: Stack, new: Reading) -> float:
    """Return what it costs that a decimal does not carry the number of the part above it."""
    above = [one for one in parents if one.rank <= SECTION]
    if not above:
        return _ORPHAN
    upper = above[-1]
    if upper.value == new.value[: len(upper.value)]:
        return 0.0
    return _WRONG_PARENT if upper.rank == SECTION else _ORPHAN


def _other(state: _State, stack: Stack, label: Label) -> Reading | None:
    """Return another reading of a label that its own place would have allowed as well."""
    chosen = stack[-1]
    for reading in label.readings:
        if reading.style == chosen.style:
            continue
        steps = _steps(state.stack, state.left, reading, Event((label,)))
        if any(cost <= _CHILD + _POP * len(state.stack) for cost, _, _ in steps):
            return reading
    return None
