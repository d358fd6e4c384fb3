"""The replies on which the graders differ, by rule, with the accuracy under each grader."""

import re
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Reply, Verdict
from benchbar.report.differing import as_json, disagreements
from benchbar.runs.folder import open_run
from benchbar.scoring import meanings
from tests.report.made_run import regrade

_HEADING = re.compile(
    r"── (\d+) repl(?:y|ies): (.+) ──\n   corrected rule (.+)\n   published rule (.+)\n"
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
    regrade(run, [other(one, n) for n, one in enumerate(jsonl.read(path, Verdict))])
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
    regrade(run, same)
    assert shown(run)[-1] == "They agree on every reply."


def test_a_run_that_lacks_replies_says_so_first(run: Path) -> None:
    kept = list(jsonl.read(run / "replies.jsonl", Reply))[:-3]
    jsonl.write(run / "replies.jsonl", kept)
    ids = {(reply.id, reply.cell) for reply in kept}
    verdicts = [v for v in jsonl.read(run / "verdicts.jsonl", Verdict) if (v.id, v.cell) in ids]
    regrade(run, verdicts)
    assert shown(run)[0] == "run: 3 of 480 planned replies are missing and in no figure.\n"


def test_the_reply_itself_is_shown_and_is_harmless(run: Path) -> None:
    path = run / "replies.jsonl"
    long = "Let me see.\n\x1b[2J" + "word " * 100 + "\u202eso it is line 7."
    jsonl.write(
        path, [msgspec.structs.replace(one, turns=(long,)) for one in jsonl.read(path, Reply)]
    )
    regrade(run, jsonl.read(run / "verdicts.jsonl", Verdict))
    *_, last = shown(run)
    (line,) = [line for line in last.splitlines() if line.startswith("  reply ")]
    assert line.startswith("  reply      Let me see.⏎‹U+001B›[2Jword word")
    assert line.endswith("‹U+202E›so it is line 7.")
    assert " … " in line
    assert len(line) < 220


def test_rules_stand_with_what_they_mean(run: Path) -> None:
    path = run / "verdicts.jsonl"
    named = {"no match": "too-many-numbers", "formatting never matters": "last-committed"}
    regrade(
        run,
        [
            msgspec.structs.replace(one, rule=named.get(one.rule, one.rule))
            for one in jsonl.read(path, Verdict)
        ],
    )
    heading = shown(run)[1]
    assert f"corrected rule last-committed: {meanings.CORRECTED['last-committed']}\n" in heading
    assert f"published rule too-many-numbers: {meanings.PUBLISHED['too-many-numbers']}\n" in heading


def test_tests_stand_in_the_order_of_the_report(run: Path) -> None:
    told = re.findall(r"benchbar/sloppy  (.+?), (.+?), 4k", shown(run)[0])
    order = ["Invented transcripts", "Synthetic sections"]
    assert [corpus for corpus, _ in told] == sorted((corpus for corpus, _ in told), key=order.index)
    assert len(told) > 3


def test_as_json_each_differing_reply_has_both_verdicts(run: Path) -> None:
    rows = as_json(open_run(run))
    assert len(rows) == sum(text.startswith("blt-") for text in shown(run))
    replies = {(one.id, one.cell): one.text for one in jsonl.read(run / "replies.jsonl", Reply)}
    for row in rows:
        assert row["reply"] == replies[str(row["id"]), str(row["cell"])]
        assert row["model"] == "benchbar/sloppy"
        assert row["corrected"] != row["published"]
        assert {row[grader]["rule"] for grader in ("corrected", "published")} == {  # type: ignore[index]
            "formatting never matters",
            "no match",
        }
