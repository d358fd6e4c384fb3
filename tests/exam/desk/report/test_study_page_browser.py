"""A study's results page in a real browser: nothing leaves it or runs in it, all can read it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchbar.exam.desk.report import study_page
from benchbar.exam.desk.report.author_totals import EVERYONE, Mbe, Wanted
from benchbar.exam.desk.report.findings import gather
from benchbar.exam.desk.store import open_store
from tests.browsing import OPEN, StandsAlone, in_a_browser
from tests.exam.desk.made_study import Clock
from tests.exam.desk.report.made_report import finished, hostile

pytestmark = in_a_browser

NAMES = ("open", "blind", "hostile", "served")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("studies")
    wanted = Wanted(mbe={EVERYONE: (Mbe("given", 150),)})
    pages = {}
    for name in NAMES[:3]:
        store = open_store(folder / f"{name}.db", now=Clock())
        study = hostile(store) if name == "hostile" else finished(store, unblind=name == "open")
        found = gather(store, study.lead, wanted)
        pages[name] = study_page.write(found, folder / name, force=False)
        store.close()
    pages["served"] = folder / "served.html"
    pages["served"].write_text(study_page.html(found, back="/"), encoding="utf-8")
    return pages


class TestPages(StandsAlone):
    """Pages of all sorts, hostile ones among them."""


def test_tables_have_captions_and_figures_say_what_they_show(
    made: dict[str, Path], page: Page
) -> None:
    page.goto(made["open"].as_uri())
    page.evaluate(OPEN)
    for table in page.locator("table").all():
        assert table.locator("caption").count() == 1
    assert page.locator(".plot > svg").count() == 5
    for figure in page.locator(".plot > svg").all():
        assert figure.locator("title").first.text_content()
        assert figure.locator("desc").first.text_content()


def test_texts_of_figures_stay_inside(made: dict[str, Path], page: Page) -> None:
    paths = [one for name in NAMES[:3] for one in sorted((made[name].parent / "figures").iterdir())]
    assert len(paths) > 8
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
