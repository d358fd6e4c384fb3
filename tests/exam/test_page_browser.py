"""The page of an exam in a real browser: nothing leaves it or runs in it, all can read it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchbar.exam import page as exam_page
from tests.browsing import OPEN, StandsAlone, in_a_browser
from tests.exam.made_results import MADE

pytestmark = in_a_browser


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("exam")
    return {name: exam_page.write(make(), out / name, force=False) for name, make in MADE.items()}


class TestPages(StandsAlone):
    """Pages of all sorts, hostile ones among them."""


def test_tables_have_captions_and_figures_say_what_they_show(
    made: dict[str, Path], page: Page
) -> None:
    for path in made.values():
        page.goto(path.as_uri())
        page.evaluate(OPEN)
        for table in page.locator("table").all():
            assert table.locator("caption").count() == 1
        for figure in page.locator(".plot > svg").all():
            assert figure.locator("title").first.text_content()
            assert figure.locator("[aria-label].mark").count() > 0


def test_print_is_dark_on_white_and_holds_all(made: dict[str, Path], page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(made["replication"].as_uri())
    paint = "getComputedStyle(document.body)"
    assert page.evaluate(f"{paint}.backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(f"{paint}.color") == "rgb(0, 0, 0)"
    for control in ("button.colours", "nav", ".skip"):
        assert not page.locator(control).first.is_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 4


def test_texts_of_figures_stay_inside(made: dict[str, Path], page: Page) -> None:
    paths = [one for path in made.values() for one in sorted((path.parent / "figures").iterdir())]
    assert len(paths) > 10
    for path in paths:
        page.goto(path.as_uri())
        edges = page.evaluate(
            "[...document.querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
            ".map((box) => [box.right, box.bottom])"
        )
        box = page.locator("svg").bounding_box()
        assert box
        assert max(right for right, _ in edges) <= box["width"], path
        assert max(bottom for _, bottom in edges) <= box["height"], path
