"""What workers left becomes the run's, exactly once, wherever it is cut off."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.records import Reply
from benchbar.runs import budget, taking_in
from benchbar.runs.board import BOARD, WORKERS, Money, Taken
from benchbar.runs.reserves import PREFLIGHT, RESERVED, Reserve
from benchbar.runs.taking_in import replies_name, replies_of, take_in


class Cut(BaseException):
    """Stands for the end of the process."""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A run with a reply of its own, and what three workers left: one's last row is torn."""
    out = tmp_path / "run"
    (out / WORKERS).mkdir(parents=True)
    jsonl.write(out / "replies.jsonl", [Reply("own", cost=1.0)])
    jsonl.write(out / RESERVED, [Reserve("lost", 0.5), Reserve(PREFLIGHT, 0.25)])
    for name in ("a", "b"):
        replies = [Reply(f"{name}{n}", cost=0.125) for n in range(3)]
        jsonl.write(out / WORKERS / replies_name(name), replies)
    with (out / WORKERS / replies_name("b")).open("a") as file:
        file.write('{"id":"torn')
    (out / WORKERS / replies_name("c")).touch()
    board = [
        Taken("p", "a"),
        Money("a", PREFLIGHT, 0.5),
        Money("a", PREFLIGHT, -0.375),
        Money("a", "a0", 1.0, calls=1),
        Money("a", "a0", -1.0, cost=0.125, calls=-1),
        Money("b", "b9", 2.0, calls=1),
    ]
    jsonl.write(out / WORKERS / BOARD, board)
    with (out / WORKERS / BOARD).open("a") as file:
        file.write('{"type":"money","worker":"b"')
    return out


def check(out: Path) -> None:
    replies = list(jsonl.read(out / "replies.jsonl", Reply))
    assert [one.id for one in replies] == ["own", "a0", "a1", "a2", "b0", "b1", "b2"]
    assert not (out / WORKERS).exists()
    assert budget.spent(out) == 1.0 + 6 * 0.125 + 0.5 + 0.25 + 0.125 + 2.0
    assert budget.lost(out) == 0.5 + 2.0
    assert {path.name for path in out.iterdir()} == {"replies.jsonl", RESERVED}


def test_replies_and_accounts_become_the_runs(out: Path) -> None:
    assert [path.name[0] for path in replies_of(out)] == ["a", "b", "c"]
    take_in(out, out / "replies.jsonl")
    check(out)
    take_in(out, out / "replies.jsonl")
    check(out)


STEPS: tuple[tuple[object, str], ...] = (
    (os, "fsync"),
    (os, "truncate"),
    (os, "unlink"),
    (Path, "rename"),
    (Path, "replace"),
    (shutil, "rmtree"),
    (taking_in, "_append"),
    (taking_in, "_aside"),
)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize(("place", "name"), STEPS, ids=[name for _, name in STEPS])
def test_it_may_be_cut_off_at_any_step(
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: object,
    name: str,
    times: int,
    after: bool,
) -> None:
    """It is cut off at the first, second or third of such steps, again and again, then left be."""
    real: Callable[..., object] = getattr(place, name)
    for attempt in range(3):
        left = times + attempt

        def step(*given: object, **named: object) -> object:
            nonlocal left
            left -= 1
            if not left and not after:
                raise Cut
            done = real(*given, **named)
            if not left:
                raise Cut
            return done

        with monkeypatch.context() as cut:
            cut.setattr(place, name, step)
            try:
                take_in(out, out / "replies.jsonl")
            except Cut:
                continue
            break
    take_in(out, out / "replies.jsonl")
    check(out)


def test_a_run_without_replies_gets_its_first(tmp_path: Path) -> None:
    (tmp_path / WORKERS).mkdir()
    jsonl.write(tmp_path / WORKERS / replies_name("a"), [Reply("one")])
    take_in(tmp_path, tmp_path / "replies.jsonl")
    assert [one.id for one in jsonl.read(tmp_path / "replies.jsonl", Reply)] == ["one"]
    assert not (tmp_path / RESERVED).exists()


def test_a_listing_from_memory_loses_no_reply(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file server may not tell yet of a file that another machine has made."""
    (out / WORKERS / BOARD).write_bytes(
        jsonl.encode([Taken("q", "b")]) + (out / WORKERS / BOARD).read_bytes()
    )
    monkeypatch.setattr(taking_in, "replies_of", lambda _: [])
    take_in(out, out / "replies.jsonl")
    check(out)


def test_workers_that_did_nothing_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / WORKERS).mkdir()
    take_in(tmp_path, tmp_path / "replies.jsonl")
    assert list(tmp_path.iterdir()) == []
