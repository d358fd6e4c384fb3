"""``benchbar exam regress`` as a user calls it."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.calling import Benchbar, refused
from tests.stats.simulated import Table, answers

FORMULA = ("--formula", "correct ~ condition + (1|question)")


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def written(folder: Path, table: Table | None = None) -> Path:
    table = table or answers(np.random.default_rng(3), categories=5)
    path = folder / "answers.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        out = csv.writer(file)
        out.writerow(table)
        out.writerows(zip(*table.values(), strict=True))
    return path


def test_terms_groups_and_predictions(benchbar: Benchbar, tmp_path: Path) -> None:
    ended = benchbar("exam", "regress", written(tmp_path), *FORMULA)
    assert (ended.code, ended.err) == (0, "")
    assert "600 answers in 120 cells" in ended.out
    for said in ("conditionmax", "question", "60 members", "condition max", "likelihood ratio"):
        assert said in ended.out


def test_json(benchbar: Benchbar, tmp_path: Path) -> None:
    path = written(tmp_path)
    told = json.loads(benchbar("exam", "regress", path, *FORMULA, "--json").out)
    assert [one["term"] for one in told["terms"]] == ["(Intercept)", "conditionmax"]
    assert {"term", "beta", "se", "z", "p"} <= told["terms"][0].keys()
    assert told["random"][0]["group"] == "question"
    assert (told["n"], told["converged"], told["singular"], told["warnings"]) == (
        600,
        True,
        False,
        [],
    )
    assert told["tests"][0]["name"] == "condition"
    assert "effects" not in told["random"][0]
    order = ("--levels", "condition=max,min", "--effects")
    turned = json.loads(benchbar("exam", "regress", path, *FORMULA, *order, "--json").out)
    assert turned["terms"][1]["term"] == "conditionmin"
    assert turned["terms"][1]["beta"] == pytest.approx(-told["terms"][1]["beta"], abs=1e-4)
    assert len(turned["random"][0]["effects"]) == 60


def test_two_models_are_compared(benchbar: Benchbar, tmp_path: Path) -> None:
    larger = "correct ~ condition + (1|question) + (1|category)"
    words = ("exam", "regress", written(tmp_path), *FORMULA, "--versus", larger)
    told = json.loads(benchbar(*words, "--json").out)
    assert told["versus"]["formula"] == larger
    assert told["comparison"]["df"] == 1
    assert told["comparison"]["chi2"] == pytest.approx(
        2 * (told["versus"]["loglik"] - told["loglik"]), abs=1e-6
    )
    assert "The larger model against correct ~ condition + (1|question)" in benchbar(*words).out


def test_effects_are_listed_the_hardest_first(benchbar: Benchbar, tmp_path: Path) -> None:
    out = benchbar("exam", "regress", written(tmp_path), *FORMULA, "--effects").out
    listed = out.split("the hardest first\n")[1].splitlines()
    values = [float(line.split()[-1]) for line in listed]
    assert len(values) == 60
    assert values == sorted(values)


def test_names_of_levels_are_harmless(benchbar: Benchbar, tmp_path: Path) -> None:
    table = answers(np.random.default_rng(3), effects={"min": 0, "\x1b[31m\u202e": 1})
    ended = benchbar("exam", "regress", written(tmp_path, table), *FORMULA, "--effects")
    assert ended.code == 0
    assert "\x1b" not in ended.out
    assert "\u202e" not in ended.out


def test_wrong_input_ends_in_one_line(benchbar: Benchbar, tmp_path: Path) -> None:
    path = written(tmp_path)
    refused(benchbar("exam", "regress", path), "Missing option '--formula'")
    refused(benchbar("exam", "regress", path, "--formula", "correct ~ x + (1|question)"), "'x'")
    refused(benchbar("exam", "regress", path, *FORMULA, "--levels", "condition"), "min,max")
    refused(benchbar("exam", "regress", path, *FORMULA, "--numeric", "category"), "no fixed term")
    table = answers(np.random.default_rng(3))
    table["correct"][4] = "maybe"
    said = "row 6, column 'correct' is 'maybe'"
    refused(benchbar("exam", "regress", written(tmp_path, table), *FORMULA), said)
    once = answers(np.random.default_rng(3), trials=1)
    refused(benchbar("exam", "regress", written(tmp_path, once), *FORMULA, "--json"), "McNemar p =")
