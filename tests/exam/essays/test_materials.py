"""Materials of essay studies: what is read, in every form, and what is refused with its row."""

import json
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.essays import example, materials, pages
from tests.exam.essays.made_materials import ESSAY, QUESTION, RUBRIC, make


def problem(folder: Path) -> str:
    """Return the first problem of a study."""
    problems = materials.look(folder)[1]
    with pytest.raises(InputError) as refused:
        materials.read(folder)
    assert str(refused.value).startswith(problems[0])
    return problems[0]


def test_a_study_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = materials.read(make(tmp_path))
    assert (found.title, found.label, found.about) == ("Goats", "invented", "About goats.")
    goat = found.question("goat")
    assert (goat.kind, goat.minutes, goat.subjects) == ("MEE", 30, ("Torts",))
    assert [(part.label, part.weight) for part in goat.parts] == [("1", 0.6), ("2", 0.4)]
    assert goat.text == "A goat ate a hat. 1. Who pays? 2. How much?"
    assert goat.rubric.about == "Grade what is said."
    assert next(iter(goat.rubric.guidelines.items())) == (6, "All of it.")
    assert [(issue.id, issue.points) for issue in goat.rubric.issues] == [
        ("1a", 3), ("1b", 1.5), ("2a", 1)
    ]  # fmt: skip
    assert goat.rubric.points == 5.5
    assert goat.rubric.sheet[0].issues[1].title == "The hat was on the fence"
    assert goat.rubric.sheet[1].issues[0].analysis == "What it was worth."
    assert [(one.name, one.score) for one in goat.answers] == [("01", 6)]
    assert goat.essays[0].fields == {"author": "J. Doe"}
    assert goat.essays[0].text.startswith("The keeper pays.")
    assert goat.benchmarks == {6: "01", 1: "02"}


def test_the_example_is_whole(tmp_path: Path) -> None:
    example.write(tmp_path / "study", force=False)
    found = materials.read(tmp_path / "study")
    assert [one.kind for one in found.questions] == ["MEE", "MEE", "MEE", "MPT"]
    assert len(found.questions[0].essays) >= 30
    assert {*found.questions[0].benchmarks} == {1, 2, 3, 4, 5, 6}
    assert all(len(one.answers) == 2 for one in found.questions)
    with pytest.raises(InputError, match="exists"):
        example.write(tmp_path / "study", force=False)


