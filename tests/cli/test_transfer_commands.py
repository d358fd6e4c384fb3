"""Applies-to and SARA from building to the report, as somebody would use them."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from benchbar.suites import sara
from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Benchbar:
    monkeypatch.chdir(tmp_path)
    return Benchbar(capsys)


MODELS = ("--model", "benchbar/reader", "--model", "benchbar/sloppy")


def test_applies_to_from_end_to_end(benchbar: Benchbar, tmp_path: Path) -> None:
    built = benchbar(
        "build", "blt", "--window", "4k", "--task", "applies_to", "--split", "test", "--items",
        "30", "--out", "data",
    )  # fmt: skip
    assert built.code == 0, built.err
    assert benchbar("audit", "data").code == 0
    dry = benchbar("run", "data", *MODELS, "--out", "run", "--dry-run", "--json")
    assert json.loads(dry.out)["prompts"] == 120
    assert benchbar("run", "data", *MODELS, "--out", "run").code == 0
    rows = json.loads(benchbar("score", "run", "--json").out)
    reader = [row for row in rows if row["cell"].startswith("reader")]
    assert [row["accuracy"] for row in reader] == [1, 1]
    assert all(0.4 < row["accuracy"] < 1 for row in rows if row not in reader)
    errors = benchbar("errors", "run").out
    assert "opposite answer" in errors
    assert "first replies: words" in errors
    item = "blt-4k-synthetic-applies_to-test-0001"
    shown = benchbar("show", "run", item).out
    assert "Therefore, the answer (Yes or No) is" in shown
    assert "Let's think step by step." in shown
    replies = json.loads(benchbar("show", "run", item, "--json").out)["replies"]
    assert [len(reply["turns"]) for reply in replies] == [2, 2]
    assert "reader is better than" in benchbar("compare", "run").out
    assert benchbar("disagree", "run").code == 0
    assert benchbar("report", "run", "--out", "report").code == 0
    page = (tmp_path / "report/index.html").read_text()
    assert "52%" in page
    assert "must be reasoned out" in page
    assert "--task applies_to" in page
    text = (tmp_path / "report/tables/transfer.csv").read_text()
    table = list(csv.DictReader(text.splitlines()))
    assert {row["measure"] for row in table} == {
        "words of the first reply", "with first", "going on", "going on, of those with first",
    }  # fmt: skip


def test_sara_from_end_to_end(benchbar: Benchbar, tmp_path: Path) -> None:
    built = benchbar("build", "sara", "--example", "--out", "data")
    assert built.code == 0, built.err
    assert "17 items in data: 10 of entailment or contradiction, 7 amounts, 4 sections" in built.err
    assert benchbar("audit", "data").code == 0
    assert benchbar("run", "data", *MODELS, "--out", "run").code == 0
    rows = json.loads(benchbar("score", "run", "--json").out)
    assert {row["window"] for row in rows} == {"entailment", "amounts"}
    assert {row["n"] for row in rows} == {10, 7}
    assert "of the right amount on average" in benchbar("errors", "run").out
    assert "wrong amount, off by" in benchbar("show", "run", "sara-example-tax_case_5").out
    for command in ("compare", "disagree"):
        assert benchbar(command, "run").code == 0
    assert benchbar("report", "run", "--out", "report").code == 0
    page = (tmp_path / "report/index.html").read_text()
    assert "54.3 [48.5, 60.1]" in page
    assert "benchbar build sara --example" in page
    assert "By place of the line" not in page


def test_only_one_kind_of_cases_can_be_asked(benchbar: Benchbar) -> None:
    benchbar("build", "sara", "--example", "--out", "data")
    ended = benchbar(
        "run", "data", "--model", "benchbar/reader", "--window", "amounts", "--out", "run", "--json"
    )
    assert {row["window"] for row in json.loads(ended.out)} == {"amounts"}


def test_a_copy_of_ones_own(benchbar: Benchbar, tmp_path: Path) -> None:
    shutil.copytree(sara.EXAMPLE, tmp_path / "mine")
    (tmp_path / "mine/cases/odd.pl").write_text("% Text\n% Section 9 is named.\n")
    ended = benchbar("build", "sara", "--from", "mine", "--out", "data")
    assert ended.code == 1
    assert "1 case cannot be used (odd.pl has no comment line under '% Question')" in ended.err
    ended = benchbar("build", "sara", "--from", "mine", "--out", "data", "--allow-short")
    assert ended.code == 0
    assert "left out: 1 case cannot be used (odd.pl" in ended.err
    assert (tmp_path / "data/items/amounts/sara/sara.test.jsonl").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "data"], "name the folder of the data set with --from, or give --example"),
        (["--out", "data", "--example", "--from", "."], "or give --example alone"),
        (["--out", "data", "--from", "."], "not SARA's layout: it has no folder cases/"),
        (["--out", "data", "--from", "gone"], "gone: not SARA's layout"),
        (["--out", "data", "--example", "--within-percent", "nan"], "'--within-percent': it is"),
        (["--example"], "Missing option '--out'"),
    ],
)
def test_what_is_refused(benchbar: Benchbar, words: list[str], said: str) -> None:
    refused(benchbar("build", "sara", *words), said)


def test_another_tolerance(benchbar: Benchbar, tmp_path: Path) -> None:
    benchbar("build", "sara", "--example", "--within-percent", "2.5", "--within-dollars", "0",
             "--out", "data")  # fmt: skip
    row = json.loads(
        (tmp_path / "data/items/amounts/sara-example/sara.test.jsonl").read_text().split("\n")[0]
    )
    assert row["traits"]["within_percent"] == "2.5"
    assert row["traits"]["within_dollars"] == "0"


def test_applies_to_leaves_and_enters(benchbar: Benchbar, tmp_path: Path) -> None:
    benchbar("build", "blt", "--window", "4k", "--task", "applies_to", "--split", "test", "--items",
             "6", "--out", "data")  # fmt: skip
    assert benchbar("export", "data", "--format", "blt", "--out", "blt").code == 0
    file = tmp_path / "blt/4k/synthetic.appliesto.test.jsonl"
    assert benchbar("import-blt", file, "--out", "back").code == 0
    assert benchbar("audit", "back").code == 0
    name = "items/4k/synthetic/applies_to.test.jsonl"
    ours, theirs = (
        [json.loads(row) for row in (tmp_path / folder / name).read_text().splitlines()]
        for folder in ("data", "back")
    )
    kept = ("id", "question", "asked", "target", "gold")
    assert [[one[key] for key in kept] for one in ours] == [
        [one[key] for key in kept] for one in theirs
    ]
    assert benchbar("export", "data", "--format", "hf", "--out", "hf").code == 0
    rows = (tmp_path / "hf/data/4k.synthetic.applies_to.test.jsonl").read_text().splitlines()
    assert json.loads(rows[0])["second_prompt"] == "Therefore, the answer (Yes or No) is"
    refused(
        benchbar("export", "data", "--format", "lm-eval", "--out", "lm"),
        "applies_to takes 2 turns, which cannot be exported",
    )
