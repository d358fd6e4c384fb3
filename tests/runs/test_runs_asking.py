import errno
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Reply
from benchbar.runs import engine, folder, grading, plan, session, sizes, study
from benchbar.runs.study import Progress
from benchbar.suites.data import Data
from tests.loopback import Act, Loopback, always, first

READER, SLOPPY = Cell("benchbar/reader"), Cell("benchbar/sloppy")


def test_two_models_are_asked_in_every_trial(built: Path, tmp_path: Path) -> None:
    seen: list[Progress] = []
    planned = study.plan(built, (READER, SLOPPY), trials=2, limit=2)
    outcome = study.run(planned, tmp_path / "run", progress=seen.append)
    assert (outcome.planned, outcome.asked, outcome.stored, outcome.missing) == (32, 32, 32, 0)
    assert outcome.complete
    assert [now.asked for now in seen] == list(range(1, 33))
    run = study.open_run(tmp_path / "run")
    keys = Counter((reply.cell, reply.trial) for reply in run.replies())
    assert keys == {(c.key, trial): 8 for c in (READER, SLOPPY) for trial in (1, 2)}
    verdicts = list(run.verdicts())
    assert len(verdicts) == 64
    assert {v.outcome for v in verdicts if v.cell == READER.key} == {"correct"}
    assert len(list((tmp_path / "run" / "logs").glob("*.eval"))) == 2


def test_chunks_make_no_difference(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = study.plan(built, (SLOPPY,), limit=3)
    study.run(planned, tmp_path / "whole")
    monkeypatch.setattr(session, "CHUNK_CALLS", 5)
    study.run(planned, tmp_path / "parts")
    whole, parts = (
        sorted((reply.id, reply.turns) for reply in study.open_run(tmp_path / name).replies())
        for name in ("whole", "parts")
    )
    assert whole == parts
    assert len(list((tmp_path / "parts" / "logs").glob("*.eval"))) == 3


def test_only_missing_and_failed_trials_are_asked_again(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (SLOPPY,), trials=3, limit=1), out)
    rows = (out / "replies.jsonl").read_text().splitlines()
    replies = [json.loads(row) for row in rows]
    replies[0] |= {"stop_reason": "failed", "turns": [], "error": "lost"}
    kept = [json.dumps(reply) for reply in replies[:-2]]
    (out / "replies.jsonl").write_text("\n".join(kept) + '\n{"id": "torn')
    before = study.score(out)
    assert (before.stored, before.failed, before.missing) == (9, 1, 2)
    outcome = study.resume(out)
    assert (outcome.asked, outcome.complete) == (3, True)
    texts = {folder.key(reply): reply.turns for reply in study.open_run(out).replies()}
    assert texts == {
        (row["id"], row["cell"], row.get("trial", 1)): tuple(row["turns"])
        for row in map(json.loads, rows)
    }


def test_a_run_is_not_overwritten(built: Path, tmp_path: Path) -> None:
    planned = study.plan(built, (READER,), limit=1)
    out = tmp_path / "run"
    study.run(planned, out)
    with pytest.raises(InputError, match="holds a run already.*--resume.*--force"):
        study.run(planned, out)
    assert study.run(planned, out, force=True).asked == 4
    assert len(study.open_run(out).replies()) == 4
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep me")
    with pytest.raises(InputError, match="holds other files"):
        study.run(planned, tmp_path / "mine", force=True)
    with pytest.raises(InputError, match="is a file"):
        study.run(planned, tmp_path / "mine" / "letter.txt", force=True)


def test_what_a_killed_start_leaves_is_no_obstacle(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / "lock").write_text("1")
    (out / ".run.json.1.partial").write_text("{")
    assert study.run(study.plan(built, (READER,), limit=1), out).complete


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_one_line(built: Path, tmp_path: Path) -> None:
    planned = study.plan(built, (READER,), limit=1)
    tmp_path.joinpath("run").mkdir()
    folder.create(planned, tmp_path / "run", force=False)
    (tmp_path / "run" / "replies.jsonl").symlink_to("/dev/full")
    with pytest.raises(
        IncompleteError, match="the disk is full: free some space; 0 of 4.*--resume"
    ):
        study.resume(tmp_path / "run")


