import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.parallel.processes import Processes
from benchbar.records import Cell, Item, Verdict
from benchbar.runs import grading, study
from benchbar.runs.replies_file import STOP_REASONS
from benchbar.suites.data import Data


@pytest.fixture
def items(built: Path) -> list[Item]:
    return list(Data(built).items("4k", "synthetic", "text_to_cite", "test"))


def replies(tmp_path: Path, rows: list[dict[str, object]]) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def graded(built: Path, tmp_path: Path) -> Path:
    """A run of the sloppy model on one item a test."""
    out = tmp_path / "run"
    study.run(study.plan(built, (Cell("benchbar/sloppy"),), limit=1), out)
    return out


def refused(out: Path, why: str) -> None:
    """Assert that the verdicts of a run are not shown until it is scored again."""
    with pytest.raises(InputError, match=f"{why}: run 'benchbar score"):
        study.open_run(out).verdicts()
    study.score(out)
    assert list(study.open_run(out).verdicts())


def test_verdicts_of_other_graders_are_not_shown(graded: Path) -> None:
    told = json.loads((graded / "graded.json").read_text())
    (graded / "graded.json").write_text(json.dumps(told | {"graders": "0123456789"}))
    refused(graded, "graded by other versions of the graders")
    assert json.loads((graded / "graded.json").read_text()) == told


def test_changed_verdicts_are_not_shown(graded: Path) -> None:
    path = graded / "verdicts.jsonl"
    path.write_text(path.read_text().replace('"outcome":"wrong"', '"outcome":"correct"'))
    path.write_text(path.read_text() + " ")
    refused(graded, "its verdicts were changed after they were made")


def test_verdicts_on_other_replies_are_not_shown(graded: Path) -> None:
    path = graded / "replies.jsonl"
    path.write_text(path.read_text().replace('"turns":["', '"turns":["No: ', 1))
    refused(graded, "graded before its replies changed")


def test_verdicts_of_another_runs_items_are_not_shown(graded: Path) -> None:
    told = json.loads((graded / "graded.json").read_text())
    (graded / "graded.json").write_text(json.dumps(told | {"data": "another"}))
    refused(graded, "graded with other items")


def test_verdicts_of_nobody_knows_what_are_not_shown(graded: Path) -> None:
    (graded / "graded.json").write_text("{")
    refused(graded, "not graded by this version of benchbar")


def test_any_executor_gives_the_same_verdicts(
    graded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = (graded / "verdicts.jsonl").read_bytes()
    monkeypatch.setattr(grading, "_BATCH_DOCUMENTS", 1)
    outcome = study.score(graded, spread=Processes(2))
    assert (graded / "verdicts.jsonl").read_bytes() == verdicts
    assert outcome == study.open_run(graded).outcome()


@pytest.mark.parametrize("name", ["id", "cell", "trial"])
def test_a_reply_of_another_run_is_refused_and_the_verdicts_stay(graded: Path, name: str) -> None:
    verdicts = (graded / "verdicts.jsonl").read_bytes()
    path = graded / "replies.jsonl"
    row = json.loads(path.read_text().splitlines()[0])
    other = {"id": "blt-4k-nowhere-1", "cell": "other-1", "trial": 2}
    with path.open("a") as file:
        file.write(json.dumps(row | {name: other[name]}) + "\n")
    with pytest.raises(InputError, match=r"replies\.jsonl:5: not part of this run"):
        study.score(graded)
    assert (graded / "verdicts.jsonl").read_bytes() == verdicts


def test_scoring_again_gives_the_same_and_needs_no_inspect(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (Cell("benchbar/sloppy"),), limit=3), out)
    verdicts = (out / "verdicts.jsonl").read_bytes()
    (out / "verdicts.jsonl").unlink()
    code = (
        "import sys; from pathlib import Path; from benchbar.runs import study; "
        "study.score(Path(sys.argv[1])); print('inspect_ai' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(out)], capture_output=True, text=True, check=True
    )
    assert told.stdout == "False\n"
    assert (out / "verdicts.jsonl").read_bytes() == verdicts


