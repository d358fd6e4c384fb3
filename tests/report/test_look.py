"""One item, and the differences of the graders, in the terminal."""

from pathlib import Path

import pytest
from tests.report.made_run import SLOPPY

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Verdict
from benchbar.report.look import disagreements, item_view
from benchbar.runs.folder import open_run


def test_disagreements_name_both_rules(run: Path) -> None:
    found = [text.plain for text in disagreements(open_run(run))]
    assert len(found) > 10
    for text in found:
        assert "benchbar/sloppy" in text
        assert "rule no match" in text
        assert "rule formatting never matters" in text


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
    assert "wrong: " in shown
    assert "rule not the gold" in shown
    assert any(line.startswith("> ") for line in shown.splitlines())


def test_an_unknown_item_is_refused_with_an_example(run: Path) -> None:
    with pytest.raises(InputError, match="ids look like blt-4k-transcripts-text_to_cite-test-0001"):
        item_view(open_run(run), "nothing")
