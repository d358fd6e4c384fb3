"""Links: each works once, for a while, by its button; guesses are slowed; no secret is kept."""

import re
import signal
import socket
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from benchbar.exam.desk import people
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.store import Store, open_store
from benchbar.exam.desk.web.app import make
from benchbar.exam.desk.web.visits import COOKIE, MOST_TRIES, WHILE_SECONDS, Tries, TriesError
from tests.exam.desk.made_study import Clock, Study, start
from tests.exam.desk.web import serving
from tests.exam.desk.web.visiting import NAMES, ORIGIN, browser, come_in, dump, open_desk, told

ADA = NAMES[0]


class Ticking:
    """A clock in seconds, turned by hand."""

    at = 1_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def study(small: Store) -> Study:
    return start(small, graders=NAMES)


def link(study: Study) -> str:
    return f"/join/{people.invite(study.store, study.lead, study.graders[ADA].id)}"


def test_a_look_at_a_link_does_not_use_it_up(study: Study) -> None:
    app, where = make(study.store), link(study)
    before = dump(study.store)
    for _ in range(3):
        page = browser(app).get(where)
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
        assert "Adalind" not in page.text
    assert dump(study.store) == before
    assert browser(app).get("/join/no-such-link").text == page.text.replace(
        where.rpartition("/")[2], "no-such-link"
    ), "a look does not tell whether there is such a link"
    assert browser(app).post(where).status_code == 303


def test_a_link_works_once_and_only_in_its_time(study: Study) -> None:
    app, where = make(study.store), link(study)
    assert browser(app).post(where).status_code == 303
    again = browser(app).post(where)
    assert (again.status_code, "used already" in again.text) == (403, True)
    late = link(study)
    clock = study.store.now
    assert isinstance(clock, Clock)
    clock.at += timedelta(hours=people.INVITED_HOURS, seconds=1)
    answer = browser(app).post(late)
    assert (answer.status_code, "expired" in answer.text) == (403, True)
    unknown = browser(app).post("/join/" + "x" * 43)
    assert (unknown.status_code, "not known" in unknown.text) == (403, True)
    for one in (again, answer, unknown):
        assert "set-cookie" not in one.headers
    removed = link(study)
    people.remove(study.store, study.lead, study.graders[ADA].id, "moved away")
    assert "not known" in browser(app).post(removed).text


def test_a_cookie_is_for_this_desk_alone_and_no_script_reads_it(study: Study) -> None:
    app = make(study.store)
    parts = browser(app).post(link(study)).headers["set-cookie"].split("; ")
    name, _, value = parts[0].partition("=")
    assert (name, len(value)) == (COOKIE, 43)
    assert set(parts[1:]) == {
        "HttpOnly", "Path=/", "SameSite=strict", f"Max-Age={people.SESSION_DAYS * 86_400}",
    }  # fmt: skip
    encrypted = TestClient(app, base_url="https://127.0.0.1", follow_redirects=False)
    assert "Secure" in encrypted.post(link(study)).headers["set-cookie"].split("; ")


def test_a_link_that_another_site_sends_lets_nobody_in(study: Study) -> None:
    app, where = make(study.store), link(study)
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = browser(app).post(where, headers=headers)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert browser(app).post(where, headers={"origin": ORIGIN}).status_code == 303


def test_after_too_many_guesses_an_address_waits_and_others_do_not(study: Study) -> None:
    app, clock = make(study.store), Ticking()
    app.state.tries = Tries(clock)
    here = TestClient(app, ORIGIN, client=("10.0.0.1", 1), follow_redirects=False)
    there = TestClient(app, ORIGIN, client=("10.0.0.2", 1), follow_redirects=False)
    for n in range(MOST_TRIES):
        assert here.post(f"/join/guess{n}").status_code == 403
        clock.at += 1
    where = link(study)
    refused = here.post(where)
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == str(round(WHILE_SECONDS) - MOST_TRIES)
    assert f"wait {round(WHILE_SECONDS) - MOST_TRIES} seconds" in refused.text
    assert here.get(where).status_code == 200, "pages are there all the while"
    assert there.post(link(study)).status_code == 303
    clock.at += WHILE_SECONDS - MOST_TRIES - 0.5
    assert here.post(where).status_code == 429
    assert here.post(where).headers["retry-after"] == "1"
    clock.at += 0.5
    assert here.post(where).status_code == 303


def test_links_that_work_are_no_guesses(study: Study) -> None:
    app = make(study.store)
    for _ in range(MOST_TRIES + 2):
        assert browser(app).post(link(study)).status_code == 303


