"""The desk's application without a process: people of a made study, and what they see."""

import io
import re
import zipfile
from collections.abc import Callable, Collection, Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from benchbar.exam.desk import calibration, closing, live, marking, people, reading, watching
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.web.app import make
from tests.exam.desk.made_study import Study, calibrate, grade, start

ORIGIN = "http://127.0.0.1"
NAMES = ("Adalind", "Benedikta", "Cleomenes")
"""Of graders: no page says any of them by chance."""
QUESTION = "mee-1"


def browser(app: FastAPI) -> TestClient:
    """Return a browser that nobody is in on; it follows no redirection, and shows faults as 500."""
    return TestClient(app, base_url=ORIGIN, follow_redirects=False, raise_server_exceptions=False)


def come_in(app: FastAPI, study: Study, who: Who) -> TestClient:
    """Return a browser on which somebody has come in by a link."""
    found = browser(app)
    secret = people.invite(study.store, study.lead, who.id)
    assert found.post(f"/join/{secret}").status_code == 303
    return found


def token(who: TestClient) -> str:
    """Return what the forms of a session carry."""
    found = who.get("/")
    if found.status_code == 303:
        found = who.get(found.headers["location"])
    match = re.search(r'name="csrf" value="([^"]+)"', found.text)
    assert match, found.text
    return match[1]


def send(who: TestClient, path: str, **fields: object) -> Response:
    """Send a form as a page of the browser's own session does."""
    return who.post(path, data={"csrf": token(who), **fields})


class Desk(NamedTuple):
    """A made study that is served: the application, and a browser for each who takes part."""

    study: Study
    app: FastAPI
    lead: TestClient
    graders: dict[str, TestClient]

    @property
    def store(self) -> Store:
        """The database."""
        return self.study.store

    def everyone(self) -> dict[str, TestClient]:
        """The browsers by name, the lead's among them."""
        return {"Lena": self.lead, **self.graders}


def open_desk(store: Store, study: Study | None = None) -> Desk:
    """Serve a made study to all who take part in it."""
    found = study or start(store, graders=NAMES)
    app = make(store)
    graders = {
        name: come_in(app, found, who) for name, who in found.graders.items() if who.kind == "human"
    }
    return Desk(found, app, come_in(app, found, found.lead), graders)


def codes(store: Store, *conditions: object) -> list[str]:
    """Return codes that stand before people, by conditions on ``db.Placing``."""
    with store.reading() as session:
        return list(session.scalars(select(db.Placing.code).where(*conditions)))  # type: ignore[arg-type]


def stages(study: Study) -> Iterator[str]:
    """Take a study from its set-up to the lock, a step at a time; yield what each is called."""
    store, lead = study.store, study.lead
    graders = list(study.graders.values())
    yield "set-up"
    number = calibration.open_round(store, lead, QUESTION, [who.id for who in graders])
    for who in graders[:-1]:
        calibrate(study, who, QUESTION)
    yield "round"
    calibrate(study, graders[-1], QUESTION)
    yield "scores locked"
    calibration.open_discussion(store, lead, QUESTION, number)
    yield "discussion"
    calibration.close_discussion(store, lead, QUESTION, number)
    yield "passed"
    live.deal(store, lead, QUESTION)
    live.second(store, lead, QUESTION, 99)
    for n, who in enumerate(graders[:-1]):
        grade(study, who, QUESTION, above=float(2 * n))
    marking.save_draft(store, graders[-1], reading.pile(store, graders[-1], QUESTION)[0].code, {})
    yield "live"
    grade(study, graders[-1], QUESTION, above=1.0)
    yield "differences"
    apart = watching.differences(store, lead)
    for n, one in enumerate(apart):
        free = [who for who in graders if who.kind == "human" and who.name not in dict(one.marks)]
        third = free[0] if free and n % 2 else lead
        live.send_to_third(store, lead, one.essay, third.id, "far apart")
    yield "third readers"
    for who in graders:
        grade(study, who, QUESTION)
    for row in reading.thirds(store, lead):
        marking.mark(store, lead, row.code, 3.0, comment="Read again.")
    closing.lock(store, lead, "done", early=True)
    yield "locked"


class Seen(NamedTuple):
    """An answer: where it was asked for, its status, and all that it says, its headers too."""

    where: str
    status: int
    text: str


def crawl(who: TestClient, also: Collection[str] = ()) -> list[Seen]:
    """Ask for all that can be reached from the front page, and for more addresses.

    Links, pictures, scripts and the targets of forms are followed, by GET; redirections are seen
    as answers of their own. Files are opened.
    """
    waiting, met = ["/", *also], {"/", *also}
    found = []
    while waiting:
        where = waiting.pop(0)
        answer = who.get(where)
        found.append(Seen(where, answer.status_code, told(answer)))
        for link in links(where, answer):
            if link not in met:
                met.add(link)
                waiting.append(link)
    return found


def links(where: str, answer: Response) -> Iterator[str]:
    """Yield the addresses on this desk that an answer names."""
    named = [answer.headers["location"]] if "location" in answer.headers else []
    if "html" in answer.headers.get("content-type", ""):
        named += re.findall(r'(?:href|src|action|data-draft)="([^"]*)"', answer.text)
    for one in named:
        parts = urlsplit(urljoin(f"{ORIGIN}{where}", unescape(one)))
        assert f"{parts.scheme}://{parts.netloc}" == ORIGIN, f"{where} leads away, to {one}"
        yield parts.path + (f"?{parts.query}" if parts.query else "")


def told(answer: Response) -> str:
    """Return all that an answer says, as text; of a ZIP file the names and the files in it."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    if answer.headers.get("content-type") != "application/zip":
        return f"{head}\n\n{unescape(answer.text)}"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = [f"{name}\n{archive.read(name).decode()}" for name in archive.namelist()]
    return "\n".join([head, *files])


def dump(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, to see that nothing was changed."""
    with store.reading() as session:
        return {
            table.name: [
                tuple(row)
                for row in session.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in db.Base.metadata.sorted_tables
        }


def unchanged(store: Store, act: Callable[[], Response]) -> Response:
    """Do something that must leave the database as it is."""
    before = dump(store)
    found = act()
    assert dump(store) == before
    return found


def unread(desk: Desk) -> str:
    """Return the address of the first grader's next essay."""
    code = reading.next_code(desk.store, desk.study.graders[NAMES[0]], QUESTION)
    assert code
    return f"/essays/{code}"
