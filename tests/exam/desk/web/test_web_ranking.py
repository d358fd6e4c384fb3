"""The rank order: put together by keyboard alone, by mouse, or by places that are typed."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchbar.exam.desk import calibration, people, reading, training
from benchbar.exam.desk.store import Store, open_store
from tests.browsing import in_a_browser
from tests.exam.desk.made_study import Study, start
from tests.exam.desk.web import serving
from tests.exam.desk.web.visiting import NAMES, QUESTION

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = in_a_browser

ADA = NAMES[0]


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    store = open_store(tmp_path / "desk.db")
    found = start(store, graders=NAMES)
    for who in found.graders.values():
        training.done(store, who, QUESTION)
    ids = [who.id for who in found.graders.values()]
    calibration.open_round(store, found.lead, QUESTION, ids)
    yield found
    store.close()


@pytest.fixture
def ranks(browser: "Browser", study: Study, tmp_path: Path) -> "Iterator[Page]":
    """Return the page of the first grader's rank order."""
    entry = people.enter(study.store, people.invite(study.store, study.lead, study.graders[ADA].id))
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.add_cookies([{"name": "desk", "value": entry.token, "url": "http://127.0.0.1"}])
    with serving.in_a_thread(str(tmp_path / "desk.db")) as address:
        page = context.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"{address}questions/{QUESTION}/ranks")
        page.locator(".order .shown").wait_for()
        yield page
        context.close()


def order(page: "Page") -> list[str]:
    found = page.locator(".order li").evaluate_all("rows => rows.map(row => row.dataset.code)")
    places = page.locator(".order .place").evaluate_all("fields => fields.map(one => one.value)")
    assert places == [str(n) for n in range(1, len(places) + 1)]
    return list(found)


def focused(page: "Page") -> tuple[str, str]:
    """Return in which row the focus is, and on what."""
    row, what = page.evaluate(
        "[document.activeElement.closest('li')?.dataset.code ?? '',"
        " document.activeElement.className || document.activeElement.tagName]"
    )
    return row, what


def begun(store: Store, study: Study) -> list[str]:
    draft = reading.round_of(store, study.graders[ADA], QUESTION).draft
    return list(draft["codes"]) if draft else []


def test_by_keyboard_alone(ranks: "Page", study: Study) -> None:
    before = order(ranks)
    press = ranks.keyboard.press
    for _ in range(40):
        if focused(ranks) == (before[-1], "place"):
            break
        press("Tab")
    assert focused(ranks) == (before[-1], "place"), "every field is reached by Tab"
    press("Alt+ArrowUp")
    moved = [*before[:-2], before[-1], before[-2]]
    assert order(ranks) == moved
    assert focused(ranks) == (before[-1], "place"), "the focus stays with the essay"
    said = f"{before[-1]} is now number {len(before) - 1}."
    assert ranks.locator("[data-state]").inner_text() == said
    press("Alt+ArrowDown")
    press("Alt+ArrowDown")
    assert order(ranks) == before, "the last goes no further down"
    ranks.keyboard.type("1")
    press("ControlOrMeta+a")
    ranks.keyboard.type("2")
    press("Enter")
    assert order(ranks) == [before[0], before[-1], *before[1:-1]]
    assert focused(ranks) == (before[-1], "place")
    press("Tab")
    assert focused(ranks) == (before[-1], "read")
    press("Enter")
    assert ranks.locator(".reading .shown").get_attribute("id") == f"essay-{before[-1]}"
    press("Tab")
    assert focused(ranks) == (before[-1], "up")
    press("Enter")
    now = [before[-1], *before[:-1]]
    assert order(ranks) == now
    assert focused(ranks) == (before[-1], "up")
    for _ in range(40):
        if ranks.evaluate("document.activeElement.value") == "keep":
            break
        press("Tab")
    press("Enter")
    ranks.get_by_text("The rank order is kept.").wait_for()
    assert order(ranks) == now
    assert list(reading.round_of(study.store, study.graders[ADA], QUESTION).order) == now


@pytest.mark.parametrize(
    ("typed", "place"), [("1", 0), ("3", 2), ("99", 5), ("0", 0), ("-4", 0), ("2.9", 1)]
)
def test_a_place_that_is_typed(typed: str, place: int, ranks: "Page") -> None:
    before = order(ranks)
    ranks.locator(".place").nth(3).fill(typed)
    ranks.locator(".place").nth(3).press("Enter")
    rest = [code for code in before if code != before[3]]
    assert order(ranks) == [*rest[:place], before[3], *rest[place:]]


@pytest.mark.parametrize("typed", ["", "first", "nan"])
def test_a_place_that_is_none_moves_nothing(typed: str, ranks: "Page") -> None:
    before = order(ranks)
    ranks.locator(".place").nth(3).fill(typed)
    ranks.locator(".place").nth(3).press("Tab")
    assert order(ranks) == before


def test_by_mouse(ranks: "Page", study: Study) -> None:
    before = order(ranks)
    for here, there in ((5, 0), (1, 4), (0, 5)):
        now = order(ranks)
        ranks.locator(".grip").nth(here).hover()
        ranks.mouse.down()
        box = ranks.locator(".order li").nth(there).bounding_box()
        assert box
        edge = -3 if there < here else box["height"] + 3
        ranks.mouse.move(box["x"] + 20, box["y"] + edge, steps=8)
        ranks.mouse.up()
        moved = now.pop(here)
        now.insert(there, moved)
        assert order(ranks) == now
    assert order(ranks) != before
    ranks.get_by_text("What you typed is kept").wait_for()
    assert begun(study.store, study) == order(ranks)
    ranks.reload()
    assert order(ranks) == begun(study.store, study)


def test_by_the_keys_of_the_page_one_reads_on(ranks: "Page") -> None:
    codes = order(ranks)
    shown = ranks.locator(".reading .shown")
    for key, place in (("j", 1), ("j", 2), ("k", 1), ("k", 0), ("k", 0)):
        ranks.keyboard.press(key)
        assert shown.get_attribute("id") == f"essay-{codes[place]}"
    ranks.keyboard.press("?")
    assert ranks.locator("#keys").is_visible()
    ranks.keyboard.press("Escape")
    assert not ranks.locator("#keys").is_visible()


def test_a_locked_order_is_shown_and_cannot_be_moved(ranks: "Page", study: Study) -> None:
    codes = order(ranks)
    ranks.get_by_role("button", name="Lock and go on to scores").click()
    ranks.get_by_text("Your rank order is locked").first.wait_for()
    ranks.goto(ranks.url.replace("/scores", "/ranks"))
    assert ranks.locator(".grip, .order button, .order input.place").count() == 0
    told = ranks.locator(".order li").evaluate_all("rows => rows.map(row => row.dataset.code)")
    assert told == codes == list(reading.round_of(study.store, study.graders[ADA], QUESTION).order)


def test_without_a_script_the_order_can_be_kept(
    browser: "Browser", study: Study, tmp_path: Path
) -> None:
    entry = people.enter(study.store, people.invite(study.store, study.lead, study.graders[ADA].id))
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": "desk", "value": entry.token, "url": "http://127.0.0.1"}])
    with serving.in_a_thread(str(tmp_path / "desk.db")) as address:
        page = context.new_page()
        page.goto(f"{address}questions/{QUESTION}/ranks")
        first = page.locator(".order .read").first
        first.click()
        assert page.locator(".reading .essay").first.is_visible()
        page.get_by_role("button", name="Keep this order").click()
        page.get_by_text("The rank order is kept.").wait_for()
        context.close()