def test_whatever_breaks_inside_the_engine_is_said_in_one_line(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no more\nfuel")

    monkeypatch.setattr(engine, "inspect_eval", broken)
    with pytest.raises(IncompleteError, match="Inspect stopped: RuntimeError: no more; 0 of 4"):
        study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")
    monkeypatch.undo()
    assert study.resume(tmp_path / "run").complete


def test_a_disk_that_is_full_for_the_logs_is_said_too(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise RuntimeError("OSError(28, 'No space left on device')")

    monkeypatch.setattr(engine, "inspect_eval", full)
    with pytest.raises(IncompleteError, match="run: the disk is full: free some space; 0 of 4"):
        study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")


def test_a_disk_that_is_full_for_the_verdicts_is_said_too(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(jsonl, "write_rows", full)
    with pytest.raises(IncompleteError, match="the disk is full: free some space; 4 of 4"):
        study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("cells", [], "no model"),
        ("trials", 0, "trials 0"),
        ("limit", -1, "limit -1"),
        ("max_connections", 0, "max-connections 0"),
        ("attempt_seconds", 0, "--attempt-seconds 0"),
        ("max_connections", 51, "max-connections 51: must be at most 50"),
        ("cells", [{"model": "a/b", "base_url": "http://me:pw@host/v1"}], "--base-url"),
    ],
)
def test_a_study_that_cannot_be_is_damaged(
    built: Path, tmp_path: Path, field: str, value: object, told: str
) -> None:
    study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), field: value}))
    with pytest.raises(InputError, match=f"run.json: damaged: .*{told}"):
        study.open_run(tmp_path / "run")


def test_verdicts_on_other_replies_are_refused_and_made_anew(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (READER,), limit=2), out)
    replies = (out / "replies.jsonl").read_text()
    verdicts = (out / "verdicts.jsonl").read_text()
    rows = verdicts.splitlines(keepends=True)
    (out / "replies.jsonl").write_text("".join(replies.splitlines(keepends=True)[:3]))
    with pytest.raises(InputError, match="graded before its replies changed.*benchbar score"):
        list(study.open_run(out).verdicts())
    study.score(out)
    assert len(list(study.open_run(out).verdicts())) == 6
    (out / "replies.jsonl").write_text(replies)
    for stale in ("".join(rows[:6]), "".join(rows[1:]), verdicts + rows[0], ""):
        (out / "verdicts.jsonl").write_text(stale)
        with pytest.raises(InputError, match="verdicts were changed|graded before its replies"):
            study.open_run(out).verdicts()
        outcome = study.resume(out)
        assert (outcome.asked, outcome.complete) == (0, True)
        assert (out / "verdicts.jsonl").read_text() == verdicts


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"id": "nobody"}, "item 'nobody'"),
        ({"id": "blt-4k-synthetic-cite_to_text-test-0002"}, "item 'blt-4k-"),
        ({"cell": "other"}, "cell 'other'"),
        ({"trial": 2}, "trial 2"),
        ({"trial": 0}, "trial 0"),
    ],
)
def test_replies_of_another_study_are_named(
    built: Path, tmp_path: Path, changed: dict[str, object], told: str
) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (READER,), limit=1), out)
    path = out / "replies.jsonl"
    row = json.loads(path.read_text().splitlines()[0])
    path.write_text(path.read_text() + json.dumps({**row, **changed}) + "\n")
    for read in (study.score, study.resume, lambda run: study.open_run(run).outcome()):
        with pytest.raises(InputError, match=rf"replies.jsonl:5: not part of this run: .*{told}"):
            read(out)


