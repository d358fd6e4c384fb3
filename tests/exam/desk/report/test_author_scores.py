"""Written parts by author: values by hand, and intervals that cover."""

import numpy as np
import pytest
from scipy.stats import t

from benchbar.exam.desk.intake import Source
from benchbar.exam.desk.report import author_scores
from benchbar.exam.desk.report.author_scores import OVER_ESSAYS, OVER_READERS
from benchbar.exam.desk.results import EssayScore, Reading

KINDS = {"mee-1": "MEE", "mee-2": "MEE", "mpt-1": "MPT"}


def essay(
    question: str, *marks: float, who: str = "Vex", kind: str = "human", **fields: str
) -> EssayScore:
    """Return an essay with the marks of so many readers."""
    readings = tuple(
        Reading(f"G{n}", kind, "second" if n else "live", mark, {}, "")
        for n, mark in enumerate(marks)
    )
    score = float(np.mean(marks))
    source = Source("e1", fields or {"author": who}, ())
    readers = "people" if kind == "human" else "models"
    how = "one reader" if len(marks) == 1 else f"mean of {len(marks)} readers"
    return EssayScore("e", question, score, "people" if readers == "people" else "models", how,
                      readings, source)  # fmt: skip


def test_the_written_part_of_an_author_by_hand() -> None:
    made = [essay("mee-1", 4), essay("mee-1", 6), essay("mpt-1", 3), essay("mpt-1", 5)]
    (found,) = author_scores.authors(made, KINDS)
    assert (found.author, found.by, found.readers, found.essays) == ("Vex", "a person", "people", 4)
    assert found.mee
    assert found.mpt
    assert found.raw
    assert (found.mee.value, found.mpt.value) == (5, 4)
    assert found.raw.value == pytest.approx(0.6 * 5 + 0.4 * 4)
    # The variance within questions is (2 + 2) / 2 = 2, that of the sum 2 (0.36 / 2 + 0.16 / 2).
    half = t.ppf(0.975, 2) * np.sqrt(2 * (0.36 / 2 + 0.16 / 2))
    assert found.raw.interval
    assert found.raw.interval.low == pytest.approx(4.6 - half)
    assert found.raw.interval.high == 6
    assert found.raw.interval.method == OVER_ESSAYS
    assert (found.raw.interval.n, found.raw.interval.clusters) == (4, 2)
    # Of the MEE alone: variance 2 of one question, 1 degree of freedom: as wide as the scale.
    assert found.mee.interval
    assert (found.mee.interval.low, found.mee.interval.high) == (1, 6)


def test_questions_weigh_alike_however_many_essays_they_have() -> None:
    made = [essay("mee-1", 2), essay("mee-1", 4), essay("mee-1", 3), essay("mee-2", 6)]
    (found,) = author_scores.authors(made, KINDS)
    assert found.mee
    assert found.mee.value == pytest.approx((3 + 6) / 2)
    assert found.raw is None
    assert found.lacks == "a performance test"


def test_with_one_essay_to_a_question_the_spread_of_readers_is_all_that_is_known() -> None:
    others = [essay("mee-1", 3, 4, who="Quill") for _ in range(5)]
    made = [*others, essay("mee-1", 4), essay("mpt-1", 3, 3)]
    found = {one.author: one for one in author_scores.authors(made, KINDS)}["Vex"]
    # Five essays with marks a point apart, one with none: (5 x 0.5 + 0) / 6.
    variance = 5 * 0.5 / 6
    found_spread = author_scores.spread(made, "people")
    assert found_spread.variance == pytest.approx(variance)
    assert found_spread.df == 6
    assert found.raw
    assert found.raw.interval
    half = t.ppf(0.975, 6) * np.sqrt(variance * (0.36 + 0.16 / 2))
    assert found.raw.interval.low == pytest.approx(3.6 - half)
    assert found.raw.interval.method == OVER_READERS


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ([essay("mee-1", 4), essay("mpt-1", 3)], "too few essays with two readers"),
        ([essay("mee-1", 4), essay("mee-1", 4)], "all essays the same"),
        ([essay("mee-1", 4), *[essay("mee-2", 3, 3, who="Q") for _ in range(9)]], "never differed"),
    ],
)
def test_no_interval_is_made_up(made: list[EssayScore], why: str) -> None:
    found = {one.author: one for one in author_scores.authors(made, KINDS)}["Vex"]
    assert found.mee
    assert found.mee.interval is None
    assert why in found.mee.why


def test_a_third_mark_is_one_mark() -> None:
    others = [essay("mee-1", 3, 4, who="Quill") for _ in range(6)]
    settled = essay("mee-2", 2, 5)._replace(score=4.0, how="third reader")
    found = {one.author: one for one in author_scores.authors([*others, settled], KINDS)}["Vex"]
    apart = author_scores.spread([*others, settled], "people")
    assert found.mee
    assert found.mee.interval
    half = t.ppf(0.975, apart.df) * np.sqrt(apart.variance)
    assert found.mee.interval.low == pytest.approx(max(1, 4 - half))


def test_readers_are_never_mixed_and_origins_are_told_apart() -> None:
    made = [
        essay("mee-1", 4, kind="model", model="acme/zor"),
        essay("mee-1", 2, model="acme/zor", prompt="plain"),
        essay("mee-1", 3, note="nobody"),
    ]
    found = list(author_scores.authors(made, KINDS))
    assert [(one.author, one.readers, one.by) for one in found] == [
        ("acme/zor", "models", "a model"),
        ("acme/zor", "people", "a model"),
    ]
    prompts = list(author_scores.of_prompts(made))
    assert {(one.author, one.prompt, one.score.value) for one in prompts} == {
        ("acme/zor", "", 4.0), ("acme/zor", "plain", 2.0)
    }  # fmt: skip
    assert [author_scores.whose(one.source) for one in made if one.source] == [
        "acme/zor", "acme/zor", "not said"
    ]  # fmt: skip


def test_people_are_numbered_and_nothing_else_of_them_is_left() -> None:
    made = [
        essay("mee-1", 4, author="Zoe Zimmer", email="zoe@example.org", prompt="her own")._replace(
            essay="a"
        ),
        essay("mee-1", 2, author="Abe Adams")._replace(essay="b"),
        essay("mee-1", 2, author="Zoe Zimmer")._replace(essay="c"),
        essay("mee-1", 2, model="acme/zor", prompt="plain", student="Zoe Zimmer"),
        essay("mee-1", 3, note="nobody"),
    ]
    numbers = author_scores.numbered(made)
    assert numbers == {"Zoe Zimmer": "Author 1", "Abe Adams": "Author 2"}
    told = [author_scores.unnamed(one, numbers).source for one in made]
    assert [one.fields for one in told if one] == [
        {"author": "Author 1"}, {"author": "Author 2"}, {"author": "Author 1"},
        {"model": "acme/zor", "prompt": "plain"}, {},
    ]  # fmt: skip
    assert {one.name for one in told if one} == {""}


def test_intervals_over_essays_cover() -> None:
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(1_500):
        made = [
            essay(question, float(np.clip(3.5 + 0.6 * rng.standard_normal(), 1, 6)))
            for question in ("mee-1", "mee-1", "mee-2", "mee-2", "mpt-1", "mpt-1")
        ]
        (found,) = author_scores.authors(made, KINDS)
        assert found.raw
        assert found.raw.interval
        hits += found.raw.interval.low <= 3.5 <= found.raw.interval.high
    assert 0.935 <= hits / 1_500 <= 0.965
