"""What a page is: each heading and phrase with a page that it marks and one that it does not."""

import pytest

from benchbar.corpora.transcript_matter import Kind, closing_matter, page_kinds
from benchbar.corpora.transcript_pages import Page
from benchbar.corpora.transcript_rows import Row


def page(*words: str) -> Page:
    return Page(1, [Row(n, f"{n} {text}", False, n, 1, text) for n, text in enumerate(words, 1)])


TALK = page("Q.  Is that so?", "A.  It is.")
COVER = page("IN THE SUPERIOR COURT OF MERIDIAN", "ADA LINDEN,", "Plaintiff,", "vs.", "THE FERRY")
KINDS: list[tuple[Kind, Page]] = [
    ("testimony", TALK),
    ("testimony", page("THE COURT:  Be seated.")),
    ("testimony", page("MR. OAKES:  Objection.")),
    ("testimony", page("DIRECT EXAMINATION BY MS. THORN:")),
    ("testimony", page("sworn as a witness,", "testified as follows:")),
    ("testimony", page("and the plaintiff, as I said, asked for", "the court to rule")),
    ("testimony", page("Appearances can deceive, and the index of", "the book was torn")),
    ("testimony", page('"Q  And did you?', '"A  No."')),
    *(
        ("testimony", page("EXHIBITS", f"{question} And did you?"))
        for question in (
            *("Q", "Q.", "Q:", "Q --", "Q -", "QUESTION:", "BY MR. OAKES:  Q."),
            *('"Q', '"Q.', "'Q.", "“Q", '"QUESTION:'),
        )
    ),
    ("testimony", page("EXHIBITS", "Q.", "And did you?")),
    ("testimony", page("INDEX OF NAMES", "JUROR NO. 4:  I am.")),
    ("testimony", page("INDEX OF NAMES", "UNIDENTIFIED SPEAKER:  Louder.")),
    ("index", page("EXHIBITS", "Quay map   4", "Q4 figures   5", "Q: 12")),
    ("caption", COVER),
    ("appearances", page("A P P E A R A N C E S", "For the Plaintiff:", "MS. THORN")),
    ("appearances", page("APPEARANCES:", "MR. OAKES: 9 Quay Street")),
    ("index", page("I N D E X", "WITNESS        PAGE")),
    ("index", page("INDEX - VOLUME 2 - (Pages 4 - 9)", "Cross-Examination By Ms. Thorn   8")),
    ("index", page("EXHIBITS", "Exhibit 1   4")),
    ("stipulations", page("STIPULATIONS", "It is agreed")),
    ("certificate", page("C E R T I F I C A T E", "I, LEE PENN,")),
    ("certificate", page("STATE OF MERIDIAN )", "I, LEE PENN, do hereby certify:")),
    ("certificate", page("I declare under penalty", "of perjury that the foregoing is mine")),
    ("certificate", page("REPORTER DISCLOSURES", "I am independent.")),
    ("errata", page("ERRATA SHEET")),
    ("errata", page("INSTRUCTIONS TO WITNESS", "Please read")),
    ("errata", page("Page No.____Line No.____", "Reason for change____")),
    ("word index", page("at 3:4 4:1,2", "captain 4:2", "5:6 7:8")),
]


@pytest.mark.parametrize(("kind", "given"), KINDS)
def test_a_page_is_known_by_its_content(kind: Kind, given: Page) -> None:
    assert page_kinds([given]) == [kind]


def test_a_page_without_signs_goes_on_with_the_page_before() -> None:
    plain = page("as was said", "before")
    entries = page("INDEX", "Mr. Quill   4")
    assert page_kinds([entries, plain, TALK, plain]) == ["index", "index", "testimony", "testimony"]


def test_a_certificate_read_aloud_stays_testimony() -> None:
    aloud = page("CERTIFICATE OF ANALYSIS", "the paint was old")
    assert page_kinds([TALK, aloud, TALK]) == ["testimony"] * 3
    assert page_kinds([TALK, aloud]) == ["testimony", "certificate"]


def test_a_new_volume_amid_testimony_is_set_aside() -> None:
    kinds = page_kinds([TALK, page("CERTIFICATE", "I certify"), COVER, TALK])
    assert kinds == ["testimony", "certificate", "caption", "testimony"]


def test_closing_matter_starts_below_the_last_words() -> None:
    assert closing_matter(page("Q.  Done?", "A.  Yes.", "CERTIFICATE", "I certify")) == (
        2,
        "certificate",
    )
    assert closing_matter(page("CERTIFICATE", "Q.  What is this?", "A.  A paper.")) is None
