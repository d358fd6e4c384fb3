"""Calling a command line in this process, and what is expected of a refusal."""

from pathlib import Path

import pytest

from benchbar import cli


class Ended:
    """How a command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Benchbar:
    """Runs a command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str | Path) -> Ended:
        with pytest.raises(SystemExit) as ended:
            cli.main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return Ended(int(ended.value.code or 0), out, err)


def refused(ended: Ended, said: str) -> None:
    """Assert that a command was refused in one line that says what to change."""
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("benchbar: ")
    assert said in ended.err
    assert "Traceback" not in ended.err
