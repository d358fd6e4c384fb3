"""What is refused before anything is trained; no engine is needed here."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchbar.cli import main
from benchbar.errors import InputError
from benchbar.runs import smollm2
from benchbar.suites.data import Data
from benchbar.tune import local
from benchbar.tune.export import export
from benchbar.tune.local_settings import Settings
from benchbar.tune.local_steps import Tokens
from benchbar.tune.recipe import Recipe

ROWS = [Tokens((n, n, n, n), (n,)) for n in range(10)]


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smollm2, "_ENGINES", ())
    monkeypatch.setattr(local, "_ENGINES", ())


@pytest.fixture
def base(tmp_path: Path) -> str:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    return str(folder)


def settings(**given: object) -> Settings:
    return msgspec.convert({"base": "x", "rows": {}, **given}, Settings)


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_ENGINES", ("sys", "no_such_engine"))
    with pytest.raises(InputError, match="tuning here needs no_such_engine: run 'make setup-local"):
        local.check_base("benchbar/smollm2")


def test_a_base_that_is_not_there(tmp_path: Path, data: Data) -> None:
    for name in (str(tmp_path / "none"), f"benchbar/local/{tmp_path}/none"):
        with pytest.raises(InputError, match=r"no model in .*none \(config\.json is missing\)"):
            local.begin(data.folder, tmp_path / "out", settings(base=name))
    assert list(tmp_path.iterdir()) == []


def test_the_folder_holds_settings_and_rows(tmp_path: Path, data: Data, base: str) -> None:
    out = tmp_path / "out"
    local.begin(data.folder, out, settings(base=base), local.Source(questions=2))
    assert sorted(path.name for path in out.iterdir()) == ["rows", "settings.json"]
    kept = local.read_settings(out)
    assert list(kept.rows) == ["train.jsonl", "dev.jsonl", "more.jsonl"]
    with pytest.raises(InputError, match="out exists: .* --force"):
        local.begin(data.folder, out, settings(base=base))
    local.begin(data.folder, out, settings(base=base), force=True)
    assert list(local.read_settings(out).rows) == ["train.jsonl", "dev.jsonl"]


def test_a_folder_without_a_training_split(tmp_path: Path, data: Data, base: str) -> None:
    with pytest.raises(InputError, match="no items here"):
        local.begin(tmp_path, tmp_path / "out", settings(base=base))
    assert not (tmp_path / "out").exists()


def test_rows_that_changed_are_not_gone_on_with(tmp_path: Path, data: Data, base: str) -> None:
    out = tmp_path / "out"
    local.begin(data.folder, out, settings(base=base), local.Source(questions=2))
    with (out / "rows" / "more.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(InputError, match="not the rows that training began with"):
        local.go_on(out, lambda _: None, lambda _: None)


@pytest.mark.parametrize("text", ["", "{", '{"base": 1}', '{"base": "x", "rows": {}, "y": 1}'])
def test_damaged_settings(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="no tuning begun here"):
        local.read_settings(tmp_path)
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(InputError, match=r"settings\.json: damaged: .* begin again with --force"):
        local.read_settings(tmp_path)


@pytest.mark.parametrize(
    ("given", "rows"),
    [
        ({}, 20),
        ({"epochs": 0.5}, 6),
        ({"steps": 3}, 6),
        ({"steps": 30}, 60),
        ({"steps": 30, "epochs": 1.0}, 10),
        ({"steps": 3, "minutes": 1.0}, 6),
    ],
)
def test_how_much_is_learnt(given: dict[str, object], rows: int) -> None:
    steps = list(local.steps_of(ROWS, settings(batch=2, **given)))
    assert sum(step.rows for step in steps) == rows


def test_torch_waits_until_training_begins() -> None:
    code = (
        "import sys; from benchbar.tune import local; from benchbar.cli.tune import local; "
        "print([m for m in ('torch', 'transformers', 'trl', 'peft') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_what_may_be_given_anew(
    tmp_path: Path, data: Data, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    local.begin(data.folder, out, settings(base=base, minutes=5.0, steps=3))
    local.alter(out, {"minutes": 2.5})
    kept = local.read_settings(out)
    assert (kept.minutes, kept.steps) == (2.5, 3)
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local", "--resume", str(out), "--rate", "0.1"])
    assert ended.value.code == 2
    assert "--rate cannot be changed by --resume" in capsys.readouterr().err


def test_rows_are_not_chosen_twice(
    tmp_path: Path, data: Data, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows"
    export(data.folder, rows, form="trl", chosen=Recipe())
    told = ("--base", base, "--data", str(rows), "--out", str(tmp_path / "out"))
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local", *told, "--task", "cite_to_text"])
    assert ended.value.code == 2
    assert "--task: " in (said := capsys.readouterr().err)
    assert "holds rows that are chosen already" in said


def test_what_is_missing_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local"])
    assert ended.value.code == 2
    assert "nothing is tuned without --data" in capsys.readouterr().err
