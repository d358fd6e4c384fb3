import fcntl
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.runs import presence
from benchbar.runs.presence import Presence, new_name


@pytest.fixture
def me(tmp_path: Path) -> Iterator[Presence]:
    with Presence(tmp_path, "me") as present:
        yield present


def elsewhere(folder: Path, name: str) -> Path:
    """Return the file of a worker on another machine."""
    path = folder / f"{name}.alive"
    path.write_text("another machine")
    return path


def test_names_tell_host_and_process_and_never_meet() -> None:
    names = {new_name() for _ in range(50)}
    assert len(names) == 50
    assert all(f"-{os.getpid()}-" in name for name in names)


def test_who_holds_its_lock_is_alive_however_long_it_was_silent(
    me: Presence, tmp_path: Path
) -> None:
    with Presence(tmp_path, "other") as other:
        os.utime(tmp_path / "other.alive", (0, 0))
        assert me.alive("other")
        assert other.alive("me")
    assert not me.alive("other")
    assert me.alive("me")


def test_who_was_killed_on_this_machine_is_gone_at_once(me: Presence, tmp_path: Path) -> None:
    (tmp_path / "killed.alive").write_text(presence.machine())
    (tmp_path / "killed-sooner.alive").write_text("")
    assert not me.alive("killed")
    assert not me.alive("killed-sooner")
    assert not me.alive("never-there")


def test_who_fell_silent_on_another_machine_is_gone_after_a_while(
    me: Presence, tmp_path: Path
) -> None:
    path = elsewhere(tmp_path, "far")
    assert me.alive("far")
    now = path.stat().st_mtime
    os.utime(path, (now, now - presence.SILENT_SECONDS + 5))
    assert me.alive("far")
    os.utime(path, (now, now - presence.SILENT_SECONDS - 5))
    assert not me.alive("far")


def test_a_lock_held_on_another_machine_counts(me: Presence, tmp_path: Path) -> None:
    path = elsewhere(tmp_path, "far")
    os.utime(path, (0, 0))
    with path.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert me.alive("far")
        me.check_locks()


def test_who_is_alive_shows_it_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.01)
    with Presence(tmp_path, "me"):
        path = tmp_path / "me.alive"
        os.utime(path, (0, 0))
        for _ in range(500):
            if path.stat().st_mtime:
                break
            threading.Event().wait(0.01)
        assert path.stat().st_mtime > 0


def test_machines_that_do_not_see_each_others_locks_are_refused(
    me: Presence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = elsewhere(tmp_path, "far")
    monkeypatch.setattr(time, "sleep", lambda _: os.utime(path))
    with pytest.raises(InputError, match="far is at work on another machine, and its lock is not"):
        me.check_locks()


def test_who_died_just_now_on_another_machine_refuses_nobody(
    me: Presence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = elsewhere(tmp_path, "far")
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now = path.stat().st_mtime
        os.utime(path, (now, now - seconds))

    monkeypatch.setattr(time, "sleep", sleep)
    me.check_locks()
    assert slept
