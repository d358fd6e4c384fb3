"""The published table is what the paper prints, and is not shown where it does not belong."""

import pytest

from benchbar.report import published
from benchbar.report.buckets import OFFSETS
from benchbar.report.published import Layout
from benchbar.suites.data import Manifest


@pytest.mark.parametrize("row", [row for row in published.TABLE if row.mean is not None])
def test_the_eleven_tests_have_the_mean_that_is_printed(row: published.Published) -> None:
    assert len(row.correct) == len(published.TESTS) == 11
    assert row.mean == pytest.approx(sum(filter(None, row.correct)) / 11, abs=0.051)


def test_columns_are_in_their_places() -> None:
    gpt4 = published.TABLE[0]
    for corpus, task, percent in (
        ("transcripts", "cite_to_text", 78),
        ("synthetic", "cite_to_defined", 100),
        ("uscode", "cite_to_amended", 93),
        ("uscode", "defined_to_cite", 98),
    ):
        found = gpt4.estimate(corpus, task)
        assert found
        assert found.value == percent / 100
        assert found.low < found.value <= found.high


def test_invented_code_and_user_texts_have_no_published_figure() -> None:
    assert published.TABLE[0].estimate("code", "text_to_cite") is None
    assert published.TABLE[0].estimate("our-contracts", "text_to_cite") is None
    assert published.beside(["4k"], [("code", "text_to_cite")]) == []


def test_blts_own_transcripts_are_the_papers() -> None:
    for task, share in (("text_to_cite", 0.82), ("cite_to_text", 0.78)):
        found = published.TABLE[0].estimate("blt-transcripts", task)
        assert found
        assert found.value == share
    assert published.beside(["4k"], [("blt-transcripts", "text_to_cite")])
    assert published.TABLE[0].estimate("blt-transcripts", "defined_to_cite") is None


def test_only_the_sizes_at_hand() -> None:
    assert {row.window for row in published.beside(["8k", "32k"], published.TESTS)} == {"8k"}


def test_wrong_lines_add_up_as_the_source_does() -> None:
    """97 of 125 errors are listed; the other table adds to 174, not to the 166 it names."""
    assert sum(published.WRONG_LINES["text_to_cite"]) == 97
    assert sum(published.WRONG_LINES["cite_to_text"]) == 174
    assert all(len(row) == len(OFFSETS) for row in published.WRONG_LINES.values())


def test_pages_of_another_layout_have_their_own_figures() -> None:
    transcripts = [("transcripts", "text_to_cite"), ("transcripts", "cite_to_text")]
    short = published.beside(["4k"], transcripts, Layout((15, 1)))
    assert [row.model for row in short] == ["GPT-4, a page of 15 lines, 1,000 prompts"]
    (found,) = filter(None, (short[0].estimate(*test, Layout((15, 1))) for test in transcripts))
    assert (found.value, found.n) == (0.775, 1_000)
    (long,) = published.beside(["4k"], transcripts, Layout((50, 1)))
    assert long.estimate("transcripts", "text_to_cite", Layout((50, 1))) is not None
    assert long.estimate("transcripts", "cite_to_text", Layout((50, 1))) is None
    assert published.beside(["4k"], transcripts, Layout((30, 1))) == []
    assert published.beside(["4k"], transcripts, Layout(None)) == []
    at_large = published.beside(["4k"], transcripts)[-1]
    assert (at_large.prompts, at_large.correct[:2]) == (1_000, (875, 757))
    assert at_large not in published.beside(["4k"], published.TESTS)
    assert published.beside(["4k"], [("synthetic", "text_to_cite")], Layout((15, 1)))


def test_sections_of_another_shape_stand_beside_no_figure_of_the_paper() -> None:
    sections = [("synthetic", "text_to_cite"), ("transcripts", "text_to_cite")]
    other = Layout(sections="2x2")
    rows = published.beside(["4k"], sections, other)
    assert rows[0].estimate("synthetic", "text_to_cite", other) is None
    assert rows[0].estimate("transcripts", "text_to_cite", other) is not None
    assert published.beside(["4k"], sections[:1], other) == []
    assert published.beside(["4k"], sections[:1], Layout(sections=None)) == []


def test_the_layout_is_what_all_items_have() -> None:
    def manifest(**options: int | str) -> Manifest:
        return Manifest("blt", "1", 0, "cl100k_base", {}, 0, options, {})

    standard = manifest(lines_per_page=25, pages="by window", numbering="new")
    assert published.layout_of([standard, manifest()]) == published.STANDARD
    assert published.layout_of([manifest(lines_per_page=15, pages=1)]) == Layout((15, 1))
    assert published.layout_of([standard, manifest(lines_per_page=15)]) == Layout(None)
    assert published.layout_of([manifest(numbering="original")]) == Layout(None)
    small = manifest(shapes="2x2,2x3")
    assert published.layout_of([small, small]) == Layout(sections="2x2,2x3")
    assert published.layout_of([standard, small]) == Layout(sections=None)
