"""Nobody reads or does what is another's; no form is taken that no page of one's own has sent."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from benchbar.exam.desk import calibration, live, marking, people, reading, training
from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk.made_study import Clock, Study, calibrate, grade, materials, run_round, start
from tests.exam.desk.web.visiting import (
    NAMES,
    QUESTION,
    Desk,
    browser,
    codes,
    come_in,
    open_desk,
    send,
    token,
    unchanged,
)

ADA, BEN, CLEO = NAMES


def made(store: Store) -> Desk:
    """Return a desk at live grading, with a draft of Ada's."""
    study = start(store, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    ada = study.graders[ADA]
    code = reading.pile(store, ada, QUESTION)[0].code
    marking.save_draft(store, ada, code, {"score": "4", "comment": "a secret thought"})
    return open_desk(store, study)


@pytest.fixture
def desk(small: Store) -> Desk:
    return made(small)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Return a desk for tests that leave it as it is."""
    store = open_store(tmp_path_factory.mktemp("desk") / "desk.db", now=Clock())
    yield made(store)
    store.close()


def pile(desk: Desk, name: str) -> list[str]:
    return [row.code for row in reading.pile(desk.store, desk.study.graders[name], QUESTION)]


def routes(app: FastAPI, method: str) -> list[str]:
    return [path for path, found in app.openapi()["paths"].items() if method in found]


class Form(NamedTuple):
    """A form: who may send it, and what is in it."""

    role: str
    fields: dict[str, str]


FORMS = {
    "/leave": Form("any", {}),
    "/questions/{question}/training": Form("grader", {}),
    "/questions/{question}/scores/lock": Form("grader", {}),
    "/questions/{question}/ranks": Form("grader", {"codes": "x"}),
    "/questions/{question}/ranks/draft": Form("grader", {"codes": "x"}),
    "/essays/{code}": Form("grader", {"score": "4", "replaces": "0"}),
    "/essays/{code}/draft": Form("grader", {"score": "4", "comment": "overwritten"}),
    "/setup/materials": Form("lead", {}),
    "/setup/example": Form("lead", {}),
    "/setup/options": Form("lead", {"step": "1", "why": "x"}),
    "/people/add": Form("lead", {"names": "Mallory", "role": "lead"}),
    "/people/{person}/invite": Form("lead", {}),
    "/people/{person}/assign": Form("lead", {"question": "mpt-1"}),
    "/people/{person}/remove": Form("lead", {"why": "x"}),
    "/questions/{question}/rounds": Form("lead", {"graders": "2", "essays": "4"}),
    "/questions/{question}/rounds/{number}/open": Form("lead", {}),
    "/questions/{question}/rounds/{number}/close": Form("lead", {}),
    "/questions/{question}/deal": Form("lead", {}),
    "/questions/{question}/second": Form("lead", {"essays": "1"}),
    "/questions/{question}/withdraw": Form("lead", {"grader": "2", "why": "x"}),
    "/differences/{essay}": Form("lead", {"person": "1", "why": "x"}),
    "/results/lock": Form("lead", {"early": "yes", "why": "x"}),
    "/results/unblind": Form("lead", {"why": "x"}),
}
"""All forms but the one by which one comes in."""


def filled(desk: Desk, path: str) -> str:
    """Return an address of Ada's and of the first question for a route."""
    values = {
        "question": QUESTION,
        "code": pile(desk, ADA)[0],
        "essay": pile(desk, ADA)[0],
        "person": str(desk.study.graders[BEN].id),
        "number": "1",
    }
    return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], path)


def test_every_form_of_the_application_is_in_the_list(kept: Desk) -> None:
    assert {*FORMS, "/join/{secret}"} == set(routes(kept.app, "post"))
    assert set(kept.app.openapi()["paths"]) == {
        *routes(kept.app, "get"), *routes(kept.app, "post"),
    }, "nothing but GET and POST"  # fmt: skip


@pytest.mark.parametrize("path", FORMS)
def test_a_forged_form_changes_nothing(path: str, kept: Desk) -> None:
    role, fields = FORMS[path]
    sender = kept.lead if role == "lead" else kept.graders[ADA]
    own, other = token(sender), token(kept.graders[BEN])
    address = filled(kept, path)
    forged: tuple[tuple[dict[str, str], dict[str, str]], ...] = (
        ({}, {}),
        ({"csrf": ""}, {}),
        ({"csrf": other}, {}),
        ({}, {"x-csrf": other}),
        ({"csrf": own}, {"origin": "https://evil.example"}),
        ({"csrf": own}, {"origin": "http://127.0.0.1.evil.example"}),
        ({"csrf": own}, {"origin": "http://127.0.0.1:9"}),
        ({"csrf": own}, {"sec-fetch-site": "cross-site"}),
        ({"csrf": own}, {"sec-fetch-site": "same-site"}),
    )
    for carried, headers in forged:
        form = {**fields, **carried}
        answer = unchanged(kept.store, partial(sender.post, address, data=form, headers=headers))
        assert answer.status_code == 403, (carried, headers)
        assert "Nothing was changed" in answer.text


