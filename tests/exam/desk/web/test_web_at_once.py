"""Several at once: both marks are kept, one of two tabs is told, of two leads one acts."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import func, select

from benchbar.exam.desk import live, people, reading, training
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import Study, calibrate, grade, run_round, start
from tests.exam.desk.web.visiting import (
    NAMES,
    ORIGIN,
    QUESTION,
    Desk,
    come_in,
    open_desk,
    send,
    token,
)

ADA, BEN, _ = NAMES


def at_once(*acts: Callable[[], Response]) -> list[Response]:
    """Send all at the same moment."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Response]) -> Response:
        barrier.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def dealt(store: Store) -> Desk:
    study = start(store, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    return open_desk(store, study)


def two_leads(store: Store, study: Study) -> tuple[TestClient, TestClient]:
    desk = open_desk(store, study)
    second = people.add(store, study.lead, "Lou", role="lead")
    return desk.lead, come_in(desk.app, study, second)


def counted(store: Store, kind: str) -> int:
    with store.reading() as session:
        return session.scalar(select(func.count()).where(db.Event.kind == kind)) or 0


def test_two_graders_mark_the_same_essay_at_the_same_moment(store: Store) -> None:
    desk = dealt(store)
    with store.reading() as session:
        twice = session.scalars(
            select(db.Placing.essay)
            .where(db.Placing.use.in_(("live", "second")))
            .group_by(db.Placing.essay)
            .having(func.count() == 2)
        ).all()
        rows = session.execute(
            select(db.Placing.code, db.Person.name)
            .join(db.Person, db.Person.id == db.Placing.person)
            .where(db.Placing.essay == twice[0], db.Placing.round == 0)
        ).all()
    forms = {
        code: {"csrf": token(desk.graders[name]), "score": str(2 + n), "comment": name}
        for n, (code, name) in enumerate(rows)
    }
    answers = at_once(
        *(
            lambda code=code, name=name: desk.graders[name].post(
                f"/essays/{code}", data=forms[code]
            )
            for code, name in rows
        )
    )
    assert [one.status_code for one in answers] == [303, 303]
    for code, name in rows:
        mark = reading.paper(store, desk.study.graders[name], code).mark
        assert mark
        assert (f"{mark.score:g}", mark.comment) == (forms[code]["score"], name)


def test_of_two_tabs_one_is_kept_and_the_other_told_with_its_text_in_the_form(
    store: Store,
) -> None:
    desk = dealt(store)
    ada, who = desk.graders[ADA], desk.study.graders[ADA]
    csrf = token(ada)
    code = reading.next_code(store, who, QUESTION)
    tabs = [TestClient(desk.app, ORIGIN, follow_redirects=False) for _ in range(2)]
    for tab in tabs:
        tab.cookies.set("desk", ada.cookies["desk"])
    forms = [
        {"csrf": csrf, "replaces": "0", "score": "2", "points 1a": "1.5", "comment": "first tab"},
        {"csrf": csrf, "replaces": "0", "score": "5", "points 1a": "2.5", "comment": "second tab"},
    ]
    answers = at_once(
        *(
            lambda tab=tab, form=form: tab.post(f"/essays/{code}", data=form)
            for tab, form in zip(tabs, forms, strict=True)
        )
    )
    assert sorted(one.status_code for one in answers) == [303, 409]
    lost = answers.index(next(one for one in answers if one.status_code == 409))
    kept, page, form = forms[1 - lost], answers[lost].text, forms[lost]
    assert code
    mark = reading.paper(store, who, code).mark
    assert mark
    assert mark.comment == kept["comment"]
    assert f"there stands a score of {kept['score']}" in page
    assert f">{form['comment']}</textarea>" in page
    assert f'value="{form["points 1a"]}"' in page
    assert f'value="{form["score"]}" checked' in page
    number = re.findall(r'name="replaces" value="(\d+)"', page)[0]
    again = tabs[lost].post(
        f"/essays/{code}", data={**form, "replaces": number, "why": "that was the better one"}
    )
    assert again.status_code == 303
    mark = reading.paper(store, who, code).mark
    assert mark
    assert (mark.number, mark.comment) == (2, form["comment"])


def test_what_was_begun_before_a_mark_and_arrives_after_it_is_not_kept(small: Store) -> None:
    desk = dealt(small)
    ada, who = desk.graders[ADA], desk.study.graders[ADA]
    code = reading.next_code(small, who, QUESTION)
    assert code
    assert send(ada, f"/essays/{code}", score="4", replaces="0").status_code == 303
    late = send(ada, f"/essays/{code}/draft", score="4", comment="half", replaces="0")
    assert late.status_code == 403
    assert reading.paper(small, who, code).draft is None
    assert send(ada, f"/essays/{code}/draft", score="3", replaces="1").status_code == 200


def test_of_two_leads_one_locks(store: Store) -> None:
    study = start(store, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(store, study.lead, QUESTION)
    for who in study.graders.values():
        grade(study, who, QUESTION)
    leads = two_leads(store, study)
    forms = [{"csrf": token(one), "why": "done", "early": "yes"} for one in leads]
    for path, kind, told in (
        ("/results/lock", "locked", "locked"),
        ("/results/unblind", "unblinded", "unblinded already"),
    ):
        answers = at_once(
            *(
                lambda one=one, form=form, path=path: one.post(path, data=form)
                for one, form in zip(leads, forms, strict=True)
            )
        )
        assert sorted(one.status_code for one in answers) == [303, 403]
        refused = next(one for one in answers if one.status_code == 403)
        assert told in refused.text
        assert counted(store, kind) == 1


def test_of_two_leads_one_opens_a_round_and_its_discussion_and_deals(store: Store) -> None:
    study = start(store, graders=NAMES)
    for who in study.graders.values():
        training.done(store, who, QUESTION)
    leads = two_leads(store, study)
    csrf = [token(one) for one in leads]

    def both(path: str, **fields: object) -> list[int]:
        answers = at_once(
            *(
                lambda one=one, key=key: one.post(
                    f"/questions/{QUESTION}/{path}", data={"csrf": key, **fields}
                )
                for one, key in zip(leads, csrf, strict=True)
            )
        )
        return sorted(one.status_code for one in answers)

    ids = [str(who.id) for who in study.graders.values()]
    assert both("rounds", graders=ids, essays="6") == [303, 403]
    assert counted(store, "round opened") == 1
    finish_round(study)
    assert both("rounds/1/open") == [303, 403]
    assert counted(store, "gate") == 3
    assert both("rounds/1/close") == [303, 403]
    assert both("deal", graders=ids) == [303, 403]
    with store.reading() as session:
        live_ones = session.scalars(select(db.Placing.essay).where(db.Placing.use == "live")).all()
    assert len(live_ones) == len(set(live_ones)) == 12


def finish_round(study: Study) -> None:
    for who in study.graders.values():
        calibrate(study, who, QUESTION)


def test_of_two_leads_who_remove_each_other_one_stays(store: Store) -> None:
    study = start(store, graders=NAMES)
    first, second = two_leads(store, study)
    lou = next(one.id for one in people.everyone(store, study.lead) if one.name == "Lou")
    csrf = token(first), token(second)
    answers = at_once(
        lambda: first.post(f"/people/{lou}/remove", data={"csrf": csrf[0], "why": "x"}),
        lambda: second.post(f"/people/{study.lead.id}/remove", data={"csrf": csrf[1], "why": "x"}),
    )
    assert sorted(one.status_code for one in answers) in ([303, 401], [303, 403])
    assert counted(store, "left") == 1
    assert people.at_hand(store)


def test_a_grader_who_is_removed_leaves_nothing_that_holds_the_study_up(small: Store) -> None:
    desk = dealt(small)
    before = len(reading.pile(small, desk.study.graders[BEN], QUESTION))
    code = reading.next_code(small, desk.study.graders[ADA], QUESTION)
    assert send(desk.graders[ADA], f"/essays/{code}", score="4").status_code == 303
    send(desk.lead, f"/people/{desk.study.graders[ADA].id}/remove", why="moved away")
    assert re.search(r"deal \d+ essays", desk.lead.get("/study").text)
    assert send(desk.lead, f"/questions/{QUESTION}/deal").status_code == 303
    assert len(reading.pile(small, desk.study.graders[BEN], QUESTION)) > before
    for name in NAMES[1:]:
        grade(desk.study, desk.study.graders[name], QUESTION)
    for essay in re.findall(r'action="/differences/(\w+)"', desk.lead.get("/differences").text):
        live.send_to_third(small, desk.study.lead, essay, desk.study.lead.id, "far apart")
    grade_thirds(desk)
    assert send(desk.lead, "/results/lock", why="done").status_code == 303


def grade_thirds(desk: Desk) -> None:
    for row in reading.thirds(desk.store, desk.study.lead):
        assert send(desk.lead, f"/essays/{row.code}", score="3").status_code == 303
