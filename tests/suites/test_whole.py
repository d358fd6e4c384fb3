import resource
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.suites import whole


def make(out: Path, text: str, *, force: bool = False) -> None:
    made_of = ("mark", "deep/*.txt")
    with whole.making(
        out, mark="mark", what="folder of marks", force=force, made_of=made_of
    ) as folder:
        (folder / "mark").write_text(text)


def test_the_folder_appears_at_the_end(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    with whole.making(out, mark="mark", what="folder of marks", force=False) as folder:
        (folder / "mark").write_text("new")
        assert not out.exists()
    assert (out / "mark").read_text() == "new"
    assert [one.name for one in out.parent.iterdir()] == ["out"]


def test_an_interrupted_folder_leaves_the_old_one(tmp_path: Path) -> None:
    make(tmp_path / "out", "old")
    with (
        pytest.raises(KeyboardInterrupt),
        whole.making(tmp_path / "out", mark="mark", what="folder of marks", force=True),
    ):
        raise KeyboardInterrupt
    assert (tmp_path / "out/mark").read_text() == "old"
    make(tmp_path / "out", "new", force=True)
    assert (tmp_path / "out/mark").read_text() == "new"
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_the_old_one_comes_back_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "out", "old")
    replace = Path.replace

    def refusing(path: Path, target: Path) -> Path:
        if path.name.endswith(".partial"):
            raise OSError("in use")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refusing)
    with pytest.raises(InputError, match="in use"):
        make(tmp_path / "out", "new", force=True)
    assert (tmp_path / "out/mark").read_text() == "old"


def test_an_empty_folder_is_taken_by_force(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    make(tmp_path / "out", "new", force=True)
    assert (tmp_path / "out/mark").read_text() == "new"


@pytest.mark.parametrize("other", ["mine.txt", "x/mine.txt", "deep/mine.md", ".hidden"])
def test_a_folder_that_holds_other_files_is_left_alone(tmp_path: Path, other: str) -> None:
    out = tmp_path / "out"
    make(out, "old")
    (out / "deep/deeper").mkdir(parents=True)
    (out / "deep/deeper/own.txt").write_text("made by the command")
    (out / other).parent.mkdir(exist_ok=True)
    (out / other).write_text("mine")
    with pytest.raises(InputError, match=f"out holds {other}, which this command does not make"):
        make(out, "new", force=True)
    assert ((out / "mark").read_text(), (out / other).read_text()) == ("old", "mine")
    (out / other).unlink()
    make(out, "new", force=True)
    assert (out / "mark").read_text() == "new"


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "desktop.ini"])
def test_what_a_desktop_leaves_behind_is_in_nobodys_way(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    make(out, "old")
    (out / name).write_text("icons")
    make(out, "new", force=True)
    assert [path.name for path in out.iterdir()] == ["mark"]


def test_a_link_to_a_folder_is_another_file(tmp_path: Path) -> None:
    make(tmp_path / "out", "old")
    (tmp_path / "else").mkdir()
    (tmp_path / "out/link").symlink_to(tmp_path / "else")
    with pytest.raises(InputError, match="out holds link"):
        make(tmp_path / "out", "new", force=True)


def test_a_full_disk_leaves_no_lock(tmp_path: Path) -> None:
    """Nothing can be written, not even by whom the folder is being made."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(InputError, match="out: cannot be written"):
            make(tmp_path / "out", "new")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())