@pytest.mark.parametrize("path", FORMS)
def test_a_stranger_and_the_wrong_role_change_nothing(path: str, kept: Desk) -> None:
    role, fields = FORMS[path]
    address, right = filled(kept, path), token(kept.lead)
    for cookie in ("", "guessed", token(kept.lead)):
        stranger = browser(kept.app)
        stranger.cookies.set("desk", cookie)
        form = {"csrf": right, **fields}
        answer = unchanged(kept.store, partial(stranger.post, address, data=form))
        assert answer.status_code == 401
    if role == "any":
        return
    wrong = kept.graders[BEN] if role == "lead" else kept.lead
    answer = unchanged(kept.store, lambda: send(wrong, address, **fields))
    assert answer.status_code == 403
    assert re.search(
        "is for the lead|only a grader|no essay of this code", answer.text, re.IGNORECASE
    )


def test_a_grader_who_sends_materials_is_refused_before_they_are_unpacked(
    kept: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("benchbar.exam.desk.web.uploads.unpack", unpack)
    answer = kept.graders[ADA].post(
        "/setup/materials",
        data={"csrf": token(kept.graders[ADA])},
        files={"files": ("study.zip", b"PK" * 100_000)},
    )
    assert answer.status_code == 403


def visitors(desk: Desk) -> Iterator[tuple[str, TestClient, int]]:
    """Yield who asks for what is Ada's, and the status of the answer."""
    yield "another grader", desk.graders[BEN], 403
    yield "the lead", desk.lead, 403
    yield "a stranger", browser(desk.app), 401


def test_what_is_a_graders_is_told_to_nobody_else(kept: Desk) -> None:
    code = pile(kept, ADA)[0]
    asked: tuple[Callable[[TestClient], Response], ...] = (
        lambda who: who.get(f"/essays/{code}"),
        lambda who: send_if_in(who, f"/essays/{code}", score="4"),
        lambda who: send_if_in(who, f"/essays/{code}/draft", comment="Mine now"),
    )
    nothing: tuple[Callable[[TestClient], Response], ...] = (
        lambda who: who.get("/essays/ABCDEFGH"),
        lambda who: send_if_in(who, "/essays/ABCDEFGH", score="4"),
        lambda who: send_if_in(who, "/essays/ABCDEFGH/draft", comment="Mine now"),
    )
    assert "secret thought" in asked[0](kept.graders[ADA]).text
    for name, who, status in visitors(kept):
        for ask, ask_nothing in zip(asked, nothing, strict=True):
            answer = unchanged(kept.store, lambda ask=ask, who=who: ask(who))  # type: ignore[misc]
            assert answer.status_code == status, name
            assert answer.text.replace(code, "ABCDEFGH") == ask_nothing(who).text, name
            assert "goat" not in answer.text.casefold(), name


def send_if_in(who: TestClient, path: str, **fields: str) -> Response:
    """Send a form with what forms of the session carry, if there is one."""
    return send(who, path, **fields) if who.cookies.get("desk") else who.post(path, data=fields)


PAGES = ("training", "ranks", "scores", "discussion", "pile", "next")


def test_a_question_is_shown_to_those_who_grade_it(small: Store) -> None:
    study = start(small, materials(), graders=NAMES)
    run_round(study, QUESTION)
    live.deal(small, study.lead, QUESTION)
    other = people.add(small, study.lead, "Dorothea", ["mpt-1"])
    desk = open_desk(small, study)
    dora = come_in(desk.app, study, other)
    assert dora.get("/questions/mpt-1/training").status_code == 200
    for page in PAGES:
        answer = dora.get(f"/questions/{QUESTION}/{page}")
        assert answer.status_code == 403, page
        assert "The goat of mee-1" not in answer.text
        if page not in ("training", "discussion"):
            assert desk.lead.get(f"/questions/{QUESTION}/{page}").status_code == 403
        assert browser(desk.app).get(f"/questions/{QUESTION}/{page}").status_code == 401
    assert desk.graders[ADA].get(f"/questions/{QUESTION}/discussion").status_code == 200


def test_a_round_shows_others_marks_to_those_alone_who_are_in_it_and_once_it_is_talked_over(
    small: Store,
) -> None:
    study = start(small, graders=NAMES)
    inside = [study.graders[name] for name in (ADA, BEN)]
    number = calibration.open_round(small, study.lead, QUESTION, [one.id for one in inside])
    for one in inside:
        calibrate(study, one, QUESTION)
    training.done(small, study.graders[CLEO], QUESTION)
    desk = open_desk(small, study)
    address = f"/questions/{QUESTION}/discussion"
    statuses = {name: who.get(address).status_code for name, who in desk.everyone().items()}
    assert set(statuses.values()) == {403}
    calibration.open_discussion(small, study.lead, QUESTION, number)
    statuses = {name: who.get(address).status_code for name, who in desk.everyone().items()}
    assert statuses == {"Lena": 200, ADA: 200, BEN: 200, CLEO: 403}
    assert desk.graders[ADA].get(f"{address}?round=2").status_code in (403, 422)


def test_whoever_was_removed_or_has_left_reads_nothing_more(desk: Desk) -> None:
    code, ada = pile(desk, ADA)[0], desk.graders[ADA]
    carried = token(ada)
    again = come_in(desk.app, desk.study, desk.study.graders[ADA])
    left = send(again, "/leave")
    assert left.status_code == 303
    assert 'desk=""' in left.headers["set-cookie"]
    assert ada.get(f"/essays/{code}").status_code == 200, "another browser stays in"
    send(desk.lead, f"/people/{desk.study.graders[ADA].id}/remove", why="moved away")
    for who in (ada, again):
        for path in (f"/essays/{code}", f"/questions/{QUESTION}/pile", "/study"):
            assert who.get(path).status_code == 401
        answer = unchanged(
            desk.store,
            lambda who=who: who.post(  # type: ignore[misc]
                f"/essays/{code}", data={"csrf": carried, "score": "4", "replaces": "0"}
            ),
        )
        assert answer.status_code == 401
        assert "Essays, graded the official way" in who.get("/").text


def test_a_session_that_was_left_is_over_though_its_cookie_is_kept(desk: Desk) -> None:
    ada = desk.graders[ADA]
    kept, carried = ada.cookies["desk"], token(ada)
    send(ada, "/leave")
    thief = browser(desk.app)
    thief.cookies.set("desk", kept)
    assert thief.get(f"/questions/{QUESTION}/pile").status_code == 401
    answer = thief.post(f"/questions/{QUESTION}/training", data={"csrf": carried})
    assert answer.status_code == 401


def test_a_session_ends_after_its_days(tmp_path: object) -> None:
    clock = Clock()
    store = open_store(f"{tmp_path}/desk.db", now=clock)
    desk = open_desk(store)
    clock.at += timedelta(days=people.SESSION_DAYS) - timedelta(hours=1)
    assert desk.graders[ADA].get(f"/questions/{QUESTION}/training").status_code == 200
    clock.at += timedelta(hours=2)
    answer = desk.graders[ADA].get(f"/questions/{QUESTION}/training")
    assert answer.status_code == 401
    assert "away too long" in answer.text
    store.close()


def test_a_lead_reads_an_essay_as_a_grader_only_if_it_is_his_to_settle(desk: Desk) -> None:
    study = desk.study
    for n, who in enumerate(study.graders.values()):
        grade(study, who, QUESTION, above=float(2 * n))
    apart = re.findall(r'action="(/differences/\w+)"', desk.lead.get("/differences").text)
    assert apart
    sent = send(desk.lead, apart[0], person=str(study.lead.id), why="far apart")
    own = sent.headers["location"]
    assert desk.lead.get(own).status_code == 200
    for name in NAMES:
        assert desk.graders[name].get(own).status_code == 403
    assert all(desk.lead.get(f"/essays/{one}").status_code == 403 for one in codes(desk.store)[:8])


def test_materials_come_in_once(kept: Desk) -> None:
    answer = unchanged(kept.store, lambda: send(kept.lead, "/setup/example"))
    assert answer.status_code == 422
    assert "materials already" in answer.text


def test_another_study_knows_nobody_of_this_one(desk: Desk, tmp_path: object) -> None:
    store = open_store(f"{tmp_path}/other.db", now=Clock())
    other: Study = start(store, graders=NAMES)
    found = browser(open_desk(store, other).app)
    found.cookies.set("desk", desk.lead.cookies["desk"])
    assert found.get("/study").status_code == 401
    store.close()
