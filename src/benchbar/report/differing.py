"""Where the two graders differ: accuracy under each, then the replies by the rules that decided."""

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from benchbar.records import GRADERS, Reply, Verdict
from benchbar.report.findings import Findings, gather, labels_of, open_sources
from benchbar.report.look import glimpse, one_line, reply_as_json, verdict_as_json, verdict_lines
from benchbar.report.numbers import percent, plural
from benchbar.report.shortfall import notice
from benchbar.report.table import test_order
from benchbar.report.tally import Judged, Tally, pairs
from benchbar.report.terminal import test_title
from benchbar.report.visible import visible
from benchbar.runs.folder import Key, Run, key
from benchbar.scoring import meanings

_ACCEPTS = {
    (True, False): "only the corrected grader accepts",
    (False, True): "only the published grader accepts",
    (False, False): "neither accepts, for different reasons",
}


def disagreements(run: Run) -> Iterator[Text]:
    """Yield the accuracy of each test under both graders, then the replies on which they differ.

    Replies stand under the pair of rules that decided, the most frequent pair first. A run that
    lacks replies says so before all else.

    Raises:
        InputError: The run is not graded.
    """
    (source,) = open_sources([run.folder])
    labels = labels_of([source])
    if line := notice(run):
        yield Text(f"{visible(line)}\n", style="bold")
    found = [one for one in pairs(source.verdicts(), source.items) if one.differs]
    if not found:
        yield Text("They agree on every reply.")
        return
    yield _accuracies(gather([source]), labels)
    replies = _replies(run, found)
    for number, group in _by_rules(found):
        yield _heading(group[0], number)
        for judged in group:
            label = labels.get(judged.corrected.cell, judged.corrected.cell)
            yield _difference(judged, replies[key(judged.corrected)], label)


def as_json(run: Run) -> list[dict[str, object]]:
    """Return the replies on which the graders differ, in the order in which they are listed.

    Raises:
        InputError: The run is not graded.
    """
    (source,) = open_sources([run.folder])
    found = [one for one in pairs(source.verdicts(), source.items) if one.differs]
    replies = _replies(run, found)
    return [
        {"id": judged.item.id, "gold": judged.item.gold}
        | reply_as_json(run, replies[key(judged.corrected)])
        | {one.grader: verdict_as_json(one) for one in (judged.corrected, judged.published)}
        for _, group in _by_rules(found)
        for judged in group
    ]


def _replies(run: Run, found: list[Judged]) -> dict[Key, Reply]:
    """Return the replies that were judged, by what identifies them."""
    wanted = {key(judged.corrected) for judged in found}
    return {key(reply): reply for reply in run.replies() if key(reply) in wanted}


def _by_rules(found: list[Judged]) -> list[tuple[int, list[Judged]]]:
    """Return the replies by who accepts and by the rules that decided, with their number."""
    ordered = sorted(found, key=_decided)
    groups = [list(group) for _, group in groupby(ordered, key=_decided)]
    return sorted(((len(group), group) for group in groups), key=lambda pair: -pair[0])


def _decided(judged: Judged) -> tuple[bool, bool, str, str]:
    return (*_accepting(judged), judged.corrected.rule, judged.published.rule)


def _accepting(judged: Judged) -> tuple[bool, bool]:
    return judged.corrected.outcome == "correct", judged.published.outcome == "correct"


def _accuracies(findings: Findings, labels: dict[str, str]) -> Text:
    """Draw the accuracy of each test under both graders, where they differ on a reply."""
    out = Text("Accuracy in percent under each grader, with 95% intervals\n", style="bold")
    cells = list(labels)
    for test, cell in sorted(
        findings.differing, key=lambda one: (cells.index(one[1]), *test_order(one[0]))
    ):
        counts = findings.differing[test, cell]
        both = [findings.tallies[test, cell, grader] for grader in reversed(GRADERS)]
        out.append(f"{visible(labels.get(cell, cell))}  {test_title(test)}\n", style="not bold")
        shares = "   ".join(_accuracy(tally) for tally in both)
        out.append(f"  corrected, published  {shares}", style="not bold")
        out.append(f"   differ on {counts.total()} of {plural(both[0].n, 'reply', 'replies')}\n")
    return out


def _accuracy(tally: Tally) -> str:
    return percent(tally.share("correct"))


def _heading(judged: Judged, number: int) -> Text:
    """Say who accepts, by which rules, and how often."""
    out = Text(f"── {plural(number, 'reply', 'replies')}: {_ACCEPTS[_accepting(judged)]} ──\n")
    out.stylize("bold")
    for verdict in (judged.corrected, judged.published):
        out.append(f"   {verdict.grader} rule {_rule(verdict)}\n", style="not bold")
    return out


def _rule(verdict: Verdict) -> str:
    """Name the rule that decided, with its meaning."""
    meaning = meanings.of_rule(verdict.grader, verdict.rule)
    return visible(verdict.rule) + (f": {meaning}" if meaning else "")


def _difference(judged: Judged, reply: Reply, label: str) -> Text:
    out = Text(f"{visible(judged.item.id)}", style="bold")
    trial = f", trial {judged.corrected.trial}" if judged.corrected.trial > 1 else ""
    out.append(f"  {visible(label)}{trial}\n", style="not bold")
    out.append(f"  gold       {one_line(judged.item.gold)}\n", style="not bold")
    out.append(f"  reply      {glimpse(reply.text)}\n", style="not bold")
    for verdict in (judged.corrected, judged.published):
        out.append_text(verdict_lines(verdict))
    return out
