"""The name of the graders: the same here and there, and another after any change of theirs."""

import shutil
import subprocess
import sys
from pathlib import Path

import benchbar
from benchbar.scoring.version import graders

ASK = "from benchbar.scoring.version import graders; print(graders(), end='')"


def asked(package: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=package.parent, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_ten_digits_that_change_with_the_rules_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "one" / "benchbar", tmp_path / "other" / "benchbar"
    aside = shutil.ignore_patterns("__pycache__", "report", "runs", "cli")
    shutil.copytree(Path(benchbar.__file__).parent, one, ignore=aside)
    shutil.copytree(one, other)
    named = asked(one)
    assert len(named) == len(graders()) == 10
    (other / "jsonl.py").write_text("# something else")
    assert asked(other) == named
    refusals = other / "scoring" / "refusals.toml"
    refusals.write_bytes(refusals.read_bytes() + b"\n")
    changed = asked(other)
    assert changed != named
    case = next((other / "scoring").rglob("cases/*.toml"))
    case.rename(case.with_name("renamed.toml"))
    assert asked(other) not in (changed, named)