def test_many_addresses_do_not_fill_the_memory() -> None:
    tries = Tries(Ticking())
    for n in range(25_000):
        tries.fail(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    assert len(tries._failed) <= 10_000
    for _ in range(MOST_TRIES):
        tries.fail("1.2.3.4")
    with pytest.raises(TriesError):
        tries.check("1.2.3.4")


def test_no_secret_is_in_the_database_or_in_what_is_taken_away(
    study: Study, tmp_path: Path
) -> None:
    desk = open_desk(study.store, study)
    where = link(study)
    secrets = [where.rpartition("/")[2]]
    secrets += [who.cookies[COOKIE] for who in desk.everyone().values()]
    held = [repr(dump(study.store))]
    held += [path.read_bytes().decode("latin-1") for path in tmp_path.glob("desk.db*")]
    held += [told(desk.lead.get(f"/results/benchbar-desk{end}")) for end in ("-csv.zip", ".jsonl")]
    assert len(held) >= 4
    for text in held:
        assert not [one for one in secrets if one in text]
    taken = held[-2] + held[-1]
    with study.store.reading() as session:
        kept = [*session.scalars(select(db.Invitation.secret)),
                *session.scalars(select(db.Session.token)),
                *session.scalars(select(db.Session.csrf))]  # fmt: skip
    assert len(kept) > 8
    assert not [one for one in kept if one in taken], "not even their hashes"


class Talk(NamedTuple):
    """What a desk printed, the secrets that went to and fro, the statuses of guesses."""

    printed: str
    secrets: list[str]
    guesses: list[int]


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    """Let people come in and stray, break an upload off, and have the desk meet a fault."""
    folder = tmp_path_factory.mktemp("desk")
    db, errors = folder / "desk.db", folder / "errors"
    with errors.open("w") as file, serving.serve(str(db), errors=file) as served:
        with httpx.Client(base_url=served.address) as lead:
            lead.post(served.link)
            page = lead.get("/people").text
            csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
            added = lead.post("/people/add", data={"csrf": csrf, "names": "Cleo", "role": "lead"})
            invited = re.findall(r"/join/([\w-]+)", added.text)
            lead.get(f"/join/{invited[0]}")
            lead.post("/join/guessed")
            lead.post("/setup/materials", data={"csrf": csrf}, files={"files": ("a.zip", b"PK")})
            secrets = [served.link.rpartition("/")[2], lead.cookies[COOKIE], csrf, *invited]
            break_off(served.address, lead.cookies[COOKIE])
            with open_store(db).engine.begin() as connection:
                connection.exec_driver_sql(
                    "CREATE TRIGGER broken BEFORE INSERT ON person "
                    "BEGIN SELECT RAISE(ABORT, 'a broken table'); END"
                )
            form = {"csrf": csrf, "names": "Dorothea"}
            assert lead.post("/people/add", data=form).status_code == 500
            guesses = [
                httpx.post(f"{served.address}join/{n}", headers={"x-forwarded-for": f"10.0.0.{n}"})
                for n in range(MOST_TRIES + 1)
            ]
        served.process.send_signal(signal.SIGINT)
        assert served.process.stdout
        told = served.process.stdout.read()
        served.process.wait(20)
    statuses = [one.status_code for one in guesses]
    return Talk(f"{served.address} {told}{errors.read_text()}", secrets, statuses)


def break_off(address: str, cookie: str) -> None:
    """Begin to send materials, and go."""
    host, port = re.findall(r"//(.*):(\d+)/", address)[0]
    head = (
        f"POST /setup/materials HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {COOKIE}={cookie}\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999\r\n\r\n--b\r\n"
    )
    with socket.create_connection((host, int(port))) as line:
        line.sendall(head.encode())


def test_no_secret_is_in_what_the_program_prints(talk: Talk) -> None:
    assert len(talk.secrets) == 4
    assert "Ctrl-C" in talk.printed
    assert not [one for one in talk.secrets if one in talk.printed]
    assert not re.findall(r"\b[0-9a-f]{64}\b", talk.printed), "no hash of one"


def test_a_fault_is_printed_without_what_was_sent_and_who_goes_is_none(talk: Talk) -> None:
    assert "a broken table" in talk.printed
    assert "Dorothea" not in talk.printed
    assert talk.printed.count("Exception in ASGI") == 1, "one fault"
    assert "Disconnect" not in talk.printed


def test_a_guess_cannot_say_that_it_comes_from_elsewhere(talk: Talk) -> None:
    assert talk.guesses[0] == 403
    assert talk.guesses[-1] == 429


def test_the_links_of_leads_are_shown_once(study: Study) -> None:
    desk = open_desk(study.store, study)
    page = desk.lead.get("/people").text
    csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
    shown = desk.lead.post("/people/2/invite", data={"csrf": csrf})
    assert len(re.findall(r"/join/[\w-]{43}", shown.text)) == 1
    assert shown.headers["cache-control"] == "no-store"
    assert "/join/" not in desk.lead.get("/people").text
    assert come_in(desk.app, study, study.graders[ADA]).get("/").status_code == 200
