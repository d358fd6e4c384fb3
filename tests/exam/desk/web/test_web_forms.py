"""Hostile forms, numbers and addresses: refused or harmless."""

import re
from collections.abc import Iterator

import pytest

from benchbar.exam.desk import live, reading
from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk.made_study import Clock, materials, run_round, start
from tests.exam.desk.web import serving
from tests.exam.desk.web.page_parts import wrong
from tests.exam.desk.web.visiting import (
    NAMES,
    QUESTION,
    Desk,
    browser,
    dump,
    open_desk,
    send,
    token,
    unchanged,
    unread,
)

ADA = NAMES[0]
OPTIONS = {
    "step": "1", "calibration_essays": "6", "spearman": "0.8", "kappa": "0.7", "bias": "0.5",
    "adjacent": "0.9", "drift_every": "3", "drift": "0.5", "second_readers": "0.5",
    "difference": "1",
}  # fmt: skip
HOSTILE = (
    "", " ", "x' OR '1'='1", "'; DROP TABLE mark; --", "a\0b", "\ud800", "\u202eevil\u2066",
    "nan", "inf", "-inf", "1e309", "-0", "3,5", "٣", "-1", "9" * 5_000, "1" * 18,
    "../../etc/passwd", "%00", "a\u0301" * 1_000, "=1+1", "{{ 7 * 7 }}",
)  # fmt: skip


def texts(value: str) -> str:
    """Return a form's value as a browser sends it: no half characters."""
    return value.encode("utf-8", "replace").decode()