def test_missing_replies_are_counted(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (Cell("benchbar/reader"),), limit=3), out)
    rows = (out / "replies.jsonl").read_text().splitlines(keepends=True)
    (out / "replies.jsonl").write_text("".join(rows[:-2]))
    outcome = study.score(out)
    assert (outcome.planned, outcome.stored, outcome.missing) == (12, 10, 2)
    assert not outcome.complete
    assert len(list(study.open_run(out).verdicts())) == 20


def test_replies_made_elsewhere_are_graded(built: Path, items: list[Item], tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": items[0].id, "reply": items[0].gold},
        {"id": items[0].id, "reply": "section 1(z)", "trial": 2, "cell": "", "extra": [1]},
        {"id": items[1].id, "reply": "", "stop_reason": "length", "trial": None},
    ]
    out = tmp_path / "verdicts.jsonl"
    outcome = study.score_replies(built, replies(tmp_path, rows), out)
    assert (outcome.planned, outcome.stored, outcome.missing) == (49, 3, 46)
    assert outcome.stop_reasons == {"stop": 2, "max_tokens": 1}
    corrected = [v for v in jsonl.read(out, Verdict) if v.grader == "corrected"]
    assert [(v.id, v.trial, v.outcome) for v in corrected] == [
        (items[0].id, 1, "correct"),
        (items[0].id, 2, "wrong"),
        (items[1].id, 1, "not_an_answer"),
    ]
    study.score_replies(built, replies(tmp_path, rows[:1]), out)
    assert len(list(jsonl.read(out, Verdict))) == 2


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"id": "nobody", "reply": "x"}, "replies.jsonl:2: no item 'nobody'"),
        ({"id": "FIRST", "reply": "x"}, "replies.jsonl:2: same id, cell and trial as row 1"),
        ({"id": "FIRST"}, "replies.jsonl:2: Object missing required field `reply`: write each row"),
        ({"id": "FIRST", "reply": 3}, 'write each row as {"id": ITEM, "reply": TEXT}'),
        ({"id": "FIRST", "reply": "x", "trial": 0}, "replies.jsonl:2: trial 0: number trials 1, 2"),
        ({"id": "FIRST", "reply": "x", "trial": -1}, "replies.jsonl:2: trial -1: number trials"),
        (
            {"id": "FIRST", "reply": "x", "trial": 2, "stop_reason": "banana"},
            "replies.jsonl:2: stop_reason 'banana': write one of stop, end_turn",
        ),
    ],
)
def test_bad_rows_are_named(
    built: Path, items: list[Item], tmp_path: Path, row: dict[str, object], told: str
) -> None:
    if row["id"] == "FIRST":
        row = {**row, "id": items[0].id}
    path = replies(tmp_path, [{"id": items[0].id, "reply": "x"}, row])
    with pytest.raises(InputError) as caught:
        study.score_replies(built, path, tmp_path / "verdicts.jsonl")
    assert told in str(caught.value)
    assert not (tmp_path / "verdicts.jsonl").exists()


