"""How wrong cites are told apart, and how far they lie off."""

import pytest

from benchbar.cite import StatuteCite, parse
from benchbar.scoring import taxonomy
from benchbar.scoring.meanings import MEANINGS
from tests.scoring import small_documents as made

TRANSCRIPT = made.transcript("Page 68:\n1: A.    One.\n2: A.    Two.\n\nPage 69:\n1: A.    Three.")


def statute(text: str) -> StatuteCite:
    parsed = parse(text)
    assert isinstance(parsed, StatuteCite)
    return parsed


@pytest.mark.parametrize(
    ("path", "levels"),
    [
        (("a", "1", "A", "i", "I", "aa", "AA", "aaa"), (0, 1, 2, 3, 4, 5, 6, 7)),
        (("b", "A"), (0, 2)),
        (("1", "i"), (1, 3)),
        (("i",), (0,)),
        ((), ()),
        (("1", "b"), None),
        (("b", "1", "a"), None),
        (("a-1",), None),
    ],
)
def test_levels_go_down(path: tuple[str, ...], levels: tuple[int, ...] | None) -> None:
    assert taxonomy.levels_of(path) == levels


GOLD = "section 5217(b)(1)(A)(i)"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("section 5218(b)(1)(A)(i)", "wrong section"),
        ("section 5217(a)(1)(A)(i)", "wrong subsection"),
        ("section 5217(b)(1)(A)(ii)", "wrong clause"),
        (
            "section 5217(a)(2)(B)(ii)",
            "wrong subsection, wrong paragraph, wrong subparagraph, wrong clause",
        ),
        ("section 5217(b)(1)(A)", "not parallel"),
        ("section 5217", "not parallel"),
        ("section 5217(b)(A)(i)", "not parallel"),
        ("section 5217(1)(b)", "incorrect format"),
    ],
)
def test_compare(answer: str, error: str) -> None:
    assert taxonomy.compare(statute(answer), statute(GOLD), exists=False) == error
    assert taxonomy.is_error_kind(error)


def test_deep_levels_have_names() -> None:
    gold = statute("section 1(a)(1)(A)(i)(I)(aa)(AA)(aaa)")
    answer = statute("section 1(a)(1)(A)(i)(II)(bb)(BB)(bbb)")
    expected = "wrong subclause, wrong item, wrong subitem, wrong subsubitem"
    assert taxonomy.compare(answer, gold, exists=False) == expected


def test_a_cite_of_the_document_has_no_wrong_format() -> None:
    answer, gold = statute("section 7(x-1)"), statute("section 7(y-1)")
    assert taxonomy.compare(answer, gold, exists=True) == "wrong subsection"
    assert taxonomy.compare(answer, gold, exists=False) == "incorrect format"


@pytest.mark.parametrize(
    ("answer", "gold", "distance"),
    [
        ("line 2 of page 68", "line 1 of page 68", 1),
        ("line 1 of page 69", "line 2 of page 68", "1:-1"),
        ("line 2 of page 68", "line 1 of page 69", "-1:1"),
        ("line 7", "line 9", -2),
        ("line 7", "section 9", None),
        ("nonsense", "line 9", None),
    ],
)
def test_distance(answer: str, gold: str, distance: int | str | None) -> None:
    assert taxonomy.record_distance(answer, gold) == distance


def test_the_nearest_of_several_lines_is_the_most_plausible() -> None:
    item = made.item(TRANSCRIPT, "cite_to_text", 2)
    assert taxonomy.most_plausible(TRANSCRIPT, item, [0, 1]) == 1
    assert taxonomy.wrong_line(TRANSCRIPT, item, 1) == "wrong line"


def test_parallel_lines_are_more_plausible_than_near_ones() -> None:
    document = made.statute(
        "Section 1.  X.\n(a) one\n  (1) two\n  (2) three\n(b) four\n  (1) five".replace(
            "\\\n", "\n"
        )
    )
    item = made.item(document, "cite_to_text", 3)
    assert taxonomy.most_plausible(document, item, [4, 5]) == 5


def test_kinds() -> None:
    assert taxonomy.is_error_kind("wrong item, wrong subitem")
    assert not taxonomy.is_error_kind("wrong item, not found")
    assert not taxonomy.is_error_kind("")
    assert not set(taxonomy.ERROR_KINDS) & set(taxonomy.NOT_AN_ANSWER)


def test_every_kind_has_its_meaning() -> None:
    assert list(MEANINGS) == [*taxonomy.ERROR_KINDS, *taxonomy.NOT_AN_ANSWER]
