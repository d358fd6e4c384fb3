"""What a run lacks is said in the same words everywhere, and says what the figures count."""

from pathlib import Path

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import IncompleteError
from benchbar.records import Reply
from benchbar.report.shortfall import Lack, lacking, notice, require_replies, shortfall
from benchbar.runs.folder import Outcome, open_run


def outcome(*, stored: int, failed: int, missing: int) -> Outcome:
    return Outcome(stored + failed + missing, 0, stored, failed, missing, {})


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        (outcome(stored=5, failed=0, missing=0), ""),
        (
            outcome(stored=1_177, failed=2, missing=21),
            "21 of 1,200 planned replies are missing and in no figure; "
            "2 calls failed and count as not an answer.",
        ),
        (outcome(stored=4, failed=1, missing=0), "1 call failed and counts as not an answer."),
        (
            outcome(stored=0, failed=0, missing=1),
            "1 of 1 planned reply is missing and in no figure.",
        ),
    ],
)
def test_what_is_missing_and_what_counts(lacks: Outcome, said: str) -> None:
    assert shortfall(lacks) == said


def test_a_complete_run_has_no_notice(run: Path) -> None:
    opened = open_run(run)
    require_replies(opened)
    assert notice(opened) == ""


def test_a_run_without_replies_says_how_to_come_by_them(run: Path) -> None:
    (run / "replies.jsonl").unlink()
    with pytest.raises(IncompleteError, match=r"run: no replies yet: ask with .*--resume.*import"):
        require_replies(open_run(run))
    assert notice(open_run(run)).startswith("run: 480 of 480 planned replies are missing")


def test_what_is_lacking_is_named(run: Path) -> None:
    whole = list(jsonl.read(run / "replies.jsonl", Reply))
    assert list(lacking(open_run(run))) == []
    gone, failed, *kept = whole
    failed = msgspec.structs.replace(failed, stop_reason="failed", turns=())
    jsonl.write(run / "replies.jsonl", [failed, *kept])
    assert sorted(lacking(open_run(run)), key=lambda one: one.why) == [
        Lack(failed.id, failed.cell, failed.trial, "failed"),
        Lack(gone.id, gone.cell, gone.trial, "missing"),
    ]
