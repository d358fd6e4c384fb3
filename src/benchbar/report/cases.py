"""The pages of replies: each with its prompt, what came, and what both graders say of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchbar.records import Reply, Verdict
from benchbar.report import names
from benchbar.report.asked import Asked
from benchbar.report.binders import Binder, Shelf, anchor, title_of
from benchbar.report.buckets import Bucket
from benchbar.report.numbers import percent, plural
from benchbar.report.repeats import Repeated
from benchbar.report.tally import Judged, Tally
from benchbar.report.usage import Usage
from benchbar.report.visible import excerpt

Labels = Mapping[str, str]

_LISTS = {
    "only corrected": "Only the corrected grader accepts",
    "only published": "Only the published grader accepts",
    "kind of error": "Both refuse, for another kind of error",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One reply in full: the prompt, the right answer, what came, and the two verdicts."""

    judged: Judged
    asked: Asked
    messages: Sequence[str]
    reply: str
    note: str
    reasoning: str
    stop: str
    took: str

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """The corrected verdict first: it leads."""
        return self.judged.corrected, self.judged.published


def case_of(judged: Judged, asked: Asked, variant: str, reply: Reply | None) -> Case:
    """Put a reply beside its prompt and verdicts; a long one is cut, with a note saying so."""
    messages = asked.said(variant, judged.corrected.trial)
    if reply is None:
        note = "The reply is no longer in the run's replies file."
        return Case(judged, asked, messages, "", note, "", "", "")
    turns = [f"Turn {n}:\n{turn}" for n, turn in enumerate(reply.turns, 1)]
    text, note = excerpt("\n\n".join(turns) if len(turns) > 1 else reply.text)
    stop = "" if reply.stop_reason == "stop" else reply.stop_reason.replace("_", " ")
    reasoning = excerpt(reply.reasoning)[0]
    return Case(judged, asked, messages, text, note, reasoning, reply.error or stop, _took(reply))


def _took(reply: Reply) -> str:
    parts = [
        f"{value:,} {what}"
        for value, what in (
            (reply.tokens_in, "tokens in"),
            (reply.tokens_out, "out"),
            (reply.tokens_reasoning, "of reasoning"),
        )
        if value is not None
    ]
    if reply.seconds is not None:
        parts.append(f"{reply.seconds:.3g} s")
    if reply.cost is not None:
        parts.append(f"${reply.cost:.2g}")
    return ", ".join(parts)