def test_every_stop_reason_in_capitals_or_not_is_taken_for_what_it_means(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    given = [*STOP_REASONS, *map(str.upper, STOP_REASONS)]
    rows: list[dict[str, object]] = [
        {"id": items[0].id, "reply": items[0].gold, "trial": n, "stop_reason": reason}
        for n, reason in enumerate(given, 1)
    ]
    out = tmp_path / "verdicts.jsonl"
    outcome = study.score_replies(built, replies(tmp_path, rows), out)
    taken = Counter(STOP_REASONS[reason.lower()] for reason in given)
    assert outcome.stop_reasons == dict(taken.most_common())
    found = {v.trial: v for v in jsonl.read(out, Verdict) if v.grader == "corrected"}
    kinds = {STOP_REASONS[reason.lower()]: found[n].error for n, reason in enumerate(given, 1)}
    assert kinds == {
        "stop": None, "max_tokens": None, "model_length": "truncated", "content_filter": "blocked",
        "refused": "refused", "failed": "failed", "unknown": None,
    }  # fmt: skip


def test_fields_that_are_not_read_are_named_once(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    rows: list[dict[str, object]] = [
        {"id": items[0].id, "reply": "x", "cel": "a", "Reply": 1},
        {"id": items[1].id, "reply": "x", "cel": "b", "latency": 2.5},
    ]
    told: list[str] = []
    study.score_replies(built, replies(tmp_path, rows), tmp_path / "v.jsonl", say=told.append)
    assert told == [
        "fields not read: 'Reply' (is 'reply' meant?), 'cel' (is 'cell' meant?), 'latency'"
    ]
    study.score_replies(
        built, replies(tmp_path, [{"id": items[0].id, "reply": "x"}]), tmp_path / "v.jsonl",
        say=told.append,
    )  # fmt: skip
    assert len(told) == 1


def test_a_missing_replies_file_is_called_missing_whatever_out_holds(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    out = tmp_path / "verdicts.jsonl"
    study.score_replies(built, replies(tmp_path, [{"id": items[0].id, "reply": "x"}]), out)
    before = out.read_bytes()
    with pytest.raises(InputError, match=r"gone\.jsonl: no such file: name the file that holds"):
        study.score_replies(built, tmp_path / "gone.jsonl", out)
    assert out.read_bytes() == before


def test_the_replies_of_a_run_are_told_from_replies_made_elsewhere(
    built: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    study.run(study.plan(built, (Cell("benchbar/reader"),), limit=1), run)
    with pytest.raises(InputError, match=r"holds the replies of the run .*benchbar score .*run'"):
        study.score_replies(built, run / "replies.jsonl", tmp_path / "v.jsonl")


@pytest.mark.parametrize("name", ["replies.jsonl.gz", "replies.jsonl.zst"])
def test_packed_replies_are_read(built: Path, items: list[Item], tmp_path: Path, name: str) -> None:
    jsonl.write(tmp_path / name, [{"id": items[0].id, "reply": items[0].gold}])
    outcome = study.score_replies(built, tmp_path / name, tmp_path / "v.jsonl")
    assert outcome.stored == 1


def test_items_without_a_reply_are_counted_for_each_cell(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    rows: list[dict[str, object]] = [
        {"id": items[0].id, "reply": "x", "cell": "a"},
        {"id": items[1].id, "reply": "x", "cell": "a"},
        {"id": items[0].id, "reply": "x", "cell": "b"},
        {"id": items[0].id, "reply": "x", "cell": "b", "trial": 2},
    ]
    outcome = study.score_replies(built, replies(tmp_path, rows), tmp_path / "verdicts.jsonl")
    assert outcome.missing == (48 - 2) + (48 - 1)


def test_an_empty_file_lacks_every_item(built: Path, tmp_path: Path) -> None:
    outcome = study.score_replies(built, replies(tmp_path, []), tmp_path / "verdicts.jsonl")
    assert (outcome.planned, outcome.stored, outcome.missing) == (60, 0, 60)


def test_the_verdicts_of_a_run_are_not_overwritten(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    study.run(study.plan(built, (Cell("benchbar/reader"),), limit=1), run)
    before = (run / "verdicts.jsonl").read_bytes()
    (tmp_path / "linked.jsonl").symlink_to(run / "verdicts.jsonl")
    path = replies(tmp_path, [{"id": items[0].id, "reply": "x"}])
    for out in (run / "verdicts.jsonl", run / "other.jsonl", tmp_path / "linked.jsonl"):
        with pytest.raises(InputError, match="run is a run, .*choose another --out"):
            study.score_replies(built, path, out)
    assert (run / "verdicts.jsonl").read_bytes() == before
    assert not (run / "other.jsonl").exists()


def test_nothing_but_verdicts_is_overwritten(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    path = replies(tmp_path, [{"id": items[0].id, "reply": "x"}])
    before = path.read_text()
    with pytest.raises(InputError, match="holds no verdicts"):
        study.score_replies(built, path, path)
    assert path.read_text() == before
