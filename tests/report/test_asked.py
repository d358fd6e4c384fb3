"""Prompts as the models saw them: every variant, the marked line, amended text, long documents."""

from pathlib import Path

import pytest

from benchbar.records import Cell
from benchbar.report import asked
from benchbar.report.findings import open_sources
from benchbar.runs import plan
from benchbar.runs.folder import create
from benchbar.runs.study import plan as plan_study
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order

CELLS = tuple(Cell("benchbar/reader", variant=name) for name in ("default", "question-first"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two runs on the same items, some about amended text; nothing is asked or graded."""
    folder = tmp_path_factory.mktemp("asked")
    build(Order(windows=("4k",), corpora=("code", "synthetic"), items=(("test", 4),)),
          folder / "data")  # fmt: skip
    for name in ("one", "two"):
        (folder / name).mkdir()
        create(plan_study(folder / "data", CELLS), folder / name, force=False)
    return [folder / "one", folder / "two"]


def read(runs: list[Path]) -> tuple[dict[str, asked.Asked], list[asked.Page]]:
    sources = open_sources(runs)
    (library,) = asked.libraries(sources).values()
    found: dict[str, asked.Asked] = {}
    return found, list(asked.read(library, "d1", found))


def test_messages_are_the_prompts_without_the_document(runs: list[Path]) -> None:
    found, _ = read(runs)
    pairs = [(document, item) for document, items in Data(runs[0].parent / "data").pairs()
             for item in items]  # fmt: skip
    assert len(found) == len(pairs) == 36
    for document, item in pairs:
        for cell in CELLS:
            shown = found[item.id].said(cell.variant, 1)
            whole = tuple(one.replace("[the document]", document.text) for one in shown)
            assert whole == plan.task_of(item).turns(item, document, cell.variant)
            assert all(len(one) < 500 for one in shown)


def test_the_marked_line_is_the_one_asked_about(runs: list[Path]) -> None:
    found, _ = read(runs)
    for document, items in Data(runs[0].parent / "data").pairs():
        for item in items:
            one = found[item.id]
            line = document.lines[item.target]
            assert one.around[one.marked].strip() == document.shown(line)
            assert document.text.split("\n")[one.first + one.marked] == one.around[one.marked]
            assert one.changed is (item.task == "cite_to_amended")


def test_each_document_stands_once_and_unchanged(runs: list[Path]) -> None:
    found, pages = read(runs)
    stored = {
        document.id: document.text
        for corpus in ("code", "synthetic")
        for document in Data(runs[0].parent / "data").documents("4k", corpus)
    }
    shown = [document for page in pages for _, document, _ in page.documents]
    assert sorted(document.id for document in shown) == sorted(stored)
    addresses = set()
    for page in pages:
        for _, document, rows in page.documents:
            assert document.text == stored[document.id]
            assert "\n".join(row for row, _ in rows) == document.text
            addresses |= {f"{page.file}#{anchor}" for _, anchor in rows if anchor}
    assert {one.page for one in found.values()} == addresses


def test_pages_fill_up(runs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "_A_PAGE", 20_000)
    found, pages = read(runs)
    assert len(pages) > 2
    assert [page.file for page in pages] == [f"d1-{n}.html" for n in range(1, len(pages) + 1)]
    files = {one.page.partition("#")[0] for one in found.values()}
    assert files == {page.file for page in pages}


def test_a_long_document_is_on_no_page(runs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "LONGEST", 1_000)
    found, pages = read(runs)
    on_pages = sum(len(page.documents) for page in pages)
    long = [one for one in found.values() if not one.page]
    assert long
    assert on_pages < 36
    assert max(len(one.around) for one in long) > 20
    assert all(len(one.around) <= 5 for one in found.values() if one.page)


def test_runs_of_other_wordings_share_documents(tmp_path: Path) -> None:
    build(Order(windows=("4k",), corpora=("transcripts",), items=(("test", 2),)), tmp_path / "data")
    own = {
        "text_to_cite": Cell("benchbar/reader"),
        "cite_to_text": Cell("benchbar/reader", "return"),
    }
    for task, cell in own.items():
        (tmp_path / task).mkdir()
        study = plan_study(tmp_path / "data", (cell,), tasks=(task,))
        create(study, tmp_path / task, force=False)
    found, _ = read([tmp_path / task for task in own])
    assert sorted(next(iter(one.messages))[0] for one in found.values()) == [
        "default", "default", "return", "return",
    ]  # fmt: skip
