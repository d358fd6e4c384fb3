"""A learning curve, counted by hand on made-up runs, and what is refused or said beforehand."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import BenchbarError
from benchbar.report.tally import BltTest
from benchbar.runs import plan, smollm2
from benchbar.stats.proportions import mean_of, wilson
from benchbar.suites.data import Data
from benchbar.tune import manifest, record
from benchbar.tune.learning import LearningCurve, learning_curve
from benchbar.tune.record import Order, Record, Started
from tests.tune import made_tuning as made
from tests.tune.made_learning import BASE, adapter, runs_of, two_tests
from tests.tune.made_tuning import TUNED, right_if, run_of

SMALLER = BltTest("transcripts", "cite_to_text", "4k")
LARGER = BltTest("transcripts", "cite_to_text", "8k")


@pytest.fixture
def items(tmp_path: Path) -> Path:
    return two_tests(tmp_path / "data")


def prompt(items: Path) -> str:
    document, about = next(Data(items).pairs())
    return plan.turns(about[0], document, "default")[0]


@pytest.fixture
def rows_of_openai(exported: Path) -> Callable[..., int]:
    """Put the rows of a job into a folder, and the job's record; return how many rows there are."""

    def put(folder: Path, *, epochs: int, train: str | None = None) -> int:
        shutil.copytree(exported, folder)
        rows = manifest.read(folder).files["train.jsonl"]
        order = Order(train or rows.sha256, None, "gpt-small", epochs, None, None, None)
        job = Started(order, "job-1", "succeeded", tuned=TUNED.partition("/")[2])
        record.write(folder, Record(jobs=(job,)))
        return rows.rows

    return put


def changed(run: Path, **fields: object) -> None:
    """Write something else into a run's study."""
    study = msgspec.json.decode((run / "run.json").read_bytes())
    (run / "run.json").write_bytes(msgspec.json.encode(study | fields))


def refused(runs: list[Path], said: str) -> None:
    with pytest.raises(BenchbarError, match=said) as ended:
        learning_curve(runs)
    assert "\n" not in str(ended.value)


def test_the_curve(tmp_path: Path, items: Path) -> None:
    runs = runs_of(tmp_path, items, (600, 12), (0, 1), (1500, 20))
    found = learning_curve(runs)
    assert (found.base, found.grader, found.notes) == (BASE, "corrected", ())
    assert found.tests == (SMALLER, LARGER)
    assert [(one.run, one.rows, one.cpu_seconds) for one in found.stages] == [
        ("run0", 0, 0.0), ("run600", 600, 240.0), ("run1500", 1500, 600.0),
    ]  # fmt: skip
    for stage, right in zip(found.stages, (1, 12, 20), strict=True):
        each = wilson(right, 20)
        assert stage.tests == {SMALLER: each, LARGER: each}
        assert stage.overall == mean_of([each, each])


def test_either_grader(tmp_path: Path, items: Path) -> None:
    (base,) = runs_of(tmp_path, items, (0, 1))
    tuned = run_of(
        tmp_path / "t", items, adapter(tmp_path / "a", 8),
        lambda item, n: (f"{item.gold}\n\nLet me know!",),
    )  # fmt: skip
    strict, kind = (
        learning_curve([base, tuned], grader=one).stages[-1] for one in ("published", "corrected")
    )
    assert strict.tests[SMALLER] == wilson(0, 20)
    assert kind.tests[SMALLER] == wilson(20, 20)


def test_a_test_without_replies_has_no_figure_and_no_mean(tmp_path: Path, items: Path) -> None:
    (base,) = runs_of(tmp_path, items, (0, 1))
    half = run_of(
        tmp_path / "half", items, adapter(tmp_path / "a", 8),
        lambda item, n: (item.gold,) if item.window == "4k" else (),
    )  # fmt: skip
    found = learning_curve([base, half])
    assert set(found.stages[1].tests) == {SMALLER}
    assert found.stages[1].overall is None
    assert found.notes == ("half: 20 of 40 planned replies are missing and in no figure.",)


