"""A real browser for tests of pages: where it is, who needs it, and what all pages must keep.

Pages that stand for themselves ask nothing of anybody, run nothing that is not theirs, can be read
by all, and scroll down only.
"""

import shutil
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


class StandsAlone:
    """The tests of pages that stand for themselves, which a file's fixture ``made`` has written."""

    def test_nothing_leaves_the_pages_and_nothing_hostile_runs(
        self, made: dict[str, Path], page: "Page", asked: list[str]
    ) -> None:
        for path in made.values():
            page.goto(path.as_uri())
            assert page.title() not in ("owned", "run")
            assert page.locator("script").count() == 1
            assert page.locator("iframe, link, img, object, embed").count() == 0
        assert asked == [path.as_uri() for path in made.values()]

    def test_the_pages_are_accessible(self, made: dict[str, Path], page: "Page") -> None:
        from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

        for name, path in made.items():
            page.emulate_media(color_scheme="light")
            page.goto(path.as_uri())
            page.evaluate(OPEN)
            found = Axe().run(page, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, (name, found.generate_report())
            page.emulate_media(color_scheme="dark")
            found = Axe().run(page, options={"runOnly": ["color-contrast"]})
            assert found.violations_count == 0, (name, "dark", found.generate_report())

    @pytest.mark.parametrize("width", [360, 390, 1280])
    @pytest.mark.parametrize("script", [True, False])
    def test_the_pages_scroll_down_only(
        self, width: int, script: bool, made: dict[str, Path], browser: "Browser"
    ) -> None:
        context = browser.new_context(
            viewport={"width": width, "height": 740}, java_script_enabled=script
        )
        page = context.new_page()
        for path in made.values():
            page.goto(path.as_uri())
            if script:
                page.evaluate(OPEN)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        context.close()
