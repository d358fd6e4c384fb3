"""A swapped page and line is known as such; nothing else is taken for it."""

import pytest

from benchbar.records import Document, Item, Reply
from benchbar.scoring import cites
from benchbar.scoring.judge import judge
from benchbar.scoring.misses import SWAPPED, swapped
from tests.scoring import small_documents as made


def three_pages(first: int) -> Document:
    """Pages of fifteen lines from page ``first``."""
    pages = (
        "\n".join([f"Page {first + page}:", *(f"{n}: Room {page * 15 + n}." for n in range(1, 16))])
        for page in range(3)
    )
    return made.transcript("\n\n".join(pages))


def rule_of(document: Document, item: Item, said: str) -> tuple[str | None, str, int | str | None]:
    reply = Reply(id=item.id, turns=(said,))
    both = judge(item, document, reply, published=cites.published, corrected=cites.corrected)
    return both[1].error, both[1].rule, both[1].relative_error


@pytest.mark.parametrize("said", ["page 3, line 69", "3:69", "It is line 69 of page 3."])
def test_a_swapped_answer_is_a_wrong_line_with_its_own_rule(said: str) -> None:
    document = three_pages(69)
    item = made.item(document, "text_to_cite", made.place_of(document, "line 3 of page 69"))
    assert rule_of(document, item, said) == ("wrong line", SWAPPED, None)


def test_a_swapped_answer_may_be_a_line_of_its_own() -> None:
    document = three_pages(12)
    item = made.item(document, "text_to_cite", made.place_of(document, "line 13 of page 12"))
    assert rule_of(document, item, "13:12") == ("wrong line", SWAPPED, "1:-1")


@pytest.mark.parametrize("said", ["page 69, line 4", "page 4, line 69", "page 3, line 70"])
def test_other_wrong_lines_are_not_swapped(said: str) -> None:
    document = three_pages(69)
    item = made.item(document, "text_to_cite", made.place_of(document, "line 3 of page 69"))
    error, rule, _ = rule_of(document, item, said)
    assert error == "wrong line"
    assert rule != SWAPPED


def test_lines_without_pages_cannot_be_swapped() -> None:
    assert not swapped("line 3", "line 6")
    assert swapped("line 69 of page 3", "line 3 of page 69")
