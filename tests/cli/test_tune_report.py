"""``benchbar build forms`` and ``benchbar tune report`` as somebody would use them."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Benchbar:
    monkeypatch.chdir(tmp_path)
    return Benchbar(capsys)


@pytest.fixture
def runs(benchbar: Benchbar) -> tuple[str, str]:
    built = benchbar("build", "forms", "--out", "data")
    assert (built.code, built.err) == (0, "32 items in data\n")
    assert benchbar("audit", "data").code == 0
    for model, out in (("benchbar/sloppy", "before"), ("benchbar/reader", "after")):
        assert benchbar("run", "data", "--model", model, "--out", out).code == 0
    return "before", "after"


def test_from_building_to_the_page(
    benchbar: Benchbar, runs: tuple[str, str], tmp_path: Path
) -> None:
    told = benchbar("tune", "report", *runs)
    assert told.code == 0
    assert told.out.startswith("What tuning did")
    assert "form asked for (Everyday requests)" in told.out
    assert "100 [89, 100]" in told.out
    as_json = json.loads(benchbar("tune", "report", *runs, "--json").out)
    assert {one["measure"] for one in as_json["effects"]} == {"accuracy", "like a look-up"}
    made = benchbar("tune", "report", *runs, "--out", "page")
    assert "wrote page/index.html" in made.err
    assert (tmp_path / "page/tables/tuning.csv").is_file()
    refused(benchbar("tune", "report", *runs, "--out", "page"), "page exists")
    assert benchbar("tune", "report", *runs, "--out", "page", "--force").code == 0
    page = benchbar("report", "after", "--out", "report")
    assert page.code == 0, page.err
    text = (tmp_path / "report/index.html").read_text()
    assert "benchbar build forms" in text
    assert "By place of the line" not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["before", "data"], "data: no run here"),
        (["before", "gone"], "gone: no run here"),
        (["before", "before"], "the same run is given twice"),
        (["before", "after", "--rows", "data"], "--rows data: no training rows here"),
        (["before", "after", "--also", "before", "after"], "as before does"),
    ],
)
def test_what_is_refused(
    benchbar: Benchbar, runs: tuple[str, str], words: list[str], said: str
) -> None:
    refused(benchbar("tune", "report", *words), said)


def test_a_run_of_several_models_is_refused(benchbar: Benchbar, runs: tuple[str, str]) -> None:
    both = ("--model", "benchbar/reader", "--model", "benchbar/sloppy")
    assert benchbar("run", "data", *both, "--out", "both").code == 0
    refused(benchbar("tune", "report", "both", "after"), "both: asks several models or settings")


def test_requests_of_ones_own_are_checked(benchbar: Benchbar, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('version = "1"\n')
    ended = benchbar("build", "forms", "--from", "mine.toml", "--out", "data")
    refused(ended, "mine.toml: is no file of requests")