def test_models_of_openai_read_rows_times_epochs(
    tmp_path: Path, items: Path, rows_of_openai: Callable[..., int]
) -> None:
    base = run_of(tmp_path / "b", items, "openai/gpt-small", right_if(bool))
    tuned = run_of(tmp_path / "t", items, TUNED, right_if(bool))
    each = rows_of_openai(tmp_path / "rows", epochs=3)
    found = learning_curve([tuned, base])
    assert found.base == "openai/gpt-small"
    assert [(one.rows, one.cpu_seconds) for one in found.stages] == [(0, 0.0), (3 * each, None)]
    assert found.notes == ()


@pytest.mark.parametrize("lost", ["manifest.json", "openai.json", "other rows"])
def test_what_a_job_read_must_be_known(
    lost: str, tmp_path: Path, items: Path, rows_of_openai: Callable[..., int]
) -> None:
    base = run_of(tmp_path / "b", items, "openai/gpt-small", right_if(bool))
    tuned = run_of(tmp_path / "t", items, TUNED, right_if(bool))
    rows_of_openai(tmp_path / "rows", epochs=3, train="0" * 64 if lost == "other rows" else None)
    if lost != "other rows":
        (tmp_path / "rows" / lost).unlink()
    refused([base, tuned], f"^t: it is not known how much {TUNED} learnt: .*leave out this run")


def test_a_run_of_another_model_than_the_base(tmp_path: Path, items: Path) -> None:
    runs = runs_of(tmp_path, items, (0, 1), (8, 2))
    other = run_of(tmp_path / "other", items, "openai/gpt-other", right_if(bool))
    refused(
        [*runs, other],
        r"^other: .*gpt-other learnt: it is not the base of the others \(benchbar/smollm2\)",
    )


def test_a_model_may_be_asked_twice(tmp_path: Path, items: Path) -> None:
    base, tuned = runs_of(tmp_path, items, (0, 1), (8, 2))
    again = run_of(
        tmp_path / "again", items, f"benchbar/local/{tmp_path / 'a8'}", right_if(lambda n: n < 4)
    )
    stages = learning_curve([base, tuned, again]).stages
    assert [(one.run, one.rows, one.tests[SMALLER].value) for one in stages] == [
        ("run0", 0, 0.05), ("run8", 8, 0.1), ("again", 8, 0.2),
    ]  # fmt: skip