def test_every_form_says_the_same(tmp_path: Path) -> None:
    paper = docx.Document()
    for line in ("author: J. Doe", "pages: 2", ""):
        paper.add_paragraph(line)
    paper.add_heading("Who pays", 2)
    paper.add_paragraph("The keeper pays.")
    paper.save(str(tmp_path / "one.docx"))
    text = "## Who pays\n\nThe keeper pays."
    (tmp_path / "one.md").write_text(f"---\nauthor: J. Doe\npages: 2\n---\n\n{text}\n")
    told = {"Author": "J. Doe", "pages": 2, "text": text}
    (tmp_path / "one.json").write_text(json.dumps(told))
    found = [pages.read(tmp_path / f"one{suffix}") for suffix in pages.READERS]
    assert [page.fields for page in found] == [{"author": "J. Doe", "pages": 2}] * 3
    assert [page.text for page in found] == [text] * 3


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=300))
def test_a_text_without_fields_is_left_as_it_is(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "essay.md"
        path.write_bytes(text.encode())
        if text.split("\n")[0].strip() != "---":
            assert pages.read(path).text == text.removeprefix("\ufeff").strip()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("study", None, "study.md or study.json or study.docx is missing"),
        ("study", "About goats.", "must list the folders of its questions"),
        ("study", "---\nquestions: [../../etc]\n---\n", "'../../etc' is no name of a folder"),
        ("study", "---\nquestions: [goat, goat]\n---\n", "goat is listed twice"),
        ("study", "---\nquestions: [goat\n---\n", "study.md:3: the fields are not YAML"),
        ("study", "---\nquestions: [goat]\n", "study.md:1: no second line of ---"),
        ("study", "---\n- goat\n---\n", "study.md:2: the fields must be lines of"),
        ("goat__question", None, "question.md or"),
        ("goat__question", "---\nkind: essay\n---\nWho?", "kind 'essay': must be MEE or MPT"),
        ("goat__question", "---\nminutes: long\n---\nWho?", "minutes 'long': must be a whole"),
        ("goat__question", QUESTION.replace("0.4", "0.5"), "weights of its parts must add up to 1"),
        ("goat__question", QUESTION.replace('"2"', '"1"'), "two parts have the same label"),
        ("goat__question", QUESTION.replace("parts:", "parts: 3\nx:"), "parts must be lines of"),
        ("goat__question", "---\nkind: MEE\n---\n", "holds no question"),
        ("goat__rubric", RUBRIC.replace("# Point sheet", "# Points"), "rubric.md:21: heading"),
        ("goat__rubric", RUBRIC.partition("# Point")[0], "lacks the heading '# Point sheet'"),
        ("goat__rubric", RUBRIC.replace("## 3\nHalf.\n", ""), "the guidelines lack '## 3'"),
        ("goat__rubric", RUBRIC.replace("## 3\n", "## 4\n"), "rubric.md:14: score 4 stands twice"),
        ("goat__rubric", RUBRIC.replace(" (3 points)", ""), "rubric.md:25: issue '1a. The keeper"),
        ("goat__rubric", RUBRIC.replace("1b.", "1a."), "issue 1a stands twice"),
        ("goat__rubric", RUBRIC.replace("No matter.", ""), "issue 1b has no analysis"),
        ("goat__rubric", RUBRIC.replace("## 2. How much", "## 3. How much"), "sheet lacks part 2"),
        ("goat__answers__01", "---\nscore: 7\n---\nText.", "score 7: must be from 1 to 6"),
        ("goat__essays__02", ESSAY, "has the same text as 01"),
        ("goat__essays__02", "", "holds no text"),
        ("goat__benchmarks", "- 6: 09 because", "6: 09: is no essay with a score"),
        ("goat__benchmarks", "- 6: 01\n- 6: 02", "benchmarks.md:2: two essays for a score of 6"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(
    tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    assert said in problem(make(tmp_path, **{name: text}))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.md", "na\u00efve".encode("latin-1"), "is not UTF-8"),
        ("x.json", b"{", "x.json:1: not JSON"),
        ("x.json", b"[1]", "must be a JSON object"),
        ("x.json", b"[" * 100_000, "not JSON"),
        ("x.docx", b"PK no", "damaged"),
        ("x.txt", b"words", "is none of .md, .json, .docx"),
        ("x.pdf", b"%PDF", "is none of .md, .json, .docx"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    make(tmp_path)
    path = tmp_path / "goat" / "essays" / name
    path.write_bytes(data)
    told = problem(tmp_path)
    assert str(path) in told
    assert said in told


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    make(tmp_path)
    with (tmp_path / "goat/essays/big.md").open("wb") as file:
        file.truncate(pages.LARGEST + 1)
    assert "over 20 MB" in problem(tmp_path)


def test_all_problems_are_listed(tmp_path: Path) -> None:
    folder = make(tmp_path, goat__answers__01="---\nscore: 9\n---\nx", goat__essays__02=ESSAY)
    found, problems = materials.look(folder)
    assert found is not None
    assert len(problems) == 3
    with pytest.raises(InputError, match=r"\(and 2 more: see 'benchbar essays check'\)"):
        materials.read(folder)


def test_two_forms_of_one_page_are_refused(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "study.json").write_text('{"text": "", "questions": ["goat"]}')
    assert "stands beside study.md: remove one of them" in problem(tmp_path)