def test_runs_that_cannot_be_read_say_why(built: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no run here \(run.json is missing\)"):
        study.open_run(tmp_path)
    study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    text = path.read_text()
    path.write_text(text.replace('"trials"', '"trails"'))
    with pytest.raises(InputError, match=r"run.json: damaged: .*trails"):
        study.open_run(tmp_path / "run")
    path.write_text(text.replace(json.loads(text)["data_digest"], "0" * 64))
    with pytest.raises(InputError, match="made with other items"):
        study.open_run(tmp_path / "run")


def test_a_run_that_was_not_graded_says_so(built: Path, tmp_path: Path) -> None:
    study.run(study.plan(built, (READER,), limit=1), tmp_path / "run")
    os.remove(tmp_path / "run" / "verdicts.jsonl")  # noqa: PTH107
    with pytest.raises(InputError, match="benchbar score"):
        list(study.open_run(tmp_path / "run").verdicts())
    assert study.resume(tmp_path / "run").complete
    assert len(list(study.open_run(tmp_path / "run").verdicts())) == 8


def test_the_last_reply_counts(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (READER,), limit=1, tasks=("cite_to_text",)), out)
    (reply,) = study.open_run(out).replies()
    again = Reply(id=reply.id, cell=reply.cell, turns=("again",))
    with jsonl.Appender(out / "replies.jsonl") as appender:
        appender.add(again)
    assert study.open_run(out).replies() == [again]


def test_what_is_too_long_for_the_model_is_not_asked(
    built: Path, server: Loopback, cell: Cell, tmp_path: Path
) -> None:
    everything = study.plan(built, (cell,))
    longest = max(
        sizes.length(item, plan.task_of(item).turns(item, document, "default"), cell).turns[-1]
        for document, items in plan.pairs(everything, Data(built))
        for item in items
    )
    prices = tmp_path / "prices.toml"
    prices.write_text(f'["openai-api/local/*"]\nmargin = 1.0\nwindow = {longest}\n')
    out = tmp_path / "run"
    seen: list[Progress] = []
    outcome = study.run(study.plan(built, (cell,), prices=prices), out, progress=seen.append)
    assert outcome.complete
    assert 0 < outcome.stop_reasons["model_length"] < 24
    assert outcome.asked == 48 - outcome.stop_reasons["model_length"] == server.asked.total()
    assert seen[-1].stored == 48
    run = study.open_run(out)
    passed = [reply for reply in run.replies() if reply.stop_reason == "model_length"]
    assert all((reply.error or "").startswith("not asked: prompt and reply") for reply in passed)
    assert {reply.cost for reply in passed} == {0.0}
    ids = {reply.id for reply in passed}
    verdicts = [verdict for verdict in run.verdicts() if verdict.id in ids]
    assert {(v.outcome, v.error) for v in verdicts} == {("not_an_answer", "truncated")}
    assert study.resume(out).asked == 0


def test_failed_tries_are_shown_by_class(
    few: Callable[..., study.Study], server: Loopback, tmp_path: Path
) -> None:
    server.behave = first(Act(status=429, body=b"{}"), times=2)
    seen: list[Progress] = []
    study.run(few(), tmp_path / "run", progress=seen.append)
    assert seen[-1].trouble == {"rate limited": 6}
    assert sum(now.error is None for now in seen) == len(seen) == 9


def test_the_share_of_failures_that_stops_a_run_is_a_setting(
    few: Callable[..., study.Study], server: Loopback, tmp_path: Path
) -> None:
    server.behave = lambda prompt, _: (
        Act() if len(server.asked) % 2 else Act(status=400, body=b"{}")
    )
    everything = few(limit=None, tasks=(), max_connections=1, max_error_rate=0.6)
    outcome = study.run(everything, tmp_path / "patient")
    assert (outcome.planned, outcome.failed) == (48, 24)
    with pytest.raises(IncompleteError, match=r"--max-error-rate 0.1 allows.*: \d+ requests ref"):
        study.run(replace(everything, max_error_rate=0.1), tmp_path / "strict")
    server.behave = always(Act(status=400, body=b"{}"))
    outcome = study.resume(tmp_path / "strict", max_error_rate=1.0)
    assert outcome.failed > 24
    assert study.open_run(tmp_path / "strict").study.max_error_rate == 1.0