def test_a_folder_that_is_gone(
    tmp_path: Path, items: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    adapter(Path("a"), 8)
    (base,) = runs_of(tmp_path, items, (0, 1))
    tuned = run_of(tmp_path / "deep" / "t", items, "benchbar/local/a", right_if(bool))
    assert [one.rows for one in learning_curve([base, tuned]).stages] == [0, 8]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    refused([base, tuned], "^t: it is not known how much benchbar/local/a learnt: its folder a is")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a" / "loss.csv").unlink()
    refused([base, tuned], r"^t: .* a has no loss\.csv with points")
    (tmp_path / "a" / "loss.csv").write_text("step,cpu_seconds\n3,4.5\n")
    refused([base, tuned], r"^t: .* a has no loss\.csv with points")


def test_what_was_learnt_is_not_asked(tmp_path: Path, items: Path) -> None:
    (base,) = runs_of(tmp_path, items, (0, 1))
    name = adapter(tmp_path / "a", 8, prompts=(prompt(items),))
    tuned = run_of(tmp_path / "t", items, name, right_if(bool))
    refused([base, tuned], "^t: asks 2 questions of 40 that the model learnt")


def test_runs_that_make_no_curve(tmp_path: Path, items: Path) -> None:
    base, tuned = runs = runs_of(tmp_path, items, (0, 1), (8, 9))
    refused([base], "^one run is no curve")
    refused([base, tuned, base], "the same run is given twice")
    few = run_of(tmp_path / "few", items, BASE, lambda item, n: (item.gold,) if n < 5 else ())
    changed(few, limit=5)
    refused([tuned, few], "^few: asks other items than run8: 30 are only in run8, 0 only in few")
    other = run_of(tmp_path / "other", two_tests(tmp_path / "more", "code"), BASE, right_if(bool))
    refused([tuned, other], "^other: asks items of another DATA folder .*more")
    empty = run_of(tmp_path / "empty", items, BASE, lambda item, n: ())
    refused([tuned, empty], "empty: no replies yet")
    cells = [{"model": BASE}, {"model": BASE, "temperature": 1.0}]
    changed(base, cells=cells)
    refused(runs, "^run0: asks several models or settings")


def test_models_of_different_bases(tmp_path: Path, items: Path) -> None:
    said = "from different bases .*a8 from benchbar/smollm2; .*a16 from openai/other"
    ours = runs_of(tmp_path / "1", items, (0, 1), (8, 2))
    theirs = runs_of(tmp_path / "2", items, (16, 3), base="openai/other")
    refused([*ours, *theirs], said)
    refused([ours[1], *theirs], said)


def test_a_model_tuned_further_begins_anew_at_its_base(tmp_path: Path, items: Path) -> None:
    first = adapter(tmp_path / "first", 100)
    named = first.removeprefix("benchbar/local/")
    second = adapter(tmp_path / "second", 40, base=named)
    runs = [
        run_of(tmp_path / f"r{n}", items, model, right_if(bool))
        for n, model in enumerate((BASE, first, second))
    ]
    found = learning_curve(runs[1:])
    assert (found.base, [one.rows for one in found.stages]) == (named, [0, 40])
    refused(runs, "tuned from different bases")


class TestNotes:
    """What a reader must know before any figure."""

    def curve(self, runs: list[Path]) -> LearningCurve:
        return learning_curve(runs)

    def test_the_base_is_missing(self, tmp_path: Path, items: Path) -> None:
        (note,) = self.curve(runs_of(tmp_path, items, (8, 1), (16, 2))).notes
        assert note == f"No run of {BASE} itself is among these, so the curve has no beginning."

    def test_other_settings(self, tmp_path: Path, items: Path) -> None:
        (base,) = runs_of(tmp_path, items, (0, 1))
        tuned = run_of(
            tmp_path / "t", items, adapter(tmp_path / "a", 8), right_if(bool),
            settings={"temperature": 0.5, "max_tokens": 60},
        )  # fmt: skip
        (note,) = self.curve([base, tuned]).notes
        assert note.startswith("The runs differ in more than tuning: temperature, max tokens.")

    @pytest.mark.parametrize("left", [None, "", '{"x": 1}\n'])
    def test_rows_are_gone(self, left: str | None, tmp_path: Path, items: Path) -> None:
        runs = runs_of(tmp_path, items, (0, 1), (8, 2))
        train = tmp_path / "a8" / "rows" / "train.jsonl"
        if left is None:
            train.unlink()
        else:
            train.write_text(left)
        (note,) = self.curve(runs).notes
        assert note.startswith("run8: whether a question was learnt in tuning could not be checked")

    def test_the_model_was_tuned_anew(
        self, tmp_path: Path, items: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runs = runs_of(tmp_path, items, (0, 1), (8, 2))
        changed(runs[1], weights={f"benchbar/local/{tmp_path / 'a8'}": "as asked"})
        monkeypatch.setattr(smollm2, "digest", lambda folder: "as asked")
        assert self.curve(runs).notes == ()
        monkeypatch.setattr(smollm2, "digest", lambda folder: "another")
        (note,) = self.curve(runs).notes
        assert note.startswith("run8: the files of benchbar/local/")
        assert "have changed since" in note


def test_a_page_of_one_test_has_no_mean(tmp_path: Path) -> None:
    few = made.data_of(tmp_path / "data", made.pages(4))
    found = learning_curve(runs_of(tmp_path, few, (0, 1), (8, 3)))
    assert [one.overall for one in found.stages] == [
        mean_of([one.tests[SMALLER]]) for one in found.stages
    ]
