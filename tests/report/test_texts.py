"""The texts that items were cut from: what is drawn together, and what is told of too few."""

from pathlib import Path

import msgspec
import pytest

from benchbar.cli.results import print_accuracy
from benchbar.records import Item
from benchbar.report.html import write_report
from benchbar.report.summary import reach
from benchbar.report.texts import FEWEST_TEXTS, count_texts, few_texts, texts
from tests.report.made_run import make_items, make_run


def cut(sources: int, *, corpus: str = "transcripts") -> list[Item]:
    """Items of a corpus, cut from so many depositions."""
    items = [one for one in make_items(30) if one.corpus == "transcripts"]
    return [
        msgspec.structs.replace(one, corpus=corpus, traits={"source": f"deposition {n % sources}"})
        for n, one in enumerate(items)
    ]


@pytest.mark.parametrize(
    ("sources", "units", "few"),
    [(12, 12, {}), (FEWEST_TEXTS, FEWEST_TEXTS, {}), (9, 60, {"transcripts": 9}),
     (3, 60, {"transcripts": 3})],
)  # fmt: skip
def test_items_of_one_deposition_are_one_text(
    sources: int, units: int, few: dict[str, int]
) -> None:
    items = cut(sources)
    assert len({*texts(items)}) == units
    assert count_texts(items) == sources
    assert few_texts(items) == few


def test_items_that_name_no_source_are_of_their_documents() -> None:
    items = [one for one in make_items(30) if one.corpus == "transcripts"]
    assert len({*texts(items)}) == count_texts(items) == 60
    assert few_texts(items[:5]) == few_texts([]) == {}


def test_documents_stand_for_too_few_texts_where_there_are_enough() -> None:
    items = [
        msgspec.structs.replace(one, document=f"part {n % 20}") for n, one in enumerate(cut(3))
    ]
    assert len({*texts(items)}) == 20
    assert few_texts(items) == {"transcripts": 3}


def test_each_corpus_is_judged_by_itself() -> None:
    items = [*cut(1), *cut(12, corpus="mine")]
    assert reach(items) == ["The figures of Invented transcripts speak of its 1 text alone."]


def test_too_few_texts_are_told_on_the_page_and_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for sources, told in ((3, True), (12, False)):
        folder = tmp_path / str(sources)
        folder.mkdir()
        items = cut(sources, corpus="my <b>\x1bfile")
        run = make_run(folder, items=items)
        page = write_report([run], folder / "report").read_text(encoding="utf-8")
        print_accuracy(run)
        drawn = " ".join(capsys.readouterr().out.split())
        said = "speak of its 3 texts alone."
        assert (f'<p class="note">The figures of my &lt;b&gt;‹U+001B›file {said}' in page) is told
        assert (f"The figures of my <b>‹U+001B›file {said}" in drawn) is told
