"""A learning curve as the terminal shows it, as sentences and as JSON."""

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from benchbar.report.tally import BltTest
from benchbar.stats.proportions import mean_of, wilson
from benchbar.tune.learning import LearningCurve, Stage, learning_curve
from benchbar.tune.learning_view import as_json, sentence, view
from tests.tune import made_tuning as made
from tests.tune.made_learning import runs_of

FIRST = BltTest("transcripts", "cite_to_text", "4k")
SECOND = BltTest("code", "text_to_cite", "16k")
HOSTILE = "r\x1b[2J\u202e"


def stage(rows: int, right: int, *tests: BltTest, seconds: float | None = 60.0) -> Stage:
    each = {test: wilson(right, 20) for test in tests}
    model = f"benchbar/local/c{rows}" if rows else "benchbar/smollm2"
    return Stage(f"run{rows}", model, rows, seconds, each, mean_of(list(each.values())))


def curve(*tests: BltTest) -> LearningCurve:
    stages = (
        stage(0, 0, *tests, seconds=0.0),
        stage(630, 11, *tests),
        stage(1260, 20, *tests, seconds=754.0),
    )
    return LearningCurve("benchbar/smollm2", "corrected", ("A note.",), tests, stages)


def text_of(found: LearningCurve, width: int) -> str:
    return "\n".join(part.plain for part in view(found, width=width))


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("many", [False, True])
def test_the_table_fits_the_terminal(width: int, many: bool) -> None:
    more = [SECOND._replace(window=f"{size}k") for size in range(32, 39)] if many else []
    lines = text_of(curve(FIRST, SECOND, *more), width).splitlines()
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for part in ("A note.", "benchbar/local/c630", "12.6", "text to cite", "by the corrected"):
        assert part in text
    stacked = many or width == 60
    assert ("Invented code, text to cite, 16k\n" in text) == stacked
    assert (" 630  run630   55 [40, 69]     55 [34, 74]     55 [34, 74]" in text) != stacked
    assert text.count("run630") >= 2


def test_a_line_for_each_number_of_rows() -> None:
    lines = text_of(curve(FIRST), 80).splitlines()
    begin = next(n for n, line in enumerate(lines) if line.startswith(" rows  run   "))
    assert [line.split()[:2] for line in lines[begin : begin + 4]] == [
        ["rows", "run"], ["0", "run0"], ["630", "run630"], ["1,260", "run1260"],
    ]  # fmt: skip
    assert "all tests" not in "\n".join(lines)


def test_what_is_not_known_is_a_dash() -> None:
    half = replace(stage(630, 11, FIRST, seconds=None), overall=None)
    found = replace(curve(FIRST, SECOND), stages=(stage(0, 0, FIRST, SECOND), half))
    text = text_of(found, 80)
    assert " 630        –  run630" in text
    assert " 630  run630  –               55 [34, 74]     –\n" in text
    assert sentence(found) == ""


def test_a_sentence_says_how_far_it_went() -> None:
    assert sentence(curve(FIRST)) == (
        "Accuracy on Invented transcripts, cite to text, 4k: 0.0% [0.0, 16.1] untuned, "
        "100.0% [83.9, 100.0] after 1,260 rows (12.6 CPU minutes)."
    )
    begun = curve(FIRST, SECOND)
    later = replace(
        begun, stages=(stage(1, 1, *begun.tests), stage(9, 2, *begun.tests, seconds=None))
    )
    assert sentence(later) == (
        "Mean accuracy of the 2 tests: 5.0% [0.6, 16.7] after 1 row, "
        "10.0% [3.6, 22.9] after 9 rows."
    )


def test_names_that_do_not_fit_keep_their_end() -> None:
    long = replace(stage(630, 11, FIRST), run=f"{'x' * 40}/the-end", model=f"m{'y' * 80}")
    text = text_of(replace(curve(FIRST), stages=(stage(0, 0, FIRST), long)), 80)
    assert f"…{'x' * 11}/the-end  55 [34, 74]" in text
    assert f"{'x' * 40}/the-end\n" in text
    assert long.model in text


def test_json_has_every_number() -> None:
    found = curve(FIRST, SECOND)
    told = json.loads(msgspec.json.encode(as_json(found)))
    assert [(one["run"], one["rows"], one["cpu_seconds"]) for one in told] == [
        ("run0", 0, 0.0), ("run630", 630, 60.0), ("run1260", 1260, 754.0),
    ]  # fmt: skip
    assert told[1]["model"] == "benchbar/local/c630"
    each = wilson(11, 20)
    first, second = told[1]["tests"]
    assert (first["window"], first["corpus"], first["task"]) == (
        "4k",
        "transcripts",
        "cite_to_text",
    )
    assert (second["value"], second["low"], second["high"]) == (each.value, each.low, each.high)
    assert told[1]["overall"]["low"] == mean_of([each, each]).low


def test_hostile_names_move_no_cursor(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(3, corpus=f"x{HOSTILE}"))
    found = learning_curve(runs_of(tmp_path, data, (0, 1), (8, 2)))
    hostile = replace(found.stages[1], run=HOSTILE, model=HOSTILE)
    text = text_of(replace(found, stages=(found.stages[0], hostile), notes=(HOSTILE,)), 80)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("‹U+001B›") >= 4
