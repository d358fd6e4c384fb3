"""Studies held against the protocol of official graders."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.essays import pages, protocol
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.protocol import CHECKS, CONCLUSIONS, Holding, hold

IDS = [check.id for check in CHECKS]
answers = st.fixed_dictionaries(
    {name: st.sampled_from(["yes", "partly", "no", "unknown"]) for name in IDS}
)


def held(fields: dict[str, object]) -> Holding:
    return hold(Page(Path("form.md"), fields, ""))


def borne(found: Holding) -> list[str]:
    return [one.borne for one in found.conclusions]


def test_a_study_that_did_everything_bears_everything() -> None:
    assert borne(held(dict.fromkeys(IDS, "yes"))) == ["yes"] * 4
    assert borne(held(dict.fromkeys(IDS, True))) == ["yes"] * 4


def test_what_is_not_told_shows_nothing() -> None:
    assert borne(held({})) == ["unknown"] * 4
    assert borne(held(dict.fromkeys(IDS, "partly"))) == ["unknown"] * 4


@given(answers)
def test_a_conclusion_needs_all_that_it_rests_on(told: dict[str, object]) -> None:
    for one, conclusion in zip(held(told).conclusions, CONCLUSIONS, strict=True):
        needed = {told[name] for name in conclusion.needs}
        assert one.borne == ("no" if "no" in needed else "yes" if needed == {"yes"} else "unknown")
        assert {*one.against} == {name for name in conclusion.needs if told[name] == "no"}
        assert not {*one.against} & {*one.open}


def test_later_conclusions_rest_on_more() -> None:
    assert {name for one in CONCLUSIONS for name in one.needs} == {*IDS}
    for less, more in pairwise(CONCLUSIONS):
        assert {*less.needs} < {*more.needs}


def test_the_empty_form_is_a_form(tmp_path: Path) -> None:
    path = tmp_path / "form.md"
    path.write_text("\n".join(protocol.form_lines()))
    found = hold(pages.read(path))
    assert found.title == "Name of the study"
    assert {check.met for check in found.checks} == {"unknown"}


def test_the_published_study_is_held_by_what_is_said_of_it() -> None:
    path = Path(protocol.__file__).parent / "forms" / "katz.md"
    found = hold(pages.read(path))
    assert borne(found) == ["no"] * 4
    assert "section 4.3" in found.source
    assert {one.check for one in found.checks if one.met == "no"} == {
        "rubric", "training", "calibration essays", "blinding"
    }  # fmt: skip
    told = "\n".join(protocol.lines(found))
    assert "NO         The model writes better, or worse, than people do." in told
    assert "against it: rubric, blinding" in told


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rubrik": "yes"}, "form.md: 'rubrik' is no check: choose from agreement"),
        ({"rubric": "maybe"}, "form.md: rubric: 'maybe': must be yes, partly, no or unknown"),
        ({"rubric": []}, "rubric: []: must be"),
        ({"rubric": {"a": 1}}, "must be yes"),
    ],
)
def test_a_wrong_form_is_refused(fields: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as refused:
        held(fields)
    assert said in str(refused.value)
