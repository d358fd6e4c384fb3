"""What tuning did, counted by hand on made-up runs, and what is refused or said beforehand."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Estimate
from benchbar.stats.paired import mcnemar, score_difference
from benchbar.stats.proportions import wilson
from benchbar.tune.report import Report, report
from benchbar.tune.report_change import Change
from tests.tune import made_tuning as made
from tests.tune.made_tuning import BASE, TUNED, right_if, run_of

WORDS = "I do not know."


def by_measure(changes: tuple[Change, ...]) -> dict[str, Change]:
    return {one.measure: one for one in changes}


@pytest.fixture
def lookups(tmp_path: Path) -> tuple[Path, Path]:
    """40 look-ups: 2 right before, 38 after, of which both had 1 right."""
    data = made.data_of(tmp_path / "data", made.pages(40))
    return (
        run_of(tmp_path / "base", data, BASE, right_if(lambda n: n < 2)),
        run_of(tmp_path / "tuned", data, TUNED, right_if(lambda n: n > 0 and n < 39)),
    )


def test_accuracy_before_and_after_beside_table_3(lookups: tuple[Path, Path]) -> None:
    found = report([lookups])
    assert (found.base, found.tuned) == (BASE, TUNED)
    (change,) = found.lookups
    assert (change.n, change.texts) == (40, 40)
    assert (change.base, change.tuned) == (wilson(2, 40), wilson(38, 40))
    assert change.difference == score_difference(37, 1, 40)
    assert change.p == change.adjusted == mcnemar(37, 1)
    assert change.shown
    assert change.rose
    assert change.published is not None
    assert (change.published.base, change.published.tuned) == (wilson(32, 100), wilson(99, 100))
    assert "Tables 2 and 3" in change.published.source
    assert found.effects == ()


@pytest.mark.parametrize(("corpus", "window"), [("code", "4k"), ("transcripts", "8k")])
def test_no_published_figure_stands_beside_another_test(
    corpus: str, window: str, tmp_path: Path
) -> None:
    data = made.data_of(tmp_path / "data", made.pages(12, corpus=corpus, window=window))
    runs = [run_of(tmp_path / m, data, f"openai/{m}", right_if(bool)) for m in ("a", "b")]
    (change,) = report([(runs[0], runs[1])]).lookups
    assert change.published is None
    assert not change.shown


def test_words_of_a_reply(lookups: tuple[Path, Path]) -> None:
    (change,) = report([lookups]).words
    # The right line has nine words ("2:", "A.", ...), the other reply four.
    before, after = (2 * 9 + 38 * 4) / 40, (38 * 9 + 2 * 4) / 40
    assert change.base is not None
    assert change.tuned is not None
    assert change.difference is not None
    assert (change.base.value, change.tuned.value) == (before, after)
    assert change.difference.value == pytest.approx(after - before)
    assert change.shown


def test_words_and_accuracy_are_of_the_same_texts(tmp_path: Path) -> None:
    """Pages of one deposition stand together; of few depositions, pages are the units of both."""
    for depositions, units, only in ((12, 12, 0), (7, 36, 7)):
        pairs = [
            (page, replace(item, traits={"source": f"s{n % depositions}"}))
            for n, (page, item) in enumerate(made.pages(36))
        ]
        folder = tmp_path / str(depositions)
        data = made.data_of(folder / "data", pairs)
        found = report(
            [
                (
                    run_of(folder / "b", data, BASE, right_if(lambda n: n % 4 == 0)),
                    run_of(folder / "t", data, TUNED, right_if(lambda n: n % 3 > 0)),
                )
            ]
        )
        (accuracy,), (words,) = found.lookups, found.words
        assert (accuracy.n, accuracy.texts, accuracy.only_texts) == (36, depositions, only)
        assert (words.n, words.texts, words.only_texts) == (36, depositions, only)
        assert words.difference is not None
        assert words.difference.clusters == units
        assert any(f"speak of its {only} texts alone" in note for note in found.notes) == bool(only)


@pytest.fixture
def reasoning(tmp_path: Path) -> Report:
    """20 questions whether a section applies: 16 right and 59 words before, 13 and 19 after."""
    data = made.data_of(tmp_path / "data", made.sections(20))
    before = made.reasoned(59, lambda n: n < 16, goes_on=True)
    after = made.reasoned(19, lambda n: n < 13, goes_on=False)
    return report(
        [(run_of(tmp_path / "b", data, BASE, before), run_of(tmp_path / "t", data, TUNED, after))]
    )


def test_reasoning_cut_short(reasoning: Report) -> None:
    assert reasoning.lookups == ()
    found = by_measure(reasoning.effects)
    assert set(found) == {"accuracy", "words of reasoning", "first", "goes on"}
    accuracy, words = found["accuracy"], found["words of reasoning"]
    assert (accuracy.base, accuracy.tuned) == (wilson(16, 20), wilson(13, 20))
    assert (accuracy.p, accuracy.family) == (mcnemar(0, 3), 4)
    assert accuracy.published is not None
    assert (accuracy.published.base, accuracy.published.tuned) == (0.79, 0.67)
    assert words.base is not None
    assert words.tuned is not None
    assert words.difference is not None
    assert (words.base.value, words.tuned.value, words.difference.value) == (59.5, 19.5, -40)
    assert words.published is not None
    assert (words.published.base, words.published.tuned) == (59, 19)
    assert (found["first"].base, found["first"].tuned) == (wilson(20, 20), wilson(20, 20))
    goes_on = found["goes on"]
    assert (goes_on.base, goes_on.tuned) == (wilson(20, 20), wilson(0, 20))
    assert goes_on.shown
    assert not goes_on.rose


def test_a_first_reply_without_words_shows_nothing(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.sections(20))
    before = made.reasoned(9, bool, goes_on=True)
    after = run_of(
        tmp_path / "t", data, TUNED,
        lambda item, n: ("", "Yes") if n < 5 else made.reasoned(9, bool, goes_on=True)(item, n),
    )  # fmt: skip
    found = by_measure(report([(run_of(tmp_path / "b", data, BASE, before), after)]).effects)
    assert (found["accuracy"].n, found["first"].n, found["words of reasoning"].n) == (20, 15, 15)


def test_the_form_of_look_ups_leaking_into_other_work(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.requests(20))
    before = run_of(tmp_path / "b", data, BASE, right_if(lambda n: True))
    after = run_of(tmp_path / "t", data, TUNED, right_if(lambda n: n < 4, "line 10"))
    found = by_measure(report([(before, after)]).effects)
    assert (found["accuracy"].base, found["accuracy"].tuned) == (wilson(20, 20), wilson(4, 20))
    leaked = found["like a look-up"]
    assert (leaked.base, leaked.tuned) == (wilson(0, 20), wilson(16, 20))
    assert leaked.rose
    assert leaked.shown


def test_amounts(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.amounts(12))
    before = run_of(tmp_path / "b", data, BASE, lambda item, n: ("$1,000" if n < 6 else "$1,050",))
    said = ("$1,000", "$1,500", "It depends.")
    after = run_of(tmp_path / "t", data, TUNED, lambda item, n: (said[n % 3],))
    found = by_measure(report([(before, after)]).effects)
    assert (found["accuracy"].base, found["accuracy"].tuned) == (wilson(12, 12), wilson(4, 12))
    assert (found["exact"].base, found["exact"].tuned) == (wilson(6, 12), wilson(4, 12))
    off = found["off"]
    assert (off.n, off.unit) == (8, "times")  # a third names no amount
    assert off.tuned is not None
    assert off.tuned.value == 0.25


def test_trials_of_an_item_are_one(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.sections(12))
    runs = [
        run_of(tmp_path / name, data, model, made.reasoned(9, bool, goes_on=True), trials=trials)
        for name, model, trials in (("b", BASE, 1), ("t", TUNED, 3))
    ]
    found = by_measure(report([(runs[0], runs[1])]).effects)
    assert {one.n for one in found.values()} == {12}
    assert {one.texts for one in found.values()} == {12}


def test_several_pairs_are_one_report_and_one_family(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(12))
    more = made.data_of(tmp_path / "more", made.requests(12))
    yes = right_if(lambda n: True)
    no = right_if(lambda n: False)
    first = (run_of(tmp_path / "b", data, BASE, no), run_of(tmp_path / "t", data, TUNED, yes))
    second = (run_of(tmp_path / "b2", more, BASE, yes), run_of(tmp_path / "t2", more, TUNED, yes))
    found = report([first, second])
    assert [one.test.task for one in found.words] == ["cite_to_text", "form"]
    assert {one.family for one in found.words} == {2}
    with pytest.raises(InputError, match="asks .*, as b does"):
        report([first, first])
    with pytest.raises(InputError, match="a report is about one model before tuning"):
        report([first, (second[1], second[0])])


@pytest.mark.parametrize(("other", "alike"), [("/home/me/out", True), ("out2", False)])
def test_a_folder_may_be_named_from_elsewhere(other: str, alike: bool, tmp_path: Path) -> None:
    runs = []
    for number, (items, model) in enumerate(
        ((made.pages(3), "out"), (made.requests(3), other)), start=1
    ):
        data = made.data_of(tmp_path / f"data{number}", items)
        base = run_of(tmp_path / f"b{number}", data, BASE, right_if(bool))
        tuned = run_of(tmp_path / f"t{number}", data, f"benchbar/local/{model}", right_if(bool))
        runs.append((base, tuned))
    if alike:
        assert len(report(runs).words) == 2
    else:
        with pytest.raises(InputError, match="a report is about one model"):
            report(runs)


def test_what_only_one_run_asks_is_said(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(12), made.sections(12))
    said = {"cite_to_text": right_if(bool), "applies_to": made.reasoned(9, bool, goes_on=True)}
    base = run_of(tmp_path / "b", data, BASE, said)
    tuned = run_of(tmp_path / "t", data, TUNED, said, tasks=("cite_to_text",))
    found = report([(base, tuned)])
    assert found.effects == ()
    assert len(found.lookups) == 1
    (note,) = [note for note in found.notes if "Only b asks these" in note]
    assert "applies to" in note


def test_what_lacks_replies_is_said(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(12))
    base = run_of(tmp_path / "b", data, BASE, lambda item, n: (item.gold,) if n else ())
    tuned = run_of(tmp_path / "t", data, TUNED, right_if(bool))
    found = report([(base, tuned)])
    assert found.lookups[0].n == found.words[0].n == 11
    assert any("1 item left out of both sides" in note for note in found.notes)
    assert any(note.startswith("b: ") for note in found.notes)


def test_runs_that_cannot_be_compared(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(3), made.sections(3))
    said = {"cite_to_text": right_if(bool), "applies_to": right_if(bool)}
    whole = run_of(tmp_path / "whole", data, BASE, said)
    part = run_of(tmp_path / "part", data, TUNED, said, tasks=("cite_to_text",))
    other = run_of(tmp_path / "other", data, TUNED, said, tasks=("applies_to",))
    with pytest.raises(InputError, match="no question in common"):
        report([(part, other)])
    elsewhere = made.data_of(tmp_path / "data2", made.pages(4))
    with pytest.raises(InputError, match="different items"):
        report([(whole, run_of(tmp_path / "else", elsewhere, TUNED, right_if(bool)))])
    with pytest.raises(InputError, match="given twice"):
        report([(whole, whole)])


def test_the_published_grader(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.requests(12))
    opened = run_of(tmp_path / "t", data, TUNED, lambda item, n: (f"Here:\n{item.gold}",))
    base = run_of(tmp_path / "b", data, BASE, right_if(lambda n: True))
    values = []
    for grader in ("corrected", "published"):
        tuned = by_measure(report([(base, opened)], grader=grader).effects)["accuracy"].tuned
        assert isinstance(tuned, Estimate)
        values.append(tuned.value)
    assert values == [1.0, 0.0]
