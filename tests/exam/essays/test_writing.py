"""Models write essays: what they are shown, and how their essays join a study without a name."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam.essays import example, materials, pages, writing
from benchbar.records import Cell, Document, Item, Reply
from benchbar.runs.folder import Run, create, open_run
from benchbar.runs.plan import plan
from benchbar.suites.data import Data
from benchbar.tasks import TASKS
from tests.exam.essays.made_materials import make

CELLS = tuple(Cell("some/famous-model", variant=prompt) for prompt in writing.PROMPTS)
HOSTILE = "---\nmodel: nobody\n---\n<script>alert(1)</script> \x1b[2J ‮ =cmd|' /C calc'!A0"


def asked(study: Path, folder: Path) -> list[tuple[Document, Item]]:
    writing.write_items(materials.read(study), folder)
    return [(document, item) for document, items in Data(folder).pairs() for item in items]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return make(tmp_path / "study")


@pytest.fixture
def run(study: Path, tmp_path: Path) -> Run:
    """A run of two prompts, whose replies are still to be written."""
    writing.write_items(materials.read(study), tmp_path / "data")
    create(plan(tmp_path / "data", CELLS), tmp_path / "run", force=False)
    return open_run(tmp_path / "run")


def reply(run: Run, cell: Cell, *turns: str, **others: str) -> None:
    path = run.folder / "replies.jsonl"
    before = list(jsonl.read(path, Reply)) if path.exists() else []
    jsonl.write(path, [*before, replace(Reply("goat", cell.key, turns=turns), **others)])


def test_a_performance_test_is_shown_with_its_papers(tmp_path: Path) -> None:
    example.write(tmp_path / "study", force=False)
    pairs = asked(tmp_path / "study", tmp_path / "data")
    document, item = pairs[-1]
    question = materials.read(tmp_path / "study").question("mpt-1")
    assert item.id == "mpt-1"
    for paper in (*question.file, *question.library):
        assert paper.text in document.text
    assert question.rubric.issues[0].analysis not in document.text
    assert document.text.index("=== FILE ===") < document.text.index("=== LIBRARY ===")


def test_parts_are_asked_in_turn(study: Path, tmp_path: Path) -> None:
    (document, item), *_ = asked(study, tmp_path / "data")
    plain, by_part = (TASKS["essay"].turns(item, document, prompt) for prompt in writing.PROMPTS)
    assert len(plain) == 1
    assert document.text in plain[0]
    assert len(by_part) == 2
    assert document.text in by_part[0]
    assert "Part 1" in by_part[0]
    assert by_part[1] == "Now part 2:"
    assert TASKS["essay"].judge(item, document, Reply("goat", turns=("An essay.",))) == ()
    with pytest.raises(InputError, match="choose from plain, by-part"):
        TASKS["essay"].turns(item, document, "ranked")


def test_essays_join_the_study_once(run: Run, study: Path) -> None:
    reply(run, CELLS[0], "The keeper pays.")
    reply(run, CELLS[1], "Part one.", "Part two.")
    written, left = writing.add(run, study)
    assert (len(written), left) == (2, [])
    assert writing.add(run, study) == ([], [])
    essays = materials.read(study).question("goat").essays
    added = {essay.text: essay for essay in essays if essay.fields.get("model")}
    assert {*added} == {"The keeper pays.", "Part one.\n\nPart two."}
    assert added["The keeper pays."].fields["model"] == "some/famous-model"
    assert not any("famous" in path.name for path in written)


def test_hostile_essays_are_only_text(run: Run, study: Path) -> None:
    reply(run, CELLS[0], HOSTILE)
    (path,), _ = writing.add(run, study)
    page = pages.read(path)
    assert page.text == HOSTILE
    assert page.fields["model"] == "some/famous-model"


def test_what_is_no_essay_is_named(run: Run, study: Path) -> None:
    reply(run, CELLS[0], "  \n ")
    reply(run, CELLS[1], stop_reason="failed", error="no network")
    written, left = writing.add(run, study)
    assert written == []
    assert left == [
        "goat, some/famous-model, trial 1: empty",
        "goat, some/famous-model, trial 1: no network",
    ]


def test_another_study_is_refused(run: Run, tmp_path: Path) -> None:
    reply(run, CELLS[0], "The keeper pays.")
    (tmp_path / "other").mkdir()
    with pytest.raises(InputError, match="has no question goat"):
        writing.add(run, tmp_path / "other")


def test_an_unknown_question_is_refused(study: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no question 'cow': choose from goat"):
        writing.write_items(materials.read(study), tmp_path / "data", questions=("cow",))
