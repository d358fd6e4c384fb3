"""The invented example study that comes with the program."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from benchbar.suites.whole import making

MARK = "study.md"


def write(folder: Path, *, force: bool) -> None:
    """Write the example study into a folder, whole or not at all.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with as_file(files("benchbar.exam.essays") / "example_study") as source:
        own = [path.relative_to(source).as_posix() for path in source.rglob("*")]
        with making(folder, mark=MARK, what="study of essays", force=force, made_of=own) as made:
            shutil.copytree(source, made, dirs_exist_ok=True)
