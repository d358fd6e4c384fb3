"""A real browser for tests of pages: where it is, who needs it, and what all pages must keep.

Pages that stand for themselves ask nothing of anybody, run nothing that is not theirs, can be read
by all, and scroll down only.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
in_a_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium: install the package chromium to run these tests"
)

OPEN = "document.querySelectorAll('details').forEach(one => { one.open = true })"


def assert_stands_alone(page: "Page", paths: Sequence[Path], asked: list[str]) -> None:
    """Open pages; nothing but themselves may be asked for, and none may change its title."""
    for path in paths:
        page.goto(path.as_uri())
        assert page.title() not in ("owned", "run")
        assert page.locator("script").count() == 1
        assert page.locator("iframe, link, img, object, embed").count() == 0
    assert asked == [path.as_uri() for path in paths]


def assert_accessible(page: "Page", path: Path) -> None:
    """Open a page, with all that it folds away; axe must find nothing, in dark colours neither."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    page.goto(path.as_uri())
    page.evaluate(OPEN)
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    page.emulate_media(color_scheme="dark")
    found = Axe().run(page, options={"runOnly": ["color-contrast"]})
    assert found.violations_count == 0, ("dark", found.generate_report())


def assert_scrolls_down_only(
    browser: "Browser", paths: Sequence[Path], *, width: int, script: bool
) -> None:
    """Open pages in a window of some width, with scripts or without."""
    context = browser.new_context(
        viewport={"width": width, "height": 740}, java_script_enabled=script
    )
    page = context.new_page()
    for path in paths:
        page.goto(path.as_uri())
        if script:
            page.evaluate(OPEN)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()
