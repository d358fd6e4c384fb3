"""``benchbar exam scale``, ``percentile`` and ``ube`` as a user calls them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchbar.exam.percentiles import LIMITS, models, published
from tests.cli.calling import Benchbar, refused

STUDY = ("--mbe", "158", "--mee", "4.1875", "--mpt", "4.2083")


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Benchbar:
    monkeypatch.setenv("COLUMNS", "80")
    return Benchbar(capsys)


def rows(benchbar: Benchbar, *words: str) -> list[dict[str, Any]]:
    ended = benchbar("exam", *words, "--json")
    assert (ended.code, ended.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(ended.out)
    return found


def test_scale(benchbar: Benchbar) -> None:
    found = rows(benchbar, "scale", "--correct", "151.4", "--of", "200")
    assert [round(row["scaled"]) for row in found] == [158, 162, 151]
    for row in found:
        assert {"conversion", "scaled", "low", "high", "source", "status", "flag"} <= row.keys()
        assert row["low"] < row["scaled"] < row["high"]


def test_scale_for_people(benchbar: Benchbar) -> None:
    ended = benchbar("exam", "scale", "--correct", "180", "--of", "200")
    assert (ended.code, ended.err) == (0, "")
    assert "Beware: raw 171.0 is outside its range" in ended.out
    assert "The conversions differ by" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80


def test_own_table(benchbar: Benchbar, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("raw,scaled\n100,120\n200,180\n")
    words = ("scale", "--correct", "150", "--of", "200", "--table", str(path))
    refused(benchbar("exam", *words), "more than the 190 questions scored")
    own = rows(benchbar, *words, "--scored", "200")[0]
    assert (own["conversion"], own["scaled"], own["flag"]) == ("own.csv", 150, None)
    missing = rows(
        benchbar, "scale", "--correct", "50", "--of", "200", *words[5:], "--scored", "200"
    )
    assert missing[0]["scaled"] is None
    ended = benchbar(
        "exam", "scale", "--correct", "50", "--of", "200", *words[5:], "--scored", "200"
    )
    assert "not known" in ended.out


@pytest.mark.parametrize(("option", "score"), [("--mbe", 164), ("--written", 131), ("--ube", 298)])
def test_percentile(benchbar: Benchbar, option: str, score: int) -> None:
    found = rows(benchbar, "percentile", option, str(score))
    for row in found:
        assert row["population"]
        assert row["administration"]
        assert row["source"]
        assert row["status"]
        assert row["bound"] in (None, "above", "below")
        assert f"percentile of {row['population']}" in row["sentence"]
    assert {"first-time takers", "those who passed", "July takers"} <= {
        row["population"] for row in found
    }


@pytest.mark.parametrize(
    "words",
    [
        ("scale", "--correct", "150", "--of", "200"),
        ("percentile", "--mbe", "150"),
        ("percentile", "--mbe", "150", "--low", "120", "--high", "190"),
        ("percentile", "--written", "131"),
        ("percentile", "--ube", "298"),
        ("percentile", "--ube", "400"),
        ("ube", *STUDY),
        ("ube", *STUDY, "--what-if", "essays=-9", "--low", "150", "--high", "165"),
    ],
)
def test_percentile_is_never_said_without_of_whom(
    benchbar: Benchbar, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    ended = benchbar("exam", *words)
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in ended.out.splitlines())
    text = " ".join(ended.out.split())
    known = {one.name for scale in LIMITS for one in (*published(scale), *models(scale))}
    for found in re.finditer("[Pp]ercentile", text):
        assert any(text.startswith(f" of {name}", found.end()) for name in known)
    assert ("percentile of" in text) == (words[0] == "percentile")


def test_ube(benchbar: Benchbar) -> None:
    found = rows(benchbar, "ube", *STUDY)
    katz = found[0]
    assert (katz["conversion"], katz["reported"]) == ("Katz", 298)
    assert katz["written"] == pytest.approx(139.9, abs=0.05)
    assert katz["total"] == pytest.approx(297.9, abs=0.05)
    texas = next(one for one in katz["passing"] if one["jurisdiction"] == "Texas")
    assert (texas["passing_score"], texas["margin"], texas["passes"]) == (270, 28, True)
    assert [row["conversion"] for row in found[1:]] == [
        f"Texas, July {y}" for y in range(2021, 2026)
    ]
    assert "what_if" not in katz


def test_what_if(benchbar: Benchbar) -> None:
    katz = rows(benchbar, "ube", *STUDY, "--what-if", "essays=-9")[0]
    then = katz["what_if"]
    assert (katz["reported"], then["reported"]) == (298, 289)
    assert {one["margin"] for one in then["passing"] if one["passing_score"] == 270} == {19}
    told = {(one["scale"], one["population"]): one for one in then["percentiles"]}
    july = told["written", "July takers"]
    assert (july["percentile"], july["bound"]) == (31, None)


def test_what_if_for_people(benchbar: Benchbar) -> None:
    ended = benchbar("exam", "ube", *STUDY, "--what-if", "essays=-9, mbe=+2")
    assert "What if: essays=-9, mbe=+2." in ended.out
    assert "(1)    139.9    298 Katz" in ended.out
    assert "then   130.9    291" in ended.out
    assert re.search(r"^270 +\+28 ", ended.out, re.MULTILINE)
    assert re.search(r"^then +\+21 ", ended.out, re.MULTILINE)


def test_next_exam(benchbar: Benchbar) -> None:
    ended = benchbar("exam", "ube", "--mbe", "130", "--mee", "4", "--mpt", "4")
    assert "263 is 613; other totals are not known" in " ".join(ended.out.split())
    assert "(500 to 750): not known." in benchbar("exam", "ube", *STUDY).out


def test_flags_do_not_change_the_exit_code(benchbar: Benchbar) -> None:
    assert benchbar("exam", "scale", "--correct", "200", "--of", "200").code == 0
    ended = benchbar("exam", "ube", "--mbe", "200", "--mee", "6", "--mpt", "6")
    assert ended.code == 0
    assert "Beware: the written score is kept within 0 to 200" in ended.out


def test_a_name_in_a_users_table_cannot_move_the_cursor(benchbar: Benchbar, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(
        "population,administration,scale,score,percentile\nours\x1b[2J,July,MBE,150,50\n"
    )
    ended = benchbar("exam", "percentile", "--mbe", "150", "--table", path)
    assert "\x1b" not in ended.out
    assert "ours‹U+001B›[2J" in ended.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("scale --correct -1 --of 10", "right answers is -1"),
        ("scale --correct 11 --of 10", "11 right answers of 10 questions cannot be"),
        ("scale --correct nan --of 10", "it is nan"),
        ("scale --correct x --of 10", "not a valid float"),
        ("scale --correct 1 --of 10 --scored 175", "give both"),
        ("scale --correct 1 --of 10 --table nowhere.csv", "does not exist"),
        ("percentile", "give one score"),
        ("percentile --mbe 150 --ube 298", "give one score"),
        ("percentile --mbe 250", "between 40 and 200"),
        ("percentile --mbe 150 --low 140", "give both"),
        ("percentile --mbe 150 --correlation 2", "between 0 and 1"),
        ("ube --mbe 150 --mee 7 --mpt 4", "between 1 and 6"),
        ("ube --mbe 150 --mee 4", "Missing option '--mpt'"),
        ("ube --mbe 150 --mee 4 --mpt 4 --what-if essays", "such as essays=-9"),
        ("ube --mbe 150 --mee 4 --mpt 4 --what-if exam=-9", "such as essays=-9"),
        ("ube --mbe 150 --mee 4 --mpt 4 --what-if mbe=1,mbe=2", "each once"),
        ("ube --mbe 150 --mee 4 --mpt 4 --what-if mbe=nan", "is nan"),
        ("ube --mbe 150 --mee 4 --mpt 4 --what-if mee=3", "between 1 and 6"),
    ],
)
def test_wrong_input_ends_in_one_line(benchbar: Benchbar, words: str, said: str) -> None:
    refused(benchbar("exam", *words.split()), said)