@pytest.fixture(scope="module")
def at_work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    store = open_store(tmp_path_factory.mktemp("desk") / "desk.db", now=Clock())
    study = start(store, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    yield open_desk(store, study)
    store.close()


FIELDS: tuple[tuple[str, str, dict[str, str]], ...] = (
    (ADA, "/essays/{code}", {"score": "4", "points 1a": "1", "comment": "x", "replaces": "0"}),
    (ADA, "/essays/{code}/draft", {"score": "4", "points 1a": "1", "comment": "x", "why": "x"}),
    (ADA, "/questions/{question}/ranks", {"codes": "x", "replaces": "0", "then": "lock"}),
    (ADA, "/questions/{question}/ranks/draft", {"codes": "x"}),
    (ADA, "/questions/{question}/training", {}),
    ("Lena", "/setup/options", {**OPTIONS, "why": "x"}),
    ("Lena", "/people/add", {"names": "x", "role": "grader", "questions": QUESTION}),
    ("Lena", "/people/{person}/invite", {}),
    ("Lena", "/people/{person}/assign", {"question": QUESTION, "why": "x"}),
    ("Lena", "/people/{person}/remove", {"why": "x"}),
    ("Lena", "/questions/{question}/rounds", {"graders": "2", "essays": "4", "why": "x"}),
    ("Lena", "/questions/{question}/rounds/{number}/open", {}),
    ("Lena", "/questions/{question}/rounds/{number}/close", {}),
    ("Lena", "/questions/{question}/deal", {"graders": "2", "why": "x"}),
    ("Lena", "/questions/{question}/second", {"essays": "0"}),
    ("Lena", "/questions/{question}/withdraw", {"grader": "99", "why": "x"}),
    ("Lena", "/differences/{code}", {"person": "1", "why": "x"}),
)
"""Forms with what is good in them; each field and each part of an address is made bad in turn."""


@pytest.mark.parametrize(("name", "path", "fields"), FIELDS, ids=[one[1] for one in FIELDS])
def test_no_field_of_a_form_breaks_anything(
    name: str, path: str, fields: dict[str, str], at_work: Desk
) -> None:
    who = at_work.everyone()[name]
    carried = token(who)
    right = {"code": unread(at_work)[8:], "question": QUESTION, "person": "99", "number": "7"}
    parts = re.findall(r"\{(\w+)\}", path)
    for changed in (*fields, *parts):
        for value in map(texts, HOSTILE):
            values = right | ({changed: quoted(value)} if changed in parts else {})
            address = re.sub(r"\{(\w+)\}", lambda match, v=values: v[match[1]], path)  # type: ignore[misc]
            form = {"csrf": carried, **fields} | ({changed: value} if changed in fields else {})
            before = dump(at_work.store)
            answer = who.post(address, data=form)
            assert answer.status_code < 500, (address, changed, value)
            if answer.status_code >= 400:
                assert dump(at_work.store) == before, (address, changed, value)
                assert not list(wrong(answer.text))


def quoted(value: str) -> str:
    return "".join(f"%{byte:02X}" for byte in value[:300].encode()) or "%20"


GETS = (
    "/questions/{}", "/questions/{}/training", "/questions/{}/ranks", "/questions/{}/scores",
    "/questions/{}/discussion", "/questions/{}/pile", "/questions/{}/next", "/essays/{}",
    "/join/{}", "/questions/mee-1/discussion?round={}", "/static/{}", "/{}", "/study?done={}",
)  # fmt: skip


def test_no_address_breaks_anything(at_work: Desk) -> None:
    for who in (at_work.lead, at_work.graders[ADA]):
        for value in map(texts, HOSTILE):
            for path in GETS:
                answer = who.get(path.format(quoted(value)))
                assert answer.status_code < 500, (path, value)
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "text",
    ["\\u0000", "a\0b", "\\", "\\\\u0000", '"}', "\u202eevil", "a\u0301" * 9_000, "x\r\ny",
     "🐐" * 19_000],
)  # fmt: skip
def test_what_is_begun_comes_back_as_it_was_typed(text: str, store: Store) -> None:
    study = start(store, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    desk = open_desk(store, study)
    code = unread(desk)
    assert send(desk.graders[ADA], f"{code}/draft", comment=text).status_code == 200
    found = reading.paper(store, study.graders[ADA], code[8:]).draft
    assert found
    kept = text.replace("\0", "").replace("\u202e", "").replace("\r", "")
    assert found["comment"] == kept
    assert send(desk.graders[ADA], code, score="4", comment=text).status_code == 303


def test_texts_that_are_too_long_are_refused_and_shown_again(desk: Desk) -> None:
    ada, code = desk.graders[ADA], unread(desk)
    long = "goat " * 4_000 + "!"
    assert len(long) == 20_001
    answer = unchanged(desk.store, lambda: send(ada, code, score="4", comment=long))
    assert answer.status_code == 422
    assert "20,001 characters: 20,000 are the most" in answer.text
    assert long in answer.text, "what was typed stays in the form"
    assert send(ada, code, score="4", comment=long[:-1]).status_code == 303
    combining = "a" + "\u0301" * 500_000
    answer = unchanged(desk.store, lambda: send(ada, unread(desk), score="4", comment=combining))
    assert answer.status_code in (400, 413, 422)
    assert send(ada, f"{unread(desk)}/draft", comment=combining).status_code in (400, 413, 422)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("3", 3.0), ("2,5", 2.5), (" 2.5 ", 2.5), ("-0", 0.0), (".5", 0.5), ("+1", 1.0), ("", None)],
)  # fmt: skip
def test_points_are_numbers_that_people_type(typed: str, kept: float | None, desk: Desk) -> None:
    code = unread(desk)
    assert send(desk.graders[ADA], code, score="4", **{"points 1a": typed}).status_code == 303
    mark = reading.paper(desk.store, desk.study.graders[ADA], code[8:]).mark
    assert mark
    assert str(mark.points.get("1a")) == str(kept), "-0 is 0"