def binder_pages(
    binder: Binder,
    labels: Labels,
    asked: Mapping[str, Asked],
    variant: str,
    replies: Mapping[tuple[str, int], Reply],
    back: str,
    repeated: Repeated | None,
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the name of each page of a binder and all that it says.

    Args:
        binder: The replies of one test in one cell.
        labels: What to call each cell.
        asked: The prompts by item id, as asked of this run's data.
        variant: Of the cell's prompts.
        replies: The cell's replies by item id and trial.
        back: The page of the run.
        repeated: How the trials agree, where there are several.
    """
    whole = Tally()
    for group in binder.groups:
        for judged in group.judged:
            whole.add(judged.corrected, judged.text)
    for page in range(binder.pages):
        yield binder.file(page), {
            "title": title_of(binder.test),
            "model": labels.get(binder.cell, binder.cell),
            "back": back,
            "accuracy": percent(whole.share("correct")),
            "n": whole.n,
            "page": page,
            "files": [binder.file(n) for n in range(binder.pages)],
            "contents": [
                (group.outcome, _heading(group.outcome, group.title), len(group.judged),
                 binder.group(group.outcome, group.title))
                for group in binder.groups
            ],
            "lists": _lists(binder, repeated) if page == 0 else [],
            "groups": [
                (group, _heading(group.outcome, group.title), goes_on, [
                    (place + 1, case_of(one, asked[one.item.id], variant,
                                        replies.get((one.corrected.id, one.corrected.trial))))
                    for place, one in kept
                ])
                for group, goes_on, kept in binder.on(page)
            ],
        }  # fmt: skip


def _heading(outcome: str, title: str) -> str:
    if outcome == "correct":
        return "right" if title == "correct" else title
    return f"no answer: {title}" if outcome == "not_an_answer" else f"wrong: {title}"


def _lists(
    binder: Binder, repeated: Repeated | None
) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the lists that cut across the groups: anchor, heading, and links by name."""
    differing = binder.differing()
    found = [
        (anchor(kind), heading, [(_short(one), binder.reply(one)) for one in differing[kind]])
        for kind, heading in _LISTS.items()
        if kind in differing
    ]
    if repeated and repeated.flipping:
        wanted = set(repeated.flipping)
        replies = [one for group in binder.groups for one in group.judged if one.item.id in wanted]
        replies.sort(key=lambda one: (one.item.id, one.corrected.trial))
        questions = plural(len(wanted), "question")
        heading = f"{questions} right in some trials, not in others; replies"
        found.append(("flips", heading, [(_short(one), binder.reply(one)) for one in replies]))
    return found


def _short(judged: Judged) -> str:
    """Return the end of an item's id, and the trial if there are several."""
    number = judged.item.id.rpartition("-")[2] or judged.item.id
    trial = judged.corrected.trial
    return f"{number}, trial {trial}" if trial > 1 else number


def items_index(shelf: Shelf, labels: Labels, backs: Mapping[str, str]) -> dict[str, object]:
    """Return what the list of all replies says: by cell, its tests and their counts."""
    cells: dict[str, list[Binder]] = {}
    for (_, cell), binder in shelf.binders.items():
        cells.setdefault(cell, []).append(binder)
    return {
        "cells": [
            (shelf.stems[cell], labels.get(cell, cell), backs[cell], [
                (title_of(binder.test), len(binder.places), binder.file(), [
                    (_heading(group.outcome, group.title), len(group.judged),
                     binder.group(group.outcome, group.title))
                    for group in binder.groups
                ])
                for binder in binders
            ])
            for cell, binders in cells.items()
        ]
    }  # fmt: skip


def group_page(
    shelf: Shelf, members: Mapping[str, Mapping[Bucket, Sequence[Judged]]]
) -> list[dict[str, object]]:
    """Return the sections of a page that lists the replies behind a breakdown's numbers.

    Args:
        shelf: Where the replies are.
        members: By corpus (or task, where it is counted by task) and group.
    """
    return [
        {
            "anchor": f"{shelf.corpora[corpus]}-{bucket.order}",
            "title": f"{names.corpus(names.task(corpus))}: {bucket.title}",
            "tests": _by_test(shelf, groups[bucket]),
        }
        for corpus, groups in members.items()
        for bucket in sorted(groups)
    ]


def _by_test(
    shelf: Shelf, members: Sequence[Judged]
) -> list[tuple[str, list[tuple[str, str]], list[tuple[str, str]]]]:
    """Return for each test the links to its replies: those not right, and those that are."""
    found: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {}
    for one in members:
        binder = shelf.binders[one.test, one.corrected.cell]
        right = one.corrected.outcome == "correct"
        lists = found.setdefault(title_of(one.test), ([], []))
        lists[right].append((_short(one), binder.reply(one)))
    return [(title, *lists) for title, lists in found.items()]


def usage_rows(usage: Mapping[str, Usage], labels: Labels, shelf: Shelf) -> list[dict[str, object]]:
    """Return what the replies of each cell took, as a table prints it."""
    return [
        {
            "model": labels.get(cell, cell),
            "href": shelf.cell(cell) if cell in shelf.stems else "",
            "replies": one.replies,
            "tokens_in": one.tokens(one.tokens_in),
            "tokens_out": one.tokens(one.tokens_out),
            "tokens_reasoning": one.tokens(one.tokens_reasoning),
            "cost": one.dollars,
            "time": one.time,
        }
        for cell, one in usage.items()
    ]
