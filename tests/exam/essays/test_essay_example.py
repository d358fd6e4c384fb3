"""The example of graded essays: whole, invented, adding up, and no two essays alike."""

import math
import re
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

import benchbar.exam

EXAMPLE = Path(benchbar.exam.__file__).parent / "essays" / "example_study"
SCORES = range(1, 7)


def read(path: Path) -> tuple[dict[str, Any], str]:
    """Return the front matter and the body of one file."""
    opening, front, body = path.read_text("utf-8").split("---\n", 2)
    assert opening == ""
    fields = yaml.safe_load(front)
    assert isinstance(fields, dict)
    return fields, body.strip()


STUDY = read(EXAMPLE / "study.md")[0]
QUESTIONS: list[str] = STUDY["questions"]
ESSAYS = sorted(EXAMPLE.glob("*/essays/*.md"))
ANSWERS = sorted(EXAMPLE.glob("*/answers/*.md"))


def named(path: Path) -> str:
    return path.relative_to(EXAMPLE).as_posix()


def of(question: str) -> list[tuple[dict[str, Any], str]]:
    return [read(path) for path in ESSAYS if path.parts[-3] == question]


def issues(question: str) -> dict[str, int]:
    """Return the points of each issue of the point sheet."""
    sheet = read(EXAMPLE / question / "rubric.md")[1].partition("\n# Point sheet\n")[2]
    found = re.findall(r"^### (\d[a-z])\. .+ \((\d+) points?\)$", sheet, re.M)
    assert len(found) == sheet.count("\n### ")
    return {label: int(points) for label, points in found}


def runs(text: str, length: int = 10) -> set[tuple[str, ...]]:
    """Return every run of so many words, in lower case and without marks."""
    told = re.findall(r"[\w$']+", text.lower())
    return {tuple(told[at : at + length]) for at in range(len(told) - length + 1)}


def test_the_study_names_its_questions_and_says_that_it_is_invented() -> None:
    assert STUDY["label"] == "invented example"
    assert {path.name for path in EXAMPLE.iterdir() if path.is_dir()} == {*QUESTIONS}
    assert Counter(read(EXAMPLE / q / "question.md")[0]["kind"] for q in QUESTIONS) == {
        "MEE": 3,
        "MPT": 1,
    }


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_whole(question: str) -> None:
    fields, body = read(EXAMPLE / question / "question.md")
    assert set(fields) == {"id", "kind", "title", "subjects", "minutes", "parts"}
    assert fields["id"] == question
    assert fields["minutes"] == {"MEE": 30, "MPT": 90}[fields["kind"]]
    asked = re.findall(r"^(\d)\. ", body, re.M)
    assert [part["label"] for part in fields["parts"]] == asked
    assert math.isclose(math.fsum(part["weight"] for part in fields["parts"]), 1)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_rubric_tells_six_scores_apart_and_gives_points_in_the_shares_of_the_parts(
    question: str,
) -> None:
    fields, body = read(EXAMPLE / question / "rubric.md")
    assert fields == {"question": question}
    told, _, sheet = body.partition("\n# Point sheet\n")
    assert told.startswith("# Grading guidelines\n")
    marks = dict(re.findall(r"^## (\d)\n\n(.+?)(?=\n\n##|\n*\Z)", told, re.M | re.S))
    assert list(marks) == ["6", "5", "4", "3", "2", "1"]
    assert all(len(mark.split()) >= 20 for mark in marks.values())
    points = issues(question)
    assert 20 <= sum(points.values()) <= 30
    parts = read(EXAMPLE / question / "question.md")[0]["parts"]
    assert re.findall(r"^## (\d)\. ", sheet, re.M) == [part["label"] for part in parts]
    for part in parts:
        own = sum(value for label, value in points.items() if label[0] == part["label"])
        assert own / sum(points.values()) == pytest.approx(part["weight"])
    for analysis in re.split(r"^##+ .+$", sheet, flags=re.M):
        assert not analysis.strip() or re.search(r"\d points? (?:for|in|each)", analysis)


