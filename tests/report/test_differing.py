"""The replies on which the graders differ, by rule, with the accuracy under each grader."""

import re
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Reply, Verdict
from benchbar.report.differing import disagreements
from benchbar.runs.folder import open_run

_HEADING = re.compile(
    r"── (\d+) repl(?:y|ies): (.+) ──\n   corrected rule (.+), published rule (.+)"
)


def shown(run: Path) -> list[str]:
    """What the command prints, piece by piece."""
    return [text.plain for text in disagreements(open_run(run))]


def test_every_differing_reply_stands_under_the_rules_that_decided(run: Path) -> None:
    accuracies, heading, *replies = shown(run)
    found = _HEADING.match(heading)
    assert found
    assert found.groups() == (
        str(len(replies)),
        "only the corrected grader accepts",
        "formatting never matters",
        "no match",
    )
    assert len(replies) > 10
    for text in replies:
        assert "benchbar/sloppy" in text
        assert "rule no match" in text
        assert "rule formatting never matters" in text
    told = [int(n) for n in re.findall(r"differ on (\d+) of 40", accuracies)]
    assert sum(told) == len(replies)


def test_the_most_frequent_pair_of_rules_comes_first(run: Path) -> None:
    def other(verdict: Verdict, place: int) -> Verdict:
        rare = verdict.rule == "no match" and place % 3 == 0
        return msgspec.structs.replace(verdict, rule="rare") if rare else verdict

    path = run / "verdicts.jsonl"
    jsonl.write(path, [other(one, n) for n, one in enumerate(jsonl.read(path, Verdict))])
    headings = [found for text in shown(run) if (found := _HEADING.match(text))]
    assert [found[4] for found in headings] == ["no match", "rare"]
    assert int(headings[0][1]) > int(headings[1][1])


def test_accuracy_under_each_grader_has_its_interval(run: Path) -> None:
    first = shown(run)[0]
    lines = [line for line in first.splitlines() if line.startswith("  corrected, published")]
    assert lines
    for line in lines:
        corrected, published = re.findall(r"(\d+\.\d) \[\d+\.\d, \d+\.\d\]", line)
        assert float(corrected) > float(published)


def test_graders_that_agree_everywhere_are_said_to(run: Path) -> None:
    path = run / "verdicts.jsonl"
    verdicts = list(jsonl.read(path, Verdict))
    corrected = {(v.id, v.cell, v.trial): v for v in verdicts if v.grader == "corrected"}
    same = [
        msgspec.structs.replace(corrected[v.id, v.cell, v.trial], grader=v.grader) for v in verdicts
    ]
    jsonl.write(path, same)
    assert shown(run)[-1] == "They agree on every reply."


def test_a_run_that_lacks_replies_says_so_first(run: Path) -> None:
    kept = list(jsonl.read(run / "replies.jsonl", Reply))[:-3]
    jsonl.write(run / "replies.jsonl", kept)
    ids = {(reply.id, reply.cell) for reply in kept}
    verdicts = [v for v in jsonl.read(run / "verdicts.jsonl", Verdict) if (v.id, v.cell) in ids]
    jsonl.write(run / "verdicts.jsonl", verdicts)
    assert shown(run)[0].startswith("run: of 480 planned replies 3 are missing and 0 failed")
