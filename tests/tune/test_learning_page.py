"""The page of a learning curve: its files, its figures, and that it is made whole or not at all."""

import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.tune import learning_page
from benchbar.tune.learning import LearningCurve, learning_curve
from benchbar.tune.learning_page import panels_of, ticks
from tests.tune import made_tuning as made
from tests.tune.made_learning import runs_of, two_tests

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> LearningCurve:
    folder = tmp_path_factory.mktemp("learning")
    runs = runs_of(folder, two_tests(folder / "data"), (0, 0), (600, 12), (1500, 20))
    return learning_curve(runs)


def test_the_folder(found: LearningCurve, tmp_path: Path) -> None:
    index = learning_page.write(found, tmp_path / "out")
    names = sorted(str(p.relative_to(index.parent)) for p in index.parent.rglob("*") if p.is_file())
    assert names == ["figures/curve.svg", "index.html", "results.json", "tables/curve.csv"]
    with (index.parent / "tables/curve.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [(row["rows"], row["window"], row["task"]) for row in table[:4]] == [
        ("0", "4k", "cite_to_text"), ("0", "8k", "cite_to_text"), ("0", "", "all tests"),
        ("600", "4k", "cite_to_text"),
    ]  # fmt: skip
    assert (table[3]["accuracy"], table[3]["cpu_seconds"], table[3]["n"]) == ("0.6", "240.0", "20")
    told = json.loads((index.parent / "results.json").read_text())
    assert (told["base"], told["grader"], told["notes"]) == ("benchbar/smollm2", "corrected", [])
    assert [one["rows"] for one in told["runs"]] == [0, 600, 1500]


def test_the_figure_says_its_numbers(found: LearningCurve, tmp_path: Path) -> None:
    index = learning_page.write(found, tmp_path / "out")
    figure = ElementTree.parse(index.parent / "figures/curve.svg").getroot()  # noqa: S314
    said = figure.findtext(f"{SVG}desc")
    assert said
    for part in ("All tests, each counting alike: 0 rows (run0): 0.0 [0.0, 9.7] %",
                 "cite to text, 8k: 0 rows (run0): 0.0 [0.0, 16.1] %; 600 rows (run600): 60.0 [",
                 "1,500 rows (run1500): 100.0 [83.9, 100.0] %"):  # fmt: skip
        assert part in said
    page = index.read_text()
    for panel in panels_of(found):
        assert f"{panel.summary}</desc>" in page


def test_marks_stand_where_their_numbers_are(found: LearningCurve) -> None:
    all_tests, smaller, larger = panels_of(found)
    assert [panel.name for panel in (all_tests, smaller, larger)] == ["all", "test-1", "test-2"]
    first, middle, last = smaller.marks
    assert [tick.said for tick in smaller.across] == ["0", "500", "1,000", "1,500"]
    assert (first.x, last.x) == (smaller.across[0].at, smaller.across[-1].at)
    assert (middle.x - first.x) / (last.x - first.x) == pytest.approx(0.4, abs=0.001)
    bottom, *_, top = learning_page.UP
    assert (first.y, last.y) == (bottom.at, top.at)
    assert (bottom.at - middle.y) / (bottom.at - top.at) == pytest.approx(0.6, abs=0.001)
    assert middle.high < middle.y < middle.low  # pixels count downwards


@given(st.integers(0, 10**7))
def test_ticks_are_round_and_reach_far_enough(most: int) -> None:
    found = ticks(most)
    step = found[1]
    assert found == tuple(range(0, step * len(found), step))
    assert 2 <= len(found) <= 6
    assert found[-2] < max(most, 1) <= found[-1]
    assert step / 10 ** math.floor(math.log10(step)) in (1, 2, 5)


def test_one_test_has_one_panel_and_no_mean(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(4))
    found = learning_curve(runs_of(tmp_path, data, (0, 1), (8, 3)))
    (panel,) = panels_of(found)
    assert panel.title == "Invented transcripts, cite to text, 4k"
    text = learning_page.write(found, tmp_path / "out").read_text()
    assert "Test by test" not in text
    assert "All tests" not in text
    assert "all tests" not in (tmp_path / "out/tables/curve.csv").read_text()


def test_a_test_without_replies_has_no_mark(found: LearningCurve) -> None:
    middle = replace(found.stages[1], tests={}, overall=None)
    lacking = replace(found, stages=(found.stages[0], middle, found.stages[2]))
    assert [len(panel.marks) for panel in panels_of(lacking)] == [2, 2, 2]
    assert [len(panel.marks) for panel in panels_of(found)] == [3, 3, 3]


def test_nothing_is_replaced_unasked(found: LearningCurve, tmp_path: Path) -> None:
    out = tmp_path / "out"
    learning_page.write(found, out)
    with pytest.raises(InputError, match="exists"):
        learning_page.write(found, out)
    learning_page.write(found, out, force=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not a page of a learning curve"):
        learning_page.write(found, other, force=True)
    assert (other / "mine.txt").read_text() == "mine"


def test_no_name_is_a_formula(found: LearningCurve, tmp_path: Path) -> None:
    stages = tuple(replace(one, run="=1+1", model="@x") for one in found.stages)
    learning_page.write(replace(found, stages=stages), tmp_path / "out")
    with (tmp_path / "out/tables/curve.csv").open(newline="") as file:
        names = {name for row in csv.DictReader(file) for name in (row["run"], row["model"])}
    assert not any(name.startswith(("=", "@")) for name in names)
    assert {name.lstrip("'") for name in names} == {"=1+1", "@x"}