@pytest.mark.parametrize("path", ESSAYS, ids=named)
def test_an_essay_is_labelled_and_its_points_fit_the_point_sheet(path: Path) -> None:
    fields, body = read(path)
    question = path.parts[-3]
    assert set(fields) == {"question", "label", "intended", "points", "note"}
    assert (fields["question"], fields["label"]) == (question, "invented")
    assert fields["intended"] in SCORES
    assert fields["note"]
    assert body
    most = issues(question)
    assert list(fields["points"]) == list(most)
    assert all(0 <= fields["points"][label] <= most[label] for label in most)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_has_two_model_answers(question: str) -> None:
    answers = [read(path)[0] for path in ANSWERS if path.parts[-3] == question]
    assert answers == [
        {"question": question, "score": score, "label": "invented"} for score in (6, 5)
    ]


def test_there_are_essays_enough_of_every_score() -> None:
    assert len(of("mee-1")) >= 30
    assert Counter(fields["intended"] for fields, _ in of("mee-2")) == dict.fromkeys(SCORES, 1)
    spread = Counter(fields["intended"] for fields, _ in of("mee-1"))
    assert all(spread[score] >= 3 for score in SCORES)


@pytest.mark.parametrize("question", ["mee-1", "mee-2"])
def test_points_rise_with_the_intended_score(question: str) -> None:
    sums = {
        score: [
            sum(fields["points"].values())
            for fields, _ in of(question)
            if fields["intended"] == score
        ]
        for score in SCORES
    }
    assert all(mean(sums[low]) < mean(sums[low + 1]) for low in SCORES if low < 6)
    guide = (EXAMPLE / question / "rubric.md").read_text("utf-8")
    found = re.search(
        r"(\d+) points or more make a 6, (\d+) to \d+ a 5, (\d+) to \d+ a 4, (\d+) to \d+ a 3, "
        r"(\d+) to \d+ a 2",
        " ".join(guide.split()),
    )
    assert found
    floors = [int(floor) for floor in found.groups()]
    for score, points in sums.items():
        for total in points:
            assert 1 + sum(total >= floor for floor in floors) == score


def test_length_does_not_tell_the_score() -> None:
    lengths = {
        score: [len(body.split()) for fields, body in of("mee-1") if fields["intended"] == score]
        for score in SCORES
    }
    assert max(lengths[1]) > min(lengths[6])
    assert max(lengths[2]) > min(lengths[6])
    assert max(lengths[3]) > min(lengths[5])
    assert min(lengths[5]) < mean(lengths[3])


def test_no_two_essays_share_ten_words_in_a_row() -> None:
    seen: dict[tuple[str, ...], Path] = {}
    for path in [*ESSAYS, *ANSWERS]:
        for run in runs(read(path)[1]):
            assert seen.setdefault(run, path) == path, " ".join(run)


def test_runs_go_on_across_lines_and_marks() -> None:
    assert runs("- The *kiln*, which\n  failed.", 4) == {("the", "kiln", "which", "failed")}


def test_each_benchmark_paper_has_the_score_that_it_stands_for() -> None:
    fields, body = read(EXAMPLE / "mee-1" / "benchmarks.md")
    assert fields == {"question": "mee-1"}
    picked = re.findall(r"^- (\d): (\d\d) because \S", body, re.M)
    assert [score for score, _ in picked] == ["6", "5", "4", "3", "2", "1"]
    for score, essay in picked:
        assert read(EXAMPLE / "mee-1" / "essays" / f"{essay}.md")[0]["intended"] == int(score)


def test_the_task_has_a_file_and_a_library_of_an_invented_state() -> None:
    folder = EXAMPLE / "mpt-1"
    papers = [path.read_text("utf-8") for path in sorted(folder.glob("file/*.md"))]
    library = [path.read_text("utf-8") for path in sorted(folder.glob("library/*.md"))]
    assert len(papers) >= 4
    assert len(library) >= 3
    assert all("Westmark" in text for text in library)
    words = sum(len(text.split()) for text in [*papers, *library])
    assert 3000 <= words <= 4500


def test_lines_are_wrapped() -> None:
    for path in EXAMPLE.rglob("*.md"):
        front = read(path)[0] if path.read_text("utf-8").startswith("---") else {}
        lines = path.read_text("utf-8").splitlines()
        body = lines[lines.index("---", 1) + 1 :] if front else lines
        assert all(len(line) <= 110 for line in body if not line.startswith(("#", "|"))), path
