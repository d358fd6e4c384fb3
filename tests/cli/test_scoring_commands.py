"""The commands of grading, as a user calls them: what they print, refuse and advise."""

import errno
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.records import Reply, Verdict
from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused
from tests.report.made_run import READER, SLOPPY, make_run
from tools.make_reference import JSON_ITEM, JSON_REPLY, JSON_ROW


@pytest.fixture
def benchbar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Benchbar:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path / "store"))
    return Benchbar(capsys)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from benchbar.suites.build import build
    from benchbar.suites.order import Order

    order = Order(("4k",), ("transcripts", "synthetic"), items=(("test", 3),))
    out = tmp_path_factory.mktemp("scoring") / "data"
    build(order, out)
    return out


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A graded run of two cells on six tests."""
    return make_run(tmp_path)


@pytest.fixture
def replies(data: Path, tmp_path: Path) -> Path:
    """Replies to all items but the last, in two cells."""
    items = [item for test in Data(data).sets() for item in Data(data).items(*test)]
    rows = [
        {
            "id": item.id,
            "reply": f"It reads **{item.gold}** there." if n % 2 else item.gold,
            "cell": cell,
        }
        for cell in ("gpt-4o", "")
        for n, item in enumerate(items[:-1])
    ]
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def batch(run: Path) -> Path:
    """A run whose replies are still to come."""
    (run / "replies.jsonl").unlink()
    (run / "verdicts.jsonl").unlink()
    return run


@pytest.mark.parametrize("command", ["score", "errors", "disagree"])
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_of_a_run_without_replies_nothing_is_claimed(
    benchbar: Benchbar, batch: Path, command: str, flags: tuple[str, ...]
) -> None:
    ended = benchbar(command, batch, *flags)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == (
        f"benchbar: {batch}: no replies yet: ask with 'benchbar run --resume {batch}', or bring "
        f"them in with 'benchbar import {batch} FILE'\n"
    )


def test_an_item_of_a_run_without_replies_is_shown(benchbar: Benchbar, batch: Path) -> None:
    shown = benchbar("show", batch, "blt-4k-synthetic-text_to_cite-test-0001")
    assert shown.code == 0
    assert shown.out.rstrip().endswith("── no reply yet ──")


def test_replies_made_elsewhere_have_the_table_of_a_run(
    benchbar: Benchbar, data: Path, replies: Path, tmp_path: Path
) -> None:
    scored = benchbar("score", data, "--replies", replies, "--out", tmp_path / "verdicts.jsonl")
    assert scored.code == 0
    assert scored.out.startswith("Accuracy in percent, with 95% intervals")
    assert "\ngpt-4o\n 4k   corrected 100 [44, 100]" in scored.out
    assert "\nreplies\n 4k   corrected" in scored.out
    assert "GPT-4 (published)" in scored.out
    imported = benchbar("import", tmp_path / "run", replies, "--data", data)
    assert imported.code == 0
    named = scored.out.replace("\ngpt-4o\n", "\nelsewhere/gpt-4o\n")
    named = named.replace("\nreplies\n", "\nelsewhere/replies\n")
    assert sorted(imported.out.splitlines()) == sorted(named.splitlines())


def test_a_run_of_replies_made_elsewhere_can_be_looked_at(
    benchbar: Benchbar, data: Path, replies: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    benchbar("import", run, replies, "--data", data)
    assert "elsewhere/gpt-4o" in benchbar("errors", run).out
    assert "elsewhere/gpt-4o" in benchbar("disagree", run).out
    item = json.loads(replies.read_text().splitlines()[0])["id"]
    assert "── elsewhere/gpt-4o, trial 1 ──" in benchbar("show", run, item).out
    assert benchbar("report", run, "--out", tmp_path / "report").code == 0
    again = benchbar("score", run)
    assert again.code == 0
    assert "--resume" not in again.err
    refused(benchbar("import", run, replies, "--data", data), "exists already")


def test_replies_come_from_standard_input(
    benchbar: Benchbar, data: Path, replies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchbar.cli import score

    monkeypatch.setattr(score, "_STANDARD_INPUT", replies)
    scored = benchbar("score", data, "--replies", "-", "--out", tmp_path / "v.jsonl", "--json")
    assert {row["n"] for row in json.loads(scored.out)} <= {2, 3}


def test_a_file_without_a_reply_is_graded_as_nothing(
    benchbar: Benchbar, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    scored = benchbar(
        "score", data, "--replies", tmp_path / "none.jsonl", "--out", tmp_path / "v.jsonl"
    )
    assert (scored.code, scored.out) == (1, "")
    assert scored.err.endswith("none.jsonl: holds no replies: nothing was graded\n")


def test_fields_not_read_are_told_without_harm(
    benchbar: Benchbar, data: Path, replies: Path, tmp_path: Path
) -> None:
    row = json.loads(replies.read_text().splitlines()[0])
    path = tmp_path / "odd.jsonl"
    path.write_text(json.dumps(row | {"cel": 1, "\x1b[2J": 2}) + "\n")
    scored = benchbar("score", data, "--replies", path, "--out", tmp_path / "v.jsonl")
    assert scored.code == 0
    assert scored.err.count("fields not read: ") == 1
    assert "'cel' (is 'cell' meant?)" in scored.err
    assert "\x1b" not in scored.err


def wrong_calls(data: Path, run: Path, replies: Path) -> Iterator[tuple[tuple[object, ...], str]]:
    out = data.parent / "v.jsonl"
    yield ("score", run, "--out", "x"), "--out: the verdicts of a run stay in it, as"
    yield ("score", data, "--replies", replies), "--replies and --out go together"
    yield ("score", data), "holds items, not a run: ask a model with 'benchbar run"
    yield ("errors", data), "holds items, not a run"
    yield ("disagree", data), "holds items, not a run"
    yield ("show", data, "x"), "holds items, not a run"
    yield ("errors", replies), "is a file, not a run: replies made elsewhere become a run with"
    yield ("score", data, "--replies", "gone.jsonl", "--out", out), "gone.jsonl: no such file"
    yield ("score", data, "--replies", run / "replies.jsonl", "--out", out), "'benchbar score"
    yield ("import", run.parent / "new", replies), "name their items with --data DATA"
    yield ("import", run, replies, "--force"), "--force: a batch adds to its run"


def test_wrong_calls_say_what_to_do(
    benchbar: Benchbar, data: Path, run: Path, replies: Path
) -> None:
    for words, said in wrong_calls(data, run, replies):
        refused(benchbar(*map(str, words)), said)


def test_failed_calls_count_and_are_said_to(benchbar: Benchbar, run: Path) -> None:
    path = run / "replies.jsonl"
    failed = [
        Reply(one.id, one.cell, stop_reason="failed", error="no") if n % 40 == 0 else one
        for n, one in enumerate(jsonl.read(path, Reply))
    ]
    jsonl.write(path, failed[:-5])
    scored = benchbar("score", run)
    assert "12 calls failed and count as not an answer: ask again with" in scored.err
    for command in ("errors", "disagree"):
        assert benchbar(command, run).out.startswith(
            "run: 5 of 480 planned replies are missing and in no figure; 12 calls failed and "
            "count as not an answer.\n"
        )
    rows = json.loads(benchbar("errors", run, "--json").out)
    corrected = [row for row in rows if row["grader"] == "corrected"]
    assert sum(row["n"] for row in corrected) == 475
    assert sum(row["not_an_answer"] for row in corrected) >= 12


def test_rows_stand_in_the_order_of_the_table(benchbar: Benchbar, run: Path) -> None:
    rows = json.loads(benchbar("errors", run, "--json").out)
    tests = list(dict.fromkeys((row["corpus"], row["task"]) for row in rows))
    assert [corpus for corpus, _ in tests] == ["transcripts"] * 2 + ["synthetic"] * 4
    assert json.loads(benchbar("score", run, "--json").out)[0]["corpus"] == "transcripts"


def test_cells_stand_in_the_order_in_which_they_were_asked(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    run = make_run(tmp_path, per_test=2, cells=(SLOPPY, READER))
    for command in ("score", "errors"):
        out = benchbar(command, run).out
        assert 0 < out.index("benchbar/sloppy") < out.index("benchbar/reader")
        rows = json.loads(benchbar(command, run, "--json").out)
        assert list(dict.fromkeys(row["cell"] for row in rows)) == [SLOPPY.key, READER.key]


def test_what_json_prints_is_what_the_reference_says(benchbar: Benchbar, run: Path) -> None:
    assert {*json.loads(benchbar("errors", run, "--json").out)[0]} == {*JSON_ROW}
    differing = json.loads(benchbar("disagree", run, "--json").out)
    assert {*differing[0]} == {*JSON_REPLY}
    assert {row["cell"] for row in differing} == {SLOPPY.key}
    item = json.loads(benchbar("show", run, differing[0]["id"], "--json").out)
    assert {*item} == {*JSON_ITEM, "replies"}
    assert {*item["replies"][0]} == {*JSON_REPLY} - {"id", "gold"}
    verdict = differing[0]["corrected"]
    kept = ("outcome", "error", "relative_error", "answer", "rule")
    assert {*verdict} == {*kept, "meaning"}
    assert set(kept) < set(Verdict.__struct_fields__)


def test_a_full_disk_is_no_fault_of_the_input(
    benchbar: Benchbar, data: Path, replies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    out = tmp_path / "v.jsonl"
    out.write_text("")
    monkeypatch.setattr(os, "fsync", full)
    ended = benchbar("score", data, "--replies", replies, "--out", out)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == (
        f"benchbar: {out}: No space left on device: free some space, or write elsewhere\n"
    )
    assert out.read_text() == ""
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_help_of_export_has_a_line_for_each_format(benchbar: Benchbar) -> None:
    told = benchbar("export", "--help").out
    assert "\\b" not in told
    starts = ("openai-batch, vllm ", "blt ", "lm-eval ", "hf ")
    lines = [line.strip() for line in told.splitlines()]
    assert all(any(line.startswith(start) for line in lines) for start in starts)


def test_a_reader_that_stops_early_is_no_fault(
    benchbar: Benchbar, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("click._compat._default_text_stdout", Closed)
    assert benchbar("disagree", run, "--json").code == 0
