"""What is refused before anything is trained; no engine is needed here."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchbar.cli import main
from benchbar.errors import InputError
from benchbar.runs import smollm2
from benchbar.suites.data import Data
from benchbar.tune import local, manifest
from benchbar.tune.export import export
from benchbar.tune.local_settings import Settings
from benchbar.tune.local_steps import Tokens
from benchbar.tune.recipe import Recipe

ROWS = [Tokens((n, n, n, n), (n,)) for n in range(10)]


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smollm2, "_ENGINES", ())
    monkeypatch.setattr(local, "_ENGINES", ())
    monkeypatch.setattr(local, "_prepare", lambda *_: local.Ready(None, None, (), ()))


@pytest.fixture
def base(tmp_path: Path) -> str:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    return str(folder)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Call the command, which refuses what it is told, and return the line that it says."""
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local", *map(str, arguments)])
    assert ended.value.code == 2
    *_, line = capsys.readouterr().err.splitlines()
    return line


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


@pytest.mark.parametrize("other", ["notes.txt", "keybindings.json", "x/config.json"])
def test_a_folder_with_files_of_others_is_left_alone(
    other: str, tmp_path: Path, data: Data, base: str
) -> None:
    out = tmp_path / "out"
    local.begin(data.folder, out, settings(base=base))
    (out / other).parent.mkdir(exist_ok=True)
    (out / other).write_text("mine")
    with pytest.raises(InputError, match=f"out holds {other}, which this command does not make"):
        local.begin(data.folder, out, settings(base=base), force=True)
    assert (out / other).read_text() == "mine"


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
    for given in (
        ("--rate", "0.1"), ("--data", data.folder), ("--base", base), ("--out", out), ("--force",)
    ):  # fmt: skip
        said = refused(capsys, "--resume", out, *given)
        assert f"{given[0]} does not go with --resume, which keeps what" in said
    assert local.read_settings(out) == kept


