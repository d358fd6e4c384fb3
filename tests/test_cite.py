import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite

LABELS = st.lists(st.integers(1, 120), max_size=8).map(
    lambda numbers: tuple(cite.label(level, n) for level, n in enumerate(numbers))
)
CITES = st.one_of(
    st.builds(StatuteCite, st.sampled_from(["152", "1396r–8", "40.5", "1a", "5217"]), LABELS),
    st.builds(
        StatuteCite,
        st.sampled_from(["", "3", "4.2.1", "IV", "A"]),
        LABELS,
        st.sampled_from(
            ["article II", "annex A", "schedule 2", "part I, article 4", "exhibit B-1"]
        ),
    ),
    st.builds(RecordCite, st.none() | st.integers(1, 9999), st.integers(1, 200)),
)


@given(CITES)
def test_a_printed_cite_reads_back_as_itself(one: cite.Cite) -> None:
    assert cite.parse(str(one)) == one


@given(st.integers(1, 9999), st.integers(1, 60))
def test_the_short_form_of_a_record_cite_reads_back(page: int, line: int) -> None:
    assert cite.parse(RecordCite(page, line).short) == RecordCite(page, line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("section 4.2(b)(iii)", StatuteCite("4.2", ("b", "iii"))),
        ("article II, section 3(b)", StatuteCite("3", ("b",), "article II")),
        ("annex A, section 1.1", StatuteCite("1.1", (), "annex A")),
        ("annex A(1)", StatuteCite("", ("1",), "annex A")),
        ("section IV(A)", StatuteCite("IV", ("A",))),
    ],
)
def test_cites_of_contracts(text: str, expected: StatuteCite) -> None:
    assert cite.parse(text) == expected
    assert str(expected) == text


def test_the_parent_of_a_divided_cite_keeps_its_division() -> None:
    assert StatuteCite("3", ("b",), "article II").parent == StatuteCite("3", (), "article II")


@pytest.mark.parametrize("text", ["annex", "article ii", "flush", "schedule A, 3"])
def test_a_division_needs_its_name_and_label(text: str) -> None:
    with pytest.raises(ValueError, match="not a cite"):
        cite.parse(text)


@pytest.mark.parametrize("text", ["", "152", "section", "section 152(f", "line", "69:", "page 3"])
def test_other_text_is_no_cite(text: str) -> None:
    with pytest.raises(ValueError, match="not a cite"):
        cite.parse(text)


@given(st.integers(0, 7), st.integers(1, 200))
def test_every_label_fits_its_level(level: int, n: int) -> None:
    assert cite.fits(cite.label(level, n), level)


@given(st.integers(0, 7))
def test_labels_of_a_level_are_all_different(level: int) -> None:
    labels = [cite.label(level, n) for n in range(1, 200)]
    assert len(set(labels)) == len(labels)


def test_labels_as_statutes_have_them() -> None:
    firsts = [cite.label(level, 1) for level in range(8)]
    assert firsts == ["a", "1", "A", "i", "I", "aa", "AA", "aaa"]
    assert cite.label(0, 27) == "aa"
    assert cite.label(0, 29) == "cc"
    assert cite.label(2, 53) == "AAA"
    assert [cite.label(3, n) for n in (4, 9, 14, 40, 99)] == ["iv", "ix", "xiv", "xl", "xcix"]


def test_there_is_no_ninth_level() -> None:
    with pytest.raises(ValueError, match="no level 8"):
        cite.label(8, 1)


@pytest.mark.parametrize(
    ("label", "level", "expected"),
    [
        ("i", 0, True),
        ("i", 3, True),
        ("I", 3, False),
        ("iiii", 3, False),
        ("3", 0, False),
        ("ab", 0, False),
        ("B", 2, True),
        ("b", 2, False),
        ("a", 5, False),
        ("bb", 5, True),
    ],
)
def test_which_label_fits_which_level(label: str, level: int, expected: bool) -> None:
    assert cite.fits(label, level) is expected


def test_the_parent_of_a_cite_is_one_level_up() -> None:
    assert StatuteCite("7", ("a", "2")).parent == StatuteCite("7", ("a",))
    assert StatuteCite("7").parent is None
