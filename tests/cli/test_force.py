"""``--force``: what a command made before is replaced, and no file of the user's."""

from pathlib import Path

import pytest

from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_nobodys_file_is_deleted(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    run, page = tmp_path / "run", tmp_path / "page"
    made = benchbar("run", data.folder, "--limit", "1", "--model", "benchbar/reader", "--out", run)
    assert made.code == 0
    assert benchbar("report", run, "--out", page).code == 0
    for out, words in (
        (page, ("report", run)),
        (tmp_path / "board", ("leaderboard", page / "results.json")),
        (tmp_path / "study", ("essays", "init")),
        (tmp_path / "items", ("build", "forms")),
    ):
        whole = (*words, out) if words[0] == "essays" else (*words, "--out", out)
        if out != page:
            assert benchbar(*whole).code == 0
        assert benchbar(*whole, "--force").code == 0
        (out / "mine").mkdir()
        (out / "mine/notes.md").write_text("dear to me")
        refused(benchbar(*whole, "--force"), "holds mine/notes.md, which this command does not")
        assert (out / "mine/notes.md").read_text() == "dear to me"
