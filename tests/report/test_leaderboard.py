"""The leaderboard: ranks that intervals leave open, and nothing ranked that does not compare."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.records import Cell, Estimate
from benchbar.report.leaderboard import Board, boards
from benchbar.report.results import (
    Accuracy,
    CellResult,
    MeanResult,
    Results,
    RunResult,
    TestResult,
)
from benchbar.stats.proportions import mean_of, wilson

TASKS = ("text_to_cite", "cite_to_text")


def checked(found: Estimate) -> Accuracy:
    return Accuracy(**msgspec.structs.asdict(found))


def made_cell(
    right: Sequence[int], n: int = 100, *, cell: Cell | None = None, window: str = "4k",
    missing: int = 0, failed: int = 0,
) -> CellResult:  # fmt: skip
    """A model that is right in some of ``n`` replies to each of the first tests."""
    cell = cell or Cell(model="x/y")
    shares = [wilson(one, n) for one in right]
    return CellResult(
        key=cell.key,
        label=cell.model,
        settings={name: getattr(cell, name) for name in cell.__struct_fields__},
        planned=n * len(right),
        missing=missing,
        failed=failed,
        tests=tuple(
            TestResult("transcripts", task, window, "corrected", n, one, n - one, 0, checked(found),
                       {}, {})
            for task, one, found in zip(TASKS, right, shares, strict=False)
        ),
        means=(
            MeanResult(window, "corrected", "tests", len(right), checked(mean_of(shares))),
            MeanResult(window, "corrected", "items", len(right),
                       checked(wilson(sum(right), n * len(right)))),
        ),
    )  # fmt: skip


RUN = RunResult(
    name="run", suite="blt", version="1", seed=0, counter="cl100k_base", data_digest="d" * 64,
    split="test", trials=1, limit=None, asked_by="0.1.0", graders="0123456789", cells=(),
)  # fmt: skip


def made(*cells: CellResult, **changes: object) -> Results:
    run = msgspec.structs.replace(RUN, cells=cells, **changes)
    return Results(1, "0.1.0", (run,))


def ranked(*cells: CellResult) -> Board:
    (board,) = boards({f"{n}.json": made(cell) for n, cell in enumerate(cells)}, "corrected")
    return board


def named(
    model: str, right: Sequence[int], n: int = 100, *, missing: int = 0, failed: int = 0
) -> CellResult:
    return made_cell(right, n, cell=Cell(model=model), missing=missing, failed=failed)


def test_the_best_stand_first_and_overlaps_are_ranges() -> None:
    board = ranked(
        named("low", (10, 10)), named("mid", (48, 52)), named("same", (50, 52)),
        named("high", (95, 96)),
    )  # fmt: skip
    assert [(entry.model, entry.rank) for entry in board.ranked] == [
        ("high", "1"), ("same", "2–3"), ("mid", "2–3"), ("low", "4"),
    ]  # fmt: skip
    assert board.columns == [("transcripts", "text_to_cite"), ("transcripts", "cite_to_text")]
    assert board.unranked == []


def test_one_model_alone_is_first() -> None:
    assert [entry.rank for entry in ranked(named("only", (5, 5))).ranked] == ["1"]


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=9))
def test_ranks_follow_the_intervals(rights: list[tuple[int, int]]) -> None:
    board = ranked(*(named(f"m{n}", right, 60) for n, right in enumerate(rights)))
    values = [entry.tests.value for entry in board.ranked]
    assert values == sorted(values, reverse=True)
    for place, entry in enumerate(board.ranked, 1):
        assert 1 <= entry.best <= place <= entry.worst <= len(rights)
        for other in board.ranked:
            if entry.tests.low > other.tests.high:
                assert entry.worst < other.best or entry.best < other.best


def test_sizes_are_ranked_apart() -> None:
    files = {"a": made(named("m", (50, 50))), "b": made(made_cell((9, 9), window="16k"))}
    assert [board.window for board in boards(files, "corrected")] == ["4k", "16k"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"suite": "other"}, "their suites differ (blt and other)"),
        ({"version": "2"}, "their versions of the suite differ (1 and 2)"),
        ({"data_digest": "e" * 64}, "their items (data digests) differ (dddddddddd and eeee"),
        ({"split": "train"}, "their splits differ"),
        ({"graders": "abcdef0123"}, "their graders differ (0123456789 and abcdef0123): score"),
    ],
)
def test_what_does_not_compare_is_not_ranked_together(change: dict[str, str], said: str) -> None:
    files = {"a.json": made(named("m", (1, 1))), "b.json": made(named("n", (1, 1)), **change)}
    with pytest.raises(InputError) as refused:
        boards(files, "corrected")
    assert str(refused.value).startswith("a.json and b.json: cannot be ranked together")
    assert said in str(refused.value)


def test_the_same_results_twice_are_refused() -> None:
    one = made(named("m", (1, 1)))
    with pytest.raises(InputError, match=r"b: holds the same results as a: name each once"):
        boards({"a": one, "b": one}, "corrected")


def test_nothing_to_rank_is_said() -> None:
    with pytest.raises(InputError, match="nothing to rank"):
        boards({"a": made()}, "corrected")
    with pytest.raises(InputError, match="nothing to rank"):
        boards({"a": made(named("m", (1, 1)))}, "published")


def test_what_is_incomplete_is_shown_but_not_ranked() -> None:
    board = ranked(
        named("whole", (50, 50)), named("torn", (99, 99), missing=7),
        named("broken", (98, 98), failed=2), named("part", (97,)), named("few", (9, 9), 10),
    )  # fmt: skip
    assert [entry.model for entry in board.ranked] == ["whole"]
    assert {entry.model: entry.why for entry in board.unranked} == {
        "torn": "7 of 200 replies are missing",
        "broken": "2 of 200 calls failed",
        "part": "asked 1 of 2 tests",
        "few": "asked fewer questions than others",
    }
    assert {entry.rank for entry in board.unranked} == {"–"}


def test_cells_of_one_model_are_told_apart() -> None:
    cells = [Cell(model="m", temperature=0.0), Cell(model="m", temperature=1.0), Cell(model="n")]
    board = ranked(*(made_cell((n, n), cell=cell) for n, cell in enumerate(cells)))
    assert {entry.model for entry in board.ranked} == {"m, temperature 0", "m, temperature 1",
                                                       "n"}  # fmt: skip


def test_one_cell_of_several_runs_goes_by_its_run() -> None:
    files = {
        "a": made(named("m", (1, 1)), name="first"),
        "b": made(named("m", (2, 2)), name="second"),
        "c": made(named("m", (3, 3)), name="second"),
    }
    (board,) = boards(files, "corrected")
    assert sorted(entry.model for entry in board.ranked) == ["m (a)", "m (b)", "m (c)"]
    (board,) = boards({name: files[name] for name in "ab"}, "corrected")
    assert sorted(entry.model for entry in board.ranked) == ["m (first)", "m (second)"]


@pytest.mark.parametrize(
    ("reports", "told"),
    [
        (["x/a/report", "x/b/report"], {"a/report", "b/report"}),
        (["x/a/report/results.json", "x/b/report"], {"a/report", "b/report"}),
        (["january", "deep/february"], {"january", "february"}),
        (["x/a/report", "y/a/report"], {"x/a/report", "y/a/report"}),
    ],
)
def test_runs_of_one_name_go_by_the_ends_of_their_reports(
    reports: list[str], told: set[str]
) -> None:
    files = {report: made(named("m", (n, n))) for n, report in enumerate(reports)}
    (board,) = boards(files, "corrected")
    assert {entry.model for entry in board.ranked} == {f"m ({one})" for one in told}


def test_files_of_one_folder_go_by_their_own_names() -> None:
    files = {name: made(named("m", (n, n))) for n, name in enumerate(("x/may.json", "x/june.json"))}
    (board,) = boards(files, "corrected")
    assert {entry.model for entry in board.ranked} == {"m (may.json)", "m (june.json)"}


def test_runs_of_two_names_in_two_reports_go_by_both() -> None:
    one, two = (
        msgspec.structs.replace(RUN, name=name, cells=(named("m", (n, n)),))
        for n, name in enumerate(("first", "second"))
    )
    again = msgspec.structs.replace(one, cells=(named("m", (9, 9)),))
    files = {"p/a": Results(1, "0.1.0", (one, two)), "p/b": Results(1, "0.1.0", (again,))}
    (board,) = boards(files, "corrected")
    assert {entry.model for entry in board.ranked} == {
        "m (first, a)", "m (second, a)", "m (first, b)",
    }  # fmt: skip