def test_runs_of_earlier_versions_go_on(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(study.plan(built, (READER,), limit=1), out)
    old = json.loads((out / "run.json").read_text())
    for new in ("budget", "max_error_rate", "offers", "batch"):
        old.pop(new, None)
    (out / "run.json").write_text(json.dumps(old))
    (out / "replies.jsonl").write_text("")
    assert study.resume(out).complete
    assert {reply.cost for reply in study.open_run(out).replies()} == {0.0}


def test_edited_items_are_named_and_no_reply_is_blamed(built: Path, tmp_path: Path) -> None:
    data = shutil.copytree(built, tmp_path / "data")
    out = tmp_path / "run"
    study.run(study.plan(data, (READER,), limit=1, tasks=("cite_to_text",)), out)
    path = data / "items" / "4k" / "synthetic" / "cite_to_text.test.jsonl"
    path.write_text(path.read_text().replace("test-0001", "test-9001"))
    with pytest.raises(InputError, match=r"cite_to_text.test.jsonl: changed since it was built"):
        study.resume(out)


class TestBeforeTheFirstCall:
    """The folder is made and held before a call is paid for; nothing is lost if that call fails."""

    def test_a_run_in_another_process_is_left_alone(
        self, few: Callable[..., study.Study], server: Loopback, tmp_path: Path
    ) -> None:
        out = tmp_path / "run"
        study.run(few(), out)
        server.preflights = 0
        with folder.locked(out), pytest.raises(InputError, match="another benchbar run is working"):
            study.run(few(), out, force=True)
        assert server.preflights == 0
        assert len(study.open_run(out).replies()) == 3

    def test_a_folder_that_cannot_be_written_is_refused(
        self, few: Callable[..., study.Study], server: Loopback, tmp_path: Path
    ) -> None:
        out = tmp_path / "run"
        (out / "lock").mkdir(parents=True)
        with pytest.raises(InputError, match="run: Is a directory: choose another --out"):
            study.run(few(), out)
        (out / "lock").rmdir()
        study.run(few(), out)
        (out / "lock").unlink()
        (out / "lock").mkdir()
        with pytest.raises(InputError, match="run: Is a directory: make it writable"):
            study.resume(out)
        assert server.preflights == 1

    def test_a_full_disk_is_seen(
        self,
        few: Callable[..., study.Study],
        server: Loopback,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def full(_: Path) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(jsonl, "replacing", full)
        with pytest.raises(IncompleteError, match="the disk is full: free some space, or choose"):
            study.run(few(), tmp_path / "run")
        assert server.preflights == 0
        assert not (tmp_path / "run").exists()

    def test_an_old_run_outlives_a_first_call_that_fails(
        self,
        few: Callable[..., study.Study],
        server: Loopback,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        out = tmp_path / "run"
        study.run(few(), out)
        before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        monkeypatch.setattr(server, "take", lambda *_: Act(status=401, body=b"{}"))
        with pytest.raises(InputError, match="refused the key"):
            study.run(few(), out, force=True)
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before

    def test_a_model_is_tried_out_once_and_only_if_it_is_asked(
        self, built: Path, server: Loopback, cell: Cell, tmp_path: Path
    ) -> None:
        hot = replace(cell, temperature=1.0)
        out = tmp_path / "run"
        planned = study.plan(built, (READER, cell, hot), limit=1, tasks=("text_to_cite",))
        study.run(planned, out)
        assert server.preflights == 1
        rows = (out / "replies.jsonl").read_text().splitlines(keepends=True)
        (out / "replies.jsonl").write_text("".join(rows[1:]))
        assert study.resume(out).asked == 1
        assert server.preflights == 1, "only the reader's reply was missing"


def test_a_run_that_is_stopped_after_its_last_reply_is_complete(
    built: Path, tmp_path: Path
) -> None:
    def stop(now: Progress) -> None:
        if now.stored == now.planned:
            raise KeyboardInterrupt

    planned = study.plan(built, (READER,), limit=1)
    outcome = study.run(planned, tmp_path / "run", progress=stop)
    assert outcome.complete
    assert study.open_run(tmp_path / "run").graded


def test_a_run_that_is_stopped_while_it_is_graded_says_how_to_go_on(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(grading, "score", stop)
    out = tmp_path / "my run"
    with pytest.raises(IncompleteError, match=r"4 of 4 replies .* --resume '.*/my run''$"):
        study.run(study.plan(built, (READER,), limit=1), out)


def test_no_failure_is_allowed_if_none_is(
    few: Callable[..., study.Study], server: Loopback, tmp_path: Path
) -> None:
    server.behave = always(Act(status=400, body=b"{}"))
    with pytest.raises(IncompleteError, match="1 of 1 calls failed, more than --max-error-rate 0 "):
        study.run(few(limit=12, max_connections=1, max_error_rate=0.0), tmp_path / "run")
