"""A desk that is killed and started again, browsers that are closed: nothing confirmed is lost."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest

from benchbar.exam.desk import live, people, reading, training
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.store import open_store
from tests.browsing import in_a_browser
from tests.exam.desk.made_study import materials, question, run_round, start
from tests.exam.desk.web import serving
from tests.exam.desk.web.visiting import NAMES, QUESTION

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


class Made(NamedTuple):
    """A study in a database that nobody has open: links to come in by, and the piles."""

    where: str
    links: dict[str, str]
    piles: dict[str, list[str]]


def made(where: str, essays: int = 20) -> Made:
    """Make a study at live grading, and one question more that is at training."""
    store = open_store(where)
    chosen = Options(calibration_essays=6, spearman=0, drift_every=3, second_readers=0.5)
    both = materials(question(QUESTION, essays), question("mee-2", 8))
    study = start(store, both, options=chosen, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    for who in study.graders.values():
        training.done(store, who, "mee-2")
    links, piles = {}, {}
    for name, who in study.graders.items():
        links[name] = people.invite(store, study.lead, who.id)
        piles[name] = [row.code for row in reading.pile(store, who, QUESTION)]
    store.close()
    return Made(where, links, piles)


def token(client: httpx.Client) -> str:
    return str(re.findall(r'name="csrf" value="([^"]+)"', client.get("/").text)[0])


class Writer:
    """A grader who marks his pile as fast as he can, and notes what was confirmed."""

    def __init__(self, address: str, link: str, pile: list[str]) -> None:
        self.pile = pile
        self.confirmed: list[str] = []
        self.client = httpx.Client(base_url=address)
        assert self.client.post(f"/join/{link}").status_code == 303
        self.csrf = token(self.client)
        begun = {"csrf": self.csrf, "comment": f"begun {pile[-1]}"}
        assert self.client.post(f"/essays/{pile[-1]}/draft", data=begun).status_code == 200

    def mark(self, code: str) -> bool:
        """Mark an essay; say whether that was confirmed."""
        form = {"csrf": self.csrf, "score": "4", "points 1a": "2", "comment": f"read {code}"}
        return self.client.post(f"/essays/{code}", data=form).status_code == 303

    def write(self, enough: Event) -> None:
        """Mark on until the desk is gone; ``enough`` is set when a third of the pile is done."""
        for code in self.pile:
            try:
                if self.mark(code):
                    self.confirmed.append(code)
            except httpx.HTTPError:
                return
            if len(self.confirmed) > len(self.pile) / 3:
                enough.set()

    def come_back(self, address: str) -> None:
        """Go on at another address, with the cookie and the forms of before."""
        cookies = self.client.cookies
        self.client.close()
        self.client = httpx.Client(base_url=address, cookies=cookies)

    def text(self, code: str) -> str:
        """Return the page of an essay."""
        return self.client.get(f"/essays/{code}").text


def test_every_mark_that_was_confirmed_is_there_after_a_crash(where: str) -> None:
    study, enough = made(where, essays=60), Event()
    with serving.serve(where) as served, ThreadPoolExecutor(len(NAMES)) as pool:
        writers = [Writer(served.address, study.links[one], study.piles[one]) for one in NAMES]
        for one in [pool.submit(writer.write, enough) for writer in writers]:
            assert enough.wait(60)
            served.kill()
            one.result()
    with serving.serve(where) as served:
        for writer in writers:
            writer.come_back(served.address)
            assert 0 < len(writer.confirmed) < len(writer.pile), "killed under way"
            for code in writer.confirmed:
                page = writer.text(code)
                assert "Marked: 4." in page
                assert f">read {code}</textarea>" in page
            last = writer.pile[-1]
            assert f">begun {last}</textarea>" in writer.text(last), "so are drafts"
            assert writer.mark(last), "the session goes on, too"
            writer.client.close()


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(str(tmp_path_factory.mktemp("killed") / "desk.db"))


@pytest.fixture(scope="module")
def port(study: Made) -> int:
    """Return a port at which the desk is found each time that it is started."""
    with serving.in_a_thread(study.where) as address:
        return int(address.rstrip("/").rpartition(":")[2])


@pytest.fixture
def inside(browser: "Browser", study: Made) -> "Iterator[BrowserContext]":
    """Return a browser on which the first grader is in."""
    store = open_store(study.where)
    lead = people.at_hand(store)
    ada = next(one for one in people.everyone(store, lead) if one.name == NAMES[0])
    entry = people.enter(store, people.invite(store, lead, ada.id))
    store.close()
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.add_cookies([{"name": "desk", "value": entry.token, "url": "http://127.0.0.1"}])
    yield context
    context.close()


def kept(page: "Page") -> list[str]:
    """Return what the browser keeps of the desk, once the page's script has run."""
    page.wait_for_load_state()
    found = page.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('desk '))")
    return [f"{key}: {value}" for key, value in found]


SAVED = "What you typed is kept"
AWAY = "The desk does not answer. What you typed stays in this browser."


