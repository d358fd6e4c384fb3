"""The user's store of corpora from the command line: newer versions, removing, pseudonyms."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchbar.corpora import fetch, store
from benchbar.errors import InputError
from tests.cli.calling import Benchbar, refused

SAMPLE = next((Path(__file__).parents[1] / "corpora" / "samples").glob("padded_page_number*"))


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def add(benchbar: Benchbar, name: str, *more: str) -> str:
    added = benchbar("corpus", "add", SAMPLE, "--kind", "transcript", "--name", name, *more)
    assert added.code == 0
    return added.out


def test_a_corpus_is_removed_and_told(benchbar: Benchbar) -> None:
    add(benchbar, "roe")
    removed = benchbar("corpus", "remove", "roe")
    assert removed.code == 0
    assert removed.out.startswith("removed roe: 1 file, ")
    assert "roe" not in benchbar("corpus", "list").out
    add(benchbar, "doe")
    refused(benchbar("corpus", "remove", "roe"), "no corpus 'roe' to remove: yours are doe")
    refused(benchbar("corpus", "remove", "transcripts"), "built in")


def test_a_corpus_of_a_newer_version_is_listed_as_such_and_can_be_removed(
    benchbar: Benchbar,
) -> None:
    add(benchbar, "roe")
    path = store.home() / "roe" / "corpus.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"language": "fr"}))
    (row,) = (one for one in json.loads(benchbar("corpus", "list", "--json").out)[3:])
    assert row["kind"] == "unreadable"
    assert "newer version of benchbar" in row["what"]
    assert "damaged" not in row["what"]
    assert benchbar("corpus", "remove", "roe").code == 0


def test_pseudonyms_are_counted_by_kind_with_the_warning(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    path = tmp_path / "roe.txt"
    rows = [
        "BY MS. THORNBY:",
        "Q.  Mr. Quillman, is it 555-310-4477?",
        "A.  (555) 310-4477, and a.brack@ferry.test, Mr. Thornby.",
    ]
    path.write_text("\n".join(f"{n:>2}  {row}" for n, row in enumerate(rows * 8, 1)))
    added = benchbar("corpus", "add", path, "--kind", "transcript", "--pseudonyms")
    assert "16 telephone numbers (1 different)" in added.out
    assert "8 e-mail addresses (1 different)" in added.out
    assert "24 names (2 different)" in added.out
    assert "This is no guarantee" in added.out
    assert "Thornby" not in added.out
    assert "no guarantee" not in add(benchbar, "plain")


def test_a_second_download_into_the_same_folder_is_refused(tmp_path: Path) -> None:
    def fetched() -> None:
        fetch.fetch_uscode(
            [1],
            "999-12",
            base_url="http://127.0.0.1:1",
            out=tmp_path,
            progress=lambda *_: None,
            wait=lambda _: None,
        )

    with fetch.alone(tmp_path), pytest.raises(InputError, match="another download is under way"):
        fetched()
    with pytest.raises(InputError, match="cannot be reached"):
        fetched()


def test_an_import_that_is_killed_leaves_the_store_as_it_was(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    add(benchbar, "roe")
    before = store.load("roe")
    rows = [f"{n % 25 + 1:>2}  Q.  Was lamp {n} lit?" for n in range(20_000)]
    path = tmp_path / "long.txt"
    path.write_text("\n".join(rows))
    command = [sys.executable, "-c", "from benchbar.cli import main; main()"]
    arguments = ["corpus", "add", str(path), "--kind", "transcript", "--name", "roe", "--force"]
    running = subprocess.Popen(command + arguments, stdout=subprocess.DEVNULL)
    while not list(store.home().glob(".roe.*.partial")) and running.poll() is None:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    assert store.load("roe") == before
    assert list(store.documents("roe"))
    add(benchbar, "doe")
    assert sorted(p.name for p in store.home().iterdir() if p.is_dir()) == ["doe", "roe"]