@pytest.mark.parametrize(
    "typed",
    ["nan", "inf", "1e309", "1e0", "٣", "1_0", "0x1", "3.1", "-0.5", "1 000", "²", "9" * 5_000],
)
def test_points_that_are_no_numbers_are_refused(typed: str, desk: Desk) -> None:
    code = unread(desk)
    answer = send(desk.graders[ADA], code, score="4", **{"points 1a": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert reading.paper(desk.store, desk.study.graders[ADA], code[8:]).mark is None


def test_forms_that_are_none_change_nothing(desk: Desk) -> None:
    ada, code, carried = desk.graders[ADA], unread(desk), token(desk.graders[ADA])
    right = {"csrf": carried, "score": "4", "replaces": "0"}
    head = {"x-csrf": carried}
    many = "&".join(f"a{n}=1" for n in range(100_000))
    wide = {"content-type": "multipart/form-data; boundary=b; charset=unicode_escape"}
    part = '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n\\ud800\r\n--b--\r\n'
    form = {"content-type": "application/x-www-form-urlencoded"}
    sent = {
        "JSON": lambda: ada.post(code, json=right),
        "JSON, with its token": lambda: ada.post(code, json=right, headers=head),
        "plain text": lambda: ada.post(
            code, content="score=4", headers={**head, "content-type": "text/plain"}
        ),
        "no type": lambda: ada.post(code, content=b"score=4", headers=head),
        "100,000 fields": lambda: ada.post(code, content=f"csrf={carried}&{many}", headers=form),
        "one field of 2 MB": lambda: ada.post(code, data={**right, "comment": "x" * 1_990_000}),
        "too many bytes": lambda: ada.post(code, data={**right, "comment": "x" * 2_100_000}),
        "nothing": lambda: ada.post(code, headers=head),
        "a score that is a file": lambda: ada.post(
            code, data={"csrf": carried}, files={"score": ("4", b"4")}
        ),
        "a token that is a file": lambda: ada.post(
            code, data={"score": "4"}, files={"csrf": ("x", carried.encode())}
        ),
        "no boundary": lambda: ada.post(
            code, content=b"x", headers={**head, "content-type": "multipart/form-data"}
        ),
        "a broken part": lambda: ada.post(
            code,
            content=b"--b\r\nrubbish",
            headers={**head, "content-type": "multipart/form-data; boundary=b"},
        ),
        "half characters": lambda: ada.post(code, content=part, headers={**head, **wide}),
        "another charset": lambda: ada.post(
            code,
            content=part,
            headers={**head, "content-type": wide["content-type"].replace("unicode_", "undefined")},
        ),
    }
    for what, act in sent.items():
        answer = unchanged(desk.store, act)
        assert 400 <= answer.status_code < 500, what
        assert answer.headers["content-type"].startswith("text/"), what


def test_a_field_twice_and_a_file_where_text_is_wanted_are_read_as_one_text(desk: Desk) -> None:
    ada = desk.graders[ADA]
    data = {"csrf": token(ada), "score": ["2", "5"], "replaces": "0"}
    code = unread(desk)
    assert ada.post(code, data=data).status_code == 303
    found = reading.paper(desk.store, desk.study.graders[ADA], code[8:])
    assert found.mark
    assert found.mark.score in (2.0, 5.0)
    code = unread(desk)
    sent = ada.post(
        code,
        data={"csrf": token(ada), "score": "4"},
        files={"comment": ("evil.txt", b"a file")},
    )
    assert sent.status_code == 303
    found = reading.paper(desk.store, desk.study.graders[ADA], code[8:])
    assert found.mark
    assert found.mark.comment == ""
    told = unchanged(
        desk.store, lambda: desk.lead.post(
            "/setup/materials", data={"csrf": token(desk.lead), "files": "text"}
        ),
    )  # fmt: skip
    assert told.status_code == 422
    assert "Nothing was sent" in told.text or "nothing was sent" in told.text


def test_other_methods_do_nothing(desk: Desk) -> None:
    paths = [re.sub(r"\{\w+\}", "1", path) for path in desk.app.openapi()["paths"]]
    before = dump(desk.store)
    for path in paths:
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND", "X"):
            answer = desk.lead.request(method, path)
            assert answer.status_code in (404, 405), (method, path)
            assert "access-control-allow-origin" not in answer.headers
    assert dump(desk.store) == before


def test_names_and_reasons_that_are_sql_are_words(store: Store) -> None:
    desk = open_desk(store, start(store, graders=NAMES))
    evil = "Robert'); DROP TABLE person;--"
    assert send(desk.lead, "/people/add", names=evil).status_code == 200
    assert "Robert&#39;); DROP TABLE person;--" in desk.lead.get("/people").text
    for code in ("' OR 1=1 --", "'; DELETE FROM mark; --", '" OR ""="'):
        assert desk.graders[ADA].get(f"/essays/{quoted(code)}").status_code == 403
        assert desk.lead.get(f"/questions/{quoted(code)}").status_code == 422
        gone = send(desk.lead, f"/differences/{quoted(code)}", person="1", why=evil)
        assert gone.status_code == 422
    assert "Robert&#39;); DROP TABLE person;--" in desk.lead.get("/people").text


def test_hidden_characters_in_names_are_left_out(small: Store) -> None:
    desk = open_desk(small, start(small, graders=NAMES))
    send(desk.lead, "/people/add", names="Eve\u202e\u200b Evil\ufeff")
    assert "Eve Evil" in desk.lead.get("/people").text
    twice = send(desk.lead, "/people/add", names="Eve\u2060 Evil")
    assert (twice.status_code, "takes part already" in twice.text) == (422, True)


def test_a_desk_is_asked_for_by_its_own_names(small: Store) -> None:
    desk = open_desk(small, start(small, materials(), graders=NAMES))
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:8642", "", "[::1", "::1"):
        assert browser(desk.app).get("/", headers={"host": host}).status_code == 400, host
    for host in ("127.0.0.1:8642", "localhost", "LOCALHOST:1", "[::1]:8642"):
        assert browser(desk.app).get("/", headers={"host": host}).status_code == 200, host


TRICKS = (
    "/static/%2e%2e%2fapp.py", "/static/..%2fapp.py", "/static/../app.py", "/static/%2e%2e/app.py",
    "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/..\\app.py",
    "/static/%5c..%5capp.py", "/static/%00", "/static/desk.css%00.js", "/static/" + "a" * 5_000,
    "//etc/passwd", "/%2e%2e/x",
    "/essays/%2e%2e%2f", "/essays/..%2f..%2fstudy", "/questions/%2e%2e%2f/training", "/essays/%00",
    "/questions/%00/training", "/join/%00", "/join/%2e%2e%2f", "/join/" + "x" * 30_000,
    "/essays/" + "x" * 30_000, "/questions/" + "x" * 30_000, "/%ff%fe", "/join/%ff", "/static/%ff",
    "http://evil.example/static/desk.css", "/static/desk.css/", "/static", "/setup/materials/",
    "/;/study", "/study;x", "/study/", "/STUDY", "/.env", "/desk.db",
)  # fmt: skip


def test_tricks_in_addresses_lead_nowhere(tmp_path: object) -> None:
    import http.client

    with serving.serve(f"{tmp_path}/desk.db") as served:
        host, port = served.address.removeprefix("http://").strip("/").split(":")
        for trick in TRICKS:
            line = http.client.HTTPConnection(host, int(port), timeout=20)
            line.putrequest("GET", trick, skip_host=True)
            line.putheader("Host", f"{host}:{port}")
            line.endheaders()
            answer = line.getresponse()
            body = answer.read().decode()
            line.close()
            assert answer.status < 500, trick
            assert "import" not in body, trick
            assert "root:" not in body, trick
            moved = answer.getheader("location") or "/"
            assert moved.startswith(("/", f"http://{host}:{port}/")), trick
            assert not moved.startswith("//"), trick
