"""Every example of the rules for multiple choice is read as it says."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from benchbar.records import Reply
from benchbar.scoring.choice import Offered, Pick, judge
from benchbar.scoring.taxonomy import NOT_AN_ANSWER

LEAST_CASES = 250
WHY = {"not found", "multiple answers", "unclear"}
"""Why an answer that was given is none."""


def cases() -> Iterator[Any]:
    """Yield each example with its question and name."""
    text = (files("benchbar.scoring") / "cases" / "choice.toml").read_text(encoding="utf-8")
    for one in tomllib.loads(text)["offered"]:
        offered = Offered(
            tuple(one["choices"]),
            stem=one["stem"],
            ranked=one.get("ranked", False),
            numbered=one.get("numbered", False),
        )
        for case in one["cases"]:
            yield pytest.param(offered, case, id=f"{one['name']}:{case['why']}")


CASES = list(cases())


def said(pick: Pick) -> str:
    """Write a pick as the cases do."""
    if pick.why:
        assert pick.ranks == (None, None, None)
        return pick.why
    return " ".join(one or "-" for one in pick.ranks).rstrip("- ")


def picked(offered: Offered, case: dict[str, str]) -> tuple[Pick, Pick]:
    """Return what both graders make of the reply of a case."""
    reply = Reply(id="", turns=(case["reply"],), stop_reason=case.get("stop", "stop"))  # type: ignore[arg-type]
    return judge(offered, reply)


@pytest.mark.parametrize(("offered", "case"), CASES)
def test_case(offered: Offered, case: dict[str, str]) -> None:
    picks = picked(offered, case)
    assert [said(pick) for pick in picks] == [case["published"], case["corrected"]]


def test_cases_have_names_and_are_many() -> None:
    assert len(CASES) >= LEAST_CASES
    assert len({case.id for case in CASES}) == len(CASES)


def test_every_reason_has_an_example() -> None:
    shown = {case.values[1]["corrected"] for case in CASES}
    assert shown >= {*WHY, "empty", "refused", "truncated", "failed"}
    assert {one for one in shown if one.islower()} <= WHY | {*NOT_AN_ANSWER}