@pytest.mark.parametrize("given", [("--steps", "9"), ("--minutes", "1"), ("--epochs", "3")])
def test_a_finished_model_is_not_lengthened(
    given: tuple[str, ...],
    tmp_path: Path,
    data: Data,
    base: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "my model"
    local.begin(data.folder, out, settings(base=base, steps=3))
    before = (out / "settings.json").read_bytes()
    (out / "config.json").write_text("{}")
    said = refused(capsys, "--resume", out, *given)
    assert "is done, and a finished model is not lengthened: tune it anew: " in said
    assert f"--base '{out}' --data DATA" in said
    assert (out / "settings.json").read_bytes() == before
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local", "--resume", str(out)])
    assert ended.value.code == 0
    assert f"run DATA --model 'benchbar/local/{out}' --out RUN" in capsys.readouterr().err


BAD = [
    ("--seed", "-5"),
    ("--seed", "99999999999999999999"),
    ("--modules", ",,"),
    *(("--rate", value) for value in ("nan", "inf", "1e30", "0")),
    *(("--minutes", value) for value in ("nan", "inf")),
    *(("--epochs", value) for value in ("nan", "inf")),
    ("--rank", "1000000000"),
    ("--threads", "9999"),
    ("--mix", "cite_to_text=nan"),
]


@pytest.mark.parametrize("given", BAD, ids="".join)
def test_a_bad_value_costs_nothing(
    given: tuple[str, ...],
    tmp_path: Path,
    data: Data,
    base: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    local.begin(data.folder, old, settings(base=base, steps=3))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for out in (old, new):
        told = ("--base", base, "--data", data.folder, "--out", out, "--force")
        assert given[0] in refused(capsys, *told, *given)
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before
    assert not new.exists()


def test_a_model_stays_until_the_next_can_be_trained(
    tmp_path: Path, data: Data, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    local.begin(data.folder, out, settings(base=base))
    (out / "config.json").write_text("old")

    def fail(*_: object) -> local.Ready:
        assert (out / "config.json").read_text() == "old"
        raise InputError("the base does not fit")

    monkeypatch.setattr(local, "_prepare", fail)
    with pytest.raises(InputError, match="does not fit"):
        local.begin(data.folder, out, settings(base=base), force=True)
    assert (out / "config.json").read_text() == "old"
    with pytest.raises(InputError, match="does not fit"):
        local.begin(data.folder, tmp_path / "new", settings(base=base))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "out"]


@pytest.mark.parametrize("name", ["base", "benchbar/local/base", "{}/base", "base/../base/deep"])
def test_the_base_is_never_replaced(
    name: str, tmp_path: Path, data: Data, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(base)
    (folder / "settings.json").write_text("{}")
    (folder / "deep").mkdir()
    (folder / "deep" / "config.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    for out in (Path("base"), folder):
        with pytest.raises(InputError, match="holds the base, .*: choose another --out"):
            local.begin(data.folder, out, settings(base=name.format(tmp_path)), force=True)
    assert (folder / "deep" / "config.json").is_file()


def test_the_recipe_can_be_told_from_the_folder(tmp_path: Path, data: Data, base: str) -> None:
    said: list[str] = []
    out = tmp_path / "out"
    mix = {"cite_to_text": 2.0, "text_to_cite": 0.5}
    source = local.Source(Recipe(mix=mix), questions=2)
    local.begin(data.folder, out, settings(base=base), source, say=said.append)
    kept, rows = local.read_settings(out), manifest.read(out / "rows")
    assert (kept.questions, kept.mix, rows.mix) == (2, mix, mix)
    found = [
        re.fullmatch(r"(\S+)/(\S+)/(\S+): ([\d,]+) rows about ([\d,]+) pages", line)
        for line in said
    ]
    counts = {match.groups()[:3]: (int(match[4]), int(match[5])) for match in found if match}
    assert len(counts) == len(said) == len(rows.tests)
    for test in rows.tests:
        learnt, pages = counts[test.window, test.corpus, test.task]
        assert pages == test.train
        most = {"cite_to_text": 4, "text_to_cite": 2}.get(test.task, 2)
        assert pages <= learnt <= most * pages
    files = (out / "rows" / "train.jsonl", out / "rows" / "more.jsonl")
    assert sum(learnt > pages for learnt, pages in counts.values()) > 2
    written = sum(len(path.read_bytes().splitlines()) for path in files)
    assert sum(learnt for learnt, _ in counts.values()) == written


def test_rows_that_came_as_they_are_have_no_recipe_here(
    tmp_path: Path, data: Data, base: str
) -> None:
    said: list[str] = []
    export(data.folder, tmp_path / "rows", form="trl", chosen=Recipe())
    out = tmp_path / "out"
    local.begin(tmp_path / "rows", out, settings(base=base), say=said.append)
    assert (local.read_settings(out).questions, said) == (None, [])


def test_the_help_says_what_a_weight_does_here(capsys: pytest.CaptureFixture[str]) -> None:
    for command, effect in (
        ("local", "so many times the questions about each page"),
        ("export", "so many times the rows"),
    ):
        with pytest.raises(SystemExit):
            main(["tune", command, "--help"])
        assert effect in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["local", "export"])
@pytest.mark.parametrize(
    ("mix", "told"),
    [
        (("cite_to_text=2", "cite_to_text=3"), "cite_to_text is given 2 times"),
        (("cite_to_text=2", "cite_to_text=2"), "cite_to_text is given 2 times"),
        (("a=2,b=3",), "'a=2,b=3' is more than one: repeat it, as --mix a=2 --mix b=3"),
    ],
)
def test_each_test_has_one_weight(
    command: str,
    mix: tuple[str, ...],
    told: str,
    tmp_path: Path,
    data: Data,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = ("--out", str(tmp_path / "out"), *(word for one in mix for word in ("--mix", one)))
    begun = ("--data",) if command == "local" else ("--format", "trl")
    with pytest.raises(SystemExit) as ended:
        main(["tune", command, *begun, str(data.folder), *out])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_names_are_quoted(
    tmp_path: Path, data: Data, base: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "a $name"
    monkeypatch.setattr(local, "_train", stop)
    with pytest.raises(SystemExit) as ended:
        main(["tune", "local", "--base", base, "--data", str(data.folder), "--out", str(out)])
    assert ended.value.code == 1
    assert f"go on with: benchbar tune local --resume '{out}'" in capsys.readouterr().err


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
