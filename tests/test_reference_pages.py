"""The pages of the reference made from the program: whole, linked, and clear by themselves."""

import re
from pathlib import Path

import pytest

from benchbar.scoring import meanings
from benchbar.scoring.taxonomy import ERROR_KINDS, NOT_AN_ANSWER
from tools import grading_pages, make_reference


@pytest.fixture(scope="module")
def errors() -> str:
    return grading_pages.kinds_of_error()


@pytest.fixture(scope="module")
def grading() -> str:
    return grading_pages.grading()


def section(page: str, title: str) -> str:
    """Return what a page says under a heading."""
    return re.split(r"^#", page.partition(f"\n### {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("kind", [*ERROR_KINDS, *NOT_AN_ANSWER])
def test_each_kind_has_a_document_a_question_and_a_reply(errors: str, kind: str) -> None:
    told = section(errors, kind)
    assert meanings.MEANINGS[kind] in told
    assert re.search(r"```text\n(?:.+\n)+```\n\n- Asked, .+: <code>", told)
    assert re.search(r"- Right: <code>.+</code>\n- Reply: ", told)
    assert f"[{kind}](#{kind.replace(' ', '-')})" in errors


def test_an_example_shows_the_line_asked_about_and_the_line_named(errors: str) -> None:
    told = section(errors, "multiple wrong lines")
    assert "inspect the brakes of the truck?" in told
    assert "I inspected the driver's brakes twice." in told
    assert "Before the line was changed: <code>" in section(errors, "omitted amendment")


def test_the_order_of_precedence_names_every_kind_of_text_and_cite_answers(errors: str) -> None:
    order = errors.partition("the first counts.")[2].partition("## Contents")[0]
    levels = {kind for kind in ERROR_KINDS if kind.startswith("wrong ")} - {"wrong section"}
    apart = {"opposite answer", "unclear"}
    for kind in {*ERROR_KINDS} - levels - apart:
        assert f"*{kind}*" in order


def test_every_test_that_has_cases_can_be_built(errors: str, grading: str) -> None:
    mark = r"(?:- Asked, |\*\*)(.+?) \(a test that cannot be built yet;"
    marked = re.findall(mark, errors + grading)
    assert {*marked} == {*grading_pages.not_built()} == set()


def test_every_rule_is_in_the_table_of_its_grader(grading: str) -> None:
    tables = {
        "Both graders: nothing to grade": meanings.BEFORE,
        "The corrected grader": meanings.CORRECTED,
        "The published grader": meanings.PUBLISHED,
    }
    for title, rules in tables.items():
        told = dict(re.findall(r"^\| `(.+?)` \| (.+) \|$", section(grading, title), re.MULTILINE))
        own = rules if rules is meanings.BEFORE else grading_pages._without_shared(rules)
        assert told == dict(own)


def test_links_lead_to_headings(tmp_path: Path) -> None:
    for name, make in make_reference.PAGES.items():
        (tmp_path / name).write_text(make(), encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](errors.md#wrong-line) [b](errors.md#gone) [c](gone.md) [d](#none)\n# One\n"
    )
    assert list(make_reference._wrong_on(page)) == [
        "a link to errors.md#gone leads to no heading",
        "a link to gone.md leads nowhere",
        "a link to page.md#none leads to no heading",
    ]
    for name in make_reference.PAGES:
        told = [one for one in make_reference._wrong_on(tmp_path / name) if "nowhere" not in one]
        assert told == []
