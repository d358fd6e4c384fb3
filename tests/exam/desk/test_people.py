"""Links are good once and for a time; sessions end; only hashes are kept."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from benchbar.errors import InputError
from benchbar.exam.desk import people, reading, training, watching
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import Clock, Study, start


@pytest.fixture
def study(store: Store) -> Study:
    return start(store, models=["Mo"])


def _wait(store: Store, **how_long: float) -> None:
    assert isinstance(store.now, Clock)
    store.now.at += timedelta(**how_long)


def test_a_link_is_good_once(study: Study) -> None:
    store, ada = study.store, study.graders["Ada"]
    secret = people.invite(store, study.lead, ada.id)
    entry = people.enter(store, secret)
    assert entry.who == ada
    with pytest.raises(RefusedError, match="used already"):
        people.enter(store, secret)
    with pytest.raises(RefusedError, match="not known"):
        people.enter(store, secret + "x")


def test_a_link_expires(study: Study) -> None:
    store = study.store
    secret = people.invite(store, study.lead, study.graders["Ada"].id, hours=1)
    _wait(store, hours=2)
    with pytest.raises(RefusedError, match="expired"):
        people.enter(store, secret)


def test_a_session_ends_by_leaving_by_time_and_with_its_person(study: Study) -> None:
    store, ada = study.store, study.graders["Ada"]
    tokens = [people.enter(store, people.invite(store, study.lead, ada.id)).token for _ in range(3)]
    visits = [people.visit(store, token) for token in tokens]
    assert all(visit and visit.who == ada for visit in visits)
    assert len({visit.csrf for visit in visits if visit}) == 3
    people.leave(store, tokens[0])
    assert people.visit(store, tokens[0]) is None
    assert people.visit(store, "forged") is None
    people.remove(store, study.lead, ada.id, "moved away")
    assert people.visit(store, tokens[1]) is None
    with pytest.raises(InputError, match="only a person who takes part"):
        people.invite(store, study.lead, ada.id)
    lead = people.enter(store, people.lead_link(store)).token
    assert people.visit(store, lead)
    _wait(store, days=people.SESSION_DAYS + 1)
    assert people.visit(store, lead) is None


def test_whoever_left_does_nothing_more_though_his_pages_are_open(study: Study) -> None:
    store, ada = study.store, study.graders["Ada"]
    people.remove(store, study.lead, ada.id, "moved away")
    with pytest.raises(RefusedError, match="do not take part"):
        training.done(store, ada, "mee-1")
    assert "Ada" not in {who.name for who in people.everyone(store, study.lead)}


def test_no_secret_is_kept(study: Study) -> None:
    store = study.store
    secret = people.invite(store, study.lead, study.graders["Ada"].id)
    token = people.enter(store, secret).token
    with store.reading() as session:
        held = [
            repr(row)
            for table in (db.Invitation.__table__, db.Session.__table__)
            for row in session.execute(select(table))
        ]
    assert held
    assert not any(one in row for one in (secret, token) for row in held)
    assert secret not in repr(watching.record(store, study.lead))


def test_the_first_lead_needs_a_name_and_later_links_are_his(store: Store) -> None:
    with pytest.raises(InputError, match="the name is empty"):
        people.lead_link(store, " ")
    first = people.enter(store, people.lead_link(store, "Lena")).who
    again = people.enter(store, people.lead_link(store, "Somebody")).who
    assert again == first
    assert first.role == "lead"


def test_the_program_acts_for_the_first_lead_who_still_takes_part(store: Store) -> None:
    with pytest.raises(InputError, match="nobody leads this study yet"):
        people.at_hand(store)
    first = people.enter(store, people.lead_link(store, "Lena")).who
    second = people.add(store, first, "Lou", role="lead")
    people.add(store, first, "Ada")
    assert people.at_hand(store) == first
    people.remove(store, second, first.id, "moved away")
    assert people.at_hand(store) == second


def test_only_a_lead_adds_people_and_assigns_questions(study: Study) -> None:
    store, ada = study.store, study.graders["Ada"]
    with pytest.raises(RefusedError, match="only a lead"):
        people.add(store, ada, "Eve")
    with pytest.raises(InputError, match="takes part already"):
        people.add(store, study.lead, " Ada ")
    with pytest.raises(InputError, match="none of this name"):
        people.add(store, study.lead, "Dan", ["mee-9"])
    with pytest.raises(InputError, match="a lead is a person"):
        people.add(store, study.lead, "Bot", role="lead", kind="model")
    dan = people.add(store, study.lead, "Dan", ["mpt-1"])
    assert [desk.question for desk in reading.desks(store, dan)] == ["mpt-1"]
    with pytest.raises(RefusedError, match="not yours"):
        training.read(store, dan, "mee-1")
    people.assign(store, study.lead, dan.id, "mee-1")
    people.assign(store, study.lead, dan.id, "mee-1")
    assert [desk.question for desk in reading.desks(store, dan)] == ["mee-1", "mpt-1"]
    second = people.add(store, study.lead, "Lou", role="lead")
    with pytest.raises(RefusedError, match="nobody can remove himself"):
        people.remove(store, second, second.id, "x")


def test_a_model_has_no_link_and_acts_through_the_lead(study: Study) -> None:
    store, mo = study.store, study.graders["Mo"]
    with pytest.raises(InputError, match="only a person"):
        people.invite(store, study.lead, mo.id)
    assert people.model(store, study.lead, mo.id) == mo
    with pytest.raises(InputError, match="no model"):
        people.model(store, study.lead, study.graders["Ada"].id)


def test_forms_are_compared_whole() -> None:
    assert people.same("ä", "ä")
    assert not people.same("", "a")
