"""The command that makes items again; tests/report/test_commands.py tries it."""

from msgspec.structs import replace

from benchbar.suites import remake
from benchbar.suites.data import Data
from benchbar.suites.spec import suite


def counted(data: Data, test: int, train: int) -> str:
    """Return the command for a folder with so many items of each test."""
    files = {
        name: replace(entry, records=train if ".train." in name else test)
        for name, entry in data.manifest.files.items()
    }
    return remake.build_command(replace(data.manifest, files=files))


def test_numbers_that_one_command_can_ask_for(data: Data) -> None:
    own = suite("blt")
    assert "--items" not in counted(data, own.test_items, own.train_items)
    assert " --split both --items 7 " in counted(data, 7, 7)


def test_numbers_that_none_can_ask_for(data: Data) -> None:
    assert remake.build_command(data.manifest) == (
        "# no one command makes these items: build each split by itself "
        "(--split test --items 6, --split train --items 9)"
    )
