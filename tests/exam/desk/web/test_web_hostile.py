"""Hostile words, forms, numbers and addresses: refused or harmless, on every page."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser

from benchbar.exam.desk import blind, reading
from benchbar.exam.desk.store import open_store
from benchbar.exam.desk.web import drawn
from benchbar.exam.desk.web.guard import HEADERS
from benchbar.exam.essays.materials import Answer, Essay, Materials, Paper, Question
from benchbar.exam.essays.rubrics import Issue, Rubric, SheetPart
from tests.browsing import in_a_browser
from tests.exam.desk.made_study import Clock, question, start
from tests.exam.desk.web.page_parts import wrong
from tests.exam.desk.web.visiting import (
    NAMES,
    ORIGIN,
    QUESTION,
    Desk,
    browser,
    crawl,
    open_desk,
    send,
    stages,
    unread,
)

ADA = NAMES[0]
SCRIPT = (
    "</textarea></title><script>alert(1)</script><img src=x onerror=alert(2)>\"'>"
    "<svg onload=alert(3)><a href='javascript:alert(4)'>x</a>{{ 7 * 7 }}{% raw %}"
    "[x](javascript:alert(5))![x](http://evil.example/x.png)<style>*{display:none}</style>"
)


def hostile_question() -> Question:
    made = question(QUESTION, 14, benchmarks=2)
    return replace(
        made,
        title=f"Goats {SCRIPT}",
        subjects=(SCRIPT,),
        text=f"A goat. {SCRIPT}",
        rubric=Rubric(
            made.rubric.path,
            SCRIPT,
            {score: f"{score} {SCRIPT}" for score in range(6, 0, -1)},
            (SheetPart("1", SCRIPT, (Issue("1a", SCRIPT, 3.0, SCRIPT),)),),
        ),
        answers=(Answer(SCRIPT, 6.0, SCRIPT),),
        essays=tuple(Essay(one.name, f"{one.text}\n{SCRIPT}", one.fields) for one in made.essays),
        file=(Paper(SCRIPT, SCRIPT),),
        library=(Paper(SCRIPT, SCRIPT),),
    )


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[str]]]:
    """Return the pages of a study of hostile words, by whom they were shown to, at every stage."""
    store = open_store(tmp_path_factory.mktemp("desk") / "desk.db", now=Clock())
    made = Materials(SCRIPT, SCRIPT, SCRIPT, (hostile_question(),))
    study = start(store, made, graders=[f"{name} {SCRIPT}" for name in NAMES])
    desk = open_desk(store, study)
    pages: dict[str, list[str]] = {}
    for stage in stages(study):
        if stage == "differences":
            send(desk.lead, "/setup/options", **{**OPTIONS, "why": SCRIPT})
            for who in desk.graders.values():
                code = re.findall(r"/essays/(\w+)", who.get(f"/questions/{QUESTION}/pile").text)[0]
                send(who, f"/essays/{code}/draft", score=SCRIPT, comment=SCRIPT, why=SCRIPT)
                changed = send(
                    who, f"/essays/{code}", score="3", comment=SCRIPT, why=SCRIPT, replaces="1"
                )
                assert changed.status_code == 303
        for name, who in desk.everyone().items():
            if stage in ("set-up", "round", "discussion", "differences", "locked"):
                for one in crawl(who):
                    if "content-type: text/html" in one.text:
                        pages.setdefault(name[:4], []).append(who.get(one.where).text)
    refused = [
        send(desk.lead, "/people/add", names=SCRIPT, questions=SCRIPT),
        send(desk.lead, "/setup/options", step=SCRIPT, why=SCRIPT),
        send(desk.lead, f"/questions/{QUESTION}/withdraw", grader=SCRIPT, why=SCRIPT),
        send(desk.lead, f"/differences/{'<script>'}", why=SCRIPT),
        desk.lead.get("/questions/<script>alert(1)<script>"),
        desk.lead.get("/join/<script>alert(1)<script>"),
        desk.lead.get("/study?done=<script>"),
    ]
    pages["Lena"] += [one.text for one in refused]
    yield pages
    store.close()


OPTIONS = {
    "step": "1", "calibration_essays": "6", "spearman": "0.8", "kappa": "0.7", "bias": "0.5",
    "adjacent": "0.9", "drift_every": "3", "drift": "0.5", "second_readers": "0.5",
    "difference": "1",
}  # fmt: skip


def test_no_word_of_anybody_becomes_a_part_of_a_page(hostile: dict[str, list[str]]) -> None:
    assert min(map(len, hostile.values())) > 40
    shown = 0
    for name, pages in hostile.items():
        for page in pages:
            assert not list(wrong(page)), name
            shown += page.count("&lt;script&gt;alert(1)")
    assert shown > 1_000


def test_a_script_in_a_page_would_be_found() -> None:
    assert list(wrong("<p onclick='x'>")) == ["p onclick"]
    assert list(wrong("<img src='/x'>")) == ["img"]
    assert list(wrong("<a href='javascript:alert(1)'>")) == ["a href=javascript:alert(1)"]
    assert list(wrong("<script>alert(1)</script>")) == ["script {}"]
    assert list(wrong("<p><a href='/x'>")) == []


@in_a_browser
def test_nothing_hostile_runs_in_a_browser(hostile: dict[str, list[str]], browser: Browser) -> None:
    said: list[str] = []
    page = browser.new_page()
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: said.append(request.url))
    pages = [max(pages, key=len) for pages in hostile.values()]
    page.route("**", lambda route: route.abort() if "evil" in route.request.url else route.fulfill(
        status=200, content_type="text/html", body=pages[int(route.request.url.rpartition("/")[2])]
    ) if route.request.url.rpartition("/")[2].isdigit() else route.abort())  # fmt: skip
    for n in range(len(pages)):
        page.goto(f"{ORIGIN}/{n}")
        assert page.evaluate("document.title") != "run"
    own = [f"{ORIGIN}/{n}" for n in range(len(pages))]
    allowed = {*own, *(f"{ORIGIN}/static/{one}" for one in ASSETS)}
    assert [one for one in said if one not in allowed] == []
    page.close()


ASSETS = ("figures.css", "desk.css", "desk.js", "icon.svg")


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
@settings(max_examples=150)
def test_no_text_becomes_more_than_paragraphs_and_lists(text: str) -> None:
    assert not list(wrong(drawn.prose(text)))


@pytest.mark.parametrize(
    "text",
    ["> " * 3_000 + "x", "- " * 3_000, "[" * 30_000, "*a **b " * 3_000, "`" * 30_000,
     "a\u0301" + "\u0301" * 1_000_000, "|" * 20_000 + "\n" + "|-" * 20_000],
    ids=["quotes", "lists", "brackets", "stars", "ticks", "combining", "table"],
)  # fmt: skip
def test_texts_made_to_be_hard_are_drawn(text: str) -> None:
    assert not list(wrong(drawn.prose(text)))


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "-" * 100_000, "seat id" + " " * 100_000 + "x", "GPT" + "-4" * 50_000 + "_",
     "www." * 25_000, "a@b." * 25_000, "I am " + " " * 100_000, "a" + "\u0301" * 100_000],
    ids=["letters", "line", "blanks", "model", "web", "mail", "disclaimer", "combining"],
)  # fmt: skip
def test_essays_made_to_be_hard_are_cleaned(text: str) -> None:
    """None of these takes long; patterns that try each place anew would take hours."""
    cleaned, _ = blind.clean(f"{text} Write to goat@example.org.", ["Quillfeather Nonesuch"])
    assert "example.org" not in cleaned
    assert len(cleaned) > 20


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [("write to a.b+c@mail.example.org.", "write to [removed]."),
     ("a@b.example x@y.example,", "[removed] [removed],"),
     ("at 5pm @home", "at 5pm @home"),
     ("seat  no. : B-12 and", "[removed] and"),
     ("Candidate number 7", "[removed]"),
     ("the seat was cold", "the seat was cold")],
)  # fmt: skip
def test_addresses_and_numbers_are_still_taken_out(text: str, cleaned: str) -> None:
    assert blind.clean(f"It says: {text}", [])[0] == f"It says: {cleaned}"


def test_headers_are_on_every_answer(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, stranger = desk.graders[ADA], browser(desk.app)
    answers = {
        200: [stranger.get("/"), ada.get(unread(desk)), ada.get("/static/desk.js")],
        303: [desk.lead.get("/")],
        400: [stranger.get("/", headers={"host": "evil.example"})],
        401: [stranger.get("/study")],
        403: [ada.get("/study"), ada.post(unread(desk))],
        404: [ada.get("/nothing"), ada.get("/static/nothing")],
        405: [ada.put("/study"), ada.get("/leave"), ada.post("/static/desk.js")],
        413: [ada.post(unread(desk), content=b"x" * 3_000_000)],
        422: [send(ada, unread(desk), score="9"), desk.lead.get("/questions/none")],
    }
    for _ in range(11):
        tried = stranger.post("/join/guessed")
    answers[429] = [tried]
    code = unread(desk)
    monkeypatch.setattr(reading, "paper", lambda *_: 1 / 0)
    answers[500] = [ada.get(code), ada.get(code, headers={"accept": "application/json"})]
    assert "ZeroDivision" not in answers[500][0].text
    for status, some in answers.items():
        for one in some:
            assert one.status_code == status
            for name, value in HEADERS.items():
                assert one.headers.get(name) == value, (status, name)
