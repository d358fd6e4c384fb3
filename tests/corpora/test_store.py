"""The store holds the old corpus or the new one, whatever stops the program."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from benchbar.corpora import imports, store
from benchbar.errors import InputError

SAMPLE = next((Path(__file__).parent / "samples").glob("padded_page_number*"))


def add(name: str, *, force: bool = False) -> None:
    imports.add_transcripts([SAMPLE], name, force=force)


def left() -> list[str]:
    return sorted(path.name for path in store.home().iterdir())


def killed_while(*steps: str) -> None:
    """Run steps in a program of its own that is killed at the word DIE."""
    program = "\n".join(steps).replace("DIE", "os.kill(os.getpid(), 9)")
    head = "import os\nfrom pathlib import Path\nfrom benchbar.corpora import imports, store\n"
    ended = subprocess.run([sys.executable, "-c", head + program], check=False)
    assert ended.returncode == -signal.SIGKILL


KILLED_WRITING = textwrap.dedent(
    """
    with store.writing("roe", force=True) as folder:
        (folder / "corpus.json").write_text("{}")
        DIE
    """
)
KILLED_BETWEEN = textwrap.dedent(
    """
    def die(self, target):
        if self.name.endswith(".partial"):
            DIE
        os.rename(self, target)
    Path.replace = die
    with store.writing("roe", force=True) as folder:
        (folder / "corpus.json").write_text("{}")
    """
)


@pytest.mark.parametrize("steps", [KILLED_WRITING, KILLED_BETWEEN])
def test_a_killed_import_leaves_the_old_corpus(steps: str) -> None:
    add("roe")
    before = store.load("roe")
    killed_while(steps)
    assert store.names() == ["roe"]
    assert store.load("roe") == before
    add("doe")
    add("roe", force=True)
    assert left() == ["doe", "roe"]
    assert list(store.documents("roe"))


def test_a_killed_first_import_is_no_corpus() -> None:
    killed_while(KILLED_WRITING)
    assert store.names() == []
    with pytest.raises(InputError, match="no corpus 'roe'"):
        store.load("roe")
    add("roe")
    assert left() == ["roe"]


def in_another_program(*steps: str) -> None:
    head = "from pathlib import Path\nfrom benchbar.corpora import imports, store\n"
    subprocess.run([sys.executable, "-c", head + "\n".join(steps)], check=True)


ADD = f"imports.add_transcripts([Path({str(SAMPLE)!r})], NAME)"


def test_of_two_imports_at_once_one_is_told() -> None:
    def slowly() -> None:
        with store.writing("roe", force=False) as folder:
            (folder / "corpus.json").write_text("{}")
            in_another_program(ADD.replace("NAME", "'roe'"))

    with pytest.raises(InputError, match="corpus 'roe' exists"):
        slowly()
    assert store.load("roe").files[0].name == SAMPLE.name
    assert left() == ["roe"]


def test_many_replacements_at_once_leave_one_whole_corpus() -> None:
    add("roe")
    program = f"NAME = 'roe'\nfor _ in range(5): {ADD[:-1]}, force=True)"
    head = "from pathlib import Path\nfrom benchbar.corpora import imports, store\n"
    running = [subprocess.Popen([sys.executable, "-c", head + program]) for _ in range(2)]
    for _ in range(200):
        assert store.names() == ["roe"]
        assert store.load("roe").name == "roe"
    assert [one.wait() for one in running] == [0, 0]
    assert list(store.documents("roe"))
    assert left() == ["roe"]


def test_what_a_killed_program_of_the_same_number_left_is_no_hindrance() -> None:
    left_lying = store.home() / f".roe.{os.getpid()}.partial"
    left_lying.mkdir(parents=True)
    (left_lying / "torn").write_text("")
    add("roe")
    assert sorted(path.name for path in (store.home() / "roe").iterdir()) == [
        "corpus.json",
        "documents.jsonl.zst",
    ]


def test_an_import_does_not_clear_away_what_another_is_writing() -> None:
    with store.writing("roe", force=False) as folder:
        in_another_program(ADD.replace("NAME", "'doe'"))
        assert folder.is_dir()
        (folder / "corpus.json").write_text("{}")
    assert store.names() == ["doe", "roe"]


def test_a_full_disk_leaves_the_store_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    add("roe")
    before = store.load("roe")

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(store, "write_json", full)
    with pytest.raises(OSError, match="No space"):
        add("roe", force=True)
    assert store.load("roe") == before
    assert left() == ["roe"]


def test_a_corpus_of_a_newer_version_is_told_from_a_damaged_one() -> None:
    add("roe")
    path = store.home() / "roe" / "corpus.json"
    text = path.read_text()
    path.write_text(text.replace('"kind"', '"language": "fr", "kind"'))
    with pytest.raises(InputError, match="newer version of benchbar .*language.*update"):
        store.load("roe")
    path.write_text(text.replace('"transcript"', '"treaty"'))
    with pytest.raises(InputError, match="newer version"):
        store.load("roe")
    for broken in (text[:-9], text.replace('"kind"', '"kin'), "[]"):
        path.write_text(broken)
        with pytest.raises(InputError, match="damaged"):
            store.load("roe")


def test_a_removed_corpus_is_gone_even_if_it_was_damaged() -> None:
    add("roe")
    add("doe")
    (store.home() / "doe" / "corpus.json").write_text("{")
    store.remove("doe")
    assert left() == ["roe"]
    store.remove("roe")
    assert left() == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("code", "built in"),
        ("synthetic", "built in"),
        ("doe", "yours are roe"),
        ("../corpora/roe", "yours are roe"),
        ("", "yours are roe"),
        ("uscode", "yours are roe"),
    ],
)
def test_only_a_corpus_of_the_user_can_be_removed(name: str, said: str) -> None:
    add("roe")
    with pytest.raises(InputError, match=said):
        store.remove(name)
    assert left() == ["roe"]
