"""Plain marks, folded words, quotations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.scoring import marks


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("(1) any baitisolist, or", "1 any baitisolist or"),
        ("The harbour master’s “orders”", "the harbour masters orders"),
        ("moored—\n  at  a pier", "moored at a pier"),
        ("$1,000 and 5%", "$1 000 and 5%"),
        ("\u200bzero\u00a0width\ufeff", "zero width"),
        ("Ｆｕｌｌ　width", "full width"),
        ("**bold** _and_ `code`", "bold and code"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert marks.fold(text) == folded


@given(st.text(st.sampled_from("aB'’“”—- .,(\n\t12$%§É_cßİé\u0301ﬁΣσ\u202f½…\ue001字")) | st.text())
def test_text_is_folded_as_if_made_plain_first(text: str) -> None:
    assert marks.fold_lines(text) == marks.fold_lines(marks.plain(text))


@given(st.text())
def test_fold_is_at_rest_after_once(text: str) -> None:
    once = marks.fold(text)
    assert marks.fold(once) == once
    assert "  " not in once


@pytest.mark.parametrize("word", sorted(marks.CONNECTIVES))
def test_one_trailing_connective_goes(word: str) -> None:
    assert marks.without_connective(f"at any pier {word}") == "at any pier"
    assert marks.without_connective(word) == word
    assert marks.without_connective(f"a {word} {word}") == f"a {word}"


@pytest.mark.parametrize(
    ("text", "quotations"),
    [
        ('say "one" and "two"', ["one", "two"]),
        ("the driver's and the guard's", []),
        ("say 'the driver's brakes' now", ["the driver's brakes"]),
        ("«guillemets» and „low“", ["guillemets", "low"]),
        ('"open', []),
    ],
)
def test_quotations(text: str, quotations: list[str]) -> None:
    plain = marks.plain(text)
    assert [plain[start:end] for start, end in marks.quotations(plain)] == quotations


def test_figures_keep_their_separators() -> None:
    assert marks.figures("4.5 of 1,000 at 10:30, 7.") == ["4.5", "1,000", "10:30", "7"]
