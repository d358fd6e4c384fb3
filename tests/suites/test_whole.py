from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.suites import whole


def make(out: Path, text: str, *, force: bool = False) -> None:
    with whole.making(out, mark="mark", what="folder of marks", force=force) as folder:
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
