"""Where the two graders differ: accuracy under each, then the replies by the rules that decided."""

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from benchbar.records import GRADERS
from benchbar.report.findings import Findings, gather, incomplete, labels_of, open_sources
from benchbar.report.look import one_line, verdict_lines
from benchbar.report.numbers import percent, plural
from benchbar.report.tally import Judged, Tally, pairs
from benchbar.report.terminal import test_title
from benchbar.report.visible import visible
from benchbar.runs.folder import Run

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
    for line in incomplete([run]):
        yield Text(f"{visible(line)}\n", style="bold")
    yield _accuracies(gather([source]), labels)
    found = [one for one in pairs(source.verdicts(), source.items) if one.differs]
    if not found:
        yield Text("They agree on every reply.")
    for number, group in _by_rules(found):
        yield _heading(group[0], number)
        for judged in group:
            yield _difference(judged, labels.get(judged.corrected.cell, judged.corrected.cell))


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
    for (test, cell), counts in findings.differing.items():
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
    out.append(f"   corrected rule {visible(judged.corrected.rule)}, ")
    out.append(f"published rule {visible(judged.published.rule)}\n")
    out.stylize("bold")
    return out


def _difference(judged: Judged, label: str) -> Text:
    out = Text(f"{visible(judged.item.id)}", style="bold")
    trial = f", trial {judged.corrected.trial}" if judged.corrected.trial > 1 else ""
    out.append(f"  {visible(label)}{trial}\n", style="not bold")
    out.append(f"  gold       {one_line(judged.item.gold)}\n", style="not bold")
    for verdict in (judged.corrected, judged.published):
        out.append_text(verdict_lines(verdict))
    return out
