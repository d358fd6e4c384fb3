"""A close look in the terminal: one item in full, its replies and their verdicts."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from rich.text import Text

from benchbar.errors import InputError
from benchbar.records import Document, Item, Line, Reply, Verdict
from benchbar.report import names
from benchbar.report.findings import items_of
from benchbar.report.visible import excerpt, visible
from benchbar.runs import plan
from benchbar.runs.folder import Run
from benchbar.scoring import meanings

_END_LINES = 12
_NEIGHBOURS = 2
_ANSWER = 60
_START, _END = 110, 50
"""Characters of a long reply that a glimpse of it shows."""


@dataclass(frozen=True, slots=True)
class Look:
    """One item of a run with the replies to it, by cell and trial, and their verdicts."""

    document: Document
    item: Item
    replies: list[Reply]
    verdicts: list[Verdict]


def look(run: Run, item_id: str) -> Look:
    """Find one item, the replies to it and the verdicts on them.

    Raises:
        InputError: The run has no such item, or is not graded.
    """
    document, item = _find(run, item_id)
    replies = sorted(
        (reply for reply in run.replies() if reply.id == item_id),
        key=lambda reply: (reply.cell, reply.trial),
    )
    verdicts = [one for one in run.verdicts() if one.id == item_id] if replies else []
    return Look(document, item, replies, verdicts)


def item_view(run: Run, item_id: str) -> Text:
    """Show one item: the end of its prompt, the right answer, each reply and both verdicts.

    Raises:
        InputError: The run has no such item, or is not graded.
    """
    found = look(run, item_id)
    item, document = found.item, found.document
    out = Text()
    trials = plan.alike(item, tuple(range(1, run.study.trials + 1)))
    variants = dict.fromkeys(cell.variant for cell in run.study.cells)
    for variant, alike in product(variants, trials):
        which = "prompt" if variant == "default" else f"prompt, variant {visible(variant)}"
        _heading(out, which if len(trials) == 1 else f"{which}, trial {alike[0]}")
        out.append_text(_end_of_prompt(item, document, variant, alike[0]))
    _heading(out, "the right place")
    out.append_text(_around(document, item.target))
    _heading(out, "right answer")
    out.append(visible(item.gold) + "\n")
    for other in item.alternatives:
        out.append(f"or {visible(other)}\n")
    labels = names.cell_labels({cell.key: cell for cell in run.study.cells})
    for reply in found.replies:
        _heading(out, f"{visible(labels.get(reply.cell, reply.cell))}, trial {reply.trial}")
        out.append_text(_reply(reply, found.verdicts))
    if not found.replies:
        _heading(out, "no reply yet")
    return out


def item_as_json(run: Run, item_id: str) -> dict[str, object]:
    """Return one item, the replies to it and both verdicts on each, as ``show --json`` has it.

    Raises:
        InputError: The run has no such item, or is not graded.
    """
    found = look(run, item_id)
    item = found.item
    shown = ("id", "window", "corpus", "task", "split", "question", "gold", "alternatives")
    return {name: getattr(item, name) for name in shown} | {
        "replies": [
            reply_as_json(run, reply)
            | {one.grader: verdict_as_json(one) for one in found.verdicts if _on(one, reply)}
            for reply in found.replies
        ]
    }


def reply_as_json(run: Run, reply: Reply) -> dict[str, object]:
    """Return what a reader asks of a reply: whose it is, what it says and how it ended."""
    models = {cell.key: cell.model for cell in run.study.cells}
    return {
        "cell": reply.cell,
        "model": models[reply.cell],
        "trial": reply.trial,
        "reply": reply.text,
        "stop_reason": reply.stop_reason,
    } | ({"turns": list(reply.turns)} if len(reply.turns) > 1 else {})


def verdict_as_json(verdict: Verdict) -> dict[str, object]:
    """Return what a grader found, with the meaning of its rule."""
    shown = ("outcome", "error", "relative_error", "answer", "rule")
    meaning = meanings.of_rule(verdict.grader, verdict.rule)
    return {name: getattr(verdict, name) for name in shown} | {"meaning": meaning}


def _on(verdict: Verdict, reply: Reply) -> bool:
    return (verdict.cell, verdict.trial) == (reply.cell, reply.trial)


def _find(run: Run, item_id: str) -> tuple[Document, Item]:
    for document, items in run.data.pairs(lambda item: item.id == item_id):
        return document, items[0]
    example = next(iter(items_of(run)), "")
    raise InputError(
        f"{item_id}: no such item in {run.data.folder}; ids look like {example}, and "
        f"'benchbar disagree {run.folder}' lists some"
    )


def _heading(out: Text, title: str) -> None:
    out.append(f"{'' if not out else chr(10)}── {title} ──\n", style="bold")


def _end_of_prompt(item: Item, document: Document, variant: str, trial: int) -> Text:
    """Return the last lines of the first message, the question among them, and later messages."""
    first, *later = plan.turns(item, document, variant, trial)
    lines = first.splitlines()
    left_out = len(lines) - _END_LINES
    out = Text()
    if left_out > 0:
        out.append(f"[{left_out} lines above]\n", style="dim")
    for line in lines[-_END_LINES:]:
        out.append(visible(line) + "\n")
    for message in later:
        out.append("[then, after the first reply]\n", style="dim")
        out.append(visible(message) + "\n")
    return out


def _around(document: Document, place: int) -> Text:
    """Return the line that is asked about, marked, with its neighbours."""
    out = Text()
    first = max(0, place - _NEIGHBOURS)
    for n, line in enumerate(document.lines[first : place + _NEIGHBOURS + 1], first):
        mark = "> " if n == place else "  "
        text = f"{mark}{_indent(document, line)}{visible(document.shown(line))}\n"
        out.append(text, style="bold" if n == place else "dim")
    return out


def _indent(document: Document, line: Line) -> str:
    """Return the spaces before a line, as the model saw them."""
    before = document.text[: line.start].rpartition("\n")[2]
    return before if before.isspace() else ""


def _reply(reply: Reply, verdicts: Iterable[Verdict]) -> Text:
    out = Text()
    for turn in filter(str.strip, reply.turns):
        text, note = excerpt(turn)
        out.append(text + "\n")
        if note:
            out.append(note + "\n", style="dim")
    if not reply.text.strip():
        out.append("(nothing)\n", style="dim")
    if reply.stop_reason != "stop":
        ending = reply.stop_reason.replace("_", " ")
        out.append(f"The call ended with: {ending} {visible(reply.error or '')}".rstrip() + "\n")
    mine = [one for one in verdicts if _on(one, reply)]
    for verdict in sorted(mine, key=lambda one: one.grader):
        out.append_text(verdict_lines(verdict))
        if meaning := meanings.of_rule(verdict.grader, verdict.rule):
            out.append(f"             {meaning}\n", style="dim")
    return out


def verdict_lines(verdict: Verdict) -> Text:
    """Say what a grader found, what it understood and which rule decided."""
    out = Text(f"  {verdict.grader:<10} ")
    out.append(visible(names.judgement(verdict)), style="bold")
    if verdict.relative_error is not None:
        out.append(f", off by {visible(str(verdict.relative_error))}")
    out.append(f"\n             understood {one_line(verdict.answer) or '(nothing)'}")
    out.append(f"\n             rule {visible(verdict.rule)}\n")
    return out


def one_line(text: str) -> str:
    """Return text on one line, its breaks shown, its end cut off."""
    shown = _flat(text)
    return shown if len(shown) <= _ANSWER else shown[: _ANSWER - 1] + "…"


def glimpse(text: str) -> str:
    """Return a reply on one line, of a long one its start and its end."""
    if len(text) > _START + _END:
        return f"{_flat(text[:_START])} … {_flat(text[-_END:])}"
    return _flat(text) or "(nothing)"


def _flat(text: str) -> str:
    return visible(text.strip()).replace("\n", "⏎").replace("\t", " ")
