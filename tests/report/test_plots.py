"""Marks stand where their estimates say, inside the figure, and say so in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Cell, Estimate
from benchbar.report import plots
from benchbar.report.buckets import OFFSETS
from benchbar.report.table import headline
from benchbar.report.tally import tally
from benchbar.report.visible import visible
from benchbar.stats.proportions import wilson
from tests.report.made_run import READER, SLOPPY, make_items, make_verdicts


@given(st.lists(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
                min_size=1, max_size=8))  # fmt: skip
def test_marks_lie_on_the_axis_in_order(counts: list[tuple[int, int]]) -> None:
    series = plots.models({str(n): str(n) for n in range(len(counts))})
    points = [
        (series[str(n)], wilson(right, of), "items/x.html") for n, (right, of) in enumerate(counts)
    ]
    found = plots.plot("p", "t", "w", [("group", "line", points), ("", "other", points)])
    for row in found.rows:
        ys = [mark.y for mark in row.marks]
        assert ys == sorted(set(ys))
        for mark in row.marks:
            assert plots.LEFT <= mark.low <= mark.x <= mark.high <= plots.LEFT + plots.WIDTH
            assert row.y < mark.y < found.height
    first, second = found.rows
    assert first.marks[-1].y < second.marks[0].y
    assert found.summary.count("%") == 2 * len(counts)


def test_series_of_one_figure_differ_in_colour_and_in_colour_and_shape() -> None:
    series = plots.models({str(n): str(n) for n in range(plots.MOST_SERIES)}).values()
    assert len({one.kind for one in series}) == plots.MOST_SERIES
    assert {one.shape for one in series} == {"circle", "diamond", "square", "triangle"}


@pytest.mark.parametrize(("cells", "figures"), [(1, 0), (2, 1), (8, 1), (10, 2), (17, 3)])
def test_models_stand_side_by_side_a_few_a_figure(cells: int, figures: int) -> None:
    items = make_items(2)
    asked = tuple(Cell("m/m", seed=n) for n in range(cells))
    rows = tally(make_verdicts(items, asked), {item.id: item for item in items})
    labels = {cell.key: f"seed {cell.seed}" for cell in asked}
    found = plots.comparison_plots(headline(rows, labels), labels, {})
    assert len(found) == figures
    for one in found:
        assert len(one.series) <= plots.MOST_SERIES
        assert len({series.kind for series in one.series}) == len(one.series)
    assert sum(len(one.series) for one in found) == (cells if cells > 1 else 0)


def test_a_plot_has_both_graders_and_gpt_4_as_published() -> None:
    items = make_items(20)
    rows = tally(make_verdicts(items), {item.id: item for item in items})
    links = {
        (row.test.corpus, row.test.task, row.test.window, row.cell): f"{row.test.task}.html"
        for row in rows
    }
    found = plots.accuracy_plots(headline(rows, {READER.key: "R", SLOPPY.key: "S"}), links)
    assert [one.title for one in found] == ["R, 4k", "S, 4k"]
    for one in found:
        assert [series.kind for series in one.series] == ["corrected", "published", "paper"]
        for row in one.rows:
            assert [bool(mark.href) for mark in row.marks] == [True, True, False]


@given(st.text(max_size=400))
def test_a_text_of_a_figure_is_folded_and_loses_nothing(text: str) -> None:
    lines = plots.folded(text)
    assert lines
    assert all(len(line) <= 54 for line in lines)
    assert "".join("".join(lines).split()) == "".join(visible(text).split())


def test_bars_are_as_high_as_their_counts() -> None:
    counts = dict(zip(OFFSETS, range(10), strict=True))
    found = plots.histogram("h", "t", counts, {"1 after": "x.html"}, paper=False)
    assert found.total == 45
    for bar in found.bars:
        assert bar.height == pytest.approx(plots.BAR_ROOM * bar.count / 9, abs=0.1)
        assert bar.y + bar.height == pytest.approx(plots.BAR_ROOM, abs=0.11)
        assert bar.href == ("x.html" if bar.label == "1 after" else "")


def test_an_axis_may_have_other_ends_and_keeps_what_lies_beyond_them_inside() -> None:
    axis = plots.Axis(-2, 2, ((-2, "-2"), (0, "0"), (2, "+2")), "in points")
    middle, beyond = Estimate(0, -1, 1, 0.95, 9, 9, "t"), Estimate(1, -9, 9, 0.95, 9, 9, "t")
    series = plots.CORRECTED

    def told(estimate: Estimate, *, digits: int = 1) -> str:
        return f"{estimate.value:.{digits}f}"

    lines = [("", "one", [(series, middle, "")]), ("", "two", [(series, beyond, "")])]
    found = plots.plot("p", "t", "w", lines, told, axis)
    one, two = (row.marks[0] for row in found.rows)
    quarter = plots.WIDTH / 4
    assert (one.x, one.low) == (plots.LEFT + 2 * quarter, plots.LEFT + quarter)
    assert (two.low, two.high) == (plots.LEFT, plots.LEFT + plots.WIDTH)
    assert one.title == "one, corrected grader: 0.0"
    assert found.axis.of == "in points"
