"""Every page in every state: read by all, by keyboard alone, light and dark, on a telephone."""

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from fastapi.testclient import TestClient

from benchbar.exam.desk import calibration, closing, intake, people, reading, training
from benchbar.exam.desk.store import open_store
from benchbar.exam.desk.web.app import colours, make
from benchbar.exam.essays import materials as essay_materials
from tests.browsing import in_a_browser
from tests.exam.desk.made_study import OPTIONS, Clock, Study, materials, question, start
from tests.exam.desk.web import serving
from tests.exam.desk.web.visiting import (
    NAMES,
    ORIGIN,
    QUESTION,
    Desk,
    browser,
    come_in,
    open_desk,
    send,
    stages,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = in_a_browser

LONG = "Maximiliane-Friederike-Wilhelmine-Auguste-von-und-zu-Hohenlohe"
CLEO = NAMES[-1]
PAGES = (
    "front", "front, left", "join", "stranger", "home, no study", "set-up, no study",
    "set-up, with problems", "study, no study", "results, no study", "people", "people, with links",
    "people, with a problem", "home, training", "training", "training of a performance test",
    "set-up", "set-up, options refused", "study", "question, no round", "question, round",
    "home, round", "ranks", "ranks, changed elsewhere", "ranks, locked", "scores",
    "essay, unmarked", "essay, begun", "essay, refused", "essay, marked", "essay, with a problem",
    "essay, stale",
    "discussion", "discussion of the lead", "question, gate", "question, passed", "home, passed",
    "home, live", "pile", "essay of the pile", "question, live", "study, differences",
    "differences", "differences, sent", "essay of the lead", "record", "results", "results, locked",
    "results, unblinded", "set-up, locked", "home, locked", "nothing here", "a fault",
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the HTML of every page by its name."""
    folder = tmp_path_factory.mktemp("pages")
    pages = dict(before_materials(folder))
    store = open_store(folder / "desk.db", now=Clock())
    whole = replace(question(QUESTION, 20, benchmarks=2), title=f"The goat of {LONG}")
    study = start(store, materials(whole), options=OPTIONS, graders=(LONG, *NAMES[1:]))
    desk = open_desk(store, study)
    for stage in stages(study):
        for name, html in AT.get(stage, lambda _: iter(()))(desk):
            pages[name] = html
    store.close()
    return pages


def before_materials(folder: Path) -> Iterator[tuple[str, str]]:
    store = open_store(folder / "new.db", now=Clock())
    entry = people.enter(store, people.lead_link(store, "Lena"))
    empty = Study(store, entry.who, {})
    app = make(store)
    lead = come_in(app, empty, entry.who)
    for name, path in (("set-up, no study", "/setup"), ("study, no study", "/study"),
                       ("results, no study", "/results"), ("people", "/people")):  # fmt: skip
        yield name, lead.get(path).text
    yield "people, with a problem", send(lead, "/people/add", names="Lena").text
    yield "people, with links", send(lead, "/people/add", names=f"{LONG}\nBen").text
    ada = people.everyone(store, entry.who)[1]
    yield "home, no study", come_in(app, empty, ada).get("/").text
    yield "set-up, with problems", send(lead, "/setup/materials").text
    yield "front", browser(app).get("/").text
    yield "front, left", browser(app).get("/?done=left").text
    yield "join", browser(app).get("/join/secret").text
    yield "stranger", browser(app).get("/study").text
    yield "nothing here", lead.get("/nothing").text
    example = essay_materials.read(serving.EXAMPLE)
    intake.take_in(store, entry.who, example)
    people.assign(store, entry.who, ada.id, "mpt-1")
    yield (
        "training of a performance test",
        come_in(app, empty, ada).get("/questions/mpt-1/training").text,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchbar.exam.desk.web.leading.watching.progress", lambda *_: 1 / 0)
        yield "a fault", lead.get("/study").text
    store.close()


def at_set_up(desk: Desk) -> Iterator[tuple[str, str]]:
    cleo = desk.graders[CLEO]
    yield "home, training", cleo.get("/").text
    yield "training", cleo.get(f"/questions/{QUESTION}/training").text
    yield "set-up", desk.lead.get("/setup").text
    yield "set-up, options refused", send(desk.lead, "/setup/options", step="nan", why="x").text
    yield "study", desk.lead.get("/study").text
    yield "question, no round", desk.lead.get(f"/questions/{QUESTION}").text


def at_round(desk: Desk) -> Iterator[tuple[str, str]]:
    cleo, who = desk.graders[CLEO], desk.study.graders[CLEO]
    training.done(desk.store, who, QUESTION)
    of = f"/questions/{QUESTION}"
    yield "question, round", desk.lead.get(of).text
    yield "home, round", cleo.get("/").text
    yield "ranks", cleo.get(f"{of}/ranks").text
    codes = [row.code for row in reading.round_of(desk.store, who, QUESTION).rows]
    calibration.rank(desk.store, who, QUESTION, codes)
    stale = send(cleo, f"{of}/ranks", codes=codes[::-1], replaces="0")
    assert stale.status_code == 409
    yield "ranks, changed elsewhere", stale.text
    yield "ranks, locked", desk.graders[NAMES[1]].get(f"{of}/ranks").text
    yield "scores", desk.graders[NAMES[1]].get(f"{of}/scores").text
    other = desk.study.graders[NAMES[1]]
    locked = reading.round_of(desk.store, other, QUESTION).rows[0].code
    yield "essay, refused", desk.graders[NAMES[1]].get(f"/essays/{locked}").text


def at_discussion(desk: Desk) -> Iterator[tuple[str, str]]:
    of = f"/questions/{QUESTION}"
    yield "discussion", desk.graders[CLEO].get(f"{of}/discussion").text
    yield "discussion of the lead", desk.lead.get(f"{of}/discussion").text
    yield "question, gate", desk.lead.get(of).text


def at_passed(desk: Desk) -> Iterator[tuple[str, str]]:
    yield "question, passed", desk.lead.get(f"/questions/{QUESTION}").text
    yield "home, passed", desk.graders[CLEO].get("/").text


def at_live(desk: Desk) -> Iterator[tuple[str, str]]:
    cleo = desk.graders[CLEO]
    rows = reading.pile(desk.store, desk.study.graders[CLEO], QUESTION)
    yield "home, live", cleo.get("/").text
    yield "pile", cleo.get(f"/questions/{QUESTION}/pile").text
    yield "essay, begun", cleo.get(f"/essays/{rows[0].code}").text
    yield "essay, unmarked", cleo.get(f"/essays/{rows[1].code}").text
    code = f"/essays/{rows[1].code}"
    yield "essay, with a problem", send(cleo, code, score="4", **{"points 1a": "99"}).text
    assert send(cleo, code, score="4", comment="Read.").status_code == 303
    yield "essay, marked", cleo.get(code).text
    stale = send(cleo, code, score="5", comment="In another tab.", replaces="0")
    assert stale.status_code == 409
    yield "essay, stale", stale.text
    yield "essay of the pile", cleo.get(f"/essays/{rows[-1].code}?done=marked").text
    yield "question, live", desk.lead.get(f"/questions/{QUESTION}").text


def at_differences(desk: Desk) -> Iterator[tuple[str, str]]:
    yield "study, differences", desk.lead.get("/study").text
    yield "differences", desk.lead.get("/differences").text
    yield "results", desk.lead.get("/results").text
    yield "record", desk.lead.get("/record").text


def at_third_readers(desk: Desk) -> Iterator[tuple[str, str]]:
    yield "differences, sent", desk.lead.get("/differences").text
    code = reading.thirds(desk.store, desk.study.lead)[0].code
    yield "essay of the lead", desk.lead.get(f"/essays/{code}").text


def at_lock(desk: Desk) -> Iterator[tuple[str, str]]:
    yield "results, locked", desk.lead.get("/results").text
    yield "set-up, locked", desk.lead.get("/setup").text
    yield "home, locked", desk.graders[CLEO].get("/").text
    closing.unblind(desk.store, desk.study.lead)
    yield "results, unblinded", desk.lead.get("/results").text


AT = {
    "set-up": at_set_up, "round": at_round, "discussion": at_discussion, "passed": at_passed,
    "live": at_live, "differences": at_differences, "third readers": at_third_readers,
    "locked": at_lock,
}  # fmt: skip
"""What is looked at when a study has come to a stage."""


@pytest.fixture(scope="module")
def shown(made: dict[str, str], browser: "Browser") -> "Iterator[Page]":
    """Return a page of a browser to which the desk's pages are given as they are."""
    static = TestClient(statics(), base_url=ORIGIN)

    def answer(route: "Route") -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            found = static.get(path)
            route.fulfill(
                status=200, body=found.content, content_type=found.headers["content-type"]
            )
        elif path.startswith("/page/"):
            route.fulfill(status=200, body=made[PAGES[int(path[6:])]], content_type="text/html")
        else:
            route.fulfill(status=200, body="{}", content_type="application/json")

    context = browser.new_context()
    page = context.new_page()
    page.route("**", answer)
    yield page
    context.close()


def statics() -> FastAPI:
    """Return an application of the files that pages ask for."""
    found = FastAPI()
    found.include_router(colours)
    folder = Path(str(files("benchbar.exam.desk.web"))) / "static"
    found.mount("/static", StaticFiles(directory=folder))
    return found


OPEN = "document.querySelectorAll('details').forEach(one => { one.open = true })"


def test_all_pages_are_looked_at(made: dict[str, str]) -> None:
    assert set(made) == set(PAGES)
    for name, html in made.items():
        assert html.startswith("<!doctype html>"), name


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_light_and_dark_and_scrolls_down_only(
    name: str, made: dict[str, str], shown: "Page"
) -> None:
    assert name in made
    shown.set_viewport_size({"width": 1280, "height": 860})
    shown.emulate_media(color_scheme="light")
    shown.goto(f"{ORIGIN}/page/{PAGES.index(name)}")
    shown.evaluate(OPEN)
    found = Axe().run(shown, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    shown.emulate_media(color_scheme="dark")
    found = Axe().run(shown, options={"runOnly": ["color-contrast"]})
    assert found.violations_count == 0, ("dark", found.generate_report())
    for width in (1280, 360):
        shown.set_viewport_size({"width": width, "height": 740})
        assert shown.evaluate("document.documentElement.scrollWidth") <= width, width
