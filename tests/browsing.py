"""A real browser for tests of pages: where it is, and a mark for those that need it."""

import shutil

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
in_a_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium: install the package chromium to run these tests"
)
