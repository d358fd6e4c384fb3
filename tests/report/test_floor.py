"""The floor for CI: exact, per test, and never passed by replies that did not come."""

from fractions import Fraction
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.report import results
from benchbar.report.floor import fallen, share
from benchbar.report.results import Results
from tests.report.made_files import write_files
from tests.report.made_run import READER, SLOPPY, make_run
from tests.report.test_results import lose


@pytest.mark.parametrize(
    ("text", "least"),
    [("0.9", Fraction(9, 10)), ("90%", Fraction(9, 10)), (" 33.3 %", Fraction(333, 1000)),
     ("1", Fraction(1)), ("0", Fraction(0)), ("100%", Fraction(1)), (".5", Fraction(1, 2))],
)  # fmt: skip
def test_a_share_is_read_exactly(text: str, least: Fraction) -> None:
    assert share(text) == least


@pytest.mark.parametrize(
    "text", ["90", "-0.1", "110%", "nan", "inf", "most", "", "%", "1e-1", "9/10", "0.9%%", "1_0%"]
)
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="--check .*write a share such as 0.9 or 90%"):
        share(text)


def made(tmp_path: Path, missing: int = 0) -> Results:
    (tmp_path / "made").mkdir()
    run = make_run(tmp_path / "made", cells=(READER, SLOPPY))
    if missing:
        lose(run, missing)
    return results.read(write_files(tmp_path / "out", run))


def test_all_above_pass(tmp_path: Path) -> None:
    assert fallen(made(tmp_path), Fraction(1, 2)) == ""


def test_the_share_itself_is_compared_and_its_interval_told(tmp_path: Path) -> None:
    found = made(tmp_path)
    lowest = min(
        (test for test in found.runs[0].cells[1].tests if test.grader == "corrected"),
        key=lambda test: test.correct,
    )
    exact = Fraction(lowest.correct, lowest.accuracy.n)
    assert fallen(found, exact) == ""
    said = fallen(found, exact + Fraction(1, 10_000))
    assert said.startswith("check failed, ")
    assert f"by the corrected grader: benchbar/sloppy, {lowest.task.replace('_', ' ')}" in said
    assert f"{100 * lowest.accuracy.value:.1f} [" in said
    assert "benchbar/reader" not in said
    assert "\n" not in said


def test_many_are_named_in_part(tmp_path: Path) -> None:
    said = fallen(made(tmp_path), Fraction(1))
    assert said.count("benchbar/sloppy") == 5
    assert said.endswith("and 1 more (see tables/accuracy.csv)")


def test_missing_replies_do_not_pass(tmp_path: Path) -> None:
    said = fallen(made(tmp_path, missing=3), Fraction(0))
    assert "of 240 replies are missing" in said
