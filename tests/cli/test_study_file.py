"""Study files and presets: the flags of build and run, written down."""

import itertools
from pathlib import Path

import msgspec
import pytest

from benchbar.cli.study_file import PRESETS
from benchbar.records import Cell
from benchbar.runs.plan import Study
from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return tmp_path / "study.toml"


def asked(run: Path) -> Study:
    """What a run asked."""
    return msgspec.json.decode((run / "run.json").read_bytes(), type=Study)


def test_a_study_is_built_and_asked_as_its_file_says(
    benchbar: Benchbar, study: Path, tmp_path: Path
) -> None:
    (tmp_path / "role.txt").write_text("You are a paralegal.")
    study.write_text("""
        [build]
        window = ["4k"]
        corpus = "transcripts"
        task = "cite_to_text"
        split = "test"
        items = 3
        seed = 7

        [run]
        trials = 2
        temperature = [0, "none"]
        system-message = "role.txt"

        [[run.models]]
        model = "benchbar/reader"
        variant = ["default", "return"]

        [[run.models]]
        model = "benchbar/sloppy"
        max_tokens = 50
        temperature = 1
    """)
    data, run = tmp_path / "data", tmp_path / "run"
    assert benchbar("build", "blt", "--study", study, "--out", data).code == 0
    assert Data(data).manifest.items == 3
    assert Data(data).manifest.seed == 7
    assert benchbar("run", data, "--study", study, "--out", run).code == 0
    found = asked(run)
    said = "You are a paralegal."
    assert set(found.cells) == {
        *(
            Cell("benchbar/reader", variant, temperature, said)
            for variant, temperature in itertools.product(("default", "return"), (0.0, None))
        ),
        Cell("benchbar/sloppy", "default", 1.0, said, max_tokens=50),
    }
    assert found.trials == 2


def test_the_command_line_wins(benchbar: Benchbar, study: Path, data: Data, tmp_path: Path) -> None:
    study.write_text("""
        [run]
        limit = 1
        trials = 3
        task = "text_to_cite"
        window = "4k"
        [[run.models]]
        model = "benchbar/sloppy"
        max-tokens = 5
    """)
    run = tmp_path / "run"
    flags = ("--model", "benchbar/reader", "--trials", "2", "--out", run)
    assert benchbar("run", data.folder, "--study", study, *flags).code == 0
    assert asked(run).cells == (Cell("benchbar/reader"),)
    assert (asked(run).trials, asked(run).limit) == (2, 1)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("trails", "not a study file"),
        ("[run]\ntrails = 2", "[run]: no setting 'trails': choose from model, temperature"),
        ("[run]\nout = 'here'", "no setting 'out'"),
        ("[runs]\ntrials = 2", "'runs': only the tables [build] and [run]"),
        ("trials = 2", "'trials': only the tables [build] and [run]"),
        ("[run]\ntrials = 'two'", "[run] trials: 'two' is not"),
        ("[run]\ntrials = 0", "[run] trials: 0 is not"),
        ("[run]\ntrials = true", "[run] trials: True is not a value"),
        ("[run]\ntrials = 1.9", "[run] trials: 1.9 is not a value"),
        ("[run]\nlimit = inf", "[run] limit: inf is not a value"),
        ("[run]\nseed = 2026-11-30", "[run] seed: datetime.date(2026, 11, 30) is not a value"),
        ("[run]\nmax_tokens = 9\nmax-tokens = 8", "[run]: max-tokens stands there twice"),
        ("[run]\ntrials = [1, 2]", "[run] trials: takes one value"),
        ("[run]\ntemperature = ['hot']", "[run] temperature: 'hot' is neither"),
        ("[run]\nsystem-message = 'gone.txt'", "[run] system-message: File"),
        ("[run]\nmodels = ['benchbar/reader']", "write each model as a table of its own"),
        ("[[run.models]]\nvariant = 'return'", "[[run.models]]: a model needs its name"),
        ("[[run.models]]\nmodel = 'benchbar/reader'\ntrials = 2", "no setting 'trials'"),
        ("[run]\nmodel = 'a/b'\n[[run.models]]\nmodel = 'a/b'", "not in both"),
        ("[run]\nmodel = {name = 'a/b'}", "is not a value"),
    ],
)
def test_what_is_no_study_is_refused_in_one_line(
    benchbar: Benchbar, study: Path, data: Data, tmp_path: Path, written: str, said: str
) -> None:
    study.write_text(written)
    refused(benchbar("run", data.folder, "--study", study, "--out", tmp_path / "run"), said)
    assert not (tmp_path / "run").exists()


def test_a_file_that_is_no_text_is_refused(benchbar: Benchbar, study: Path, data: Data) -> None:
    study.write_bytes(b"\xff\xfe\x00")
    refused(benchbar("run", data.folder, "--study", study), "save it as UTF-8")


def test_one_file_at_a_time(benchbar: Benchbar, study: Path, data: Data) -> None:
    study.write_text("[run]\ntrials = 2")
    ended = benchbar("run", data.folder, "--study", study, "--preset", "paper")
    refused(ended, "give one of the two")


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_build_and_ask(benchbar: Benchbar, tmp_path: Path, preset: str) -> None:
    data, run = tmp_path / "data", tmp_path / "run"
    few = ("--items", "2", "--window", "4k")
    assert benchbar("build", "blt", "--preset", preset, *few, "--out", data).code == 0
    model = ("--model", "benchbar/reader", "--out", run)
    assert benchbar("run", data, "--preset", preset, *model).code == 0
    assert {cell.temperature for cell in asked(run).cells} == {0.0}
    tests = {(corpus, task) for _, corpus, task, _ in Data(data).sets()}
    assert len(tests) == {"paper": 11, "transcripts-1000": 2}.get(preset, 1)


def test_pages_of_a_preset_are_as_long_as_the_papers(benchbar: Benchbar, tmp_path: Path) -> None:
    for lines in (15, 50):
        data = tmp_path / f"data-{lines}"
        preset = f"one-page-{lines}"
        assert benchbar("build", "blt", "--preset", preset, "--items", "2", "--out", data).code == 0
        for document, _ in Data(data).pairs():
            assert len(document.lines) == lines
