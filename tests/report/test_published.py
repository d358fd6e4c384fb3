"""The published table is what the paper prints, and is not shown where it does not belong."""

import pytest

from benchbar.report import published
from benchbar.report.buckets import OFFSETS


@pytest.mark.parametrize("row", [row for row in published.TABLE if row.mean is not None])
def test_the_eleven_tests_have_the_mean_that_is_printed(row: published.Published) -> None:
    assert len(row.correct) == len(published.TESTS) == 11
    assert row.mean == pytest.approx(sum(row.correct) / 11, abs=0.051)


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
