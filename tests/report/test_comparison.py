"""Runs compared: what is counted, what is refused, and what is said of it."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import GRADERS, Cell, Estimate, Item, Outcome, Reply, Verdict
from benchbar.report import comparison_view
from benchbar.report.comparing import compare
from benchbar.report.comparison import Comparison, Contestant, Pair, Part, Result, points
from benchbar.report.findings import gather, open_sources
from benchbar.report.parts import family
from tests.report.made_run import READER, SLOPPY, make_items, make_run, regrade

COLD, HOT = Cell(model="a/model", temperature=0.0), Cell(model="a/model", temperature=1.0)


def judged_run(
    folder: Path,
    right: Callable[[Item, Cell, int], bool],
    *,
    items: list[Item] | None = None,
    cells: tuple[Cell, ...] = (COLD, HOT),
    trials: int = 1,
    skip: Callable[[Item, Cell, int], bool] = lambda item, cell, trial: False,
) -> Path:
    """A run in which it is said which replies are right, and which are not there."""
    made = make_items(20) if items is None else items
    run = make_run(folder, items=made, cells=cells, trials=trials)
    given = [
        (item, cell, trial)
        for item in made
        for cell in cells
        for trial in range(1, trials + 1)
        if not skip(item, cell, trial)
    ]
    replies = [Reply(item.id, cell.key, trial, ("x",)) for item, cell, trial in given]
    verdicts = []
    for item, cell, trial in given:
        outcome: Outcome = "correct" if right(item, cell, trial) else "wrong"
        error = None if outcome == "correct" else "not found"
        verdicts += [
            Verdict(item.id, cell.key, trial, grader, outcome, error, None, "x", "equal")
            for grader in GRADERS
        ]
    jsonl.write(run / "replies.jsonl", replies)
    regrade(run, verdicts)
    return run


def compared(*runs: Path, by_trial: bool = False, common: bool = False) -> Comparison:
    return compare(open_sources(runs), by_trial=by_trial, common=common)


def number(item: Item) -> int:
    return int(item.id[-4:])


def test_reader_against_sloppy(run: Path) -> None:
    (pair,) = compared(run).pairs
    whole = pair.overall
    assert (whole.n, len(whole.gained), whole.first.value) == (240, 0, 1.0)
    assert whole.difference.value == pytest.approx(-len(whole.lost) / 240)
    assert whole.shown
    assert "benchbar/reader is better than benchbar/sloppy over all items" in pair.verdict[0]
    assert [len(pair.of(level)) for level in ("all", "family", "window", "test")] == [1, 3, 0, 6]
    assert sum(one.n for one in pair.of("test")) == whole.n
    assert {*whole.lost} == {name for one in pair.of("family") for name in one.lost}


def test_an_accuracy_has_the_interval_that_reports_give_it(tmp_path: Path) -> None:
    # The 16 texts of the corpus stand for others, though each test has only four of them.
    items = [
        msgspec.structs.replace(
            item, traits=item.traits | {"source": f"{item.task} {number(item) % 4}"}
        )
        for item in make_items(20)
    ]
    items = [item for item in items if item.corpus == "synthetic"]
    run = judged_run(tmp_path, lambda item, cell, trial: number(item) % 3 > 0, items=items)
    (pair,) = compared(run).pairs
    rows = gather(open_sources([run])).rows()
    reported: dict[object, Estimate] = {
        (row.test, row.cell): row.accuracy for row in rows if row.grader == "corrected"
    }
    tests = pair.of("test")
    assert [one.first for one in tests] == [reported[one.part.test, COLD.key] for one in tests]
    assert {one.first.clusters for one in tests} == {4}
    assert not pair.overall.only_texts


def test_the_order_of_runs_turns_the_sign_and_nothing_else(tmp_path: Path) -> None:
    rng = random.Random(4)
    luck = {(n, cell.key): rng.random() for n in range(200) for cell in (COLD, HOT)}
    items = [
        msgspec.structs.replace(one, traits={**one.traits, "source": f"deposition {n % 12}"})
        for n, one in enumerate(make_items(20))
    ]

    def right(item: Item, cell: Cell, trial: int) -> bool:
        return luck[number(item), cell.key] < 0.8

    found = []
    for name, cells in (("one", (COLD, HOT)), ("other", (HOT, COLD))):
        (tmp_path / name).mkdir()
        run = judged_run(tmp_path / name, right, items=items, cells=cells)
        found.append(compared(run).pairs[0])
    for ours, theirs in zip(found[0].results, found[1].results, strict=True):
        assert ours.difference.low == pytest.approx(-theirs.difference.high)
        assert ours.difference.high == pytest.approx(-theirs.difference.low)
        assert ours.p == pytest.approx(theirs.p)
        assert (ours.gained, ours.lost) == (theirs.lost, theirs.gained)


def test_alike_is_never_called_equal(tmp_path: Path) -> None:
    (pair,) = compared(judged_run(tmp_path, lambda item, cell, trial: number(item) > 3)).pairs
    for result in pair.results:
        assert (result.p, result.shown, result.gained, result.lost) == (1.0, False, (), ())
        assert result.difference.low < 0 < result.difference.high
    said = " ".join(pair.verdict)
    assert said.count("No difference was shown") == len(pair.verdict)
    assert "could have been missed" in said
    assert "equal" not in said


def test_missing_and_failed_replies_are_left_out_of_both_and_named(tmp_path: Path) -> None:
    run = judged_run(
        tmp_path,
        lambda item, cell, trial: True,
        skip=lambda item, cell, trial: cell == HOT and number(item) == 5,
    )
    verdicts = list(jsonl.read(run / "verdicts.jsonl", Verdict))
    failed = next(one.id for one in verdicts if one.cell == COLD.key)
    regrade(
        run,
        [
            msgspec.structs.replace(
                one, outcome="not_an_answer", error="failed", rule="failed-call"
            )
            if (one.id, one.cell) == (failed, COLD.key)
            else one
            for one in verdicts
        ],
    )
    (pair,) = compared(run).pairs
    assert pair.lacks == (1, 6)
    assert len(pair.left_out) == 7
    assert failed in pair.left_out
    assert pair.overall.n == 120 - 7
    assert "7 items left out of both sides" in pair.omission
    assert "temperature 1 lacks replies to 6" in pair.omission


def test_trials_agree_and_are_compared(tmp_path: Path) -> None:
    run = judged_run(
        tmp_path,
        lambda item, cell, trial: number(item) > 10 or trial == 1,
        cells=(COLD,),
        trials=3,
    )
    alone = compared(run)
    assert alone.pairs == ()
    (steady,) = alone.steadiness
    assert (steady.agreement.trials, steady.agreement.flips.value) == (3, 0.5)
    apart = compared(run, by_trial=True)
    assert [one.label for one in apart.contestants] == [
        f"a/model, trial {trial}" for trial in (1, 2, 3)
    ]
    assert apart.pairs[0].overall.difference.value == -0.5
    assert apart.pairs[0].verdict[0].startswith("trial 1 is better than trial 2")


def test_several_trials_count_by_their_share(tmp_path: Path) -> None:
    run = judged_run(
        tmp_path,
        lambda item, cell, trial: cell == HOT or trial == 1,
        trials=4,
    )
    whole = compared(run).pairs[0].overall
    assert (whole.first.value, whole.second.value, whole.difference.value) == (0.25, 1, 0.75)
    assert (whole.n, len(whole.gained), whole.both, whole.neither) == (120, 120, 0, 0)
    assert whole.method.startswith("sign-flip")


def test_all_pairs_share_one_adjustment(tmp_path: Path) -> None:
    third = Cell(model="a/nother")
    run = judged_run(
        tmp_path,
        lambda item, cell, trial: cell != HOT or number(item) > 2,
        cells=(COLD, HOT, third),
    )
    found = compare(open_sources([run]), all_pairs=True)
    assert [(one.first.letter, one.second.letter) for one in found.pairs] == [
        ("A", "B"), ("A", "C"), ("B", "C"),
    ]  # fmt: skip
    assert found.pairs[0].overall.family_size == 3
    assert found.pairs[0].overall.adjusted == pytest.approx(3 * found.pairs[0].overall.p)
    assert len(compare(open_sources([run])).pairs) == 2


def test_runs_of_other_items_are_refused(tmp_path: Path) -> None:
    for name, count in (("one", 6), ("other", 7)):
        (tmp_path / name).mkdir()
        make_run(tmp_path / name, per_test=count)
    with pytest.raises(InputError, match="items 36 and 42"):
        compared(tmp_path / "one" / "run", tmp_path / "other" / "run")


def test_runs_of_fewer_items_are_compared_when_told_so(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=6)
    few = tmp_path / "few"
    few.mkdir()
    study = msgspec.json.decode((run / "run.json").read_bytes())
    (few / "run.json").write_bytes(msgspec.json.encode({**study, "limit": 2}))
    replies = [one for one in jsonl.read(run / "replies.jsonl", Reply) if int(one.id[-4:]) <= 2]
    verdicts = [one for one in jsonl.read(run / "verdicts.jsonl", Verdict) if int(one.id[-4:]) <= 2]
    jsonl.write(few / "replies.jsonl", replies)
    regrade(few, verdicts)
    with pytest.raises(InputError, match="24 are only in run, 0 only in few .* add --common"):
        compared(run, few)
    found = compared(run, few, common=True)
    assert found.pairs[0].overall.n == 12
    assert found.notes == (
        "Only the items that all runs ask are compared: 24 others are left out.",
    )
    assert len({one.label for one in found.contestants}) == 4


def test_one_model_alone_is_refused(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=2, cells=(READER,))
    with pytest.raises(InputError, match="nothing to compare"):
        compared(run)


def test_families() -> None:
    found = {(one.corpus, one.task): family(one) for one in make_items(1)}
    assert found["transcripts", "cite_to_text"] == "page-and-line look-ups"
    assert found["synthetic", "text_to_cite"] == "statute look-ups"
    assert found["synthetic", "cite_to_defined"] == "definitions"


def said(low: float, high: float, p: float = 0.001) -> str:
    """What is said of one difference."""
    share = Estimate(0.5, 0.4, 0.6, 0.95, 100, 100, "Wilson")
    parts = (Part("all", "all items"), Part("family", "definitions"))
    results = [
        Result(
            part, 100, share, share, Estimate((low + high) / 2, low, high, 0.95, 100, 100, ""),
            p, min(1.0, 3 * p), 3, "", (), (), 0, 0, 100,
        )
        for part in parts
    ]  # fmt: skip
    sides = [Contestant(letter, f"model {letter}", "run", letter, 1) for letter in "AB"]
    return Pair(sides[0], sides[1], tuple(results)).verdict[0]


@pytest.mark.parametrize(
    ("low", "high", "p", "words"),
    [
        (0.06, 0.11, 0.001, "model B is better than model A on definitions by 6 to 11 points."),
        (-0.11, -0.06, 0.001, "model A is better than model B on definitions by 6 to 11 points."),
        (0.002, 0.05, 0.01, "by 0.2 to 5 points."),
        (0.0001, 0.01, 0.01, "by up to 1 point."),
        (0.031, 0.034, 0.001, "by 3 to 4 points."),
        (-0.04, 0.09, 0.4, "missed: model A may be better by up to 4 points, model B by up to 9"),
        (-0.04, 0.04, 1.0, "one of up to 4 points either way could have been missed."),
        (0.01, 0.09, 0.03, "may be better by up to 9 points, but chance could do as much (p 0.030"),
        (0.01, 0.09, 0.03, "or 0.090 when 3 comparisons are allowed for)"),
    ],
)  # fmt: skip
def test_verdicts_in_words(low: float, high: float, p: float, words: str) -> None:
    assert words in said(low, high, p)


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (-0.076, -0.093, -0.059, "-7.6 [-9.3, -5.9]"),
        (0.0, -0.037, 0.037, "0.0 [-3.7, +3.7]"),
        (0.02, 0.0004, 0.04, "+2.0 [+0.0, +4.0]"),
    ],
)
def test_points(value: float, low: float, high: float, words: str) -> None:
    assert points(Estimate(value, low, high, 0.95, 9, 9, "")) == words


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_every_width_has_room(run: Path, width: int) -> None:
    found = compared(run)
    drawn = "".join(part.plain for part in comparison_view.view(found, width=width))
    assert max(map(len, drawn.splitlines())) <= width
    assert drawn.count("text to cite, 4k") == 2


def test_hostile_names_are_shown_as_they_are(tmp_path: Path) -> None:
    bad = Cell(model="a/\x1b[2J\u202emodel")
    found = compared(make_run(tmp_path, per_test=3, cells=(READER, bad)))
    drawn = "".join(part.plain for part in comparison_view.view(found, items=True))
    assert "‹U+001B›" in drawn
    assert not {"\x1b", "\u202e"} & {*drawn}


def test_json_holds_what_the_table_holds(run: Path) -> None:
    found = compared(run)
    told = msgspec.json.decode(msgspec.json.encode(comparison_view.as_json(found)))
    first = told["pairs"][0]["results"][0]
    whole = found.pairs[0].overall
    assert first["difference"] == whole.difference.value
    assert (first["first_only"], first["p"]) == (len(whole.lost), whole.p)
    listed = msgspec.json.decode(msgspec.json.encode(comparison_view.as_json(found, items=True)))
    assert listed["pairs"][0]["results"][0]["first_only"] == [*whole.lost]


def test_the_other_grader(run: Path) -> None:
    ours = compare(open_sources([run]), grader="corrected").pairs[0].overall
    theirs = compare(open_sources([run]), grader="published").pairs[0].overall
    assert len(theirs.lost) > len(ours.lost)
    assert SLOPPY.key in {one.cell for one in compared(run).contestants}
    assert replace(ours, adjusted=1.0).shown is False
