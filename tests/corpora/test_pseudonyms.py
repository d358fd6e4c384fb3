"""Names and numbers are replaced alike throughout a file, and nothing else is."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.corpora.name_finding import word_lists
from benchbar.corpora.pseudonyms import Report, pseudonymise
from benchbar.corpora.textfiles import text_of
from benchbar.corpora.transcripts import read_transcript

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("BENCHBAR_SHARED", ROOT.parent / "shared")) / "data" / "transcripts"

LINES = [
    "PAUL QUILLMAN,",
    "having been first duly sworn, testified as follows:",
    "BY MS. THORNBY:",
    "Q.  Please state your full name for the record.",
    "A.  Paul Quillman, Q-u-i-l-l-m-a-n.",
    "Q.  Mr. Quillman, did Ms. Thornby's clerk, Anna Brack, or",
    "Dr. Will",
    "call you?  Will you tell us?",
    "MR. O'DELL:  Objection.  Quillman's answer stands.",
    "A.  Anna did, at 555-310-4477, then again at (312) 555-9981.",
    "She wrote from a.brack@ferry.test on behalf of Will and Brack.",
    "Q.  Is that Case No. 21-cv-00417?",
    "A.  Yes.  My account is 4417 2281 9002 1175, and 20 others.",
    "I lived at 1420 North Gable Street, Suite 9.",
    "THE WITNESS:  ANNA BRACK SIGNED IT, AND I WILL TOO.",
]


def done() -> str:
    return "\n".join(pseudonymise(LINES)[0])


@pytest.mark.parametrize(
    "name",
    ["quillman", "thornby", "paul", "anna", "brack", "o'dell", "gable", "4477", "00417", "4417"],
)
def test_no_name_or_number_survives(name: str) -> None:
    assert name not in done().lower()


def test_the_same_name_has_the_same_pseudonym_in_its_own_case() -> None:
    lines, _ = pseudonymise(LINES)
    first, last = lines[0].rstrip(",").split()
    assert first.isupper()
    assert last.isupper()
    assert lines[4].startswith(f"A.  {first.title()} {last.title()}, ")
    assert lines[4].split(", ")[1] == "-".join(last.title()) + "."
    assert f"Mr. {last.title()}, did Ms. " in lines[5]
    assert f"  {last.title()}'s answer" in lines[8]
    assert first.lower() in [name.lower() for name in word_lists()["men"]]


def test_pseudonyms_are_about_as_long_as_the_names() -> None:
    for before, after in zip(LINES, pseudonymise(LINES)[0], strict=True):
        assert abs(len(before) - len(after)) <= 16


def test_words_that_are_names_as_well_are_replaced_only_as_names() -> None:
    lines, _ = pseudonymise(LINES)
    doctor = lines[6].removeprefix("Dr. ")
    assert doctor != "Will"
    assert lines[7] == LINES[7]
    assert f"behalf of {doctor} and" in lines[10]
    assert lines[14].endswith("AND I WILL TOO.")


def test_roles_titles_and_short_numbers_stay() -> None:
    lines, _ = pseudonymise(LINES)
    assert lines[1] == LINES[1]
    assert lines[3] == LINES[3]
    assert lines[14].startswith("THE WITNESS:  ")
    assert "and 20 others" in lines[12]
    assert "Suite 9" in lines[13]


def test_the_report_counts_kinds_and_tells_no_names() -> None:
    _, report = pseudonymise(LINES)
    kinds = {one.kind: (one.different, one.places) for one in report.replaced}
    assert kinds == {
        "account number": (1, 1),
        "case number": (1, 1),
        "e-mail address": (1, 1),
        "name": (7, 18),
        "street address": (1, 1),
        "telephone number": (2, 2),
    }
    assert "no guarantee" in report.caveat
    assert "quill" not in repr(report).lower()


def test_names_known_only_from_the_cover_are_replaced_too() -> None:
    lines = ["Q.  Did Marsden call?", "A.  No."]
    assert pseudonymise(lines)[0] == lines
    with_cover, _ = pseudonymise(lines, context=["BY:  JOAN MARSDEN, ESQ."])
    assert "Marsden" not in with_cover[0]


def test_an_answer_on_the_next_line_may_be_bare() -> None:
    lines, _ = pseudonymise(
        ["Q    State your name.", "A    Sure.  Odo Prill.", "Q    Mr.", "Prill?"]
    )
    assert not re.search("Odo|Prill", " ".join(lines))


def test_all_capitals_are_read() -> None:
    lines = ["MR. VARGO:  MR. HASK OBJECTED TO IT.", "Q.  WHO IS HASK?", "MS. VARGO OBJECTED."]
    found, _ = pseudonymise(lines)
    assert not re.search("VARGO|HASK", " ".join(found))
    assert " OBJECTED TO IT." in found[0]
    assert found[2].endswith(" OBJECTED.")


@given(
    st.lists(
        st.one_of(
            st.sampled_from(LINES), st.text(st.characters(exclude_characters="\n"), max_size=40)
        ),
        max_size=30,
    )
)
def test_as_many_lines_come_back_and_always_the_same(lines: list[str]) -> None:
    found, report = pseudonymise(lines)
    assert len(found) == len(lines)
    assert isinstance(report, Report)
    assert pseudonymise(lines) == (found, report)


@pytest.mark.parametrize("name", ["01", "02", "05", "09", "14", "15"])
def test_no_speaker_of_a_real_transcript_keeps_a_name(name: str) -> None:
    path = next(SHARED.glob(f"{name}_*.txt"), None)
    if path is None:
        pytest.skip("the real excerpts are not here; set BENCHBAR_SHARED to their folder")
    read = read_transcript(path)
    lines = [line.words for line in read.lines]
    found, report = pseudonymise(lines, [aside.text for aside in read.set_aside])
    labels = re.findall(r"\b(?:MR|MS|MRS|DR)\. +([A-Z'’ -]+):", text_of(path))
    names = {word for label in labels for word in label.split() if len(word) > 2}
    assert names or name == "15"
    told = "\n".join(found)
    assert not [word for word in names if re.search(rf"\b{word}\b", told, re.IGNORECASE)]
    assert sum(before == after for before, after in zip(lines, found, strict=True)) > len(lines) / 2
    assert {one.kind for one in report.replaced} >= ({"name"} if name != "15" else set())
