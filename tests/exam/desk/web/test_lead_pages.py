"""What the lead's pages say is to be done, at each stage; and forms that change nothing else."""

import re
from pathlib import Path

import pytest

from benchbar.exam.desk import people, rehearsal
from benchbar.exam.desk.store import Store, open_store
from benchbar.exam.desk.web.app import make
from benchbar.exam.desk.web.setting_up import FIELDS
from tests.exam.desk.made_study import OPTIONS, Study, materials, question, start
from tests.exam.desk.web.visiting import NAMES, Desk, come_in, open_desk, send, stages, token

WAITS = {
    "set-up": ["The goat of mee-1: open a calibration round."],
    "round": [],
    "scores locked": ["The goat of mee-1: all have locked their scores: open the discussion."],
    "discussion": ["The goat of mee-1: close the discussion when it is over."],
    "passed": ["The goat of mee-1: deal 14 essays."],
    "differences": ["The goat of mee-1: Benedikta, Cleomenes drifted"],
    "third readers": ["Mark 3 essays that you settle."],
    "locked": ["Unblind the study, and read the report."],
}


def waiting(desk: Desk) -> list[str]:
    """Return what waits for the lead."""
    text = desk.lead.get("/study").text
    return re.findall(r'<li><a href="[^"]*">([^<]*)</a></li>', text.split("Waits for you")[-1])


def test_the_study_page_says_what_waits_for_the_lead(small: Store) -> None:
    made = materials(question("mee-1", 20, benchmarks=0))
    desk = open_desk(small, start(small, made, graders=NAMES, options=OPTIONS))
    for stage in stages(desk.study):
        if stage in WAITS:
            found = waiting(desk)
            for words in WAITS[stage]:
                assert any(one.startswith(words) for one in found), (stage, found)
            if not WAITS[stage]:
                assert not any(one.startswith("The goat") for one in found), (stage, found)


@pytest.fixture
def rehearsed(tmp_path: Path) -> Desk:
    store = open_store(tmp_path / "desk.db")
    people.lead_link(store, "Lena")
    lead = people.at_hand(store)
    rehearsal.rehearse(store, lead, "differences")
    study = Study(store, lead, {})
    app = make(store)
    return Desk(study, app, come_in(app, study, lead), {})


def test_second_readings_are_told_with_their_intervals(rehearsed: Desk) -> None:
    text = rehearsed.lead.get("/questions/mee-1/readings").text
    for pair in ("Ada (invented) and Ben (invented)", "Ben (invented) and Cleo (invented)"):
        row = text.split(pair)[1].split("</tr>")[0]
        assert re.search(r"\d\.\d\d <small>\[-?\d\.\d\d, \d\.\d\d\]", row), row
    assert "Settle 1 difference between readers." in rehearsed.lead.get("/study").text


def test_a_study_is_locked_early_only_with_a_reason(rehearsed: Desk) -> None:
    lead = rehearsed.lead
    assert send(lead, "/results/lock").status_code == 403, "a difference is open"
    assert send(lead, "/results/lock", early="yes").status_code == 422
    assert "Lock the study" in lead.get("/results").text
    assert send(lead, "/results/lock", early="yes", why="out of time").status_code == 303
    assert "The study is locked" in lead.get("/results").text
    report = lead.get("/results/report")
    assert report.status_code == 200
    assert "Agreement was reached in calibration" in report.text
    assert "sha256-" in report.headers["content-security-policy"], "style and script by hash"


def test_what_is_typed_wrong_is_told_and_stays_in_the_form(rehearsed: Desk) -> None:
    options = {name: str(getattr(OPTIONS, name)) for name, _, _ in FIELDS}
    options |= {"kappa": "much", "why": "try"}
    answer = send(rehearsed.lead, "/setup/options", **options)
    assert answer.status_code == 422
    assert (
        "Least quadratic weighted kappa: &#39;much&#39; is no number"
        in answer.text.split('role="alert"')[1].split("</div>")[0]
    )
    assert 'value="much"' in answer.text
    answer = send(rehearsed.lead, "/questions/mee-1/second", essays="few")
    assert answer.status_code == 422
    answer = send(rehearsed.lead, "/people/add", names="Dora\nAda (invented)", role="grader")
    assert answer.status_code == 422
    assert "somebody of this name takes part already" in answer.text
    assert len(re.findall(r'value="http://[^"]*/join/', answer.text)) == 1, "Dora's link is shown"


def test_a_lead_who_may_settle_sees_no_marks(rehearsed: Desk) -> None:
    text = rehearsed.lead.get("/differences").text
    assert "points apart" in text
    assert "Invented, for a rehearsal." not in text, "the readers' comments"
    assert not re.search(r"\(invented\)\s*<b>", text), "their scores"
    assert "selected" not in text, "no third reader is suggested"


def test_essays_are_there_for_the_lead_to_look_at_as_graders_read_them(rehearsed: Desk) -> None:
    text = rehearsed.lead.get("/questions/mee-1/essays").text
    assert text.count('class="text essay-text"') == 36
    assert "intended:" not in text


def test_a_refusal_leads_back_to_its_form(rehearsed: Desk) -> None:
    answer = rehearsed.lead.post(
        "/questions/mee-1/rounds",
        data={"csrf": token(rehearsed.lead), "graders": ["2", "3"], "essays": "40"},
        headers={"referer": "http://127.0.0.1/questions/mee-1"},
    )
    assert answer.status_code in (403, 422)
    assert '<a class="main" href="/questions/mee-1">Back to the form</a>' in answer.text
