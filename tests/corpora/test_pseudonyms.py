"""Names and numbers are replaced alike throughout a file, and nothing else is."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.corpora.name_lists import word_lists
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


COVER = [
    "1          IN THE DISTRICT COURT OF EXAMPLE COUNTY",
    "2   JOHN SMITH and MARY YOUNG,",
    "3            Plaintiffs,",
    "4   vs.                        CASE NO. 2:19-cv-01234",
    "5   ROBERT LONG, individually, )",
    "6            Defendant.",
    "1   APPEARANCES",
    "2   For the Plaintiffs:",
    "3        ALAN HUNTER",
    "4        Marble & Coats LLP",
    "5   BY:  SUSAN RICH",
    "6   REPORTED BY:  DEBORAH COOK",
]
"""A cover on which everybody has a surname that is a word, and nobody a title."""

NAMED = [
    "Q.  Did Smith call?",
    "A.  Smith called me, and Long said nothing.",
    "A.  Long was angry.",
    "Q.  The Smith deposition is Smith Exhibit 4.",
    "(LONG EXHIBIT 5 WAS MARKED.)",
    "A.  Smith's letter, SMITH'S car, Smith’s house, the Smiths' dog.",
    "Q.  I read the Youngs' mail and Young's diary.",
    "A.  In Smith v. Long, they say.",
    "Q.  Who told Hunter?  Hunter did.",
    "A.  Hunter and Cook were there with Rich.",
    "Q.  Robert Young?  Young did, I mean.",
    "A.  I met Mary and John.  John's wife came.",
    "Q.  YOUNG SAID SO, AND MR. LONG.",
    "MS. RICH:  Objection.",
]
KEPT = [
    "Q.  Young people like long days.  Rich people cook.",
    "A.  Long Island is long.  I was young, and rich.",
    "Q.  Long-term plans are good.  Cook County is near.",
    "A.  Young men were there.",
]


@pytest.mark.parametrize("line", NAMED)
def test_a_surname_that_is_a_word_is_found_by_the_cover(line: str) -> None:
    found, _ = pseudonymise([line, *KEPT], COVER)
    names = r"\b(?:Smith|Smiths|Long|Young|Youngs|Hunter|Cook|Rich|Mary|John|Robert)\b"
    assert not re.findall(names, found[0], re.IGNORECASE)
    assert [bool(c.isalnum()) for c in line if not c.isalpha()] == [
        bool(c.isalnum()) for c in found[0] if not c.isalpha()
    ]


def test_the_same_words_stay_where_they_are_words() -> None:
    assert pseudonymise([*KEPT, *NAMED], COVER)[0][: len(KEPT)] == KEPT


def test_without_evidence_words_with_a_capital_stay() -> None:
    lines = ["Q.  Young people were at Long Beach in May.", "A.  Brown bread.  Cook it."]
    assert pseudonymise(lines)[0] == lines


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        ("MR. BROWN:  Objection.", "I called Brown."),
        ("BY MS. DAY:", "Then Day left."),
        ("EXAMINATION BY MR. KING:", "Did King sign?"),
        ("PETER BROWN, called as a witness, was sworn and examined", "He told Brown."),
        ("Deposition of WALTER FISHER", "Fisher signed."),
        ("We read the Carter Deposition.", "It was Carter."),
        ("This is Baker Exhibit 3.", "Baker made it."),
        ("Taken in Turner v. Wood.", "Wood said so."),
        ("I, DONNA BISHOP, do hereby certify", "It was Bishop."),
        ("________________ DONNA BISHOP", "It was Bishop."),
        ("THE HONORABLE CARL JUSTUS POPE", "Then Pope ruled."),
        ("I know Robert Young.", "He told Young."),
        ("Estate of Ellen Rivers", "I knew Rivers well."),
        ("My name's Odo Prill.", "So Prill came."),
        ("Odo Prill said no.", "We met Prill."),
        ("Does Odo Prill still work there?", "We met Prill."),
        ("I saw it in the Prill case.", "We met Prill."),
        ("BY:  ANN PRILL", "We met Prill."),
    ],
)
def test_each_kind_of_evidence_finds_a_name_without_a_title(evidence: str, line: str) -> None:
    names = {"Then", "Did", "He", "It", "I", "We", "So"}
    name = next(word for word in re.findall("[A-Z][a-z]+", line) if word not in names)
    small = ["the brown day and the king had a good wood fire by the rivers"]
    told, _ = pseudonymise([line, *small], [evidence])
    assert name not in told[0]
    assert told[1] == small[0]
    told, _ = pseudonymise([evidence, line, *small])
    assert not re.search(rf"\b{name}\b", "\n".join(told[:2]), re.IGNORECASE)


@pytest.mark.parametrize(
    "line",
    [
        "Q.  Exhibit Number 34, and Juror No. 12.",
        "A.  Nobody was there.  Everything was on Page 5.",
        "ITT was a school.",
        "This is Media Unit 1.",
        "New Jersey was cold, and West Virginia is in the East.",
        "Wells and the Texas case, at 9:00 A.M. in Washington D.C.",
        "Plaintiff's Exhibit 3 and Government Exhibit 4.",
    ],
)
def test_what_is_no_name_and_no_number_of_a_person_stays(line: str) -> None:
    assert pseudonymise([line], COVER)[0] == [line]


def test_one_person_is_one_in_every_form() -> None:
    lines = ["MR. JOHN SMITH:  Yes.", "Mr. Smith, J. Smith, John, J.S.", "JOHN SMITH'S; the Smiths"]
    found, report = pseudonymise(lines, COVER)
    first, last = re.findall("[A-Z]+", found[0])[1:3]
    assert found[1] == (
        f"Mr. {last.title()}, {first[0]}. {last.title()}, {first.title()}, {first[0]}.{last[0]}."
    )
    assert found[2].startswith(f"{first} {last}'S; the {last.title()}")
    assert {one.kind: one.different for one in report.replaced}["name"] <= 3


def test_titles_and_particles_are_no_names() -> None:
    lines = [
        "Messrs. Quaid and Vost.  Did Detective Sergeant Long call Chief Judge Judy King?",
        "MS. ST. JOHN:  Join.  We met in St. Louis, at St. Paul's.",
        "Mr. De Vries and de Vries.  De facto, it was Vries.  Vost and Quaid.",
    ]
    told = "\n".join(pseudonymise(lines)[0])
    assert not re.search("Quaid|Vost|Long|Judy|King|JOHN|Vries", told)
    for kept in ("Did Detective Sergeant ", "Chief Judge ", "MS. ST. ", "St. Louis", "De facto"):
        assert kept in told


def test_a_first_name_that_is_told_is_replaced_alone() -> None:
    lines = ["His first name is Frank.  Frank left.", "To be frank, Frank was frank."]
    found, _ = pseudonymise(lines)
    assert not re.search("Frank", "\n".join(found))
    assert found[1].startswith("To be frank, ")
    assert found[1].endswith(" was frank.")


def test_in_capitals_a_word_is_a_name_only_by_what_stands_beside_it() -> None:
    lines = [
        "MR. YOUNG:  OBJECTION.  YOUNG PEOPLE WORK LONG DAYS.",
        "A.  YES.  WE MET ROBERT KING AND THE KING.  LONG SAID SO TO MR. LONG.",
        "Q.  MAY I CALL YOU PETER, MR. MAY?  I WILL.",
        "A.  SMITH DID TOO.  MS. SMITH WAS THERE ONE DAY WITH JOHN DAY.",
    ]
    found, _ = pseudonymise(lines)
    assert found[0].endswith("  OBJECTION.  YOUNG PEOPLE WORK LONG DAYS.")
    assert "YOUNG:" not in found[0]
    assert re.fullmatch(r"A\.  YES\.  WE MET (\w+) (\w+) AND THE KING\..*", found[1])
    assert not re.search("ROBERT|LONG", found[1])
    assert found[2].startswith("Q.  MAY I CALL YOU ")
    assert found[2].endswith("?  I WILL.")
    assert not re.search("SMITH|JOHN", found[3])
    assert " ONE DAY WITH " in found[3]


def test_initials_that_are_labels_stay() -> None:
    lines = ["A. Smith called.", "Q. Smith?", "Exhibit A. Smith signed it.", "The U.S. Smith left."]
    kept = ("A. ", "Q. ", "Exhibit A. ", "The U.S. ")
    for start, after in zip(kept, pseudonymise(lines, COVER)[0], strict=True):
        assert after.startswith(start)
        assert "Smith" not in after


def test_a_name_parted_by_the_end_of_a_line_is_replaced() -> None:
    lines = ["Q.  Dr. Quillman came.  Did Quill-", "man call John", "Smith, or Mr.", "Smith?"]
    found, _ = pseudonymise(lines, COVER)
    name = re.sub(r".*Dr\. (\w+) came.*", r"\1", found[0])
    assert re.search(r"Did (\w+)-$", found[0])
    assert re.sub(r".*Did ", "", found[0]).rstrip("-") + found[1].split()[0] == name
    assert not re.search("John|Smith|Quill", "\n".join(found))
    assert found[2].split(",")[0] == found[3].rstrip("?")


DRESSES = {
    "telephone number": [
        "(555) 123-4567",
        "555.123.4567",
        "+1 555 123 4567",
        "1-555-123-4567",
        "5551234567",
        "555-123-4567",
        "(555)123-4567",
    ],
    "case number": [
        "No. 2:19-cv-01234",
        "Case 19-1234",
        "2:19-CV-01234-ABC",
        "Case No. 19-cv-1234",
        "Docket Number 19-1234",
    ],
    "account number": ["123-45-6789", "123 45 6789", "123456789"],
    "e-mail address": ["A.Brack@Ferry.Test", "a.brack@ferry.test"],
}


@pytest.mark.parametrize("kind", DRESSES)
def test_one_number_is_one_in_every_dress(kind: str) -> None:
    found, report = pseudonymise([f"Q.  It is {dress}, yes?" for dress in DRESSES[kind]])
    (replaced,) = report.replaced
    assert (replaced.kind, replaced.different) == (kind, 1)
    assert replaced.places == len(DRESSES[kind])
    told = [line.removeprefix("Q.  It is ").removesuffix(", yes?") for line in found]
    if kind == "e-mail address":
        assert len(set(told)) == 1
        return
    kept = 10 if kind == "telephone number" else 9
    ends = {re.sub(r"\D", "", re.sub(r"^\D*\d:", "", one)).lstrip("0")[-kept:] for one in told}
    assert len({end.replace("0", "") for end in ends}) == 1
    for before, after in zip(DRESSES[kind], told, strict=True):
        assert re.sub(r"\w", "#", before) == re.sub(r"\w", "#", after)
        assert before != after


@given(st.integers(10**9 + 2 * 10**8, 10**10 - 1), st.integers(10**9 + 2 * 10**8, 10**10 - 1))
def test_two_telephone_numbers_stay_two(one: int, other: int) -> None:
    lines = [f"({n // 10**7}) {n // 10**4 % 1000:03}-{n % 10**4:04}" for n in (one, other, one)]
    found, _ = pseudonymise(lines)
    assert found[0] == found[2]
    assert (found[0] == found[1]) == (one == other)


def test_odd_text_takes_no_long_time() -> None:
    for odd in ("A" * 30_000, "12-" * 9_000, "a-" * 9_000, "a." * 9_000 + "@", "_" * 30_000):
        assert pseudonymise([odd])[0]


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
