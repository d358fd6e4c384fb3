"""One item, and the differences of the graders, in the terminal."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Item, Verdict
from benchbar.report import names
from benchbar.report.findings import items_of
from benchbar.report.look import glimpse, item_as_json, item_view
from benchbar.runs.folder import open_run
from benchbar.scoring import meanings
from benchbar.scoring.misses import SWAPPED
from tests.report.made_run import SLOPPY, answer, regrade


def test_item_view_shows_prompt_gold_reply_and_verdicts(run: Path) -> None:
    verdict = next(
        one for one in jsonl.read(run / "verdicts.jsonl", Verdict)
        if one.cell == SLOPPY.key and "\x1b" in one.answer
    )  # fmt: skip
    shown = item_view(open_run(run), verdict.id).plain
    assert "lines above]" in shown
    assert "── right answer ──" in shown
    assert "── benchbar/reader, trial 1 ──" in shown
    assert "── benchbar/sloppy, trial 1 ──" in shown
    assert "‹U+001B›[2J" in shown
    assert "\x1b" not in shown
    assert f"corrected  {verdict.error}" in shown
    assert "wrong: " not in shown
    assert "rule not the gold" in shown
    assert any(line.startswith("> ") for line in shown.splitlines())


def test_a_line_of_a_statute_keeps_its_indent(run: Path) -> None:
    folder = run.parent / "data" / "documents" / "4k"
    path = folder / "synthetic.jsonl"
    moved = [
        msgspec.structs.replace(
            document,
            text=document.text.replace("\n", "\n    "),
            lines=tuple(line.moved(4 * place) for place, line in enumerate(document.lines)),
        )
        for document in jsonl.read(path, Document)
    ]
    jsonl.write(path, moved)
    opened = open_run(run)
    item = next(
        one for one in items_of(opened).values() if one.corpus == "synthetic" and one.target > 2
    )
    shown = item_view(opened, item.id).plain
    assert f"\n>     {item.gold}" in shown
    assert f"\n      {item.target}: A. That was line {item.target}." in shown


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outcome": "correct", "error": None}, "correct"),
        ({"outcome": "wrong", "error": "wrong line"}, "wrong line"),
        ({"outcome": "wrong", "error": "wrong line", "rule": SWAPPED}, "page and line swapped"),
        ({"outcome": "not_an_answer", "error": "empty"}, "not an answer: empty"),
    ],
)
def test_a_judgement_in_words(items: list[Item], changes: dict[str, Any], said: str) -> None:
    verdict = msgspec.structs.replace(answer(items[0], SLOPPY)[2], **changes)
    assert names.judgement(verdict) == said


def test_an_unknown_item_is_refused_with_an_example(run: Path) -> None:
    with pytest.raises(InputError, match="ids look like blt-4k-transcripts-text_to_cite-test-0001"):
        item_view(open_run(run), "nothing")


def test_a_rule_is_shown_with_what_it_means(run: Path) -> None:
    path = run / "verdicts.jsonl"
    verdicts = [
        msgspec.structs.replace(one, rule="exact" if one.grader == "corrected" else "whole-reply")
        for one in jsonl.read(path, Verdict)
    ]
    regrade(run, verdicts)
    shown = item_view(open_run(run), verdicts[0].id).plain
    assert f"rule exact\n             {meanings.CORRECTED['exact']}\n" in shown
    assert f"rule whole-reply\n             {meanings.PUBLISHED['whole-reply']}\n" in shown


def test_an_item_without_a_reply_is_shown_before_anything_is_graded(run: Path) -> None:
    (run / "replies.jsonl").unlink()
    (run / "verdicts.jsonl").unlink()
    opened = open_run(run)
    item = next(iter(items_of(opened)))
    assert item_view(opened, item).plain.endswith("── no reply yet ──\n")
    assert item_as_json(opened, item)["replies"] == []


def test_an_item_as_json_has_every_reply_with_both_verdicts(run: Path) -> None:
    opened = open_run(run)
    item = next(iter(items_of(opened).values()))
    told = item_as_json(opened, item.id)
    assert (told["id"], told["gold"], told["question"]) == (item.id, item.gold, item.question)
    replies = told["replies"]
    assert isinstance(replies, list)
    assert [one["model"] for one in replies] == ["benchbar/reader", "benchbar/sloppy"]
    assert all(one["corrected"]["outcome"] and one["published"]["outcome"] for one in replies)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("", "(nothing)"),
        ("  \n ", "(nothing)"),
        ("line\t7\nor 8", "line 7⏎or 8"),
        ("a\x1b[2J", "a‹U+001B›[2J"),
        ("s" * 300 + "e" * 300, "s" * 110 + " … " + "e" * 50),
    ],
)
def test_a_glimpse_of_a_reply(reply: str, shown: str) -> None:
    assert glimpse(reply) == shown
