"""What several test files share: a home of its own for every test, and items built once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from tests.browsing import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("BENCHBAR_EXAMPLES", "steady"))
"""Nearly the same examples on every machine: constants of the modules that are loaded are tried,
too, so that the tests before count. ``make explore`` looks for new ones, many at a time."""

SMALL = Order(windows=("4k", "8k"), items=(("test", 6), ("train", 9)), seed=7)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the user's own corpora."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("BENCHBAR_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """Return a small DATA folder with all six tests at two sizes; not to be changed."""
    folder = tmp_path_factory.mktemp("built") / "data"
    build(SMALL, folder)
    return Data(folder)


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Return a running Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def asked() -> list[str]:
    """The addresses that a page asked for, and what it complained about."""
    return []


@pytest.fixture
def page(browser: "Browser", asked: list[str]) -> "Iterator[Page]":
    """A page whose requests, complaints and dialogs are written down."""
    found = browser.new_page(viewport={"width": 1200, "height": 900})
    found.on("request", lambda request: asked.append(request.url))
    found.on("console", lambda message: asked.append(f"console: {message.text}"))
    found.on("pageerror", lambda error: asked.append(f"error: {error}"))
    found.on("dialog", lambda dialog: asked.append(f"dialog: {dialog.message}"))
    yield found
    found.close()
