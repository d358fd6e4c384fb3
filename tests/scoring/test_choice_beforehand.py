"""Replies to multiple-choice questions that were decided before they were graded.

They were written in four batches, each against graders that had not seen it. ``open`` marks those
that the graders read otherwise than decided; they hold nobody to it.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchbar.records import Reply
from benchbar.scoring.choice import Offered, judge
from tests.scoring.test_choice_cases import said

FILE = Path(__file__).parent / "choice_beforehand.toml"
LEAST_CASES = 230
MOST_OPEN = 10


def cases() -> Iterator[tuple[Offered, dict[str, Any]]]:
    """Yield each reply with its question."""
    for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["offered"]:
        offered = Offered(
            tuple(one["choices"]),
            stem=one["stem"],
            ranked=one.get("ranked", False),
            numbered=one.get("numbered", False),
        )
        for case in one["cases"]:
            yield offered, case


CASES = list(cases())
HELD = [(offered, case) for offered, case in CASES if "open" not in case]


@pytest.mark.parametrize(("offered", "case"), HELD)
def test_as_decided(offered: Offered, case: dict[str, str]) -> None:
    pick = judge(offered, Reply(id="", turns=(case["reply"],)))[1]
    assert said(pick) in case["corrected"].split("|")


def test_they_are_many() -> None:
    assert len(CASES) >= LEAST_CASES
    assert len(CASES) - len(HELD) <= MOST_OPEN
