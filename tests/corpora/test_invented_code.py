from pathlib import Path

import pytest

from benchbar.corpora import invented_code
from benchbar.corpora.statutes import Statutes
from benchbar.parallel.base import Serial
from benchbar.parallel.processes import Processes
from benchbar.suites.spec import suite

LEAST = {name: window.least for name, window in suite("blt").windows.items()}


@pytest.mark.parametrize("window", LEAST)
def test_every_window_gets_long_sections_enough(tmp_path: Path, window: str) -> None:
    path = tmp_path / "code.parquet"
    invented_code.write(path, ("code", 0, window), 3, LEAST[window], Serial())
    made = Statutes(path)
    assert len(made) == 6
    assert sum(tokens >= LEAST[window] for tokens in made.tokens.tolist()) >= 3
    assert len(set(made.sections)) == 6


def test_sections_are_the_same_on_any_number_of_workers(tmp_path: Path) -> None:
    for name, spread in (("one", Serial()), ("two", Processes(2))):
        invented_code.write(tmp_path / name, ("code", 7), 30, 300, spread)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_sources_of_other_names_are_told_apart(tmp_path: Path) -> None:
    ids = []
    for split in ("test", "train"):
        invented_code.write(tmp_path / split, ("code", 7, "4k", split), 2, 300, Serial())
        ids.append({one.id for one in Statutes(tmp_path / split).documents()})
    assert not ids[0] & ids[1]