@in_a_browser
def test_what_was_begun_is_there_in_a_browser_that_was_closed_and_opened(
    inside: "BrowserContext", browser: "Browser", study: Made, port: int
) -> None:
    code = study.piles[NAMES[0]][0]
    with serving.in_a_thread(study.where, port) as address:
        page = inside.new_page()
        page.goto(f"{address}essays/{code}")
        page.locator("#comment").fill("begun, and then the train came")
        page.locator("[data-points]").fill("1.5")
        page.keyboard.press("Escape")
        page.locator("body").press("5")
        page.get_by_text(SAVED).wait_for()
        page.locator("#comment").press_sequentially("!", delay=0)
        page.close(run_before_unload=True)
        state = inside.storage_state()
    with serving.in_a_thread(study.where, port) as address:
        again = browser.new_context(storage_state=state)
        page = again.new_page()
        page.goto(f"{address}essays/{code}")
        page.get_by_text("This is what you had begun.").wait_for()
        assert page.locator("#comment").input_value().startswith("begun, and then the train came")
        assert page.locator("[data-points]").input_value() == "1.5"
        assert page.locator("[name=score][value='5']").is_checked()
        page.goto(f"{address}questions/{QUESTION}/pile")
        assert page.locator(f"a[href='/essays/{code}']").inner_text().split() == [code, "begun"]
        again.close()


@in_a_browser
def test_what_is_typed_while_the_desk_is_away_stays_in_the_browser_and_is_sent_later(
    inside: "BrowserContext", study: Made, port: int
) -> None:
    code = study.piles[NAMES[0]][1]
    page = inside.new_page()
    with serving.in_a_thread(study.where, port) as address:
        page.goto(f"{address}essays/{code}")
    page.locator("#comment").fill("typed while nobody listened")
    page.get_by_text(AWAY).wait_for()
    assert "typed while nobody listened" in kept(page)[0]
    assert "csrf" not in kept(page)[0]
    with serving.in_a_thread(study.where, port) as address:
        page.get_by_text(SAVED).wait_for()
        assert kept(page) == []
        other = inside.new_page()
        other.goto(f"{address}essays/{code}")
        assert other.locator("#comment").input_value() == "typed while nobody listened"
        other.close()
    page.locator("#comment").fill("the last words, and the button at once")
    page.locator("[name=score][value='4']").check()
    page.get_by_role("button", name="Mark and go on").click()
    page.wait_for_url("chrome-error://**")
    with serving.in_a_thread(study.where, port) as address:
        page.goto(f"{address}essays/{code}")
        page.get_by_text(SAVED).wait_for()
        assert page.locator("#comment").input_value() == "the last words, and the button at once"
        page.get_by_role("button", name="Mark and go on").click()
        page.get_by_text("The mark is kept.").wait_for()
        assert kept(page) == []
        page.goto(f"{address}essays/{code}")
        assert page.locator("[data-state]").inner_text() == "Marked: 4."
        assert page.locator("#comment").input_value() == "the last words, and the button at once"
        page.goto(f"{address}questions/{QUESTION}/pile")
        assert page.locator(f"a[href='/essays/{code}']").inner_text().split() == [code, "4"]
    page.close()


@in_a_browser
def test_what_is_typed_after_a_session_has_ended_is_there_when_one_is_in_again(
    inside: "BrowserContext", study: Made, port: int
) -> None:
    code = study.piles[NAMES[0]][2]
    page = inside.new_page()
    with serving.in_a_thread(study.where, port) as address:
        page.goto(f"{address}essays/{code}")
        cookies = inside.cookies()
        inside.clear_cookies()
        page.locator("#comment").fill("typed for nobody")
        page.get_by_text("You are not in").wait_for()
        assert "stays in this browser" in page.locator("[data-state]").inner_text()
        inside.add_cookies(cookies)  # type: ignore[arg-type]
        page.goto(f"{address}essays/{code}")
        page.get_by_text(SAVED).wait_for()
        assert page.locator("#comment").input_value() == "typed for nobody"
    page.close()


@in_a_browser
def test_what_is_kept_of_a_mark_that_was_changed_elsewhere_is_dropped(
    inside: "BrowserContext", study: Made, port: int
) -> None:
    code = study.piles[NAMES[0]][3]
    page = inside.new_page()
    with serving.in_a_thread(study.where, port) as address:
        page.goto(f"{address}essays/{code}")
    page.locator("#comment").fill("an old thought")
    page.get_by_text(AWAY).wait_for()
    page.goto("about:blank")
    with serving.in_a_thread(study.where, port) as address:
        with httpx.Client(base_url=address) as client:
            client.cookies.set("desk", inside.cookies()[0]["value"])
            form = {"csrf": token(client), "score": "2", "comment": "a newer one"}
            assert client.post(f"/essays/{code}", data=form).status_code == 303
        page.goto(f"{address}essays/{code}")
        page.wait_for_load_state()
        assert page.locator("#comment").input_value() == "a newer one"
        assert kept(page) == []
    page.close()
