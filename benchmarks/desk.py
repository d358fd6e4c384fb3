"""Measures the desk with fifty graders at once: python -m benchmarks.desk SQLite|PostgreSQL.

A server in a process of its own; every grader a thread with a connection of its own, which opens an
essay, types (the draft is sent twice), and marks it, an essay every few seconds. Then every mark
that was confirmed is looked for in the database.
"""

import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx
from sqlalchemy import select

from benchbar.exam.desk import calibration, live, marking, people, reading, training
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store, open_store
from benchbar.exam.essays import materials
from benchbar.exam.essays.materials import Essay, Materials
from tests.exam.desk import clusters
from tests.exam.desk.made_study import start
from tests.exam.desk.web.serving import EXAMPLE, serve

GRADERS = 50
ESSAYS_EACH = 10
SECONDS_EACH = 4.0
"""That a grader takes for an essay; people take minutes."""
IN_A_ROUND = 3
QUESTION = "mee-1"


def study() -> Materials:
    """Return the example's first question, with its essays over and over."""
    found = materials.read(EXAMPLE).question(QUESTION)
    wanted = GRADERS * ESSAYS_EACH + IN_A_ROUND
    essays = tuple(
        Essay(f"essay-{n:04}", f"{found.essays[n % len(found.essays)].text}\n\n({n})")
        for n in range(wanted)
    )
    return Materials("Load", "invented", "", (replace(found, essays=essays, benchmarks={}),))


def prepare(where: str) -> list[str]:
    """Make a study whose graders have passed calibration and have their piles; return sessions."""
    store = open_store(where)
    options = Options(second_readers=0.0, drift_every=1_000, adjacent=0, kappa=-1, spearman=-1)
    names = [f"Grader {n:02}" for n in range(GRADERS)]
    made = start(store, study(), options=options, graders=names)
    graders = list(made.graders.values())
    ids = [who.id for who in graders]
    calibration.open_round(store, made.lead, QUESTION, ids, essays=IN_A_ROUND)
    for who in graders:
        _calibrate(store, who)
    calibration.open_discussion(store, made.lead, QUESTION, 1)
    calibration.close_discussion(store, made.lead, QUESTION, 1)
    live.deal(store, made.lead, QUESTION)
    links = [people.invite(store, made.lead, who.id) for who in graders]
    tokens = [people.enter(store, link).token for link in links]
    store.close()
    return tokens


def _calibrate(store: Store, who: Who) -> None:
    training.done(store, who, QUESTION)
    codes = [row.code for row in reading.round_of(store, who, QUESTION).rows]
    texts = {code: reading.paper(store, who, code).text for code in codes}
    order = sorted(codes, key=texts.__getitem__)
    calibration.rank(store, who, QUESTION, order)
    calibration.lock_ranks(store, who, QUESTION)
    for place, code in enumerate(order):
        marking.mark(store, who, code, float(place + 1))
    calibration.lock_scores(store, who, QUESTION)


class Grader(threading.Thread):
    """A grader at work; keeps how long each page took, and what was confirmed."""

    def __init__(self, address: str, token: str, seed: int) -> None:
        super().__init__()
        self._client = httpx.Client(base_url=address, cookies={"desk": token}, timeout=60)
        self._luck = random.Random(seed)
        self.pages: list[float] = []
        self.marks: list[float] = []
        self.drafts: list[float] = []
        self.confirmed: set[str] = set()

    def run(self) -> None:
        """Grade a whole pile."""
        time.sleep(self._luck.uniform(0, SECONDS_EACH))
        where = self._client.get(f"/questions/{QUESTION}/next").headers["location"]
        while where.startswith("/essays/"):
            where = self._essay(where)

    def _essay(self, where: str) -> str:
        page = self._timed(self.pages, "GET", where)
        csrf = page.text.split('name="csrf" value="')[1].split('"')[0]
        fields = {
            "csrf": csrf,
            "replaces": "0",
            "score": "4",
            "comment": "Sound.",
            "points 1a": "1",
        }
        for _ in range(2):
            time.sleep(self._luck.uniform(0.5, 1.5) * SECONDS_EACH / 3)
            self._timed(self.drafts, "POST", f"{where}/draft", fields)
        time.sleep(self._luck.uniform(0.5, 1.5) * SECONDS_EACH / 3)
        answer = self._timed(self.marks, "POST", where, fields)
        self.confirmed.add(where.split("/")[2])
        return str(answer.headers["location"]).split("?")[0]

    def _timed(
        self, times: list[float], method: str, where: str, fields: dict[str, str] | None = None
    ) -> httpx.Response:
        begun = time.perf_counter()
        answer = self._client.request(method, where, data=fields)
        times.append(1000 * (time.perf_counter() - begun))
        if answer.status_code >= 400:
            raise SystemExit(f"{method} {where}: {answer.status_code}: {answer.text}")
        return answer


def measure(where: str) -> dict[str, float]:
    """Let all graders grade at once."""
    tokens = prepare(where)
    with serve(where) as served:
        graders = [Grader(served.address, token, n) for n, token in enumerate(tokens)]
        begun = time.perf_counter()
        for one in graders:
            one.start()
        for one in graders:
            one.join()
        seconds = time.perf_counter() - begun
    confirmed = set().union(*(one.confirmed for one in graders))
    told: dict[str, float] = {
        "seconds": seconds,
        "marks": len(confirmed),
        "lost": len(confirmed - _kept(where)),
    }
    for name in ("pages", "marks", "drafts"):
        times = [each for one in graders for each in getattr(one, name)]
        told |= {f"{name}_median": statistics.median(times), f"{name}_95": _high(times)}
    return told


def _high(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _kept(where: str) -> set[str]:
    store = open_store(where)
    with store.reading() as session:
        found = set(session.scalars(select(db.Mark.code)))
    store.close()
    return found


def main() -> None:
    """Measure on SQLite, or on a PostgreSQL server of our own."""
    if sys.argv[1:] == ["PostgreSQL"]:
        with clusters.cluster() as url:
            print(json.dumps(measure(url % "postgres")))
    else:
        with tempfile.TemporaryDirectory() as scratch:
            print(json.dumps(measure(str(Path(scratch) / "desk.db"))))


if __name__ == "__main__":
    main()
